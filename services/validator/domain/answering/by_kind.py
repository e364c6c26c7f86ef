"""All the numbers of an answer, question by question, under the keys that findings call them by."""

import math
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Decide,
    NumberArithmetic,
    Pick,
    Profile,
    Question,
    Reduce,
    Relate,
    Rows,
    Statistic,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unusual,
)
from services.validator.domain.answering.answers import Answer, Tally
from services.validator.domain.answering.comparisons import change_point, contrast, relate, trend
from services.validator.domain.answering.profiles import profile
from services.validator.domain.questions.traversal import Source, source_of
from services.validator.domain.recomputing.evaluating import Given, Value
from services.validator.domain.recomputing.reductions import REDUCTIONS, outliers
from services.validator.domain.recomputing.rows import picked
from services.validator.domain.recomputing.series import present
from services.validator.domain.records.series import Days, Floats

MOST_RECORDS: Final = 10
_MOST_UNUSUAL: Final = 5


def answer_to(question: Question, given: Given) -> Answer:  # noqa: PLR0911, one a production
    """Every number that is defined."""
    match question:
        case Tell():
            return _tell(question, given)
        case TellRecords():
            return _records(question, given)
        case Decide():
            return _decide(question, given)
        case Profile():
            return profile(question, given)
        case Relate():
            return relate(question, given)
        case Contrast():
            return contrast(question, given)
        case Trend():
            return trend(question, given)
        case ChangePoint():
            return change_point(question, given)
        case Unusual():
            return _unusual(question, given)
        case _:
            assert_never(question)


def _tell(question: Tell, given: Given) -> Answer:
    number = question.number
    value = given.number(number)
    tally = Tally()
    _add(tally, "effect", value)
    tally.count("n", value.n)
    if math.isfinite(value.value):
        tally.count("day", value.day)
        tally.count("start_day", value.start_day)
        tally.count("held", value.held)
        if value.ties > 1:
            tally.count("ties", value.ties)
    match number:
        case Reduce(rows=rows, column=column, statistic=Statistic.MEAN) if source_of(rows) is Table.DAYS:
            _add_spread(tally, rows, column, given)
        case NumberArithmetic(left=left, right=right):
            for side, operand in (("left", left), ("right", right)):
                own = given.number(operand)
                _add(tally, side, own)
                if isinstance(operand, Reduce) and REDUCTIONS[operand.statistic].is_extreme:
                    tally.count(f"{side}_day", own.day)
        case _:
            pass
    return tally.answer()


def _add(tally: Tally, key: str, value: Value) -> None:
    if value.is_count:
        tally.count(key, value.value)
    else:
        tally.number(key, value.value, scale=value.scale)


def _add_spread(tally: Tally, rows: Rows, column: Column, given: Given) -> None:
    """The standard deviation of daily values."""
    series = present(rows, column, given)
    scale = float(np.abs(series.values).max(initial=0.0))
    if series.values.size > 1:
        tally.number("sd", float(series.values.std(ddof=1)), scale=scale)


def _decide(question: Decide, given: Given) -> Answer:
    left, right = given.number(question.left), given.number(question.right)
    tally = Tally()
    _add(tally, "effect", left)
    _add(tally, "left", left)
    _add(tally, "right", right)
    tally.count("n", left.n)
    if question.share is not None:
        share = given.number(question.share)
        _add(tally, "share", share)
        tally.count("held", share.held)
        tally.count("share_n", share.n)
    return tally.answer()


def _records(question: TellRecords, given: Given) -> Answer:
    """The rows in the order of the pick, and of a single extreme how many records share it."""
    source = source_of(question.rows)
    rows = question.rows
    at = picked(rows, given) if isinstance(rows, Pick) else given.rows(rows)
    records, tally = given.records(source), Tally()
    tally.count("n", at.size)
    for place, position in enumerate(at[:MOST_RECORDS], start=1):
        tally.count(f"day_{place}", float(records.days[position]))
        if not isinstance(source, Table):
            tally.count(f"end_{place}", float(records.last[position]))
    if not question.columns and at.size:
        tally.count("effect", float(records.days[at[0]]))
    for number, column in enumerate(question.columns, start=1):
        _add_column(tally, f"c{number}", given.column(column, source)[at[:MOST_RECORDS]], is_first=number == 1)
    if isinstance(rows, Pick) and rows.count == 1 and at.size:
        ties = _ties(rows, source, at, given)
        if ties > 1:
            tally.count("ties", ties)
    return tally.answer()


def _add_column(tally: Tally, key: str, values: Floats, *, is_first: bool) -> None:
    scale = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    for place, value in enumerate(values, start=1):
        tally.number(f"{key}_{place}", float(value), scale=scale)
    if is_first and values.size:
        tally.number("effect", float(values[0]), scale=scale)


def _ties(pick: Pick, source: Source, at: Days, given: Given) -> int:
    """How many of the rows have the value that was picked."""
    if pick.by is None:
        return 1
    values = given.column(pick.by, source)
    return int(np.count_nonzero(values[given.rows(pick.rows)] == values[at[0]]))


def _unusual(question: Unusual, given: Given) -> Answer:
    """How many values lie far from the median, and the furthest; of several as far the earliest first."""
    series, tally = present(question.rows, question.column, given), Tally()
    values = series.values
    tally.count("n", values.size)
    if not values.size:
        return tally.answer()
    scale, median = float(np.abs(values).max()), float(np.median(values))
    far = np.flatnonzero(outliers(values))
    tally.count("effect", far.size)
    tally.number("median", median, scale=scale)
    furthest = far[np.argsort(-np.abs(values[far] - median), kind="stable")][:_MOST_UNUSUAL]
    for place, at in enumerate(furthest, start=1):
        tally.count(f"day_{place}", float(series.days[at]))
        tally.number(f"c1_{place}", float(values[at]), scale=scale)
    return tally.answer()
