"""What the gates, the evidence, the review and the explanations have to know of what a finding rests on."""

from collections.abc import Iterator
from dataclasses import dataclass
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
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.questions.choosing import (
    differ_by_month,
    differ_by_weekday,
    differ_in_more_than_time,
    differ_in_time,
)
from services.validator.domain.questions.components import Overlap
from services.validator.domain.questions.overlaps import overlap_in_question
from services.validator.domain.questions.texts import chosen_among, text_of
from services.validator.domain.questions.traversal import Series, base_window, source_of
from services.validator.domain.recomputing.reductions import REDUCTIONS

_ENDS: Final = frozenset({Statistic.FIRST, Statistic.LATEST, Statistic.CHANGE})
_AVERAGES: Final = frozenset({Statistic.MEAN, Statistic.SUM})
_PERIODS: Final = {
    Unit.DAY: "days",
    Unit.WEEK: "weeks",
    Unit.MONTH: "months",
    Unit.QUARTER: "quarters",
    Unit.YEAR: "years",
}


@dataclass(frozen=True, kw_only=True)
class Basis:
    """How the values of a finding were chosen, and what its numbers are of.

    Attributes:
        noun: what the values are one each of, a plural: "days", "activities", "weeks".
        is_daily: whether there is one value a day at most.
        is_fact: whether it is counted or picked out, and so estimates nothing that could vary.
        is_indifferent_to_gaps: whether days without a value make no difference to it.
        is_average: whether a few extreme values pull it away from a usual one.
        is_in_percent_of_mean: whether its unit is a percentage of the mean of the values.
        is_searched: whether it is the largest step among all.
        is_between_groups: of a difference, whether the groups differ in more than when they were.
        by_weekday: of a difference, whether the days of the week are what its groups are about.
        by_month: likewise the time of year.
        in_time: of a trend or a difference, whether what is earlier and what later is what is claimed.
        lag_days: how many days after the first series the second is read.
        span: the first and the last day of the window, since 1970-01-01; None where it has none.
        feature: the series or the number in words that tell it from every other; `target` likewise the second series,
            or how the groups of a difference differ, empty without either.
        metrics: the daily metrics that an association is between, as they are recorded; None for anything else.
        overlap: how the two series of an association share what they measure; None where they do not.
        windows: what the windows are called, the later one first.
    """

    noun: str = "days"
    is_daily: bool = True
    is_fact: bool = False
    is_indifferent_to_gaps: bool = False
    is_average: bool = False
    is_in_percent_of_mean: bool = False
    is_searched: bool = False
    is_between_groups: bool = False
    by_weekday: bool = False
    by_month: bool = False
    in_time: bool = True
    lag_days: int = 0
    span: tuple[int, int] | None = None
    feature: str = ""
    target: str = ""
    metrics: tuple[str, str] | None = None
    overlap: Overlap | None = None
    windows: tuple[str, ...] = ()


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


def series_of(question: Question) -> tuple[Series, ...]:
    """The series that it is about, the first one first: two of a relation, none where nothing is measured."""
    match question:
        case Relate(left=left, right=right, rows=rows):
            return (Series(column=left, source=source_of(rows)), Series(column=right, source=source_of(rows)))
        case (
            Contrast(column=column, rows=rows)
            | Trend(column=column, rows=rows)
            | ChangePoint(column=column, rows=rows)
            | Unusual(column=column, rows=rows)
            | Tell(number=Reduce(column=column, rows=rows))
            | Decide(left=Reduce(column=column, rows=rows))
        ):
            return (Series(column=column, source=source_of(rows)),)
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
