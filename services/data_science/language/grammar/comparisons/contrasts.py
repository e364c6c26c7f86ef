"""One group of days held against another, against all the others, or against the one before."""

from dataclasses import replace

from services.data_science.domain.algebra import Calendar, Compare, Field, In, Not, Table, Window
from services.data_science.language.building import Builder
from services.data_science.language.grammar.comparisons.pairs import outside
from services.data_science.language.grammar.frames import Beside, FrameRules, Modifier
from services.data_science.language.grammar.records.connectives import tested
from services.data_science.language.grammar.time.spans import before
from services.data_science.language.phrases import Ask, Frame, Kind, Records, opposite


class Contrasts:
    """What a contrast of two groups of days is made of."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    @property
    def all_time(self) -> Window:
        return self._builder.all_time

    def applied(self, frame: Frame, one: Modifier) -> Frame | None:
        return self._frames.applied(frame, one)

    def way(self, direction: int, frame: Frame) -> int | None:
        return self._builder.way(direction, frame.noun, frame.records.table)

    def between(self, frame: Frame, one: Modifier, other: Modifier, direction: int, *, yes_no: bool) -> Ask | None:
        if isinstance(one, Window) and isinstance(other, Window) and (one.start, one.end) == (other.start, other.end):
            return None
        first, second = self._frames.applied(frame, one), self._frames.applied(frame, other)
        if first is None or second is None or first == second or _of_itself(first):
            return None
        return Ask(Kind.CONTRAST, first, other=second, direction=direction, yes_no=yes_no)

    def with_rest(self, frame: Frame, one: Modifier, direction: int, *, yes_no: bool) -> Ask | None:
        """Against all other days, also where the first group is a stretch of time."""
        if not isinstance(one, Window):
            return self.with_others(frame, one, direction, yes_no=yes_no)
        rest = outside(one, self._builder)
        return self.between(frame, one, rest, direction, yes_no=yes_no) if rest is not None else None

    def with_others(self, frame: Frame, one: Modifier, direction: int, *, yes_no: bool) -> Ask | None:
        """Against what came before a window, or against all other days."""
        other: Modifier | None
        match one:
            case Window():
                other = before(one, self._builder.catalogue)
            case Calendar():
                other = opposite(one)
            case Records() if one.table is Table.DAYS and (test := tested(replace(one, window=None))) is not None:
                other = opposite(test)
            case Records() if one.table is Table.DAYS:
                other = Not(test=self._builder.on_days_of(replace(one, window=None)))
            case Beside():
                first = self._frames.applied(frame, one)
                if first is None or first.records.inside is None:
                    return None
                other = Not(test=In(rows=first.records.inside))
            case Records():
                other = None if frame.noun is None or not frame.noun.metric else Not(test=self._builder.on_days_of(one))
                if other is not None:
                    return self.between(frame, self._builder.on_days_of(one), other, direction, yes_no=yes_no)
            case Not(test=test):
                other = test
            case _:
                other = opposite(one)  # type: ignore[arg-type]
        return self.between(frame, one, other, direction, yes_no=yes_no) if other is not None else None


def _of_itself(frame: Frame) -> bool:
    """Whether a group is told by what is measured: steps on days with many steps say nothing."""
    metric = frame.noun.metric if frame.noun else ""
    return any(isinstance(test, Compare) and test.column == Field(name=metric) for test in frame.records.tests)
