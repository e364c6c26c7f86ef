"""The numbers of what compares: two columns, two groups, earlier and later."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.algebra import ChangePoint, Contrast, Relate, Table, Trend
from services.validator.domain.answering.answers import Answer, Tally
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.columns import shifted
from services.validator.domain.recomputing.evaluating import Given
from services.validator.domain.recomputing.series import present
from services.validator.domain.records.series import Days, Floats, Mask
from services.validator.domain.statistics import contrasts, ranks

_FEWEST_PAIRS: Final = 4
_FEWEST_OF_A_LINE: Final = 3
_WEEK: Final = 7


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """The rows that have both values.

    Attributes:
        days: shape (n,), ascending: the day of `left`.
        left: shape (n,).
        right: shape (n,), read so many days later.
        chosen: how many rows there are.
    """

    days: Days
    left: Floats
    right: Floats
    chosen: int


@dataclass(frozen=True, kw_only=True, eq=False)
class TwoGroups:
    """The values of two groups of rows, each once, in order of time.

    Attributes:
        days: shape (n,), ascending.
        values: shape (n,), finite.
        recent: shape (n,): which are of the rows.
        prior: shape (n,): which are of the baseline; a value may be of both.
        chosen: how many different rows there are, with a value or without.
    """

    days: Days
    values: Floats
    recent: Mask
    prior: Mask
    chosen: int


def pairs_of(question: Relate, given: Given) -> Pairs:
    """Both columns on the rows, the right one so many days later."""
    source, at = source_of(question.rows), given.rows(question.rows)
    days = given.records(source).days
    left, right = given.column(question.left, source), given.column(question.right, source)
    if source is Table.DAYS:
        right = shifted(right, days, question.lag_days)
    both = at[np.isfinite(left[at]) & np.isfinite(right[at])]
    return Pairs(days=days[both], left=left[both], right=right[both], chosen=at.size)


def groups_of(question: Contrast, given: Given) -> TwoGroups:
    """The column on the rows and on the baseline."""
    source = source_of(question.rows)
    own, other = given.rows(question.rows), given.rows(question.baseline)
    either = np.union1d(own, other)
    values = given.column(question.column, source)[either]
    there = np.isfinite(values)
    at = either[there]
    return TwoGroups(
        days=given.records(source).days[at],
        values=values[there],
        recent=np.isin(at, own),
        prior=np.isin(at, other),
        chosen=either.size,
    )


def relate(question: Relate, given: Given) -> Answer:
    """Spearman's rank correlation, and Kendall's."""
    pairs, tally = pairs_of(question, given), Tally()
    n = pairs.left.size
    tally.count("n", n)
    if n < _FEWEST_PAIRS or min(np.unique(pairs.left).size, np.unique(pairs.right).size) < 2:
        return tally.answer()
    rho, tau = ranks.spearman(pairs.left, pairs.right), ranks.kendall_tau_b(pairs.left, pairs.right)
    for key, value in {"effect": rho, "rho": rho, "tau": tau}.items():
        tally.number(key, value, scale=1.0)
    return tally.answer()


def contrast(question: Contrast, given: Given) -> Answer:
    """The two means and their difference; without a value in either group only how many there are."""
    groups, tally = groups_of(question, given), Tally()
    _add_groups(tally, groups)
    if groups.values.size > 1 and groups.recent.any() and groups.prior.any():
        scale = float(np.abs(groups.values).max())
        tally.number("sd", float(groups.values.std(ddof=1)), scale=scale)
    return tally.answer()


def trend(question: Trend, given: Given) -> Answer:
    """The least-squares change from the first to the last value, and the slope per week."""
    series, tally = present(question.rows, question.column, given), Tally()
    tally.count("n", series.values.size)
    days = int(series.days[-1] - series.days[0]) if series.values.size else 0
    if series.values.size < _FEWEST_OF_A_LINE or not days:
        return tally.answer()
    scale = float(np.abs(series.values).max())
    change = float(contrasts.of_line(series.days) @ series.values)
    tally.number("effect", change, scale=scale)
    tally.number("slope_per_week", _WEEK * change / days, scale=_WEEK * scale / days)
    tally.number("mean", float(series.values.mean()), scale=scale)
    return tally.answer()


def step_of(question: ChangePoint, given: Given) -> TwoGroups:
    """The values before the day from which on the level differs most, and from it on; no groups without such a day."""
    series = present(question.rows, question.column, given)
    before = contrasts.change_point(series.values, series.days)
    places = np.arange(series.values.size)
    return TwoGroups(
        days=series.days,
        values=series.values,
        recent=places >= (series.values.size if before is None else before),
        prior=places < (before or 0),
        chosen=series.chosen,
    )


def change_point(question: ChangePoint, given: Given) -> Answer:
    """The difference of the two levels, and the first day of the new one."""
    groups, tally = step_of(question, given), Tally()
    if not groups.recent.any():
        tally.count("n", groups.values.size)
        return tally.answer()
    _add_groups(tally, groups)
    tally.count("day", float(groups.days[groups.recent][0]))
    return tally.answer()


def _add_groups(tally: Tally, groups: TwoGroups) -> None:
    recent, prior = groups.values[groups.recent], groups.values[groups.prior]
    tally.count("n", groups.values.size)
    tally.count("n_recent", recent.size)
    tally.count("n_prior", prior.size)
    if recent.size and prior.size:
        scale = float(np.abs(groups.values).max(initial=math.nan))
        tally.number("effect", float(recent.mean() - prior.mean()), scale=scale)
        tally.number("mean_recent", float(recent.mean()), scale=scale)
        tally.number("mean_prior", float(prior.mean()), scale=scale)
