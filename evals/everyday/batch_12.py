"""The twelfth batch: days, nights and activities, in the words of nurses, hikers, new fathers and first-time runners.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_12_compared import COMPARED
from evals.everyday.batch_12_declined import DECLINED
from evals.everyday.batch_12_habits import HABITS
from evals.everyday.batch_12_periods import PERIODS
from evals.everyday.batch_12_readings import READINGS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import Number, bpm, change, count, kcal, listed, mins, ms, on, plain, steps, weekday

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _night(person: Person, day: pd.Timestamp) -> tuple[Number, ...]:
    """How long the night of a day was, told on the day or on the one after it."""
    return mins(person.at(day, "sleep")), mins(person.at(day, "sleep", after=1))


def _day_after(person: Person, days: pd.Index) -> pd.DataFrame:
    """The rows of the days that follow these."""
    return person.days[person.days.index.isin(days + pd.Timedelta(days=1))]


def _walked_least(person: Person, places: int) -> list[int]:
    """The weekdays with the fewest steps on average, from the fewest."""
    walked = person.days.steps.groupby(dates(person.days).dayofweek).mean()
    return [int(number) for number in walked.nsmallest(places).index]


_B.topic("superlative")
D(
    "marathon newbie here 🙂 whats the lowest resting pulse ive had and what date was that",
    lambda p: listed([bpm(p.days.rhr.min()), on(p.least("rhr"))]),
)
W("On nights again, so humour me: what's the shortest sleep I've ever logged?", lambda p: mins(p.days.sleep.min()))
C(
    "new dad, very tired. most deep sleep i managed in one night since the 15th of october",
    lambda p: mins(p.between("2023-10-15", "2023-10-31").deep.max()),
)
A("how much calories maximum i burn in one bike ride", lambda p: kcal(p.kind(RIDE).kcal.max()))
W("coldest skin temp in november pls", lambda p: plain(p.between("2024-11-01", "2024-11-30").skin.min()))
A(
    "my smallest stress score please and the date of it",
    lambda p: listed([plain(p.days.stress.min()), on(p.least("stress"))]),
)

_B.topic("that day")
L(
    "The day I walked the most steps of all, how many calories did that come to?",
    lambda p: kcal(p.at(p.most("steps"), "calories")),
)
W(
    "the night I lay awake the longest, how much did I actually sleep",
    lambda p: mins(p.at(p.most("awake"), "sleep")),
)
D(
    "the day i did 27 thousand something steps what was my resting hr",
    lambda p: bpm(p.days[(p.days.steps >= 27000) & (p.days.steps < 28000)].rhr.iloc[0]),
)
C("how long did i sleep the night my hrv was at its best", lambda p: mins(p.at(p.most("hrv"), "sleep")))
A(
    "which was my average heart rate in the ride who burned most calories",
    lambda p: bpm(p.kind(RIDE).sort_values("kcal").pulse.iloc[-1]),
)
L(
    "How many steps had I done on the day my resting heart rate was at its very highest?",
    lambda p: steps(p.at(p.most("rhr"), "steps")),
)

_B.topic("day after")
L(
    "When I've done more than 15,000 steps, how many do I do the next day on average?",
    lambda p: steps(_day_after(p, p.days.index[p.days.steps > 15000]).steps.mean()),
)
W(
    "how much sleep do i get on average the night after a day where i burned 2400 calories or more",
    lambda p: mins(_day_after(p, p.days.index[p.days.calories >= 2400]).sleep.mean()),
)
A(
    "day after the bike, what is my resting heart rate in average",
    lambda p: bpm(_day_after(p, p.kind(RIDE).index).rhr.mean()),
)
B("avg hrv the day after an aerobic workout", lambda p: ms(_day_after(p, p.kind("Aerobic Workout").index).hrv.mean()))
C(
    "how many steps did i drag myself through the day after my shortest night",
    lambda p: (steps(p.at(p.least("sleep"), "steps", after=1)), steps(p.at(p.least("sleep"), "steps"))),
)
D("how long did i sleep the night after my run on 9 october", lambda p: _night(p, pd.Timestamp("2023-10-09")))
L(
    "fewest steps i have done on the day following a day of more than 10000 steps",
    lambda p: steps(_day_after(p, p.days.index[p.days.steps > 10000]).steps.min()),
)

_B.topic("and / or")
B(
    "how many days did i do over 12k steps AND sleep less than 7 hours",
    lambda p: count(((p.days.steps > 12000) & (p.days.sleep < 420)).sum()),
)
L(
    "How many days had either fewer than 1000 steps or more than 20000?",
    lambda p: count(((p.days.steps < 1000) | (p.days.steps > 20000)).sum()),
)
W(
    "nights with hrv above 65 and resting heart rate below 56, how many of those",
    lambda p: count(((p.days.hrv > 65) & (p.days.rhr < 56)).sum()),
)
C(
    "average hrv on days i had more than 10k steps and went to bed before 11pm",
    lambda p: ms(p.days[(p.days.steps > 10000) & (p.days.bed < 23 * 60)].hrv.mean()),
)
A(
    "how many day i make less than 8000 step or sleep less than 6 hour",
    lambda p: count(((p.days.steps < 8000) | (p.days.sleep < 360)).sum()),
)
D(
    "how many days did i get both 15k steps and 8 hours of sleep",
    lambda p: count(((p.days.steps >= 15000) & (p.days.sleep >= 480)).sum()),
)
L(
    "average calories on weekend days with at least 8000 steps",
    lambda p: kcal(p.weekend[p.weekend.steps >= 8000].calories.mean()),
)

_B.topic("ranking")
L(
    "My three biggest walking days since the first of November by steps, please.",
    lambda p: picked(p.days.loc["2021-11-01":].steps.nlargest(3), steps),
)
W("third longest sleep i had, how long was it", lambda p: mins(p.days.sleep.nlargest(3).iloc[-1]))
B("4 lowest resting heart rates", lambda p: picked(p.days.rhr.nsmallest(4), bpm))
A(
    "the two longest bike rides, how many minutes",
    lambda p: listed([mins(value) for value in p.kind(RIDE).minutes.nlargest(2)]),
)
D("my 5 longest sleeps from longest to shortest", lambda p: picked(p.days.sleep.nlargest(5), mins))
B(
    "which two days of the week do i walk the least on average",
    lambda p: listed([weekday(number) for number in _walked_least(p, 2)], in_order=False),
)

_B.topic("follow-ups")
D(("how many steps did i do on october 6", "and the day after?"), lambda p: steps(p.days.steps.loc["2023-10-07"]))
L(
    ("What was my average resting heart rate in November?", "And in December?", "So what's the difference?"),
    lambda p: change(
        p.between("2021-12-01", "2021-12-31").rhr.mean() - p.between("2021-11-01", "2021-11-30").rhr.mean()
    ),
)
W(
    ("what's my average deep sleep", "only november please"),
    lambda p: mins(p.between("2024-11-01", "2024-11-30").deep.mean()),
)
B(
    ("longest workout?", "when was that", "n how many calories did it burn"),
    lambda p: kcal(p.acts.sort_values("minutes").kcal.iloc[-1]),
)
C(("most steps in a day?", "how much did i sleep that night"), lambda p: _night(p, p.most("steps")))
A(
    ("avarage hrv last 7 days pls", "and the 7 days before that"),
    lambda p: ms(p.last(7, skip=7).hrv.mean()),
)
L(
    ("how many days over 10000 steps did i have in october", "and in august?"),
    lambda p: count((p.between("2021-08-01", "2021-08-31").steps > 10000).sum()),
)

BATCH_12 = (*_B.questions, *READINGS, *HABITS, *PERIODS, *COMPARED, *DECLINED)
