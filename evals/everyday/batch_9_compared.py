"""The ninth batch: decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

from evals.everyday.batch_9_readings import less, trend, weekend_and_week
from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, later
from evals.everyday.truths import (
    Truths,
    bpm,
    change,
    count,
    kcal,
    kind,
    listed,
    mins,
    more,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _last_week(person: Person) -> Truths:
    """The week to Sunday 29 October and the one before it, or the last seven days and the seven before."""
    calendar = person.between("2023-10-23", "2023-10-29"), person.between("2023-10-16", "2023-10-22")
    rolling = person.last(7), person.last(7, skip=7)
    return tuple(change(recent.sleep.mean() - before.sleep.mean(), "min") for recent, before in (calendar, rolling))


def _pulse_this_week(person: Person) -> Truths:
    """The week that began on Monday 18 November and the one before it, or the last seven days and the seven before."""
    calendar = person.between("2024-11-18", "2024-11-21"), person.between("2024-11-11", "2024-11-17")
    rolling = person.last(7), person.last(7, skip=7)
    return tuple(
        truth
        for recent, before in (calendar, rolling)
        for truth in less(bpm(recent.rhr.mean()), bpm(before.rhr.mean()))
    )


def _burns_more(person: Person) -> Truths:
    """Which of the two kinds, or what each burns."""
    means = person.kind(RIDE, "Aerobic Workout").groupby("kind").kcal.mean()
    return kind(str(means.idxmax())), listed([kcal(value) for value in means], in_order=False)


def _more_in_october(person: Person) -> Truths:
    """By the mean of a day, or in all."""
    months = person.by_month("steps", "mean"), person.by_month("steps")
    return tuple(change(each["2021-10-01"] - each["2021-09-01"], "steps") for each in months)


_B.topic("decisions")
L(
    "so was my resting heart rate actually lower in november than in october, because i felt a lot fitter",
    lambda p: less(bpm(p.days.rhr.loc["2021-11"].mean()), bpm(p.days.rhr.loc["2021-10"].mean())),
)
B(
    "are my bike rides longer than my aerobic workouts on average",
    lambda p: more(mins(p.kind(RIDE).minutes.mean()), mins(p.kind("Aerobic Workout").minutes.mean())),
)
W("is my resting heart rate lower this week than last week", _pulse_this_week)
L(
    "have i ever slept more than 10 hours tho",
    lambda p: (yes((p.days.sleep > 600).any()), count((p.days.sleep > 600).sum())),
)
B(
    "what burns more calories per session, the bike or the aerobic workout?",
    _burns_more,
)
A(
    "Do I sleep longer on weekends than during the week?",
    lambda p: tuple(truth for ends, rest in weekend_and_week(p, "sleep") for truth in more(mins(ends), mins(rest))),
)

_B.topic("relations and trends")
L("When my resting heart rate is high, is my HRV low?", lambda p: link(p.days.rhr, p.days.hrv))
W("is there any link between my deep sleep and my hrv", lambda p: link(p.days.deep, p.days.hrv))
D("have my steps been going down this month", lambda p: trend(p.days.steps, unit="steps", falls=True))
W("is my resting hr creeping up over time", lambda p: trend(p.days.rhr, unit="bpm", falls=False))
L("my sleep it becomes longer over the months or not?", lambda p: trend(p.days.sleep, unit="min", falls=False))
L(
    "does how long i sleep have anything to do with my resting heart rate",
    lambda p: (*link(p.days.sleep, p.days.rhr), *link(p.days.sleep, later(p.days.rhr))),
)

_B.topic("changes")
L("How many more steps did I do in October than in September?", _more_in_october)
B("how much more or less did i sleep last week compared to the week before", _last_week)
C(
    "how many extra minutes do i sleep on weekends vs weekdays",
    lambda p: tuple(change(ends - rest, "min") for ends, rest in weekend_and_week(p, "sleep")),
)
A(
    "how many minutes shorter was my last bike ride than my first",
    lambda p: change(p.kind(RIDE).minutes.iloc[-1] - p.kind(RIDE).minutes.iloc[0], "min"),
)
W(
    "difference in my resting heart rate between october and november",
    lambda p: change(p.days.rhr.loc["2024-11"].mean() - p.days.rhr.loc["2024-10"].mean(), "bpm"),
)
L(
    "how much longer per night did i sleep in december than in july",
    lambda p: change(p.days.sleep.loc["2021-12"].mean() - p.days.sleep.loc["2021-07"].mean(), "min"),
)

COMPARED = _B.questions
