"""The fourth batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks and months that the records begin or end within may be left out.
"""

import pandas as pd

from evals.everyday.batch_4_readings import days_a_month, each, highest, lowest, weekly
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, dates
from evals.everyday.truths import bpm, kcal, listed, mins, month, ms, on, plain, steps, weekday

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("per week or month")
L(
    "how many kilometers did i walk each month",
    lambda p: tuple(told for part in (1000, 1) for told in each(p.by_month("distance") / part, plain)),
)
L("Could you give me the average sleep for every month?", lambda p: each(p.by_month("sleep", "mean"), mins))
C("My average resting heart rate for each week, please.", lambda p: each(p.by_week("rhr", "mean"), bpm))
B("avg zone mins per day, week by week", lambda p: each(p.by_week("zone", "mean"), mins))
W("weekly sleep average for all weeks", lambda p: each(p.by_week("sleep", "mean"), mins))
A(
    "list the calories i burned in workouts for every week",
    lambda p: (
        *each(weekly(p.acts.kcal, p), kcal),
        listed([kcal(value) for value in weekly(p.acts.kcal, p) if value]),
    ),
)
D("hrv per week on average", lambda p: each(p.by_week("hrv", "mean"), ms))

_B.topic("three windows")
L(
    "resting heart rate last 7 days, last 30 days and last 90 days",
    lambda p: listed(windows(p, "rhr", "bpm", 7, 30, 90)),
)
A(
    "how many cals did my workouts on the 20th, 23rd and 28th burn",
    lambda p: tuple(
        truth
        for burned in [[float(p.acts.kcal[pd.Timestamp(f"2023-10-{day}")]) for day in (20, 23, 28)]]
        for truth in (listed([kcal(value) for value in burned]), kcal(sum(burned)))
    ),
)
B(
    "avg sleep this week vs last week vs the week before",
    lambda p: (
        listed(
            [
                mins(p.between(first, last).sleep.mean())
                for first, last in (
                    ("2023-10-30", "2023-10-31"),
                    ("2023-10-23", "2023-10-29"),
                    ("2023-10-16", "2023-10-22"),
                )
            ]
        ),
        listed([mins(p.last(7, skip=skip).sleep.mean()) for skip in (0, 7, 14)]),
    ),
)
W(
    "mean hrv 1 to 7 november, 8 to 14 november and 15 to 21 november",
    lambda p: listed(
        [
            ms(p.between(f"2024-11-{first}", f"2024-11-{last}").hrv.mean())
            for first, last in (("01", "07"), ("08", "14"), ("15", "21"))
        ]
    ),
)
D(
    "averge steps on weekdays, on saturdays and on sundays",
    lambda p: listed([steps(part.steps.mean()) for part in (p.week, p.weekdays(5), p.weekdays(6))]),
)
L(
    "how many calories do I burn per day in october, november and december?",
    lambda p: listed([kcal(p.days.calories.loc[f"2021-{number}"].mean()) for number in (10, 11, 12)]),
)
C(
    "My average deep sleep over the last 5, 10 and 20 days?",
    lambda p: listed(windows(p, "deep", "min", 5, 10, 20)),
)
L(
    "total steps for june, for july and for august please",
    lambda p: listed([steps(p.days.steps.loc[f"2021-{number}"].sum()) for number in ("06", "07", "08")]),
)

_B.topic("periods")
L("which month did i sleep the most on average", lambda p: month(p.by_month("sleep", "mean").idxmax()))
C(
    "On which day of the week do I walk the most?",
    lambda p: weekday(int(p.days.steps.groupby(dates(p.days).dayofweek).mean().argmax())),
)
B(
    "which week did i work out the most",
    lambda p: (on(p.weekly_acts().idxmax()), on(weekly(p.acts.minutes, p).idxmax())),
)
D(
    "what was my worst week for sleep",
    lambda p: tuple(on(week) for week in lowest(p.by_week("sleep", "mean"))),
)
W(
    "what weekday do i burn the most calories usually",
    lambda p: weekday(int(p.days.calories.groupby(dates(p.days).dayofweek).mean().argmax())),
)
A(
    "in which week did i burn the most in workouts",
    lambda p: on(weekly(p.acts.kcal, p).idxmax()),
)
L(
    "what was my resting heart rate in my best month for steps",
    lambda p: tuple(
        bpm(p.by_month("rhr", "mean")[best])
        for how in ("mean", "sum")
        for best in [pd.Timestamp(str(p.by_month("steps", how).idxmax()))]
    ),
)
W(
    "wich week had the highest resting heart rate on avg",
    lambda p: tuple(on(week) for week in highest(p.by_week("rhr", "mean"))),
)

_B.topic("counted periods")
L(
    "how many months was my average resting heart rate above 75",
    lambda p: periods_where(p.by_month("rhr", "mean") > 75),
)
L(
    "In how many months did I walk at least 170000 steps in total?",
    lambda p: periods_where(p.by_month("steps") >= 170000),
)
W("how many weeks did i average less than 6 hours", lambda p: periods_where(p.by_week("sleep", "mean") < 360))
C("In how many weeks did I walk more than 75,000 steps?", lambda p: periods_where(p.by_week("steps") > 75000))
B("how many weeks did i get at least 3 workouts in", lambda p: periods_where(p.weekly_acts() >= 3))
A(
    "weeks with more than 500 kcal from workouts, how many",
    lambda p: periods_where(weekly(p.acts.kcal, p) > 500),
)
D(
    "how many weeks was my average hrv over 45",
    lambda p: periods_where(p.by_week("hrv", "mean") > 45),
)
L(
    "number of months with at least ten days of 7000 steps",
    lambda p: periods_where(days_a_month(p.days.steps >= 7000) >= 10),
)

PERIODS = _B.questions
