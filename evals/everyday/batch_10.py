"""The tenth batch: days and nights, in the words of pensioners, students, nurses and guests from abroad.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_10_compared import COMPARED
from evals.everyday.batch_10_declined import DECLINED
from evals.everyday.batch_10_habits import HABITS
from evals.everyday.batch_10_periods import PERIODS
from evals.everyday.batch_10_readings import ago, last_time, next_steps, night_after, usual
from evals.everyday.conventions import counts, picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person
from evals.everyday.truths import (
    bpm,
    change,
    count,
    kcal,
    kind,
    listed,
    mins,
    more,
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
RIDE = "Outdoor Bike"
AEROBIC = "Aerobic Workout"


def _either(person: Person) -> int:
    """How many days have a ride or more than a hundred zone minutes."""
    days = person.days.index[person.days.zone > 100]
    return len(days.union(person.kind(RIDE).index))


_B.topic("superlative")
C(
    "I am curious, dear: what is the largest number of steps I have ever walked in a single day?",
    lambda p: steps(p.days.steps.max()),
)
W("coldest skin temp ive had overnight?", lambda p: plain(p.days.skin.min()))
A(
    "Which bike ride burned the most calories, and how many minutes did it take?",
    lambda p: tuple(
        listed([day, mins(ride.minutes)])
        for rides in [p.kind(RIDE).sort_values("kcal")]
        for ride in [rides.iloc[-1]]
        for day in [on(rides.index[-1])]
    ),
)
B("shortest night so far, just tell me the length", lambda p: mins(p.days.sleep.min()))
L(
    "on which day in november have i walked the most kilometers?",
    lambda p: on(p.days.distance.loc["2021-11"].idxmax()),
)
D(
    "hey what was my best stress management score and when did i get it",
    lambda p: listed([plain(p.days.stress.max()), on(p.most("stress"))]),
)
B(
    "what kind of workout was the one where my heart rate was highest on average",
    lambda p: kind(str(p.acts.sort_values("pulse").kind.iloc[-1])),
)
W("Max deep sleep in one night during October", lambda p: mins(p.days.deep.loc["2024-10"].max()))

_B.topic("that day")
L(
    ("Which day did I burn the most calories?", "How far did I walk that day?"),
    lambda p: tuple(plain(p.at(p.most("calories"), "distance") / part) for part in (1000, 1)),
)
B(
    ("when was my hrv the best", "what was my resting heart rate then"),
    lambda p: bpm(p.at(p.most("hrv"), "rhr")),
)
W(
    ("whats the lowest my oxygen ever got and which night", "how long was i awake that night"),
    lambda p: mins(p.at(p.least("spo2"), "awake")),
)
D(
    ("ok google what day did i walk the most", "and how many active zone minutes that day"),
    lambda p: mins(p.at(p.most("steps"), "zone")),
)
A(
    ("Which day had I the longest sleep?", "And how many steps have I made on this day?"),
    lambda p: tuple(steps(p.at(p.most("sleep"), "steps", after=days)) for days in (0, 1)),
)
C(
    ("what day was my stress management score highest", "how many steps did i do", "and hrv?"),
    lambda p: ms(p.at(p.most("stress"), "hrv")),
)
W(
    "how many calories did I burn on the day my resting heart rate was at its lowest?",
    lambda p: kcal(p.at(p.least("rhr"), "calories")),
)

_B.topic("day after")
A(
    "Did my HRV go down the day after my run on 4 October?",
    lambda p: (
        yes(p.at(pd.Timestamp("2023-10-05"), "hrv") < p.at(pd.Timestamp("2023-10-04"), "hrv")),
        listed([ms(p.at(pd.Timestamp(f"2023-10-0{day}"), "hrv")) for day in (4, 5)], in_order=False),
        change(p.at(pd.Timestamp("2023-10-05"), "hrv") - p.at(pd.Timestamp("2023-10-04"), "hrv"), "ms"),
    ),
)
B(
    "how long do i sleep on average the night after an aerobic workout",
    lambda p: night_after(p, p.days.index.to_series().isin(p.kind(AEROBIC).index)),
)
L(
    "What is my average step count on the day after I walked more than 15,000?",
    lambda p: steps(p.days[p.days.index.isin(p.days.index[p.days.steps > 15000] + pd.Timedelta(days=1))].steps.mean()),
)
C(
    "how many zone minutes did i get the day after my 24 october run",
    lambda p: mins(p.at(pd.Timestamp("2023-10-25"), "zone")),
)
A(
    ("which day did i collect the most zone minutes", "and how many the next day"),
    lambda p: mins(p.at(p.most("zone"), "zone", after=1)),
)
D(
    "when i go to bed past midnight how many steps do i get the following day on average",
    lambda p: next_steps(p, p.days.bed > 1440),
)
W(
    "hrv the morning after i burned 3304 calories on november 2nd",
    lambda p: ms(p.at(pd.Timestamp("2024-11-02"), "hrv", after=1)),
)

_B.topic("and / or")
A(
    "How many nights did I sleep more than 8 hours and also get over an hour of deep sleep?",
    lambda p: count(((p.days.sleep > 480) & (p.days.deep > 60)).sum()),
)
L(
    "count the days with over 10000 steps or more than 2000 calories",
    lambda p: count(((p.days.steps > 10000) | (p.days.calories > 2000)).sum()),
)
B(
    "how many days did i have no workout but still reached 10,000 steps",
    lambda p: count((p.without_acts().steps >= 10000).sum()),
)
W(
    "night nurse here, how many nights was my oxygen under 95 with a breathing rate over 18",
    lambda p: count(((p.days.spo2 < 95) & (p.days.breathing > 18)).sum()),
)
C(
    "average hrv on nights i was in bed before 11pm and slept over 7 hours",
    lambda p: ms(p.days[(p.days.bed < 1380) & (p.days.sleep > 420)].hrv.mean()),
)
L(
    "in december on how many days did i get under 5000 steps and also under 7 hours of sleep, bad days basically",
    lambda p: count(len(p.days.loc["2021-12"].query("steps < 5000 and sleep < 420"))),
)
D(
    "avg steps on saturdays and sundays when i slept more than 6 hrs",
    lambda p: steps(p.weekend[p.weekend.sleep > 360].steps.mean()),
)

B("how many days did i ride my bike or get over 100 zone minutes", lambda p: count(_either(p)))

_B.topic("ranking")
A("top 3 longest nights of sleep pls", lambda p: picked(p.days.sleep.nlargest(3), mins))
C("What is my second highest HRV?", lambda p: ms(p.days.hrv.nlargest(2).iloc[1]))
B("list my three longest workouts with the minutes", lambda p: picked(p.acts.minutes.nlargest(3), mins))
L(
    "I'm a bit of a data nerd so give me my five biggest step days of 2021",
    lambda p: picked(p.days.steps.loc["2021"].nlargest(5), steps),
)
W(
    "the 3 nights i slept least, when were they",
    lambda p: tuple(
        listed([on(pd.Timestamp(str(day)) - pd.Timedelta(days=back)) for day in p.days.sleep.nsmallest(3).index])
        for back in (0, 1)
    ),
)
D("third best hrv value i ever had", lambda p: ms(p.days.hrv.nlargest(3).iloc[2]))
A(
    ("which of my bike rides was the longest", "and second longest?"),
    lambda p: tuple(
        truth for rides in [p.kind(RIDE).minutes.nlargest(2)] for truth in (on(rides.index[1]), mins(rides.iloc[1]))
    ),
)

_B.topic("own average")
W(
    "was my hrv last night better than my average",
    lambda p: more(ms(p.days.hrv.iloc[-1]), ms(p.days.hrv.mean())),
)
B(
    "On how many days was I on my feet more than my average, in steps?",
    lambda p: count((p.days.steps > p.days.steps.mean()).sum()),
)
L(
    "Is my sleep in December above my overall average?",
    lambda p: more(mins(p.days.sleep.loc["2021-12"].mean()), mins(p.days.sleep.mean())),
)
C(
    "how far below my average was my sleep on 11 october",
    lambda p: change(p.at(pd.Timestamp("2023-10-11"), "sleep") - p.days.sleep.mean(), "min"),
)
A(
    "so i bike to work and back sometimes, how many of my bike rides lasted longer than the average ride",
    lambda p: count((p.kind(RIDE).minutes > p.kind(RIDE).minutes.mean()).sum()),
)
D("on what percent of days do i beat my own mean steps", lambda p: share(p.days.steps > p.days.steps.mean()))
A(
    "resting heart rate over the last 7 days, is it higher than what is normal for me?",
    lambda p: tuple(truth for value in usual(p.days.rhr) for truth in more(bpm(p.last(7).rhr.mean()), bpm(value))),
)

_B.topic("how long ago")
C("when was the last time i slept 9 hours or more", lambda p: on(last_time(p.days.sleep >= 540)))
L(
    "How many days has it been since I last walked 10,000 steps?",
    lambda p: ago(p, last_time(p.days.steps >= 10000)),
)
W("last time rhr was over 70", lambda p: ago(p, last_time(p.days.rhr > 70)))
B("days since my last bike ride", lambda p: ago(p, p.kind(RIDE).index[-1]))
A("havent been running in ages, when was my last run", lambda p: ago(p, p.kind("Run").index[-1]))
B(
    ("when was my last aerobic workout", "and the one before it?"),
    lambda p: ago(p, p.kind(AEROBIC).index[-2]),
)
D(
    "kindly tell me the most recent date on which I crossed 12,000 steps",
    lambda p: on(last_time(p.days.steps > 12000)),
)

_B.topic("everyday words")
L(
    "Could you look up my resting pulse and my steps for 14 September? It was my birthday and we went for a nice walk.",
    lambda p: listed([bpm(p.at(pd.Timestamp("2021-09-14"), "rhr")), steps(p.at(pd.Timestamp("2021-09-14"), "steps"))]),
)
W("hey amy how long am i awake during the night usually", lambda p: tuple(mins(v) for v in usual(p.days.awake)))
A("whats a typical day for me in steps", lambda p: tuple(steps(v) for v in usual(p.days.steps)))
B("how much time did i spend on workouts in total", lambda p: mins(p.acts.minutes.sum()))
D(
    "On average how much shut-eye am I getting each night?",
    lambda p: mins(p.days.sleep.mean()),
)
W("breaths per minute while i sleep, my average", lambda p: plain(p.days.breathing.mean()))
L(
    "how many km did i walk in august all together",
    lambda p: tuple(plain(p.days.distance.loc["2021-08"].sum() / part) for part in (1000, 1)),
)
C("what is my rest pulse in the average?", lambda p: bpm(p.days.rhr.mean()))
B("averge fat burn minuts per day", lambda p: mins(p.days.fatburn.mean()))
W("whats my avg sp02", lambda p: percent(p.days.spo2.mean()))
L(
    "how many days did i burn over two thousand calories",
    lambda p: counts(p.days.calories, 2000),
)
A("how many times i made bike in this month", lambda p: count(len(p.kind(RIDE))))
L(
    "how many days i walked more of ten thousand steps in october",
    lambda p: count((p.days.steps.loc["2021-10"] > 10000).sum()),
)
D(
    "How much sleep I am getting on Sundays only, kindly tell.",
    lambda p: (mins(p.weekdays(6).sleep.mean()), mins(p.weekdays(5).sleep.mean())),
)
W("avg hrv on mondays??", lambda p: ms(p.weekdays(0).hrv.mean()))
L("how many days did i not even get 1000 steps lol", lambda p: count((p.days.steps < 1000).sum()))
D(
    "how long did i sleep on the night of october 14",
    lambda p: tuple(mins(p.at(pd.Timestamp("2023-10-14"), "sleep", after=days)) for days in (0, 1)),
)

BATCH_10 = (*_B.questions, *HABITS, *PERIODS, *COMPARED, *DECLINED)
