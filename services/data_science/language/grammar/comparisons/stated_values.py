"""A number that the question states, beside one's own average: "is 62 a high resting heart rate for me"."""

from collections.abc import Iterator
from typing import Final

from services.data_science.domain.algebra import Operator, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Amount, Ask, Bound, Kind, Noun, Usual

_HIGH: Final = "(high|elevated|above average|above normal|above my average|above my normal|above my usual|long|late|lot|much|many|big|higher than usual|more than usual|on the high side|unusually high)"
_LOW: Final = "(low|below average|below normal|below my average|below my normal|below my usual|short|early|little|few|small|lower than usual|less than usual|on the low side|unusually low)"
_MINE: Final = "(for me|by my standards|for my standards|in my case|compared to my average|compared to my usual|compared with my average)"


class StatedValues:
    """The rules of stated values."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        for words, operator in ((_HIGH, Operator.GREATER), (_LOW, Operator.LESS)):

            def named(noun: Noun, amount: Amount, operator: Operator = operator) -> Ask | None:
                return self._judged(amount, noun, Bound(operator, Usual()))

            def turned(amount: Amount, noun: Noun, operator: Operator = operator) -> Ask | None:
                return self._judged(amount, noun, Bound(operator, Usual()))

            yield from rules("ask", f"{POLAR} (a|an)? {{noun}} (of|at)? {{amount}} {words} {_MINE}", named, 0.0)
            yield from rules("ask", f"{POLAR} {{amount}} (a|an)? {words} {{noun}} {_MINE}", turned, 0.0)
            yield from rules("ask", f"{POLAR} {{amount}} (of)? {{noun}} (a|an)? {words} {_MINE}", turned, 0.0)
            yield from rules("ask", f"{POLAR} {{amount}} {words} for my {{noun}}", turned, 0.0)
        yield from rules("ask", f"{POLAR} {{amount}} (of)? {{noun}}? {{bound}}", self._beside_usual, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{amount}} {{operator}} {{usual}} {{noun}}",
            lambda a, op, usual, n: self._judged(a, n, Bound(op, usual)),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} (a|an)? {{noun}} (of|at) {{amount}} {{bound}}",
            lambda n, a, b: self._judged(a, n, b),
            0.0,
        )

    def _beside_usual(self, amount: Amount, *said: Noun | Bound) -> Ask | None:
        bound = said[-1]
        if not isinstance(bound, Bound):
            return None
        named = said[0] if isinstance(said[0], Noun) else None
        of_level = bound.to.noun if isinstance(bound.to, Usual) else None
        noun = named or of_level or self._builder.implied(Bound(Operator.GREATER, amount))
        return self._judged(amount, noun, bound) if noun else None

    def _judged(self, amount: Amount, noun: Noun, bound: Bound) -> Ask | None:
        """Whether the number is on that side of one's average; of what is measured of days."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        if quantity is None or not isinstance(bound.to, Usual) or self._builder.literal(amount, quantity) is None:
            return None
        return Ask(Kind.DECIDE, self._frames.frame_of(noun), bound=bound, value=amount, yes_no=True)
