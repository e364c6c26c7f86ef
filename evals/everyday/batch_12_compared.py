"""The twelfth batch: which of two or more it is, whether two things belong together or move, and by how much."""

import pandas as pd

from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, slope_p
from evals.everyday.truths import (
    WEEK_PARTS,
    Name,
    Truths,
    change,
    either,
    kind,
    mins,
    month,
    more,
    on,
    weekday,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE, AEROBIC = "Outdoor Bike", "Aerobic Workout"


def _part(person: Person, name: str, *, least: bool = False) -> Name:
    """The part of the week that has the higher mean, or the lower one."""
    is_more = bool(person.weekend[name].mean() > person.week[name].mean())
    return either(*(reversed(WEEK_PARTS) if is_more != least else WEEK_PARTS))


def _moves(series: pd.Series, direction: int) -> Truths:
    """Whether it rises (1) or falls (-1) beyond chance."""
    slope, p = slope_p(series)
    return yes(p < 0.001 and slope * direction > 0)


def _higher_month(person: Person, name: str, *months: str) -> Truths:
    return month(max(months, key=lambda each: float(person.days.loc[each][name].mean())))


_B.topic("decisions")
A("i sleep longer in weekend or in weekdays?", lambda p: _part(p, "sleep"))
B(
    "what gets my heart rate up more, the bike or the aerobic workouts",
    lambda p: kind(max((RIDE, AEROBIC), key=lambda name: float(p.kind(name).pulse.mean()))),
)
L(
    "Do I walk more on Mondays or on Fridays?",
    lambda p: weekday(max((0, 4), key=lambda number: float(p.weekdays(number).steps.mean()))),
)
C(
    "on which weekday do i get the most sleep on average",
    lambda p: weekday(max(range(7), key=lambda number: float(p.weekdays(number).sleep.mean()))),
)
D("weekends or weekdays, when do i get more steps in", lambda p: _part(p, "steps"))
D(
    "which of my two runs burned more calories, give me the date",
    lambda p: on(p.kind("Run").kcal.idxmax()),
)
C("is my resting heart rate lower on weekdays or weekends", lambda p: _part(p, "rhr", least=True))

_B.topic("relations and trends")
L("Is there any connection between my HRV and my resting heart rate?", lambda p: link(p.days.hrv, p.days.rhr))
A("is it so that i have higher hrv when i sleep longer", lambda p: link(p.days.sleep, p.days.hrv))
D("is my resting pulse dropping since i started running", lambda p: _moves(p.days.rhr, -1))
B("is my resting hr going down over time", lambda p: _moves(p.days.rhr, -1))
A("my hrv, is it going up in this month", lambda p: _moves(p.days.hrv, 1))
L("Does my skin temperature have anything to do with how many steps I do?", lambda p: link(p.days.steps, p.days.skin))

_B.topic("changes")
L(
    "How many fewer steps a day have I walked in January than in December?",
    lambda p: change(p.days.loc["2022-01"].steps.mean() - p.days.loc["2021-12"].steps.mean()),
)
W(
    "how much longer do i sleep on weekends than on weekdays",
    lambda p: change(p.weekend.sleep.mean() - p.week.sleep.mean(), "min"),
)
B(
    "how many more or less steps a day in the last 7 days compared to the 7 before that",
    lambda p: (
        change(p.last(7).steps.mean() - p.last(7, skip=7).steps.mean()),
        change(100 * (p.last(7).steps.mean() / p.last(7, skip=7).steps.mean() - 1), "%"),
    ),
)
A(
    "by how many percent went my hrv up from 1-15 october to 16-31 october",
    lambda p: change(
        100 * (p.between("2023-10-16", "2023-10-31").hrv.mean() / p.between("2023-10-01", "2023-10-15").hrv.mean() - 1),
        "%",
    ),
)
C(
    "am i sleeping more since the 16th than i did from the 1st to the 15th",
    lambda p: more(
        mins(p.between("2023-10-16", "2023-10-31").sleep.mean()),
        mins(p.between("2023-10-01", "2023-10-15").sleep.mean()),
    ),
)
D(
    "how many fewer steps a day since 16 oct than before it",
    lambda p: change(
        p.between("2023-10-16", "2023-10-31").steps.mean() - p.between("2023-10-01", "2023-10-15").steps.mean()
    ),
)

COMPARED = _B.questions
