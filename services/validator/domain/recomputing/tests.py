"""Whether a test is true of each record of a source, in three-valued logic."""

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import And, Calendar, Compare, In, Kind, Known, Not, Operator, Or, Table, Test
from services.validator.domain.questions.traversal import Source
from services.validator.domain.recomputing.evaluating import FALSE, TRUE, UNKNOWN, Given, Truths
from services.validator.domain.recomputing.records import months_of, weekdays_of
from services.validator.domain.recomputing.rows import covered
from services.validator.domain.records.series import Mask

COMPARED: Final[Mapping[Operator, np.ufunc]] = MappingProxyType(
    {
        Operator.LESS: np.less,
        Operator.LESS_OR_EQUAL: np.less_equal,
        Operator.GREATER: np.greater,
        Operator.GREATER_OR_EQUAL: np.greater_equal,
        Operator.EQUAL: np.equal,
    }
)


def truths_of(test: Test, source: Source, given: Given) -> Truths:  # noqa: PLR0911, one a production
    """Shape (records,)."""
    size = given.records(source).days.size
    match test:
        case Compare(column=column, operator=operator, number=number):
            values, bound = given.column(column, source), given.number(number).value
            known = np.isfinite(values) & (not np.isnan(bound))
            return np.where(known, _told(COMPARED[operator](values, bound)), UNKNOWN)
        case Calendar(iso_weekdays=weekdays, months=months):
            days = given.records(source).days
            on_day = np.isin(weekdays_of(days), sorted(weekdays)) | (not weekdays)
            return _told(on_day & (np.isin(months_of(days), sorted(months)) | (not months)))
        case In(rows=rows):
            records = given.records(source)
            return _told(covered(rows, records.days, records.last, given))
        case Kind(names=names):
            return _told(_of_kind(names, source, given))
        case Known(column=column):
            return _told(np.isfinite(given.column(column, source)))
        case And(tests=tests):
            return _joined(np.minimum, (given.test(each, source) for each in tests), size, TRUE)
        case Or(tests=tests):
            return _joined(np.maximum, (given.test(each, source) for each in tests), size, FALSE)
        case Not(test=inner):
            return -given.test(inner, source)
        case _:
            assert_never(test)


def _told(holds: Mask) -> Truths:
    return np.where(holds, TRUE, FALSE)


def _joined(join: np.ufunc, truths: Iterable[Truths], size: int, of_none: np.int8) -> Truths:
    return reduce(join, truths, np.full(size, of_none))


def _of_kind(names: frozenset[str], source: Source, given: Given) -> Mask:
    """Of activities; nothing else has a kind."""
    log = given.store.activities
    if source is not Table.ACTIVITIES or log is None:
        return np.zeros(given.records(source).days.size, np.bool_)
    meant = {name.casefold() for name in names}
    return np.array([kind in meant for kind in log.kinds], np.bool_)
