"""The twelfth batch: against the person's own average, in everyday words, and in shares."""

from evals.everyday.conventions import windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, later
from evals.everyday.truths import Number, bpm, change, count, mins, more, percent, share, steps

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _part_of_sleep(person: Person, name: str) -> tuple[Number, ...]:
    """In percent of all sleep, or of each night's and then averaged."""
    nights = person.days[[name, "sleep"]].dropna()
    return percent(100 * nights[name].sum() / nights.sleep.sum()), percent(100 * (nights[name] / nights.sleep).mean())


def _after_short_nights(person: Person) -> tuple[Number, ...]:
    """The steps on the day that a shorter night than average is told on, or on the one after it."""
    short = person.days.sleep < person.days.sleep.mean()
    following = later(person.days.steps).reindex(person.days.index)
    return steps(person.days.steps[short].mean()), steps(following[short].mean())


_B.topic("own average")
W(
    "on how many nights was my breathing rate higher than my average",
    lambda p: count((p.days.breathing > p.days.breathing.mean()).sum()),
)
L(
    "How far above my average was my step count on Christmas Day?",
    lambda p: change(p.days.steps.loc["2021-12-25"] - p.days.steps.mean()),
)
A(
    "is my resting heart rate the last 7 days higher than my average of all days",
    lambda p: more(bpm(p.last(7).rhr.mean()), bpm(p.days.rhr.mean())),
)
C(
    "how much below my average was my worst night of sleep",
    lambda p: change(p.days.sleep.min() - p.days.sleep.mean(), "min"),
)
D(
    "number of nights i slept at least an hour more than my average",
    lambda p: count((p.days.sleep >= p.days.sleep.mean() + 60).sum()),
)
B("when i sleep less than my average how many steps do i do", _after_short_nights)

_B.topic("everyday words")
W("how long am i sleeping on average these days, roughly", lambda p: windows(p, "sleep", "min", 7, 10, 14, 28, 30))
D(
    "whats a normal day for me steps wise",
    lambda p: (steps(p.days.steps.mean()), steps(p.days.steps.median())),
)
L(
    "How many couch potato days have I had, say under 2000 steps?",
    lambda p: count((p.days.steps < 2000).sum()),
)
A("how many minutes i toss and turn awake in the bed each night, avarage", lambda p: mins(p.days.awake.mean()))
C("zombie nights (less than 6 hrs of sleep), how many so far", lambda p: count((p.days.sleep < 360).sum()))
L("How many proper hiking days, over 10 km I mean?", lambda p: count((p.days.distance > 10000).sum()))

_B.topic("shares")
L("On what percentage of days do I manage 8000 steps?", lambda p: share(p.days.steps.dropna() >= 8000))
W("what percentage of my nights were under six hours", lambda p: share(p.days.sleep.dropna() < 360))
W("how many percent of my sleep is REM", lambda p: _part_of_sleep(p, "rem"))
A("what percent from all my workouts is bike", lambda p: share(p.acts.kind == "Outdoor Bike"))
C(
    "% of my steps that i do on saturdays and sundays",
    lambda p: percent(100 * p.weekend.steps.sum() / p.days.steps.sum()),
)
B("% of nights with less than an hour of deep sleep", lambda p: share(p.days.deep.dropna() < 60))

READINGS = _B.questions
