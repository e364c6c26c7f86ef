"""The first batch: what owners of wearables type, about days, nights and activities.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_1_declined import DECLINED
from evals.everyday.batch_1_periods import PERIODS
from evals.everyday.conventions import counts, picked, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, current_streak, later, streak
from evals.everyday.truths import (
    bpm,
    clock,
    count,
    kcal,
    mins,
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

_B.topic("superlative")
A("how many steps did I do the day I slept least", lambda p: steps(p.at(p.least("sleep"), "steps")))
B("whats my hrv on my best sleep night", lambda p: ms(p.at(p.most("sleep"), "hrv")))
D("avg heart rate on my longest run?", lambda p: bpm(p.acts.sort_values("minutes").pulse.iloc[-1]))
B("how many calories did my longest bike ride burn", lambda p: kcal(p.acts.kcal.max()))
L("what was my rhr on my highest step day", lambda p: bpm(p.at(p.most("steps"), "rhr")))
W("deep sleep the night my rhr was the highest?", lambda p: mins(p.at(p.most("rhr"), "deep")))
C("how long did i sleep on the day with the fewest steps", lambda p: mins(p.at(p.least("steps"), "sleep")))
A("Which day of the week was my highest step day?", lambda p: weekday(p.most("steps")))

_B.topic("that day")
A(("when was my hrv highest?", "and how many steps that day?"), lambda p: steps(p.at(p.most("hrv"), "steps")))
A(
    ("what was my worst night of sleep", "what did my resting hr look like that day"),
    lambda p: bpm(p.at(p.least("sleep"), "rhr")),
)
L(
    ("what day did i walk the most?", "how did i sleep that night"),
    lambda p: (mins(p.at(p.most("steps"), "sleep")), mins(p.at(p.most("steps"), "sleep", after=1))),
)
W(("when was my hrv lowest", "and my sleep then?"), lambda p: mins(p.at(p.least("hrv"), "sleep")))
B(("best step day this month?", "did i work out that day"), lambda p: yes(p.most("steps") in p.acts.index))
B(
    ("when was my last aerobic workout", "how many steps did i get that day"),
    lambda p: steps(p.at(p.acts.index[-1], "steps")),
)
C(("when did i do my run?", "how long did I sleep that night?"), lambda p: mins(p.at(p.acts.index[0], "sleep")))

_B.topic("day after")
A(
    "how many steps did i take the day after my shortest night",
    lambda p: steps(p.at(p.least("sleep"), "steps", after=1)),
)
A("hrv the day after my biggest step day", lambda p: ms(p.at(p.most("steps"), "hrv", after=1)))
B(
    "what was my resting heart rate the day after my longest bike ride?",
    lambda p: bpm(p.at(p.acts.sort_values("minutes").index[-1], "rhr", after=1)),
)
B(
    "how do i sleep the night after a workout, on average",
    lambda p: (
        mins(p.with_acts().sleep.mean()),
        mins(p.days[p.days.index.isin(p.acts.index + pd.Timedelta(days=1))].sleep.mean()),
    ),
)
L(
    "avg steps the day after i sleep less than 6 hours",
    lambda p: (
        steps(later(p.days.steps).reindex(p.days.index)[p.days.sleep < 360].mean()),
        steps(p.days.steps[p.days.sleep < 360].mean()),
    ),
)
W(
    "whats my average hrv on the day after i sleep under 5 hours?",
    lambda p: (
        ms(later(p.days.hrv).reindex(p.days.index)[p.days.sleep < 300].mean()),
        ms(p.days.hrv[p.days.sleep < 300].mean()),
    ),
)
W(
    "how much deep sleep did i get the night after my worst night",
    lambda p: mins(p.at(p.least("sleep"), "deep", after=1)),
)

_B.topic("and / or")
A(
    "how many days did i walk over 12k steps and sleep over 7 hours",
    lambda p: count(((p.days.steps > 12000) & (p.days.sleep > 420)).sum()),
)
B(
    "how many days was I under 8k steps or under 6 hrs sleep",
    lambda p: count(((p.days.steps < 8000) | (p.days.sleep < 360)).sum()),
)
A("how many times did i run or use the treadmill", lambda p: count(len(p.kind("Run", "Treadmill"))))
W(
    "avg hrv on nights with over 90 min deep and over 2 hours rem",
    lambda p: ms(p.days[(p.days.deep > 90) & (p.days.rem > 120)].hrv.mean()),
)
L("how many saturdays or sundays did i hit 10000 steps", lambda p: counts(p.weekend.steps, 10000))
L(
    "average steps on days when my rhr was over 75 and i slept under 7h",
    lambda p: steps(p.days[(p.days.rhr > 75) & (p.days.sleep < 420)].steps.mean()),
)
B("avg hr of my bike rides and treadmill together?", lambda p: bpm(p.kind("Outdoor Bike", "Treadmill").pulse.mean()))

_B.topic("ranking")
A(
    "top 3 step days?",
    lambda p: picked(p.days.steps.nlargest(3), steps),
)
L("second highest step count ever?", lambda p: steps(p.days.steps.nlargest(2).iloc[1]))
W(
    "5 worst nights of sleep",
    lambda p: picked(p.days.sleep.nsmallest(5), mins),
)
B("my third longest workout, how long was it", lambda p: mins(p.acts.minutes.nlargest(3).iloc[2]))
C("when was my 2nd best hrv day", lambda p: on(p.days.hrv.nlargest(2).index[1]))
A("whats the average of my 5 best step days", lambda p: steps(p.days.steps.nlargest(5).mean()))
B(
    "which 2 days had the most zone minutes?",
    lambda p: picked(p.days.zone.nlargest(2), mins),
)

_B.topic("own average")
A("how many days did I walk more than my average", lambda p: count((p.days.steps > p.days.steps.mean()).sum()))
W(
    "did i sleep more than usual last night?",
    lambda p: (
        yes(p.days.sleep.iloc[-1] > p.days.sleep.mean()),
        more(mins(p.days.sleep.iloc[-1]), mins(p.days.sleep.mean()))[1],
        more(mins(p.days.sleep.iloc[-1]), mins(p.days.sleep.iloc[:-1].mean()))[1],
    ),
)
W("how many nights were below my avg deep sleep", lambda p: count((p.days.deep < p.days.deep.mean()).sum()))
L(
    "on how many days was my resting hr at least 5 bpm above my average?",
    lambda p: count((p.days.rhr >= p.days.rhr.mean() + 5).sum()),
)
L(
    "avg steps on days i slept longer than usual",
    lambda p: (
        steps(p.days[p.days.sleep > p.days.sleep.mean()].steps.mean()),
        steps(p.days[p.days.sleep > p.days.sleep.median()].steps.mean()),
    ),
)
C(
    "was yesterday above my normal step count",
    lambda p: (
        yes(p.days.steps.iloc[-2] > p.days.steps.mean()),
        more(steps(p.days.steps.iloc[-2]), steps(p.days.steps.mean()))[1],
    ),
)
A("what % of days am i above my avg hrv", lambda p: share(p.days.hrv > p.days.hrv.mean()))

_B.topic("how long ago")
A("how many days since my last run", lambda p: count(p.ago(p.kind("Run").index[-1])))
B(
    "how long ago was my last bike ride?",
    lambda p: (count(p.ago(p.kind("Outdoor Bike").index[-1])), on(p.kind("Outdoor Bike").index[-1])),
)
L("when did i last hit 10k steps", lambda p: on(p.days.index[p.days.steps >= 10000][-1]))
L(
    "how many days ago did i last walk over 15,000 steps?",
    lambda p: count(p.ago(p.days.index[p.days.steps > 15000][-1])),
)
W(
    "how long has it been since i slept 8 hours",
    lambda p: (count(p.ago(p.days.index[p.days.sleep >= 480][-1])), on(p.days.index[p.days.sleep >= 480][-1])),
)
C("days since i last slept under 6h?", lambda p: count(p.ago(p.days.index[p.days.sleep < 360][-1])))
B("how many days between my last two workouts", lambda p: count((p.acts.index[-1] - p.acts.index[-2]).days))

_B.topic("clock times")
A("what time do i usually go to bed", lambda p: (clock(p.days.bed.mean()), clock(p.days.bed.median())))
B(
    "avg wake up time on weekdays?",
    lambda p: (
        clock(p.week.wake.mean()),
        clock(p.weekdays(6, 0, 1, 2, 3).wake.mean()),
        clock(p.week.wake.median()),
    ),
)
C("how many nights was I in bed before 11pm", lambda p: count((p.days.bed < 1380).sum()))
B("how often did i go to bed after midnight?", lambda p: (count((p.days.bed >= 1440).sum()), share(p.days.bed >= 1440)))
D("how many runs did i start before 7 am", lambda p: count((p.acts.clock < 420).sum()))
A("earliest i woke up this month", lambda p: clock(p.days.wake.min()))
B("what time do i normally start my workouts", lambda p: (clock(p.acts.clock.mean()), clock(p.acts.clock.median())))
A("how much do i sleep when im in bed by 10:30pm", lambda p: mins(p.days[p.days.bed <= 1350].sleep.mean()))

_B.topic("follow-ups")
L(("avg steps in december?", "and november?"), lambda p: steps(p.between("2021-11-01", "2021-11-30").steps.mean()))
L(("how did i sleep last month", "and this month?"), lambda p: mins(p.between("2022-01-01", "2022-01-31").sleep.mean()))
A(("avg sleep?", "what about weekends"), lambda p: (mins(p.weekend.sleep.mean()), mins(p.weekdays(4, 5).sleep.mean())))
W(("whats my average hrv", "and rhr?", "last 2 weeks only"), lambda p: bpm(p.last(14).rhr.mean()))
B(("how many workouts did i do", "how many of them were bike rides?"), lambda p: count(len(p.kind("Outdoor Bike"))))
C(("how many days over 10k steps", "and over 15k?"), lambda p: count((p.days.steps > 15000).sum()))
A(("most steps in a day?", "and the least?"), lambda p: steps(p.days.steps.min()))
W(("average deep sleep", "in hours?"), lambda p: mins(p.days.deep.mean()))

_B.topic("everyday words")
W("avg kcal per day", lambda p: kcal(p.days.calories.mean()))
W("whats my skin temp usually", lambda p: (plain(p.days.skin.mean()), plain(p.days.skin.median())))
A("how many 7+ hour nights", lambda p: count((p.days.sleep >= 420).sum()))
C("days with 8k+ steps?", lambda p: count((p.days.steps >= 8000).sum()))
B("resting pulse avg", lambda p: bpm(p.days.rhr.mean()))
L("how much shut eye am i getting lately", lambda p: windows(p, "sleep", "min", 7, 14, 28, 30))
B("hows my ticker doing, average resting bpm past 2 wks", lambda p: bpm(p.last(14).rhr.mean()))
A("avg stepps per day lol", lambda p: steps(p.days.steps.mean()))

_B.topic("streaks")
A(
    "longest streak over 10k steps",
    lambda p: (count(streak(p.days.steps > 10000)), count(streak(p.days.steps > 10000, by_calendar=False))),
)
L("most days in a row with 5000+ steps?", lambda p: count(streak(p.days.steps >= 5000)))
W("how many nights in a row have i slept over 6 hours at best", lambda p: count(streak(p.days.sleep > 360)))
A("am i on a streak of 8k step days right now? how long", lambda p: count(current_streak(p.days.steps >= 8000)))
L(
    "longest run of nights under 7h sleep",
    lambda p: (
        count(streak(p.days.sleep < 420)),
        count(streak((p.days.sleep.dropna() < 420), by_calendar=False)),
    ),
)
B(
    "longest time without a workout, in days",
    lambda p: (
        count(p.acts.index.to_series().diff().dt.days.max() - 1),
        count(p.acts.index.to_series().diff().dt.days.max()),
        count(streak(~p.days.index.to_series().isin(p.acts.index))),
    ),
)
C(
    "how many days straight did i sleep 7+ hrs max",
    lambda p: (count(streak(p.days.sleep >= 420)), count(streak(p.days.sleep >= 420, by_calendar=False))),
)

_B.topic("shares")
A("what % of nights do i get 7+ hours", lambda p: share(p.days.sleep >= 420))
L("what percentage of days do i hit 10k", lambda p: share(p.days.steps.dropna() >= 10000))
W("whats the % of nights with more than 90 min deep", lambda p: share(p.days.deep.dropna() > 90))
B("what percent of my workouts are bike rides", lambda p: share(p.acts.kind == "Outdoor Bike"))
W(
    "how much of my sleep is deep, percentage wise",
    lambda p: (
        percent(100 * p.days.deep.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.deep / p.days.sleep).mean()),
    ),
)
B(
    "what share of days did i exercise",
    lambda p: (percent(100 * p.acts.index.nunique() / len(p.days)), percent(100 * p.acts.index.nunique() / 31)),
)
L("what fraction of weekends days am i under 5k steps, in %", lambda p: share(p.weekend.steps.dropna() < 5000))

BATCH_1 = (*_B.questions, *PERIODS, *DECLINED)
