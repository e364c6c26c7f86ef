"""Fair readings of the fourth batch, each as a tuple of truths that are all accepted."""

from collections.abc import Callable

import pandas as pd

from evals.everyday.records import Person, correlation, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import Listed, Number, Single, Truth, change, count, listed, more, on, yes

Unit = Callable[[float], Number]
RIDE = "Outdoor Bike"


def usual(values: pd.Series) -> tuple[float, float]:
    """What is usual: the mean or the median."""
    return float(values.mean()), float(values.median())


def nights_of(person: Person, day: pd.Timestamp, name: str, unit: Callable[[float], Single]) -> tuple[Single, ...]:
    """The value of the night of a day, told on its date or on the next."""
    return unit(person.at(day, name)), unit(person.at(day, name, after=1))


def night_means(person: Person, days: pd.Index, name: str, unit: Unit) -> tuple[Number, ...]:
    """The mean over the nights of the days, told on their dates or on the next."""
    values = person.days[name]
    nights = [days, pd.DatetimeIndex(days).shift(1, freq="D")]
    return tuple(unit(values[values.index.isin(dated)].mean()) for dated in nights)


def after_nights(person: Person, holds: pd.Series, name: str, unit: Unit) -> tuple[Number, ...]:
    """The mean on the day after the nights that hold: the next date, or the date itself if told by its morning."""
    values = person.days[name]
    return unit(later(values).reindex(values.index)[holds].mean()), unit(values[holds].mean())


def day_after(person: Person, holds: pd.Series, name: str) -> float:
    """The mean on the dates that come next after those that hold."""
    values = person.days[name]
    next_days = dates(values)[holds.to_numpy()].shift(1, freq="D")
    return float(values[values.index.isin(next_days)].mean())


def spells(holds: pd.Series) -> tuple[Number, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def current(holds: pd.Series) -> tuple[Number, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def last_time(person: Person, holds: pd.Series) -> tuple[Truth, ...]:
    """The newest day that holds, or how many days ago it was."""
    day = pd.Timestamp(str(holds.index[holds.to_numpy()][-1]))
    return on(day), count(person.ago(day))


def less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def in_step(one: pd.Series, other: pd.Series, *, sign: int) -> tuple[Truth, ...]:
    """Whether they go together (1) or against each other (-1) with chance out of the question, or the correlation."""
    rho, chance = correlation(one, other)
    return yes(chance < 0.001 and rho * sign > 0), Number(value=rho)


def trend(values: pd.Series, unit: str, *, sign: int) -> tuple[Truth, ...]:
    """Whether it rises (1) or falls (-1) beyond chance, or its change a day, a week, a month or in all."""
    slope, chance = slope_p(values)
    kept = dates(values.dropna())
    span = float((kept[-1] - kept[0]).days)
    moves = tuple(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span))
    return (yes(chance < 0.05 and slope * sign > 0), *moves)


def each(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """Every week or month in order, those that the records begin or end in included or not."""
    parts = (values, values.iloc[1:-1], values.iloc[1:], values.iloc[:-1])
    return tuple(listed([unit(value) for value in part]) for part in parts)


def highest(values: pd.Series) -> tuple[pd.Timestamp, ...]:
    """The first day of the highest week or month, of all and of whole ones."""
    return tuple(dict.fromkeys(pd.Timestamp(str(part.idxmax())) for part in (values, values.iloc[1:-1])))


def lowest(values: pd.Series) -> tuple[pd.Timestamp, ...]:
    """The first day of the lowest week or month, of all and of whole ones."""
    return highest(-values)


def weekend_less_week(person: Person, name: str, unit: str) -> tuple[Number, ...]:
    """Weekends less weekdays, the nights of a weekend being those of Saturday and Sunday or of Friday and Saturday."""
    values = person.days[name]
    held = [dates(values).dayofweek.isin(numbers) for numbers in ((5, 6), (4, 5))]
    return tuple(change(values[part].mean() - values[~part].mean(), unit) for part in held)


def weekly(values: pd.Series, person: Person) -> pd.Series:
    """The sum of what happened in each week on record, by its Monday, those without anything included."""
    mondays = dates(person.days).to_period("W-SUN").start_time.unique()
    sums: pd.Series = values.groupby(dates(values).to_period("W-SUN").start_time).sum()
    return sums.reindex(mondays.union(dates(sums)), fill_value=0)


def days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts
