"""The eleventh batch: how long ago, clock times, streaks and goals.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. Last week is the last whole calendar week or the last seven days. The night of a
day is the one told on its date or on the day before or after.
"""

import pandas as pd

from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, current_streak, streak
from evals.everyday.truths import Truth, change, clock, count, mins, on, steps, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _usual(values: pd.Series) -> tuple[float, float]:
    return float(values.mean()), float(values.median())


def _spells(holds: pd.Series) -> tuple[Truth, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def _current(holds: pd.Series) -> tuple[Truth, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def _last_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][-1]))


def _when(person: Person, day: pd.Timestamp) -> tuple[Truth, ...]:
    """The day, or how many days ago it was."""
    return on(day), count(person.ago(day))


def _last_week(person: Person) -> tuple[pd.DataFrame, ...]:
    return person.between("2023-10-23", "2023-10-29"), person.last(7)


_B.topic("how long ago")
A("when was my last run", lambda p: _when(p, p.kind("Run").index[-1]))
B("how many days since i was last on the bike", lambda p: count(p.ago(p.kind(RIDE).index[-1])))
W("when did i last sleep more than 8 hours", lambda p: _when(p, _last_time(p.days.sleep > 480)))
C(
    "most recent night with less than 6 and a half hours of sleep",
    lambda p: tuple(on(_last_time(p.days.sleep < 390) + pd.Timedelta(days=days)) for days in (0, 1)),
)
D("how many days its been since my last workout lol", lambda p: count(p.ago(p.acts.index[-1])))
L(
    "When was the very first time I got over 20,000 steps?",
    lambda p: on(p.days.index[p.days.steps > 20000][0]),
)

_B.topic("clock times")
A("when do i normally go to bed", lambda p: tuple(clock(v) for v in _usual(p.days.bed)))
C(
    "what time do i wake up on weekends usually",
    lambda p: tuple(clock(v) for numbers in ((5, 6), (4, 5)) for v in _usual(p.weekdays(*numbers).wake)),
)
B(
    "what time did i go to bed on the 20th of october",
    lambda p: clock(p.at(pd.Timestamp("2023-10-20"), "bed")),
)
D("how many times was i in bed before 11 pm", lambda p: count((p.days.bed < 1380).sum()))
A("earliest i got up this month", lambda p: clock(p.days.wake.min()))
C("how many mornings i have stood up after 8 o clock", lambda p: count((p.days.wake > 480).sum()))
B("at what time of day do i usually start my workouts", lambda p: tuple(clock(v) for v in _usual(p.acts.clock)))
A("what time did i start my longest workout", lambda p: clock(p.acts.sort_values("minutes").clock.iloc[-1]))
C(
    "how much time is there between my earliest and my latest bedtime this month",
    lambda p: mins(p.days.bed.max() - p.days.bed.min()),
)

_B.topic("streaks")
A("longest streak of 10k step days", lambda p: _spells(p.days.steps >= 10000))
L(
    "how many days in a row did i walk more than 5000 steps, my record i mean",
    lambda p: _spells(p.days.steps.dropna() > 5000),
)
W("most nights in a row with less than 7 hours", lambda p: _spells(p.days.sleep.dropna() < 420))
B("how many days running am i over 10000 steps right now", lambda p: _current(p.days.steps > 10000))
D("max consecutive days below ten thousand steps", lambda p: _spells(p.days.steps < 10000))
W("bruh how many nites in a row is my hrv above 60 as of now", lambda p: _current(p.days.hrv.dropna() > 60))

_B.topic("goals")
C(
    "my goal is ten thousand steps a day, how many days did i make it this month",
    lambda p: count((p.days.steps >= 10000).sum()),
)
A(
    "did i get at least 7 hours every night last week",
    lambda p: tuple(yes((days.sleep >= 420).all()) for days in _last_week(p)),
)
L(
    "i wanted to average 6000 steps a day in december, did i do it",
    lambda p: (yes(p.days.steps.loc["2021-12"].mean() >= 6000), steps(p.days.steps.loc["2021-12"].mean())),
)
W(
    "im aiming for 7 hours a night. how many nights did i fall short",
    lambda p: count((p.days.sleep < 420).sum()),
)
B(
    "did i collect at least 150 zone minutes in each full week of october",
    lambda p: yes((p.by_week("zone").iloc[1:-1] >= 150).all()),
)
D(
    "how far off 10000 steps a day am i on average",
    lambda p: (change(p.days.steps.mean() - 10000, "steps"), steps(p.days.steps.mean())),
)
A("tryna keep my resting hr under 60, how many days did that work", lambda p: count((p.days.rhr < 60).sum()))

HABITS = _B.questions
