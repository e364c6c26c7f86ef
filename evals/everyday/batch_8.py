"""The eighth batch: days, nights and activities, as parents, shift workers, students and pensioners ask about them.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_8_compared import COMPARED
from evals.everyday.batch_8_declined import DECLINED
from evals.everyday.batch_8_habits import HABITS
from evals.everyday.batch_8_periods import PERIODS
from evals.everyday.batch_8_readings import RIDE, by_weekday, first_time, km, last_time, less, next_day, since, usual
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, later
from evals.everyday.truths import (
    bpm,
    change,
    clock,
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
    share,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("superlative")
L(
    "Between Christmas Eve and January 2nd, what was the furthest I walked in one day, in km?",
    lambda p: km(p.between("2021-12-24", "2022-01-02").distance.max()),
)
W("what's the longest ive slept on any night in the last four weeks", lambda p: mins(p.last(28).sleep.max()))
A("highest average pulse on any of my rides?", lambda p: bpm(p.kind(RIDE).pulse.max()))
B(
    "What's the most calories I've burned in one aerobic workout, and what day was that?",
    lambda p: tuple(listed([kcal(burned.max()), on(burned.idxmax())]) for burned in [p.kind("Aerobic Workout").kcal]),
)
C(
    "how short was my shortest night between the 10th and the 20th of october",
    lambda p: mins(p.between("2023-10-10", "2023-10-20").sleep.min()),
)
D("which is the best stress score I got on a weekend?", lambda p: plain(p.weekend.stress.max()))
L(
    "coldest my skin ever got at night and which date was it",
    lambda p: tuple(
        listed([plain(p.days.skin.min()), on(p.least("skin") - pd.Timedelta(days=back))]) for back in (0, 1)
    ),
)
W("best deep sleep of this month, how many minutes", lambda p: mins(p.days.deep.loc["2024-11"].max()))
L(
    "I'm 71 and my grandson set this up for me. How many steps did I manage on my best day this past week?",
    lambda p: tuple(steps(days.steps.max()) for days in (p.last(7), p.between("2022-01-10", "2022-01-16"))),
)
A(
    "weekends aside, on which date did I move the least, going by steps?",
    lambda p: on(p.week.steps.idxmin()),
)

_B.topic("that day")
L(
    "how long did i sleep on the day i burned the most calories",
    lambda p: tuple(mins(p.at(p.most("calories"), "sleep", after=after)) for after in (0, 1)),
)
W(
    ("When did my HRV hit its lowest point?", "How long had I slept that night?"),
    lambda p: mins(p.at(p.least("hrv"), "sleep")),
)
A(
    ("tell me the date of my longest ride", "what time did i get up that morning"),
    lambda p: tuple(
        clock(p.at(pd.Timestamp(str(p.kind(RIDE).minutes.idxmax())), "wake", after=after)) for after in (0, -1)
    ),
)
B(
    ("my best day for zone mins?", "did i work out then", "n how many steps was it"),
    lambda p: steps(p.at(p.most("zone"), "steps")),
)
C(
    "I went for one run in October. How many steps did I take in total on that day?",
    lambda p: steps(p.at(p.kind("Run").index[0], "steps")),
)
D("The night that I slept the less, which was my resting heart rate?", lambda p: bpm(p.at(p.least("sleep"), "rhr")))
L(
    ("What day in December did I walk the least?", "calories on that day?"),
    lambda p: kcal(p.at(pd.Timestamp(str(p.days.steps.loc["2021-12"].idxmin())), "calories")),
)
W(
    "On my longest night, how many minutes of deep sleep and how many of REM did I get?",
    lambda p: listed([mins(p.at(p.most("sleep"), name)) for name in ("deep", "rem")]),
)
A(
    "what date was my hrv the highest and what was my resting heart rate then",
    lambda p: listed([on(p.most("hrv")), bpm(p.at(p.most("hrv"), "rhr"))]),
)

_B.topic("day after")
C(
    "after i go to bed past midnight how many steps do i get the next day on average",
    lambda p: (
        steps(next_day(p, "steps", p.days.bed > 1440).mean()),
        steps(p.days[p.days.bed > 1440].steps.mean()),
    ),
)
L(
    "When I've had a couch day with under 2,000 steps, how many do I usually do the day after?",
    lambda p: usual(next_day(p, "steps", p.days.steps < 2000), steps),
)
W("hrv the night after my shortest night?", lambda p: ms(p.at(p.least("sleep"), "hrv", after=1)))
A(
    "How long do I sleep on average after a day with more than 45 zone minutes?",
    lambda p: (
        mins(next_day(p, "sleep", p.days.zone > 45).mean()),
        mins(p.days[p.days.zone > 45].sleep.mean()),
    ),
)
D(
    "In the day following one with more than 30 zone minutes, how much is my resting heart rate in average?",
    lambda p: bpm(next_day(p, "rhr", p.days.zone > 30).mean()),
)
L("steps on the day after christmas day", lambda p: steps(p.at(pd.Timestamp("2021-12-25"), "steps", after=1)))
W(
    "how many calories do i burn on average the day after a night shorter than five and a half hours",
    lambda p: (
        kcal(next_day(p, "calories", p.days.sleep < 330).mean()),
        kcal(p.days[p.days.sleep < 330].calories.mean()),
    ),
)
L(
    "The day after my record for steps, did I still walk more than on an average day?",
    lambda p: more(steps(p.at(p.most("steps"), "steps", after=1)), steps(p.days.steps.mean())),
)
B(
    "what did my resting heart rate do the day after my longest aerobic session, just give me the number",
    lambda p: bpm(p.at(pd.Timestamp(str(p.kind("Aerobic Workout").minutes.idxmax())), "rhr", after=1)),
)

_B.topic("and / or")
L(
    "How many days had fewer than 3,000 steps and a resting heart rate of 76 or higher?",
    lambda p: count(((p.days.steps < 3000) & (p.days.rhr >= 76)).sum()),
)
W(
    "nights with blood oxygen under 94 or more than 18 breaths a minute, how many",
    lambda p: count(((p.days.spo2 < 94) | (p.days.breathing > 18)).sum()),
)
A(
    "how many times did i go out for a ride or a run on a saturday or sunday",
    lambda p: count(len(p.kind(RIDE, "Run")[lambda acts: acts.index.dayofweek >= 5])),
)
B(
    "On days when I both worked out and walked more than 11,000 steps, what was my average sleep?",
    lambda p: (
        mins(p.with_acts()[lambda days: days.steps > 11000].sleep.mean()),
        mins(next_day(p, "sleep", (p.days.steps > 11000) & p.days.index.isin(p.acts.index)).mean()),
    ),
)
C(
    "avg hrv on days w/ 8+ hrs of sleep but less than 12k steps",
    lambda p: ms(p.days[(p.days.sleep >= 480) & (p.days.steps < 12000)].hrv.mean()),
)
D(
    "How many days I made a run or had more than 50 zone minutes?",
    lambda p: count(((p.days.zone > 50) | p.days.index.isin(p.kind("Run").index)).sum()),
)
L(
    "so far this year how many days did i do 4000 or more steps after sleeping less than 8 hours",
    lambda p: tuple(
        count(((p.days.steps >= 4000) & (slept.reindex(p.days.index) < 480)).loc["2022-01-01":].sum())
        for slept in (p.days.sleep, later(p.days.sleep, -1))
    ),
)
W(
    "What's my average resting heart rate on nights with less than 6 hours of sleep and less than 2 hours of REM?",
    lambda p: bpm(p.days[(p.days.sleep < 360) & (p.days.rem < 120)].rhr.mean()),
)
L(
    "um okay so since the first of october how many sundays have i either walked under three thousand steps"
    " or burned less than fifteen hundred calories",
    lambda p: count(
        ((p.weekdays(6).steps < 3000) | (p.weekdays(6).calories < 1500)).loc["2021-10-01":].sum(),
    ),
)

_B.topic("ranking")
L("My six best days for distance please, just the dates.", lambda p: picked(p.days.distance.nlargest(6), plain))
A(
    "Rank my kinds of exercise by total time, most first.",
    lambda p: listed([kind(str(name)) for name in p.acts.groupby("kind").minutes.sum().sort_values()[::-1].index]),
)
W("the 3 worst nights for hrv this month", lambda p: picked(p.days.hrv.loc["2024-11"].nsmallest(3), ms))
B(
    "What was my second best day for steps and how many did I do?",
    lambda p: tuple(listed([on(best.index[1]), steps(best.iloc[1])]) for best in [p.days.steps.nlargest(2)]),
)
C("my bottom three days for hrv, when were they", lambda p: picked(p.days.hrv.nsmallest(3), ms))
D(
    "Tell me the three weekdays where I walk the most in average, in order",
    lambda p: listed([weekday(int(number)) for number in by_weekday(p, "steps").nlargest(3).index]),
)
L("second best month for sleep per night?", lambda p: month(p.by_month("sleep", "mean").nlargest(2).index[1]))
W("what are my two longest nights and how long was each", lambda p: picked(p.days.sleep.nlargest(2), mins))
A("put my four longest sessions in order, longest first", lambda p: picked(p.acts.minutes.nlargest(4), mins))

_B.topic("own average")
W(
    "Has my resting heart rate been higher this week than my overall average?",
    lambda p: tuple(
        truth
        for window in (p.between("2024-11-18", "2024-11-21"), p.last(7))
        for truth in more(bpm(window.rhr.mean()), bpm(p.days.rhr.mean()))
    ),
)
C(
    "number of days that came in at least a thousand steps over my mean",
    lambda p: count((p.days.steps >= p.days.steps.mean() + 1000).sum()),
)
A("On what percentage of nights was my REM above my personal average?", lambda p: share(p.days.rem > p.days.rem.mean()))
B(
    "avg heart rate on rides that were shorter than my average ride",
    lambda p: bpm(p.kind(RIDE)[lambda rides: rides.minutes < rides.minutes.mean()].pulse.mean()),
)
D(
    "On the 23rd, was my HRV better than my mean value?",
    lambda p: more(ms(p.at(pd.Timestamp("2023-10-23"), "hrv")), ms(p.days.hrv.mean())),
)
L(
    "By how many calories does my biggest burn beat my average day?",
    lambda p: change(p.days.calories.max() - p.days.calories.mean(), "kcal"),
)
W(
    "nights that were over an hour shorter than my average, how many of em",
    lambda p: count((p.days.sleep < p.days.sleep.mean() - 60).sum()),
)
L(
    "Since the start of November, on how many days was I under my overall step average?",
    lambda p: count((p.days.steps.loc["2021-11-01":] < p.days.steps.mean()).sum()),
)
C(
    "do my saturdays beat my overall step average or not",
    lambda p: more(steps(p.weekdays(5).steps.mean()), steps(p.days.steps.mean())),
)
B(
    "Was my deep sleep last night shorter than it usually is?",
    lambda p: tuple(
        truth
        for normal in (p.days.deep.mean(), p.days.deep.median())
        for truth in less(mins(p.days.deep.iloc[-1]), mins(normal))
    ),
)

_B.topic("how long ago")
L("last day i walked over 8 km, when was it", lambda p: on(last_time(p.days.distance > 8000)))
W("How many days since I last got two and a half hours of REM?", lambda p: count(p.ago(last_time(p.days.rem >= 150))))
A(
    "days since my last bike ride of more than 40 minutes?",
    lambda p: count(p.ago(p.kind(RIDE)[lambda rides: rides.minutes > 40].index[-1])),
)
B("When was I last out on the bike?", lambda p: since(p, p.kind(RIDE).index[-1]))
C("when did i last get less than an hour of rem", lambda p: on(last_time(p.days.rem < 60)))
D(
    "Since how many days I did not make more than 12000 steps?",
    lambda p: count(p.ago(last_time(p.days.steps > 12000))),
)
L(
    "When did I walk ten thousand steps in a day for the very first time?",
    lambda p: on(first_time(p.days.steps >= 10000)),
)
W("whens the last time i was awake for over an hour in the night", lambda p: on(last_time(p.days.awake > 60)))
A("how long since i had a day with zero zone minutes", lambda p: since(p, last_time(p.days.zone == 0)))

BATCH_8 = (*_B.questions, *HABITS, *PERIODS, *COMPARED, *DECLINED)
