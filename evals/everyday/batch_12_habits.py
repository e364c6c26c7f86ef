"""The twelfth batch: how long ago, clock times, streaks and goals."""

import pandas as pd

from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, current_streak, streak
from evals.everyday.truths import Number, Truths, change, clock, count, listed, on, yes

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _since(person: Person, days: pd.Index) -> Truths:
    """Of the newest of these: how many days ago, or the day itself."""
    day = pd.Timestamp(days.max())
    return count(person.ago(day)), on(day)


def _in_a_row(holds: pd.Series) -> tuple[Number, ...]:
    """The longest streak by the calendar, or of rows whatever lies between them."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def _steps_short(person: Person, days: int, goal: float) -> tuple[Number, ...]:
    """How many a day are missing over the last days, which end today or on the last day with steps."""
    walked = person.days.steps.dropna().iloc[-days:]
    return change(goal - person.last(days).steps.mean()), change(goal - walked.mean())


_B.topic("how long ago")
L("How many days since I last did 10,000 steps?", lambda p: _since(p, p.days.index[p.days.steps >= 10000]))
W("how long ago was the last time I slept more than 8 hours", lambda p: _since(p, p.days.index[p.days.sleep > 480]))
B("days since my last bike ride?", lambda p: _since(p, p.kind(RIDE).index))
A("when i was running the last time, how many days ago", lambda p: _since(p, p.kind("Run").index))
C("how long since i had a night under 6 hours", lambda p: _since(p, p.days.index[p.days.sleep < 360]))
B("when was my hrv last over 25", lambda p: _since(p, p.days.index[p.days.hrv > 25]))

_B.topic("clock times")
C("what time do i usually wake up", lambda p: (clock(p.days.wake.mean()), clock(p.days.wake.median())))
D("latest i ever went to bed?", lambda p: clock(p.days.bed.max()))
C(
    "earliest bedtime i had this month and the date of it",
    lambda p: listed([clock(p.days.bed.min()), on(p.least("bed"))]),
)
B("what time of day do i start my bike rides on average", lambda p: clock(p.kind(RIDE).clock.mean()))
B("how many nights was i in bed only after midnight lol", lambda p: count((p.days.bed > 1440).sum()))
D("how many mornings was i up before 6am", lambda p: count((p.days.wake < 360).sum()))
A("what time i went to bed in average the last 7 days", lambda p: clock(p.last(7).bed.mean()))

_B.topic("streaks")
L(
    "What's my longest run of days in a row with 5000 steps or more?",
    lambda p: _in_a_row(p.days.steps >= 5000),
)
W(
    "most nights in a row with six hours of sleep or more",
    lambda p: (*_in_a_row(p.days.sleep >= 360), count(streak(p.days.sleep.dropna() >= 360, by_calendar=False))),
)
B("longest 10k steps streak", lambda p: _in_a_row(p.days.steps >= 10000))
A(
    "until today, how many days one after another i made 7000 steps",
    lambda p: count(current_streak(p.days.steps >= 7000)),
)
C("longest stretch of nights with more than 7 hours, in days", lambda p: _in_a_row(p.days.sleep > 420))
L(
    "What is the longest I ever went without managing 8000 steps in a day?",
    lambda p: (*_in_a_row(p.days.steps < 8000), *_in_a_row(~(p.days.steps >= 8000))),
)

_B.topic("goals")
C(
    "how often did i hit 12000 steps between the 16th and the 31st of october",
    lambda p: count((p.between("2023-10-16", "2023-10-31").steps >= 12000).sum()),
)
B(
    "how many steps am i short of an 11000 average",
    lambda p: (change(11000 - p.days.steps.mean()), change(p.days.steps.mean() - 11000)),
)
W(
    "Did I make it to 8 hours of sleep even once in November?",
    lambda p: (
        yes((p.between("2024-11-01", "2024-11-30").sleep >= 480).any()),
        count((p.between("2024-11-01", "2024-11-30").sleep >= 480).sum()),
    ),
)
D("target is 7h sleep. how many nights did i miss it", lambda p: count((p.days.sleep < 420).sum()))
L(
    "Over the last 30 days, how many more steps a day would I have needed to average 6000?",
    lambda p: _steps_short(p, 30, 6000),
)
A("my goal is 45 zone minutes, how many days i made it", lambda p: count((p.days.zone >= 45).sum()))

HABITS = _B.questions
