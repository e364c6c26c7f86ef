"""What the owner asks, half of it set aside, each with its truth by pandas."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pandas as pd

from evals.everyday.records import correlation
from evals.everyday.truths import Truth, Truths, change, count, more, on, plain, weekday, yes
from evals.owners.person import HEIGHT_CM, QUIT, Owner

_NOT_BY_CHANCE, _HARDLY_BY_CHANCE = 0.05, 0.001
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, kw_only=True)
class Stated:
    """A judgement that states what is on record: one number of each group stands in the answer."""

    groups: tuple[tuple[float, ...], ...]

    def stands_in(self, answer: str) -> bool:
        told = {float(each.replace(",", "")) for each in _NUMBER.findall(answer)}
        return all(any(_is_near(value, told) for value in group) for group in self.groups)


def _is_near(value: float, told: set[float]) -> bool:
    return any(round(value, places) in told for places in (0, 1, 2))


Told: TypeAlias = Callable[[Owner], "Truths | Stated"]


@dataclass(frozen=True, kw_only=True)
class Question:
    topic: str
    said: str
    truth: Told


def _newest(p: Owner, *names: str) -> Stated:
    """The newest of each, or its mean over all days, the last 30, 14 or 7."""
    return Stated(
        groups=tuple(
            (float(known.iloc[-1]), *(float(p.days[name].iloc[-days:].mean()) for days in (122, 30, 28, 14, 7)))
            for name in names
            for known in [p.days[name].dropna()]
        )
    )


def _lab(p: Owner, name: str) -> Stated:
    return Stated(groups=((float(p.labs.loc[p.labs.name == name, "value"].iloc[-1]),),))


def _bmi(p: Owner) -> Stated:
    weight = p.days.weight_kg.dropna()
    metres = HEIGHT_CM / 100
    return Stated(groups=((weight.iloc[-1] / metres**2, weight.iloc[-30:].mean() / metres**2, weight.iloc[-1]),))


def _contrast(values: pd.Series, holds: pd.Series) -> tuple[Truth, ...]:
    """Whether it is more where it holds: yes or no, both means, or by how much."""
    known = values.notna() & holds.notna()
    where = holds[known].astype(bool)
    return more(plain(values[known][where].mean()), plain(values[known][~where].mean()))


def _linked(one: pd.Series, other: pd.Series, expects: int) -> tuple[Truth, ...]:
    """Whether they go together in the way that is supposed, or the correlation; both where chance is not far."""
    rho, p = correlation(one, other)
    supposed = rho * expects > 0
    answers = {supposed and p < _NOT_BY_CHANCE, supposed and p < _HARDLY_BY_CHANCE}
    return (plain(rho), *(yes(each) for each in answers))


def _lost(weight: pd.Series) -> tuple[Truth, ...]:
    """From the first to the last, from the first month to the last, or along the line through all."""
    months = weight.resample("MS").mean()
    days = (weight.index - weight.index[0]).days
    slope = np.polyfit(days, weight, 1)[0]
    return (
        change(weight.iloc[-1] - weight.iloc[0]),
        change(months.iloc[-1] - months.iloc[0]),
        change(slope * days[-1]),
    )


def _weekend(p: Owner) -> pd.Series:
    return pd.Series(pd.DatetimeIndex(p.days.index).day_of_week >= 5, index=p.days.index)


def _streak(holds: pd.Series) -> int:
    return int(holds.astype(int).groupby((~holds).cumsum()).sum().max())


def _ago(p: Owner, tag: str) -> tuple[Truth, ...]:
    day = p.noted.index[p.noted[tag] > 0].max()
    return (count((p.days.index.max() - day).days), on(day))


def _since_quit(p: Owner, name: str) -> tuple[Truth, ...]:
    """After the last coffee against before; the day itself may stand on either side."""
    after = pd.Series(p.days.index > QUIT, index=p.days.index)
    return (*_contrast(p.days[name], after), *_contrast(p.days[name], p.days.index.to_series() >= QUIT))


def _below(values: pd.Series) -> pd.Series:
    """Below its usual; unknown where it is missing."""
    return (values < values.mean()).where(values.notna())


def _walked(p: Owner) -> tuple[Truth, ...]:
    """The night before or after a day may be meant."""
    nights = (p.days.sleep_minutes, p.days.sleep_minutes.shift(-1))
    return tuple(each for night in nights for each in _linked(night, p.days.steps, 1))


DEVELOPMENT: Sequence[Question] = tuple(
    Question(topic=topic, said=said, truth=truth)
    for topic, said, truth in (
        (
            "judged",
            "is my blood pressure ok?",
            lambda p: _newest(p, "systolic_blood_pressure", "diastolic_blood_pressure"),
        ),
        ("judged", "whats my vo2max and is that any good for my age", lambda p: _newest(p, "vo2_max")),
        ("judged", "am i overweight", _bmi),
        ("judged", "is my oxygen ok at night", lambda p: _newest(p, "spo2")),
        ("judged", "should i worry about my cholesterol", lambda p: _lab(p, "LDL cholesterol")),
        ("judged", "is my body fat too high", lambda p: _newest(p, "body_fat_percent")),
        ("judged", "is my resting pulse alright", lambda p: _newest(p, "resting_heart_rate")),
        ("judged", "whats my blood pressure doing", lambda p: _newest(p, "systolic_blood_pressure")),
        ("measured", "how many floors do i climb a day", lambda p: plain(p.days.floors_climbed.mean())),
        (
            "measured",
            "whats my highest blood pressure reading and when",
            lambda p: (plain(p.days.systolic_blood_pressure.max()), on(p.days.systolic_blood_pressure.idxmax())),
        ),
        (
            "measured",
            "how much weight have i lost since september",
            lambda p: _lost(p.days.weight_kg["2025-09-01":].dropna()),
        ),
        (
            "measured",
            "how often was my upper bp over 130",
            lambda p: count((p.days.systolic_blood_pressure > 130).sum()),
        ),
        (
            "measured",
            "bp on average last month",
            lambda p: (
                plain(p.days.systolic_blood_pressure["2025-10"].mean()),
                plain(p.days.systolic_blood_pressure.iloc[-30:].mean()),
                plain(p.days.systolic_blood_pressure["2025-11"].mean()),
            ),
        ),
        (
            "related",
            "do i sleep worse when my hrv is low?",
            lambda p: _linked(p.days.sleep_minutes, p.days.heart_rate_variability, 1),
        ),
        (
            "related",
            "is my bp higher after a bad night",
            lambda p: _linked(p.days.systolic_blood_pressure, p.days.sleep_minutes, -1),
        ),
        ("related", "do i weigh less on weekends", lambda p: _contrast(p.days.weight_kg, ~_weekend(p))),
        (
            "related",
            "does walking more lower my blood pressure",
            lambda p: (
                *_linked(p.days.systolic_blood_pressure, p.days.steps, -1),
                *_linked(p.days.systolic_blood_pressure.shift(-1), p.days.steps, -1),
            ),
        ),
        (
            "related",
            "is my resting heart rate lower on days i run",
            lambda p: _contrast(p.days.resting_heart_rate, ~p.did("Run")),
        ),
        ("noted", "Do I drink more coffee on weekends", lambda p: _contrast(p.noted.coffee, _weekend(p))),
        (
            "noted",
            "how many beers did i have last week",
            lambda p: (count(p.noted.alcohol["2025-11-17":"2025-11-23"].sum()), count(p.noted.alcohol.iloc[-7:].sum())),
        ),
        (
            "noted",
            "how's my hrv the day after i drink",
            lambda p: (
                plain(p.days.heart_rate_variability[p.after(p.noted.alcohol > 0)].mean()),
                *_contrast(p.days.heart_rate_variability, p.after(p.noted.alcohol > 0)),
            ),
        ),
        ("noted", "how often did i have a headache in october", lambda p: count(p.noted.symptom["2025-10"].sum())),
        ("noted", "days since my last drink", lambda p: _ago(p, "alcohol")),
        (
            "noted",
            "do i get more headaches when i sleep badly",
            lambda p: _linked(p.noted.symptom, p.days.sleep_minutes, -1),
        ),
        (
            "noted",
            "resting hr when im ill",
            lambda p: (
                plain(p.days.resting_heart_rate[p.noted.illness > 0].mean()),
                *_contrast(p.days.resting_heart_rate, p.noted.illness > 0),
            ),
        ),
        ("noted", "have i slept better since i stopped coffee", lambda p: _since_quit(p, "sleep_minutes")),
        (
            "noted",
            "how do i sleep on travel days",
            lambda p: (
                plain(p.days.sleep_minutes[p.noted.travel > 0].mean()),
                plain(p.days.sleep_minutes[p.after(p.noted.travel > 0)].mean()),
            ),
        ),
        (
            "noted",
            "how many espressos a day do i have on average",
            lambda p: (plain(p.noted.coffee.mean()), plain(p.noted.coffee[p.noted.coffee > 0].mean())),
        ),
        (
            "noted",
            "whats my mood like after a bad nights sleep",
            lambda p: (
                plain(p.noted.mood[_below(p.days.sleep_minutes) == 1].mean()),
                *_linked(p.noted.mood, p.days.sleep_minutes, 1),
            ),
        ),
        (
            "noted",
            "which day of the week do i drink the most",
            lambda p: weekday(int(p.noted.alcohol.groupby(p.noted.index.day_of_week).mean().idxmax())),
        ),
    )
)
SET_ASIDE: Sequence[Question] = tuple(
    Question(topic=topic, said=said, truth=truth)
    for topic, said, truth in (
        (
            "judged",
            "bp normal for a woman of my age?",
            lambda p: _newest(p, "systolic_blood_pressure", "diastolic_blood_pressure"),
        ),
        ("judged", "is my fitness level good compared to other women", lambda p: _newest(p, "vo2_max")),
        ("judged", "whats my bmi", _bmi),
        ("judged", "is my spo2 normal", lambda p: _newest(p, "spo2")),
        ("judged", "is my iron low?", lambda p: _lab(p, "Ferritin")),
        ("judged", "is my fat percentage healthy", lambda p: _newest(p, "body_fat_percent")),
        ("judged", "is my sdnn ok", lambda p: _newest(p, "hrv_sdnn")),
        (
            "judged",
            "has my blood pressure gone up lately",
            lambda p: tuple(
                each
                for days in (7, 14, 30)
                for each in more(
                    plain(p.days.systolic_blood_pressure.iloc[-days:].mean()),
                    plain(p.days.systolic_blood_pressure.iloc[-2 * days : -days].mean()),
                )
            ),
        ),
        (
            "measured",
            "how many flights of stairs did i do last week",
            lambda p: (
                plain(p.days.floors_climbed["2025-11-17":"2025-11-23"].sum()),
                plain(p.days.floors_climbed.iloc[-7:].sum()),
            ),
        ),
        (
            "measured",
            "when was my diastolic the lowest",
            lambda p: tuple(
                on(day)
                for day in p.days.index[p.days.diastolic_blood_pressure == p.days.diastolic_blood_pressure.min()]
            ),
        ),
        (
            "measured",
            "how much did i weigh at the start of october",
            lambda p: (
                plain(p.days.weight_kg["2025-10-01":].dropna().iloc[0]),
                plain(p.days.weight_kg["2025-10-01":"2025-10-07"].mean()),
                plain(p.days.weight_kg["2025-10-01":"2025-10-10"].mean()),
            ),
        ),
        (
            "measured",
            "how many days was the lower bp number over 80",
            lambda p: count((p.days.diastolic_blood_pressure > 80).sum()),
        ),
        ("measured", "whats my average oxygen in november", lambda p: plain(p.days.spo2["2025-11"].mean())),
        ("related", "do i sleep better when i walk more?", _walked),
        (
            "related",
            "is my pulse higher when my hrv is low",
            lambda p: _linked(p.days.resting_heart_rate, p.days.heart_rate_variability, -1),
        ),
        (
            "related",
            "is my blood pressure higher on mondays",
            lambda p: _contrast(p.days.systolic_blood_pressure, p.days.index.to_series().dt.day_of_week == 0),
        ),
        (
            "related",
            "does a short night push my bp up the next day",
            lambda p: _linked(p.days.systolic_blood_pressure, p.days.sleep_minutes, -1),
        ),
        (
            "related",
            "is my hrv better after days i cycle",
            lambda p: _contrast(p.days.heart_rate_variability, p.after(p.did("Bike"))),
        ),
        ("noted", "more wine at weekends than in the week?", lambda p: _contrast(p.noted.alcohol, _weekend(p))),
        ("noted", "how many coffees did i drink in september", lambda p: count(p.noted.coffee["2025-09"].sum())),
        (
            "noted",
            "does my sleep suffer the night after wine",
            lambda p: _contrast(p.days.sleep_minutes, ~p.after(p.noted.alcohol > 0)),
        ),
        (
            "noted",
            "how many times was i sick this autumn",
            lambda p: (count(p.noted.illness["2025-09-01":].sum()), count(2)),
        ),
        ("noted", "how long since i was last ill", lambda p: _ago(p, "illness")),
        (
            "noted",
            "are my steps lower on days with a headache",
            lambda p: _contrast(p.days.steps, ~(p.noted.symptom > 0)),
        ),
        (
            "noted",
            "whats my hrv when im sick vs healthy",
            lambda p: _contrast(p.days.heart_rate_variability, p.noted.illness > 0),
        ),
        (
            "noted",
            "has my resting heart rate changed since i quit coffee",
            lambda p: (*_since_quit(p, "resting_heart_rate"), yes(holds=True), yes(holds=False)),
        ),
        (
            "noted",
            "steps on days i travel compared to home",
            lambda p: _contrast(p.days.steps, p.noted.travel > 0),
        ),
        (
            "noted",
            "how many glasses of wine per week do i average",
            lambda p: tuple(
                plain(each.mean())
                for weeks in [p.noted.alcohol.resample("W").sum()]
                for each in (weeks, weeks.iloc[1:])
            ),
        ),
        ("noted", "is my mood better after a good night", lambda p: _linked(p.noted.mood, p.days.sleep_minutes, 1)),
        (
            "noted",
            "whats the longest i went without alcohol",
            lambda p: count(_streak(p.noted.alcohol == 0)),
        ),
    )
)
