"""How the sixth batch reads what can be read in two ways, each as a tuple of truths that are all accepted."""

from collections.abc import Callable

import pandas as pd

from evals.everyday.records import Person, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import Listed, Number, Single, Truth, Truths, change, count, listed, more, on, plain, yes

RIDE = "Outdoor Bike"
Unit = Callable[[float], Number]


def usual(values: pd.Series) -> tuple[float, float]:
    return float(values.mean()), float(values.median())


def km(meters: float) -> tuple[Number, ...]:
    """A distance in kilometres or metres."""
    return plain(meters / 1000), plain(meters)


def nights_of(person: Person, day: pd.Timestamp, name: str, unit: Callable[[float], Single]) -> tuple[Single, ...]:
    """The value of the night of a day, told on its date or on the next."""
    return unit(person.at(day, name)), unit(person.at(day, name, after=1))


def next_day(person: Person, name: str, holds: pd.Series, *, days: int = 1) -> float:
    """The mean so many days after those that hold."""
    return float(later(person.days[name], days).reindex(person.days.index)[holds].mean())


def on_it_or_next_day(person: Person, name: str, holds: pd.Series, unit: Unit) -> tuple[Number, ...]:
    """The mean of the days that hold, or of the days after them: a night is told on its date or on the next."""
    return tuple(unit(next_day(person, name, holds, days=days)) for days in (0, 1))


def last_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][-1]))


def since(person: Person, day: pd.Timestamp) -> Truths:
    """How many days ago it was, or the day."""
    return count(person.ago(day)), on(day)


def morning_after(day: pd.Timestamp) -> tuple[Truth, ...]:
    """The morning that ends a night, by the date of the night or by its own."""
    return on(day), on(day + pd.Timedelta(days=1))


def spells(holds: pd.Series) -> tuple[Truth, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def current(holds: pd.Series) -> tuple[Truth, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def picked_in_any_order(best: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """The days that were picked, or their values, where ties leave the order open."""
    return (
        listed([on(day) for day in best.index], in_order=False),
        listed([unit(value) for value in best], in_order=False),
    )


def less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def apart(one: float, other: float, unit: str = "") -> tuple[Number, Number]:
    """How far one is from the other, told of either."""
    return change(one - other, unit), change(other - one, unit)


def trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    holds = p < 0.05 and falls == (slope < 0)
    span = float((dates(values.dropna())[-1] - dates(values.dropna())[0]).days)
    return (yes(holds), *(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span)))


def _with_and_without_ends(values: pd.Series) -> tuple[pd.Series, ...]:
    """All periods, or without those that the records begin and end in."""
    return values, values.iloc[1:], values.iloc[:-1], values.iloc[1:-1]


def each(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """Every week or month in order, those at the ends included or not."""
    return tuple(listed([unit(value) for value in part]) for part in _with_and_without_ends(values))


def averages(values: pd.Series) -> tuple[Truth, ...]:
    """How much an average period comes to, those at the ends included or not."""
    return tuple(plain(part.mean()) for part in _with_and_without_ends(values))


def least_period(values: pd.Series, unit: Callable[[object], Single]) -> tuple[Single, ...]:
    """The period with the least, those at the ends included or not."""
    return tuple(unit(part.idxmin()) for part in (values, values.iloc[1:-1]))


def most_period(values: pd.Series, unit: Callable[[object], Single]) -> tuple[Single, ...]:
    """The period with the most, those at the ends included or not."""
    return tuple(unit(part.idxmax()) for part in (values, values.iloc[1:-1]))


def weekly(person: Person, counted: pd.Series) -> pd.Series:
    """The sum of each week on record by its Monday, those without any included."""
    mondays = dates(person.days).to_period("W-SUN").start_time.unique()
    sums: pd.Series = counted.groupby(dates(counted).to_period("W-SUN").start_time).sum()
    return sums.reindex(mondays.union(dates(sums)), fill_value=0)


def days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


def by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means
