"""Days, or periods, in a row that pass a test."""

from dataclasses import dataclass

import numpy as np

from services.validator.domain.algebra import Run, Streak, Table
from services.validator.domain.questions.traversal import base_window, source_of
from services.validator.domain.recomputing.evaluating import TRUE, UNKNOWN, Given, Value
from services.validator.domain.recomputing.records import ends_of
from services.validator.domain.records.series import Days


@dataclass(frozen=True, kw_only=True)
class InARow:
    """A run of consecutive numbers, from the first to the last of them; nothing where the length is 0."""

    length: int
    first: int
    last: int


_NONE = InARow(length=0, first=0, last=0)


def longest(passed: Days) -> InARow:
    """The longest run, of several as long the latest.

    Args:
        passed: shape (n,), ascending and unique.
    """
    if not passed.size:
        return _NONE
    begins = np.flatnonzero(np.diff(passed, prepend=passed[0] - 2) > 1)
    lengths = np.diff(begins, append=passed.size)
    at = lengths.size - 1 - int(lengths[::-1].argmax())
    first = int(passed[begins[at]])
    return InARow(length=int(lengths[at]), first=first, last=first + int(lengths[at]) - 1)


def ending_with(passed: Days, last: int) -> InARow:
    """The run that ends with a certain number; nothing if that one is not there."""
    counted_back = last - passed[passed <= last][::-1]
    length = int(np.count_nonzero(counted_back == np.arange(counted_back.size)))
    return InARow(length=length, first=last - length + 1, last=last)


def streak_value(number: Streak, given: Given) -> Value:
    """Of days, calendar days in a row; of periods, periods in a row."""
    source, at = source_of(number.rows), given.rows(number.rows)
    truths = given.test(number.test, source)[at]
    known = int(np.count_nonzero(truths != UNKNOWN))
    records, passed = given.records(source), at[truths == TRUE]
    of_days = source is Table.DAYS
    run = longest(records.days[passed] if of_days else passed)
    if number.run is Run.CURRENT:
        run = _current(number, passed, at[truths != UNKNOWN], given)
    if not run.length:
        return Value(value=0, n=known, is_count=True)
    first, last = (run.first, run.last) if of_days else (int(records.days[run.first]), int(records.last[run.last]))
    return Value(value=run.length, n=known, day=last, start_day=first, is_count=True)


def _current(number: Streak, passed: Days, known: Days, given: Given) -> InARow:
    """The run that ends with the last day in the window of which the test is known, or with the last period."""
    source = source_of(number.rows)
    records = given.records(source)
    if source is not Table.DAYS:
        return ending_with(passed, records.days.size - 1)
    # An end that is undefined is NaN: no day is on or before it.
    days = records.days[known]
    so_far = days[days <= ends_of(base_window(number.rows), given)[1]]
    return ending_with(records.days[passed], int(so_far[-1])) if so_far.size else _NONE
