"""The fourth batch: clock times, follow-ups, everyday words, streaks and shares.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_4_readings import RIDE, current, nights_of, spells, usual
from evals.everyday.conventions import windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP
from evals.everyday.truths import (
    bpm,
    clock,
    count,
    kcal,
    listed,
    mins,
    month,
    ms,
    on,
    percent,
    plain,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


_B.topic("clock times")
C(
    "What is my usual hour of getting up on weekdays, please?",
    lambda p: tuple(clock(value) for days in (p.week, p.weekdays(6, 0, 1, 2, 3)) for value in usual(days.wake)),
)
C(
    "What is the latest I have ever got up, and on which day was it?",
    lambda p: tuple(
        listed([clock(p.days.wake.max()), on(p.most("wake") + pd.Timedelta(days=days))]) for days in (0, 1)
    ),
)
D(
    "average time i get to bed on weeknights",
    lambda p: tuple(clock(nights.bed.mean()) for nights in (p.week, p.weekdays(6, 0, 1, 2, 3), p.weekdays(0, 1, 2, 3))),
)
A(
    "whats the latest in the day that ive started a workout",
    lambda p: clock(p.acts.clock.max()),
)
A("how many times this month was i in bed before 10pm", lambda p: count((p.days.bed < 1320).sum()))
B("number of days i got up before 5 in the morning", lambda p: count((p.days.wake < 300).sum()))
C(
    "At what time did I go to bed on the 12th of October?",
    lambda p: (clock(p.at(pd.Timestamp("2023-10-12"), "bed")), clock(p.at(pd.Timestamp("2023-10-13"), "bed"))),
)
B("earliest ive hit the sack and when was that", lambda p: listed([clock(p.days.bed.min()), on(p.least("bed"))]))

_B.topic("follow-ups")
L(
    ("average resting heart rate in august", "september?", "which of the two was lower"),
    lambda p: tuple(
        truth
        for means in [p.by_month("rhr", "mean")["2021-08-01":"2021-09-01"]]
        for truth in (month(means.idxmin()), listed([bpm(value) for value in means], in_order=False))
    ),
)
B(
    ("lowkey how many workouts did i get in this month", "how many of those were bike rides"),
    lambda p: count(len(p.kind(RIDE))),
)
C(
    ("How many steps did I take on the 24th of October?", "And the day after?"),
    lambda p: steps(p.at(pd.Timestamp("2023-10-25"), "steps")),
)
W(
    ("average rem the last 7 days", "and deep", "what about the whole of october"),
    lambda p: mins(p.days.deep.loc["2024-10"].mean()),
)
A(("total time on the bike this month?", "calories?"), lambda p: kcal(p.kind(RIDE).kcal.sum()))
D(
    ("how much did i sleep on average this month", "only on weekends"),
    lambda p: (mins(p.weekend.sleep.mean()), mins(p.weekdays(4, 5).sleep.mean())),
)
L(
    ("how many steps did I do in total in july", "and the month after"),
    lambda p: steps(p.days.steps.loc["2021-08"].sum()),
)
C(
    (
        "What was my resting heart rate on the 12th of October?",
        "And my heart rate variability?",
        "And a week later?",
    ),
    lambda p: ms(p.at(pd.Timestamp("2023-10-19"), "hrv")),
)
B(("steps yesterday", "n the day before that"), lambda p: steps(p.at(p.newest, "steps", after=-2)))
D(
    ("how many steps did i do on the 30th", "how long did i sleep that night", "ok n bedtime?"),
    lambda p: nights_of(p, pd.Timestamp("2023-10-30"), "bed", clock),
)

_B.topic("everyday words")
D(
    "how much shuteye am i getting a night",
    lambda p: (mins(p.days.sleep.mean()), *windows(p, "sleep", "min", 7, 14, 30)),
)
L(
    "my average heart rate at rest over the past month",
    lambda p: (*windows(p, "rhr", "bpm", 30, 31, 28, 22), bpm(p.days.rhr.loc["2021-12"].mean())),
)
B("all my training time this month added together, how long is that", lambda p: mins(p.acts.minutes.sum()))
C(
    "How restless are my nights, I mean how many minutes am I awake on average?",
    lambda p: mins(p.days.awake.mean()),
)
W("breaths per minute while asleep, average", lambda p: plain(p.days.breathing.mean()))
L(
    "how far i have walked altogether in october?",
    lambda p: tuple(plain(p.days.distance.loc["2021-10"].sum() / part) for part in (1000, 1)),
)
W("mean skin temp at night in november", lambda p: plain(p.days.skin.loc["2024-11"].mean()))
A("avg mins a day in the fat burn zone", lambda p: mins(p.days.fatburn.mean()))
D("stress score on the 25th", lambda p: plain(p.at(pd.Timestamp("2023-10-25"), "stress")))
C(
    "I keep hearing about deep sleep. How much of it do I get on a normal night?",
    lambda p: tuple(mins(value) for value in usual(p.days.deep)),
)

_B.topic("streaks")
L(
    "how many nights in a row did I sleep 7 hours or more, at best",
    lambda p: spells(p.days.sleep.dropna() >= 420),
)
B(
    "most days back to back that ive trained without a rest day",
    lambda p: spells(p.days.index.to_series().isin(p.acts.index)),
)
C(
    "How many days in succession have I managed over eight thousand steps, at best?",
    lambda p: spells(p.days.steps > 8000),
)
A("how many days in a row up to today have i been over 8k", lambda p: current(p.days.steps > 8000))
D("whats my worst run of days in a row with less than 8000 steps", lambda p: spells(p.days.steps < 8000))
W("whats my recrod for nights in a row under 7 hrs", lambda p: spells(p.days.sleep.dropna() < 420))
L("longest streak with more than five thousand steps every day", lambda p: spells(p.days.steps.dropna() > 5000))
W("current streak of nights with hrv 60 or up", lambda p: current(p.days.hrv.dropna() >= 60))

_B.topic("shares")
L("what percent of days is my resting hart rate below 75?", lambda p: share(p.days.rhr.dropna() < 75))
C(
    "In what percentage of nights do I get at least an hour of deep sleep?",
    lambda p: (share(p.days.deep.dropna() >= 60), share(p.days.deep >= 60)),
)
B("what % of my workouts were shorter than half an hour", lambda p: share(p.acts.minutes < 30))
D("percentage of days over ten thousand steps", lambda p: share(p.days.steps > 10000))
W(
    "what percentage of the time im asleep is rem",
    lambda p: (
        percent(100 * p.days.rem.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.rem / p.days.sleep).mean()),
    ),
)
L(
    "um so what percentage of my nights are shorter than six hours",
    lambda p: share(p.days.sleep.dropna() < 360),
)
A(
    "what percentage of days did i do a workout",
    lambda p: (share(p.days.index.to_series().isin(p.acts.index)), percent(100 * p.acts.index.nunique() / 31)),
)
A(
    "did i sleep 7 hours or more on most nights",
    lambda p: (yes((p.days.sleep >= 420).mean() > 0.5), share(p.days.sleep >= 420), count((p.days.sleep >= 420).sum())),
)
D("on what percentage of nights am i in bed before half past eleven", lambda p: share(p.days.bed < 1410))

HABITS = _B.questions
