"""The eleventh batch: one's own average, everyday words and shares.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
What is usual is the mean or the median. The night of a day is the one told on its date or on the day before or after.
"""

import pandas as pd

from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP
from evals.everyday.truths import bpm, change, count, listed, mins, more, ms, percent, plain, share, steps

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))


def _usual(values: pd.Series) -> tuple[float, float]:
    return float(values.mean()), float(values.median())


def _october(day: int) -> pd.Timestamp:
    return pd.Timestamp(year=2023, month=10, day=day)


_B.topic("own average")
L(
    "how many days did i walk less than half of my average steps",
    lambda p: count((p.days.steps < p.days.steps.mean() / 2).sum()),
)
W("was last nights hrv above my average", lambda p: more(ms(p.at(p.newest, "hrv")), ms(p.days.hrv.mean())))
B(
    "on how many days did i beat my usual step count",
    lambda p: tuple(count((p.days.steps > v).sum()) for v in _usual(p.days.steps)),
)
A(
    "how far above my average was my best day for steps",
    lambda p: (
        change(p.days.steps.max() - p.days.steps.mean(), "steps"),
        change(100 * (p.days.steps.max() / p.days.steps.mean() - 1), "%"),
    ),
)
C(
    "did i sleep more than my average on the 22nd of october",
    lambda p: tuple(
        truth for back in (0, 1) for truth in more(mins(p.at(_october(22 - back), "sleep")), mins(p.days.sleep.mean()))
    ),
)
L(
    "mean steps on days my resting pulse is higher than usual for me",
    lambda p: tuple(steps(p.days[p.days.rhr > v].steps.mean()) for v in _usual(p.days.rhr)),
)
W(
    "how long do i sleep on nights when my breathing rate is above my average",
    lambda p: mins(p.days[p.days.breathing > p.days.breathing.mean()].sleep.mean()),
)

_B.topic("everyday words")
A("how long am i usually awake in the night", lambda p: tuple(mins(v) for v in _usual(p.days.awake)))
L(
    "how many kilometers did i cover on foot in all of october",
    lambda p: tuple(plain(p.days.distance.loc["2021-10"].sum() / part) for part in (1000, 1)),
)
B("what was my resting heartbeat on the 12th of october", lambda p: bpm(p.at(_october(12), "rhr")))
W("oxygen level last night?", lambda p: percent(p.at(p.newest, "spo2")))
C(
    "gimme my sleep for the 15th of october",
    lambda p: (mins(p.at(_october(15), "sleep")), mins(p.at(_october(14), "sleep"))),
)
D("how much lite sleep do i get per nite", lambda p: tuple(mins(v) for v in _usual(p.days.light)))
L("how many steps have i taken altogether since i got this thing", lambda p: steps(p.days.steps.sum()))
W("skin temp average", lambda p: plain(p.days.skin.mean()))
A(
    "how much shut eye did i get last saturday",
    lambda p: (mins(p.at(_october(28), "sleep")), mins(p.at(_october(27), "sleep"))),
)
B(
    "hey can you tell me um how many workouts i did and how long they took all together",
    lambda p: (listed([count(len(p.acts)), mins(p.acts.minutes.sum())], in_order=False), mins(p.acts.minutes.sum())),
)

_B.topic("shares")
L("what percentage of days do i get ten thousand steps", lambda p: share(p.days.steps.dropna() >= 10000))
B("what percent of my workouts were bike rides", lambda p: share(p.acts.kind == "Outdoor Bike"))
W("on what % of nights do i sleep under six hours", lambda p: share(p.days.sleep.dropna() < 360))
C("what percent of nights i went to bed after 11pm", lambda p: share(p.days.bed > 1380))
D("what percentage of my days were under 5000 steps", lambda p: share(p.days.steps < 5000))
W(
    "% of november nights with hrv 60 or higher",
    lambda p: share(p.days.hrv.loc["2024-11"].dropna() >= 60),
)
L(
    "out of all mondays, on what percentage did i walk less than 5000 steps",
    lambda p: share(p.weekdays(0).steps.dropna() < 5000),
)

READINGS = _B.questions
