"""Oura's daily values by csv, json and pandas alone, to hold an import against."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pandas as pd

_SECONDS = {
    "sleep_minutes": "total_sleep_duration",
    "deep_sleep_minutes": "deep_sleep_duration",
    "light_sleep_minutes": "light_sleep_duration",
    "rem_sleep_minutes": "rem_sleep_duration",
    "awake_minutes": "awake_time",
}
_OTHERS = {
    "resting_heart_rate": "lowest_heart_rate",
    "heart_rate_variability": "average_hrv",
    "respiratory_rate": "average_breath",
    "sleep_score": "score",
}
_OF_A_DAY = {"steps": ("steps", 1.0), "calories_kcal": ("total_calories", 1.0)}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Each metric of the longest `long_sleep` that ends on a day, and of the day's activity."""
    found: dict[str, dict[date, float]] = {}
    longest: dict[date, float] = {}
    for row in _rows(folder):
        if row.get("type") == "long_sleep" and "bedtime_end" in row:
            day = datetime.fromisoformat(str(row["bedtime_end"])).date()
            asleep = float(row["total_sleep_duration"])
            if asleep >= longest.get(day, -1.0):
                longest[day] = asleep
                for metric, column in _SECONDS.items():
                    _put(found, metric, day, row.get(column), 1 / 60)
                for metric, column in _OTHERS.items():
                    _put(found, metric, day, row.get(column) or None, 1.0)
        elif "steps" in row and "day" in row:
            for metric, (column, times) in _OF_A_DAY.items():
                _put(found, metric, date.fromisoformat(str(row["day"])), row.get(column), times)
            _put(
                found, "distance_km", date.fromisoformat(str(row["day"])), row.get("equivalent_walking_distance"), 1e-3
            )
    return found


def _put(found: dict[str, dict[date, float]], metric: str, day: date, value: object, times: float) -> None:
    number = pd.to_numeric(str(value), errors="coerce")
    if pd.notna(number):
        found.setdefault(metric, {})[day] = float(number) * times


def _rows(folder: Path) -> list[dict[Any, Any]]:
    rows: list[dict[Any, Any]] = []
    for path in sorted(folder.rglob("*.csv")):
        if "heart" not in path.name and "temperature" not in path.name:
            rows += pd.read_csv(path, sep=None, engine="python").to_dict("records")
    for path in sorted(folder.rglob("*.json")):
        content = json.loads(path.read_text())
        lists = content.values() if isinstance(content, dict) else [content]
        rows += [row for each in lists for row in (each.get("data", []) if isinstance(each, dict) else each)]
    return rows
