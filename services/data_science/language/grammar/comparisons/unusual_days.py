"""Days out of the ordinary."""

from collections.abc import Iterator

from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Frame, Kind


class UnusualDays:
    """The rules of unusual days."""

    def rules(self) -> Iterator[Rule]:
        def unusual(frame: Frame) -> Ask | None:
            return Ask(Kind.UNUSUAL, frame) if frame.noun and not frame.statistic and not frame.best else None

        odd = "(unusual|weird|strange|odd|outlier|outliers|anomalies|anomaly|abnormal|anomalous|extreme|out of the ordinary)"
        days = "(days|nights|values|readings|day|night|value)"
        yield from rules(
            "ask",
            f"(what|which|any|about|about any|show|how many|were there any|are there any)? {odd} {days}? (in|for|of|with)? {{np}}",
            unusual,
            0.1,
        )
        yield from rules("ask", f"(any|what|which|how many)? {odd} {{np}} {days}?", unusual, 0.2)
        yield from rules("ask", f"(anything|something) {odd} (in|about|with) {{np}}", unusual, 0.0)
        yield from rules("ask", f"(any|which|what)? {days} {odd} (for|in|by|in terms of) {{np}}", unusual, 0.1)
        very = "(very|really|way|particularly|at all|anything)?"
        there = "(was there|were there|is there|are there|did i have|have i had)? (any|a|some)?"
        yield from rules("ask", f"{there} {days} (when|where|that|on which)? {{np}} {very} {odd}", unusual, 0.1)
        yield from rules(
            "ask",
            f"{there} {days} {{window}} (when|where|that|on which)? {{np}} {very} {odd}",
            lambda w, f: (g := f.within(w)) and unusual(g),
            0.1,
        )
        yield from rules("ask", f"(any|which|what|on which)? {days} {{np}} {odd}", unusual, 0.2)
