"""The second batch: one day or night, the one after it, what was done when, and in which words.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
A night may be counted to the day it begins or ends on; "usual" may be the mean or the median. "Today" is the newest day
on record.
"""

import pandas as pd

from evals.everyday.batch_2_compared import COMPARED
from evals.everyday.batch_2_declined import DECLINED
from evals.everyday.batch_2_periods import PERIODS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates, later
from evals.everyday.truths import (
    Number,
    OnDay,
    bpm,
    change,
    clock,
    count,
    kcal,
    listed,
    mins,
    month,
    more,
    ms,
    on,
    percent,
    plain,
    share,
    steps,
    weekday,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _since(p: Person, days: pd.Index) -> tuple[Number | OnDay, ...]:
    """The newest of the days, or how many days ago it was."""
    return on(days[-1]), count(p.ago(pd.Timestamp(days[-1])))


def _highest(values: pd.Series, place: int = 1) -> pd.Timestamp:
    """The day that comes so far from the top."""
    return dates(values.nlargest(place))[-1]


def _lowest(values: pd.Series) -> pd.Timestamp:
    return dates(values.nsmallest(1))[-1]


def _night_of(p: Person, name: str, days: pd.Series) -> tuple[Number, ...]:
    """The mean in the nights of the days that hold, counted to the day they begin or end on."""
    held = days.reindex(p.days.index, fill_value=False).astype(bool)
    return tuple(mins(later(p.days[name], after).reindex(p.days.index)[held].mean()) for after in (0, 1))


_B.topic("superlative")
A(
    "ngl the day i moved least step wise, how long did i sleep",
    lambda p: (mins(p.at(p.least("steps"), "sleep")), mins(p.at(p.least("steps"), "sleep", after=1))),
)
B(
    "Could you kindly tell me how long I slept on the night when my heart rate variability was at its lowest?",
    lambda p: mins(p.at(p.least("hrv"), "sleep")),
)
C(
    "weekends not counted, what was my hrv on the day with the most active zone minutes",
    lambda p: ms(p.at(_highest(p.week.zone), "hrv")),
)
D(
    "How was my resting heart rate in the day when I make the most steps?",
    lambda p: bpm(p.at(p.most("steps"), "rhr")),
)
L(
    "what was my resting heart rate the day i walked the least in december",
    lambda p: bpm(p.at(_lowest(p.between("2021-12-01", "2021-12-31").steps), "rhr")),
)
W(
    "longest night in november: how much rem was in it",
    lambda p: mins(p.at(_highest(p.between("2024-11-01", "2024-11-30").sleep), "rem")),
)
A(
    "which bike ride got my heart rate highest, what date",
    lambda p: on(p.kind("Outdoor Bike").pulse.idxmax()),
)
B(
    "Among the nights with less than forty minutes of deep sleep, how long was the longest?",
    lambda p: mins(p.days[p.days.deep < 40].sleep.max()),
)
W("kcal burned on the day of my lowest blood oxygen", lambda p: kcal(p.at(p.least("spo2"), "calories")))

_B.topic("that day")
A(("biggest step day?", "ok and rhr that day"), lambda p: bpm(p.at(p.most("steps"), "rhr")))
C(
    ("which night did i sleep the longest", "and what time was i in bed that night"),
    lambda p: clock(p.at(p.most("sleep"), "bed")),
)
D(
    ("Which day I have the highest stress management score?", "And how much steps on this day?"),
    lambda p: steps(p.at(p.most("stress"), "steps")),
)
W(
    ("lowest rhr in october?", "hrv same day"),
    lambda p: ms(p.at(_lowest(p.between("2024-10-01", "2024-10-31").rhr), "hrv")),
)
L(("when did i burn the most calories", "how many steps was that"), lambda p: steps(p.at(p.most("calories"), "steps")))
B(
    "On which day did I sleep the least, and how many steps did I take that day?",
    lambda p: listed([on(p.least("sleep")), steps(p.at(p.least("sleep"), "steps"))]),
)
A(
    "highest hrv this month and how many steps i did that day",
    lambda p: listed([ms(p.days.hrv.max()), steps(p.at(p.most("hrv"), "steps"))]),
)
W(
    ("worst night of sleep in november?", "deep sleep that night", "and rhr"),
    lambda p: bpm(p.at(_lowest(p.between("2024-11-01", "2024-11-30").sleep), "rhr")),
)
B(
    ("When did I last use the treadmill?", "And for how long did I sleep that night?"),
    lambda p: tuple(mins(p.at(p.kind("Treadmill").index[-1], "sleep", after=after)) for after in (0, 1)),
)

_B.topic("day after")
C(
    "what did my hrv do the day after my shortest sleep, just the number",
    lambda p: tuple(ms(p.at(p.least("sleep"), "hrv", after=after)) for after in (1, 0)),
)
A(
    "avg resting hr the day after a 15k+ step day",
    lambda p: bpm(later(p.days.rhr).reindex(p.days.index)[p.days.steps >= 15000].mean()),
)
D(
    "How much steps I do the day after my runs, in average?",
    lambda p: steps(later(p.days.steps).reindex(p.kind("Run").index).mean()),
)
W(
    "avg hrv two days after a night under 5h",
    lambda p: tuple(ms(later(p.days.hrv, d).reindex(p.days.index)[p.days.sleep < 300].mean()) for d in (2, 1)),
)
L(
    "how long do i usually sleep the night after a day with more than twelve thousand steps",
    lambda p: (
        *_night_of(p, "sleep", p.days.steps > 12000),
        *(mins(later(p.days.sleep, d).reindex(p.days.index)[p.days.steps > 12000].median()) for d in (0, 1)),
    ),
)
B(
    "In the nights following my aerobic workouts, how much deep sleep did I get on average?",
    lambda p: _night_of(p, "deep", p.days.index.to_series().isin(p.kind("Aerobic Workout").index)),
)
L(
    "what was my resting heart rate on the day after december twenty fifth",
    lambda p: bpm(p.at(pd.Timestamp("2021-12-26"), "rhr")),
)
W(
    "day after my highest calorie burn in october: rhr?",
    lambda p: bpm(p.at(_highest(p.between("2024-10-01", "2024-10-31").calories), "rhr", after=1)),
)
A(
    "night after my 2nd biggest step day, did i sleep longer than usual",
    lambda p: yes(p.at(_highest(p.days.steps, 2), "sleep") > p.days.sleep.mean()),
)

_B.topic("and / or")
A(
    "days where i got 10k steps but slept less than 7 hrs, how many",
    lambda p: count(((p.days.steps >= 10000) & (p.days.sleep < 420)).sum()),
)
C(
    "no. of nights with total sleep > 8 hrs or deep > 80 min",
    lambda p: count(((p.days.sleep > 480) | (p.days.deep > 80)).sum()),
)
D(
    "In how many days I have more than 10000 steps and also HRV over 45?",
    lambda p: count(((p.days.steps > 10000) & (p.days.hrv > 45)).sum()),
)
W(
    "avg rhr on nights w/ less than 60 min deep or under 5h total",
    lambda p: bpm(p.days[(p.days.deep < 60) | (p.days.sleep < 300)].rhr.mean()),
)
L(
    "on how many mondays or fridays did i walk less than three thousand steps",
    lambda p: count((p.weekdays(0, 4).steps < 3000).sum()),
)
B(
    "On how many days did I exercise and also walk at least ten thousand steps?",
    lambda p: count((p.with_acts().steps >= 10000).sum()),
)
W(
    "mean calories for days with more than 7h sleep but hrv below 60",
    lambda p: kcal(p.days[(p.days.sleep > 420) & (p.days.hrv < 60)].calories.mean()),
)
A(
    "how many days did i either bike or get 13k steps",
    lambda p: count((p.days.index.isin(p.kind("Outdoor Bike").index) | (p.days.steps >= 13000)).sum()),
)
L(
    "average sleep on weekdays with over seven thousand steps and a resting heart rate under seventy five",
    lambda p: mins(p.week[(p.week.steps > 7000) & (p.week.rhr < 75)].sleep.mean()),
)

W("avg hrv and rhr on sundays", lambda p: listed([ms(p.weekdays(6).hrv.mean()), bpm(p.weekdays(6).rhr.mean())]))
L(
    "how many steps and how many calories on an average saturday",
    lambda p: listed([steps(p.weekdays(5).steps.mean()), kcal(p.weekdays(5).calories.mean())]),
)

_B.topic("ranking")
B("Would you list my four longest workouts, please?", lambda p: picked(p.acts.minutes.nlargest(4), mins))
W("3 days with the highest rhr", lambda p: picked(p.days.rhr.nlargest(3), bpm))
L(
    "what was my third best month for steps",
    lambda p: tuple(month(p.by_month("steps", how).nlargest(3).index[2]) for how in ("sum", "mean")),
)
C("my 3 shortest nights when were they", lambda p: picked(p.days.sleep.nsmallest(3), mins))
D("My fourth best day of steps, how much it was?", lambda p: steps(p.days.steps.nlargest(4).iloc[3]))
A("avg heart rate across my 3 longest workouts", lambda p: bpm(p.acts.sort_values("minutes").pulse.iloc[-3:].mean()))
W(
    "two best weekdays for hrv",
    lambda p: listed(
        [weekday(int(n)) for n in p.days.hrv.groupby(dates(p.days).dayofweek).mean().nlargest(2).index], in_order=False
    ),
)
L("on which date was my fifth highest calorie burn", lambda p: on(p.days.calories.nlargest(5).index[4]))

_B.topic("own average")
B(
    "Is my resting heart rate today higher than it normally is?",
    lambda p: (
        yes(p.days.rhr.iloc[-1] > p.days.rhr.mean()),
        more(bpm(p.days.rhr.iloc[-1]), bpm(p.days.rhr.mean()))[1],
        more(bpm(p.days.rhr.iloc[-1]), bpm(p.days.rhr.mean()))[2],
    ),
)
A("nights my deep was 20+ min under my avg, how many", lambda p: count((p.days.deep <= p.days.deep.mean() - 20).sum()))
C(
    "avg deep sleep on nights hrv was below my average",
    lambda p: mins(p.days[p.days.hrv < p.days.hrv.mean()].deep.mean()),
)
D(
    "How many days my HRV was better than usual?",
    lambda p: (count((p.days.hrv > p.days.hrv.mean()).sum()), count((p.days.hrv > p.days.hrv.median()).sum())),
)
L(
    "on what percentage of weekend days do i walk more than my overall average",
    lambda p: share(p.weekend.steps.dropna() > p.days.steps.mean()),
)
W(
    "nights in november with more rem than my overall average?",
    lambda p: count((p.between("2024-11-01", "2024-11-30").rem > p.days.rem.mean()).sum()),
)
A(
    "when i walk at least 2k more than my average how long do i sleep",
    lambda p: _night_of(p, "sleep", p.days.steps >= p.days.steps.mean() + 2000),
)
W("by how many ms did my best hrv beat my mean", lambda p: change(p.days.hrv.max() - p.days.hrv.mean(), "ms"))

_B.topic("how long ago")
A("when's the last time i got under 5k steps", lambda p: _since(p, p.days.index[p.days.steps < 5000]))
B(
    "How many days have passed since I last had fewer than five hours of sleep?",
    lambda p: count(p.ago(p.days.index[p.days.sleep < 300][-1])),
)
C("days gone by since my last 15k step day", lambda p: count(p.ago(p.days.index[p.days.steps >= 15000][-1])))
D("How long time ago I was running the last time?", lambda p: _since(p, p.kind("Run").index))
W("most recent date my rhr was above 70", lambda p: on(p.days.index[p.days.rhr > 70][-1]))
L(
    "when was the last time that i walked more than twenty thousand steps",
    lambda p: _since(p, p.days.index[p.days.steps > 20000]),
)
B(
    "How many days lie between my first and my last bike ride?",
    lambda p: tuple(
        count((p.kind("Outdoor Bike").index[-1] - p.kind("Outdoor Bike").index[0]).days - less) for less in (0, 1)
    ),
)
L(
    "how many weeks ago was my highest step day",
    lambda p: (count(p.ago(p.most("steps")) / 7), count(p.ago(p.most("steps"))), on(p.most("steps"))),
)

_B.topic("clock times")
B(
    "At what hour do I get up on Sundays, on average?",
    lambda p: tuple(clock(p.weekdays(number).wake.mean()) for number in (6, 5)),
)
A("whats the latest i went to bed", lambda p: clock(p.days.bed.max()))
C(
    "mean bedtime on fri and sat nights",
    lambda p: tuple(clock(p.weekdays(*numbers).bed.mean()) for numbers in ((4, 5), (5, 6))),
)
D("How many times I wake up before 6 in the morning?", lambda p: count((p.days.wake < 360).sum()))
A("avg bedtime last 10 days", lambda p: clock(p.last(10).bed.mean()))
D(
    "How many hours I sleep when I go to bed after midnight, in average?",
    lambda p: mins(p.days[p.days.bed >= 1440].sleep.mean()),
)
A("what time did my longest workout start", lambda p: clock(p.acts.sort_values("minutes").clock.iloc[-1]))
B(
    "How many of my bike rides began after four in the afternoon?",
    lambda p: count((p.kind("Outdoor Bike").clock > 960).sum()),
)

_B.topic("follow-ups")
A(("how many 10k days did i have", "only weekdays"), lambda p: count((p.week.steps >= 10000).sum()))
L(
    ("average resting heart rate in september", "what about october", "and november"),
    lambda p: bpm(p.between("2021-11-01", "2021-11-30").rhr.mean()),
)
W(
    ("avg sleep on weekends", "vs during the week?"),
    lambda p: (mins(p.week.sleep.mean()), *more(mins(p.weekend.sleep.mean()), mins(p.week.sleep.mean()))[1:]),
)
B(
    ("What is my average number of steps?", "And on the days on which I exercised?"),
    lambda p: steps(p.with_acts().steps.mean()),
)
C(
    ("longest night of sleep?", "shortest?", "so the difference between the two is"),
    lambda p: mins(p.days.sleep.max() - p.days.sleep.min()),
)
D(
    ("How much deep sleep I have in average?", "And which part of all the sleep is this, in percent?"),
    lambda p: (
        percent(100 * p.days.deep.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.deep / p.days.sleep).mean()),
    ),
)
W(
    ("average hrv?", "same but just the nights over 7 hours"),
    lambda p: ms(p.days[p.days.sleep > 420].hrv.mean()),
)
A(
    ("how many bike rides did i do", "avg length?", "and the longest one"),
    lambda p: mins(p.kind("Outdoor Bike").minutes.max()),
)
L(
    ("total steps in october", "and the month after that"),
    lambda p: steps(p.between("2021-11-01", "2021-11-30").steps.sum()),
)

_B.topic("everyday words")
A("fr how many hrs of zzz do i get a night", lambda p: mins(p.days.sleep.mean()))
C("mean time awake per night in mins", lambda p: mins(p.days.awake.mean()))
W("avg overnight sats", lambda p: plain(p.days.spo2.mean()))
W("how many breaths per minute do i take while sleeping", lambda p: plain(p.days.breathing.mean()))
L(
    "how much energy do i burn on a typical day",
    lambda p: (kcal(p.days.calories.mean()), kcal(p.days.calories.median())),
)
B(
    "How many steps do I take on an ordinary day?",
    lambda p: (steps(p.days.steps.mean()), steps(p.days.steps.median())),
)
D("How much cardio zone minutes I have per one day?", lambda p: mins(p.days.cardio.mean()))
L(
    "how far do i walk in a day in kilometers",
    lambda p: (plain(p.days.distance.mean() / 1000), plain(p.days.distance.median() / 1000)),
)

BATCH_2 = (*_B.questions, *COMPARED, *PERIODS, *DECLINED)
