"""Whether the two series of an association share what they measure."""

from dataclasses import dataclass
from typing import Final

from services.validator.domain.algebra import (
    Column,
    ColumnArithmetic,
    Daily,
    Field,
    Relate,
    Rolling,
    Shifted,
    Statistic,
    Step,
    Table,
)
from services.validator.domain.questions.choosing import kinds_in
from services.validator.domain.questions.components import Overlap, daily_name, overlap_of
from services.validator.domain.questions.traversal import source_of

_AMOUNTS: Final = frozenset({Statistic.SUM, Statistic.COUNT})
_GRAVEST_FIRST: Final = tuple(Overlap)


@dataclass(frozen=True, kw_only=True)
class _Measured:
    """One thing that goes into a column.

    Attributes:
        name: the daily metric that it is, or goes into.
        by: of activities, the column that gathers them; None of a day's own.
    """

    name: str
    by: Daily | None = None


def overlap_in_question(question: Relate) -> Overlap | None:
    """How its columns overlap, the gravest way; None if they are measured apart."""
    is_of_activities = source_of(question.rows) is Table.ACTIVITIES
    found = [
        overlap
        for a in _measured(question.left, is_of_activities=is_of_activities)
        for b in _measured(question.right, is_of_activities=is_of_activities)
        if (overlap := _overlap(a, b)) is not None
    ]
    if question.left == question.right:
        return Overlap.SAME
    return min(found, key=_GRAVEST_FIRST.index, default=None)


def _overlap(a: _Measured, b: _Measured) -> Overlap | None:
    """What a day's activities add up to is a part of what the whole day does; two amounts of them rise together."""
    overlap = overlap_of(a.name, b.name)
    if a.by is None and b.by is None:
        return overlap
    if a.by is None or b.by is None:
        return Overlap.PART if overlap is Overlap.SAME else overlap
    if a == b:
        return Overlap.SAME
    kinds, others = kinds_in(a.by.rows), kinds_in(b.by.rows)
    if kinds and others and not kinds & others:
        return None
    if overlap is Overlap.SAME:
        return Overlap.PART
    return overlap or (Overlap.INGREDIENT if {a.by.statistic, b.by.statistic} <= _AMOUNTS else None)


def _measured(column: Column, *, is_of_activities: bool) -> tuple[_Measured, ...]:
    match column:
        case Field(name=name):
            return (_Measured(name=daily_name(name) if is_of_activities else name),)
        case Daily(column=inner):
            names = ("",) if inner is None else (each.name for each in _measured(inner, is_of_activities=True))
            return tuple(_Measured(name=daily_name(name), by=column) for name in names)
        case Shifted(column=inner) | Rolling(column=inner) | Step(column=inner):
            return _measured(inner, is_of_activities=is_of_activities)
        case ColumnArithmetic(left=left, right=right):
            own = _measured(left, is_of_activities=is_of_activities)
            if isinstance(right, Field | Daily | Shifted | Rolling | Step | ColumnArithmetic):
                return own + _measured(right, is_of_activities=is_of_activities)
            return own
