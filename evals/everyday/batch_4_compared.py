"""The fourth batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

from evals.everyday.batch_4_readings import RIDE, in_step, less, night_means, trend, weekend_less_week
from evals.everyday.conventions import periods_where
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, later
from evals.everyday.truths import bpm, change, count, mins, more, ms, share, steps, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("goals")
L(
    "my resting heart rate should be under 75, on how many days did i manage it",
    lambda p: count((p.days.rhr < 75).sum()),
)
C(
    "My target is 10,000 steps a day. On how many days have I missed it?",
    lambda p: count((p.days.steps < 10000).sum()),
)
B(
    "tryna get 45 zone mins a day, how often do i hit that",
    lambda p: (count((p.days.zone >= 45).sum()), share(p.days.zone >= 45)),
)
W(
    "aiming for 7 hours a night, how many november nights did i get there",
    lambda p: count((p.days.sleep.loc["2024-11"] >= 420).sum()),
)
A(
    "i wanted 8 bike rides this month did i do it",
    lambda p: (yes(len(p.kind(RIDE)) >= 8), count(len(p.kind(RIDE)))),
)
D("want to be up by 6:30, how many days did i do that", lambda p: count((p.days.wake <= 390).sum()))
L(
    "is my average above my goal of 6000 steps a day?",
    lambda p: more(steps(p.days.steps.mean()), steps(6000)),
)
C(
    "I should sleep seven hours. How many nights was I short of that?",
    lambda p: count((p.days.sleep < 420).sum()),
)
B(
    "my coach wants me at 500 zone minutes a week how many weeks did i actually get there",
    lambda p: periods_where(p.by_week("zone") >= 500),
)

_B.topic("decisions")
W(
    "is my hrv better in november than it was in october",
    lambda p: more(ms(p.days.hrv.loc["2024-11"].mean()), ms(p.days.hrv.loc["2024-10"].mean())),
)
L(
    "is my resting heart rate higher on weekdays than on weekends",
    lambda p: more(bpm(p.week.rhr.mean()), bpm(p.weekend.rhr.mean())),
)
B(
    "do i sleep longer on days i train than on days i dont",
    lambda p: tuple(
        truth
        for trained, free in zip(
            night_means(p, p.with_acts().index, "sleep", mins),
            night_means(p, p.without_acts().index, "sleep", mins),
            strict=True,
        )
        for truth in more(trained, free)
    ),
)
C(
    "Have I ever slept more than nine hours?",
    lambda p: (yes((p.days.sleep > 540).any()), count((p.days.sleep > 540).sum())),
)
D(
    "did i ever get to bed after two in the morning",
    lambda p: (yes((p.days.bed > 1560).any()), count((p.days.bed > 1560).sum())),
)
A(
    "are my runs shorter than my rides on average",
    lambda p: less(mins(p.kind("Run").minutes.mean()), mins(p.kind(RIDE).minutes.mean())),
)
L(
    "I slept worse in july than in june or not? I mean shorter",
    lambda p: less(mins(p.days.sleep.loc["2021-07"].mean()), mins(p.days.sleep.loc["2021-06"].mean())),
)
W("any night with under 3 hours", lambda p: (yes((p.days.sleep < 180).any()), count((p.days.sleep < 180).sum())))
W(
    "I work shifts so tell me honestly, have I had more nights under six hours than nights over seven?",
    lambda p: more(count((p.days.sleep < 360).sum()), count((p.days.sleep > 420).sum())),
)
A(
    "i feel like the bike is getting easier, was my average heart rate on my last ride lower than on my first",
    lambda p: less(bpm(p.kind(RIDE).pulse.iloc[-1]), bpm(p.kind(RIDE).pulse.iloc[0])),
)

_B.topic("relations and trends")
L("does my resting heart rate go up when i sleep less", lambda p: in_step(p.days.sleep, p.days.rhr, sign=-1))
L("do steps have anything to do with my calories burned", lambda p: in_step(p.days.steps, p.days.calories, sign=1))
W("do i get more deep sleep when i sleep longer", lambda p: in_step(p.days.sleep, p.days.deep, sign=1))
W(
    "any link between my blood oxygen and how fast i breathe at night",
    lambda p: in_step(p.days.spo2, p.days.breathing, sign=1),
)
C("Has my sleep been getting shorter over the month?", lambda p: trend(p.days.sleep, "min", sign=-1))
A("has my resting heart rate been going down in october", lambda p: trend(p.days.rhr, "bpm", sign=-1))
B(
    "do more zone mins mean a lower resting hr the next day",
    lambda p: in_step(p.days.zone, later(p.days.rhr), sign=-1),
)
W("is the time im lying awake at night going up over the weeks", lambda p: trend(p.days.awake, "min", sign=1))

_B.topic("changes")
L(
    "how many beats did my resting heart rate drop from october to november",
    lambda p: change(p.days.rhr.loc["2021-11"].mean() - p.days.rhr.loc["2021-10"].mean(), "bpm"),
)
L(
    "How much longer did I sleep in december than in july, per night?",
    lambda p: change(p.days.sleep.loc["2021-12"].mean() - p.days.sleep.loc["2021-07"].mean(), "min"),
)
W(
    "by how much has my rhr changed october to november",
    lambda p: change(p.days.rhr.loc["2024-11"].mean() - p.days.rhr.loc["2024-10"].mean(), "bpm"),
)
B(
    "percent change in my average steps last 14 days vs the 14 days before",
    lambda p: change(100 * (p.last(14).steps.mean() / p.last(14, skip=14).steps.mean() - 1), "%"),
)
C(
    "How many minutes more do I sleep at weekends than on weekdays?",
    lambda p: weekend_less_week(p, "sleep", "min"),
)
D("whats the difference between my best and my worst hrv", lambda p: ms(p.days.hrv.max() - p.days.hrv.min()))
A(
    "how much longer was my longest ride than my shortest one",
    lambda p: mins(p.kind(RIDE).minutes.max() - p.kind(RIDE).minutes.min()),
)
A(
    "from the first week of october to the last seven days how much did my hrv go up",
    lambda p: tuple(
        change(p.last(7).hrv.mean() - first.hrv.mean(), "ms")
        for first in (p.between("2023-10-01", "2023-10-07"), p.between("2023-10-02", "2023-10-08"))
    ),
)
L(
    "my doctor asked how much my resting pulse has changed between august and december so what do i tell her",
    lambda p: change(p.days.rhr.loc["2021-12"].mean() - p.days.rhr.loc["2021-08"].mean(), "bpm"),
)

COMPARED = _B.questions
