"""Questions for the records themselves: which day it was, the best few, a list."""

from collections.abc import Iterable
from typing import Final

from services.data_science.domain.algebra import (
    And,
    Column,
    Compare,
    Field,
    Known,
    Moment,
    Not,
    Or,
    Order,
    Pick,
    Rows,
    Table,
    Tell,
    TellRecords,
    Test,
    Unit,
    When,
    Where,
)
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Ask
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.periods import PeriodQuestions
from services.data_science.language.resolving.readings import Reading, UnanswerableError

_SHOWN_FIELDS: Final = ("duration_min", "distance_m")


_MOST_DAYS: Final = 366
_MOST_COLUMNS: Final = 3


class RecordQuestions:
    """Completes questions for records."""

    def __init__(self, builder: Builder, measuring: Measuring, periods: PeriodQuestions) -> None:
        self._builder = builder
        self._measuring = measuring
        self._periods = periods

    def when(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.by is not None or frame.per not in {None, Unit.DAY}:
            return self._grouped(ask)
        if frame.best is not None:
            column, _, records = self._measuring.column(frame)
            rows = self._builder.rows(records)
            best = frame.best
            picked = Pick(rows=rows, by=column, order=best.order, first=best.first, count=best.count)
            return Reading(question=TellRecords(rows=picked, columns=(column,)), ask=ask, wants_day=True)
        rows = self._builder.rows(frame.records)
        by = frame.records.pick[0] if frame.records.pick else None
        if by is not None:
            return Reading(question=TellRecords(rows=rows, columns=(by,)), ask=ask, wants_day=True)
        return Reading(question=Tell(number=When(rows=rows, moment=Moment.DAY)), ask=ask, wants_day=True)

    def _grouped(self, ask: Ask) -> Reading:
        if ask.frame.by is not None:
            return self._periods.each_extreme(ask)
        if ask.frame.best is None:
            raise UnanswerableError("I can tell the highest or lowest of each group, not its day")
        return self._periods.best_of_each(ask)

    def records(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.by is not None or frame.per not in {None, Unit.DAY}:
            return self._grouped(ask)
        if frame.best is not None:
            column, _, records = self._measuring.column(frame)
            best = frame.best
            rows = self._builder.rows(records)
            if best.of_time():
                rows = Where(rows=rows, test=Known(column=column))
            by = None if best.of_time() else column
            rows = Pick(rows=rows, by=by, order=best.order, first=best.first, count=best.count)
            return Reading(question=TellRecords(rows=rows, columns=self._columns(ask, column)), ask=ask)
        rows = self._builder.rows(frame.records)
        pick = frame.records.pick
        if frame.records.table is Table.ACTIVITIES:
            by = pick[0] if pick else None
            own = [Field(name=name) for name in _SHOWN_FIELDS if self._has_field(name)]
            columns = self._columns(ask, *((by,) if by else ()), *(() if ask.beside else own))
            if pick is None:
                rows = Pick(rows=rows, by=None, order=Order.NEWEST, count=10)
            return Reading(question=TellRecords(rows=rows, columns=columns), ask=ask)
        if pick is None:
            return self._all_days(ask, rows)
        if pick[0] is None and not ask.beside:
            raise UnanswerableError("it does not say what of these days is asked for")
        columns = self._columns(ask, *((pick[0],) if pick[0] else ()))
        return Reading(question=TellRecords(rows=rows, columns=columns), ask=ask, wants_day=pick[1].count == 1)

    def _columns(self, ask: Ask, *columns: Column) -> tuple[Column, ...]:
        """What is told of each record, what was asked for besides behind it."""
        table = ask.frame.records.table
        beside = [self._builder.column(noun, table) for noun in ask.beside]
        return tuple(dict.fromkeys((*columns, *(each for each in beside if each is not None))))

    def _all_days(self, ask: Ask, rows: Rows) -> Reading:
        """The newest first, each with what is asked of it."""
        columns = tuple(sorted(_compared(ask.frame.records.tests), key=str))
        if not columns:
            raise UnanswerableError("it does not say what of these days is asked for")
        picked = Pick(rows=rows, by=None, order=Order.NEWEST, count=_MOST_DAYS)
        return Reading(question=TellRecords(rows=picked, columns=columns[:_MOST_COLUMNS]), ask=ask)

    def _has_field(self, name: str) -> bool:
        quantity = self._builder.catalogue.fields.get(name)
        return quantity is not None and quantity.recorded


def _compared(tests: Iterable[Test]) -> frozenset[Field]:
    """The fields that the tests hold against an amount."""
    found: set[Field] = set()
    for test in tests:
        match test:
            case Compare(column=Field() as column):
                found.add(column)
            case And(tests=inner) | Or(tests=inner):
                found |= _compared(inner)
            case Not(test=one):
                found |= _compared((one,))
            case _:
                pass
    return frozenset(found)
