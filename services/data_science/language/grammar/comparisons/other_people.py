"""One's own level beside that of other people."""

from collections.abc import Iterator

from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Ask,
    Frame,
    Kind,
)


class OtherPeople:
    """The rules of comparisons with other people."""

    def rules(self) -> Iterator[Rule]:
        def norm(frame: Frame, *, yes_no: bool = False) -> Ask | None:
            return Ask(Kind.NORM, frame, yes_no=yes_no) if frame.noun and frame.noun.metric and not frame.best else None

        others = "(other people|others|people my age|people of my age|others my age|other people my age|the average person|average person|other women|other men|women my age|men my age|the norm for my age|the population|people like me|someone my age|my age group|peers|my peers|the average for my age|average for my age|others of my age|people my age and sex)"
        yield from rules(
            "ask",
            f"(how|what)? {{np}} (compare|compares|compared|stack up|measure up|differ)? (to|with|versus|against|from|than|for) {others}",
            norm,
            0.0,
        )
        yield from rules("ask", f"(compare|comparing) {{np}} (to|with|against) {others}", norm, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{direction}} (than|for|compared to|relative to) {others}",
            lambda f, _: norm(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (normal|typical|average|usual|good|ok|high|low) for {others}",
            lambda f: norm(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (normal|typical|average|usual|good|ok|high|low) for my age",
            lambda f: norm(f, yes_no=True),
            0.0,
        )
        yield from rules("ask", "(how)? {np} (normal|typical|average)? for my age", norm, 0.0)
