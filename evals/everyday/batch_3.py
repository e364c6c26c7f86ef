"""The third batch: days, nights and activities, in the words of the young, the old, nurses, athletes and guests.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_3_compared import COMPARED
from evals.everyday.batch_3_declined import DECLINED
from evals.everyday.batch_3_periods import PERIODS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, current_streak, later, streak
from evals.everyday.truths import (
    Number,
    Truth,
    Truths,
    bpm,
    clock,
    count,
    kcal,
    listed,
    mins,
    more,
    ms,
    on,
    percent,
    plain,
    share,
    steps,
    weekday,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _night(person: Person, day: pd.Timestamp, name: str) -> tuple[Number, ...]:
    """What a night came to that may be the one before the day or the one after it."""
    return mins(person.at(day, name)), mins(person.at(day, name, after=1))


def _next_steps(person: Person, holds: pd.Series) -> tuple[Number, ...]:
    """Mean steps on the day after the nights that hold: the date itself, where a night is told by its morning."""
    days = person.days.steps
    return steps(later(days).reindex(days.index)[holds].mean()), steps(days[holds].mean())


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


def _ago(person: Person, day: pd.Timestamp) -> Truths:
    return count(person.ago(day)), on(day)


_B.topic("superlative")
C("ok so the day i got the most zone minutes what was my hrv", lambda p: ms(p.at(p.most("zone"), "hrv")))
A(
    "Could you kindly tell me my heart rate variability on the night with the most deep sleep?",
    lambda p: ms(p.at(p.most("deep"), "hrv")),
)
B("avg HR of my shortest session", lambda p: bpm(p.acts.sort_values("minutes").pulse.iloc[0]))
L(
    "the day with my most high resting heart rate, how many calories i have burned?",
    lambda p: kcal(p.at(p.most("rhr"), "calories")),
)
W(
    "lowest spo2 on record and which night was it",
    lambda p: tuple(
        listed([percent(p.days.spo2.min()), on(p.least("spo2") - pd.Timedelta(days=back))]) for back in (0, 1)
    ),
)
A(
    "what did i burn on the ride with the highest average heart rate",
    lambda p: kcal(p.kind(RIDE).sort_values("pulse").kcal.iloc[-1]),
)
A(
    "on a weekend whats the longest ive ever slept",
    lambda p: (mins(p.weekend.sleep.max()), mins(p.weekdays(4, 5).sleep.max())),
)
L(
    "okay so out of all the days in november when i slept at least seven hours what was the highest number of steps",
    lambda p: steps(p.days.steps.loc["2021-11"][p.days.sleep.loc["2021-11"] >= 420].max()),
)
C("highest steps on a day with under 7 hours sleep", lambda p: steps(p.days[p.days.sleep < 420].steps.max()))

_B.topic("that day")
B(("which day did i rack up the most zone minutes", "sleep that night?"), lambda p: _night(p, p.most("zone"), "sleep"))
D(("when did my hrv tank the hardest", "steps that day tho"), lambda p: steps(p.at(p.least("hrv"), "steps")))
C(
    ("On what date was my resting pulse at its lowest?", "Thank you. And my stress management score on that date?"),
    lambda p: plain(p.at(p.least("rhr"), "stress")),
)
W(("my worst rem night", "what was hrv the same night"), lambda p: ms(p.at(p.least("rem"), "hrv")))
L(
    ("tell me the day i burned most calories", "what day of the week was that"),
    lambda p: weekday(p.most("calories")),
)
A(
    ("longest bike ride when was it", "rhr on that day", "and the day before it"),
    lambda p: bpm(p.at(p.kind(RIDE).sort_values("minutes").index[-1], "rhr", after=-1)),
)
B(
    ("what day did i wake up the earliest", "how much deep sleep did i get that night"),
    lambda p: _night(p, p.least("wake"), "deep"),
)

_B.topic("day after")
W(
    "rhr the morning after my biggest calorie burn day",
    lambda p: bpm(p.at(p.most("calories"), "rhr", after=1)),
)
L(
    "after a night under 5.5 h how many steps do i manage the next day on average",
    lambda p: _next_steps(p, p.days.sleep < 330),
)
C("the day following my one and only run, what was my hrv?", lambda p: ms(p.at(p.acts.index[0], "hrv", after=1)))
B(
    "average resting heart rate the day after an aerobic workout",
    lambda p: bpm(
        p.days[p.days.index.isin(p.kind("Aerobic Workout").index + pd.Timedelta(days=1))].rhr.mean(),
    ),
)
D("hrv the next morning after my 9 october run", lambda p: ms(p.at(pd.Timestamp("2023-10-09"), "hrv", after=1)))
A(
    "how many zone minutes the day after my worst night of the month",
    lambda p: (mins(p.at(p.least("sleep"), "zone", after=1)), mins(p.at(p.least("sleep"), "zone"))),
)
A(
    "could you please tell me how long on average I sleep the night after a day with more than fifteen thousand steps",
    lambda p: (
        mins(later(p.days.sleep).reindex(p.days.index)[p.days.steps > 15000].mean()),
        mins(p.days[p.days.steps > 15000].sleep.mean()),
    ),
)
B(
    "steps two days after my longest bike ride",
    lambda p: steps(p.at(p.kind(RIDE).sort_values("minutes").index[-1], "steps", after=2)),
)

_B.topic("and / or")
B(
    "on how many days did i either ride my bike or get 12k steps",
    lambda p: count(p.days[p.days.steps >= 12000].index.union(p.kind(RIDE).index).size),
)
L(
    "nights with less than 6 hours sleep or more than an hour and a half awake, how many?",
    lambda p: count(((p.days.sleep < 360) | (p.days.awake > 90)).sum()),
)
W(
    "from the first to the fifteenth of october mean deep sleep on nights with sats of 95 or better and hrv under 65",
    lambda p: mins(
        p.between("2024-10-01", "2024-10-15")[lambda days: (days.spo2 >= 95) & (days.hrv < 65)].deep.mean(),
    ),
)
L(
    "since september started how many mondays or fridays did i top 8k steps",
    lambda p: count((p.weekdays(0, 4).steps.loc["2021-09-01":] > 8000).sum()),
)
A("mean hrv on tuesdays or thursdays", lambda p: ms(p.weekdays(1, 3).hrv.mean()))
W(
    "november nights with deep above 80 and rhr below 60 how many were there",
    lambda p: count(((p.days.deep > 80) & (p.days.rhr < 60)).loc["2024-11-01":].sum()),
)
C(
    "how many days with 10k steps but less than 7 hours of sleep",
    lambda p: count(((p.days.steps >= 10000) & (p.days.sleep < 420)).sum()),
)
D(
    "average sleep on days with hrv over 50 or at least 15k steps",
    lambda p: mins(p.days[(p.days.hrv > 50) | (p.days.steps >= 15000)].sleep.mean()),
)
L(
    "weekdays in december where i walked 6000+ AND slept 7+ hours, count them",
    lambda p: count(
        len(p.week.loc["2021-12"].query("steps >= 6000 and sleep >= 420")),
    ),
)

_B.topic("ranking")
W("three lowest hrv nights", lambda p: picked(p.days.hrv.nsmallest(3), ms))
A("rank my 3 longest bike rides by duration", lambda p: picked(p.kind(RIDE).minutes.nlargest(3), mins))
L("what was my fourth highest step total in a day", lambda p: steps(p.days.steps.nlargest(4).iloc[3]))
B("the two dates i slept the least", lambda p: picked(p.days.sleep.nsmallest(2), mins)[0])
C("2nd lowest step day, date pls", lambda p: on(p.days.steps.nsmallest(2).index[1]))
D("mean steps over my 3 laziest days by steps", lambda p: steps(p.days.steps.nsmallest(3).mean()))
W("second most rem i ever got in one night", lambda p: mins(p.days.rem.nlargest(2).iloc[1]))

_B.topic("own average")
D(
    "how many days was my hrv lower than normal",
    lambda p: tuple(count((p.days.hrv < v).sum()) for v in _usual(p.days.hrv)),
)
A(
    "was my last bike ride longer than my average ride",
    lambda p: more(mins(p.kind(RIDE).minutes.iloc[-1]), mins(p.kind(RIDE).minutes.mean())),
)
W(
    "on how many nights was my respiratory rate above my own mean",
    lambda p: count((p.days.breathing > p.days.breathing.mean()).sum()),
)
L(
    "average calories on days when i walk more than my usual",
    lambda p: tuple(kcal(p.days[p.days.steps > v].calories.mean()) for v in _usual(p.days.steps)),
)
B("what percentage of nights do i sleep less than my own average", lambda p: share(p.days.sleep < p.days.sleep.mean()))
C(
    "steps at least 5000 above my average, how many days?",
    lambda p: count((p.days.steps >= p.days.steps.mean() + 5000).sum()),
)
B(
    "on days my rhr was above average what were my mean zone minutes",
    lambda p: mins(p.days[p.days.rhr > p.days.rhr.mean()].zone.mean()),
)

_B.topic("how long ago")
B("when did i last have a night under 5 hours", lambda p: on(_last_time(p.days.sleep < 300)))
A("how many days ago was i on the treadmill", lambda p: count(p.ago(p.kind("Treadmill").index[-1])))
W("last time my hrv was above 75, when", lambda p: on(_last_time(p.days.hrv > 75)))
L("days since i got 20,000 steps?", lambda p: count(p.ago(_last_time(p.days.steps >= 20000))))
D("most recent day where i passed 15k steps", lambda p: on(_last_time(p.days.steps > 15000)))
C("how long since i did a run bruh", lambda p: _ago(p, p.acts.index[-1]))
A(
    "how many days were between my two runs",
    lambda p: tuple(count((p.kind("Run").index[1] - p.kind("Run").index[0]).days - less) for less in (0, 1)),
)

_B.topic("clock times")
A("at what hour i woke up on the 10th of october", lambda p: clock(p.at(pd.Timestamp("2023-10-10"), "wake")))
C(
    "latest i went to bed this month and when was that",
    lambda p: tuple(
        listed([clock(p.days.bed.max()), on(p.most("bed") + pd.Timedelta(days=days))]) for days in (0, 1, -1)
    ),
)
D("nights i was up past 1 am how many", lambda p: count((p.days.bed > 1500).sum()))
B(
    "average bedtime on friday and saturday nights",
    lambda p: (clock(p.weekdays(4, 5).bed.mean()), clock(p.weekend.bed.mean())),
)
A("how many of my workouts started before noon", lambda p: count((p.acts.clock < 720).sum()))
C("number of mornings i was up before 6", lambda p: count((p.days.wake < 360).sum()))
C(
    "usual wake up time after nights when im in bed by 22:30",
    lambda p: tuple(clock(v) for v in _usual(p.days[p.days.bed <= 1350].wake)),
)

_B.topic("follow-ups")
W(("avg sleep last two weeks", "and the two weeks before that?"), lambda p: mins(p.last(14, skip=14).sleep.mean()))
L(
    ("how many days did i do 10k in september", "october?", "and july"),
    lambda p: count((p.days.steps.loc["2021-07"] >= 10000).sum()),
)
A(("whats my rhr on sundays", "saturdays?"), lambda p: bpm(p.weekdays(5).rhr.mean()))
B(
    ("how many rides were over 30 min", "and over 40?"),
    lambda p: count((p.kind(RIDE).minutes > 40).sum()),
)
B(
    ("average zone minutes on days i trained", "and on days i didnt", "and the most i got on one of those"),
    lambda p: mins(p.without_acts().zone.max()),
)
D(("hrv average", "lowest?", "and when was that"), lambda p: on(p.least("hrv")))
C(
    ("average bedtime?", "only weekdays"),
    lambda p: (clock(p.week.bed.mean()), clock(p.weekdays(6, 0, 1, 2, 3).bed.mean())),
)
L(
    ("did my resting heart rate go up in december compared to november", "and my sleep?"),
    lambda p: more(mins(p.days.sleep.loc["2021-12"].mean()), mins(p.days.sleep.loc["2021-11"].mean())),
)

_B.topic("everyday words")
L("how many km do i walk a day on average", lambda p: tuple(plain(p.days.distance.mean() / part) for part in (1000, 1)))
B("beats per minute at rest, typical figure for me", lambda p: tuple(bpm(v) for v in _usual(p.days.rhr)))
A("avg zzzs per night this month", lambda p: mins(p.days.sleep.mean()))
C(
    "deep and rem sleep added together, per night on average",
    lambda p: (mins((p.days.deep + p.days.rem).mean()), mins(p.days.deep.mean() + p.days.rem.mean())),
)
W("mean overnight sats", lambda p: percent(p.days.spo2.mean()))
D("step tally for 16 october please", lambda p: steps(p.at(pd.Timestamp("2023-10-16"), "steps")))
B("how many calories did all my workouts burn put together", lambda p: kcal(p.acts.kcal.sum()))
W("hrv and rhr averages", lambda p: listed([ms(p.days.hrv.mean()), bpm(p.days.rhr.mean())]))

D(
    "steps and resting heart rate for the 13th of october",
    lambda p: listed([steps(p.at(pd.Timestamp("2023-10-13"), "steps")), bpm(p.at(pd.Timestamp("2023-10-13"), "rhr"))]),
)

_B.topic("streaks")
W("most nights in a row with hrv over 55", lambda p: _spells(p.days.hrv.dropna() > 55))
A(
    "how many consecutive days with a workout was my best ever",
    lambda p: count(streak(p.days.index.to_series().isin(p.acts.index))),
)
B("how many days on the trot did i get 50 or more zone minutes, at most", lambda p: _spells(p.days.zone >= 50))
L("longest spell of days with resting heart rate below 72", lambda p: _spells(p.days.rhr.dropna() < 72))
C(
    "right now how many nights in a row have i slept above 6 and a half hours",
    lambda p: _current(p.days.sleep > 390),
)
L("days running under 3000 steps, worst case?", lambda p: _spells(p.days.steps.dropna() < 3000))
D("longest streak with 7 hours or more of sleep", lambda p: _spells(p.days.sleep >= 420))

_B.topic("shares")
A(
    "what percent of my total sleep is rem",
    lambda p: (
        percent(100 * p.days.rem.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.rem / p.days.sleep).mean()),
    ),
)
W("pct of nights where rhr was 60 or more", lambda p: share(p.days.rhr.dropna() >= 60))
B("what portion of my workouts happened before noon, as a percentage?", lambda p: share(p.acts.clock < 720))
C(
    "on what percentage of days did i make 10k and also sleep 7h",
    lambda p: share((p.days.steps >= 10000) & (p.days.sleep >= 420)),
)
L("in percent, how many of my december days were below 4000 steps", lambda p: share(p.days.steps.loc["2021-12"] < 4000))
D("percent of nights in bed after midnight", lambda p: share(p.days.bed > 1440))
A(
    "what share of my workouts lasted over half an hour (in %)",
    lambda p: share(p.acts.minutes > 30),
)

BATCH_3 = (*_B.questions, *PERIODS, *COMPARED, *DECLINED)
