"""The eleventh batch: decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
The nights of a weekend are those of Saturday and Sunday as dates, or of Friday and Saturday. A month is compared by
its daily mean or by its total.
"""

import pandas as pd

from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates, slope_p
from evals.everyday.truths import Number, Truth, bpm, change, count, kind, mins, more, ms, steps, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def _month(person: Person, name: str, month: str, how: str = "mean") -> float:
    return float(person.days[name].loc[month].agg(how))


def _weekends(person: Person, name: str) -> tuple[tuple[float, float], ...]:
    """The mean of weekends and of the other days, by either nights of a weekend."""
    held = [dates(person.days).dayofweek.isin(numbers) for numbers in ((5, 6), (4, 5))]
    values = person.days[name]
    return tuple((float(values[each].mean()), float(values[~each].mean())) for each in held)


def _trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    holds = p < 0.05 and falls == (slope < 0)
    span = float((dates(values.dropna())[-1] - dates(values.dropna())[0]).days)
    return (yes(holds), *(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span)))


_B.topic("decisions")
L(
    "did i walk more in october than in november",
    lambda p: tuple(
        truth
        for how in ("mean", "sum")
        for truth in more(steps(_month(p, "steps", "2021-10", how)), steps(_month(p, "steps", "2021-11", how)))
    ),
)
W(
    "do i sleep more at the wknd",
    lambda p: tuple(truth for one, other in _weekends(p, "sleep") for truth in more(mins(one), mins(other))),
)
A(
    "do i burn more on a run or on a bike ride",
    lambda p: kind(
        "Run" if p.kind("Run").kcal.mean() > p.kind("Outdoor Bike").kcal.mean() else "Outdoor Bike",
    ),
)
B(
    "do aerobic workouts get my heart rate higher than the bike does",
    lambda p: more(bpm(p.kind("Aerobic Workout").pulse.mean()), bpm(p.kind("Outdoor Bike").pulse.mean())),
)
C(
    "my resting heart rate is it lower in the weekend than in the week",
    lambda p: _less(bpm(p.weekend.rhr.mean()), bpm(p.week.rhr.mean())),
)
L(
    "do i walk more at weekends than on working days",
    lambda p: more(steps(p.weekend.steps.mean()), steps(p.week.steps.mean())),
)
W(
    "was november better than october for deep sleep",
    lambda p: more(mins(_month(p, "deep", "2024-11")), mins(_month(p, "deep", "2024-10"))),
)
L(
    "have i ever walked over 30000 steps in one day",
    lambda p: (yes(p.days.steps.max() > 30000), count((p.days.steps > 30000).sum()), steps(p.days.steps.max())),
)
A(
    "is my hrv higher on days i work out compared to days i dont",
    lambda p: more(ms(p.with_acts().hrv.mean()), ms(p.without_acts().hrv.mean())),
)

_B.topic("relations and trends")
W("does my resting hr have anything to do with my hrv", lambda p: link(p.days.rhr, p.days.hrv))
A("is there a link between my steps and my resting heart rate", lambda p: link(p.days.steps, p.days.rhr))
L("is my resting heart rate going up", lambda p: _trend(p.days.rhr, unit="bpm", falls=False))
L("do i burn more calories when i walk more", lambda p: link(p.days.steps, p.days.calories))
C("am i sleeping less and less this month", lambda p: _trend(p.days.sleep, unit="min", falls=True))
W("is my deep sleep related to how long i sleep", lambda p: link(p.days.sleep, p.days.deep))
D("is my stress score connected with how long i sleep", lambda p: link(p.days.sleep, p.days.stress))
L("is it that i walk more and more with the months passing", lambda p: _trend(p.days.steps, unit="steps", falls=False))

_B.topic("changes")
L(
    "how much less did i walk per day in january than in december",
    lambda p: change(_month(p, "steps", "2022-01") - _month(p, "steps", "2021-12"), "steps"),
)
W(
    "by how many minutes did my average sleep change from october to november",
    lambda p: change(_month(p, "sleep", "2024-11") - _month(p, "sleep", "2024-10"), "min"),
)
A(
    "how much did my resting heart rate change between the first ten days of october and the last ten",
    lambda p: tuple(
        change(p.between(first, "2023-10-31").rhr.mean() - p.between("2023-10-01", "2023-10-10").rhr.mean(), "bpm")
        for first in ("2023-10-22", "2023-10-21")
    ),
)
C(
    "how many steps more or less do i do on sundays than on saturdays",
    lambda p: change(p.weekdays(6).steps.mean() - p.weekdays(5).steps.mean(), "steps"),
)
B(
    "how many more zone minutes do i get on workout days than on days without one",
    lambda p: change(p.with_acts().zone.mean() - p.without_acts().zone.mean(), "min"),
)
L(
    "by what percent did my resting heart rate change from november to december",
    lambda p: change(100 * (_month(p, "rhr", "2021-12") / _month(p, "rhr", "2021-11") - 1), "%"),
)
D(
    "difference in steps between my best day and my worst",
    lambda p: change(p.days.steps.max() - p.days.steps.min(), "steps"),
)
W(
    "how much longer do i sleep on sundays than mondays",
    lambda p: change(p.weekdays(6).sleep.mean() - p.weekdays(0).sleep.mean(), "min"),
)

COMPARED = _B.questions
