"""The second batch: goals, decisions, relations, trends, changes, streaks and shares.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, current_streak, dates, later, slope_p, streak
from evals.everyday.truths import (
    Number,
    Truth,
    bpm,
    change,
    count,
    either,
    mins,
    more,
    ms,
    percent,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _between_months(p: Person, name: str, before: str, after: str, how: str = "mean") -> float:
    values = p.by_month(name, how)
    return float(values[f"{after}-01"] - values[f"{before}-01"])


def _percent_between_months(p: Person, name: str, before: str, after: str) -> tuple[Number, ...]:
    """Of the daily average, or of the total."""
    ratios = (p.by_month(name, how)[f"{after}-01"] / p.by_month(name, how)[f"{before}-01"] for how in ("mean", "sum"))
    return tuple(change(100 * (ratio - 1), "%") for ratio in ratios)


def _trend(p: Person, name: str, unit: str, *, since: str, sign: int) -> tuple[Truth, ...]:
    """Whether it rises (1) or falls (-1) beyond chance since the day, or its change a week."""
    slope, chance = slope_p(p.days[name].loc[since:])
    return yes(slope * sign > 0 and chance < 0.05), change(7 * slope, unit)


def _current(holds: pd.Series) -> tuple[Number, ...]:
    """How many of the newest days hold: by the calendar, and of the days on record."""
    return count(current_streak(holds)), count(list(holds)[::-1].index(False))


_B.topic("goals")
A("goal is 8h sleep, how many nights did i actually make it", lambda p: count((p.days.sleep >= 480).sum()))
B(
    "I aim for seven thousand steps a day; on what percentage of days did I manage it?",
    lambda p: share(p.days.steps >= 7000),
)
C(
    "do i average at least 45 min deep a night",
    lambda p: (yes(p.days.deep.mean() >= 45), mins(p.days.deep.mean())),
)
D("My goal is 12000 steps. How many days I don't reach it?", lambda p: count((p.days.steps < 12000).sum()))
L(
    "if my target is six thousand steps a day am i above or below it on average",
    lambda p: (
        either("below", "above"),
        change(p.days.steps.mean() - 6000, "steps"),
        steps(p.days.steps.mean()),
    ),
)
W("number of nights between 7 and 9 hours of sleep", lambda p: count(p.days.sleep.between(420, 540).sum()))
W(
    "how many minutes of rem am i missing on avg to get 2.5 hours",
    lambda p: (change(p.days.rem.mean() - 150, "min"), mins(150 - p.days.rem.mean())),
)
A("how many steps short of 10k was i on oct 31", lambda p: steps(10000 - p.days.steps.iloc[-1]))

_B.topic("decisions")
B(
    "Do I walk further, counted in steps, on the days on which I ride my bike?",
    lambda p: more(
        steps(p.with_acts("Outdoor Bike").steps.mean()),
        steps(p.days[~p.days.index.isin(p.kind("Outdoor Bike").index)].steps.mean()),
    ),
)
A("is my hrv better on weekends or nah", lambda p: more(ms(p.weekend.hrv.mean()), ms(p.week.hrv.mean())))
C("was my rhr ever above 62", lambda p: (yes((p.days.rhr > 62).any()), count((p.days.rhr > 62).sum())))
D(
    "Did I slept in some night more than 9 hours?",
    lambda p: (yes((p.days.sleep > 540).any()), count((p.days.sleep > 540).sum())),
)
L(
    "did i walk more in november than in october",
    lambda p: (
        *more(*(steps(p.by_month("steps", "mean")[f"2021-{n}-01"]) for n in (11, 10))),
        *more(*(steps(p.by_month("steps")[f"2021-{n}-01"]) for n in (11, 10)))[1:],
    ),
)
W(
    "hrv last night higher than the night before?",
    lambda p: more(ms(p.days.hrv.iloc[-1]), ms(p.days.hrv.iloc[-2])),
)
A(
    "is my average bike ride longer than my average run",
    lambda p: more(mins(p.kind("Outdoor Bike").minutes.mean()), mins(p.kind("Run").minutes.mean())),
)
L(
    "is there any month where i averaged more than eight thousand steps a day",
    lambda p: (yes((p.by_month("steps", "mean") > 8000).any()), count((p.by_month("steps", "mean") > 8000).sum())),
)

_B.topic("relations and trends")
A(
    "do i sleep more when i walk more",
    lambda p: (*link(p.days.steps, p.days.sleep), *link(p.days.steps, later(p.days.sleep))),
)
W("does more time awake at night come with a lower hrv", lambda p: link(p.days.awake, p.days.hrv))
L("when my skin is warmer is my resting heart rate higher too", lambda p: link(p.days.skin, p.days.rhr))
W("is deep sleep linked to rem", lambda p: link(p.days.deep, p.days.rem))
L(
    "has my resting heart rate been rising since november",
    lambda p: _trend(p, "rhr", "bpm", since="2021-11-01", sign=1),
)
L(
    "is my sleep getting longer since july",
    lambda p: _trend(p, "sleep", "min", since="2021-07-01", sign=1),
)
B(
    "Is there a connection between my bedtime and how long I sleep?",
    lambda p: link(p.days.bed, p.days.sleep),
)
C("any correlation between deep sleep and rhr", lambda p: link(p.days.deep, p.days.rhr))

_B.topic("changes")
L(
    "how many steps a day less did i walk in january compared with december",
    lambda p: change(_between_months(p, "steps", "2021-12", "2022-01"), "steps"),
)
W(
    "by how many bpm did my rhr change from october to november",
    lambda p: change(_between_months(p, "rhr", "2024-10", "2024-11"), "bpm"),
)
A(
    "daily steps last 7 days minus the 7 before",
    lambda p: change(p.last(7).steps.mean() - p.last(7, skip=7).steps.mean(), "steps"),
)
B(
    "By how many minutes did my average sleep change from the first half of October to the second half?",
    lambda p: tuple(
        change(
            p.between(f"2023-10-{day + 1}", "2023-10-31").sleep.mean()
            - p.between("2023-10-01", f"2023-10-{day}").sleep.mean(),
            "min",
        )
        for day in (15, 16)
    ),
)
C(
    "hrv difference weekdays vs weekend",
    lambda p: (
        change(p.weekend.hrv.mean() - p.week.hrv.mean(), "ms"),
        ms(abs(p.weekend.hrv.mean() - p.week.hrv.mean())),
    ),
)
L(
    "how many percent more did i walk in october than in september",
    lambda p: _percent_between_months(p, "steps", "2021-09", "2021-10"),
)
D(
    "How much is my resting heart rate different in the weekend and in the week?",
    lambda p: (
        change(p.weekend.rhr.mean() - p.week.rhr.mean(), "bpm"),
        bpm(abs(p.weekend.rhr.mean() - p.week.rhr.mean())),
    ),
)
W(
    "how much longer was last night than the night before",
    lambda p: change(p.days.sleep.iloc[-1] - p.days.sleep.iloc[-2], "min"),
)

_B.topic("streaks")
D(
    "What is the longest series of days with over 8000 steps?",
    lambda p: tuple(count(streak(p.days.steps > 8000, by_calendar=each)) for each in (True, False)),
)
W(
    "max consecutive nights w/ hrv above 60",
    lambda p: tuple(count(streak(p.days.hrv.dropna() > 60, by_calendar=each)) for each in (True, False)),
)
B(
    "What is the greatest number of days in succession on which I earned at least 50 zone minutes?",
    lambda p: tuple(count(streak(p.days.zone >= 50, by_calendar=each)) for each in (True, False)),
)
L(
    "how many days in a row at the most was i under four thousand steps",
    lambda p: count(streak(p.days.steps < 4000)),
)
C(
    "current streak of nights over 6.5 hrs?",
    lambda p: _current(p.days.sleep > 390),
)
W("how many nights in a row have i been over 5h up to now", lambda p: _current(p.days.sleep > 300))
A(
    "longest i ever went without hitting 10k",
    lambda p: tuple(count(streak(p.days.steps < 10000, by_calendar=each)) for each in (True, False)),
)

_B.topic("shares")
C("% of nights awake for less than 50 min", lambda p: share(p.days.awake.dropna() < 50))
A("what percent of my workouts started after 2pm", lambda p: share(p.acts.clock > 840))
D("Which percent of my days have less than 6000 steps?", lambda p: share(p.days.steps < 6000))
L(
    "from june to august on what percentage of nights did i sleep less than seven hours",
    lambda p: share(p.between("2021-06-01", "2021-08-31").sleep.dropna() < 420),
)
W("share of nights with hrv under 55", lambda p: share(p.days.hrv.dropna() < 55))
B(
    "What proportion of my activities took place at the weekend?",
    lambda p: share(pd.Series(dates(p.acts).dayofweek >= 5)),
)
W(
    "rem as % of total sleep, mean",
    lambda p: (
        percent(100 * p.days.rem.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.rem / p.days.sleep).mean()),
    ),
)
A(
    "how many percent of all my steps did i do on weekends",
    lambda p: percent(100 * p.weekend.steps.sum() / p.days.steps.sum()),
)

COMPARED = _B.questions
