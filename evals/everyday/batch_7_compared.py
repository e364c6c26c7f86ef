"""The seventh batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

import pandas as pd

from evals.everyday.batch_4_readings import RIDE, in_step, less, trend
from evals.everyday.conventions import link, periods_where
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import (
    Truth,
    bpm,
    change,
    count,
    kcal,
    listed,
    mins,
    month,
    more,
    ms,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _halves(person: Person, name: str) -> tuple[tuple[pd.Series, pd.Series], ...]:
    """The two halves of October 2023, the 16th in the second half or in the first."""
    values = person.days[name]
    return tuple((values.loc["2023-10-01" : f"2023-10-{day}"], values.loc[f"2023-10-{day + 1}" :]) for day in (15, 16))


def _often(holds: pd.Series) -> tuple[Truth, ...]:
    """How many rows hold, or which share of them."""
    return count(holds.sum()), share(holds)


_B.topic("goals")
A(
    "I'm trying to burn 300 calories per workout. How many of my workouts got there?",
    lambda p: count((p.acts.kcal >= 300).sum()),
)
W("My aim is two hours of REM a night. How often do I get it?", lambda p: _often(p.days.rem.dropna() >= 120))
L(
    "I set myself 7,000 steps a day for November. How many days did I hit it?",
    lambda p: count((p.days.steps.loc["2021-11"] >= 7000).sum()),
)
B(
    "They say you need 150 zone minutes a week. Did I get that every single week?",
    lambda p: (
        yes((p.by_week("zone").iloc[1:-1] >= 150).all()),
        yes((p.by_week("zone") >= 150).all()),
        *periods_where(p.by_week("zone") >= 150),
    ),
)
C(
    "How many days this week did I reach my goal of 8,000 steps?",
    lambda p: tuple(count((week.steps >= 8000).sum()) for week in (p.between("2023-10-30", "2023-10-31"), p.last(7))),
)
D(
    "i want to sleep 450 minutes per night, do i reach it in average?",
    lambda p: (
        yes(p.days.sleep.mean() >= 450),
        mins(p.days.sleep.mean()),
        change(p.days.sleep.mean() - 450, "min"),
    ),
)
L(
    "My target is burning 2,000 calories a day. On how many days in December did I reach it?",
    lambda p: count((p.days.calories.loc["2021-12"] >= 2000).sum()),
)
W(
    "supposed to keep time awake under 30 min, how many nights did i manage that",
    lambda p: count((p.days.awake < 30).sum()),
)

_B.topic("decisions")
W(
    "Is my HRV higher after more than seven hours of sleep than after less than six?",
    lambda p: more(ms(p.days[p.days.sleep > 420].hrv.mean()), ms(p.days[p.days.sleep < 360].hrv.mean())),
)
L(
    "Did I take more steps in December or in November?",
    lambda p: tuple(
        truth
        for months in (p.by_month("steps", "mean"), p.by_month("steps"))
        for truth in (
            month(months["2021-11-01":"2021-12-01"].idxmax()),
            *more(steps(months["2021-12-01"]), steps(months["2021-11-01"]))[1:],
        )
    ),
)
A(
    "Rest days: do I actually walk more on those than on workout days?",
    lambda p: more(steps(p.without_acts().steps.mean()), steps(p.with_acts().steps.mean())),
)
B(
    "Was my heart rate higher on the treadmill than it usually is on the bike?",
    lambda p: tuple(
        truth
        for ride in (p.kind(RIDE).pulse.mean(), p.kind(RIDE).pulse.median())
        for truth in more(bpm(p.kind("Treadmill").pulse.mean()), bpm(ride))
    ),
)
C(
    "Did I get my 10,000 steps in yesterday?",
    lambda p: (yes(p.at(p.newest, "steps", after=-1) >= 10000), steps(p.at(p.newest, "steps", after=-1))),
)
D(
    "do i get more rem on the weekend then in the week",
    lambda p: tuple(
        truth
        for numbers in ((5, 6), (4, 5))
        for held in [dates(p.days).dayofweek.isin(numbers)]
        for truth in more(mins(p.days[held].rem.mean()), mins(p.days[~held].rem.mean()))
    ),
)
L(
    "Have I ever burned over 3,000 calories in a single day?",
    lambda p: (yes(p.days.calories.max() > 3000), count((p.days.calories > 3000).sum())),
)
W(
    "Did I get less deep sleep last night than the night before?",
    lambda p: less(mins(p.at(p.newest, "deep")), mins(p.at(p.newest, "deep", after=-1))),
)
A(
    "Have I been walking more since the 16th of October than before it?",
    lambda p: tuple(
        truth
        for before, since in _halves(p, "steps")[:1]
        for how in ("mean", "sum")
        for truth in more(steps(since.agg(how)), steps(before.agg(how)))
    ),
)

_B.topic("relations and trends")
W("does more sleep get me better hrv or nah", lambda p: in_step(p.days.sleep, p.days.hrv, sign=1))
L(
    "If I burn more calories, is my resting heart rate lower that day?",
    lambda p: in_step(p.days.calories, p.days.rhr, sign=-1),
)
A("Is my HRV related to what time I go to bed?", lambda p: link(p.days.bed, p.days.hrv))
B("Has my HRV gone up over the course of the month?", lambda p: trend(p.days.hrv, "ms", sign=1))
L(
    "I've been feeling tired lately. Has my resting heart rate been climbing since the new year?",
    lambda p: trend(p.days.rhr.loc["2022-01-01":], "bpm", sign=1),
)
W("any relationship between skin temp and hrv", lambda p: link(p.days.skin, p.days.hrv))
C("Does going to bed late cost me deep sleep?", lambda p: in_step(p.days.bed, p.days.deep, sign=-1))
D("is my stress score connected with hrv", lambda p: link(p.days.stress, p.days.hrv))
L(
    "Do I burn more calories on days when I cover more distance?",
    lambda p: in_step(p.days.distance, p.days.calories, sign=1),
)

_B.topic("changes")
L(
    "How much did my average daily calories change from October to November?",
    lambda p: change(p.days.calories.loc["2021-11"].mean() - p.days.calories.loc["2021-10"].mean(), "kcal"),
)
W(
    "How much did my average REM go up or down between the last two weeks and the two weeks before?",
    lambda p: change(p.last(14).rem.mean() - p.last(14, skip=14).rem.mean(), "min"),
)
A(
    "How much higher was my heart rate on my first run than on my second?",
    lambda p: tuple(
        truth
        for first, second in [p.kind("Run").pulse]
        for truth in (change(first - second, "bpm"), listed([bpm(first), bpm(second)], in_order=False))
    ),
)
B(
    "My resting heart rate on the 1st of October against the 31st, how many beats of difference is that?",
    lambda p: tuple(
        change(sign * (p.at(p.newest, "rhr") - p.at(pd.Timestamp("2023-10-01"), "rhr")), "bpm") for sign in (1, -1)
    ),
)
C(
    "How many more steps did I take last week than the week before?",
    lambda p: tuple(
        change(week.steps.agg(how) - before.steps.agg(how), "steps")
        for week, before in (
            (p.between("2023-10-23", "2023-10-29"), p.between("2023-10-16", "2023-10-22")),
            (p.last(7), p.last(7, skip=7)),
        )
        for how in ("sum", "mean")
    ),
)
D(
    "By what percent did my average steps go up or down from the first half of October to the second?",
    lambda p: tuple(change(100 * (second.mean() / first.mean() - 1), "%") for first, second in _halves(p, "steps")),
)
L(
    "October versus September, how many extra kilometres did I walk?",
    lambda p: tuple(
        change((months["2021-10-01"] - months["2021-09-01"]) / part)
        for months in (p.by_month("distance"), p.by_month("distance", "mean"))
        for part in (1000, 1)
    ),
)
A(
    "How many steps lie between my laziest day and my most active one?",
    lambda p: change(p.days.steps.max() - p.days.steps.min(), "steps"),
)
B(
    "how many calories more did my hardest burning ride burn than my easiest one",
    lambda p: (
        change(p.kind(RIDE).kcal.max() - p.kind(RIDE).kcal.min(), "kcal"),
        listed([kcal(p.kind(RIDE).kcal.max()), kcal(p.kind(RIDE).kcal.min())], in_order=False),
    ),
)
L(
    "What was the difference in distance between Christmas Day and the day after, in kilometres?",
    lambda p: tuple(
        change(sign * (p.at(day, "distance") - p.at(day, "distance", after=1)) / part)
        for day in [pd.Timestamp("2021-12-25")]
        for part in (1000, 1)
        for sign in (1, -1)
    ),
)

COMPARED = _B.questions
