"""Withings' daily values by csv and json alone, to hold an import against."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from statistics import fmean
from typing import Any
from zoneinfo import ZoneInfo

_POUND = 0.45359237


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Totals of days, nights by stages, the last weight of a day and its mean blood pressure."""
    if not any(folder.rglob("*.csv")):
        return _of_records(folder)
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
    for path in sorted([*folder.rglob(f"{name}.csv"), *folder.rglob(f"Withings - {name.title()} *.csv")]):
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
            when = datetime.strptime(row[0], "%Y-%m-%d %I:%M %p").isoformat(" ") if row[0].endswith("M") else row[0]  # noqa: DTZ007, local
            weights[day] = max(weights.get(day, ("", 0.0)), (when, float(row[1]) * unit))
            if "Fat" in header[2] and row[2] and float(row[2]):
                fat[day] = max(fat.get(day, ("", 0.0)), (when, 100 * float(row[2]) / float(row[1])))
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


_TYPES = {1: "weight_kg", 6: "body_fat_percent", 9: "diastolic_blood_pressure", 10: "systolic_blood_pressure"}
_LAST = ("weight_kg", "body_fat_percent")
_NIGHT = {
    "light_sleep_minutes": ("lightsleepduration", 60),
    "deep_sleep_minutes": ("deepsleepduration", 60),
    "rem_sleep_minutes": ("remsleepduration", 60),
    "awake_minutes": ("wakeupduration", 60),
    "sleep_score": ("sleep_score", 1),
    "respiratory_rate": ("rr_average", 1),
}
_DAY = {"steps": ("steps", 1), "distance_km": ("distance", 1000), "calories_kcal": ("totalcalories", 1)}
_LEAST_FAT, _MOST_FAT = 1, 75


def _of_records(folder: Path) -> dict[str, dict[date, float]]:
    """What the interface gives: groups of measurements, days and nights, in the zone that they or their file state."""
    contents = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.json"))]
    bodies = [content["body"] if isinstance(content, dict) else {"measuregrps": content} for content in contents]
    found: dict[str, dict[date, float]] = defaultdict(dict)
    for body in bodies:
        for each in body.get("activities", ()):
            for metric, (name, over) in _DAY.items():
                found[metric][date.fromisoformat(each["date"])] = each[name] / over
    for day, night in _recorded_nights(bodies).items():
        for metric, value in night.items():
            found[metric][day] = value
    return {**found, **_groups(bodies)}


def _recorded_nights(bodies: list[dict[str, Any]]) -> dict[date, dict[str, float]]:
    nights: dict[date, dict[str, float]] = {}
    for each in (each for body in bodies for each in body.get("series", ())):
        if "lightsleepduration" in each.get("data", {}):
            day = _local(each["enddate"], _zone(each)).date()
            night = {name: each["data"][key] / over for name, (key, over) in _NIGHT.items() if each["data"].get(key)}
            night["sleep_minutes"] = sum(night.get(f"{stage}_sleep_minutes", 0) for stage in ("light", "deep", "rem"))
            if night["sleep_minutes"] >= nights.get(day, {"sleep_minutes": 0})["sleep_minutes"]:
                nights[day] = {**nights.get(day, {}), **night}
    return nights


def _groups(bodies: list[dict[str, Any]]) -> dict[str, dict[date, float]]:
    measured: dict[str, dict[date, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for group, zone in ((group, _zone(body)) for body in bodies for group in body.get("measuregrps", ())):
        if group["attrib"] != 1 and group["category"] == 1:
            for metric, value in _measures(group):
                moments = measured[metric][_local(group["date"], zone).date()]
                moments[group["date"]] = max(moments.get(group["date"], value), value)
    found = {
        metric: {day: at[max(at)] if metric in _LAST else fmean(at.values()) for day, at in days.items()}
        for metric, days in measured.items()
    }
    fat = found.get("body_fat_percent", {})
    return {**found, "body_fat_percent": {day: each for day, each in fat.items() if _LEAST_FAT <= each <= _MOST_FAT}}


def _measures(group: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for each in group["measures"]:
        if each["type"] in _TYPES and each.get("position") in (None, 7):
            yield _TYPES[each["type"]], float(f"{each['value']}e{each['unit']}")


def _zone(stated: dict[str, Any]) -> tzinfo:
    return ZoneInfo(stated["timezone"]) if stated.get("timezone") else UTC


def _local(seconds: int, zone: tzinfo) -> datetime:
    return datetime.fromtimestamp(seconds, zone)
