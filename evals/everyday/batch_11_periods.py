"""The eleventh batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks begin on Monday; those that the records begin or end in may be left out.
"""

import pandas as pd

from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import Listed, Single, bpm, count, kcal, listed, mins, month, ms, on, steps, weekday

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _by_weekday(person: Person, name: str) -> pd.Series:
    """The mean of each weekday, Monday first."""
    means: pd.Series = person.days[name].groupby(dates(person.days).dayofweek).mean()
    return means


def _without_ends(told: list[Single]) -> tuple[Listed, ...]:
    """All periods in order, or without those that the records begin or end in."""
    return tuple(listed(part) for part in (told, told[1:], told[:-1], told[1:-1]))


def _days_a(period: str, holds: pd.Series) -> pd.Series:
    """How many days of each week ("W-SUN") or month ("M") hold."""
    counts: pd.Series = holds.groupby(dates(holds).to_period(period).start_time).sum()
    return counts


def _exercised(person: Person) -> pd.Series:
    """Minutes of exercise in each week that has any."""
    sums: pd.Series = person.acts.minutes.groupby(dates(person.acts).to_period("W-SUN").start_time).sum()
    return sums


def _all_exercised(person: Person) -> pd.Series:
    """Minutes of exercise in each week on record."""
    return _exercised(person).reindex(person.weekly_acts().index, fill_value=0.0)


_B.topic("per week or month")
L(
    "my average steps per day for each month please",
    lambda p: _without_ends([steps(v) for v in p.by_month("steps", "mean")]),
)
W("mean hrv week by week plz", lambda p: _without_ends([ms(v) for v in p.by_week("hrv", "mean")]))
A(
    "how many minutes did i exercise each week",
    lambda p: (
        *_without_ends([mins(v) for v in _all_exercised(p)]),
        *_without_ends([mins(v) for v in _exercised(p)]),
    ),
)
L(
    "how many nights under six hours did i have in each month",
    lambda p: _without_ends([count(v) for v in _days_a("M", p.days.sleep < 360)]),
)
B(
    "how many zone minutes do i collect in an average week",
    lambda p: tuple(
        mins(value)
        for weeks in [p.by_week("zone")]
        for value in (weeks.mean(), weeks.iloc[1:-1].mean(), weeks.median(), 7 * p.days.zone.mean())
    ),
)
L(
    "how many steps do i walk in a typical week all in all",
    lambda p: tuple(
        steps(value)
        for weeks in [p.by_week("steps")]
        for value in (
            weeks.mean(),
            weeks.median(),
            weeks.iloc[1:-1].mean(),
            weeks.iloc[1:-1].median(),
            7 * p.days.steps.mean(),
        )
    ),
)

_B.topic("three windows")
A("average steps over the last 3, 7 and 14 days", lambda p: listed(windows(p, "steps", "steps", 3, 7, 14)))
L(
    "resting heart rate in august, october and december on average",
    lambda p: listed([bpm(p.days.rhr.loc[f"2021-{number}"].mean()) for number in ("08", "10", "12")]),
)
C(
    "zone minutes on the 4th, the 14th and the 24th of october",
    lambda p: listed([mins(p.at(pd.Timestamp(f"2023-10-{day}"), "zone")) for day in ("04", "14", "24")]),
)
L(
    "how many steps on the 1st 2nd and 3rd of december",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2021-12-{day}"), "steps")) for day in ("01", "02", "03")]),
)
W("deep sleep averages last 5, 10, 20 nights", lambda p: listed(windows(p, "deep", "min", 5, 10, 20)))
L(
    "average calories in september, november and december",
    lambda p: listed([kcal(p.days.calories.loc[f"2021-{number}"].mean()) for number in ("09", "11", "12")]),
)

_B.topic("periods")
L("in which month did i sleep the least on average", lambda p: month(p.by_month("sleep", "mean").idxmin()))
C("whats my busiest day of the week by steps", lambda p: weekday(int(_by_weekday(p, "steps").argmax())))
W(
    "which week was my best for sleep",
    lambda p: tuple(
        on(weeks.idxmax())
        for all_weeks in (p.by_week("sleep", "mean"), p.by_week("sleep"))
        for weeks in (all_weeks, all_weeks.iloc[1:-1])
    ),
)
B("which week did i work out the most", lambda p: (on(p.weekly_acts().idxmax()), on(_exercised(p).idxmax())))
L(
    "what month did i hit 10k steps most often",
    lambda p: tuple(
        month(start)
        for counts in (_days_a("M", p.days.steps >= 10000),)
        for start in counts[counts == counts.max()].index
    ),
)
A(
    "worst week for steps??",
    lambda p: tuple(
        on(weeks.idxmin())
        for all_weeks in (p.by_week("steps"), p.by_week("steps", "mean"))
        for weeks in (all_weeks, all_weeks.iloc[1:-1])
    ),
)
L(
    "in wich month did i burn the most calories per day",
    lambda p: month(p.by_month("calories", "mean").idxmax()),
)
W(
    "on which weekday do i sleep the least",
    lambda p: (
        weekday(int(_by_weekday(p, "sleep").argmin())),
        weekday((int(_by_weekday(p, "sleep").argmin()) - 1) % 7),
    ),
)
L(
    "how many calories did i burn in total in the month with the most steps",
    lambda p: tuple(
        kcal(p.by_month("calories")[pd.Timestamp(str(months.idxmax()))])
        for months in (p.by_month("steps"), p.by_month("steps", "mean"))
    ),
)

_B.topic("counted periods")
L(
    "ok so i was wondering in how many months did i actually average more than 6000 steps a day",
    lambda p: periods_where(p.by_month("steps", "mean") > 6000),
)
W(
    "how many weeks did i sleep less than six and a half hours on average",
    lambda p: periods_where(p.by_week("sleep", "mean") < 390),
)
A("in how many weeks did i work out at least twice", lambda p: periods_where(p.weekly_acts() >= 2))
B("weeks with over 500 zone minutes, how many", lambda p: periods_where(p.by_week("zone") > 500))
C(
    "how many weeks i have averaged 12k steps or more by day",
    lambda p: periods_where(p.by_week("steps", "mean") >= 12000),
)
L(
    "okay how many weekends did i get over 5000 steps both days like saturday and also sunday",
    lambda p: periods_where(_days_a("W-SUN", p.days.steps[dates(p.days).dayofweek >= 5] > 5000) == 2),
)
L(
    "how many weeks had at least two days of 10000 steps or more",
    lambda p: periods_where(_days_a("W-SUN", p.days.steps >= 10000) >= 2),
)

PERIODS = _B.questions
