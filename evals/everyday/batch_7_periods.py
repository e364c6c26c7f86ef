"""The seventh batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks and months that the records begin or end within may be left out.
"""

import pandas as pd

from evals.everyday.batch_4_readings import days_a_month, each, highest, lowest, weekly
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import bpm, clock, count, kcal, listed, mins, month, on, plain, steps, weekday

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _weekday_means(person: Person, name: str) -> pd.Series:
    """The mean of each weekday on record by its number, Monday 0."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def _whole_or_not(values: pd.Series) -> tuple[pd.Series, ...]:
    """Every week or month, or without those that the records begin or end in."""
    return values, values.iloc[1:-1], values.iloc[1:], values.iloc[:-1]


_B.topic("per week or month")
L("How many calories did I burn in each month?", lambda p: each(p.by_month("calories"), kcal))
W("Show me my average breathing rate week by week.", lambda p: each(p.by_week("breathing", "mean"), plain))
A(
    "How many minutes did I exercise each week?",
    lambda p: (
        *each(weekly(p.acts.minutes, p), mins),
        listed([mins(value) for value in weekly(p.acts.minutes, p) if value]),
    ),
)
B("How many zone minutes did I collect in total each week?", lambda p: each(p.by_week("zone"), mins))
L(
    "For each month, how many days did I go over 10,000 steps?",
    lambda p: each(days_a_month(p.days.steps > 10000), count),
)
C("What was my average bedtime each week?", lambda p: each(p.by_week("bed", "mean"), clock))
D("steps per day on avg for every week pls", lambda p: each(p.by_week("steps", "mean"), steps))
L(
    "On average, how many kilometres do I walk in a week?",
    lambda p: tuple(
        plain(value / part)
        for value in (*(weeks.mean() for weeks in _whole_or_not(p.by_week("distance"))), 7 * p.days.distance.mean())
        for part in (1000, 1)
    ),
)
W(
    "deep sleep averages for october and november, by month",
    lambda p: listed([mins(value) for value in p.by_month("deep", "mean")]),
)

_B.topic("three windows")
W(
    "Average sleep on Mondays, Wednesdays and Saturdays?",
    lambda p: listed([mins(p.weekdays(number).sleep.mean()) for number in (0, 2, 5)]),
)
L(
    "Compare my average resting heart rate in September, October and November.",
    lambda p: listed([bpm(p.days.rhr.loc[f"2021-{number:02}"].mean()) for number in (9, 10, 11)]),
)
A(
    "What was my step count on October 10th, on the 20th and on the 30th?",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2023-10-{day}"), "steps")) for day in (10, 20, 30)]),
)
B(
    "zone minutes for each of the last three days",
    lambda p: listed([mins(value) for value in p.last(3).zone], in_order=False),
)
C("What's my average HRV over the last 3, 7 and 14 days?", lambda p: listed(windows(p, "hrv", "ms", 3, 7, 14)))
D(
    "I want to see how long I slept on October 13, 14 and 15.",
    lambda p: listed([mins(p.at(pd.Timestamp(f"2023-10-{day}"), "sleep")) for day in (13, 14, 15)]),
)
L(
    "In which of these three did I sleep the most per night: July, August or September?",
    lambda p: month(p.by_month("sleep", "mean")["2021-07-01":"2021-09-01"].idxmax()),
)
W(
    "average rem for the past 5 nights, the past 10 and the past 20",
    lambda p: listed(windows(p, "rem", "min", 5, 10, 20)),
)

_B.topic("periods")
L(
    "What month had the lowest average steps?",
    lambda p: tuple(month(day) for day in lowest(p.by_month("steps", "mean"))),
)
W("What was my worst week for HRV?", lambda p: tuple(on(week) for week in lowest(p.by_week("hrv", "mean"))))
A("On which weekday is my HRV usually the lowest?", lambda p: weekday(int(_weekday_means(p, "hrv").argmin())))
B(
    "On what day of the week do I burn the most in workouts?",
    lambda p: tuple(
        weekday(int(burned.index[int(burned.argmax())]))
        for how in ("sum", "mean")
        for burned in [p.acts.kcal.groupby(dates(p.acts).dayofweek).agg(how)]
    ),
)
C(
    "What was my best week for REM, going by the nightly average?",
    lambda p: tuple(on(week) for week in highest(p.by_week("rem", "mean"))),
)
D(
    "in wich week i walked the most",
    lambda p: tuple(on(week) for how in ("sum", "mean") for week in highest(p.by_week("steps", how))),
)
L(
    "How long did I sleep on average in the month when my resting heart rate was lowest?",
    lambda p: mins(p.by_month("sleep", "mean")[pd.Timestamp(str(p.by_month("rhr", "mean").idxmin()))]),
)
L(
    "Which month was I awake the longest per night?",
    lambda p: month(p.by_month("awake", "mean").idxmax()),
)
W(
    "Which weekday do I get the most sleep on?",
    lambda p: tuple(
        weekday(number) for best in [int(_weekday_means(p, "sleep").argmax())] for number in (best, (best - 1) % 7)
    ),
)

_B.topic("counted periods")
L(
    "How many months did I walk at least 100 kilometres?",
    lambda p: periods_where(p.by_month("distance") >= 100000),
)
W(
    "How many weeks had an average resting heart rate of more than 59?",
    lambda p: periods_where(p.by_week("rhr", "mean") > 59),
)
A(
    "right so i want to know how many weeks i exercised for more than an hour and a half in total",
    lambda p: periods_where(weekly(p.acts.minutes, p) > 90),
)
B(
    "how many weeks did i sleep more than seven hours a night on average",
    lambda p: periods_where(p.by_week("sleep", "mean") > 420),
)
C(
    "In how many weeks did I get to 10,000 steps on at least four days?",
    lambda p: periods_where(weekly((p.days.steps >= 10000).astype(int), p) >= 4),
)
D(
    "In how many weeks was my average bedtime after 11 pm?",
    lambda p: periods_where(p.by_week("bed", "mean") > 1380),
)
L(
    "How many weekends were there where I took fewer than 5,000 steps over both days together?",
    lambda p: periods_where(Person(days=p.weekend, acts=p.acts).by_week("steps") < 5000),
)
L(
    "months with more than ten nights over 8 hrs, how many",
    lambda p: periods_where(days_a_month(p.days.sleep > 480) > 10),
)

PERIODS = _B.questions
