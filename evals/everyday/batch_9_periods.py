"""The ninth batch: weeks, months, windows, weekdays, and what is asked next.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_9_readings import all_or_whole, by_weekday, days_a_month, less
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person
from evals.everyday.truths import (
    Truths,
    count,
    either,
    kcal,
    listed,
    mins,
    month,
    ms,
    on,
    percent,
    plain,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _at(person: Person, name: str, *numbers: int) -> list[float]:
    """The values on those days of October."""
    return [person.at(pd.Timestamp(f"2023-10-{number:02}"), name) for number in numbers]


def _big_days_by_month(person: Person) -> Truths:
    """Of every month, or of those with any."""
    found = days_a_month(person.days.steps >= 10000)
    return (*all_or_whole([count(value) for value in found]), listed([count(value) for value in found if value]))


def _workouts_a_week(person: Person) -> Truths:
    """Over the weeks on record, the whole ones, or by the days on record."""
    weeks = person.weekly_acts()
    by_days = (7 * weeks.sum() / days for days in (31, len(person.days)))
    return tuple(plain(value) for value in (weeks.mean(), weeks.iloc[1:-1].mean(), weeks.iloc[1:].mean(), *by_days))


def _busiest_week(person: Person) -> Truths:
    """By the number of workouts, or by the time that they took."""
    minutes = Person(days=person.acts, acts=person.acts).by_week("minutes")
    return on(person.weekly_acts().idxmax()), on(minutes.idxmax())


def _share_of_deep(person: Person) -> Truths:
    days = person.days
    return percent(100 * days.deep.mean() / days.sleep.mean()), percent(100 * (days.deep / days.sleep).mean())


_B.topic("follow-ups")
L(
    ("How many steps did I average in August?", "And in September?"),
    lambda p: steps(p.days.steps.loc["2021-09"].mean()),
)
W(("average rem", "and deep?", "what percent of my sleep is that"), _share_of_deep)
A(
    ("how many bike rides did i do", "how long were they on average", "and total calories?"),
    lambda p: kcal(p.kind(RIDE).kcal.sum()),
)
W(
    ("how much did i sleep last night", "is that less than my average"),
    lambda p: less(mins(p.at(p.newest, "sleep")), mins(p.days.sleep.mean())),
)
C(
    ("mean steps on weekdays", "weekends?", "so which is higher"),
    lambda p: either(*sorted(("weekday", "weekend"), key=lambda part: _steps_of(p, part), reverse=True)),
)
D(
    ("steps on the 5th of october", "and the 6th", "what about the seventh"),
    lambda p: steps(_at(p, "steps", 7)[0]),
)

_B.topic("per week or month")
L("how many 10k step days did i have each month", _big_days_by_month)
W("show me hrv week by week, averages", lambda p: all_or_whole([ms(v) for v in p.by_week("hrv", "mean")]))
B("on average how many times a week do i work out", _workouts_a_week)
C(
    "average steps for every day of the week from monday to sunday",
    lambda p: listed([steps(value) for value in by_weekday(p, "steps")]),
)
L("My average sleep per month please", lambda p: all_or_whole([mins(v) for v in p.by_month("sleep", "mean")]))
B("total zone minutes for each week", lambda p: all_or_whole([mins(v) for v in p.by_week("zone")]))

_B.topic("three windows")
L(
    "can you compare my average daily steps in september, october and november",
    lambda p: listed([steps(p.days.steps.loc[f"2021-{number:02}"].mean()) for number in (9, 10, 11)], in_order=False),
)
B(
    "how long did i sleep on the 3rd the 4th and the 5th of october",
    lambda p: listed([mins(value) for value in _at(p, "sleep", 3, 4, 5)]),
)
A(
    "hrv on mondays vs wednesdays vs fridays",
    lambda p: listed([ms(p.weekdays(number).hrv.mean()) for number in (0, 2, 4)], in_order=False),
)
B(
    "my steps for each of the last three days",
    lambda p: listed([steps(value) for value in _at(p, "steps", 29, 30, 31)], in_order=False),
)
W(
    "Average sleep over the last 7, 14 and 30 days?",
    lambda p: listed(windows(p, "sleep", "min", 7, 14, 30)),
)
A(
    "what did i burn on each of my last three bike rides",
    lambda p: listed([kcal(value) for value in p.kind(RIDE).kcal.iloc[-3:]], in_order=False),
)

_B.topic("periods")
L("Which month did I walk the most?", lambda p: month(p.by_month("steps").idxmax()))
L("on wich weekday i walk the most", lambda p: weekday(int(by_weekday(p, "steps").argmax())))
L("what month was my resting heart rate the highest on average", lambda p: month(p.by_month("rhr", "mean").idxmax()))
B("which week did i work out the most", _busiest_week)
W(
    "which week was my sleep the worst",
    lambda p: tuple(
        on(weeks.idxmin()) for weeks in (p.by_week("sleep", "mean"), p.by_week("sleep", "mean").iloc[1:-1])
    ),
)
W(
    "which week did i have the best hrv",
    lambda p: tuple(on(weeks.idxmax()) for hrv in [p.by_week("hrv", "mean")] for weeks in (hrv, hrv.iloc[1:-1])),
)

_B.topic("counted periods")
L("In how many months did I average more than 6,000 steps a day?", lambda p: periods_where(_month_steps(p) > 6000))
W("how many weeks did i sleep under 6 and a half hours on average", lambda p: periods_where(_weekly_sleep(p) < 390))
L(
    "how many weekends had at least one 10k day in them",
    lambda p: periods_where(Person(days=p.weekend, acts=p.acts).by_week("steps", "max") >= 10000),
)
B("weeks with more than 500 zone minutes, how many?", lambda p: periods_where(p.by_week("zone") > 500))
A("number of weeks i trained at least twice", lambda p: periods_where(p.weekly_acts() >= 2))
W("how many weeks was my average deep sleep over 80 minutes", lambda p: periods_where(p.by_week("deep", "mean") > 80))


def _steps_of(person: Person, part: str) -> float:
    return float((person.week if part == "weekday" else person.weekend).steps.mean())


def _month_steps(person: Person) -> pd.Series:
    return person.by_month("steps", "mean")


def _weekly_sleep(person: Person) -> pd.Series:
    return person.by_week("sleep", "mean")


PERIODS = _B.questions
