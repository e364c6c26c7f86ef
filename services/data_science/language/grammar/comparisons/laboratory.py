"""A laboratory value, the newest or the one that the question states, beside the laboratory's own limits."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Table
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Amount,
    Ask,
    Frame,
    Kind,
    Noun,
    Records,
)


class Laboratory:
    """The rules of laboratory values."""

    def rules(self) -> Iterator[Rule]:
        def judged(noun: Noun, amount: Amount | None = None) -> Ask | None:
            if not noun.biomarker:
                return None
            return Ask(Kind.DECIDE, Frame(noun=noun, records=Records(table=Table.SAMPLES)), yes_no=True, value=amount)

        fits = "(high|low|normal|ok|okay|in range|out of range|within range|too high|too low|in the normal range|within the normal range|in the reference range|within the reference range|within limits|within the limits|fine|elevated|above the limit|below the limit|above range|below range|outside the range|outside the reference range)"
        yield from rules("ask", f"{POLAR} {{noun}} {fits}", judged, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{statistic}}? {{noun}} (of|at|is|was) {{amount}} {fits}",
            lambda *a: judged(a[-2], a[-1]),
            0.0,
        )
        yield from rules("ask", f"{POLAR} (a|an)? {{noun}} (of|at) {{amount}} {fits}", judged, 0.0)
        yield from rules("ask", f"{POLAR} {{amount}} {fits} for {{noun}}", lambda a, n: judged(n, a), 0.0)
