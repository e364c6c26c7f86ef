""" "Is it later on weekends?": what was just told, of some days beside all others."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import Statistic, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.completed_pairs import CompletedPairs
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.pairs import Others, Pair
from services.data_science.language.grammar.frames import Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Fragment, Kind

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading

_IT: Final = "(it|that|this|they)"


class ItBeside:
    """The rules of claims about the answer before."""

    def __init__(self, builder: Builder, contrasts: Contrasts) -> None:
        self._contrasts = contrasts
        self._completed = CompletedPairs(builder, contrasts)

    def rules(self) -> Iterator[Rule]:
        for said in (f"{POLAR} {_IT} {{direction}}", "{direction}"):
            yield from rules("fragment", f"{said} {{group_of}}", self._said, 0.2)
            yield from rules("fragment", f"{said} {{pair}}", self._said, 0.1)
        yield from rules("fragment", f"(and|or)? {{group_of}} ,? {POLAR} {_IT} {{direction}}", self._said_last, 0.2)

    def _said(self, direction: int, group: Modifier | Pair) -> Fragment | None:
        return Fragment(turn=(self._beside, (direction, group))) if direction else None

    def _said_last(self, group: Modifier, direction: int) -> Fragment | None:
        return self._said(direction, group)

    def _beside(self, earlier: "Reading", direction: int, group: Modifier | Pair) -> Ask | None:
        """Of an average of days: of what one record told there are no others."""
        ask, frame = earlier.ask, earlier.ask.frame
        is_average = ask.kind is Kind.NUMBER and ask.other is None and frame.statistic in {None, Statistic.MEAN}
        of_days = frame.noun is not None and frame.records.table is Table.DAYS and frame.records.inside is None
        if not is_average or not of_days or frame.best or frame.per or frame.by or frame.records.pick:
            return None
        plain = replace(frame, statistic=None)
        way = self._contrasts.way(direction, plain)
        pair = group if isinstance(group, Pair) else Pair(group, Others())
        return self._completed.of_pair(plain, pair, way, yes_no=True) if way else None
