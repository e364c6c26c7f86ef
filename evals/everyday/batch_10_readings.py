"""The tenth batch: the readings of a question that several of its questions share.

The night of a day is the one told on its date or on the next. A weekend is Saturday and Sunday; its nights, as dates,
those of Saturday and Sunday or of Friday and Saturday.
"""

from collections.abc import Callable

import pandas as pd

from evals.everyday.records import Person, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import (
    Listed,
    Number,
    Single,
    Truth,
    Truths,
    change,
    count,
    listed,
    mins,
    more,
    on,
    steps,
    yes,
)

WEEKENDS = ((5, 6), (4, 5))


def usual(values: pd.Series) -> tuple[float, float]:
    return float(values.mean()), float(values.median())


def next_steps(person: Person, holds: pd.Series) -> tuple[Number, ...]:
    """Mean steps on the day after the nights that hold: the date itself, where a night is told by its morning."""
    days = person.days.steps
    return steps(later(days).reindex(days.index)[holds].mean()), steps(days[holds].mean())


def night_after(person: Person, holds: pd.Series) -> tuple[Number, ...]:
    """Mean sleep in the night after the days that hold."""
    sleep = person.days.sleep
    return mins(sleep[holds].mean()), mins(later(sleep).reindex(sleep.index)[holds].mean())


def spells(holds: pd.Series) -> tuple[Truth, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def current(holds: pd.Series) -> tuple[Truth, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def last_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][-1]))


def ago(person: Person, day: pd.Timestamp) -> Truths:
    """How many days ago, or the date."""
    return count(person.ago(day)), on(day)


def without_ends(told: list[Single]) -> tuple[Listed, ...]:
    """All periods in order, or without those that the records begin or end in."""
    return tuple(listed(part) for part in (told, told[1:], told[:-1], told[1:-1]))


def less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    holds = p < 0.05 and falls == (slope < 0)
    span = float((dates(values.dropna())[-1] - dates(values.dropna())[0]).days)
    return (yes(holds), *(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span)))


def on_weekends(person: Person, name: str) -> tuple[tuple[float, float], ...]:
    """The mean of weekends and of the other days, by either nights of a weekend."""
    values = person.days[name]
    of_weekend = [dates(person.days).dayofweek.isin(numbers) for numbers in WEEKENDS]
    return tuple((float(values[held].mean()), float(values[~held].mean())) for held in of_weekend)


def by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def best_period(periods: pd.Series, told: Callable[[object], Single]) -> tuple[Truth, ...]:
    """The period of the highest value, with or without those that the records begin and end in."""
    return told(periods.idxmax()), told(periods.iloc[1:-1].idxmax())


def months(person: Person, name: str, *wanted: str) -> tuple[float, ...]:
    """The mean of each month."""
    return tuple(float(person.days[name].loc[each].mean()) for each in wanted)
