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
_FIRST_VERSION = {
    "sleep_minutes": ("total", 1 / 60),
    "deep_sleep_minutes": ("deep", 1 / 60),
    "light_sleep_minutes": ("light", 1 / 60),
    "rem_sleep_minutes": ("rem", 1 / 60),
    "awake_minutes": ("awake", 1 / 60),
    "resting_heart_rate": ("hr_lowest", 1.0),
    "heart_rate_variability": ("rmssd", 1.0),
    "respiratory_rate": ("breath_average", 1.0),
    "sleep_score": ("score", 1.0),
}
_DAY_OF_FIRST_VERSION = {
    "steps": ("steps", 1.0),
    "calories_kcal": ("cal_total", 1.0),
    "distance_km": ("daily_movement", 1e-3),
}
_NIGHT_OF_TRENDS = {
    "sleep_minutes": (("Total Sleep Duration", "Total Sleep Time"), 1 / 60),
    "deep_sleep_minutes": (("Deep Sleep Duration", "Deep Sleep Time"), 1 / 60),
    "light_sleep_minutes": (("Light Sleep Duration", "Light Sleep Time"), 1 / 60),
    "rem_sleep_minutes": (("REM Sleep Duration", "REM Sleep Time"), 1 / 60),
    "awake_minutes": (("Awake Time",), 1 / 60),
    "resting_heart_rate": (("Lowest Resting Heart Rate",), 1.0),
    "heart_rate_variability": (("Average HRV",), 1.0),
    "respiratory_rate": (("Respiratory Rate",), 1.0),
    "sleep_score": (("Sleep Score",), 1.0),
}
_DAY_OF_TRENDS = {
    "steps": (("Steps",), 1.0),
    "calories_kcal": (("Total Burn",), 1.0),
    "distance_km": (("Equivalent Walking Distance",), 1e-3),
}
_OF_A_DAY = {"steps": ("steps", 1.0), "calories_kcal": ("total_calories", 1.0)}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Each metric of the longest main sleep that ends on a day, and of the day's activity."""
    found: dict[str, dict[date, float]] = {}
    longest: dict[date, float] = {}
    rows = _rows(folder)
    for row in rows:
        if "Bedtime End" in row:
            _of_trends(found, row)
        elif "summary_date" in row and ("steps" in row or row.get("is_longest") == 1):
            _of_first_version(found, row)
        elif row.get("type") == "long_sleep" and "bedtime_end" in row:
            _of_long_sleep(found, longest, row)
        elif "steps" in row and "day" in row:
            _of_day(found, row)
    for row in rows:
        if "contributors_restfulness" in row and "bedtime_end" not in row:
            _put(found, "sleep_score", date.fromisoformat(str(row["day"])), row["score"], 1.0)
    return found


def _of_long_sleep(found: dict[str, dict[date, float]], longest: dict[date, float], row: dict[Any, Any]) -> None:
    day = datetime.fromisoformat(str(row["bedtime_end"])).date()
    asleep = float(row["total_sleep_duration"])
    if asleep >= longest.get(day, -1.0):
        longest[day] = asleep
        for metric, column in _SECONDS.items():
            _put(found, metric, day, row.get(column), 1 / 60)
        for metric, column in _OTHERS.items():
            _put(found, metric, day, row.get(column) or None, 1.0)


def _of_day(found: dict[str, dict[date, float]], row: dict[Any, Any]) -> None:
    day = datetime.fromisoformat(str(row["day"])).date()
    for metric, (column, times) in _OF_A_DAY.items():
        _put(found, metric, day, row.get(column), times)
    _put(found, "distance_km", day, row.get("equivalent_walking_distance"), 1e-3)


def _of_trends(found: dict[str, dict[date, float]], row: dict[Any, Any]) -> None:
    day, end = date.fromisoformat(str(row["date"])), str(row["Bedtime End"])
    woke = datetime.fromisoformat(end).date() if end[:1].isdigit() else day
    for stated, when in ((_NIGHT_OF_TRENDS, woke), (_DAY_OF_TRENDS, day)):
        for metric, (names, times) in stated.items():
            value = next((row[name] for name in names if name in row), None)
            _put(found, metric, when, value if stated is _DAY_OF_TRENDS or value else None, times)


def _of_first_version(found: dict[str, dict[date, float]], row: dict[Any, Any]) -> None:
    is_day = "steps" in row
    day = date.fromisoformat(row["summary_date"]) if is_day else datetime.fromisoformat(row["bedtime_end"]).date()
    for metric, (name, times) in (_DAY_OF_FIRST_VERSION if is_day else _FIRST_VERSION).items():
        _put(found, metric, day, row.get(name), times)


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
        rows += _records(content)
    return rows


def _records(content: Any) -> list[dict[Any, Any]]:  # noqa: ANN401, as JSON is
    if isinstance(content, list):
        return [row for each in content for row in _records(each)]
    if not isinstance(content, dict):
        return []
    if {"day", "summary_date", "type"} & content.keys():
        return [content]
    return [row for each in content.values() for row in _records(each)]
