"""The tenth batch: decisions, relations, trends and changes.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

import pandas as pd

from evals.everyday.batch_10_readings import less, months, on_weekends, trend
from evals.everyday.conventions import link
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, later
from evals.everyday.truths import (
    WEEK_PARTS,
    Name,
    Truths,
    bpm,
    change,
    count,
    either,
    kcal,
    listed,
    mins,
    more,
    ms,
    on,
    steps,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _half_change(person: Person, name: str, unit: str) -> Truths:
    """The second half of October less the first, which ends on the 15th or the 16th."""
    return tuple(
        change(
            person.between(f"2023-10-{day + 1}", "2023-10-31")[name].mean()
            - person.between("2023-10-01", f"2023-10-{day}")[name].mean(),
            unit,
        )
        for day in (15, 16)
    )


def _walks_more(person: Person) -> Truths:
    """Weekends or weekdays, or the mean steps of both, or by how much."""
    weekend, week = on_weekends(person, "steps")[0]
    name = Name(name=WEEK_PARTS[weekend > week], family=WEEK_PARTS)
    return name, listed([steps(weekend), steps(week)], in_order=False), change(weekend - week, "steps")


_B.topic("decisions")
W(
    "is my hrv better on weekends than during the week",
    lambda p: tuple(truth for pair in on_weekends(p, "hrv") for truth in more(ms(pair[0]), ms(pair[1]))),
)
L("Do I walk more on weekdays or on weekends?", _walks_more)
A(
    "what gives me a higher heart rate, cycling or running",
    lambda p: (
        either("run", "cycling", "bike", "outdoor bike", "ride"),
        listed([bpm(p.kind(name).pulse.mean()) for name in ("Run", "Outdoor Bike")], in_order=False),
    ),
)
C(
    "did i sleep longer in the last 7 days than in the 7 days before",
    lambda p: more(mins(p.last(7).sleep.mean()), mins(p.last(7, skip=7).sleep.mean())),
)
D("was 7 october my biggest step day", lambda p: (yes(p.most("steps") == pd.Timestamp("2023-10-07")), on("2023-10-07")))
L(
    "did i burn more calories in august than in july?",
    lambda p: (
        *more(*map(kcal, months(p, "calories", "2021-08", "2021-07"))),
        *more(*(kcal(p.days.calories.loc[each].sum()) for each in ("2021-08", "2021-07"))),
    ),
)
W(
    "have i ever slept less than 3 hours since i got this band",
    lambda p: (yes((p.days.sleep < 180).any()), count((p.days.sleep < 180).sum()), mins(p.days.sleep.min())),
)
A(
    "did i ever work out on a sunday",
    lambda p: (yes((p.acts.start.dt.dayofweek == 6).any()), count((p.acts.start.dt.dayofweek == 6).sum())),
)

_B.topic("relations and trends")
L("do i burn more calories on days when i walk further", lambda p: link(p.days.distance, p.days.calories))
W(
    "Is there a relationship between my resting heart rate and my HRV?",
    lambda p: link(p.days.rhr, p.days.hrv),
)
A("is my hrv getting higher", lambda p: trend(p.days.hrv, unit="ms", falls=False))
D("have my steps gone down over the month", lambda p: trend(p.days.steps, unit="steps", falls=True))
B("is my resting hr coming down this month bro", lambda p: trend(p.days.rhr, unit="bpm", falls=True))
C(
    "does walking more make me sleep longer",
    lambda p: (*link(p.days.steps, p.days.sleep), *link(p.days.steps, later(p.days.sleep))),
)
L("is there a link between my steps and my resting heart rate", lambda p: link(p.days.steps, p.days.rhr))
W("has my sleep been getting shorter since october", lambda p: trend(p.days.sleep, unit="min", falls=True))

_B.topic("changes")
L(
    "by how much did my resting heart rate drop from october to november",
    lambda p: change(months(p, "rhr", "2021-11")[0] - months(p, "rhr", "2021-10")[0], "bpm"),
)
A(
    "how much longer do i sleep on weekends",
    lambda p: tuple(change(weekend - week, "min") for weekend, week in on_weekends(p, "sleep")),
)
A(
    "how many steps a day more did i do in the second half of october than in the first",
    lambda p: _half_change(p, "steps", "steps"),
)
W(
    "hrv last 10 days compared to the 10 days before that, how many ms up or down",
    lambda p: change(p.last(10).hrv.mean() - p.last(10, skip=10).hrv.mean(), "ms"),
)
L(
    "how many calories a day more did i burn in december than in june",
    lambda p: change(months(p, "calories", "2021-12")[0] - months(p, "calories", "2021-06")[0], "kcal"),
)
D(
    "how did my hrv change from the 6th of october to the 7th",
    lambda p: change(
        p.at(pd.Timestamp("2023-10-07"), "hrv") - p.at(pd.Timestamp("2023-10-06"), "hrv"),
        "ms",
    ),
)
C(
    "by what percentage do i walk more on weekends compared with weekdays",
    lambda p: tuple(change(100 * (weekend / week - 1), "%") for weekend, week in on_weekends(p, "steps")[:1]),
)
W(
    ("average deep sleep in october", "and in november", "so how many minutes is the difference"),
    lambda p: tuple(
        change(sign * (months(p, "deep", "2024-11")[0] - months(p, "deep", "2024-10")[0]), "min") for sign in (1, -1)
    ),
)
L(
    "did i sleep less in july than in june, and how much less",
    lambda p: less(mins(months(p, "sleep", "2021-07")[0]), mins(months(p, "sleep", "2021-06")[0])),
)

COMPARED = _B.questions
