"""The sixth batch: goals, decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The nights of a weekend are those of Saturday and Sunday as dates, or of Friday
and Saturday.
"""

import pandas as pd

from evals.everyday.batch_6_readings import RIDE, apart, less, trend
from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, correlation, dates, later
from evals.everyday.truths import (
    Truth,
    bpm,
    change,
    count,
    either,
    kcal,
    kind,
    listed,
    mins,
    month,
    more,
    ms,
    plain,
    share,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _weekends_longer(person: Person, name: str) -> tuple[Truth, ...]:
    """Whether it is more on the nights of a weekend than on the others, by either nights of a weekend."""
    held = [dates(person.days).dayofweek.isin(numbers) for numbers in ((5, 6), (4, 5))]
    values = person.days[name]
    return tuple(truth for nights in held for truth in more(mins(values[nights].mean()), mins(values[~nights].mean())))


def _ride_days(person: Person) -> pd.Series:
    return pd.Series(person.days.index.isin(person.kind(RIDE).index), index=person.days.index)


def _km_a_day(person: Person, span: str) -> float:
    return float(person.days.distance.loc[span].mean() / 1000)


_B.topic("goals")
A(
    "I want 22 zone minutes a day. How often have I reached that?",
    lambda p: (count((p.days.zone >= 22).sum()), share(p.days.zone >= 22)),
)
B(
    "My target is three workouts a week. Did I reach it last week?",
    lambda p: (
        yes(len(p.acts.loc["2023-10-23":"2023-10-29"]) >= 3),
        count(len(p.acts.loc["2023-10-23":"2023-10-29"])),
    ),
)
C(
    "I'd like to average 13,000 steps a day, so how far off am I?",
    lambda p: apart(p.days.steps.mean(), 13000, "steps"),
)
D("I want 60 minutes of deep sleep. In how many nights I got them?", lambda p: count((p.days.deep >= 60).sum()))
L(
    "Did I hit 8,000 steps on any day this week?",
    lambda p: (yes((p.days.steps.loc["2022-01-17":] >= 8000).any()), count(0)),
)
L(
    "I set myself a goal of 6,000 steps a day last year, which months did I average that much?",
    lambda p: tuple(
        listed([month(day) for day in means.index[means >= 6000]], in_order=False)
        for means in [p.by_month("steps", "mean")]
    ),
)
W(
    "trying to keep my resting heart rate under 58, how many nights in november did that work",
    lambda p: count((p.days.rhr.loc["2024-11"] < 58).sum()),
)
A("my aim is 80 mins of rem, how many nights was i short", lambda p: count((p.days.rem < 80).sum()))
W(
    "Have I averaged eight hours of sleep over the last week?",
    lambda p: tuple(
        truth
        for nights in (p.last(7).sleep, p.between("2024-11-11", "2024-11-17").sleep)
        for truth in (yes(nights.mean() >= 480), mins(nights.mean()), *apart(nights.mean(), 480, "min"))
    ),
)

_B.topic("decisions")
L(
    "Did I walk further in December than in September, in kilometres?",
    lambda p: tuple(
        truth
        for how in ("sum", "mean")
        for meters in (1000, 1)
        for months in [p.by_month("distance", how) / meters]
        for truth in more(plain(months["2021-12-01"]), plain(months["2021-09-01"]))
    ),
)
W(
    "Do I sleep longer on Friday and Saturday nights than during the week?",
    lambda p: _weekends_longer(p, "sleep"),
)
A(
    "Is my resting heart rate lower on days when I ride my bike than on days when I don't?",
    lambda p: less(bpm(p.days[_ride_days(p)].rhr.mean()), bpm(p.days[~_ride_days(p)].rhr.mean())),
)
B(
    "Which burns more for me, a treadmill session or a bike ride?",
    lambda p: (
        kind(RIDE),
        either("bike", "treadmill"),
        listed([kcal(p.kind(name).kcal.mean()) for name in ("Treadmill", RIDE)], in_order=False),
    ),
)
C(
    "was my hrv higher in the last 7 days than in the 7 days before that",
    lambda p: more(ms(p.last(7).hrv.mean()), ms(p.last(7, skip=7).hrv.mean())),
)
D(
    "This week, I have slept more than 8 hours at least one time?",
    lambda p: (
        yes((p.days.sleep.loc["2023-10-30":] > 480).any()),
        count((p.days.sleep.loc["2023-10-30":] > 480).sum()),
    ),
)
L("Have I ever burned more than 3,000 calories in one day?", lambda p: (yes(p.days.calories.max() > 3000), count(0)))
A(
    "did i do more steps on the 31st than on the 30th",
    lambda p: more(*(steps(p.at(pd.Timestamp(f"2023-10-{day}"), "steps")) for day in (31, 30))),
)
W(
    "Is my breathing slower on nights when I get more than seven hours?",
    lambda p: less(
        plain(p.days[p.days.sleep > 420].breathing.mean()), plain(p.days[p.days.sleep <= 420].breathing.mean())
    ),
)
C("Was the 24th my best day for steps all month?", lambda p: yes(p.most("steps") == pd.Timestamp("2023-10-24")))

_B.topic("relations and trends")
W(
    "When I lie awake longer, do I get less deep sleep?",
    lambda p: tuple(told for rho in [correlation(p.days.awake, p.days.deep)[0]] for told in (yes(rho < 0), plain(rho))),
)
L(
    "Does my skin temperature have anything to do with my heart rate variability?",
    lambda p: link(p.days.skin, p.days.hrv),
)
A(
    "Does getting more zone minutes change how long I sleep?",
    lambda p: (*link(p.days.zone, p.days.sleep), *link(p.days.zone, later(p.days.sleep))),
)
L("do i lie awake more when my resting heart rate is up", lambda p: link(p.days.rhr, p.days.awake))
D("Am I going earlier to bed as the month goes on?", lambda p: trend(p.days.bed, unit="min", falls=True))
W("Has my breathing rate gone up over these weeks?", lambda p: trend(p.days.breathing, unit="", falls=False))
L(
    "am i walking further and further as time goes by",
    lambda p: (
        *trend(p.days.distance / 1000, unit="", falls=False),
        *trend(p.days.distance, unit="", falls=False)[1:],
        *trend(p.days.steps, unit="steps", falls=False)[1:],
    ),
)
C("does a high stress score go together with a low hrv", lambda p: link(p.days.stress, p.days.hrv))
L("Do I burn more calories on days when I cover more distance?", lambda p: link(p.days.distance, p.days.calories))

_B.topic("changes")
L(
    "How many kilometres a day more did I walk in October than in January?",
    lambda p: tuple(change((_km_a_day(p, "2021-10") - _km_a_day(p, "2022-01")) * meters) for meters in (1, 1000)),
)
W(
    "How many minutes of deep sleep did I gain or lose on average between the first and the second half of November?",
    lambda p: tuple(
        change(p.between(start, "2024-11-30").deep.mean() - p.between("2024-11-01", end).deep.mean(), "min")
        for end, start in (("2024-11-15", "2024-11-16"), ("2024-11-10", "2024-11-11"), ("2024-11-11", "2024-11-12"))
    ),
)
A(
    "How much did my HRV improve from the first ten days of October to the last ten?",
    lambda p: tuple(
        change(last.hrv.mean() - first.hrv.mean(), "ms")
        for first, last in (
            (p.between("2023-10-01", "2023-10-10"), p.between("2023-10-22", "2023-10-31")),
            (p.days.iloc[:10], p.days.iloc[-10:]),
        )
    ),
)
B(
    "What's the difference between my steps on weekdays and my steps on weekends?",
    lambda p: apart(p.week.steps.mean(), p.weekend.steps.mean(), "steps"),
)
C(
    "In percent, how much did my daily steps go up or down from the first half of October to the second half?",
    lambda p: tuple(
        change(
            100
            * (
                p.between(f"2023-10-{day + 1}", "2023-10-31").steps.mean()
                / p.between("2023-10-01", f"2023-10-{day}").steps.mean()
                - 1
            ),
            "%",
        )
        for day in (15, 16)
    ),
)
D(
    "How big is the difference of my sleep in the last 7 days to the 7 days before?",
    lambda p: change(p.last(7).sleep.mean() - p.last(7, skip=7).sleep.mean(), "min"),
)
L(
    "by how many percent did i burn more calories in december than in july",
    lambda p: change(100 * (p.days.calories.loc["2021-12"].sum() / p.days.calories.loc["2021-07"].sum() - 1), "%"),
)
W(
    "how much did my hrv jump from november 19 to november 20",
    lambda p: change(p.at(pd.Timestamp("2024-11-20"), "hrv") - p.at(pd.Timestamp("2024-11-19"), "hrv"), "ms"),
)
A(
    "how many bpm r between my lowest n my highest resting hr",
    lambda p: apart(p.days.rhr.max(), p.days.rhr.min(), "bpm"),
)

COMPARED = _B.questions
