"""Health Auto Export's daily values by json and csv alone, to hold an import against."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

_TOTALS = {"step_count": "steps", "walking_running_distance": "distance_km", "flights_climbed": "floors_climbed"}
_MEANS = {
    "resting_heart_rate": "resting_heart_rate",
    "heart_rate_variability": "hrv_sdnn",
    "respiratory_rate": "respiratory_rate",
    "blood_oxygen_saturation": "spo2",
}
_OVERLAPPING = 2
"""Single samples of so many devices count the same steps, and come to no total."""
_TIMES = {"mi": 1.609344, "m": 0.001}


_COLUMNS = {
    "Step Count (count)": ("steps", 1.0),
    "Walking + Running Distance (mi)": ("distance_km", 1.609344),
    "Flights Climbed (count)": ("floors_climbed", 1.0),
    "Resting Heart Rate (count/min)": ("resting_heart_rate", 1.0),
    "Heart Rate Variability (ms)": ("hrv_sdnn", 1.0),
    "Respiratory Rate (count/min)": ("respiratory_rate", 1.0),
    "Blood Oxygen Saturation (%)": ("spo2", 1.0),
    "Sleep Analysis [Core] (hr)": ("light_sleep_minutes", 60.0),
    "Sleep Analysis [Deep] (hr)": ("deep_sleep_minutes", 60.0),
    "Sleep Analysis [REM] (hr)": ("rem_sleep_minutes", 60.0),
}
_STAGES = tuple(f"Sleep Analysis [{stage}] (hr)" for stage in ("Core", "Deep", "REM"))


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Totals and means of days; each moment of a metric counts once, and a table has a row a day."""
    found = _of_json(folder)
    for path in sorted(folder.rglob("*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as lines:
            for row in csv.DictReader(lines):
                _add_row(found, {name.strip(): cell.strip() for name, cell in row.items() if name and cell})
    return found


def _add_row(found: dict[str, dict[date, float]], row: dict[str, str]) -> None:
    written = (row.get("Date") or row["Date/Time"]).split()[0]
    day = _date(written)
    staged = any(float(row.get(name) or 0) for name in _STAGES)
    for column, (metric, times) in _COLUMNS.items():
        if row.get(column) and (staged or column not in _STAGES):
            found.setdefault(metric, {})[day] = float(row[column]) * times
    active, basal = row.get("Active Energy (kcal)"), row.get("Basal Energy Burned (kcal)")
    if active and basal:
        found.setdefault("calories_kcal", {})[day] = float(active) + float(basal)
    if staged:
        found.setdefault("sleep_minutes", {})[day] = sum(float(row.get(name) or 0) * 60 for name in _STAGES)
    elif float(row.get("Sleep Analysis [Asleep] (hr)") or 0):
        found.setdefault("sleep_minutes", {})[day] = float(row["Sleep Analysis [Asleep] (hr)"]) * 60


def _date(written: str) -> date:
    if "/" not in written:
        return date.fromisoformat(written)
    month, day, year = map(int, written.split("/"))
    return date(year, month, day)


def _of_json(folder: Path) -> dict[str, dict[date, float]]:
    moments: dict[str, dict[datetime, float]] = defaultdict(dict)
    sources: dict[tuple[str, date], set[str]] = defaultdict(set)
    for name, unit, value in _values(folder):
        if (name in _TOTALS or name in _MEANS) and "qty" in value:
            when = datetime.strptime(value["date"], "%Y-%m-%d %H:%M:%S %z").replace(tzinfo=None)
            moments[name][when] = float(value["qty"]) * _TIMES.get(unit, 1.0)
            if when.second:
                sources[name, when.date()].add(str(value.get("source")))
    found: dict[str, dict[date, float]] = {}
    for name, by_moment in moments.items():
        by_day: dict[date, list[float]] = defaultdict(list)
        for when, qty in by_moment.items():
            by_day[when.date()].append(qty)
        metric, way = (_TOTALS[name], sum) if name in _TOTALS else (_MEANS[name], fmean)
        found[metric] = {
            day: float(way(values))
            for day, values in by_day.items()
            if name not in _TOTALS or len(sources[name, day]) < _OVERLAPPING
        }
    return found


def _values(folder: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in sorted(folder.rglob("*.json")):
        for metric in json.loads(path.read_text())["data"].get("metrics", []):
            for value in metric["data"]:
                yield metric["name"], metric["units"], value
