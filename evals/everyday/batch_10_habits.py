"""The tenth batch: clock times, conversations, streaks, shares and goals.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_10_readings import WEEKENDS, current, spells, usual
from evals.everyday.conventions import counts
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, streak
from evals.everyday.truths import (
    bpm,
    clock,
    count,
    kcal,
    listed,
    mins,
    on,
    percent,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"
AEROBIC = "Aerobic Workout"

_B.topic("clock times")
A("i feel like i go to bed too late, when is it normally", lambda p: tuple(clock(v) for v in usual(p.days.bed)))
D("whats the earlist i got up this month", lambda p: clock(p.days.wake.min()))
C(
    "Average wake-up time on weekdays and on weekends, please.",
    lambda p: tuple(
        listed([clock(p.weekdays(*({*range(7)} - {*numbers})).wake.mean()), clock(p.weekdays(*numbers).wake.mean())])
        for numbers in WEEKENDS
    ),
)
B("at what time do my workouts normally start", lambda p: tuple(clock(v) for v in usual(p.acts.clock)))
A("number of nights i was in bed before 10pm", lambda p: count((p.days.bed < 1320).sum()))
C(
    "what time did i get up on october 15th",
    lambda p: tuple(clock(p.at(pd.Timestamp(f"2023-10-{day}"), "wake")) for day in (15, 14)),
)
D(
    "what time did i go to bed on october 7th mustve been late",
    lambda p: tuple(clock(p.at(pd.Timestamp(f"2023-10-{day}"), "bed")) for day in ("07", "06")),
)
A("how many of my workouts began after 4 pm", lambda p: count((p.acts.clock > 960).sum()))
C(
    "hey amy what has my average bedtime been over the last two weeks",
    lambda p: clock(p.last(14).bed.mean()),
)

_B.topic("follow-ups")
L(("average steps in november", "december?"), lambda p: steps(p.days.steps.loc["2021-12"].mean()))
W(
    ("How many nights below 6 hours did I have in November?", "And below 5?"),
    lambda p: count((p.days.sleep.loc["2024-11"] < 300).sum()),
)
C(("how much deep sleep do i get on average", "and rem", "which day was it the most"), lambda p: on(p.most("rem")))
A(
    ("avg steps last 7 days", "last 14?", "and the last 30"),
    lambda p: steps(p.last(30).steps.mean()),
)
B(
    ("how many calroies did i burn on my bike rides", "average per ride?", "and for the aerobic workouts"),
    lambda p: kcal(p.kind(AEROBIC).kcal.mean()),
)
L(
    ("What was my resting heart rate on Christmas Day?", "And on New Year's Day?"),
    lambda p: bpm(p.at(pd.Timestamp("2022-01-01"), "rhr")),
)
D(("how many days did i do over 10k steps", "as a percentage?"), lambda p: share(p.days.steps > 10000))
C(
    ("longest night of sleep?", "and the shortest", "how many steps the day after that one"),
    lambda p: tuple(steps(p.at(p.least("sleep"), "steps", after=days)) for days in (1, 0)),
)

_B.topic("streaks")
A("whats my longst streak of 10k step days", lambda p: spells(p.days.steps >= 10000))
L("what is the most days in a row I stayed below 5000 steps?", lambda p: spells(p.days.steps.dropna() < 5000))
W(
    "worst run of nights in a row with less than 7 hours, how many nights was it",
    lambda p: spells(p.days.sleep.dropna() < 420),
)
C("how many nights in a row have i now slept more than 6 hours", lambda p: current(p.days.sleep > 360))
B(
    "most consecutive days i worked out",
    lambda p: count(streak(p.days.index.to_series().isin(p.acts.index))),
)
L("longest stretch of days with a resting heart rate under 70", lambda p: spells(p.days.rhr.dropna() < 70))
W(
    ("how many nights was my hrv above 60", "longest streak of those?"),
    lambda p: spells(p.days.hrv.dropna() > 60),
)

_B.topic("shares")
C(
    "what percentage of nights do i get more than an hour of deep sleep",
    lambda p: share(p.days.deep.dropna() > 60),
)
L("percent of days over 8k steps", lambda p: share(p.days.steps.dropna() > 8000))
A(
    "how many percent of my workouts are bike rides?",
    lambda p: share(p.acts.kind == RIDE),
)
W(
    "how much of my sleep is deep sleep, as a percentage",
    lambda p: (
        percent(100 * p.days.deep.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.deep / p.days.sleep).mean()),
    ),
)
B(
    "on what percentage of days did i do a workout",
    lambda p: tuple(percent(100 * len(p.with_acts()) / days) for days in (len(p.days), 31)),
)
D(
    "In how much percent of the nights I have less than 60 minutes REM?",
    lambda p: share(p.days.rem.dropna() < 60),
)
L(
    "what % of nights in december did i get 8 hours or more",
    lambda p: share(p.days.sleep.loc["2021-12"].dropna() >= 480),
)

_B.topic("goals")
L(
    "Since I retired my daily goal is 6,000 steps. On how many days in November did I reach it?",
    lambda p: count((p.days.steps.loc["2021-11"] >= 6000).sum()),
)
B(
    "my doctor wants 150 active zone minutes a week, did i manage that last week",
    lambda p: tuple(
        truth
        for zone in (p.between("2023-10-23", "2023-10-29").zone, p.last(7).zone)
        for truth in (yes(zone.sum() >= 150), mins(zone.sum()))
    ),
)
C(
    "i am a student and i want at least seven and a half hours of sleep every night how often do i manage that",
    lambda p: (count((p.days.sleep >= 450).sum()), share(p.days.sleep >= 450)),
)
W(
    "trying to keep my resting heart rate under 60, how many nights in november was it",
    lambda p: count((p.days.rhr.loc["2024-11"] < 60).sum()),
)
D(
    "goal is 10k steps a day on average for the month. made it?",
    lambda p: (yes(p.days.steps.mean() >= 10000), steps(p.days.steps.mean())),
)
A(
    "plan is being in bed by 11 pm. how many nights did i miss that?",
    lambda p: count((p.days.bed > 1380).sum()),
)
L(
    "have i ever reached 30,000 steps in one day",
    lambda p: (yes((p.days.steps >= 30000).any()), count((p.days.steps >= 30000).sum()), steps(p.days.steps.max())),
)
W(
    ("how many nights did i sleep 7 hours or more in october", "my target was 20, did i make it"),
    lambda p: tuple(yes(each.value >= 20) for each in counts(p.days.sleep.loc["2024-10"], 420)),
)

HABITS = _B.questions
