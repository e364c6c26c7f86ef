"""The fifth batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks and months that the records begin or end within may be left out.
"""

from collections.abc import Callable

import pandas as pd

from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import (
    Listed,
    Single,
    Truth,
    bpm,
    clock,
    count,
    kcal,
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


def _each(values: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """Every week or month in order, those at the ends included or not."""
    parts = (values, values.iloc[1:], values.iloc[:-1], values.iloc[1:-1])
    return tuple(listed([unit(value) for value in part]) for part in parts)


def _weekly(person: Person, counted: pd.Series) -> pd.Series:
    """The sum of each week on record by its Monday, those without any included."""
    mondays = dates(person.days).to_period("W-SUN").start_time.unique()
    sums: pd.Series = counted.groupby(dates(counted).to_period("W-SUN").start_time).sum()
    return sums.reindex(mondays.union(dates(sums)), fill_value=0)


def _days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


def _by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def _rides(person: Person) -> pd.DataFrame:
    return person.kind("Outdoor Bike")


def _averages(values: pd.Series) -> tuple[Truth, ...]:
    """How much an average period comes to, those at the ends included or not."""
    parts = (values, values.iloc[1:], values.iloc[:-1], values.iloc[1:-1])
    return tuple(plain(part.mean()) for part in parts)


def _typical(values: pd.Series) -> tuple[Truth, ...]:
    """The mean or the median of all periods, those at the ends included or not."""
    parts = (values, values.iloc[1:], values.iloc[:-1], values.iloc[1:-1])
    return (*_averages(values), *(plain(part.median()) for part in parts))


def _october(person: Person, name: str) -> tuple[pd.Series, pd.Series]:
    """The means of the weeks that have a day in October, of their days in October or of all of them."""
    within = Person(days=person.between("2024-10-01", "2024-10-31"), acts=person.acts).by_week(name, "mean")
    return within, person.by_week(name, "mean").loc[: within.index[-1]]


_B.topic("per week or month")
L("What were my total steps in each month?", lambda p: _each(p.by_month("steps"), steps))
A(
    "How many calories did I burn on bike rides each week?",
    lambda p: (
        *_each(_weekly(p, _rides(p).kcal), kcal),
        listed([kcal(value) for value in _weekly(p, _rides(p).kcal) if value]),
    ),
)
W(
    "How long did I sleep a night on average in each week of October?",
    lambda p: tuple(told for weeks in _october(p, "sleep") for told in _each(weeks, mins)),
)
L(
    "average sleep for every month since august",
    lambda p: _each(p.by_month("sleep", "mean").loc["2021-08":], mins)[::2],
)
B(
    "How many days over 12,000 steps did I have each week?",
    lambda p: _each(_weekly(p, (p.days.steps > 12000).astype(int)), count),
)
D("For every week, how much was my average of resting heart rate?", lambda p: _each(p.by_week("rhr", "mean"), bpm))
C(
    "on average how many steps do I take a week?",
    lambda p: (
        *_averages(p.by_week("steps")),
        plain(7 * p.days.steps.mean()),
        plain(7 * p.days.steps.sum() / 31),
    ),
)
L(
    "in a typical month how many nights do i sleep less than six hours",
    lambda p: _typical(_days_a_month(p.days.sleep < 360)),
)

W("show hrv by week pls", lambda p: _each(p.by_week("hrv", "mean"), ms))

_B.topic("three windows")
L(
    "average daily steps in September, October and November",
    lambda p: listed([steps(p.days.steps.loc[f"2021-{number:02}"].mean()) for number in (9, 10, 11)]),
)
W(
    "How much did I sleep last night, over the last 7 nights and over the last 30 nights on average?",
    lambda p: listed(windows(p, "sleep", "min", 1, 7, 30)),
)
A(
    "zone minutes on mondays vs wednesdays vs fridays on average",
    lambda p: listed([mins(p.weekdays(number).zone.mean()) for number in (0, 2, 4)]),
)
B(
    "How many steps did I take on the 1st, the 15th and the 31st of October?",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2023-10-{day}"), "steps")) for day in ("01", "15", "31")]),
)
C(
    "average bedtime from october 1 to 10, from 11 to 20 and from 21 to 31",
    lambda p: listed(
        [
            clock(p.between(f"2023-10-{first}", f"2023-10-{last}").bed.mean())
            for first, last in (("01", "10"), ("11", "20"), ("21", "31"))
        ]
    ),
)
D(
    "My average of steps in the last 5, 10 and 20 days?",
    lambda p: listed(windows(p, "steps", "steps", 5, 10, 20)),
)
L(
    "how many calories a day did i burn on average in october november and december",
    lambda p: listed([kcal(p.days.calories.loc[f"2021-{number}"].mean()) for number in (10, 11, 12)]),
)

_B.topic("periods")
L(
    "Which month did I burn the most calories in?",
    lambda p: (month(p.by_month("calories").idxmax()), month(p.by_month("calories", "mean").idxmax())),
)
W(
    "In which week did I sleep the least on average?",
    lambda p: tuple(on(weeks.idxmin()) for weeks in (p.by_week("sleep", "mean"), p.by_week("sleep", "mean")[1:-1])),
)
L("wich month did i get the least sleep per nite", lambda p: month(p.by_month("sleep", "mean").idxmin()))
A("Which weekday do I sleep the longest?", lambda p: weekday(int(_by_weekday(p, "sleep").argmax())))
B("what day of the week is my resting heart rate highest", lambda p: weekday(int(_by_weekday(p, "rhr").argmax())))
C(
    "which week had the most deep sleep per night",
    lambda p: tuple(on(weeks.idxmax()) for weeks in (p.by_week("deep", "mean"), p.by_week("deep", "mean")[1:-1])),
)
D(
    "Which week it was the best for my HRV?",
    lambda p: tuple(on(weeks.idxmax()) for weeks in (p.by_week("hrv", "mean"), p.by_week("hrv", "mean")[1:-1])),
)
L(
    "What was my most active month by average steps, and how many was that a day?",
    lambda p: tuple(listed([month(means.idxmax()), steps(means.max())]) for means in [p.by_month("steps", "mean")]),
)
L(
    "average resting heart rate in the month i slept the most per night",
    lambda p: bpm(p.by_month("rhr", "mean")[pd.Timestamp(str(p.by_month("sleep", "mean").idxmax()))]),
)

_B.topic("counted periods")
L(
    "In how many months did I average more than 6,000 steps a day?",
    lambda p: periods_where(p.by_month("steps", "mean") > 6000),
)
W(
    "In how many weeks was my average awake time over 45 minutes a night?",
    lambda p: periods_where(p.by_week("awake", "mean") > 45),
)
A(
    "How many weeks went by without a single bike ride?",
    lambda p: periods_where(_weekly(p, _rides(p).minutes) == 0),
)
D(
    "In how many weeks I was more than 10000 steps per day in average?",
    lambda p: periods_where(p.by_week("steps", "mean") > 10000),
)
B("weeks with more than three workouts, how many?", lambda p: periods_where(p.weekly_acts() > 3))
C(
    "On how many weekends did I walk more than 30,000 steps in total?",
    lambda p: periods_where(Person(days=p.weekend, acts=p.acts).by_week("steps") > 30000),
)
L(
    "how many months had more than five nights under 6 hours",
    lambda p: periods_where(_days_a_month(p.days.sleep < 360) > 5),
)
L("In how many weeks did I take at least 50,000 steps?", lambda p: periods_where(p.by_week("steps") >= 50000))
W("how many weeks was my hrv over 62 on average", lambda p: periods_where(p.by_week("hrv", "mean") > 62))

PERIODS = _B.questions
