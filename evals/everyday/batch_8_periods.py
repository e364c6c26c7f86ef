"""The eighth batch: weeks, months, windows and weekdays.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Weeks and months that the records begin or end within may be left out.
"""

import pandas as pd

from evals.everyday.batch_8_readings import (
    RIDE,
    by_weekday,
    each,
    extreme_weeks,
    monthly,
    per_week,
    weekends_where,
    weekly,
)
from evals.everyday.conventions import periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person
from evals.everyday.truths import (
    bpm,
    clock,
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

_B.topic("per week or month")
L("how many nights over 8 hours did i get in each month", lambda p: each(monthly(p.days.sleep > 480), count))
L(
    "What was my average skin temperature for each month since September?",
    lambda p: each(p.by_month("skin", "mean").loc["2021-09":], plain)[::2],
)
W("calories a day on average, week by week please", lambda p: each(p.by_week("calories", "mean"), kcal))
A(
    "minutes on the bike for every week?",
    lambda p: (
        *each(weekly(p, p.kind(RIDE).minutes), mins),
        listed([mins(value) for value in weekly(p, p.kind(RIDE).minutes) if value]),
    ),
)
B(
    "How many nights a week am I in bed only after midnight, on average?",
    lambda p: per_week(weekly(p, (p.days.bed > 1440).astype(int)), float((p.days.bed > 1440).mean())),
)
C("avg rem for each week", lambda p: each(p.by_week("rem", "mean"), mins))
D(
    "How many days per week I have in average more than 10000 steps?",
    lambda p: per_week(weekly(p, (p.days.steps > 10000).astype(int)), float((p.days.steps > 10000).mean())),
)
L(
    "show me my daily calorie average for september, october, november and december separately",
    lambda p: listed([kcal(p.days.calories.loc[f"2021-{name:02}"].mean()) for name in (9, 10, 11, 12)]),
)
L(
    "On average, how many kilometres do I walk in a week?",
    lambda p: tuple(
        told
        for meters in (p.days.distance / 1000, p.days.distance)
        for told in per_week(weekly(p, meters), float(meters.mean()))
    ),
)

_B.topic("three windows")
L(
    "how many steps did i do on december 24th 25th and 26th",
    lambda p: listed([steps(p.at(pd.Timestamp(f"2021-12-{day}"), "steps")) for day in (24, 25, 26)]),
)
W(
    "What was my average blood oxygen over the last 7, 14 and 28 nights?",
    lambda p: listed(windows(p, "spo2", "", 7, 14, 28)),
)
A(
    "avg wake up time: weekdays, saturdays, sundays",
    lambda p: tuple(
        listed([clock(p.weekdays(*days).wake.mean()) for days in parts])
        for parts in (((0, 1, 2, 3, 4), (5,), (6,)), ((6, 0, 1, 2, 3), (4,), (5,)))
    ),
)
B(
    "How long did I sleep on October 2, 3 and 4?",
    lambda p: listed([mins(p.at(pd.Timestamp(f"2023-10-{day:02}"), "sleep")) for day in (2, 3, 4)]),
)
C(
    "average hrv in the first ten days of october, the next ten, and the last eleven",
    lambda p: listed(
        [
            ms(p.between(f"2023-10-{first}", f"2023-10-{last}").hrv.mean())
            for first, last in (("01", "10"), ("11", "20"), ("21", "31"))
        ]
    ),
)
D(
    "My zone minutes on average in the last 4, 8 and 16 days, please",
    lambda p: listed(windows(p, "zone", "min", 4, 8, 16)),
)
L(
    "resting pulse averages pls: last 2 weeks, last 2 months, whole time",
    lambda p: tuple(
        listed([bpm(window.rhr.mean()) for window in (p.last(14), months, p.days)])
        for months in (
            p.last(60),
            p.last(61),
            p.between("2021-11-23", "2022-01-22"),
            p.between("2021-11-01", "2021-12-31"),
        )
    ),
)
W(
    "what was my hrv on monday tuesday and wednesday this week",
    lambda p: listed([ms(p.at(pd.Timestamp(f"2024-11-{day}"), "hrv")) for day in (18, 19, 20)]),
)

_B.topic("periods")
L(
    "In which month was I awake the most at night?",
    lambda p: tuple(month(p.by_month("awake", how).idxmax()) for how in ("mean", "sum")),
)
W(
    "which week did i burn the most calories a day",
    lambda p: extreme_weeks(p.by_week("calories", "mean"), highest=True),
)
A("worst weekday for my hrv?", lambda p: weekday(int(by_weekday(p, "hrv").argmin())))
B(
    "Counting full weeks only, Monday to Sunday, in which one did I walk the least per day?",
    lambda p: on(p.by_week("steps", "mean").iloc[1:-1].idxmin()),
)
C("what day of the week do i go to bed the latest", lambda p: weekday(int(by_weekday(p, "bed").argmax())))
D("Which day of the week is the best for my deep sleep?", lambda p: weekday(int(by_weekday(p, "deep").argmax())))
L(
    "How many steps a day did I average in the month when I slept the least?",
    lambda p: tuple(
        steps(p.by_month("steps", "mean")[pd.Timestamp(str(nights.idxmin()))])
        for nights in (p.by_month("sleep", "mean"), p.by_month("sleep", "mean").iloc[1:-1])
    ),
)
L(
    "month with the most km in total and how many km was that",
    lambda p: tuple(
        listed([month(total.idxmax()), plain(total.max() / scale)])
        for total in [p.by_month("distance")]
        for scale in (1000, 1)
    ),
)
W("on wich weekday do i lie awake the longest", lambda p: weekday(int(by_weekday(p, "awake").argmax())))

_B.topic("counted periods")
L(
    "In how many months did I sleep under 7 hours and 15 minutes a night on average?",
    lambda p: periods_where(p.by_month("sleep", "mean") < 435),
)
W(
    "how many weeks was my deep sleep 80 minutes or more on average",
    lambda p: periods_where(p.by_week("deep", "mean") >= 80),
)
A(
    "On how many weekends did I go for a bike ride?",
    lambda p: count((weekly(p, p.kind(RIDE)[lambda rides: rides.index.dayofweek >= 5].minutes) > 0).sum()),
)
B(
    "number of weeks with an average resting heart rate above 63",
    lambda p: periods_where(p.by_week("rhr", "mean") > 63),
)
C(
    "How many weeks had at least four days of ten thousand steps?",
    lambda p: periods_where(weekly(p, (p.days.steps >= 10000).astype(int)) >= 4),
)
D("How many were the weeks with HRV average under 43?", lambda p: periods_where(p.by_week("hrv", "mean") < 43))
L(
    "how many weekends since october did i stay under 8000 steps, sat and sun together",
    lambda p: weekends_where(Person(days=p.days.loc["2021-10-01":], acts=p.acts), "steps", 8000),
)
L(
    "in how many months have i walked more than 100 km",
    lambda p: periods_where(p.by_month("distance") > 100000),
)
W(
    "weeks with three or more nights under six hrs, how many were there",
    lambda p: periods_where(weekly(p, (p.days.sleep < 360).astype(int)) >= 3),
)

PERIODS = _B.questions
