"""The sixth batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks and months that the records begin or end within may be left out.
"""

from itertools import pairwise

import pandas as pd

from evals.everyday.batch_6_readings import (
    averages,
    by_weekday,
    days_a_month,
    each,
    least_period,
    most_period,
    weekly,
)
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates
from evals.everyday.truths import (
    Listed,
    count,
    kcal,
    listed,
    mins,
    month,
    ms,
    on,
    plain,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _three_weeks(person: Person, name: str) -> tuple[Listed, ...]:
    """The first three weeks of October 2023: from the 1st, from Monday the 2nd, or calendar weeks from the 1st."""
    begun = (("01", "08", "15", "22"), ("02", "09", "16", "23"), ("01", "02", "09", "16"))
    return tuple(
        listed(
            [
                mins(person.days[name].loc[f"2023-10-{first}" : f"2023-10-{int(end) - 1:02}"].mean())
                for first, end in pairwise(starts)
            ]
        )
        for starts in begun
    )


def _weekly_nights(person: Person, holds: pd.Series) -> pd.Series:
    """How many nights of each week on record hold."""
    return weekly(person, holds.astype(int))


_B.topic("per week or month")
L(
    "Show me how many calories I burned per day on average, month by month.",
    lambda p: each(p.by_month("calories", "mean"), kcal),
)
L(
    "How many nights of eight hours or more did I have in each month?",
    lambda p: each(days_a_month(p.days.sleep >= 480), count),
)
A(
    "How many minutes of exercise did I do each week?",
    lambda p: (
        *each(weekly(p, p.acts.minutes), mins),
        listed([mins(value) for value in weekly(p, p.acts.minutes) if value]),
    ),
)
W("How fast was I breathing at night on average, week by week?", lambda p: each(p.by_week("breathing", "mean"), plain))
B(
    "can you break down my average daily steps week by week",
    lambda p: each(p.by_week("steps", "mean"), steps),
)
C("list my total zone minutes for every week", lambda p: each(p.by_week("zone"), mins))
D(
    "How many times per week I go running, in average?",
    lambda p: (*averages(p.weekly_acts()), plain(2 * 7 / 30), plain(2 * 7 / 29), plain(2 * 7 / 31)),
)
L(
    "roughly how far do i walk in an average month, in km",
    lambda p: (*averages(p.by_month("distance") / 1000), plain(30 * p.days.distance.mean() / 1000)),
)
W(
    "On average, how many nights a week do I sleep less than six hours?",
    lambda p: (
        *averages(_weekly_nights(p, p.days.sleep < 360)),
        plain(7 * (p.days.sleep.dropna() < 360).mean()),
        plain(7 * (p.days.sleep < 360).sum() / len(p.days)),
    ),
)

_B.topic("three windows")
W(
    "What was my average resting heart rate over the last 3, 7 and 14 nights?",
    lambda p: listed(windows(p, "rhr", "bpm", 3, 7, 14)),
)
L(
    "How many steps do I average on Tuesdays, on Thursdays and on Saturdays?",
    lambda p: listed([steps(p.weekdays(number).steps.mean()) for number in (1, 3, 5)]),
)
A(
    "What was my HRV on the 10th, on the 20th and on the 30th of October?",
    lambda p: listed([ms(p.at(pd.Timestamp(f"2023-10-{day}"), "hrv")) for day in (10, 20, 30)]),
)
B(
    "how long did i sleep on average in the first, second and third week of october",
    lambda p: _three_weeks(p, "sleep"),
)
C("hrv last 5 days, last 15 days n last 25 days", lambda p: listed(windows(p, "hrv", "ms", 5, 15, 25)))
D(
    "How much steps I did on the 5th, 6th and 7th of October?",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2023-10-{day:02}"), "steps")) for day in (5, 6, 7)]),
)
L(
    "How many kilometres a day did I walk on average in August, in September and in October?",
    lambda p: tuple(
        listed([plain(p.days.distance.loc[f"2021-{number:02}"].mean() / meters) for number in (8, 9, 10)])
        for meters in (1000, 1)
    ),
)
W(
    "What did my deep sleep, my REM and my time awake average in November?",
    lambda p: listed([mins(p.days[name].loc["2024-11"].mean()) for name in ("deep", "rem", "awake")]),
)

_B.topic("periods")
L(
    "Which month had the most days over 9,000 steps?",
    lambda p: month(days_a_month(p.days.steps > 9000).idxmax()),
)
W(
    "Which week did I burn the most calories?",
    lambda p: (on(p.by_week("calories").idxmax()), *most_period(p.by_week("calories", "mean"), on)),
)
A(
    "What day of the week do I work out most often?",
    lambda p: weekday(int(str(dates(p.acts).dayofweek.value_counts().idxmax()))),
)
B("on which weekday do i get the fewest zone minutes", lambda p: weekday(int(by_weekday(p, "zone").argmin())))
C(
    "which week did i get the most sleep",
    lambda p: (on(p.by_week("sleep").idxmax()), *most_period(p.by_week("sleep", "mean"), on)),
)
D("In which week I had the less steps per day?", lambda p: least_period(p.by_week("steps", "mean"), on))
L(
    "What month did I walk the least, and how many steps a day was that?",
    lambda p: tuple(
        listed([month(part.idxmin()), steps(part.min())])
        for means in [p.by_month("steps", "mean")]
        for part in (means, means.iloc[1:], means.iloc[1:-1])
    ),
)
W(
    "which month was i awake longer at night october or november",
    lambda p: month(p.by_month("awake", "mean").idxmax()),
)
L("In which month was my skin the warmest at night?", lambda p: month(p.by_month("skin", "mean").idxmax()))

_B.topic("counted periods")
L(
    "In how many weeks did I average at least 7,500 steps a day?",
    lambda p: periods_where(p.by_week("steps", "mean") >= 7500),
)
W("How many weeks did I burn over 14,000 calories?", lambda p: periods_where(p.by_week("calories") > 14000))
A(
    "In how many weeks did my resting heart rate average under 60?",
    lambda p: periods_where(p.by_week("rhr", "mean") < 60),
)
B(
    "On how many weekends did I get at least one workout in?",
    lambda p: count(
        Person(days=p.days, acts=p.acts[dates(p.acts).dayofweek >= 5]).weekly_acts().ge(1).sum(),
    ),
)
C(
    "how many weeks was i in bed before 11 on average",
    lambda p: periods_where(p.by_week("bed", "mean") < 1380),
)
D(
    "In how many weeks I slept more than 7 hours per night in average?",
    lambda p: periods_where(p.by_week("sleep", "mean") > 420),
)
L(
    "How many months did I walk more than 120 kilometres altogether?",
    lambda p: periods_where(p.by_month("distance") > 120000),
)
W(
    "number of weeks with two or more nights under five hours",
    lambda p: periods_where(_weekly_nights(p, p.days.sleep < 300) >= 2),
)
L("hw many months was my avg hrv over 27", lambda p: periods_where(p.by_month("hrv", "mean") > 27))

PERIODS = _B.questions
