"""Withings' daily values by csv alone, to hold an import against."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from statistics import fmean

_POUND = 0.45359237


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Totals of days, nights by stages, the last weight of a day and its mean blood pressure."""
    found: dict[str, dict[date, float]] = {
        "steps": _totals(folder, "aggregates_steps"),
        "distance_km": {day: value / 1000 for day, value in _totals(folder, "aggregates_distance").items()},
    }
    earned, passive = _totals(folder, "aggregates_calories_earned"), _totals(folder, "aggregates_calories_passive")
    found["calories_kcal"] = {day: earned[day] + passive[day] for day in earned.keys() & passive.keys()}
    found["vo2_max"] = {
        date.fromisoformat(when[:10]): float(value)
        for _, (kind, when, value) in sorted(_rows(folder, "other"), key=lambda each: each[1][1])
        if kind == "VO2MAX"
    }
    return {metric: days for metric, days in (found | _nights(folder) | _body(folder)).items() if days}


def _rows(folder: Path, name: str) -> Iterator[tuple[list[str], list[str]]]:
    for path in sorted(folder.rglob(f"{name}.csv")):
        with path.open(encoding="utf-8-sig", newline="") as lines:
            header, *rows = csv.reader(lines)
        for row in rows:
            yield header, row


def _totals(folder: Path, name: str) -> dict[date, float]:
    totals: dict[date, float] = {}
    for _, (day, value) in _rows(folder, name):
        when = date.fromisoformat(day[:10])
        totals[when] = max(totals.get(when, 0.0), float(value))
    return totals


def _nights(folder: Path) -> dict[str, dict[date, float]]:
    longest: dict[date, tuple[float, str, list[float]]] = {}
    for _, row in _rows(folder, "sleep"):
        woke = datetime.fromisoformat(row[1])
        stages = [float(cell) / 60 for cell in row[2:6]]
        this = (sum(stages[:3]), row[1], stages)
        if this[0] and (woke.date() not in longest or this[:2] > longest[woke.date()][:2]):
            longest[woke.date()] = this
    nights = {day: stages for day, (_, _, stages) in longest.items()}
    names = ("light_sleep_minutes", "deep_sleep_minutes", "rem_sleep_minutes", "awake_minutes")
    found = {name: {day: stages[at] for day, stages in nights.items()} for at, name in enumerate(names)}
    found["sleep_minutes"] = {day: asleep for day, (asleep, _, _) in longest.items()}
    if not any(found["rem_sleep_minutes"].values()):
        del found["rem_sleep_minutes"]
    return found


def _body(folder: Path) -> dict[str, dict[date, float]]:
    weights: dict[date, tuple[str, float]] = {}
    fat: dict[date, tuple[str, float]] = {}
    for header, row in _rows(folder, "weight"):
        day, unit = date.fromisoformat(row[0][:10]), _POUND if "lb" in header[1] else 1.0
        if row[1]:
            weights[day] = max(weights.get(day, ("", 0.0)), (row[0], float(row[1]) * unit))
            if row[2] and float(row[2]):
                fat[day] = max(fat.get(day, ("", 0.0)), (row[0], 100 * float(row[2]) / float(row[1])))
    pressure: dict[int, defaultdict[date, list[float]]] = {2: defaultdict(list), 3: defaultdict(list)}
    for _, row in _rows(folder, "bp"):
        for at, by_day in pressure.items():
            if row[at]:
                by_day[date.fromisoformat(row[0][:10])].append(float(row[at]))
    return {
        "weight_kg": {day: value for day, (_, value) in weights.items()},
        "body_fat_percent": {day: value for day, (_, value) in fat.items()},
        "systolic_blood_pressure": {day: fmean(values) for day, values in pressure[2].items()},
        "diastolic_blood_pressure": {day: fmean(values) for day, values in pressure[3].items()},
    }
