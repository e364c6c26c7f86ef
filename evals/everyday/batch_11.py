"""The eleventh batch: days, nights and activities, in the words of walkers, parents, commuters and late sleepers.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_11_compared import COMPARED
from evals.everyday.batch_11_declined import DECLINED
from evals.everyday.batch_11_habits import HABITS
from evals.everyday.batch_11_periods import PERIODS
from evals.everyday.batch_11_readings import READINGS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, later
from evals.everyday.truths import Number, bpm, change, clock, count, kcal, listed, mins, ms, plain, steps, weekday, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _night(person: Person, day: pd.Timestamp, name: str) -> tuple[Number, ...]:
    """What a night came to that is told on the day or on the one after it."""
    return mins(person.at(day, name)), mins(person.at(day, name, after=1))


def _days_after(person: Person, days: pd.Index) -> pd.DataFrame:
    """The rows of the days that follow these."""
    return person.days[person.days.index.isin(days + pd.Timedelta(days=1))]


def _next(person: Person, name: str, holds: pd.Series) -> float:
    """The mean on the days that follow those that hold."""
    return float(later(person.days[name]).reindex(person.days.index)[holds].mean())


_B.topic("superlative")
D("whats the most steps ive ever done in a day", lambda p: steps(p.days.steps.max()))
W(
    "What was my resting heart rate on the night I slept the longest?",
    lambda p: bpm(p.at(p.most("sleep"), "rhr")),
)
L(
    "how far did i walk on the day with the most steps",
    lambda p: tuple(plain(p.at(p.most("steps"), "distance") / part) for part in (1000, 1)),
)
B(
    "how long was the workout where my heart rate was highest on average",
    lambda p: mins(p.acts.sort_values("pulse").minutes.iloc[-1]),
)
C("fewest steps i took on any weekday", lambda p: steps(p.week.steps.min()))
A(
    "least amount of rem i got on a night where i slept at least seven hours",
    lambda p: mins(p.days[p.days.sleep >= 420].rem.min()),
)
W("night with my worst blood oxygen, how long was i asleep", lambda p: mins(p.at(p.least("spo2"), "sleep")))
L(
    "between august and october what was the lowest my resting heart rate got to",
    lambda p: bpm(p.between("2021-08-01", "2021-10-31").rhr.min()),
)
B("whats the most steps i ever managed on a day w no workout at all", lambda p: steps(p.without_acts().steps.max()))

_B.topic("that day")
A(
    ("when did i walk the most this month", "how long did i sleep that night"),
    lambda p: _night(p, p.most("steps"), "sleep"),
)
L(
    ("What day did I have my highest resting heart rate?", "How many steps did I get that day?"),
    lambda p: steps(p.at(p.most("rhr"), "steps")),
)
W(
    ("which night did i sleep the least", "was my hrv above my average that night"),
    lambda p: (
        yes(p.at(p.least("sleep"), "hrv") > p.days.hrv.mean()),
        ms(p.at(p.least("sleep"), "hrv")),
        change(p.at(p.least("sleep"), "hrv") - p.days.hrv.mean(), "ms"),
    ),
)
C(
    ("whats my latest bedtime this month", "and what time did i get up after that"),
    lambda p: clock(p.at(p.most("bed"), "wake")),
)
B(
    ("Show me my day with the fewest steps", "and how many active zone minutes did I have on that day?"),
    lambda p: mins(p.at(p.least("steps"), "zone")),
)
D(
    ("best deep sleep night, which one was it", "and my resting hr then"),
    lambda p: (bpm(p.at(p.most("deep"), "rhr")), bpm(p.at(p.most("deep"), "rhr", after=1))),
)
A(
    ("what day was my longest workout", "how many steps did i do that day in total"),
    lambda p: steps(p.at(pd.Timestamp(str(p.acts.minutes.idxmax())), "steps")),
)
L(
    ("which day did i burn the most calories", "what weekday was that", "and how many steps on it"),
    lambda p: steps(p.at(p.most("calories"), "steps")),
)

_B.topic("day after")
A("whats my average hrv the day after a bike ride", lambda p: ms(_days_after(p, p.kind(RIDE).index).hrv.mean()))
C(
    "how long did i sleep the night after the day i did over 20k steps",
    lambda p: _night(p, p.most("steps"), "sleep"),
)
W(
    "when i sleep less than 5 hours how many calories do i burn the next day on average",
    lambda p: (kcal(p.days[p.days.sleep < 300].calories.mean()), kcal(_next(p, "calories", p.days.sleep < 300))),
)
L(
    "what is my resting heart rate on average the day after i walked more than 15000 steps",
    lambda p: bpm(_next(p, "rhr", p.days.steps > 15000)),
)
B(
    "steps the day after my worst nite of sleep",
    lambda p: (steps(p.at(p.least("sleep"), "steps", after=1)), steps(p.at(p.least("sleep"), "steps"))),
)
D("hrv two days after my top step day?", lambda p: ms(p.at(p.most("steps"), "hrv", after=2)))
W(
    "how much rem do i get on average the night following one with less than five hours of sleep",
    lambda p: mins(_next(p, "rem", p.days.sleep < 300)),
)
A(
    "average resting pulse the day after i got 50 or more zone minutes",
    lambda p: bpm(_next(p, "rhr", p.days.zone >= 50)),
)

_B.topic("and / or")
C(
    "how many days did i do 15k steps or get 30 zone minutes",
    lambda p: count(((p.days.steps >= 15000) | (p.days.zone >= 30)).sum()),
)
A(
    "days i exercised but slept under 7 hours, how many of those",
    lambda p: tuple(
        count((later(p.days.sleep, days).reindex(p.with_acts().index).lt(420)).sum()) for days in (0, 1, -1)
    ),
)
L(
    "average resting heart rate on days with over 10k steps where i also slept 7 hours or more",
    lambda p: bpm(p.days[(p.days.steps > 10000) & (p.days.sleep >= 420)].rhr.mean()),
)
W(
    "nights with more than 90 min of deep and more than two and a half hours of rem how many",
    lambda p: count(((p.days.deep > 90) & (p.days.rem > 150)).sum()),
)
B(
    "how many saturdays or sundays did i get at least 90 zone minutes",
    lambda p: count((p.weekend.zone >= 90).sum()),
)
D(
    "avrage steps on days with hrv below 40 or less then 7 hours sleep",
    lambda p: steps(p.days[(p.days.hrv < 40) | (p.days.sleep < 420)].steps.mean()),
)
L(
    "in november how many days did i hit 8000 steps but burn under 2000 calories",
    lambda p: count(len(p.days.loc["2021-11"].query("steps >= 8000 and calories < 2000"))),
)
W(
    "on how many nights was my spo2 under 95 or my breathing rate over 18",
    lambda p: count(((p.days.spo2 < 95) | (p.days.breathing > 18)).sum()),
)

_B.topic("ranking")
L("yo whats my top 5 step days ever", lambda p: picked(p.days.steps.nlargest(5), steps))
A("rank my four worst nights sleep wise", lambda p: picked(p.days.sleep.nsmallest(4), mins))
W("how long was my 2nd longest sleep", lambda p: mins(p.days.sleep.nlargest(2).iloc[1]))
B("three longest workouts i did this month?", lambda p: picked(p.acts.minutes.nlargest(3), mins))
C("what date was my second biggest step day", lambda p: picked(p.days.steps.nlargest(2).iloc[1:], steps)[0].items[0])
D("bottom 3 step days pls", lambda p: picked(p.days.steps.nsmallest(3), steps))
L(
    "Looking at the ten days when I walked the most, how long did I sleep on average?",
    lambda p: mins(p.days.loc[p.days.steps.nlargest(10).index].sleep.mean()),
)
W("the 2 nights i spent the most time awake", lambda p: picked(p.days.awake.nlargest(2), mins))

_B.topic("follow-ups")
L(
    ("how much did i sleep in august on average", "and september?"),
    lambda p: mins(p.days.sleep.loc["2021-09"].mean()),
)
A(
    ("average steps on mondays", "and sundays", "which of the two is higher"),
    lambda p: (
        weekday(0 if p.weekdays(0).steps.mean() > p.weekdays(6).steps.mean() else 6),
        listed([steps(p.weekdays(number).steps.mean()) for number in (0, 6)], in_order=False),
    ),
)
W(("how many nights under 6 hours have i had", "under 5?"), lambda p: count((p.days.sleep < 300).sum()))
B(
    ("average heart rate on my bike rides", "what about the aerobic workouts"),
    lambda p: bpm(p.kind("Aerobic Workout").pulse.mean()),
)
C(
    ("how many steps did i do in total from the 8th to the 14th of october", "and the week after that"),
    lambda p: steps(p.between("2023-10-15", "2023-10-21").steps.sum()),
)
D(
    ("when did i sleep the longest", "how long was it", "what was my hrv that night"),
    lambda p: ms(p.at(p.most("sleep"), "hrv")),
)
L(("whats the highest my resting hr has been", "and lowest"), lambda p: bpm(p.days.rhr.min()))
A(
    ("how much deep sleep do i get on average", "only weekends please"),
    lambda p: (mins(p.weekend.deep.mean()), mins(p.weekdays(4, 5).deep.mean())),
)
W(
    ("how many days did i burn over 2200 calories", "how many of those in november"),
    lambda p: count((p.days.calories.loc["2024-11"] > 2200).sum()),
)

BATCH_11 = (*_B.questions, *READINGS, *HABITS, *PERIODS, *COMPARED, *DECLINED)
