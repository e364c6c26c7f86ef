"""From a question and the stored records to the numbers the gates weigh."""

from dataclasses import replace
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Count,
    Decide,
    Literal,
    Norm,
    Number,
    NumberArithmetic,
    Profile,
    Question,
    Reduce,
    ReferenceBound,
    Relate,
    Rows,
    Share,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unusual,
    When,
)
from services.validator.domain.answering.by_kind import answer_to
from services.validator.domain.answering.comparisons import groups_of, pairs_of, step_of
from services.validator.domain.claims.basis import kind_of, rows_in
from services.validator.domain.claims.expected import Expected, expected
from services.validator.domain.claims.finding import Finding
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.questions.problems import problem_of
from services.validator.domain.questions.traversal import base_window, source_of
from services.validator.domain.recomputing.evaluating import TRUE, UNKNOWN, Given
from services.validator.domain.recomputing.interpreter import Interpreter
from services.validator.domain.recomputing.records import ends_of
from services.validator.domain.recomputing.series import Present, present
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import Store
from services.validator.domain.statistics import contrasts

_CONSTANTS: Final = (Literal, Norm, ReferenceBound)
_NO_DAYS: Final = np.zeros(0, np.int64)


def read_sample(finding: Finding, store: Store) -> Sample | Unreadable:
    """The numbers behind a finding; its own play no part. Never raises, whatever the data.

    Args:
        finding: the claim.
        store: what was read of what it needs.
    """
    question = finding.question
    if not finding.id:
        return Unreadable(reason="the finding has no id, so its numbers cannot be cited")
    if finding.kind is None:
        return Unreadable(reason="the finding does not say what kind of claim it is")
    if question is None:
        return Unreadable(reason="the finding does not say which data it rests on")
    if problem := problem_of(question, store):
        return Unreadable(reason=problem)
    kind = kind_of(question)
    if finding.kind is not kind:
        return Unreadable(reason=f"what is asked gives a finding of kind {kind.value} and not {finding.kind.value}")
    with np.errstate(all="ignore"):
        return _sample(question, Interpreter(store))


def _sample(question: Question, given: Given) -> Sample | Unreadable:  # noqa: PLR0911, one a production
    match question:
        case Relate():
            return _of_pairs(question, given)
        case Contrast():
            return _of_groups(question, given)
        case ChangePoint():
            return _of_step(question, given)
        case Trend(rows=rows, column=column):
            series = present(rows, column, given)
            line = contrasts.of_line(series.days) if series.days.size else np.zeros(0)
            sample = _of_values(question, rows, series, given, _record(rows, column, given))
            return replace(sample, contrast=line)
        case Unusual(rows=rows, column=column) | Tell(number=Reduce(rows=rows, column=column)):
            series = present(rows, column, given)
            return _of_values(question, rows, series, given, _record(rows, column, given))
        case Profile(rows=rows, column=None) | TellRecords(rows=rows):
            return _of_values(question, rows, _counted(rows, given), given)
        case Profile(rows=rows, column=column) if column is not None:
            return _of_values(question, rows, present(rows, column, given), given)
        case Tell(number=number) | Decide(left=number):
            about = next(iter(rows_in(number)), None)
            return _of_values(question, about, _footing(number, given), given)
        case _:
            raise AssertionError(question)


def _of_values(
    question: Question, rows: Rows | None, series: Present, given: Given, record: DailySeries | None = None
) -> Sample:
    told = Expected(calendar=series.days, chosen=series.chosen) if rows is None else expected(rows, given)
    return Sample(
        question=question,
        answer=answer_to(question, given),
        span=None if rows is None else _span(rows, given),
        feature=series.values,
        target=None,
        days=series.days,
        calendar=told.calendar,
        chosen=max(told.chosen, series.values.size),
        record=record,
    )


def _of_pairs(question: Relate, given: Given) -> Sample:
    pairs, told = pairs_of(question, given), expected(question.rows, given)
    return Sample(
        question=question,
        answer=answer_to(question, given),
        span=_span(question.rows, given),
        feature=pairs.left,
        target=pairs.right,
        days=pairs.days,
        calendar=told.calendar,
        chosen=told.chosen,
        record=_record(question.rows, question.left, given),
        target_record=_record(question.rows, question.right, given),
    )


def _of_groups(question: Contrast, given: Given) -> Sample | Unreadable:
    groups = groups_of(question, given)
    if groups.prior.any() != groups.recent.any():
        which = "selected" if groups.prior.any() else "other"
        return Unreadable(reason=f"nothing in the {which} group has a value, so there is nothing to compare")
    own, other = expected(question.rows, given), expected(question.baseline, given)
    calendar = np.union1d(own.calendar, other.calendar)
    is_daily = source_of(question.rows) is Table.DAYS
    return Sample(
        question=question,
        answer=answer_to(question, given),
        span=_span(question.rows, given),
        feature=groups.values,
        target=None,
        days=groups.days,
        calendar=calendar,
        chosen=calendar.size if is_daily and not (own.is_picked or other.is_picked) else groups.chosen,
        contrast=contrasts.of_difference(groups.prior, groups.recent),
        earlier=groups.prior,
        later=groups.recent,
        record=_record(question.rows, question.column, given),
    )


def _of_step(question: ChangePoint, given: Given) -> Sample:
    step, told = step_of(question, given), expected(question.rows, given)
    return Sample(
        question=question,
        answer=answer_to(question, given),
        span=_span(question.rows, given),
        feature=step.values,
        target=None,
        days=step.days,
        calendar=told.calendar,
        chosen=told.chosen,
        contrast=contrasts.of_difference(step.prior, step.recent),
        earlier=step.prior,
        later=step.recent,
        record=_record(question.rows, question.column, given),
    )


def _footing(number: Number, given: Given) -> Present:
    """What a number rests on: of arithmetic the operand with fewer values, constants apart."""
    match number:
        case Reduce(rows=rows, column=column):
            return present(rows, column, given)
        case Count(rows=rows) | When(rows=rows):
            return _counted(rows, given)
        case Share(rows=rows, test=test) | Streak(rows=rows, test=test):
            source, at = source_of(rows), given.rows(rows)
            truths = given.test(test, source)[at]
            known = truths != UNKNOWN
            days = given.records(source).days[at[known]]
            held = (truths[known] == TRUE).astype(np.float64)
            return Present(at=at[known], days=days, values=held, chosen=at.size)
        case NumberArithmetic(left=left, right=right):
            sides = [_footing(each, given) for each in (left, right) if not isinstance(each, _CONSTANTS)]
            return min(sides, key=lambda side: side.values.size, default=_of_nothing(size=1))
        case Literal() | Norm() | ReferenceBound():
            return _of_nothing(size=0)
        case _:
            assert_never(number)


def _of_nothing(*, size: int) -> Present:
    """Of a number that no record goes into."""
    places = np.arange(size, dtype=np.int64)
    return Present(at=places, days=places, values=np.ones(size), chosen=size)


def _counted(rows: Rows, given: Given) -> Present:
    at = given.rows(rows)
    return Present(at=at, days=given.records(source_of(rows)).days[at], values=np.ones(at.size), chosen=at.size)


def _record(rows: Rows, column: Column, given: Given) -> DailySeries | None:
    """The column on every day on record; None of what is no daily series."""
    if source_of(rows) is not Table.DAYS:
        return None
    return DailySeries.of(given.recorded, given.column(column, Table.DAYS))


def _span(rows: Rows, given: Given) -> tuple[int, int] | None:
    """The window as it was said; None where an end is undefined."""
    first, last = ends_of(base_window(rows), given)
    return (int(first), int(last)) if np.isfinite(first) and np.isfinite(last) else None
