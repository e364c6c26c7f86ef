"""The third batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import (
    Listed,
    Single,
    bpm,
    count,
    listed,
    mins,
    month,
    on,
    plain,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _in_2021(person: Person, name: str, *months: int) -> list[pd.Series]:
    return [person.days[name].loc[f"2021-{number:02}"] for number in months]


def _by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def _without_ends(told: list[Single]) -> tuple[Listed, ...]:
    """All periods in order, or without those that the records begin or end in."""
    return tuple(listed(part) for part in (told, told[1:], told[:-1], told[1:-1]))


def _rides(person: Person) -> pd.Series:
    """How many bike rides each week has."""
    return Person(days=person.days, acts=person.kind("Outdoor Bike")).weekly_acts()


def _days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


_B.topic("per week or month")
L("my average resting heart rate month by month", lambda p: listed([bpm(v) for v in p.by_month("rhr", "mean")]))
B(
    "could you list how many workouts I did in every single week",
    lambda p: (*_without_ends([count(v) for v in p.weekly_acts()]), listed([count(v) for v in p.weekly_acts() if v])),
)
W(
    "deep sleep averages week by week since november started",
    lambda p: _without_ends(
        [mins(v) for v in Person(days=p.days.loc["2024-11-01":], acts=p.acts).by_week("deep", "mean")]
    ),
)
A(
    "rides in an average week how many do i do",
    lambda p: tuple(
        plain(value)
        for rides in [_rides(p)]
        for value in (rides.mean(), rides.iloc[1:-1].mean(), *(7 * rides.sum() / days for days in (31, len(p.days))))
    ),
)
D("total steps for each week", lambda p: _without_ends([steps(v) for v in p.by_week("steps")]))
L(
    "how many 10k days do i get in a normal month",
    lambda p: tuple(
        plain(value)
        for months in (
            _days_a_month(p.days.steps >= 10000),
            _days_a_month(p.days.steps >= 10000).iloc[1:-1],
            _days_a_month(p.days.steps >= 10000).iloc[1:],
        )
        for value in (months.mean(), months.median())
    ),
)
C(
    "per week how much deep sleep on average per night show me all weeks",
    lambda p: _without_ends([mins(v) for v in p.by_week("deep", "mean")]),
)

_B.topic("three windows")
W("rhr past 3 days, past 10 days, past 30 days", lambda p: listed(windows(p, "rhr", "bpm", 3, 10, 30)))
L(
    "in the summer how many steps a day: june, july and august separately please",
    lambda p: listed([steps(each.mean()) for each in _in_2021(p, "steps", 6, 7, 8)]),
)
A(
    "how long did i sleep on the 26th 27th and 28th of october",
    lambda p: listed([mins(p.at(pd.Timestamp(f"2023-10-{day}"), "sleep")) for day in (26, 27, 28)]),
)
B(
    "zone minutes a day on average: 1 to 10 october, 11 to 20 october, 21 to 31 october",
    lambda p: listed(
        [
            mins(p.between(f"2023-10-{first}", f"2023-10-{last}").zone.mean())
            for first, last in (("01", "10"), ("11", "20"), ("21", "31"))
        ]
    ),
)
D("hrv over 7 days 14 days and 21 days", lambda p: listed(windows(p, "hrv", "ms", 7, 14, 21)))
C(
    "average steps friday vs saturday vs sunday",
    lambda p: listed([steps(p.weekdays(number).steps.mean()) for number in (4, 5, 6)]),
)
L(
    "median steps july, october, december",
    lambda p: listed([steps(each.median()) for each in _in_2021(p, "steps", 7, 10, 12)]),
)

_B.topic("periods")
L("which month had my lowest average resting pulse?", lambda p: month(p.by_month("rhr", "mean").idxmin()))
W(
    "weakest week for deep sleep was which one",
    lambda p: tuple(on(weeks.idxmin()) for weeks in (p.by_week("deep", "mean"), p.by_week("deep", "mean").iloc[1:-1])),
)
A("on what weekday i make the fewest steps", lambda p: weekday(int(_by_weekday(p, "steps").argmin())))
B("which weekday do i rack up the most zone minutes", lambda p: weekday(int(_by_weekday(p, "zone").argmax())))
L(
    "what month had the most nights over 8 hours",
    lambda p: (
        month(_days_a_month(p.days.sleep > 480).idxmax()),
        month(_days_a_month(p.days.sleep >= 480).idxmax()),
    ),
)
L(
    "average sleep in the month i walked the least",
    lambda p: tuple(
        mins(p.by_month("sleep", "mean")[pd.Timestamp(str(months.idxmin()))])
        for months in (
            p.by_month("steps", "mean"),
            p.by_month("steps"),
            p.by_month("steps").iloc[1:-1],
            p.by_month("steps", "mean").iloc[1:-1],
        )
    ),
)
C(
    "best week for steps and how many did i get in it",
    lambda p: tuple(
        listed([on(weeks.idxmax()), steps(weeks.max())])
        for weeks in (p.by_week("steps"), p.by_week("steps", "mean"), p.by_week("steps", "mean").iloc[1:-1])
    ),
)
W("which weekday is my hrv the highest typically", lambda p: weekday(int(_by_weekday(p, "hrv").argmax())))

_B.topic("counted periods")
L(
    "in how many months did i average under 7 h 10 min of sleep",
    lambda p: periods_where(p.by_month("sleep", "mean") < 430),
)
W("how many weeks was my mean hrv over 60", lambda p: periods_where(p.by_week("hrv", "mean") > 60))
A(
    "how many weeks had at least two bike rides in them",
    lambda p: periods_where(_rides(p) >= 2),
)
B("number of weeks with over 60000 steps", lambda p: periods_where(p.by_week("steps") > 60000))
L(
    "how many months did i burn more than 53,000 calories in total",
    lambda p: periods_where(p.by_month("calories") > 53000),
)
L(
    "how many weekends did i do more than 15k steps, saturday and sunday together",
    lambda p: periods_where(Person(days=p.weekend, acts=p.acts).by_week("steps") > 15000),
)
D(
    "weeks where i slept over 7 and a half hours on average, how many",
    lambda p: periods_where(p.by_week("sleep", "mean") > 450),
)

PERIODS = _B.questions
