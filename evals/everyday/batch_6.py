"""The sixth batch: days, nights and activities, as new owners, parents and weekend riders ask about them.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_6_compared import COMPARED
from evals.everyday.batch_6_declined import DECLINED
from evals.everyday.batch_6_periods import PERIODS
from evals.everyday.batch_6_readings import (
    RIDE,
    apart,
    by_weekday,
    current,
    km,
    last_time,
    morning_after,
    next_day,
    nights_of,
    on_it_or_next_day,
    picked_in_any_order,
    since,
    spells,
    usual,
)
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, dates, later
from evals.everyday.truths import (
    bpm,
    change,
    clock,
    count,
    either,
    kcal,
    kind,
    listed,
    mins,
    month,
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


def _worked_out(person: Person) -> pd.Series:
    return pd.Series(person.days.index.isin(person.acts.index), index=person.days.index)


def _on_weekend(person: Person) -> pd.Series:
    return pd.Series(dates(person.days).dayofweek >= 5, index=person.days.index)


_B.topic("superlative")
L("What's the shortest distance I walked on any day in November?", lambda p: km(p.days.distance.loc["2021-11"].min()))
W("What was my resting heart rate after my longest night of sleep?", lambda p: bpm(p.at(p.most("sleep"), "rhr")))
A(
    "Which of my workouts gave me the most zone minutes, what kind was it?",
    lambda p: kind(str(p.acts.sort_values("zone").kind.iloc[-1])),
)
B("What's the highest average heart rate I had in any workout?", lambda p: bpm(p.acts.pulse.max()))
D("Which day was the worst for my HRV?", lambda p: on(p.least("hrv")))
C(
    "how many zone minutes did i get the day i slept longest",
    lambda p: nights_of(p, p.most("sleep"), "zone", mins),
)
L("Out of all my Mondays, which one had the most steps?", lambda p: on(p.weekdays(0).steps.idxmax()))
W("highest sats ive had in november", lambda p: plain(p.days.spo2.loc["2024-11"].max()))
A("ok so what's the longest ive ever been on the treadmill for", lambda p: mins(p.kind("Treadmill").minutes.max()))

_B.topic("that day")
L(
    ("What was my longest night of sleep?", "How many steps did I take the next day?"),
    lambda p: nights_of(p, p.most("sleep"), "steps", steps),
)
W(
    ("When was my resting heart rate highest?", "And how long had I slept that night?"),
    lambda p: mins(p.at(p.most("rhr"), "sleep")),
)
A(
    ("Which day did I take the fewest steps?", "What was my resting heart rate that day?"),
    lambda p: bpm(p.at(p.least("steps"), "rhr")),
)
B(
    ("which workout had the highest average heart rate", "how many calories did that one burn"),
    lambda p: kcal(p.acts.sort_values("pulse").kcal.iloc[-1]),
)
C(
    ("What's the latest I went to bed in October?", "And how long did I sleep that night?"),
    lambda p: mins(p.at(p.most("bed"), "sleep")),
)
D(
    ("On which day I got the most zone minutes?", "And my stress score on this day?"),
    lambda p: plain(p.at(p.most("zone"), "stress")),
)
L(
    ("What was my best day for steps in December?", "How many kilometres did I walk that day?"),
    lambda p: km(p.at(pd.Timestamp(str(p.days.steps.loc["2021-12"].idxmax())), "distance")),
)
W(
    ("worst night for deep sleep, when was it", "my hrv that night?", "and the night before?"),
    lambda p: ms(p.at(p.least("deep"), "hrv", after=-1)),
)
L(
    ("what day in november did i burn the least calories", "how many steps did i do then"),
    lambda p: steps(p.at(pd.Timestamp(str(p.days.calories.loc["2021-11"].idxmin())), "steps")),
)

_B.topic("day after")
A(
    "How long do I sleep on the night after a day with more than 100 zone minutes?",
    lambda p: on_it_or_next_day(p, "sleep", p.days.zone > 100, mins),
)
L(
    "What was my resting heart rate the day after the day I walked the least?",
    lambda p: bpm(p.at(p.least("steps"), "rhr", after=1)),
)
W(
    "How much deep sleep did I get the night after the day I burned the most calories?",
    lambda p: mins(p.at(p.most("calories"), "deep", after=1)),
)
B(
    "What's my average HRV the day after a bike ride?",
    lambda p: ms(next_day(p, "hrv", pd.Series(p.days.index.isin(p.kind(RIDE).index), index=p.days.index))),
)
C(
    "On average how many steps do I do the day after a short night, I mean under six and a half hours?",
    lambda p: on_it_or_next_day(p, "steps", p.days.sleep < 390, steps),
)
D(
    "What was my resting heart rate on the day after my second run?",
    lambda p: bpm(p.at(p.kind("Run").index[1], "rhr", after=1)),
)
W(
    "um how long did i sleep two nights after my shortest night",
    lambda p: mins(p.at(p.least("sleep"), "sleep", after=2)),
)
L(
    "When I get over eight hours of sleep, how many calories do I burn that day on average?",
    lambda p: on_it_or_next_day(p, "calories", p.days.sleep > 480, kcal),
)

_B.topic("and / or")
W(
    "On how many nights did I sleep more than seven hours and have a resting heart rate under 57?",
    lambda p: count(((p.days.sleep > 420) & (p.days.rhr < 57)).sum()),
)
L(
    "How many days did I do fewer than 3,000 steps or burn fewer than 1,500 calories?",
    lambda p: tuple(
        count(((days.steps < 3000) | (days.calories < 1500)).sum()) for days in (p.days, p.days[p.days.steps.notna()])
    ),
)
A(
    "On how many days did I get at least 45 zone minutes without doing a workout?",
    lambda p: count(((p.days.zone >= 45) & ~_worked_out(p)).sum()),
)
B(
    "How many days this month did I do a workout and also sleep at least seven and a half hours?",
    lambda p: tuple(
        count((_worked_out(p) & (slept >= 450)).sum())
        for slept in (p.days.sleep, later(p.days.sleep).reindex(p.days.index))
    ),
)
C(
    "average steps on days when i slept more than 8 hours and my hrv was above 30",
    lambda p: steps(p.days[(p.days.sleep > 480) & (p.days.hrv > 30)].steps.mean()),
)
D(
    "In how many nights I was in bed after midnight and slept less than 7 hours?",
    lambda p: count(((p.days.bed > 1440) & (p.days.sleep < 420)).sum()),
)
L(
    "How many weekend days in October or November did I walk over 9,000 steps?",
    lambda p: count((p.weekend.steps.loc["2021-10":"2021-11"] > 9000).sum()),
)
W(
    "nights i was up over an hour or got less than 70 mins deep, how many",
    lambda p: count(((p.days.awake > 60) | (p.days.deep < 70)).sum()),
)
L(
    "What's my average resting heart rate on days with over 8,000 steps and at least seven hours of sleep?",
    lambda p: bpm(p.days[(p.days.steps > 8000) & (p.days.sleep >= 420)].rhr.mean()),
)

_B.topic("ranking")
W("What were my five best nights for deep sleep?", lambda p: picked_in_any_order(p.days.deep.nlargest(5), mins))
L(
    "On which three days did I walk the furthest?",
    lambda p: (
        *picked(p.days.distance.nlargest(3) / 1000, plain),
        *picked(p.days.distance.nlargest(3), plain),
        *picked(p.days.steps.nlargest(3), steps),
    ),
)
A(
    "What was my second best day for zone minutes?",
    lambda p: (on(p.days.zone.nlargest(2).index[1]), mins(p.days.zone.nlargest(2).iloc[1])),
)
B("Name my three shortest workouts", lambda p: picked_in_any_order(p.acts.minutes.nsmallest(3), mins))
C("three latest bedtimes this month pls", lambda p: picked(p.days.bed.nlargest(3), clock))
D("Which were my 3 best days of HRV?", lambda p: picked(p.days.hrv.nlargest(3), ms))
W(
    "When did I have my fourth lowest resting heart rate?",
    lambda p: on(p.days.rhr.nsmallest(4).index[-1]),
)
L(
    "What were my top three months for walking, best one first?",
    lambda p: tuple(
        listed([month(day) for day in p.by_month("steps", how).nlargest(3).index]) for how in ("sum", "mean")
    ),
)
A("5 lowest hrv days", lambda p: picked(p.days.hrv.nsmallest(5), ms))

_B.topic("own average")
A(
    "On how many days did I get more zone minutes than my average?",
    lambda p: count((p.days.zone > p.days.zone.mean()).sum()),
)
L(
    "Was I above or below my average number of steps yesterday?",
    lambda p: (
        either("below", "above"),
        either("fewer", "more"),
        either("less", "more"),
        change(p.at(p.newest, "steps", after=-1) - p.days.steps.mean(), "steps"),
        listed([steps(p.at(p.newest, "steps", after=-1)), steps(p.days.steps.mean())], in_order=False),
    ),
)
W(
    "How much longer than average was my longest night?",
    lambda p: change(p.days.sleep.max() - p.days.sleep.mean(), "min"),
)
B(
    "What are my average steps on days when my resting heart rate is below its average?",
    lambda p: steps(p.days[p.days.rhr < p.days.rhr.mean()].steps.mean()),
)
C(
    "How many days was my stress score under my own average?",
    lambda p: count((p.days.stress < p.days.stress.mean()).sum()),
)
D(
    "On how many days I made at least 3000 steps less than my average?",
    lambda p: count((p.days.steps <= p.days.steps.mean() - 3000).sum()),
)
W(
    "what percent of my nights had less rem than usual",
    lambda p: tuple(share(p.days.rem.dropna() < value) for value in usual(p.days.rem)),
)
L(
    "How many calories above my average did I burn on the day I burned the most?",
    lambda p: change(p.days.calories.max() - p.days.calories.mean(), "kcal"),
)

_B.topic("how long ago")
A("When was the last time I didn't get a single zone minute?", lambda p: on(last_time(p.days.zone == 0)))
B("How long is it since I last had a day under 7,000 steps?", lambda p: since(p, last_time(p.days.steps < 7000)))
L("When did I last burn more than 2,000 calories in a day?", lambda p: on(last_time(p.days.calories > 2000)))
W("How long ago did I last get more than two hours of deep sleep?", lambda p: since(p, last_time(p.days.deep > 120)))
C("when was i last in bed before half past ten", lambda p: on(last_time(p.days.bed < 1350)))
D("When my HRV was the last time below 35?", lambda p: on(last_time(p.days.hrv < 35)))
L("how many days since i last did less than 1000 steps", lambda p: count(p.ago(last_time(p.days.steps < 1000))))
A("When did I last wake up before five in the morning?", lambda p: morning_after(last_time(p.days.wake < 300)))
W("hey when was the last night i was awake for more than an hour", lambda p: on(last_time(p.days.awake > 60)))

_B.topic("clock times")
A(
    "What time did I wake up on October 20th?",
    lambda p: tuple(clock(p.at(pd.Timestamp(f"2023-10-{day}"), "wake")) for day in (20, 19)),
)
B("How many times did I start a workout before 8 in the morning?", lambda p: count((p.acts.clock < 480).sum()))
C("What's my average bedtime on Sundays?", lambda p: clock(p.weekdays(6).bed.mean()))
D("At what time started my first run?", lambda p: clock(p.kind("Run").clock.iloc[0]))
A(
    "How many nights did I go to bed between 10 and 11 pm?",
    lambda p: count(p.days.bed.between(1320, 1380).sum()),
)
B("which day of the week do i go to bed the latest on average", lambda p: weekday(int(by_weekday(p, "bed").argmax())))
C(
    "How much earlier do I go to bed on weeknights than on weekend nights?",
    lambda p: tuple(
        told
        for numbers in ((4, 5), (5, 6))
        for told in apart(
            p.days.bed[dates(p.days).dayofweek.isin(numbers)].mean(),
            p.days.bed[~dates(p.days).dayofweek.isin(numbers)].mean(),
            "min",
        )
    ),
)
C("what time am i usually up", lambda p: tuple(clock(value) for value in usual(p.days.wake)))
B("What's the earliest in the day I've set off on a bike ride?", lambda p: clock(p.kind(RIDE).clock.min()))

_B.topic("follow-ups")
L(
    ("How many steps a day did I average in June?", "What about July?", "So which of the two was better?"),
    lambda p: (
        month("2021-06-01"),
        listed([steps(p.days.steps.loc[span].mean()) for span in ("2021-06", "2021-07")], in_order=False),
    ),
)
W(
    ("How much REM sleep do I get on average?", "And deep sleep?", "How much is that together?"),
    lambda p: mins(p.days.rem.mean() + p.days.deep.mean()),
)
A(
    ("How many workouts did I do in October?", "How many of those were runs?", "And how long did they take in total?"),
    lambda p: mins(p.kind("Run").minutes.sum()),
)
B(
    ("What was my average resting heart rate from October 1 to 7?", "And from October 25 to 31?"),
    lambda p: bpm(p.between("2023-10-25", "2023-10-31").rhr.mean()),
)
C(
    ("On how many days did I take more than 15,000 steps?", "What percentage of days is that?"),
    lambda p: (share(p.days.steps > 15000), percent(100 * (p.days.steps > 15000).sum() / 31)),
)
D(
    ("How long I sleep in average?", "And on weekends?", "And what was the longest night?"),
    lambda p: (mins(p.days.sleep.max()), on(p.most("sleep"))),
)
L(
    ("How many steps did I do on Christmas Day?", "and on new years day?"),
    lambda p: steps(p.at(pd.Timestamp("2022-01-01"), "steps")),
)
W(
    ("whats my average hrv this month", "last month?", "so whats the difference"),
    lambda p: apart(p.days.hrv.loc["2024-11"].mean(), p.days.hrv.loc["2024-10"].mean(), "ms"),
)
A(
    ("How many days in October did I walk at least 11,000 steps?", "how many of those were on a weekend"),
    lambda p: count(((p.days.steps >= 11000) & _on_weekend(p)).sum()),
)

_B.topic("everyday words")
L("How many steps have I taken since New Year?", lambda p: steps(p.days.steps.loc["2022-01-01":].sum()))
W("How well oxygenated is my blood at night on average, in percent?", lambda p: plain(p.days.spo2.mean()))
A("How much light sleep do I usually get?", lambda p: tuple(mins(value) for value in usual(p.days.light)))
B(
    "What's a typical number of steps for me on a Wednesday?",
    lambda p: tuple(steps(value) for value in usual(p.weekdays(2).steps)),
)
C("how many steps have i clocked up altogether this month", lambda p: steps(p.days.steps.sum()))
D("My stress score, how much is it normally?", lambda p: tuple(plain(value) for value in usual(p.days.stress)))
L("how warm is my skin at night typically", lambda p: tuple(plain(value) for value in usual(p.days.skin)))
W(
    "How many calories did I burn the day before yesterday?",
    lambda p: kcal(p.at(p.newest, "calories", after=-2)),
)
B("give me my step count for the 7th of oct", lambda p: steps(p.at(pd.Timestamp("2023-10-07"), "steps")))
A("wats my avg hrv this mnth", lambda p: ms(p.days.hrv.mean()))
L("How far have I walked in total since I started wearing this watch?", lambda p: km(p.days.distance.sum()))

_B.topic("streaks")
W(
    "How many nights in a row was my resting heart rate below 60, at the most?",
    lambda p: spells(p.days.rhr.dropna() < 60),
)
L("How many days in a row have I burned more than 1,700 calories, at best?", lambda p: spells(p.days.calories > 1700))
A("What's my longest streak of nights with at least an hour of deep sleep?", lambda p: spells(p.days.deep >= 60))
B("What's the most days in a row I've had more than 40 zone minutes?", lambda p: spells(p.days.zone > 40))
C("How many nights running did I make it to bed before midnight, at best?", lambda p: spells(p.days.bed < 1440))
D("How many days one after the other I had a HRV of more than 40, at maximum?", lambda p: spells(p.days.hrv > 40))
W(
    "How many nights in a row has it been now without eight hours of sleep?",
    lambda p: current(p.days.sleep.dropna() < 480),
)
L("most nights back to back with 8 hrs or more", lambda p: spells(p.days.sleep.dropna() >= 480))

_B.topic("shares")
W("On what percentage of nights was I awake for more than an hour?", lambda p: share(p.days.awake.dropna() > 60))
L(
    "On what percentage of days do I burn over 2,000 calories?",
    lambda p: (share(p.days.calories > 2000), share(p.days.calories.iloc[:-1] > 2000)),
)
A("What percentage of my bike rides lasted longer than half an hour?", lambda p: share(p.kind(RIDE).minutes > 30))
B(
    "What percentage of my zone minutes came from workouts?",
    lambda p: percent(100 * p.acts.zone.sum() / p.days.zone.sum()),
)
C("on what percentage of days was my stress score 80 or higher", lambda p: share(p.days.stress.dropna() >= 80))
D("In which percentage of the days I make more than 12000 steps?", lambda p: share(p.days.steps > 12000))
L(
    "What percentage of all my steps did I take in October?",
    lambda p: percent(100 * p.days.steps.loc["2021-10"].sum() / p.days.steps.sum()),
)
W("% of nights w hrv between 56 and 64", lambda p: share(p.days.hrv.dropna().between(56, 64)))

BATCH_6 = (*_B.questions, *PERIODS, *COMPARED, *DECLINED)
