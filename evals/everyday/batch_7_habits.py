"""The seventh batch: clock times, follow-ups, everyday words, streaks and shares.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_4_readings import RIDE, current, spells, usual
from evals.everyday.conventions import windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person
from evals.everyday.truths import (
    Listed,
    OnDay,
    bpm,
    change,
    clock,
    count,
    kcal,
    listed,
    mins,
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


def _starts_of_longest(holds: pd.Series) -> tuple[OnDay | Listed, ...]:
    """The first day of the longest streak, or of each streak as long as it."""
    held = holds.asfreq("D", fill_value=False)
    runs = held.groupby((~held).cumsum()).sum()
    lengths = held.groupby((~held).cumsum()).transform("sum")
    days = held.index[held & (lengths == runs.max()) & ~held.shift(fill_value=False)]
    return (*map(on, days), listed([on(day) for day in days]))


def _in_bed(person: Person) -> tuple[float, float]:
    """From going to bed to getting up, by the clock or as the minutes asleep and awake."""
    days = person.days
    return float((days.wake + 1440 - days.bed).mean()), float((days.sleep + days.awake).mean())


_B.topic("clock times")
B(
    "Sunday night, when's my usual bedtime?",
    lambda p: tuple(clock(value) for value in usual(p.weekdays(6).bed)),
)
A(
    "What time did I wake up on October 15th?",
    lambda p: tuple(clock(p.at(pd.Timestamp(f"2023-10-{day}"), "wake")) for day in (14, 15)),
)
D(
    "how often do i sleep in past 8 am",
    lambda p: tuple(
        told
        for late in (p.days.wake > 480, p.days.wake.between(480, 1200))
        for told in (count(late.sum()), share(late))
    ),
)
A("When I last took the bike out, what time did I set off?", lambda p: clock(p.kind(RIDE).clock.iloc[-1]))
B(
    "Early bird check: how many workouts did I begin before 8 in the morning?",
    lambda p: count((p.acts.clock < 480).sum()),
)
C(
    "Do I go to bed later on Fridays than on Sundays?",
    lambda p: tuple(
        truth
        for friday, sunday in [(p.weekdays(4).bed.mean(), p.weekdays(6).bed.mean())]
        for truth in (
            yes(friday > sunday),
            listed([clock(friday), clock(sunday)], in_order=False),
            change(friday - sunday, "min"),
        )
    ),
)
A(
    "Earliest I've gone to bed on a weekend?",
    lambda p: (clock(p.weekend.bed.min()), clock(p.weekdays(4, 5).bed.min())),
)
B(
    "whats my avg bedtime over the last week",
    lambda p: (clock(p.last(7).bed.mean()), clock(p.between("2023-10-23", "2023-10-29").bed.mean())),
)
C(
    "I set my alarm for 6:30. How many mornings did I actually get up later than that?",
    lambda p: count((p.days.wake > 390).sum()),
)

_B.topic("follow-ups")
L(
    ("How many days in October did I reach 8,000 steps?", "And in November?"),
    lambda p: count((p.days.steps.loc["2021-11"] >= 8000).sum()),
)
W(
    ("What's my average HRV after nights longer than seven hours?", "And shorter than six?"),
    lambda p: ms(p.days[p.days.sleep < 360].hrv.mean()),
)
A(
    ("How long was my last run?", "What about the one before?", "Which of them had the higher heart rate?"),
    lambda p: (
        on(p.kind("Run").pulse.idxmax()),
        bpm(p.kind("Run").pulse.max()),
        listed([bpm(value) for value in p.kind("Run").pulse], in_order=False),
    ),
)
B(
    ("Average sleep in the first half of October?", "second half?"),
    lambda p: tuple(mins(p.between(f"2023-10-{day}", "2023-10-31").sleep.mean()) for day in (16, 17)),
)
C(
    ("How many steps did I do last week?", "What does that come to per day?"),
    lambda p: tuple(
        steps(value)
        for week in (p.between("2023-10-23", "2023-10-29"), p.last(7))
        for value in (week.steps.mean(), week.steps.sum() / 7)
    ),
)
D(
    ("How much deep sleep did I get on October 21st?", "And REM?"),
    lambda p: mins(p.at(pd.Timestamp("2023-10-21"), "rem")),
)
W(
    ("avg calories on weekdays", "n weekends?", "so whats the diff"),
    lambda p: tuple(change(sign * (p.weekend.calories.mean() - p.week.calories.mean()), "kcal") for sign in (1, -1)),
)
L(
    ("What's my longest streak of days over 10,000 steps?", "When did it start?"),
    lambda p: _starts_of_longest(p.days.steps > 10000),
)
A(
    ("How many steps did I take on October 8th?", "And on the 9th?", "What's the average of those two days?"),
    lambda p: steps(p.between("2023-10-08", "2023-10-09").steps.mean()),
)
L(
    ("average resting heart rate", "just the last two weeks please", "and the two weeks before those?"),
    lambda p: bpm(p.last(14, skip=14).rhr.mean()),
)
B(
    ("How many aerobic workouts have I done?", "What's their average heart rate?"),
    lambda p: bpm(p.kind("Aerobic Workout").pulse.mean()),
)

_B.topic("everyday words")
L(
    "How many miles did I walk in October?",
    lambda p: tuple(plain(p.days.distance.loc["2021-10"].sum() / part) for part in (1609.344, 1000, 1)),
)
W("What's a normal resting heart rate for me?", lambda p: tuple(bpm(value) for value in usual(p.days.rhr)))
A("How many calories do I burn in a typical workout?", lambda p: tuple(kcal(value) for value in usual(p.acts.kcal)))
B("How much light sleep do I usually get?", lambda p: tuple(mins(value) for value in usual(p.days.light)))
D("Steps this month, all added up?", lambda p: steps(p.days.steps.sum()))
L(
    "What was my heart rate at rest on Christmas Day?",
    lambda p: bpm(p.at(pd.Timestamp("2021-12-25"), "rhr")),
)
W(
    "on a regular weeknight how much sleep am i getting",
    lambda p: tuple(
        mins(nights.sleep.mean()) for nights in (p.week, p.weekdays(6, 0, 1, 2, 3), p.weekdays(1, 2, 3, 4, 5))
    ),
)
C(
    "How long am I in bed on average, from going to bed until I get up?",
    lambda p: tuple(mins(value) for value in _in_bed(p)),
)
B("what did i burn on all my bike rides put together", lambda p: kcal(p.kind(RIDE).kcal.sum()))
W(
    "My partner says I toss and turn. How many minutes was I awake last night?",
    lambda p: mins(p.at(p.newest, "awake")),
)
D(
    "Whats my pulse in rest the last days, in average?",
    lambda p: (*windows(p, "rhr", "bpm", 3, 5, 7, 10, 14), bpm(p.days.rhr.mean())),
)

_B.topic("streaks")
L(
    "For how many days in a row have I burned more than 1,700 calories, at my best?",
    lambda p: spells(p.days.calories > 1700),
)
W(
    "How many nights in a row did I get more than 80 minutes of deep sleep, at most?",
    lambda p: spells(p.days.deep.dropna() > 80),
)
A("What's the most nights in a row I've slept at least seven hours?", lambda p: spells(p.days.sleep >= 420))
C(
    "Counting back from now, how many nights in a row have I been in bed before midnight?",
    lambda p: tuple(truth for holds in (p.days.bed < 1440, (p.days.bed < 1440).iloc[:-1]) for truth in current(holds)),
)
B("Longest streak of days with at least 90 zone minutes?", lambda p: spells(p.days.zone >= 90))
D("whats the longest streak ive had above 6000 steps", lambda p: spells(p.days.steps > 6000))
L(
    "Most days in a row with a resting heart rate over 78?",
    lambda p: spells(p.days.rhr.dropna() > 78),
)
W("longest stretch of nights with blood oxygen 95 or higher", lambda p: spells(p.days.spo2.dropna() >= 95))

_B.topic("shares")
L(
    "On what percentage of days do I burn more than 1,800 calories?",
    lambda p: share(p.days.calories.dropna() > 1800),
)
W("What percent of my nights are eight hours or longer?", lambda p: share(p.days.sleep.dropna() >= 480))
A(
    "What percentage of all my steps do I get on days with a workout?",
    lambda p: percent(100 * p.with_acts().steps.sum() / p.days.steps.sum()),
)
B(
    "Out of all the time I'm asleep, how many percent is REM?",
    lambda p: tuple(
        percent(100 * value)
        for known in [p.days[p.days.rem.notna()]]
        for value in (
            p.days.rem.mean() / p.days.sleep.mean(),
            (p.days.rem / p.days.sleep).mean(),
            known.rem.sum() / known.sleep.sum(),
            p.days.rem.sum() / p.days.sleep.sum(),
        )
    ),
)
C("Days over 15,000 steps, as a percentage?", lambda p: share(p.days.steps > 15000))
D("what percent of the time do i sleep under 7 hours", lambda p: share(p.days.sleep < 420))
B(
    "What share of my workout calories came from cycling?",
    lambda p: percent(100 * p.kind(RIDE).kcal.sum() / p.acts.kcal.sum()),
)
L(
    "On how many percent of Sundays did I stay below 3,000 steps?",
    lambda p: share(p.weekdays(6).steps.dropna() < 3000),
)
A(
    "I feel like I only rarely sleep more than 8 hours. What percent of nights is it really?",
    lambda p: share(p.days.sleep > 480),
)

HABITS = _B.questions
