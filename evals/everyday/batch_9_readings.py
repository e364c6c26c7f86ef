"""The ninth batch: the fair readings of nights, weekends, weeks and trends that several of its questions share."""

import pandas as pd

from evals.everyday.records import Person, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import Listed, Number, Single, Truth, change, clock, count, listed, mins, more, on, yes

WEEKENDS = ((5, 6), (4, 5))
"""Saturday and Sunday as dates, or the nights of Friday and Saturday."""


def of_night(person: Person, day: pd.Timestamp, name: str) -> tuple[Number, ...]:
    """What a day's night came to, told on its date or on the next."""
    return mins(person.at(day, name)), mins(person.at(day, name, after=1))


def clock_of_night(person: Person, day: pd.Timestamp, name: str) -> tuple[Truth, ...]:
    """When a day's night began or ended, told on its date or on the next."""
    return clock(person.at(day, name)), clock(person.at(day, name, after=1))


def next_day(person: Person, holds: pd.Series, name: str) -> pd.Series:
    """The values on the day after each that holds, as far as they are on record."""
    return later(person.days[name]).reindex(person.days.index)[holds]


def weekend_and_week(person: Person, name: str) -> tuple[tuple[float, float], ...]:
    """The means of weekends and of the other days, by either weekend."""
    values = person.days[name]
    held = [pd.Series(dates(values).dayofweek.isin(numbers), index=values.index) for numbers in WEEKENDS]
    return tuple((float(values[each].mean()), float(values[~each].mean())) for each in held)


def less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def spells(holds: pd.Series) -> tuple[Number, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def running(holds: pd.Series) -> tuple[Number, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def last_time(person: Person, holds: pd.Series) -> tuple[Truth, ...]:
    """The newest day that holds, or how many days ago it was."""
    day = pd.Timestamp(str(holds.index[holds][-1]))
    return on(day), count(person.ago(day))


def ago(person: Person, day: pd.Timestamp) -> tuple[Truth, ...]:
    return count(person.ago(day)), on(day)


def usual(values: pd.Series) -> tuple[float, float]:
    """What is usual: the mean, or the median."""
    return float(values.mean()), float(values.median())


def trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    span = float((dates(values.dropna())[-1] - dates(values.dropna())[0]).days)
    holds = p < 0.05 and falls == (slope < 0)
    return (yes(holds), *(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span)))


def all_or_whole(told: list[Single]) -> tuple[Listed, ...]:
    """All periods in order, or without those that the records begin or end in."""
    return tuple(listed(part) for part in (told, told[1:], told[:-1], told[1:-1]))


def days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


def by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means
