"""The eighth batch: clock times, conversations, everyday words, streaks and shares.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

import pandas as pd

from evals.everyday.batch_8_readings import RIDE, current, km, longest_spell_start, often, spells, usual
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, streak
from evals.everyday.truths import (
    bpm,
    change,
    clock,
    count,
    either,
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
C("What time do I normally turn in?", lambda p: usual(p.days.bed, clock))
A(
    "how late do i get up on saturdays on average",
    lambda p: tuple(clock(p.weekdays(day).wake.mean()) for day in (5, 4)),
)
B("what time was i in bed on october twentieth", lambda p: clock(p.at(pd.Timestamp("2023-10-20"), "bed")))
D("How many nights of this month I was in the bed before half past ten?", lambda p: count((p.days.bed < 1350).sum()))
A("What time did I set off on my last ride?", lambda p: clock(p.kind(RIDE).clock.iloc[-1]))
B("how many of my workouts did i start between 7 and 9 am", lambda p: count(p.acts.clock.between(420, 540).sum()))
C(
    "whats my median wake up time monday to friday",
    lambda p: (clock(p.week.wake.median()), clock(p.weekdays(6, 0, 1, 2, 3).wake.median())),
)
D(
    "In the last ten days, at which hour I went to bed the latest?",
    lambda p: (clock(p.last(10).bed.max()), clock(p.days.iloc[-10:].bed.max())),
)
C(
    "How much later do I go to bed on Fridays and Saturdays than on the other nights?",
    lambda p: change(p.weekdays(4, 5).bed.mean() - p.weekdays(6, 0, 1, 2, 3).bed.mean(), "min"),
)
C("hey quick one whats my avg bedtime but only for sunday nights", lambda p: clock(p.weekdays(6).bed.mean()))
C("mornings up before 6 in the last two weeks, how many?", lambda p: count((p.last(14).wake < 360).sum()))

_B.topic("follow-ups")
L(
    (
        "How high was my resting heart rate in August, on average?",
        "How about January?",
        "So in which month was it better?",
    ),
    lambda p: tuple(
        told
        for low in [min(("2021-08", "2022-01"), key=lambda name: float(p.days.rhr.loc[name].mean()))]
        for told in (month(f"{low}-01"), either(*{"2021-08": ("August", "January")}.get(low, ("January", "August"))))
    ),
)
W(
    ("how long did i sleep last night", "how much of that was rem", "n as a percentage?"),
    lambda p: percent(100 * p.days.rem.iloc[-1] / p.days.sleep.iloc[-1]),
)
A(
    ("How many calories did I burn on the bike in total?", "And running?"),
    lambda p: kcal(p.kind("Run").kcal.sum()),
)
B(
    ("What's my step average?", "On weekdays only?", "And my resting heart rate on those days?"),
    lambda p: bpm(p.week.rhr.mean()),
)
C(("when did i go running", "how long was it"), lambda p: mins(p.kind("Run").minutes.iloc[0]))
D(("Which was my best day of HRV?", "And the worst?"), lambda p: on(p.least("hrv")))
L(
    ("How many kilometres did I walk in June?", "July?", "And the two together?"),
    lambda p: km(p.days.distance.loc["2021-06":"2021-07"].sum()),
)
W(
    ("my average calories in october?", "november?", "how many percent is that up or down"),
    lambda p: change(100 * (p.days.calories.loc["2024-11"].mean() / p.days.calories.loc["2024-10"].mean() - 1), "%"),
)
L(
    ("did i sleep over 7 hours on january 1st", "over 6 then?", "how much was it exactly"),
    lambda p: mins(p.at(pd.Timestamp("2022-01-01"), "sleep")),
)
C(("how many nights under 7 hours did i have", "whats that in percent"), lambda p: share(p.days.sleep < 420))
A(
    ("How many zone minutes did I get on Sunday?", "And how many on the Sunday before that?"),
    lambda p: mins(p.at(pd.Timestamp("2023-10-22"), "zone")),
)

_B.topic("everyday words")
W("how many hours of kip am i averaging per night", lambda p: mins(p.days.sleep.mean()))
L("How many steps have I taken altogether since I got this watch?", lambda p: steps(p.days.steps.sum()))
L("calories burned in all of 2021, total", lambda p: kcal(p.days.calories.loc["2021"].sum()))
W("How long am I in bed per night on average, asleep or awake?", lambda p: mins((p.days.sleep + p.days.awake).mean()))
A(
    "How much exercise did I get in October in total, in hours and minutes?",
    lambda p: (mins(p.acts.minutes.sum()), mins(p.days.zone.sum())),
)
B("whats my pulse normally when im just resting", lambda p: usual(p.days.rhr, bpm))
D("Which was my resting pulse on Monday the 23rd?", lambda p: bpm(p.at(pd.Timestamp("2023-10-23"), "rhr")))
L("how warm does my skin get at night, average for december?", lambda p: plain(p.days.skin.loc["2021-12"].mean()))
C(
    "gimme the basics for oct 26: steps, sleep, hrv",
    lambda p: listed(
        [
            unit(p.at(pd.Timestamp("2023-10-26"), name))
            for unit, name in ((steps, "steps"), (mins, "sleep"), (ms, "hrv"))
        ]
    ),
)
W("how fast was i breathing last night", lambda p: plain(p.days.breathing.iloc[-1]))
B("How many hours of light sleep are normal for me?", lambda p: usual(p.days.light, mins))

W(
    "my wife claims im up half the night so how many minutes am i really awake on average",
    lambda p: mins(p.days.awake.mean()),
)
A(
    "I started training properly on October 9th. How many zone minutes a day have I averaged since then?",
    lambda p: mins(p.days.zone.loc["2023-10-09":].mean()),
)
W(
    "November was brutal on the ward, honestly. On how many nights did I get less than five and a half hours?",
    lambda p: count((p.days.sleep.loc["2024-11"] < 330).sum()),
)
L(
    "My doctor asked for my average resting pulse over the last three months, what do I write down?",
    lambda p: tuple(
        bpm(days.rhr.mean())
        for days in (
            p.last(90),
            p.last(91),
            p.between("2021-10-23", "2022-01-22"),
            p.between("2021-10-01", "2021-12-31"),
        )
    ),
)

_B.topic("streaks")
L("whats the most days in a row i burned over 1800 calories", lambda p: spells(p.days.calories > 1800))
W(
    "Longest stretch of nights where I was awake for less than 40 minutes?",
    lambda p: spells(p.days.awake.dropna() < 40),
)
A("my best streak for hitting 30 zone mins a day", lambda p: spells(p.days.zone >= 30))
B("How many nights running was I in bed before 11 pm, at best?", lambda p: spells(p.days.bed < 1380))
C("worst losing streak, days in a row under 10,000 steps?", lambda p: spells(p.days.steps < 10000))
D(
    "The most nights one after the other with less than one hour of deep sleep, how many are they?",
    lambda p: spells(p.days.deep < 60),
)
L("When did my longest streak of days above 6,000 steps start?", lambda p: on(longest_spell_start(p.days.steps > 6000)))
W(
    "as of today how many nights in a row have i slept at least 5 hours",
    lambda p: current(p.days.sleep.dropna() >= 300),
)
A(
    "did i ever manage workouts on three days in a row",
    lambda p: tuple(
        told
        for longest in [streak(pd.Series(data=True, index=p.acts.index.unique()).sort_index())]
        for told in (yes(longest >= 3), count(longest))
    ),
)

_B.topic("shares")
A(
    "What percentage of my steps do I take on days with a workout?",
    lambda p: percent(100 * p.with_acts().steps.sum() / p.days.steps.sum()),
)
L("on what pct of mornings is my resting heart rate 75 or below", lambda p: share(p.days.rhr.dropna() <= 75))
W("How often, in percent, do I get eight hours of sleep?", lambda p: share(p.days.sleep.dropna() >= 480))
B("what % of my workouts had an average heart rate above 110", lambda p: share(p.acts.pulse > 110))
C(
    "Of the nights when I went to bed after midnight, what percentage were still longer than 7 hours?",
    lambda p: share(p.days[p.days.bed > 1440].sleep > 420),
)
D("In which percentage of the days my stress score is over 75?", lambda p: share(p.days.stress.dropna() > 75))
L(
    "% of days in january so far with at least 3,000 steps",
    lambda p: share(p.days.steps.loc["2022-01"].dropna() >= 3000),
)
W(
    "how much of my time in bed am i lying awake, as a percentage",
    lambda p: (
        percent(100 * p.days.awake.mean() / (p.days.sleep + p.days.awake).mean()),
        percent(100 * (p.days.awake / (p.days.sleep + p.days.awake)).mean()),
    ),
)
B(
    "How often do I get less than six and a half hours of sleep before a working day, Sunday to Thursday nights?",
    lambda p: (
        *often(p.weekdays(6, 0, 1, 2, 3).sleep < 390),
        *often(p.week.sleep < 390),
    ),
)
A(
    "share of my total sleep that was deep, in percent",
    lambda p: (
        percent(100 * p.days.deep.sum() / p.days.sleep.sum()),
        percent(100 * (p.days.deep / p.days.sleep).mean()),
    ),
)

HABITS = _B.questions
