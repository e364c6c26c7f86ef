"""A person with a watch, a cuff, scales, laboratory results and a journal: invented, and the same each time."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from amy.client import Amy

FIRST, LAST = pd.Timestamp("2025-08-01"), pd.Timestamp("2025-11-30")
SEX, BIRTH_YEAR, HEIGHT_CM = "female", 1984, 168
LOGGED = ("coffee", "alcohol", "travel", "illness", "symptom")
"""The tags that the person says are always logged."""
QUIT = pd.Timestamp("2025-11-05")
"""The last day with coffee."""
_SEED = 20_251_130
_IMPORT_S = 600
_LABS = (
    ("LDL cholesterol", "mg/dL", 141, 148),
    ("HDL cholesterol", "mg/dL", 58, 61),
    ("Triglycerides", "mg/dL", 104, 96),
    ("HbA1c", "%", 5.3, 5.4),
    ("Ferritin", "ng/mL", 14, 21),
    ("TSH", "mIU/L", 2.1, 1.8),
    ("Vitamin D", "ng/mL", 24, 31),
)
"""Name, unit, and the values of 4 August and 17 November."""


@dataclass(frozen=True, kw_only=True)
class Owner:
    """What there is of the person.

    Attributes:
        days: a row for each day; a night stands on the day of its end; what was not measured is missing.
        activities: by start, each with kind and minutes.
        noted: by day and tag, what its entries come to; a day without is 0 of what is always logged, else missing.
        labs: name, unit, value and time.
    """

    days: pd.DataFrame
    activities: pd.DataFrame
    noted: pd.DataFrame
    labs: pd.DataFrame

    def between(self, first: str, last: str) -> pd.DataFrame:
        return self.days[first:last]

    def after(self, holds: pd.Series) -> pd.Series:
        """The days after those on which it holds."""
        return holds.astype(bool).shift(1, fill_value=False)

    def did(self, kind: str) -> pd.Series:
        """Whether there was such an activity, by day."""
        started = self.activities.loc[self.activities.kind == kind, "start"].dt.normalize()
        return pd.Series(self.days.index.isin(started), index=self.days.index)


def owner() -> Owner:
    """The person; no chance beyond a fixed seed."""
    draw = np.random.default_rng(_SEED)
    index = pd.date_range(FIRST, LAST)
    noted = _noted(draw, index)
    activities = _activities(draw, index)
    return Owner(days=_days(draw, index, noted), activities=activities, noted=noted, labs=_labs())


def _noted(draw: np.random.Generator, index: pd.DatetimeIndex) -> pd.DataFrame:
    count = len(index)
    weekend = index.day_of_week >= 5
    coffee = np.where(index <= QUIT, draw.integers(1, 4, count) + weekend * draw.integers(0, 2, count), 0)
    drinks = np.where(draw.random(count) < np.where(weekend, 0.7, 0.15), draw.integers(1, 5, count), 0)
    drinks[-9:] = (0, 3, 2, 0, 0, 2, 1, 0, 0)
    travel = np.isin(index.strftime("%m-%d"), [f"09-{day:02}" for day in range(8, 14)] + ["10-20", "10-21", "10-22"])
    ill = np.isin(index.strftime("%m-%d"), ["08-25", "08-26", "10-14", "10-15", "10-16", "10-17", "11-11"])
    table = pd.DataFrame({"coffee": coffee, "alcohol": drinks, "travel": travel, "illness": ill}, index=index)
    table = table.astype(float)
    table["symptom"] = (draw.random(count) < np.where(np.roll(drinks, 1) > 1, 0.5, 0.08)).astype(float)
    period = (np.arange(count) + 6) % 28 < 5
    table["period"] = np.where(period, 1.0, np.nan)
    table["mood"] = np.where(draw.random(count) < 0.8, draw.integers(2, 6, count), np.nan)
    table["late_meal"] = np.where(draw.random(count) < 0.15, 1.0, np.nan)
    table["nap"] = np.where(draw.random(count) < 0.1, draw.integers(2, 7, count) * 10.0, np.nan)
    return table


def _days(draw: np.random.Generator, index: pd.DatetimeIndex, noted: pd.DataFrame) -> pd.DataFrame:
    count = len(index)
    drank = np.minimum(noted.alcohol.shift(1, fill_value=0).to_numpy(), 3)
    ill = noted.illness.to_numpy()
    slow = np.sin(np.arange(count) / 9)
    hrv = 46 + 4 * slow - 4 * drank - 9 * ill + draw.normal(0, 4, count)
    sleep = 440 + 1.6 * (hrv - 46) - 9 * noted.coffee.shift(1, fill_value=0) - 12 * drank + draw.normal(0, 28, count)
    steps = draw.normal(9200, 2300, count) - 4500 * ill + 2500 * noted.travel
    systolic = 133 - np.arange(count) * 0.03 - (sleep - 430) * 0.06 + draw.normal(0, 4, count)
    weight = 73.4 - np.arange(count) * 0.02 + draw.normal(0, 0.35, count)
    bed = index - pd.Timedelta(days=1) + pd.to_timedelta(np.round(23 * 60 + draw.normal(10, 30, count)), "min")
    return pd.DataFrame(
        {
            "steps": steps.round(),
            "distance_km": (steps * 0.00071).round(2),
            "calories_kcal": (1500 + steps * 0.06).round(),
            "floors_climbed": draw.poisson(9, count),
            "sleep_minutes": sleep.round(),
            "deep_sleep_minutes": (sleep * 0.16 + draw.normal(0, 6, count)).round(),
            "rem_sleep_minutes": (sleep * 0.21 + draw.normal(0, 8, count)).round(),
            "resting_heart_rate": (58 + 6 * ill + 0.9 * drank - 0.2 * (hrv - 46) + draw.normal(0, 1, count)).round(),
            "heart_rate_variability": hrv.round(1),
            "hrv_sdnn": (hrv * 1.1 + draw.normal(0, 4, count)).round(1),
            "respiratory_rate": (14.6 + ill + draw.normal(0, 0.4, count)).round(1),
            "spo2": (96.4 + draw.normal(0, 0.6, count)).clip(90, 100).round(1),
            "weight_kg": _on(weight.round(1), np.arange(count) % 2 == 0),
            "body_fat_percent": _on((31 + (weight - 72) * 0.8).round(1), np.arange(count) % 2 == 0),
            "systolic_blood_pressure": _on(systolic.round(), np.isin(index.day_of_week, (0, 2, 5))),
            "diastolic_blood_pressure": _on(
                (systolic * 0.62 + draw.normal(0, 3, count)).round(), np.isin(index.day_of_week, (0, 2, 5))
            ),
            "vo2_max": _on((33.5 + np.arange(count) * 0.01).round(1), index.day_of_week == 6),
            "bed_time": bed,
            "wake_up_time": bed + pd.to_timedelta(sleep.round() + 25, "min"),
        },
        index=index.rename("date"),
    )


def _on(values: "pd.Series | np.ndarray", measured: np.ndarray) -> np.ndarray:
    return np.where(measured, np.asarray(values, float), np.nan)


def _activities(draw: np.random.Generator, index: pd.DatetimeIndex) -> pd.DataFrame:
    rows = []
    for at, day in enumerate(index):
        kind = "Run" if at % 4 == 1 else "Bike" if at % 9 == 3 else None
        if kind:
            minutes = int(draw.integers(25, 65))
            start = day + pd.Timedelta(minutes=int(draw.integers(7 * 60, 19 * 60)))
            speed = 0.16 if kind == "Run" else 0.38
            rows.append(
                {"start": start, "kind": kind, "duration_min": minutes, "distance_km": round(minutes * speed, 2)}
            )
    return pd.DataFrame(rows)


def _labs() -> pd.DataFrame:
    times = ("2025-08-04T08:00:00+00:00", "2025-11-17T08:00:00+00:00")
    rows = [
        {"name": name, "value": value, "unit": unit, "collected_at": at}
        for name, unit, *values in _LABS
        for value, at in zip(values, times, strict=True)
    ]
    return pd.DataFrame(rows)


def _nothing_else(_amount: float, _at: int) -> dict[str, object]:
    return {}


_ENTRIES: dict[str, Callable[[float, int], dict[str, object]]] = {
    "coffee": lambda amount, _: {"amount": amount},
    "alcohol": lambda amount, at: {
        "amount": amount,
        "unit": ("beer", "glass")[at % 2],
        "note": ("", "red wine")[at % 2],
    },
    "symptom": lambda _, at: {"note": ("headache", "migraine", "cramps")[at % 3]},
    "mood": lambda amount, _: {"amount": amount},
    "nap": lambda amount, _: {"amount": amount, "unit": "min"},
}
"""How an entry of a tag is written, by what the day comes to and the number of the day; others state no amount."""


def fill(person: Owner, *, base_url: str, admin_key: str, user: str) -> None:
    """Gives everything to a running system over its public API."""
    with (
        Amy(api_key=admin_key, base_url=base_url, user=user, timeout=_IMPORT_S) as amy,
        tempfile.TemporaryDirectory() as folder,
    ):
        for name, table in (
            ("daily", person.days.reset_index()),
            ("activities", person.activities),
            ("labs", person.labs),
        ):
            file = Path(folder) / f"{name}.csv"
            table.to_csv(file, index=False)
            amy.data.import_file(file)
        amy.data.set_profile(sex=SEX, birth_year=BIRTH_YEAR, height_cm=HEIGHT_CM)
        entries = [
            {"at": f"{day:%Y-%m-%d}T15:00:00", "tag": tag} | _ENTRIES.get(str(tag), _nothing_else)(value, at)
            for tag in person.noted
            for at, (day, value) in enumerate(person.noted[tag].items())
            if value > 0
        ]
        for start in range(0, len(entries), 100):
            amy.data.add_entries(entries[start : start + 100])
        for tag in LOGGED:
            amy.data.log_tag(tag, since="2025-08-01")
