"""How the eighth batch reads what people say: usual values, spells, periods, and nights of either date."""

from collections.abc import Callable

import pandas as pd

from evals.everyday.conventions import periods_where
from evals.everyday.records import Person, correlation, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import Listed, Number, Single, Truth, change, count, listed, more, on, plain, share, yes

RIDE = "Outdoor Bike"


def km(meters: float) -> tuple[Number, ...]:
    return plain(meters / 1000), plain(meters)


def usual(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Single, ...]:
    """What is normal: the mean or the median."""
    return unit(float(values.mean())), unit(float(values.median()))


def often(holds: pd.Series) -> tuple[Number, ...]:
    """How often: how many times, or in percent."""
    return count(holds.sum()), share(holds)


def next_day(person: Person, name: str, holds: pd.Series) -> pd.Series:
    """The values of the day after each day that holds."""
    values: pd.Series = later(person.days[name]).reindex(person.days.index)[holds]
    return values


def last_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][-1]))


def first_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][0]))


def since(person: Person, day: pd.Timestamp) -> tuple[Truth, ...]:
    """How many days ago it was, or the day."""
    return count(person.ago(day)), on(day)


def spells(holds: pd.Series) -> tuple[Truth, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def current(holds: pd.Series) -> tuple[Number, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def longest_spell_start(holds: pd.Series) -> pd.Timestamp:
    """The first day of the longest streak by the calendar."""
    held = holds.asfreq("D", fill_value=False)
    lengths = held.groupby((~held).cumsum()).cumsum()
    end = pd.Timestamp(str(lengths.idxmax()))
    return end - pd.Timedelta(days=int(lengths.max()) - 1)


def less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def met(values: pd.Series, goal: float, unit: Callable[[float], Number]) -> tuple[Truth, ...]:
    """Whether the average is at least the goal, or the average, or how far from the goal it is."""
    mean = unit(float(values.mean()))
    return yes(mean.value >= goal), mean, change(mean.value - goal, mean.unit)


def trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    days = dates(values.dropna())
    spans = (1.0, 7.0, 30.0, float((days[-1] - days[0]).days))
    return (yes(p < 0.05 and falls == (slope < 0)), *(change(slope * span, unit) for span in spans))


def goes(one: pd.Series, other: pd.Series, *, down: bool) -> tuple[Truth, ...]:
    """Yes where the second goes the way asked when the first is more, and chance is out of the question."""
    rho, p = correlation(one, other)
    return yes(p < 0.05 and down == (rho < 0)), plain(rho)


def weekend_less_week(person: Person, name: str, unit: str) -> tuple[Number, ...]:
    """Weekends less weekdays, by either nights of a weekend."""
    of_weekend = [dates(person.days).dayofweek.isin(numbers) for numbers in ((5, 6), (4, 5))]
    values = person.days[name]
    return tuple(change(values[held].mean() - values[~held].mean(), unit) for held in of_weekend)


def weekend_nights_more(person: Person, name: str, unit: Callable[[float], Number]) -> tuple[Truth, ...]:
    """Whether it is more at weekends, by either nights of a weekend."""
    parts = [
        (person.weekdays(*nights), person.days[~dates(person.days).dayofweek.isin(nights)])
        for nights in ((5, 6), (4, 5))
    ]
    return tuple(truth for one, other in parts for truth in more(unit(one[name].mean()), unit(other[name].mean())))


def weekly(person: Person, counted: pd.Series) -> pd.Series:
    """The sum of each week on record by its Monday, those without any included."""
    mondays = dates(person.days).to_period("W-SUN").start_time.unique()
    sums: pd.Series = counted.groupby(dates(counted).to_period("W-SUN").start_time).sum()
    return sums.reindex(mondays.union(dates(sums)), fill_value=0)


def monthly(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


def by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def each(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """Every week or month in order, those at the ends included or not."""
    return tuple(listed([unit(value) for value in part]) for part in _parts(values))


def per_week(values: pd.Series, days: float) -> tuple[Truth, ...]:
    """How much an average week comes to, those at the ends included or not, or seven times the average of a day."""
    return (*(plain(part.mean()) for part in _parts(values)), plain(7 * days))


def extreme_weeks(values: pd.Series, *, highest: bool) -> tuple[Truth, ...]:
    """The Monday of the extreme week, of all or of those that the records do not begin or end in."""
    return tuple(on(part.idxmax() if highest else part.idxmin()) for part in _parts(values))


def weekends_where(person: Person, name: str, below: float) -> tuple[Number, ...]:
    """How many weekends stay below the limit in total."""
    return periods_where(Person(days=person.weekend, acts=person.acts).by_week(name) < below)


def _parts(values: pd.Series) -> tuple[pd.Series, ...]:
    return values, values.iloc[1:], values.iloc[:-1], values.iloc[1:-1]
