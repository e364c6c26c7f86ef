"""The tenth batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_10_readings import best_period, by_weekday, months, without_ends
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, dates
from evals.everyday.truths import (
    clock,
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


def _days_a_month(holds: pd.Series) -> pd.Series:
    """How many days of each month hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period("M").start_time).sum()
    return counts


_B.topic("per week or month")
L(
    "average daily steps for every month, can you list them",
    lambda p: without_ends([steps(v) for v in p.by_month("steps", "mean")]),
)
W("weekly hrv averages please", lambda p: without_ends([ms(v) for v in p.by_week("hrv", "mean")]))
B("total steps per week", lambda p: without_ends([steps(v) for v in p.by_week("steps")]))
A(
    "How many workouts do I do per week on average?",
    lambda p: tuple(
        plain(value)
        for acts in [p.weekly_acts()]
        for value in (acts.mean(), acts.iloc[1:-1].mean(), *(7 * acts.sum() / days for days in (31, len(p.days))))
    ),
)
L(
    "how many nights with more than 8 hours did i have in each month",
    lambda p: without_ends([count(v) for v in _days_a_month(p.days.sleep > 480)]),
)
C(
    "give me average sleep for each week of october",
    lambda p: without_ends([mins(v) for v in p.by_week("sleep", "mean")]),
)
D("zone minutes week by week, the totals", lambda p: without_ends([mins(v) for v in p.by_week("zone")]))

_B.topic("three windows")
W("hrv over the past 10, 20 and 30 days", lambda p: listed(windows(p, "hrv", "ms", 10, 20, 30)))
L(
    "How many kilometres did I walk in June, in July and in August?",
    lambda p: tuple(
        listed([plain(p.days.distance.loc[f"2021-{number:02}"].sum() / part) for number in (6, 7, 8)])
        for part in (1000, 1)
    ),
)
A(
    "how long did i sleep on the 7th, the 8th and the 9th of october",
    lambda p: listed([mins(p.at(pd.Timestamp(f"2023-10-0{day}"), "sleep")) for day in (7, 8, 9)]),
)
B(
    "resting heart rate avg last 5 days, last 10 days, last 20 days",
    lambda p: listed(windows(p, "rhr", "bpm", 5, 10, 20)),
)
D(
    "steps for monday 9 october tuesday 10 october and wednesday 11 october",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2023-10-{day}"), "steps")) for day in ("09", "10", "11")]),
)
C(
    "when do i go to bed on average on fridays, saturdays and sundays?",
    lambda p: listed([clock(p.weekdays(number).bed.mean()) for number in (4, 5, 6)]),
)
L(
    "average sleep september vs october vs november",
    lambda p: listed([mins(v) for v in months(p, "sleep", "2021-09", "2021-10", "2021-11")]),
)

_B.topic("periods")
L("the month with the most steps, which one was it?", lambda p: month(p.by_month("steps").idxmax()))
W("what was my best week for hrv?", lambda p: best_period(p.by_week("hrv", "mean"), on))
B("what day of the week do i walk the most", lambda p: weekday(int(by_weekday(p, "steps").argmax())))
B("in which week did i have the most workouts", lambda p: on(p.weekly_acts().idxmax()))
L(
    "In what month was my resting heart rate the highest on average?",
    lambda p: month(p.by_month("rhr", "mean").idxmax()),
)
C("my laziest weekday going by steps", lambda p: weekday(int(by_weekday(p, "steps").argmin())))
L(
    ("which month did i sleep the least on average", "how many steps a day did i do in that month"),
    lambda p: steps(p.by_month("steps", "mean")[pd.Timestamp(str(p.by_month("sleep", "mean").idxmin()))]),
)
W(
    "which weekday do i get least sleep",
    lambda p: weekday(int(by_weekday(p, "sleep").argmin())),
)

_B.topic("counted periods")
L(
    "In how many months did I average more than 6000 steps a day?",
    lambda p: periods_where(p.by_month("steps", "mean") > 6000),
)
L("how many weeks did i walk at least 50k steps", lambda p: periods_where(p.by_week("steps") >= 50000))
A("in how many weeks did i get 150 or more zone minutes", lambda p: periods_where(p.by_week("zone") >= 150))
W(
    "number of weeks where i averaged under 6 and a half hours of sleep",
    lambda p: periods_where(p.by_week("sleep", "mean") < 390),
)
C("how many weeks was my average hrv over 35", lambda p: periods_where(p.by_week("hrv", "mean") > 35))
B("how many weeks had three workouts or more", lambda p: periods_where(p.weekly_acts() >= 3))
L(
    ("how many km did i walk in october", "in how many months was it more than 120 km"),
    lambda p: periods_where(p.by_month("distance") > 120000),
)

PERIODS = _B.questions
