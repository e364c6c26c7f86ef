"""A laboratory value, the newest or the one that the question states, beside the laboratory's own limits."""

from collections.abc import Iterator, Sequence
from typing import Final

from services.data_science.domain.algebra import (
    All,
    And,
    Compare,
    Field,
    Known,
    Operator,
    Or,
    Order,
    Pick,
    ReferenceBound,
    Side,
    Table,
    Test,
    Where,
)
from services.data_science.language.building import Builder
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

_HIGH: Final = "(high|too high|elevated|raised|above the limit|over the limit|above the range|above range)"
_LOW: Final = "(low|too low|below the limit|under the limit|below the range|below range)"
_WITHIN: Final = "(normal|ok|okay|fine|in range|within range|in the normal range|within the normal range|in the reference range|within the reference range|within limits|within the limits|in the limits|inside the range|inside the limits|within the normal limits|in order)"
_OUTSIDE: Final = "(out of range|out of the range|outside the range|outside the reference range|outside the normal range|outside the limits|abnormal|not normal)"
_ABOVE, _BELOW = frozenset({Operator.GREATER}), frozenset({Operator.LESS})
_SIDES: Final = {
    _HIGH: _ABOVE,
    _LOW: _BELOW,
    _WITHIN: frozenset({Operator.LESS_OR_EQUAL, Operator.GREATER_OR_EQUAL}),
    _OUTSIDE: _ABOVE | _BELOW,
}
"""How a value is said to stand to the limits, each held against the limit on its side."""
_OF_UPPER: Final = frozenset({Operator.GREATER, Operator.LESS_OR_EQUAL})
"""What is held against the upper limit; the others are against the lower."""


class Laboratory:
    """The rules of laboratory values."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        for fits, operators in _SIDES.items():

            def judged(
                noun: Noun, amount: Amount | None = None, operators: frozenset[Operator] = operators
            ) -> tuple[Ask, ...] | None:
                return self._judged(noun, amount, operators)

            yield from rules("asks", f"{POLAR} {{noun}} {fits}", judged, 0.0)
            yield from rules(
                "asks",
                f"{POLAR} {{statistic}}? {{noun}} (of|at|is|was) {{amount}} {fits}",
                lambda *said, judged=judged: judged(said[-2], said[-1]),
                0.0,
            )
            yield from rules("asks", f"{POLAR} (a|an)? {{noun}} (of|at) {{amount}} {fits}", judged, 0.0)
            yield from rules(
                "asks",
                f"{POLAR} {{amount}} {fits} for {{noun}}",
                lambda amount, noun, judged=judged: judged(noun, amount),
                0.0,
            )

    def _judged(self, noun: Noun, amount: Amount | None, operators: frozenset[Operator]) -> tuple[Ask, ...] | None:
        """The value beside the limit that was asked about; of a range beside those of its limits that are on record."""
        if not noun.biomarker:
            return None
        catalogue = self._builder.catalogue
        known = [
            each
            for each in sorted(operators)
            if noun.biomarker in (catalogue.upper_limits if each in _OF_UPPER else catalogue.lower_limits)
        ]
        if len(known) > 1:
            return self._in_range(noun, known) if amount is None else None
        frame = Frame(noun=noun, records=Records(table=Table.SAMPLES))
        operator = known[0] if known else min(operators)
        return (Ask(Kind.DECIDE, frame, yes_no=True, value=amount, operator=operator),)

    def _in_range(self, noun: Noun, operators: Sequence[Operator]) -> tuple[Ask, ...]:
        """Whether the newest value lies within both limits, or outside one of them, and the value itself."""
        column = Field(name=noun.biomarker)
        sides = {each: Side.HIGH if each in _OF_UPPER else Side.LOW for each in operators}
        tests = frozenset[Test](
            Compare(column=column, operator=each, number=ReferenceBound(biomarker=noun.biomarker, side=side))
            for each, side in sides.items()
        )
        within = And(tests=tests) if Operator.LESS_OR_EQUAL in sides else Or(tests=tests)
        samples = Where(rows=All(table=Table.SAMPLES, window=self._builder.all_time), test=Known(column=column))
        newest = Pick(rows=samples, by=None, order=Order.NEWEST)
        of_newest = Records(table=Table.SAMPLES, inside=newest, tests=frozenset({within}))
        return (Ask(Kind.COUNT, Frame(records=of_newest), yes_no=True),)
