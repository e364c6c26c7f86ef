"""What the gates, the evidence and the review have to know of a question."""

from collections.abc import Iterator
from typing import Final, assert_never

from services.validator.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Count,
    Decide,
    Field,
    Literal,
    Norm,
    Number,
    NumberArithmetic,
    Periods,
    Profile,
    Question,
    Reduce,
    ReferenceBound,
    Relate,
    Rows,
    Share,
    Statistic,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unit,
    Unusual,
    When,
)
from services.validator.domain.basis import Basis
from services.validator.domain.finding import FindingKind
from services.validator.domain.questions.choosing import (
    differ_by_month,
    differ_by_weekday,
    differ_in_more_than_time,
    differ_in_time,
)
from services.validator.domain.questions.overlaps import overlap_in_question
from services.validator.domain.questions.texts import chosen_among, text_of
from services.validator.domain.recomputing.reductions import REDUCTIONS
from services.validator.domain.recomputing.traversal import base_window, source_of

_ENDS: Final = frozenset({Statistic.FIRST, Statistic.LATEST, Statistic.CHANGE})
_AVERAGES: Final = frozenset({Statistic.MEAN, Statistic.SUM})
_PERIODS: Final = {
    Unit.DAY: "days",
    Unit.WEEK: "weeks",
    Unit.MONTH: "months",
    Unit.QUARTER: "quarters",
    Unit.YEAR: "years",
}


def kind_of(question: Question) -> FindingKind:
    """Which kind of claim its answer is."""
    match question:
        case Relate():
            return FindingKind.ASSOCIATION
        case Contrast() | Trend() | ChangePoint():
            return FindingKind.TREND
        case Tell() | TellRecords() | Decide() | Profile() | Unusual():
            return FindingKind.SCALAR
        case _:
            assert_never(question)


def basis_of_question(question: Question) -> Basis:  # noqa: PLR0911, one a production
    """Of a question that is not too large, whether it fits the records or not."""
    match question:
        case Relate():
            return _of_two_columns(question)
        case Contrast():
            return _of_two_groups(question)
        case Trend(rows=rows, column=column) | ChangePoint(rows=rows, column=column):
            return Basis(
                noun=noun_of(rows),
                is_daily=source_of(rows) is Table.DAYS,
                is_searched=isinstance(question, ChangePoint),
                feature=_series(column, rows),
                windows=_labels(rows),
            )
        case Tell(number=Reduce(rows=rows) as number) if not isinstance(source_of(rows), Periods):
            return _of_values(number)
        case Tell(number=Share(rows=rows) | Streak(rows=rows)):
            is_daily = source_of(rows) is Table.DAYS
            return _of_fact(question, rows, is_daily=is_daily, is_indifferent_to_gaps=False)
        case Unusual(rows=rows):
            return _of_fact(question, rows, is_daily=source_of(rows) is Table.DAYS)
        case TellRecords(rows=rows) | Profile(rows=rows):
            return _of_fact(question, rows)
        case Tell(number=number) | Decide(left=number):
            return _of_fact(question, *rows_in(number))
        case _:
            assert_never(question)


def rows_in(number: Number) -> tuple[Rows, ...]:
    """The rows that a number is about, the first one first; none of a constant."""
    return tuple(_rows_in(number))


def columns_of(question: Question) -> tuple[Column, ...]:
    """The series that it is about, the first one first: two of a relation, none where nothing is measured."""
    match question:
        case Relate(left=left, right=right):
            return (left, right)
        case Contrast(column=column) | Trend(column=column) | ChangePoint(column=column) | Unusual(column=column):
            return (column,)
        case Tell(number=Reduce(column=column)) | Decide(left=Reduce(column=column)):
            return (column,)
        case _:
            return ()


def noun_of(rows: Rows) -> str:
    """What rows are one each of, a plural."""
    source = source_of(rows)
    return source.value if isinstance(source, Table) else _PERIODS[source.unit]


def _rows_in(number: Number) -> Iterator[Rows]:
    match number:
        case Reduce(rows=rows) | Count(rows=rows) | Share(rows=rows) | Streak(rows=rows) | When(rows=rows):
            yield rows
        case NumberArithmetic(left=left, right=right):
            yield from _rows_in(left)
            yield from _rows_in(right)
        case Literal() | Norm() | ReferenceBound():
            pass
        case _:
            assert_never(number)


def _of_fact(question: Question, *rows: Rows, is_daily: bool = False, is_indifferent_to_gaps: bool = True) -> Basis:
    return Basis(
        noun=noun_of(rows[0]) if rows else "values",
        is_daily=is_daily,
        is_fact=True,
        is_indifferent_to_gaps=is_indifferent_to_gaps,
        feature=text_of(question),
        windows=_labels(*rows),
    )


def _of_values(number: Reduce) -> Basis:
    """A statistic of what days, activities or samples have."""
    is_fact = REDUCTIONS[number.statistic].is_count
    return Basis(
        noun=noun_of(number.rows),
        is_daily=source_of(number.rows) is Table.DAYS,
        is_fact=is_fact,
        is_indifferent_to_gaps=is_fact or number.statistic in _ENDS,
        is_average=number.statistic in _AVERAGES,
        is_in_percent_of_mean=number.statistic is Statistic.CV,
        feature=_series(number.column, number.rows),
        windows=_labels(number.rows),
    )


def _of_two_columns(question: Relate) -> Basis:
    metrics = None
    if isinstance(question.left, Field) and isinstance(question.right, Field):
        metrics = (question.left.name, question.right.name) if source_of(question.rows) is Table.DAYS else None
    return Basis(
        noun=noun_of(question.rows),
        is_daily=source_of(question.rows) is Table.DAYS,
        lag_days=question.lag_days,
        feature=_series(question.left, question.rows),
        target=_series(question.right, question.rows),
        metrics=metrics,
        overlap=overlap_in_question(question),
        windows=_labels(question.rows),
    )


def _of_two_groups(question: Contrast) -> Basis:
    is_between_groups = differ_in_more_than_time(question)
    chosen = sorted(chosen_among(rows) or "all" for rows in (question.rows, question.baseline))
    return Basis(
        noun=noun_of(question.rows),
        is_daily=source_of(question.rows) is Table.DAYS,
        is_between_groups=is_between_groups,
        by_weekday=differ_by_weekday(question),
        by_month=differ_by_month(question),
        in_time=differ_in_time(question),
        feature=text_of(question.column),
        target=" against ".join(chosen) if is_between_groups else "",
        windows=_labels(question.rows, question.baseline),
    )


def _series(column: Column, rows: Rows) -> str:
    """A column by its own text, with the rows it is read on where these are not simply days."""
    chosen = chosen_among(rows)
    return f"{text_of(column)} on {chosen}" if chosen else text_of(column)


def _labels(*rows: Rows) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label for each in rows if (label := base_window(each).label)))
