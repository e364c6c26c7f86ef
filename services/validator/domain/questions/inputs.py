"""Which daily values a question reads: each metric with the days it is read on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    ChangePoint,
    Contrast,
    Daily,
    DaysOf,
    Except,
    Field,
    Periods,
    Pick,
    Profile,
    Question,
    Reduce,
    Relate,
    Rolling,
    Rows,
    Share,
    Shifted,
    Step,
    Streak,
    Table,
    TellRecords,
    Trend,
    Union,
    Unusual,
    Where,
    Window,
)
from services.validator.domain.questions.traversal import Node, Source, parts


@dataclass(frozen=True, kw_only=True)
class DailyInput:
    """A daily series, or a stretch of it; an end that is None has no bound, or is a number that is not known here."""

    metric: str
    start: date | None
    end: date | None


@dataclass(frozen=True)
class _Stretch:
    """The records that a column is read of."""

    source: Source
    start: date | None
    end: date | None

    def moved(self, first: int, last: int) -> "_Stretch":
        """With both ends so many days later."""
        return _Stretch(self.source, _later(self.start, first), _later(self.end, last))


def inputs_of(question: Question) -> tuple[DailyInput, ...]:
    """Each metric and derived feature with its days, as first met; the question is not to be too deep."""
    return tuple(dict.fromkeys(_read(question, ())))


def _read(node: Node, stretches: tuple[_Stretch, ...]) -> Iterator[DailyInput]:
    match node:
        case Field(name=name):
            for each in stretches:
                if each.source is Table.DAYS:
                    yield DailyInput(metric=name, start=each.start, end=each.end)
        case Relate(left=left, right=right, rows=rows, lag_days=lag):
            own = _of(rows)
            yield from _read(left, own)
            yield from _read(right, tuple(each.moved(lag, lag) for each in own))
            yield from _read(rows, ())
        case Shifted(column=column, days=days):
            yield from _read(column, tuple(each.moved(days, days) for each in stretches))
        case Rolling(column=column, days=days):
            yield from _read(column, tuple(each.moved(1 - days, 0) for each in stretches))
        case Step(column=column):
            # The record before may be however far away.
            yield from _read(column, tuple(_Stretch(each.source, None, each.end) for each in stretches))
        case _:
            inside = _inside(node) or stretches
            for part in parts(node):
                yield from _read(part, inside)


def _inside(node: Node) -> tuple[_Stretch, ...]:
    """The records that columns right inside a node are read of; none where that is settled further out."""
    match node:
        case Contrast(rows=rows, baseline=baseline):
            return _of(rows) + _of(baseline)
        case Periods(rows=rows, window=window):
            return _within(rows, window)
        case (
            Where(rows=rows)
            | Pick(rows=rows)
            | Daily(rows=rows)
            | Reduce(rows=rows)
            | Share(rows=rows)
            | Streak(rows=rows)
            | TellRecords(rows=rows)
            | Profile(rows=rows)
            | Trend(rows=rows)
            | ChangePoint(rows=rows)
            | Unusual(rows=rows)
        ):
            return _of(rows)
        case _:
            return ()


def _of(rows: Rows) -> tuple[_Stretch, ...]:
    match rows:
        case All(table=table, window=window):
            return (_Stretch(table, *_ends(window)),)
        case Periods(window=window):
            return (_Stretch(rows, *_ends(window)),)
        case Where(rows=inner) | Pick(rows=inner) | Except(left=inner):
            return _of(inner)
        case DaysOf(rows=inner, offset=offset):
            return tuple(_Stretch(Table.DAYS, each.start, each.end).moved(offset, offset) for each in _of(inner))
        case ActivitiesOn(rows=inner):
            return tuple(_Stretch(Table.ACTIVITIES, each.start, each.end) for each in _of(inner))
        case Union(left=left, right=right):
            return _of(left) + _of(right)


def _ends(window: Window) -> tuple[date | None, date | None]:
    start, end = (each if isinstance(each, date) else None for each in (window.start, window.end))
    return start, end


def _within(rows: Rows, window: Window) -> tuple[_Stretch, ...]:
    """The rows, as far as they fall into a window."""
    first, last = _ends(window)
    return tuple(
        _Stretch(
            each.source,
            max((day for day in (each.start, first) if day), default=None),
            min((day for day in (each.end, last) if day), default=None),
        )
        for each in _of(rows)
    )


def _later(day: date | None, days: int) -> date | None:
    """Beyond the calendar there is no bound."""
    try:
        return None if day is None else day + timedelta(days=days)
    except OverflowError:
        return None
