"""The ninth batch: clock times, streaks, shares and goals.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. A morning is that of its own date, or of the night that is told on that date.
"""

import pandas as pd

from evals.everyday.batch_9_readings import running, spells, usual
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, streak
from evals.everyday.truths import (
    Truths,
    change,
    clock,
    count,
    listed,
    mins,
    percent,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
OCTOBER_21 = pd.Timestamp("2023-10-21")


def _longest_rest(person: Person) -> Truths:
    """The days between two workouts that are furthest apart, or how far apart they are."""
    without = streak(~person.days.index.to_series().isin(person.acts.index))
    return count(without), count(without + 1)


def _weekday_and_weekend_mornings(person: Person) -> Truths:
    """The mornings of Saturday and Sunday end the nights told on Friday and Saturday."""
    return tuple(
        listed([clock(rest.wake.mean()), clock(person.weekdays(*ends).wake.mean())], in_order=False)
        for ends in ((5, 6), (4, 5))
        for rest in [person.weekdays(*({*range(7)} - {*ends}))]
    )


_B.topic("clock times")
A("What time do I usually go to bed?", lambda p: tuple(clock(value) for value in usual(p.days.bed)))
C(
    "when did i get up on the morning of october 21st",
    lambda p: (clock(p.at(OCTOBER_21, "wake", after=-1)), clock(p.at(OCTOBER_21, "wake"))),
)
D("how many nights was i in bed before 11", lambda p: count((p.days.bed < 1380).sum()))
C("average wake up time weekdays vs weekends pls", _weekday_and_weekend_mornings)
B("around what time do my workouts start on average", lambda p: clock(p.acts.clock.mean()))
B("whats the earliest ive woken up", lambda p: clock(p.days.wake.min()))

_B.topic("streaks")
L("What's my longest run of days with over 5,000 steps?", lambda p: spells(p.days.steps.dropna() > 5000))
A("longest i went without a workout, how many days", _longest_rest)
W("most nights in a row that i slept at least 6 hours", lambda p: spells(p.days.sleep.dropna() >= 360))
W("how many nights in a row has my hrv been over 60 now", lambda p: running(p.days.hrv.dropna() > 60))
C(
    "what is the longest i could keep 8000 steps every day without to miss one",
    lambda p: spells(p.days.steps.dropna() >= 8000),
)
B(
    "days in a row over 10000 steps, whats my record",
    lambda p: (*spells(p.days.steps > 10000), *spells(p.days.steps >= 10000)),
)

_B.topic("shares")
L(
    "On what percentage of days do I reach 5,000 steps?",
    lambda p: (share(p.days.steps.dropna() >= 5000), share(p.days.steps >= 5000)),
)
W(
    "how much of my sleep is light sleep in percent",
    lambda p: (
        percent(100 * p.days.light.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.light / p.days.sleep).mean()),
    ),
)
B("what percent of my workouts were bike rides", lambda p: share(p.acts.kind == "Outdoor Bike"))
C("wat % of mornings am i up b4 6.30", lambda p: share(p.days.wake < 390))
A("percentage of nights where i got less than 7 hours", lambda p: share(p.days.sleep < 420))
W("what percentage of nights was my blood oxygen under 95", lambda p: share(p.days.spo2.dropna() < 95))

_B.topic("goals")
L(
    "I'm aiming for 7,000 steps a day. How many days did I make it in December?",
    lambda p: count((p.days.steps.loc["2021-12"] >= 7000).sum()),
)
A(
    "am i getting my 150 zone minutes every week",
    lambda p: (yes((p.by_week("zone") >= 150).all()), count((p.by_week("zone") >= 150).sum())),
)
W(
    "my target is 7.5 hours of sleep how many nights did i get there in november",
    lambda p: count((p.days.sleep.loc["2024-11"] >= 450).sum()),
)
B(
    "how far off 8h of sleep am i on avg",
    lambda p: (change(p.days.sleep.mean() - 480, "min"), mins(480 - p.days.sleep.mean())),
)
C(
    "how often do I get 10 000 steps or more",
    lambda p: (count((p.days.steps >= 10000).sum()), share(p.days.steps >= 10000)),
)
D(
    "did i manage to average 10k steps a day this month",
    lambda p: (yes(p.days.steps.mean() >= 10000), steps(p.days.steps.mean())),
)

HABITS = _B.questions
