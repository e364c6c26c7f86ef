"""The seventh batch: days, nights and activities, each question in the words of another owner of a watch.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_4_readings import (
    RIDE,
    after_nights,
    day_after,
    last_time,
    night_means,
    nights_of,
    usual,
)
from evals.everyday.batch_7_compared import COMPARED
from evals.everyday.batch_7_declined import DECLINED
from evals.everyday.batch_7_habits import HABITS
from evals.everyday.batch_7_periods import PERIODS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, dates, later
from evals.everyday.truths import (
    bpm,
    change,
    count,
    kcal,
    listed,
    mins,
    month,
    more,
    ms,
    on,
    plain,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
AEROBIC = "Aerobic Workout"

_B.topic("superlative")
W("What's the most deep sleep I've ever logged in one night?", lambda p: mins(p.days.deep.max()))
A(
    "On the ride where I burned the most calories, what was my average heart rate?",
    lambda p: bpm(p.kind(RIDE).sort_values("kcal").pulse.iloc[-1]),
)
B(
    "Which was the longest of my aerobic workouts and how much minutes it was?",
    lambda p: tuple(
        listed([on(longest.name), mins(longest.minutes)])
        for longest in [p.kind(AEROBIC).sort_values("minutes").iloc[-1]]
    ),
)
C("Least REM I've had on a Saturday night?", lambda p: mins(p.weekdays(5).rem.min()))
L("What's the longest I slept on any night in November?", lambda p: mins(p.days.sleep.loc["2021-11"].max()))
D("how many steps on the day my resting heart rate peaked", lambda p: steps(p.at(p.most("rhr"), "steps")))
W(
    "Looking only at nights when I was asleep for less than five hours, what's the best HRV I still managed?",
    lambda p: ms(p.days[p.days.sleep < 300].hrv.max()),
)
L("least sleep ive gotten since new years", lambda p: mins(p.days.sleep.loc["2022-01-01":].min()))
A(
    "What's the most deep sleep I got on a weeknight?",
    lambda p: tuple(mins(nights.deep.max()) for nights in (p.week, p.weekdays(6, 0, 1, 2, 3))),
)
C(
    "How low did my resting pulse get in the second week of October?",
    lambda p: tuple(bpm(p.between(f"2023-10-{a:02}", f"2023-10-{b}").rhr.min()) for a, b in ((8, 14), (9, 15))),
)

_B.topic("that day")
W(
    ("Which night was worst for deep sleep?", "Did I at least sleep long? How many hours in total?"),
    lambda p: mins(p.at(p.least("deep"), "sleep")),
)
B(
    ("When was my longest aerobic workout?", "Did I walk a lot that day? How many steps?"),
    lambda p: steps(p.at(dates(p.kind(AEROBIC).sort_values("minutes"))[-1], "steps")),
)
A(
    ("Which outing on the bike burned the most, and when was it?", "And that night, how much sleep did I get?"),
    lambda p: nights_of(p, dates(p.kind(RIDE).sort_values("kcal"))[-1], "sleep", mins),
)
L(
    ("which day in november did i take the fewest steps", "and my resting heart rate then?"),
    lambda p: bpm(p.at(pd.Timestamp(str(p.days.steps.loc["2021-11"].idxmin())), "rhr")),
)
C(
    ("What's the earliest I got up this month?", "How many steps did I end up doing that day?"),
    lambda p: nights_of(p, p.least("wake"), "steps", steps),
)
D(
    ("Tell me my best night for HRV.", "Did I hit ten thousand steps that day?"),
    lambda p: (yes(p.at(p.most("hrv"), "steps") >= 10000), steps(p.at(p.most("hrv"), "steps"))),
)
W(
    ("when did i burn the most calories in a day", "how long did i sleep that nite", "and what was my hrv"),
    lambda p: nights_of(p, p.most("calories"), "hrv", ms),
)
L(
    ("My longest sleep in October, which night was it?", "Was I active that day? Steps, I mean."),
    lambda p: tuple(
        steps(p.at(night, "steps", after=days))
        for night in [pd.Timestamp(str(p.days.sleep.loc["2021-10"].idxmax()))]
        for days in (0, -1)
    ),
)

_B.topic("day after")
A(
    "I hopped on the treadmill once this month. How much did I sleep that night?",
    lambda p: nights_of(p, p.kind("Treadmill").index[0], "sleep", mins),
)
W(
    "How many calories do I burn on average the day after I sleep less than six hours?",
    lambda p: after_nights(p, p.days.sleep < 360, "calories", kcal),
)
L(
    "Say I barely move one day, under 2,000 steps. What's my resting pulse the next day, on average?",
    lambda p: bpm(day_after(p, p.days.steps < 2000, "rhr")),
)
B(
    "Two days after my treadmill session, what was my HRV?",
    lambda p: ms(p.at(p.kind("Treadmill").index[0], "hrv", after=2)),
)
C(
    "When I am going to bed after midnight, how many steps I make on the next day in average?",
    lambda p: after_nights(p, p.days.bed > 1440, "steps", steps),
)
D(
    "ok um after days when i walk more than twelve thousand steps what is my resting heart rate usually the next day",
    lambda p: tuple(bpm(v) for v in usual(later(p.days.rhr).reindex(p.days.index)[p.days.steps > 12000])),
)
L(
    "If I burn more than 2,000 calories in a day, how much do I sleep the following night on average?",
    lambda p: night_means(p, p.days.index[p.days.calories > 2000], "sleep", mins),
)
W(
    "The day after the night I lay awake longest, how many calories did I burn?",
    lambda p: nights_of(p, p.most("awake"), "calories", kcal),
)
B(
    "hey can you tell me how many steps i took the day after my longest night of sleep",
    lambda p: nights_of(p, p.most("sleep"), "steps", steps)[::-1],
)

_B.topic("and / or")
W(
    "How many nights did I get over seven hours of sleep and still have an HRV above 60?",
    lambda p: count(((p.days.sleep > 420) & (p.days.hrv > 60)).sum()),
)
A(
    "On how many days did I work out but then sleep less than seven hours?",
    lambda p: tuple(
        count(len(nights[nights.lt(420) & nights.index.isin(p.acts.index)]))
        for nights in (p.days.sleep, later(p.days.sleep))
    ),
)
L(
    "In July, on how many days did I pass 8,000 steps or else burn over 2,000 calories?",
    lambda p: count(((p.days.steps > 8000) | (p.days.calories > 2000)).loc["2021-07-01":"2021-07-31"].sum()),
)
B(
    "Average heart rate on bike rides that started after noon and took more than half an hour?",
    lambda p: bpm(p.kind(RIDE)[lambda rides: (rides.clock > 720) & (rides.minutes > 30)].pulse.mean()),
)
C(
    "How many times was I up before 6 and still got 10,000 steps?",
    lambda p: tuple(
        count(((p.days.wake < 360) & (walked.reindex(p.days.index) >= 10000)).sum())
        for walked in (p.days.steps, later(p.days.steps))
    ),
)
D(
    "How many nights had both more than an hour of deep sleep and more than an hour of REM?",
    lambda p: count(((p.days.deep > 60) & (p.days.rem > 60)).sum()),
)
L(
    "Since September, what's my average resting heart rate on Saturdays and Sundays?",
    lambda p: (
        bpm(p.weekend.rhr.loc["2021-09-01":].mean()),
        listed([bpm(p.weekdays(number).rhr.loc["2021-09-01":].mean()) for number in (5, 6)]),
    ),
)
A(
    "Past fortnight only: days with fewer than 8,000 steps or less than six hours of sleep, how many?",
    lambda p: count(((p.last(14).steps < 8000) | (p.last(14).sleep < 360)).sum()),
)
B(
    "how many calories on avg for workouts that were aerobic or on the treadmill",
    lambda p: (
        kcal(p.kind(AEROBIC, "Treadmill").kcal.mean()),
        listed([kcal(p.kind(name).kcal.mean()) for name in (AEROBIC, "Treadmill")], in_order=False),
    ),
)

_B.topic("ranking")
A("Can you pull up my four best days for steps?", lambda p: picked(p.days.steps.nlargest(4), steps))
B(
    "Rank the three bike rides that burned the most calories.",
    lambda p: picked(p.kind(RIDE).kcal.nlargest(3), kcal),
)
L("My three worst nights in terms of hours slept?", lambda p: picked(p.days.sleep.nsmallest(3), mins))
W(
    "On which three nights was my blood oxygen the lowest?",
    lambda p: picked(p.days.spo2.nsmallest(3), plain),
)
C(
    "What was my second longest night, and when?",
    lambda p: tuple(
        listed([mins(second.iloc[0]), on(second.index[0])]) for second in [p.days.sleep.nlargest(2).tail(1)]
    ),
)
D("my 3 best nights for deep sleep pls", lambda p: picked(p.days.deep.nlargest(3), mins))
L(
    "Which month comes second when you rank them by steps?",
    lambda p: tuple(month(p.by_month("steps", how).nlargest(2).index[1]) for how in ("mean", "sum")),
)
A(
    "Taking just my five shortest nights, how much did I sleep on average?",
    lambda p: mins(p.days.sleep.nsmallest(5).mean()),
)
W("top two rem nights", lambda p: picked(p.days.rem.nlargest(2), mins))

_B.topic("own average")
A(
    "How many of my workouts burned more calories than my average workout?",
    lambda p: count((p.acts.kcal > p.acts.kcal.mean()).sum()),
)
L(
    "Last week felt rough. Was my resting heart rate above my average then?",
    lambda p: tuple(
        truth
        for week in (p.between("2022-01-10", "2022-01-16"), p.last(7))
        for truth in more(bpm(week.rhr.mean()), bpm(p.days.rhr.mean()))
    ),
)
C("How many nights did I get more REM than I do on average?", lambda p: count((p.days.rem > p.days.rem.mean()).sum()))
W(
    "For what percentage of nights is my breathing rate below my own average?",
    lambda p: share(p.days.breathing.dropna() < p.days.breathing.mean()),
)
B(
    "When I rack up more zone minutes than my average, how long do I sleep?",
    lambda p: night_means(p, p.days.index[p.days.zone > p.days.zone.mean()], "sleep", mins),
)
D(
    "Did I sleep more than my average last Friday?",
    lambda p: more(mins(p.at(pd.Timestamp("2023-10-27"), "sleep")), mins(p.days.sleep.mean())),
)
L(
    "how much more do i burn on my biggest calorie day than on an average day",
    lambda p: tuple(
        truth
        for most, mean in [(p.days.calories.max(), p.days.calories.mean())]
        for truth in (change(most - mean, "kcal"), listed([kcal(most), kcal(mean)], in_order=False))
    ),
)
W(
    "In October, on how many nights was I awake for longer than my average?",
    lambda p: tuple(
        count((october > mean).sum())
        for october in [p.days.awake.loc["2024-10"]]
        for mean in (p.days.awake.mean(), october.mean())
    ),
)
C(
    "Is my step count on Mondays below my overall average?",
    lambda p: (
        yes(p.weekdays(0).steps.mean() < p.days.steps.mean()),
        *more(steps(p.weekdays(0).steps.mean()), steps(p.days.steps.mean()))[1:],
    ),
)

_B.topic("how long ago")
L("When was the last day I walked less than 1,000 steps?", lambda p: last_time(p, p.days.steps < 1000))
W("How many days ago was my longest night?", lambda p: (count(p.ago(p.most("sleep"))), on(p.most("sleep"))))
B("When did I last work out?", lambda p: (on(p.acts.index[-1]), count(p.ago(p.acts.index[-1]))))
A(
    "How many days has it been since I did an aerobic workout?",
    lambda p: (count(p.ago(p.kind(AEROBIC).index[-1])), on(p.kind(AEROBIC).index[-1])),
)
C(
    "when was i last up past midnight before going to bed",
    lambda p: tuple(
        truth
        for night in [dates(p.days[p.days.bed > 1440])[-1]]
        for day in (night, night + pd.Timedelta(days=1))
        for truth in (on(day), count(p.ago(day)))
    ),
)
D(
    "What was the most recent day with a resting heart rate above 60?",
    lambda p: last_time(p, p.days.rhr > 60),
)
L(
    "How long has it been since I burned at least 2,500 calories in a day?",
    lambda p: last_time(p, p.days.calories >= 2500),
)
W("whens the last time my blood oxygen dipped below 92", lambda p: last_time(p, p.days.spo2 < 92))
A(
    "My shortest ride and my longest one, how many days were there between them?",
    lambda p: tuple(
        count(abs((rides[-1] - rides[0]).days) - less)
        for rides in [dates(p.kind(RIDE).sort_values("minutes"))]
        for less in (0, 1)
    ),
)

BATCH_7 = (*_B.questions, *HABITS, *PERIODS, *COMPARED, *DECLINED)
