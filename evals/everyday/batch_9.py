"""The ninth batch: days, nights and activities, as owners of watches, rings and bands ask about them.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_9_compared import COMPARED
from evals.everyday.batch_9_declined import DECLINED
from evals.everyday.batch_9_habits import HABITS
from evals.everyday.batch_9_periods import PERIODS
from evals.everyday.batch_9_readings import (
    ago,
    clock_of_night,
    last_time,
    next_day,
    of_night,
    usual,
)
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, later
from evals.everyday.truths import (
    Truths,
    bpm,
    change,
    count,
    kcal,
    kind,
    listed,
    mins,
    month,
    more,
    ms,
    on,
    plain,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"
OCTOBER = "2023-10-"


def _day(number: int) -> pd.Timestamp:
    return pd.Timestamp(f"{OCTOBER}{number:02}")


def _second_worst_night(person: Person) -> Truths:
    """How long it was, or its date, which is that of the evening or of the morning."""
    nights = person.days.sleep.nsmallest(2)
    day = pd.Timestamp(str(nights.index[1]))
    return mins(nights.iloc[1]), on(day), on(day + pd.Timedelta(days=1))


def _worst_months(person: Person) -> Truths:
    worst = person.by_month("sleep", "mean").nsmallest(3)
    months = [month(day) for day in worst.index]
    return listed(months), listed(months, in_order=False), listed([mins(value) for value in worst])


_B.topic("superlative")
L("What's the most steps I've ever done in a single day?", lambda p: steps(p.days.steps.max()))
W(
    "ok so i wanted to know how much rem i got on the night that i slept the longest since i have this band",
    lambda p: mins(p.at(p.most("sleep"), "rem")),
)
A("whats the most cals ive burned on one bike ride", lambda p: kcal(p.kind(RIDE).kcal.max()))
B("Which workout was my longest, and how many minutes did it last?", lambda p: mins(p.acts.minutes.max()))
L("in december how long did i sleep on my very shortest night", lambda p: mins(p.days.sleep.loc["2021-12"].min()))
C("lowest resting heart rate i had this month?", lambda p: bpm(p.days.rhr.min()))

_B.topic("that day")
L(
    ("When did I walk the most?", "And how many calories did I burn that day?"),
    lambda p: kcal(p.at(p.most("steps"), "calories")),
)
B(
    ("when was my hrv at its best", "did i work out that day"),
    lambda p: (yes(p.most("hrv") in p.acts.index), count((p.acts.index == p.most("hrv")).sum())),
)
W(
    ("shortest night since i got this thing?", "oof. hrv that night"),
    lambda p: ms(p.at(p.least("sleep"), "hrv")),
)
D(
    ("which day did i do the most steps", "what time did i get to bed that night"),
    lambda p: clock_of_night(p, p.most("steps"), "bed"),
)
A(
    ("On which bike ride did I burn the most?", "How long was it?", "And how many steps did I get that day?"),
    lambda p: steps(p.at(p.kind(RIDE).sort_values("kcal").index[-1], "steps")),
)
C(
    ("worst night of sleep this month, when was it", "how many steps did i still do the next day"),
    lambda p: tuple(steps(p.at(p.least("sleep"), "steps", after=days)) for days in (1, 0)),
)

_B.topic("day after")
L(
    "How long do I sleep on average the night after a day with 10,000 steps or more?",
    lambda p: (
        mins(next_day(p, p.days.steps >= 10000, "sleep").mean()),
        mins(p.days[p.days.steps >= 10000].sleep.mean()),
    ),
)
C("how many steps did i do the day after my run", lambda p: steps(p.at(p.acts.index[0], "steps", after=1)))
B(
    "how much sleep did i get the night after my longest workout",
    lambda p: of_night(p, p.acts.sort_values("minutes").index[-1], "sleep"),
)
D(
    "after a short night like less than 7 hours of sleep how many steps do i usually do the next day",
    lambda p: tuple(
        steps(value)
        for days in (next_day(p, p.days.sleep < 420, "steps"), p.days[p.days.sleep < 420].steps)
        for value in usual(days)
    ),
)
L(
    "resting heart rate the day after my biggest step day",
    lambda p: bpm(p.at(p.most("steps"), "rhr", after=1)),
)
W(
    "whats my hrv on average the morning after a day where i burned more than 2400 calories",
    lambda p: ms(next_day(p, p.days.calories > 2400, "hrv").mean()),
)

_B.topic("and / or")
L(
    "On how many days did I get both 10,000 steps and 7 hours of sleep?",
    lambda p: count(((p.days.steps >= 10000) & (p.days.sleep >= 420)).sum()),
)
W(
    "nights with hrv under 55 and resting heart rate over 60, how many have i had",
    lambda p: count(((p.days.hrv < 55) & (p.days.rhr > 60)).sum()),
)
A(
    "i feel like i sit around a lot lately, how many days did i neither work out nor get to 10k steps",
    lambda p: count((p.without_acts().steps < 10000).sum()),
)
C(
    "saturdays and sundays over 15000 steps, how many were there",
    lambda p: count((p.weekend.steps > 15000).sum()),
)
L(
    "average steps on mondays and tuesdays in november",
    lambda p: (
        steps(p.weekdays(0, 1).steps.loc["2021-11"].mean()),
        listed([steps(p.weekdays(number).steps.loc["2021-11"].mean()) for number in (0, 1)]),
    ),
)
B(
    "how many days did i do a workout or at least get 100 zone minutes",
    lambda p: count(p.days[p.days.zone >= 100].index.union(p.acts.index).size),
)

_B.topic("ranking")
L("Top 5 step days please", lambda p: picked(p.days.steps.nlargest(5), steps))
W("my 3 longest nights of sleep ever", lambda p: picked(p.days.sleep.nlargest(3), mins))
B("second worst night of sleep this month", _second_worst_night)
L("what were my three worst months for sleep", _worst_months)
A("What type of workout do I do most often?", lambda p: kind(str(p.acts.kind.value_counts().idxmax())))
D("gimme the 4 lowest hrv days", lambda p: picked(p.days.hrv.nsmallest(4), ms))

_B.topic("own average")
A(
    "how far above my average was my best step day",
    lambda p: change(p.days.steps.max() - p.days.steps.mean(), "steps"),
)
B(
    "on nights when i sleep more than my average whats my hrv like on average",
    lambda p: (
        ms(p.days[p.days.sleep > p.days.sleep.mean()].hrv.mean()),
        ms(later(p.days.hrv).reindex(p.days.index)[p.days.sleep > p.days.sleep.mean()].mean()),
    ),
)
C(
    "days where my resting pulse was at least 3 beats over my own average, how many",
    lambda p: count((p.days.rhr >= p.days.rhr.mean() + 3).sum()),
)
L(
    "yesterday did i walk more then usual",
    lambda p: tuple(truth for value in usual(p.days.steps) for truth in more(steps(_yesterday(p)), steps(value))),
)
W(
    "How many nights was my resting heart rate above my average?",
    lambda p: count((p.days.rhr > p.days.rhr.mean()).sum()),
)
D("how many days did i beat my average steps", lambda p: count((p.days.steps > p.days.steps.mean()).sum()))

_B.topic("how long ago")
B("When was the last time I rode my bike?", lambda p: ago(p, p.kind(RIDE).index[-1]))
L("when did i last hit 10k steps", lambda p: last_time(p, p.days.steps >= 10000))
W("how long has it been since I slept 8 hours or more", lambda p: last_time(p, p.days.sleep >= 480))
A("days since my last run?", lambda p: ago(p, p.kind("Run").index[-1]))
D("last time i did over 20 thousand steps when was that", lambda p: last_time(p, p.days.steps > 20000))
L("how long since my resting heart rate was under 70", lambda p: last_time(p, p.days.rhr < 70))

_B.topic("everyday words")
A("How am I sleeping? Just give me my nightly average.", lambda p: mins(p.days.sleep.mean()))
B(
    "hey can you tell me how much time i spent working out this month all together thanks",
    lambda p: mins(p.acts.minutes.sum()),
)
L(
    "kcal i burn on a normal day",
    lambda p: tuple(kcal(v) for days in (p.days, p.days.iloc[:-1]) for v in usual(days.calories)),
)
C("how mnay steps did i do yesterady", lambda p: steps(p.at(_day(30), "steps")))
D("how much shut-eye am i averaging lol", lambda p: mins(p.days.sleep.mean()))
W("how many breaths per minute do I take when I'm asleep?", lambda p: plain(p.days.breathing.mean()))


def _yesterday(person: Person) -> float:
    """The steps of the day before the newest day on record."""
    return person.at(person.newest, "steps", after=-1)


BATCH_9 = (*_B.questions, *HABITS, *PERIODS, *COMPARED, *DECLINED)
