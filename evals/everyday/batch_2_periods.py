"""The second batch: weeks, months and windows.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
Weeks and months that the records begin or end within may be left out. "Today" is the newest day on record.
"""

from collections.abc import Callable

import pandas as pd

from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import (
    Listed,
    Number,
    Single,
    bpm,
    count,
    listed,
    mins,
    month,
    ms,
    on,
    plain,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
_MONTHS = ("2021-07-01", "2021-07-31"), ("2021-08-01", "2021-08-31"), ("2021-09-01", "2021-09-30")


def _per_week(p: Person, counted: pd.Series) -> pd.Series:
    """What is counted, by the Monday of each week on record, those without any included."""
    mondays = dates(p.days).to_period("W-SUN").start_time.unique()
    values: pd.Series = counted.groupby(dates(counted).to_period("W-SUN").start_time).sum()
    return values.reindex(mondays.union(dates(values)), fill_value=0)


def _rates(values: pd.Series, *, periods: float) -> tuple[Number, ...]:
    """How much a week or month: over all, over whole ones, or over so many as the days come to."""
    means = (values.mean(), values.iloc[1:-1].mean(), values.sum() / periods)
    return tuple(truth for mean in means for truth in (plain(mean), count(round(float(mean), 1)), count(mean)))


def _busy_days(p: Person, limit: float) -> pd.Series:
    """How many days of each month have at least so many steps."""
    busy: pd.Series = (p.days.steps >= limit).groupby(dates(p.days).to_period("M").start_time).sum()
    return busy


def _ones(acts: pd.DataFrame) -> pd.Series:
    return pd.Series(1, index=acts.index)


def _each(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """Every week or month in order, those at the ends included or not."""
    parts = (values, values.iloc[1:-1], values.iloc[1:], values.iloc[:-1])
    return tuple(listed([unit(value) for value in part]) for part in parts)


def _best(values: pd.Series, *, lowest: bool = False) -> tuple[pd.Timestamp, ...]:
    """The first day of the highest week or month, of all and of whole ones."""
    parts = (values, values.iloc[1:-1])
    return tuple(pd.Timestamp(str(part.idxmin() if lowest else part.idxmax())) for part in parts)


_B.topic("per week or month")
L(
    "how many ten thousand step days do i have per month on average",
    lambda p: _rates(_busy_days(p, 10000), periods=len(p.days) / 365.25 * 12),
)
B(
    "On average, how many minutes do I exercise each week?",
    lambda p: tuple(
        mins(mean)
        for mean in (
            _per_week(p, p.acts.minutes).mean(),
            _per_week(p, p.acts.minutes).iloc[1:-1].mean(),
            *(7 * p.acts.minutes.sum() / days for days in (28, 31)),
        )
    ),
)
C("avg steps for each day of the week", lambda p: listed([steps(p.weekdays(n).steps.mean()) for n in range(7)]))
D("How many steps I make in total in each week?", lambda p: _each(p.by_week("steps"), steps))
W("hrv per month", lambda p: listed([ms(value) for value in p.by_month("hrv", "mean")]))
L("resting heart rate month by month please", lambda p: _each(p.by_month("rhr", "mean"), bpm))
A(
    "how many times a week do i bike on avg",
    lambda p: _rates(_per_week(p, _ones(p.kind("Outdoor Bike"))), periods=31 / 7),
)

_B.topic("three windows")
A(
    "avg sleep last 3 days vs last 7 days vs all of october",
    lambda p: listed([*windows(p, "sleep", "min", 3, 7), mins(p.days.sleep.mean())]),
)
B(
    "Would you compare my average steps for the last seven days, the last fourteen days and the whole month?",
    lambda p: listed([*windows(p, "steps", "steps", 7, 14), steps(p.days.steps.mean())]),
)
C(
    "hrv avg: saturdays vs sundays vs weekdays",
    lambda p: listed([ms(days.hrv.mean()) for days in (p.weekdays(5), p.weekdays(6), p.week)]),
)
L(
    "how much did i sleep on average in july august and september",
    lambda p: listed([mins(p.between(*each).sleep.mean()) for each in _MONTHS]),
)
W("daily kcal, past 7, 14, 21 days", lambda p: listed(windows(p, "calories", "kcal", 7, 14, 21)))
D(
    "My average of steps for 1-10 October, for 11-20 October and for 21-31 October?",
    lambda p: listed(
        [
            steps(p.between(f"2023-10-{first}", f"2023-10-{last}").steps.mean())
            for first, last in (("01", 10), (11, 20), (21, 31))
        ]
    ),
)
L(
    "was my resting heart rate lowest in june july or august",
    lambda p: month(p.by_month("rhr", "mean").loc["2021-06-01":"2021-08-31"].idxmin()),
)

_B.topic("periods")
B(
    "In which week did I earn the most zone minutes?",
    lambda p: tuple(on(day) for how in ("sum", "mean") for day in _best(p.by_week("zone", how))),
)
L("what month had the highest average hrv", lambda p: month(p.by_month("hrv", "mean").idxmax()))
A(
    "worst week for sleep, on avg?",
    lambda p: tuple(on(day) for day in _best(p.by_week("sleep", "mean"), lowest=True)),
)
C(
    "which weekday am I walking the least",
    lambda p: weekday(int(p.days.steps.groupby(dates(p.days).dayofweek).mean().argmin())),
)
D(
    "In which week my average resting heart rate was the lowest?",
    lambda p: tuple(on(day) for day in _best(p.by_week("rhr", "mean"), lowest=True)),
)
W(
    "weekday with least deep sleep",
    lambda p: weekday(int(p.days.deep.groupby(dates(p.days).dayofweek).mean().argmin())),
)
L(
    "in the month that i walked the most how long did i sleep on average",
    lambda p: tuple(
        mins(p.days.sleep[dates(p.days).to_period("M").start_time == p.by_month("steps", how).idxmax()].mean())
        for how in ("sum", "mean")
    ),
)
W(
    "which week had the most rem",
    lambda p: tuple(on(day) for how in ("sum", "mean") for day in _best(p.by_week("rem", how))),
)

_B.topic("counted periods")
A("how many weeks did i go over 80k steps total", lambda p: periods_where(p.by_week("steps") > 80000))
L(
    "in how many months was my average sleep more than seven and a half hours",
    lambda p: periods_where(p.by_month("sleep", "mean") > 450),
)
B(
    "In how many weeks did I go cycling at least twice?",
    lambda p: periods_where(_per_week(p, _ones(p.kind("Outdoor Bike"))) >= 2),
)
W("weeks with avg hrv over 60?", lambda p: periods_where(p.by_week("hrv", "mean") > 60))
D("How many weeks I have less than 60000 steps in total?", lambda p: periods_where(p.by_week("steps") < 60000))
C("no. of weeks my avg deep was above 1 hour", lambda p: periods_where(p.by_week("deep", "mean") > 60))
L(
    "how many months had at least five days over ten thousand steps",
    lambda p: periods_where(_busy_days(p, 10000) >= 5),
)

PERIODS = _B.questions
