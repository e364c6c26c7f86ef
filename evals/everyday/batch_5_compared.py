"""The fifth batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

import pandas as pd

from evals.everyday.conventions import link, periods_where
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates, later, slope_p
from evals.everyday.truths import (
    Number,
    Truth,
    Truths,
    bpm,
    change,
    count,
    either,
    kcal,
    mins,
    more,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _less(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is less than the second: yes or no, or both numbers, or by how much."""
    return (yes(one.value < other.value), *more(one, other)[1:])


def _rides_a_week(person: Person) -> pd.Series:
    return Person(days=person.days, acts=person.kind(RIDE)).weekly_acts()


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


def _met(values: pd.Series, goal: float) -> tuple[Truth, ...]:
    """Whether the daily average is at least the goal, or the average, or how far from the goal it is."""
    return yes(values.mean() >= goal), steps(values.mean()), change(values.mean() - goal, "steps")


def _with_and_without(person: Person, name: str, *, after: int = 0) -> tuple[Number, Number]:
    """The mean on days with an activity and on those without, or of the days after them."""
    values = later(person.days[name], after).reindex(person.days.index)
    return mins(values[person.with_acts().index].mean()), mins(values[person.without_acts().index].mean())


_B.topic("goals")
L(
    "My goal is 6,000 steps a day. Did I meet it on average last month?",
    lambda p: (*_met(p.days.steps.loc["2021-12"], 6000), *_met(p.last(30).steps, 6000)[1:]),
)
W("I need seven hours. How many nights did I fall short?", lambda p: count((p.days.sleep < 420).sum()))
B("target is 60 zone minutes a day, on what percent of days do i reach it", lambda p: share(p.days.zone >= 60))
A(
    "I want to ride my bike three times a week. In how many weeks did I manage that?",
    lambda p: periods_where(_rides_a_week(p) >= 3),
)
D(
    "My objective is 9000 steps for each day. How many over or under am I in average?",
    lambda p: change(p.days.steps.mean() - 9000, "steps"),
)
C(
    "I'm trying to get 90 minutes of REM. How many nights in the last 7 days did I get there?",
    lambda p: count((p.last(7).rem >= 90).sum()),
)
L(
    "How many more steps a day would I need on average to get to 8,000?",
    lambda p: (change(8000 - p.days.steps.mean(), "steps"), change(p.days.steps.mean() - 8000, "steps")),
)

C("tryna hit 10k a day, how many days did i miss it", lambda p: count((p.days.steps < 10000).sum()))

_B.topic("decisions")
W(
    "Was my deep sleep longer in November than in October?",
    lambda p: more(mins(p.days.deep.loc["2024-11"].mean()), mins(p.days.deep.loc["2024-10"].mean())),
)
A(
    "Do I burn more calories on a bike ride than on a run?",
    lambda p: more(kcal(p.kind(RIDE).kcal.mean()), kcal(p.kind("Run").kcal.mean())),
)
L(
    "Do I walk less on Sundays than on Saturdays?",
    lambda p: _less(steps(p.weekdays(6).steps.mean()), steps(p.weekdays(5).steps.mean())),
)
B(
    "do i sleep more on days with a workout than on days without one",
    lambda p: tuple(truth for after in (0, 1) for truth in more(*_with_and_without(p, "sleep", after=after))),
)
A(
    "do i get more zone mins a day on weekdays or on the weekend",
    lambda p: (
        either("weekend", "weekday"),
        *more(mins(p.weekend.zone.mean()), mins(p.week.zone.mean()))[1:],
    ),
)
C("have i ever gone to bed after 1 am", lambda p: (yes(p.days.bed.max() > 1500), count((p.days.bed > 1500).sum())))
D(
    "It is true that I make more steps in the weekend than on the working days?",
    lambda p: more(steps(p.weekend.steps.mean()), steps(p.week.steps.mean())),
)
W(
    "Is my resting heart rate lower on nights when I sleep more than 7 hours?",
    lambda p: _less(bpm(p.days[p.days.sleep > 420].rhr.mean()), bpm(p.days[p.days.sleep <= 420].rhr.mean())),
)
L(
    "is my average sleep on weekends longer than seven and a half hours",
    lambda p: tuple(
        truth
        for mean in (p.weekend.sleep.mean(), p.weekdays(4, 5).sleep.mean())
        for truth in (yes(mean > 450), mins(mean), change(mean - 450, "min"))
    ),
)

_B.topic("relations and trends")
L("Is there a link between my skin temperature and how long I sleep?", lambda p: link(p.days.skin, p.days.sleep))
W("Are my blood oxygen and my respiratory rate correlated?", lambda p: link(p.days.spo2, p.days.breathing))
W("does more rem come with a higher hrv", lambda p: link(p.days.rem, p.days.hrv))
L("When I sleep longer, am I also awake longer during the night?", lambda p: link(p.days.sleep, p.days.awake))
D("Do I make less steps with the time?", lambda p: _trend(p.days.steps, unit="steps", falls=True))
L(
    "Have my calories been trending up since September?",
    lambda p: _trend(p.days.calories.loc["2021-09":], unit="kcal", falls=False),
)
L("am i lying awake more at night as the months go by", lambda p: _trend(p.days.awake, unit="min", falls=False))
D("Has my bedtime some relation with how long I sleep?", lambda p: link(p.days.bed, p.days.sleep))

_B.topic("changes")
L(
    "How many more steps a day did I do in October than in September?",
    lambda p: change(p.days.steps.loc["2021-10"].mean() - p.days.steps.loc["2021-09"].mean(), "steps"),
)
W(
    "By how many minutes did my average sleep change from the first 14 days to the last 14 days?",
    lambda p: tuple(
        change(recent.sleep.mean() - first.sleep.mean(), "min")
        for recent in [p.last(14)]
        for first in (p.days.iloc[:14], p.between("2024-10-03", "2024-10-16"), p.days[p.days.sleep.notna()].iloc[:14])
    ),
)
A(
    "How did my daily zone minutes change between October 1 to 7 and October 25 to 31?",
    lambda p: change(
        p.between("2023-10-25", "2023-10-31").zone.mean() - p.between("2023-10-01", "2023-10-07").zone.mean(), "min"
    ),
)
L(
    "By what percentage did my average resting heart rate change from November to December?",
    lambda p: change(100 * (p.days.rhr.loc["2021-12"].mean() / p.days.rhr.loc["2021-11"].mean() - 1), "%"),
)
A(
    "how many steps more did i make yesterday then the day before",
    lambda p: change(p.at(p.newest, "steps", after=-1) - p.at(p.newest, "steps", after=-2), "steps"),
)
D("How much differs my sleep in the weekend from the week?", lambda p: _weekend_change(p, "sleep", "min"))
C(
    "how many fewer steps do I do on Mondays than on Sundays?",
    lambda p: change(p.weekdays(0).steps.mean() - p.weekdays(6).steps.mean(), "steps"),
)

COMPARED = _B.questions
