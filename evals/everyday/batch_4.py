"""The fourth batch: days, nights and activities, in the words of six owners who want different things of a watch.

They are a runner (A), a student who trains (B), a retired teacher with a new watch (C), a father of small children
(D), a person with high blood pressure who looks at the resting pulse (L), and a nurse on shifts (W).

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_4_compared import COMPARED
from evals.everyday.batch_4_declined import DECLINED
from evals.everyday.batch_4_habits import HABITS
from evals.everyday.batch_4_periods import PERIODS
from evals.everyday.batch_4_readings import RIDE, after_nights, day_after, last_time, night_means, nights_of, usual
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP
from evals.everyday.truths import (
    bpm,
    change,
    clock,
    count,
    kcal,
    kind,
    listed,
    mins,
    more,
    ms,
    on,
    plain,
    share,
    steps,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("superlative")
C("What is the longest night's sleep my watch has recorded so far?", lambda p: mins(p.days.sleep.max()))
B("most zone minutes ive ever smashed in one day", lambda p: mins(p.days.zone.max()))
A(
    "which workout had the highest average heart rate and what was it?",
    lambda p: tuple(
        listed([which, bpm(p.acts.pulse.max())])
        for hardest in [p.acts.sort_values("pulse").iloc[-1]]
        for which in (kind(hardest.kind), on(hardest.name))
    ),
)
D("fewest steps ive done in a day since i got this thing", lambda p: steps(p.days.steps.min()))
L(
    "what's the lowest my resting heart rate has ever been and when was that",
    lambda p: listed([bpm(p.days.rhr.min()), on(p.least("rhr"))]),
)
W("worst night for lying awake, how many minutes was it", lambda p: mins(p.days.awake.max()))
L("the most calories I burned on one single day in december?", lambda p: kcal(p.days.calories.loc["2021-12"].max()))
A("the day i burned the most calories in a workout when was it", lambda p: on(p.acts.kcal.idxmax()))
L(
    "looking back at the whole summer, june to august i mean, what was the most steps i did on a single day",
    lambda p: steps(p.between("2021-06-01", "2021-08-31").steps.max()),
)

_B.topic("that day")
L(
    ("so which day did i walk the furthest in steps", "and how many hours did i sleep the night before"),
    lambda p: (mins(p.at(p.most("steps"), "sleep")), mins(p.at(p.most("steps"), "sleep", after=-1))),
)
W(
    ("what night was my blood oxygen lowest", "how long was i awake that night"),
    lambda p: mins(p.at(p.least("spo2"), "awake")),
)
B(
    ("my biggest step day when was that", "what did i train that day"),
    lambda p: kind(str(p.acts.kind[p.most("steps")])),
)
A(
    ("what was my longest run", "average heart rate on it?"),
    lambda p: bpm(p.kind("Run").sort_values("minutes").pulse.iloc[-1]),
)
C(
    ("Which night did I sleep the least?", "And what was my stress score on that day?"),
    lambda p: plain(p.at(p.least("sleep"), "stress")),
)
D(
    ("so uh whats the day i walked the most", "what time did i get to bed that night"),
    lambda p: nights_of(p, p.most("steps"), "bed", clock),
)
L(
    ("what was my best day for steps in october", "how many calories did i burn then"),
    lambda p: kcal(p.at(pd.Timestamp(str(p.days.steps.loc["2021-10"].idxmax())), "calories")),
)
W(
    ("my best rem night ever", "resting hr that night", "and deep?"),
    lambda p: mins(p.at(p.most("rem"), "deep")),
)

_B.topic("day after")
W(
    "how long do i sleep on average the night after one under 5 hours",
    lambda p: mins(day_after(p, p.days.sleep < 300, "sleep")),
)
L(
    "What is my average resting heart rate on the day after I walk more than 10000 steps?",
    lambda p: bpm(day_after(p, p.days.steps > 10000, "rhr")),
)
A(
    "resting heart rate the day after each of my two runs",
    lambda p: listed([bpm(p.at(day, "rhr", after=1)) for day in p.kind("Run").index]),
)
B(
    "how much deep sleep do i get the night after an aerobic workout on avg",
    lambda p: night_means(p, p.kind("Aerobic Workout").index, "deep", mins),
)
D(
    "so when i sleep less than seven hours how many steps do i do the next day on average",
    lambda p: after_nights(p, p.days.sleep < 420, "steps", steps),
)
C(
    "How many steps did I still manage on the day after my biggest walking day?",
    lambda p: steps(p.at(p.most("steps"), "steps", after=1)),
)
L(
    "how many calories did I burn the day after my record day for steps",
    lambda p: kcal(p.at(p.most("steps"), "calories", after=1)),
)
W("mean hrv the day after burning over 2400 cals", lambda p: ms(day_after(p, p.days.calories > 2400, "hrv")))

_B.topic("and / or")
L(
    "how many days was my resting heart rate over 76 and my sleep under 7 hours",
    lambda p: count(((p.days.rhr > 76) & (p.days.sleep < 420)).sum()),
)
B(
    "days i hit 10k AND got over 100 zone mins, how many",
    lambda p: count(((p.days.steps >= 10000) & (p.days.zone > 100)).sum()),
)
C(
    "On how many nights was I in bed before eleven and slept at least seven hours?",
    lambda p: count(((p.days.bed < 1380) & (p.days.sleep >= 420)).sum()),
)
W(
    "how many nights with over 90 mins deep and over 2 hours rem",
    lambda p: count(((p.days.deep > 90) & (p.days.rem > 120)).sum()),
)
A(
    "i was wondering on days when i either rode the bike or went for a run how many steps did i get on average",
    lambda p: steps(p.with_acts(RIDE, "Run").steps.mean()),
)
D(
    "okay can you tell me how many days this month i either did ten thousand steps or slept at least eight hours",
    lambda p: count(((p.days.steps >= 10000) | (p.days.sleep >= 480)).sum()),
)
L(
    "on saturdays and sundays in november how many steps i make on average",
    lambda p: (
        steps(p.weekend.steps.loc["2021-11"].mean()),
        listed([steps(p.weekdays(number).steps.loc["2021-11"].mean()) for number in (5, 6)]),
    ),
)
W(
    "avg resting hr on nights i slpet under 6 hours n had less than 80 mins deep",
    lambda p: bpm(p.days[(p.days.sleep < 360) & (p.days.deep < 80)].rhr.mean()),
)
W(
    "out of the nights when i slept at least seven hours how many still had an hrv of under 55",
    lambda p: count(((p.days.sleep >= 420) & (p.days.hrv < 55)).sum()),
)

_B.topic("ranking")
L("my five highest resting heart rates with the dates please", lambda p: picked(p.days.rhr.nlargest(5), bpm))
B("top 4 days for zone mins", lambda p: picked(p.days.zone.nlargest(4), mins))
C("What were my three shortest nights?", lambda p: picked(p.days.sleep.nsmallest(3), mins))
A(
    "what was my second hardest workout going by average heart rate",
    lambda p: tuple(
        truth
        for second in [p.acts.sort_values("pulse").iloc[-2]]
        for truth in (bpm(second.pulse), on(second.name), kind(second.kind))
    ),
)
W("top 3 calorie burns", lambda p: picked(p.days.calories.nlargest(3), kcal))
D(
    "third best day for steps, how many was it",
    lambda p: steps(p.days.steps.nlargest(3).iloc[2]),
)
W("second shortest night i've had, which date", lambda p: on(p.days.sleep.nsmallest(2).index[1]))
C(
    "Please list the four days with the fewest steps, beginning with the lowest.",
    lambda p: picked(p.days.steps.nsmallest(4), steps),
)

_B.topic("own average")
L(
    "on how many days was my resting heart rate more than 5 beats above my average",
    lambda p: tuple(count((p.days.rhr > value + 5).sum()) for value in usual(p.days.rhr)),
)
C(
    "Was last night's sleep longer than my average night?",
    lambda p: tuple(
        truth for night in p.days.sleep.iloc[[-1, -2]] for truth in more(mins(night), mins(p.days.sleep.mean()))
    ),
)
W(
    "how far off my average was last nights hrv",
    lambda p: (
        change(p.days.hrv.iloc[-1] - p.days.hrv.mean(), "ms"),
        listed([ms(p.days.hrv.iloc[-1]), ms(p.days.hrv.mean())], in_order=False),
    ),
)
B(
    "avg sleep on days i walk less than my average",
    lambda p: night_means(p, p.days.index[p.days.steps < p.days.steps.mean()], "sleep", mins),
)
A(
    "how many of my rides were longer than my average ride",
    lambda p: count((p.kind(RIDE).minutes > p.kind(RIDE).minutes.mean()).sum()),
)
D(
    "steps today compared to my normal day",
    lambda p: tuple(
        truth
        for value in usual(p.days.steps)
        for newest in [float(p.days.steps.iloc[-1])]
        for truth in (
            listed([steps(newest), steps(value)], in_order=False),
            change(newest - value, "steps"),
            change(100 * (newest / value - 1), "%"),
        )
    ),
)
L(
    "how often do I walk less than my own average?",
    lambda p: (
        count((p.days.steps < p.days.steps.mean()).sum()),
        share(p.days.steps.dropna() < p.days.steps.mean()),
    ),
)
A(
    "was my last ride longer or shorter than my average ride and by how much",
    lambda p: tuple(
        truth
        for last, mean in [(p.kind(RIDE).minutes.iloc[-1], p.kind(RIDE).minutes.mean())]
        for truth in (change(last - mean, "min"), listed([mins(last), mins(mean)], in_order=False))
    ),
)

_B.topic("how long ago")
L("when did my resting heart rate last go over 80", lambda p: last_time(p, p.days.rhr > 80))
B(
    "how long its been since i was on the bike??",
    lambda p: (count(p.ago(p.kind(RIDE).index[-1])), on(p.kind(RIDE).index[-1])),
)
C("When did I last walk more than twenty thousand steps?", lambda p: last_time(p, p.days.steps > 20000))
W("how many days since i last burned over 3000 cals", lambda p: last_time(p, p.days.calories > 3000))
D("when was the last time i got more than 8 hours sleep", lambda p: last_time(p, p.days.sleep > 480))
A(
    "when was my last run and how long was it",
    lambda p: listed([on(p.kind("Run").index[-1]), mins(p.kind("Run").minutes.iloc[-1])]),
)
L(
    "when was the first time I slept more than nine hours",
    lambda p: on(p.days.index[p.days.sleep > 540][0]),
)
W(
    "most recent night with less than 4 hours of sleep",
    lambda p: last_time(p, p.days.sleep < 240),
)
W("how many days it is ago that i slept more than 8 hours", lambda p: last_time(p, p.days.sleep > 480))

BATCH_4 = (*_B.questions, *HABITS, *PERIODS, *COMPARED, *DECLINED)
