"""The fifth batch: days, nights and activities, as walkers, cycling commuters and bad sleepers ask about them.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record. The night of a day is the one told on its date or on the next.
"""

import pandas as pd

from evals.everyday.batch_5_compared import COMPARED
from evals.everyday.batch_5_declined import DECLINED
from evals.everyday.batch_5_periods import PERIODS
from evals.everyday.conventions import picked
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, Person, current_streak, later, streak
from evals.everyday.truths import (
    Number,
    Truth,
    Truths,
    bpm,
    change,
    clock,
    count,
    kcal,
    kind,
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
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))
RIDE = "Outdoor Bike"


def _km(meters: float) -> tuple[Number, ...]:
    return plain(meters / 1000), plain(meters)


def _usual(values: pd.Series) -> tuple[float, float]:
    return float(values.mean()), float(values.median())


def _next_day(person: Person, name: str, holds: pd.Series, *, days: int = 1) -> float:
    """The mean so many days after those that hold."""
    return float(later(person.days[name], days).reindex(person.days.index)[holds].mean())


def _last_time(holds: pd.Series) -> pd.Timestamp:
    return pd.Timestamp(str(holds.index[holds][-1]))


def _since(person: Person, day: pd.Timestamp) -> Truths:
    """How many days ago it was, or the day."""
    return count(person.ago(day)), on(day)


def _spells(holds: pd.Series) -> tuple[Truth, ...]:
    """The longest streak, days without a record ending it or not."""
    return count(streak(holds)), count(streak(holds, by_calendar=False))


def _current(holds: pd.Series) -> tuple[Truth, ...]:
    """The streak that ends on the newest day, days without a record ending it or not."""
    in_a_row = holds.set_axis(pd.date_range("2000-01-01", periods=len(holds)))
    return count(current_streak(holds)), count(current_streak(in_a_row))


def _longest_gap(acts: pd.DataFrame) -> tuple[Number, ...]:
    """From one to the next in days, or only the days between them."""
    gap = acts.index.to_series().diff().max().days
    return count(gap), count(gap - 1)


_B.topic("superlative")
L("On my best walking day, how many kilometres did I cover?", lambda p: _km(p.at(p.most("steps"), "distance")))
A("What's the most zone minutes I ever got from a single ride?", lambda p: mins(p.kind(RIDE).zone.max()))
W(
    "The night I was awake the longest, how much deep sleep did I still get?",
    lambda p: mins(p.at(p.most("awake"), "deep")),
)
W(
    "What was the maximum respiratory rate on nights with an HRV below 50 ms?",
    lambda p: plain(p.days[p.days.hrv < 50].breathing.max()),
)
D("What was the maximum of zone minutes I did in one day of weekend?", lambda p: mins(p.weekend.zone.max()))
B(
    "hey so whats the um lowest my resting heart rate has been in the second half of october",
    lambda p: bpm(p.between("2023-10-16", "2023-10-31").rhr.min()),
)
C(
    "whats my highest stress score n when was it",
    lambda p: listed([plain(p.days.stress.max()), on(p.most("stress"))]),
)
C("fewest steps I've done on a Sunday?", lambda p: steps(p.weekdays(6).steps.min()))
L(
    "What's my highest HRV since the start of December, and on what date was it?",
    lambda p: tuple(
        listed([ms(hrv.max()), on(pd.Timestamp(str(hrv.idxmax())) - pd.Timedelta(days=back))])
        for hrv in [p.days.hrv.loc["2021-12-01":]]
        for back in (0, 1)
    ),
)

_B.topic("that day")
L(
    ("Which day did I cover the longest distance?", "And how many calories did I burn that day?"),
    lambda p: kcal(p.at(p.most("distance"), "calories")),
)
W(
    ("Which night was I awake the most?", "What was my breathing rate that night?"),
    lambda p: plain(p.at(p.most("awake"), "breathing")),
)
A(
    ("when did i do my shortest bike ride", "how many steps did i do on that date", "and the day after?"),
    lambda p: steps(p.at(p.kind(RIDE).sort_values("minutes").index[0], "steps", after=1)),
)
B(
    ("On which day was my resting heart rate the highest?", "Had I been on the bike the day before?"),
    lambda p: (yes(p.most("rhr") - pd.Timedelta(days=1) in p.kind(RIDE).index), count(1)),
)
C(
    ("which night did i get the least rem", "what time did i go to bed that night"),
    lambda p: clock(p.at(p.least("rem"), "bed")),
)
D(
    ("When I made the most of the steps?", "And how high was the HRV on this day?"),
    lambda p: ms(p.at(p.most("steps"), "hrv")),
)
L(
    ("What was my laziest day in September, by steps?", "What weekday was it?"),
    lambda p: weekday(pd.Timestamp(str(p.days.steps.loc["2021-09"].idxmin()))),
)

W(
    ("most rem i ever got, when", "hrv that nite", "n the nite after?"),
    lambda p: ms(p.at(p.most("rem"), "hrv", after=1)),
)

_B.topic("day after")
B(
    "After a day with under 9,000 steps, how many do I do on the next day on average?",
    lambda p: steps(_next_day(p, "steps", p.days.steps < 9000)),
)
A(
    "How many steps did I do the day after my run on October 4th?",
    lambda p: steps(p.at(pd.Timestamp("2023-10-04"), "steps", after=1)),
)
W(
    "what is my resting heart rate the morning after i burn more than 2200 calories, on average",
    lambda p: bpm(_next_day(p, "rhr", p.days.calories > 2200)),
)
C(
    "How many steps do I average the day after a night with more than 100 minutes of REM?",
    lambda p: (
        steps(_next_day(p, "steps", p.days.rem > 100)),
        steps(p.days[p.days.rem > 100].steps.mean()),
    ),
)
L(
    "When I walk over 10k steps, what's my resting heart rate the next day, typically?",
    lambda p: tuple(bpm(v) for v in _usual(later(p.days.rhr).reindex(p.days.index)[p.days.steps > 10000])),
)
L(
    "how many calories did i burn two days after my biggest step day",
    lambda p: kcal(p.at(p.most("steps"), "calories", after=2)),
)
D(
    "The next day after the night with the most REM, how many zone minutes I had?",
    lambda p: (mins(p.at(p.most("rem"), "zone", after=1)), mins(p.at(p.most("rem"), "zone"))),
)
A(
    "um the morning after my last bike ride what was my resting heart rate",
    lambda p: bpm(p.at(p.kind(RIDE).index[-1], "rhr", after=1)),
)

_B.topic("and / or")
L(
    "How many days in August did I walk more than 5,000 steps and sleep more than seven and a half hours?",
    lambda p: count(((p.days.steps > 5000) & (p.days.sleep > 450)).loc["2021-08-01":"2021-08-31"].sum()),
)
A("On how many days did I either ride or run?", lambda p: count(p.kind(RIDE, "Run").index.unique().size))
W(
    "How many nights did I get less than six hours of sleep or less than an hour of deep sleep?",
    lambda p: count(((p.days.sleep < 360) | (p.days.deep < 60)).sum()),
)
W(
    "What's my average HRV on nights where deep sleep exceeded 80 minutes and awake time was under 40 minutes?",
    lambda p: ms(p.days[(p.days.deep > 80) & (p.days.awake < 40)].hrv.mean()),
)
B(
    "avg resting hr on days with over 100 zone minutes and less than 7 hours of sleep",
    lambda p: bpm(p.days[(p.days.zone > 100) & (p.days.sleep < 420)].rhr.mean()),
)
D(
    "How many days I have less than 8000 steps or a HRV less than 40?",
    lambda p: count(((p.days.steps < 8000) | (p.days.hrv < 40)).sum()),
)
C(
    "nights where I was in bed before 11pm and slept at least 8 hours, how many were there?",
    lambda p: count(((p.days.bed < 1380) & (p.days.sleep >= 480)).sum()),
)
L(
    "okay count the saturdays in november and december where i did more than five thousand steps please",
    lambda p: count((p.weekdays(5).steps.loc["2021-11":"2021-12"] > 5000).sum()),
)

_B.topic("ranking")
L("List my five biggest step days.", lambda p: picked(p.days.steps.nlargest(5), steps))
A(
    "Which was my second longest ride and how long did it take?",
    lambda p: tuple(listed([on(rides.index[1]), mins(rides.iloc[1])]) for rides in [p.kind(RIDE).minutes.nlargest(2)]),
)
W("Show me the four nights with the most time awake.", lambda p: picked(p.days.awake.nlargest(4), mins))
C("third best hrv?", lambda p: ms(p.days.hrv.nlargest(3).iloc[2]))
B(
    "What were my three lowest daily step counts?",
    lambda p: picked(p.days.steps.nsmallest(3), steps),
)
D("Give me please the two days with the highest resting heart rate", lambda p: picked(p.days.rhr.nlargest(2), bpm))
L(
    "What was my average resting heart rate across my ten highest step days?",
    lambda p: bpm(p.days.rhr[p.days.steps.nlargest(10).index].mean()),
)
B(
    "what kind of workout burns the most calories for me on average",
    lambda p: kind(str(p.acts.groupby("kind").kcal.mean().idxmax())),
)
A("top 3 longest sleeps", lambda p: picked(p.days.sleep.nlargest(3), mins))

_B.topic("own average")
L(
    "How many days in January was I above my overall step average?",
    lambda p: count((p.days.steps.loc["2022-01"] > p.days.steps.mean()).sum()),
)
W(
    "How often is my deep sleep shorter than my average?",
    lambda p: (count((p.days.deep < p.days.deep.mean()).sum()), share(p.days.deep.dropna() < p.days.deep.mean())),
)
A(
    "average calories for rides that were longer than my average ride",
    lambda p: kcal(p.kind(RIDE)[lambda rides: rides.minutes > rides.minutes.mean()].kcal.mean()),
)
C("How far above my average was my best step day?", lambda p: change(p.days.steps.max() - p.days.steps.mean(), "steps"))
B(
    "Was my resting heart rate yesterday above my average?",
    lambda p: more(bpm(p.at(p.newest, "rhr", after=-1)), bpm(p.days.rhr.mean())),
)
D("On how many percent of days my steps were over my own average?", lambda p: share(p.days.steps > p.days.steps.mean()))
L(
    "On how many nights did I sleep at least half an hour less than my average?",
    lambda p: count((p.days.sleep <= p.days.sleep.mean() - 30).sum()),
)
W("nights when my hrv beat my average by 10 ms or more", lambda p: count((p.days.hrv >= p.days.hrv.mean() + 10).sum()))

_B.topic("how long ago")
L(
    "How long is it since I walked more than ten kilometres in one day?",
    lambda p: _since(p, _last_time(p.days.distance > 10000)),
)
A("When did I last get more than 60 zone minutes in a day?", lambda p: on(_last_time(p.days.zone > 60)))
W("How many days since my last night under five hours?", lambda p: count(p.ago(_last_time(p.days.sleep < 300))))
B(
    "how long ago was my last aerobic workout",
    lambda p: _since(p, p.kind("Aerobic Workout").index[-1]),
)
A(
    "days since i last slept in past 8am lol",
    lambda p: tuple(count(p.ago(_last_time(p.days.wake > 480)) - less) for less in (0, 1)),
)
C("whens the last time i slept more than 9 hours", lambda p: on(_last_time(p.days.sleep > 540)))
D("How many days ago I had the last time more than 50 of HRV?", lambda p: count(p.ago(_last_time(p.days.hrv > 50))))
L(
    "how many days have passed since my resting heart rate was last under 70",
    lambda p: count(p.ago(_last_time(p.days.rhr < 70))),
)

_B.topic("clock times")
B(
    "What time do I get up on weekends, on average?",
    lambda p: (clock(p.weekend.wake.mean()), clock(p.weekdays(4, 5).wake.mean())),
)
C("What's the earliest I've been in bed this month?", lambda p: clock(p.days.bed.min()))
A("what time of day do I usually start my rides?", lambda p: tuple(clock(v) for v in _usual(p.kind(RIDE).clock)))
D("At which hour I go to the bed normally?", lambda p: tuple(clock(v) for v in _usual(p.days.bed)))
C(
    "How many times in the last two weeks did I go to bed after 11:30pm?",
    lambda p: count((p.last(14).bed > 1410).sum()),
)
A(
    "latest i ever got up and what date was it",
    lambda p: tuple(
        listed([clock(p.days.wake.max()), on(p.most("wake") + pd.Timedelta(days=days))]) for days in (0, 1)
    ),
)
A(
    "What time did I go to bed the night before my run on the 24th of October?",
    lambda p: clock(p.at(pd.Timestamp("2023-10-23"), "bed")),
)

_B.topic("follow-ups")
L(
    ("How many steps did I walk in November?", "And how many a day is that?"),
    lambda p: steps(p.days.steps.loc["2021-11"].mean()),
)
W(
    ("average time awake in october", "november?", "so how many minutes difference is that"),
    lambda p: change(p.days.awake.loc["2024-11"].mean() - p.days.awake.loc["2024-10"].mean(), "min"),
)
A(("how many bike rides have i done", "total time?", "and calories?"), lambda p: kcal(p.kind(RIDE).kcal.sum()))
B(
    ("What are my average steps on days I exercised?", "And on the other days?"),
    lambda p: steps(p.without_acts().steps.mean()),
)
C(("How many nights did I sleep more than 8 hours?", "And more than 9?"), lambda p: count((p.days.sleep > 540).sum()))
D(
    ("My average of HRV in the last 7 days?", "And in the 7 days before?"),
    lambda p: ms(p.last(7, skip=7).hrv.mean()),
)
L(
    ("Did I walk ten thousand steps yesterday?", "The day before?", "When was the last time then?"),
    lambda p: on(_last_time(p.days.steps >= 10000)),
)
W(("lowest hrv ever?", "highest?", "difference?"), lambda p: change(p.days.hrv.max() - p.days.hrv.min(), "ms"))
A(
    ("Average steps over the last 14 days?", "only the weekends"),
    lambda p: steps(Person(days=p.last(14), acts=p.acts).weekend.steps.mean()),
)

_B.topic("everyday words")
L(
    "How much ground do I cover on a normal day, in kilometres?",
    lambda p: tuple(told for value in _usual(p.days.distance) for told in _km(value)),
)
W("How long do I lie awake at night on average?", lambda p: mins(p.days.awake.mean()))
A("how long am i usually in the saddle per ride", lambda p: tuple(mins(v) for v in _usual(p.kind(RIDE).minutes)))
B("How much dream sleep do I get a night?", lambda p: mins(p.days.rem.mean()))
A("what sort of workout do i do most often", lambda p: kind(str(p.acts.kind.value_counts().idxmax())))
C("hows my resting pulse on average", lambda p: bpm(p.days.rhr.mean()))
W(
    "What was my average skin temperature in October and in November?",
    lambda p: listed([plain(p.days.skin.loc[month].mean()) for month in ("2024-10", "2024-11")]),
)
B(
    "tell me my steps resting heart rate and sleep for october twenty fifth",
    lambda p: listed(
        [
            unit(p.at(pd.Timestamp("2023-10-25"), name))
            for unit, name in ((steps, "steps"), (bpm, "rhr"), (mins, "sleep"))
        ]
    ),
)
D("How much steps I made on the 5th of October?", lambda p: steps(p.at(pd.Timestamp("2023-10-05"), "steps")))

_B.topic("streaks")
L("What's my record for days in a row over 7,000 steps?", lambda p: _spells(p.days.steps.dropna() > 7000))
B("How many days in a row did I do at least 10k steps, at best?", lambda p: _spells(p.days.steps >= 10000))
W("most nights in a row with less than 6 hours of sleep", lambda p: _spells(p.days.sleep.dropna() < 360))
W("longest run of nites w/ over 2 hrs of rem", lambda p: _spells(p.days.rem.dropna() > 120))
A("What was the longest gap between two bike rides, in days?", lambda p: _longest_gap(p.kind(RIDE)))
C("Best streak of nights with over an hour of REM?", lambda p: _spells(p.days.rem > 60))
D("How many days after each other I was over 9000 steps, at the most?", lambda p: _spells(p.days.steps > 9000))
L(
    "As of now, how many days in a row have I been under eight thousand steps?",
    lambda p: _current(p.days.steps.dropna() < 8000),
)

_B.topic("shares")
A(
    "Of all my workout minutes, what percentage was on the bike?",
    lambda p: percent(100 * p.kind(RIDE).minutes.sum() / p.acts.minutes.sum()),
)
L("On what percent of days did I walk less than 5,000 steps?", lambda p: share(p.days.steps.dropna() < 5000))
W(
    "What percentage of my sleep is light sleep?",
    lambda p: (
        percent(100 * p.days.light.mean() / p.days.sleep.mean()),
        percent(100 * (p.days.light / p.days.sleep).mean()),
    ),
)
C("on what % of nights did i sleep between 7 and 8 hours", lambda p: share(p.days.sleep.between(420, 480)))
D("On which percentage of the nights my HRV is higher than 40?", lambda p: share(p.days.hrv > 40))
W("pct of nights with blood oxygen below 95", lambda p: share(p.days.spo2.dropna() < 95))
L(
    "What percentage of all my steps from June to August did I take in July?",
    lambda p: percent(100 * p.days.steps.loc["2021-07"].sum() / p.days.steps.loc["2021-06":"2021-08"].sum()),
)
A("what percent of days have more than 45 zone minutes", lambda p: share(p.days.zone > 45))

BATCH_5 = (*_B.questions, *PERIODS, *COMPARED, *DECLINED)
