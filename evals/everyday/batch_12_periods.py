"""The twelfth batch: per week or month, three windows at once, periods by date, and periods that are counted."""

import pandas as pd

from evals.everyday.conventions import periods_where
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person
from evals.everyday.truths import Listed, bpm, count, listed, mins, month, ms, on, plain, steps

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _weekday_steps(person: Person, *numbers: int) -> Listed:
    return listed([steps(person.weekdays(number).steps.mean()) for number in numbers])


def _weekends(person: Person, name: str) -> pd.Series:
    """The sum of each weekend on record, by its Monday."""
    values = person.weekend[name]
    weeks = pd.DatetimeIndex(values.index).to_period("W-SUN").start_time
    sums: pd.Series = values.groupby(weeks).sum()
    return sums


_B.topic("per week or month")
L("In which month did I walk the most steps in total?", lambda p: month(p.by_month("steps").idxmax()))
W(
    "average sleep for each month",
    lambda p: listed([mins(value) for value in p.by_month("sleep", "mean")]),
)
B("which week did i get the most zone minutes in total", lambda p: on(p.by_week("zone").idxmax()))
A("most workouts i made in one week, how many", lambda p: count(p.weekly_acts().max()))
C("how many steps altogether in my best week, monday to sunday", lambda p: steps(p.by_week("steps").max()))
D("which week was my average sleep the lowest", lambda p: on(p.by_week("sleep", "mean").idxmin()))

_B.topic("three windows")
L(
    "Average daily steps in June, July and August?",
    lambda p: listed([steps(p.days.loc[each].steps.mean()) for each in ("2021-06", "2021-07", "2021-08")]),
)
W(
    "my average hrv for 3-12 oct, 13-22 oct and 23-31 oct",
    lambda p: listed(
        [
            ms(p.between("2024-10-03", "2024-10-12").hrv.mean()),
            ms(p.between("2024-10-13", "2024-10-22").hrv.mean()),
            ms(p.between("2024-10-23", "2024-10-31").hrv.mean()),
        ]
    ),
)
B(
    "avg sleep oct 1-10, oct 11-20 and oct 21-31",
    lambda p: listed(
        [
            mins(p.between("2023-10-01", "2023-10-10").sleep.mean()),
            mins(p.between("2023-10-11", "2023-10-20").sleep.mean()),
            mins(p.between("2023-10-21", "2023-10-31").sleep.mean()),
        ]
    ),
)
A("avarage steps on mondays, on wednesdays and on fridays", lambda p: _weekday_steps(p, 0, 2, 4))
C(
    "average steps the last 5 days, the 5 days before that and the 5 before those",
    lambda p: listed([steps(p.last(5, skip=skip).steps.mean()) for skip in (0, 5, 10)]),
)
L(
    "Resting heart rate on average in November, December and January please.",
    lambda p: listed([bpm(p.days.loc[each].rhr.mean()) for each in ("2021-11", "2021-12", "2022-01")]),
)

_B.topic("periods")
L(
    "average steps between the 1st and the 15th of december",
    lambda p: steps(p.between("2021-12-01", "2021-12-15").steps.mean()),
)
W("avg hrv from 4 to 10 november", lambda p: ms(p.between("2024-11-04", "2024-11-10").hrv.mean()))
A(
    "how many steps in total from 1 october to 14 october",
    lambda p: steps(p.between("2023-10-01", "2023-10-14").steps.sum()),
)
B(
    "average zone minutes since oct 20",
    lambda p: (
        plain(p.between("2023-10-20", "2023-10-31").zone.mean()),
        plain(p.between("2023-10-21", "2023-10-31").zone.mean()),
    ),
)
D(
    "average resting heart rate from the 16th to the 31st",
    lambda p: bpm(p.between("2023-10-16", "2023-10-31").rhr.mean()),
)
L(
    "How many kilometres did I walk altogether in October?",
    lambda p: tuple(plain(p.days.loc["2021-10"].distance.sum() / part) for part in (1000, 1)),
)

_B.topic("counted periods")
L(
    "In how many months did I average over 6000 steps a day?",
    lambda p: periods_where(p.by_month("steps", "mean") > 6000),
)
L(
    "how many weeks had at least one day of 10000 steps or more",
    lambda p: periods_where(p.by_week("steps", "max") >= 10000),
)
W(
    "how many weeks did i average less than 6.5 hours of sleep",
    lambda p: periods_where(p.by_week("sleep", "mean") < 390),
)
B("how many weeks did i get 400+ zone mins", lambda p: periods_where(p.by_week("zone") >= 400))
A("in how many weeks i did two workouts or more", lambda p: periods_where(p.weekly_acts() >= 2))
C("how many weekends did i walk more than 25000 steps in total", lambda p: periods_where(_weekends(p, "steps") > 25000))

PERIODS = _B.questions
