"""What public Fitbit exports hold, by day, computed without the importer: the standard library's JSON and CSV alone.

Each folder below the one given is an export of one person. Steps and distance are in UTC, a day of the person's begins
where the file of the heart rate of that date does; distances are in centimetres.
"""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

Truth = dict[str, dict[date, float]]

_STAGES = {"deep": "deep_sleep_minutes", "rem": "rem_sleep_minutes", "light": "light_sleep_minutes"}
_ACTIVITIES = {"Steps": "steps", "Calories Burned": "calories_kcal", "Floors": "floors_climbed"}
_SLEEP = {
    "Minutes Asleep": "sleep_minutes",
    "Minutes Awake": "awake_minutes",
    "Minutes REM Sleep": "rem_sleep_minutes",
    "Minutes Light Sleep": "light_sleep_minutes",
    "Minutes Deep Sleep": "deep_sleep_minutes",
}
_POUND = 0.45359237


def truth(folder: Path) -> Truth:
    """By metric and day; of a folder of one export."""
    found: Truth = defaultdict(dict)
    offsets = _offsets(folder)
    hours: dict[datetime, datetime] = {}
    for name, metric, times in (("steps", "steps", 1.0), ("distance", "distance_km", 1e-5)):
        sums: dict[date, float] = defaultdict(float)
        for at, value in sorted(set(_series(folder, name))):
            hour = at.replace(minute=0, second=0)
            if hour not in hours:
                hours[hour] = _local(hour, offsets)
            sums[(hours[hour] + (at - hour)).date()] += float(value)
        found[metric] = {day: total * times for day, total in sums.items()}
    found["calories_kcal"] = _calories(folder)
    for record in _records(folder, "resting_heart_rate"):
        if record["value"]["value"]:
            found["resting_heart_rate"][_us(record["dateTime"]).date()] = record["value"]["value"]
    for record in _records(folder, "demographic_vo2_max"):
        found["vo2_max"][_us(record["dateTime"]).date()] = record["value"]["filteredDemographicVO2Max"]
    _nights(folder, found)
    _web(folder, found)
    _body(folder, found)
    _zones(folder, found)
    return {metric: days for metric, days in found.items() if days}


def _nights(folder: Path, found: Truth) -> None:
    logs = {record["logId"]: record for record in _records(folder, "sleep")}
    nights: dict[date, dict[str, Any]] = {}
    for log in logs.values():
        day = datetime.fromisoformat(log["endTime"]).date()
        if log["mainSleep"] and log["duration"] > nights.get(day, {"duration": 0})["duration"]:
            nights[day] = log
    scores: dict[int, str] = {}
    for path in folder.rglob("sleep_score.csv"):
        with path.open(newline="") as file:
            scores |= {int(row.get("sleep_log_entry_id") or 0): row["overall_score"] for row in csv.DictReader(file)}
    _loose_scores(folder, found, {str(name) for name in logs}, set(nights))
    for day, log in nights.items():
        found["sleep_minutes"][day] = log["minutesAsleep"]
        found["awake_minutes"][day] = log["minutesAwake"]
        if log["type"] == "stages":
            for stage, metric in _STAGES.items():
                found[metric][day] = log["levels"]["summary"][stage]["minutes"]
        if scores.get(log["logId"]):
            found["sleep_score"][day] = float(scores[log["logId"]])


def _loose_scores(folder: Path, found: Truth, logged: set[str], nights: set[date]) -> None:
    """Of days without a sleep log and with one score alone, as no log tells which of several is the night's."""
    scores: dict[date, set[float]] = defaultdict(set)
    for path in folder.rglob("sleep_score.csv"):
        with path.open(newline="") as file:
            for row in csv.DictReader(file):
                if not row["timestamp"]:
                    continue
                day = date.fromisoformat(row["timestamp"][:10])
                if row["overall_score"] and day not in nights and row.get("sleep_log_entry_id") not in logged:
                    scores[day].add(float(row["overall_score"]))
    found["sleep_score"] = {day: min(values) for day, values in scores.items() if len(values) == 1}


def _web(folder: Path, found: Truth) -> None:
    """The tables of fitbit.com: weights in pounds and distances in miles, as an American account has them."""
    for path in folder.rglob("*.csv"):
        for row in _table(path, "Calories Burned"):
            if row["Steps"] == "0" and row["Minutes Sedentary"] == "1,440":
                continue
            day = _date(row["Date"])
            for column, metric in _ACTIVITIES.items():
                if column in row:
                    found[metric][day] = float(row[column].replace(",", ""))
            found["distance_km"][day] = float(row["Distance"]) * 1.609344
        longest: dict[date, dict[str, str]] = {}
        for row in _table(path, "Minutes Asleep"):
            day = date.fromisoformat(row["End Time"][:10])
            longest[day] = max(longest.get(day, row), row, key=lambda each: float(each["Time in Bed"]))
        for day, row in longest.items():
            for column, metric in _SLEEP.items():
                if row.get(column, "N/A") != "N/A":
                    found[metric][day] = float(row[column])


def _table(path: Path, column: str) -> list[dict[str, str]]:
    """The rows of a table with this column, with or without a title above its header; none of others."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        lines = file.read().splitlines()
    at = next((index for index, line in enumerate(lines[:2]) if column in line.split(",")), None)
    return [] if at is None else [row for row in csv.DictReader(lines[at:]) if any(row.values())]


def _date(text: str) -> date:
    """As exported, or as an American spreadsheet has written it again."""
    return date.fromisoformat(text) if "-" in text else datetime.strptime(text, "%m/%d/%Y").date()  # noqa: DTZ007


def _zones(folder: Path, found: Truth) -> None:
    minutes: dict[tuple[str, str], str] = {}
    for path in folder.rglob("Active Zone Minutes - *.csv"):
        with path.open(newline="") as file:
            minutes |= {(row["date_time"], row["heart_zone_id"]): row["total_minutes"] for row in csv.DictReader(file)}
    weighted = any(value == "2" for value in minutes.values())
    for (text, zone), value in minutes.items() if weighted else ():
        for metric in ("active_zone_minutes", f"{zone.replace('_', '').lower()}_active_zone_minutes"):
            day = date.fromisoformat(text[:10])
            found[metric][day] = found[metric].get(day, 0.0) + float(value or "nan")


def _body(folder: Path, found: Truth) -> None:
    for path in (*folder.rglob("fitbit_export_body.csv"), *folder.rglob("bodystats_*.csv")):
        for row in _titled(path):
            day = date.fromisoformat(row["Date"])
            if float(row["BMI"]):
                found["weight_kg"][day] = float(row["Weight"]) * _POUND
            if float(row["Fat"]):
                found["body_fat_percent"][day] = float(row["Fat"])


def _titled(path: Path) -> Iterator[dict[str, str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        file.readline()
        yield from (row for row in csv.DictReader(file) if any(row.values()))


def _calories(folder: Path) -> dict[date, float]:
    minutes: dict[date, dict[datetime, float]] = defaultdict(dict)
    for at, value in _series(folder, "calories"):
        minutes[at.date()][at] = float(value)
    return {day: sum(values.values()) for day, values in minutes.items() if len(values) == 1440}


def _offsets(folder: Path) -> dict[date, timedelta]:
    """Of each local date, by the first heart rate of its file, which is soon after midnight where it is known."""
    offsets = {}
    for path in folder.rglob("heart_rate-*.json"):
        day = date.fromisoformat(path.stem.removeprefix("heart_rate-"))
        first = json.loads(path.read_text())[0]["dateTime"]
        late = datetime.combine(day, datetime.min.time()) - _us(first)
        hours = round(late / timedelta(hours=1))
        if abs(late - timedelta(hours=hours)) < timedelta(minutes=2):
            offsets[day] = timedelta(hours=hours)
    usual = Counter(offsets.values())
    return {day: offset for day, offset in offsets.items() if usual[offset] > 2}


def _local(utc: datetime, offsets: dict[date, timedelta]) -> datetime:
    """By the offset of the latest local day that had begun."""
    midnights = [
        (datetime.combine(day, datetime.min.time()) - offset, offset)
        for day, offset in offsets.items()
        if abs(utc.date() - day) < timedelta(days=30)
    ]
    begun = [each for each in midnights if each[0] <= utc]
    return utc + (max(begun)[1] if begun else min(midnights)[1] if midnights else timedelta())


def _series(folder: Path, name: str) -> Iterator[tuple[datetime, str]]:
    for record in _records(folder, name):
        yield _us(record["dateTime"]), record["value"]


def _records(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    # An export may lie in the folder twice over.
    for path in {each.name: each for each in sorted(folder.rglob(f"{name}-*.json"))}.values():
        yield from json.loads(path.read_text())


def _us(text: str) -> datetime:
    return datetime.strptime(text, "%m/%d/%y %H:%M:%S")  # noqa: DTZ007, the export states no zone
