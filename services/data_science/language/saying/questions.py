"""A whole question, as a noun phrase or an indirect question."""

from typing import assert_never

from services.data_science.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Count,
    Decide,
    Number,
    Operator,
    Order,
    Profile,
    Question,
    Reduce,
    Relate,
    Rows,
    Share,
    Statistic,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unusual,
    Window,
)
from services.data_science.domain.units import CLOCK
from services.data_science.language.saying.amounts import listed
from services.data_science.language.saying.numbers import count_core, place_said, reduce_core
from services.data_science.language.saying.rows import is_one, window_of
from services.data_science.language.saying.units import source_of, unit_of_number
from services.data_science.language.saying.voice import Voice, inner_column
from services.data_science.language.saying.words import GROUPS

_THAN = {
    Operator.LESS: "is less than",
    Operator.LESS_OR_EQUAL: "is at most",
    Operator.GREATER: "is more than",
    Operator.GREATER_OR_EQUAL: "is at least",
    Operator.EQUAL: "is exactly",
}
_CLOCK_THAN = {
    Operator.LESS: "is before",
    Operator.LESS_OR_EQUAL: "is at or before",
    Operator.GREATER: "is after",
    Operator.GREATER_OR_EQUAL: "is at or after",
    Operator.EQUAL: "is exactly",
}
_EXTREMES = {Order.HIGHEST: "highest", Order.LOWEST: "lowest", Order.NEWEST: "newest", Order.OLDEST: "oldest"}


def question_said(question: Question, voice: Voice) -> str:  # noqa: C901, PLR0911, one case a production
    match question:
        case Tell(number=Count() as count):
            return f"how many {count_core(count, voice, within=None).removeprefix('number of ')}"
        case Tell(number=number):
            return voice.number(number, within=None)
        case TellRecords(rows=rows, columns=columns):
            its = "its" if is_one(rows) else "their"
            told = listed(tuple(_inner(each, rows, voice) for each in columns)) or "day"
            return f"{voice.rows(rows, within=None)}, with {its} {told}"
        case Decide():
            return _decided(question, voice)
        case Profile():
            return _profiled(question, voice)
        case Relate(left=left, right=right, rows=rows, lag_days=lag):
            later = f" {lag} {'day' if abs(lag) == 1 else 'days'} later" if lag else ""
            pair = f"{_inner(left, rows, voice)} and {_inner(right, rows, voice)}{later}"
            return f"how {pair} go together{_among(rows, left, voice)}"
        case Contrast(rows=rows, baseline=baseline, column=column):
            reduced = Reduce(rows=rows, column=column, statistic=Statistic.MEAN)
            said, other = voice.number(reduced, within=None), place_said(baseline, column, voice, within=None)
            return f"how {said} differs from that{other if other.strip() else ' over all your data'}"
        case Trend(rows=rows, column=column):
            return f"how {_inner(column, rows, voice)} developed{_among(rows, column, voice)}"
        case ChangePoint(rows=rows, column=column):
            said = _inner(column, rows, voice)
            return f"the day from which on {said} differs most from before{_among(rows, column, voice)}"
        case Unusual(rows=rows, column=column):
            return f"unusual values of {_inner(column, rows, voice)}{_among(rows, column, voice)}"
        case _:
            assert_never(question)


def _inner(column: Column, rows: Rows, voice: Voice) -> str:
    return inner_column(column, source_of(rows), voice, within=window_of(rows))


def _among(rows: Rows, column: Column, voice: Voice) -> str:
    """Of which records, with a space before it."""
    if source_of(rows) is Table.DAYS:
        return place_said(rows, column, voice, within=None)
    return f" among {voice.rows(rows, within=None)}"


def _decided(question: Decide, voice: Voice) -> str:
    than = (_CLOCK_THAN if unit_of_number(question.left, voice.catalogue) == CLOCK else _THAN)[question.operator]
    left, right = (voice.number(each, within=None) for each in (question.left, question.right))
    share = f"; also {voice.number(question.share, within=_said_window(question.left))}" if question.share else ""
    return f"whether {left} {than} {right}{share}"


def _said_window(number: Number) -> Window | None:
    """The window that a number has said, where it is of one."""
    match number:
        case Reduce(rows=rows) | Count(rows=rows) | Share(rows=rows) | Streak(rows=rows):
            return window_of(rows)
        case _:
            return None


def _profiled(question: Profile, voice: Voice) -> str:
    rows, column = question.rows, question.column
    if column is None:
        said = count_core(Count(rows=rows), voice, within=None)
    else:
        said = reduce_core(Reduce(rows=rows, column=column, statistic=question.statistic), voice, within=None)
    which = f", and for which it is {_EXTREMES[question.extreme]}" if question.extreme else ""
    return f"the {said}, {GROUPS[question.by]}{which}"
