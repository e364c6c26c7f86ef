"""What public Google Fit Takeouts hold, by day, computed without the importer: the standard library's CSV and JSON."""

import csv
import json
import re
from collections import defaultdict
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

Truth = dict[str, dict[date, float]]

_COLUMNS = {
    "Step count": ("steps", 1.0),
    "Distance (m)": ("distance_km", 1000.0),
    "Calories (kcal)": ("calories_kcal", 1.0),
    "Average weight (kg)": ("weight_kg", 1.0),
}
_HALF_A_DAY = 0.5
_AT_REST = 1086
"""Kilocalories a day; three standard deviations below the 2,300 of the usual adult."""
_KINDS = {"sleep.light": "light_sleep_minutes", "sleep.deep": "deep_sleep_minutes", "sleep.rem": "rem_sleep_minutes"}


def truth(folder: Path) -> Truth:
    """By metric and day; of a folder of one export."""
    found: Truth = defaultdict(dict)
    for path in sorted(folder.rglob("20??-??-??.csv")):
        _day(path, found)
    for path in sorted(folder.rglob("Daily*.csv")):
        _all_days(path, found)
    _nights(folder, found)
    return {metric: days for metric, days in found.items() if days}


def _all_days(path: Path, found: Truth) -> None:
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    energy = [float(row["Calories (kcal)"]) for row in rows if row.get("Calories (kcal)")]
    for row in rows:
        day = _date(row["Date"])
        for column, (metric, over) in _COLUMNS.items():
            if not row.get(column):
                continue
            value = float(row[column])
            if metric == "calories_kcal" and (median(energy) < _AT_REST or value < _HALF_A_DAY * median(energy)):
                # Energy of movement alone, or a day on which the phone was off for some time.
                continue
            found[metric][day] = value / over


def _date(text: str) -> date:
    """As exported, or as an American spreadsheet has written it again."""
    return date.fromisoformat(text) if "-" in text else datetime.strptime(text, "%m/%d/%Y").date()  # noqa: DTZ007


def _day(path: Path, found: Truth) -> None:
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    for column, (metric, over) in _COLUMNS.items():
        values = [float(row[column]) for row in rows if row.get(column)]
        if metric == "weight_kg" and values:
            found[metric][date.fromisoformat(path.stem)] = values[-1]
        elif values and (metric != "calories_kcal" or len(values) > 91):
            found[metric][date.fromisoformat(path.stem)] = sum(values) / over


def _nights(folder: Path, found: Truth) -> None:
    """Minutes by kind of the longest sleep that ends on a day; a session without segments has none."""
    longest: dict[date, tuple[timedelta, dict[str, float]]] = {}
    for path in sorted(folder.rglob("*_SLEEP.json")):
        session = json.loads(path.read_text())
        start, end = (datetime.fromisoformat(session[name]) for name in ("startTime", "endTime"))
        named = re.search(r"([+-])(\d\d)_(\d\d)_SLEEP", path.name)
        sign = -1 if named and named[1] == "-" else 1
        east = sign * timedelta(hours=int(named[2]), minutes=int(named[3])) if named else timedelta()
        minutes: dict[str, float] = defaultdict(float)
        for segment in session.get("segment", ()):
            length = datetime.fromisoformat(segment["endTime"]) - datetime.fromisoformat(segment["startTime"])
            kind = segment["fitnessActivity"]
            minutes["awake_minutes" if kind == "sleep.awake" else "sleep_minutes"] += length.total_seconds() / 60
            if kind in _KINDS:
                minutes[_KINDS[kind]] += length.total_seconds() / 60
        day = (end + east).date()
        if day not in longest or end - start > longest[day][0]:
            longest[day] = (end - start, minutes)
    for day, (_, minutes) in longest.items():
        for metric, value in minutes.items():
            found[metric][day] = value
