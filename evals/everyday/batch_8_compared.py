"""The eighth batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

from evals.everyday.batch_8_readings import (
    RIDE,
    goes,
    less,
    met,
    next_day,
    often,
    trend,
    weekend_less_week,
    weekend_nights_more,
)
from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, later
from evals.everyday.truths import bpm, change, count, either, kcal, mins, more, share, steps, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("goals")
L(
    "I promised myself 5,000 steps a day for the new year. On how many days in January have I kept it?",
    lambda p: count((p.days.steps.loc["2022-01"] >= 5000).sum()),
)
W(
    "im supposed to get 7 and a half hours, how many nights in the last three weeks did i manage that",
    lambda p: count((p.last(21).sleep >= 450).sum()),
)
A(
    "My daily goal is 11,000 steps. How far above or below it am I on average?",
    lambda p: change(p.days.steps.mean() - 11000, "steps"),
)
B(
    "wanna keep my resting hr under 62, what percent of days does that work out",
    lambda p: share(p.days.rhr < 62),
)
C("Do I average 25 zone minutes a day?", lambda p: met(p.days.zone, 25, mins))
D(
    "I want to be in bed until 23:00 at the latest. How many nights I was too late?",
    lambda p: count((p.days.bed > 1380).sum()),
)
L(
    "trying to burn 1800 kcal a day, did i average that in november",
    lambda p: met(p.days.calories.loc["2021-11"], 1800, kcal),
)
W(
    "My aim is an hour and a half of deep sleep. How often did I get there in November?",
    lambda p: often(p.days.deep.loc["2024-11"] >= 90),
)
A(
    "I wanted 75 minutes of deep sleep a night in October. By how much did I miss that on average?",
    lambda p: tuple(change(sign * (75 - p.days.deep.mean()), "min") for sign in (1, -1)),
)

_B.topic("decisions")
W("Am I awake more at night on weekends than during the week?", lambda p: weekend_nights_more(p, "awake", mins))
L(
    "do i burn more calories on saturdays than on mondays",
    lambda p: more(kcal(p.weekdays(5).calories.mean()), kcal(p.weekdays(0).calories.mean())),
)
B(
    "is my average heart rate higher on the treadmill or on the bike?",
    lambda p: (
        either("Outdoor Bike", "Treadmill"),
        either("bike", "treadmill"),
        *more(bpm(p.kind(RIDE).pulse.mean()), bpm(p.kind("Treadmill").pulse.mean()))[1:],
    ),
)
C(
    "have i ever had less than half an hour of deep sleep in a night",
    lambda p: (yes((p.days.deep < 30).any()), count((p.days.deep < 30).sum())),
)
D(
    "Is it true that in the weekend my resting heart rate is less than from Monday to Friday?",
    lambda p: tuple(
        truth
        for one, other in ((p.weekend, p.week), (p.weekdays(4, 5), p.weekdays(6, 0, 1, 2, 3)))
        for truth in less(bpm(one.rhr.mean()), bpm(other.rhr.mean()))
    ),
)
L(
    "was i lazier in december than in september, step wise",
    lambda p: less(steps(p.days.steps.loc["2021-12"].mean()), steps(p.days.steps.loc["2021-09"].mean())),
)
W(
    "did i get more sleep last night than the night before",
    lambda p: more(mins(p.days.sleep.iloc[-1]), mins(p.days.sleep.iloc[-2])),
)
L(
    "Did I take more steps per day in the first half of December or in the second?",
    lambda p: (
        either("first", "second")
        if p.between("2021-12-01", "2021-12-15").steps.mean() > p.between("2021-12-16", "2021-12-31").steps.mean()
        else either("second", "first"),
        *more(
            steps(p.between("2021-12-01", "2021-12-15").steps.mean()),
            steps(p.between("2021-12-16", "2021-12-31").steps.mean()),
        )[1:],
    ),
)
C(
    "Did I get past twelve thousand steps yesterday?",
    lambda p: more(steps(p.at(p.newest, "steps", after=-1)), steps(12000)),
)
A(
    "I feel I sleep worse after riding my bike. Do I really sleep less on nights after a ride than on other nights?",
    lambda p: tuple(
        truth
        for rode in [p.days.index.to_series().isin(p.kind(RIDE).index)]
        for one, other in (
            (next_day(p, "sleep", rode), next_day(p, "sleep", ~rode)),
            (p.days.sleep[rode], p.days.sleep[~rode]),
        )
        for truth in less(mins(one.mean()), mins(other.mean()))
    ),
)

_B.topic("relations and trends")
L(
    "When I walk more, is my resting heart rate lower the next day?",
    lambda p: goes(p.days.steps, later(p.days.rhr), down=True),
)
W(
    "if i burn a lot of calories is my hrv lower the next night",
    lambda p: goes(p.days.calories, later(p.days.hrv), down=True),
)
C("on days i get up later have i actually slept longer", lambda p: goes(p.days.wake, p.days.sleep, down=False))
A("Do my zone minutes go up with my steps?", lambda p: goes(p.days.steps, p.days.zone, down=False))
W("Has my resting heart rate been falling over the weeks?", lambda p: trend(p.days.rhr, unit="bpm", falls=True))
L("is the distance i walk per day shrinking over time", lambda p: trend(p.days.distance, unit="", falls=True))
B("are my zone mins goin up", lambda p: trend(p.days.zone, unit="min", falls=False))
L(
    "Do my big walking days push my HRV down the day after?",
    lambda p: goes(p.days.steps, later(p.days.hrv), down=True),
)
D("Did my bedtime become earlier along the month?", lambda p: trend(p.days.bed, unit="min", falls=True))
D("Exists some relation between my steps and my HRV?", lambda p: link(p.days.steps, p.days.hrv))

_B.topic("changes")
L(
    "How much did my average resting heart rate change between June and December?",
    lambda p: change(p.days.rhr.loc["2021-12"].mean() - p.days.rhr.loc["2021-06"].mean(), "bpm"),
)
W(
    "by how many calories a day did my burn change from october to november",
    lambda p: change(p.days.calories.loc["2024-11"].mean() - p.days.calories.loc["2024-10"].mean(), "kcal"),
)
A(
    "How much more REM per night did I get in the last 7 days than in the 7 days before?",
    lambda p: change(p.last(7).rem.mean() - p.last(7, skip=7).rem.mean(), "min"),
)
B(
    "steps today vs yesterday, how many more",
    lambda p: change(p.at(p.newest, "steps") - p.at(p.newest, "steps", after=-1), "steps"),
)
C(
    "weekend resting hr minus weekday resting hr, in beats?",
    lambda p: weekend_less_week(p, "rhr", "bpm"),
)
D(
    "How much is the difference of my deep sleep between the first ten and the last ten days of October?",
    lambda p: tuple(
        change(late.deep.mean() - p.between("2023-10-01", "2023-10-10").deep.mean(), "min")
        for late in [p.between("2023-10-22", "2023-10-31")]
    ),
)
L(
    "what percent fewer steps did i take in january so far than in december, per day",
    lambda p: change(100 * (p.days.steps.loc["2022-01"].mean() / p.days.steps.loc["2021-12"].mean() - 1), "%"),
)
L(
    "I started a new job on November 15th. By how many steps a day has my average changed since then?",
    lambda p: change(p.days.steps.loc["2021-11-15":].mean() - p.days.steps.loc[:"2021-11-14"].mean(), "steps"),
)
W(
    "the clocks changed on november 3rd, how many minutes more or less do i sleep per night since then than before",
    lambda p: tuple(
        change(p.days.sleep.loc[first:].mean() - p.days.sleep.loc[:last].mean(), "min")
        for first, last in (("2024-11-03", "2024-11-02"), ("2024-11-04", "2024-11-03"), ("2024-11-04", "2024-11-02"))
    ),
)

COMPARED = _B.questions
