"""The third batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

import pandas as pd

from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates, later, slope_p
from evals.everyday.truths import (
    Number,
    Truth,
    Truths,
    bpm,
    change,
    clock,
    count,
    listed,
    mins,
    more,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def _month_means(person: Person, name: str, *months: str) -> tuple[float, ...]:
    return tuple(float(person.days[name].loc[month].mean()) for month in months)


def _weekend_change(person: Person, name: str, unit: str) -> Truths:
    """Weekends less weekdays, by either nights of a weekend."""
    of_weekend = [dates(person.days).dayofweek.isin(numbers) for numbers in ((5, 6), (4, 5))]
    values = person.days[name]
    return tuple(change(values[held].mean() - values[~held].mean(), unit) for held in of_weekend)


def _trend(values: pd.Series, *, unit: str, falls: bool) -> tuple[Truth, ...]:
    """Yes if chance is out of the question and it goes as asked, or by how much a day, a week, a month or in all."""
    slope, p = slope_p(values)
    holds = p < 0.05 and falls == (slope < 0)
    span = float((dates(values.dropna())[-1] - dates(values.dropna())[0]).days)
    return (yes(holds), *(change(slope * days, unit) for days in (1.0, 7.0, 30.0, span)))


_B.topic("goals")
A(
    "im trying to be in bed by 11pm how often do i manage it",
    lambda p: (count((p.days.bed <= 1380).sum()), share(p.days.bed <= 1380)),
)
B(
    "did i get 30 zone minutes every single day last week?",
    lambda p: (yes((p.between("2023-10-23", "2023-10-29").zone >= 30).all()), yes((p.last(7).zone >= 30).all())),
)
L(
    "on how many october days was i short of 6000 steps",
    lambda p: count((p.days.steps.loc["2021-10"] < 6000).sum()),
)
D("aiming at 8 hours a night, how many times i got it", lambda p: count((p.days.sleep >= 480).sum()))
W(
    "target is 90 minutes of deep per night am i there on average",
    lambda p: (
        yes(p.days.deep.mean() >= 90),
        mins(p.days.deep.mean()),
        change(p.days.deep.mean() - 90, "min"),
    ),
)
C(
    "I would like to do 12,000 steps daily. On what percentage of days have I reached that?",
    lambda p: share(p.days.steps >= 12000),
)
L(
    "did i manage 150k steps in total in december",
    lambda p: (yes(p.days.steps.loc["2021-12"].sum() >= 150000), steps(p.days.steps.loc["2021-12"].sum())),
)

_B.topic("decisions")
L(
    "were my steps in july higher than june",
    lambda p: (
        *more(*map(steps, reversed(_month_means(p, "steps", "2021-06", "2021-07")))),
        *more(steps(p.days.steps.loc["2021-07"].sum()), steps(p.days.steps.loc["2021-06"].sum())),
    ),
)
A(
    "do my runs have a higher average heart rate than my bike rides?",
    lambda p: more(bpm(p.kind("Run").pulse.mean()), bpm(p.kind("Outdoor Bike").pulse.mean())),
)
D("was there any night with more than 9 hours", lambda p: (yes(p.days.sleep.max() > 540), count(1)))
C(
    "did i sleep less in the second half of october than in the first",
    lambda p: tuple(
        truth
        for day in (15, 16)
        for truth in _less(
            mins(p.between(f"2023-10-{day + 1}", "2023-10-31").sleep.mean()),
            mins(p.between("2023-10-01", f"2023-10-{day}").sleep.mean()),
        )
    ),
)
W(
    "is my deep sleep longer than my rem normally",
    lambda p: more(mins(p.days.deep.mean()), mins(p.days.rem.mean())),
)
B(
    "do i go to bed later on weekends",
    lambda p: tuple(
        truth
        for numbers in ((4, 5), (5, 6))
        for rest in [p.weekdays(*({*range(7)} - {*numbers}))]
        for truth in (
            yes(p.weekdays(*numbers).bed.mean() > rest.bed.mean()),
            listed([clock(p.weekdays(*numbers).bed.mean()), clock(rest.bed.mean())], in_order=False),
            change(p.weekdays(*numbers).bed.mean() - rest.bed.mean(), "min"),
        )
    ),
)
L(
    "has there been a day with fewer than 100 steps fr?",
    lambda p: (yes((p.days.steps < 100).any()), count((p.days.steps < 100).sum())),
)
A(
    "do i get more steps the day after a bike ride than on other days",
    lambda p: more(
        steps(p.days[p.days.index.isin(p.kind("Outdoor Bike").index + pd.Timedelta(days=1))].steps.mean()),
        steps(p.days[~p.days.index.isin(p.kind("Outdoor Bike").index + pd.Timedelta(days=1))].steps.mean()),
    ),
)

_B.topic("relations and trends")
L("is there a connection between my calories and my resting hr", lambda p: link(p.days.calories, p.days.rhr))
L("is my hrv linked to how long i sleep", lambda p: link(p.days.sleep, p.days.hrv))
W("when i sleep longer is my rem longer too", lambda p: link(p.days.sleep, p.days.rem))
A("has my hrv been climbing over october", lambda p: _trend(p.days.hrv, unit="ms", falls=False))
B("is my resting heart rate dropping", lambda p: _trend(p.days.rhr, unit="bpm", falls=True))
L(
    "does walking more steps change my skin temperature the next night",
    lambda p: (*link(p.days.steps, later(p.days.skin)), *link(p.days.steps, p.days.skin)),
)
W("is my deep sleep longer on nights when im awake more", lambda p: link(p.days.awake, p.days.deep))
L("are my daily steps going down over time", lambda p: _trend(p.days.steps, unit="steps", falls=True))

_B.topic("changes")
L(
    "by how much did my average sleep change between august and september",
    lambda p: change(
        _month_means(p, "sleep", "2021-09")[0] - _month_means(p, "sleep", "2021-08")[0],
        "min",
    ),
)
B(
    "how much lower is my rhr in the last 7 days compared with the first 7 days on record",
    lambda p: tuple(
        change(recent.rhr.mean() - first.rhr.mean(), "bpm")
        for recent in (p.last(7), p.days.iloc[-7:])
        for first in (p.between("2023-10-01", "2023-10-07"), p.days.iloc[:7])
    ),
)
W(
    "by how many ms did my hrv differ november vs october",
    lambda p: change(p.days.hrv.loc["2024-11"].mean() - p.days.hrv.loc["2024-10"].mean(), "ms"),
)
A(
    "difference in average sleep between the past 10 days and the 10 days before",
    lambda p: change(p.last(10).sleep.mean() - p.last(10, skip=10).sleep.mean(), "min"),
)
L(
    "what percent more did i walk in october compared to september",
    lambda p: tuple(
        change(100 * (months["2021-10-01"] / months["2021-09-01"] - 1), "%")
        for months in (p.by_month("steps", "mean"), p.by_month("steps"))
    ),
)
C(
    "on average how many more steps do i do on a saturday than on a wednesday",
    lambda p: change(p.weekdays(5).steps.mean() - p.weekdays(2).steps.mean(), "steps"),
)
W("how many minutes more or less rem do i get on weekends than on weekdays", lambda p: _weekend_change(p, "rem", "min"))
L(
    "how much did my daily calories go up or down from june to december, in percent",
    lambda p: change(
        100 * (p.by_month("calories", "mean")["2021-12-01"] / p.by_month("calories", "mean")["2021-06-01"] - 1), "%"
    ),
)

COMPARED = _B.questions
