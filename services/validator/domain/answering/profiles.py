"""The same number for each group of rows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import Grouping, Order, Profile, Unit
from services.validator.domain.answering.answers import Answer, Recomputed, Tally
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.evaluating import Given
from services.validator.domain.recomputing.records import begins_of, months_of, weekdays_of
from services.validator.domain.recomputing.reductions import REDUCTIONS, reduced, scale_of
from services.validator.domain.records.series import Days

_MOST_GROUPS: Final = 60
_WEEKDAYS: Final = tuple(range(1, 8))
_WEEKEND: Final = 6
_SEASONS: Final = tuple(range(4))
_UNITS: Final = {
    Grouping.WEEK: Unit.WEEK,
    Grouping.MONTH: Unit.MONTH,
    Grouping.QUARTER: Unit.QUARTER,
    Grouping.YEAR: Unit.YEAR,
}


@dataclass(frozen=True, kw_only=True, eq=False)
class _Grouped:
    """Which group each row is in.

    Attributes:
        groups: shape (rows,).
        order: the groups as they are told.
    """

    groups: Days
    order: Sequence[int]


def profile(question: Profile, given: Given) -> Answer:
    """The number of each group that has one, how many values it rests on, and which group is the extreme."""
    told = tuple(_told(question, given))[-_MOST_GROUPS:]
    tally = Tally()
    tally.count("n", sum(n for n, _ in told))
    for place, (n, number) in enumerate(told, start=1):
        tally.told(f"g_{place}", number)
        tally.count(f"n_{place}", n)
    if told:
        values = np.array([number.value for _, number in told])
        at = 0
        if question.extreme is not None:
            at = int(values.argmax() if question.extreme is Order.HIGHEST else values.argmin())
            tally.count("extreme", at + 1)
        tally.told("effect", told[at][1])
    return tally.answer()


def _told(question: Profile, given: Given) -> Iterator[tuple[int, Recomputed]]:
    source, at = source_of(question.rows), given.rows(question.rows)
    values = np.ones(at.size) if question.column is None else given.column(question.column, source)[at]
    grouped = _grouped(question, given)
    reduction = REDUCTIONS[question.statistic]
    for group in grouped.order:
        own = values[(grouped.groups == group) & np.isfinite(values)]
        value = reduced(own, question.statistic)
        if own.size and np.isfinite(value):
            scale = scale_of(own, question.statistic)
            yield own.size, Recomputed(value=value, scale=scale, is_count=reduction.is_count)


def _grouped(question: Profile, given: Given) -> _Grouped:
    source, at = source_of(question.rows), given.rows(question.rows)
    days = given.records(source).days[at]
    match question.by:
        case Grouping.WEEKDAY:
            return _Grouped(groups=weekdays_of(days), order=_WEEKDAYS)
        case Grouping.WEEKEND:
            return _Grouped(groups=(weekdays_of(days) >= _WEEKEND).astype(np.int64), order=(0, 1))
        case Grouping.SEASON:
            # December and the two months that follow it are winter.
            return _Grouped(groups=months_of(days) % 12 // 3, order=_SEASONS)
        case Grouping.KIND:
            return _by_kind(at, given)
        case Grouping.WEEK | Grouping.MONTH | Grouping.QUARTER | Grouping.YEAR:
            begins = begins_of(days, _UNITS[question.by])
            return _Grouped(groups=begins, order=np.unique(begins).tolist())
        case _:
            assert_never(question.by)


def _by_kind(at: Days, given: Given) -> _Grouped:
    """The most frequent kind first; of several as frequent in alphabetical order."""
    log = given.store.activities
    kinds = [log.kinds[position] for position in at] if log is not None else []
    counts = Counter(kinds)
    ordered = sorted(counts, key=lambda kind: (-counts[kind], kind))
    number = {kind: place for place, kind in enumerate(ordered)}
    return _Grouped(groups=np.array([number[kind] for kind in kinds], np.int64), order=range(len(ordered)))
