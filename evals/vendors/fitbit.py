"""A Google Takeout of Fitbit: JSON by the minute in UTC, sleep logs in local time, and the daily tables.

Fitbit names no time zone here: the files of the heart rate, each of which begins at local midnight, show it.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import groupby
from math import isclose
from typing import Final

from evals.vendors.person import Bout, Night, Person, Written
from evals.vendors.tables import csv_of, json_of

_FOLDER: Final = "Takeout/Fitbit"
_GLOBAL: Final = f"{_FOLDER}/Global Export Data"
_EAST: Final = timedelta(hours=2)
"""How far local time is from UTC."""
_MINUTE: Final = timedelta(minutes=1)
_DAYS_A_FILE: Final = 30
_CENTIMETRES_A_KM: Final = 100_000
_ZONES: Final = {"fatburn": ("FAT_BURN", 1, 5), "cardio": ("CARDIO", 2, 14), "peak": ("PEAK", 2, 20)}
"""By zone, what it is called, how many active zone minutes a minute in it earns, and an hour of the day."""
_DAILY: Final = (
    ("heart_rate_variability", "Heart Rate Variability/Daily Heart Rate Variability Summary", "rmssd"),
    ("respiratory_rate", "Heart Rate Variability/Daily Respiratory Rate Summary", "daily_respiratory_rate"),
    ("spo2", "Oxygen Saturation (SpO2)/Daily SpO2", "average_value"),
    ("stress_management_score", "Stress Score/Stress Score", "STRESS_SCORE"),
)
_CANNOT: Final = frozenset({"activities: elevation_gain_m", "activities: speed_m_per_min", "profile: weight_kg"})
"""Fitbit states the climb in floors, no speed in metres a minute, and weights by day only."""
_STAGES: Final = {"deep": "deep_sleep_minutes", "light": "light_sleep_minutes", "rem": "rem_sleep_minutes"}


def write(person: Person) -> Written:
    written = Written(bouts=True, cannot=_CANNOT)
    _minutes(person, written)
    _resting(person, written)
    _nights(person, written)
    _tables(person, written)
    _zones(person, written)
    _weights(person, written)
    _exercises(person, written)
    for day in sorted(person.days):
        first = {"dateTime": _us(_utc(datetime.combine(day, time()))), "value": {"bpm": 60, "confidence": 3}}
        written.files[f"{_GLOBAL}/heart_rate-{day}.json"] = json_of([first])
    return written


def _us(at: datetime) -> str:
    return f"{at:%m/%d/%y %H:%M:%S}"


def _utc(local: datetime) -> datetime:
    return local - _EAST


def _iso(local: datetime) -> str:
    return local.isoformat(timespec="milliseconds")


def _by_file(name: str, values: Sequence[tuple[date, float]]) -> Iterator[tuple[str, list[tuple[date, float]]]]:
    """The values of thirty days each, and the file that they are in."""
    for start in range(0, len(values), _DAYS_A_FILE):
        part = list(values[start : start + _DAYS_A_FILE])
        yield f"{_GLOBAL}/{name}-{part[0][0]}.json", part


def _minutes(person: Person, written: Written) -> None:
    for metric, name, scale in (("steps", "steps", 1), ("distance_km", "distance", _CENTIMETRES_A_KM)):
        days = sorted(person.daily.get(metric, {}))
        for path, part in _by_file(name, list(written.take(person, metric, days))):
            records = [record for day, value in part for record in _hourly(day, value * scale)]
            written.files[path] = json_of(records)
    energy = list(written.take(person, "calories_kcal", sorted(person.daily.get("calories_kcal", {}))))
    for path, part in _by_file("calories", energy):
        written.files[path] = json_of(
            [
                {"dateTime": _us(datetime.combine(day, time()) + at * _MINUTE), "value": str(value / 1440)}
                for day, value in part
                for at in range(1440)
            ]
        )


def _hourly(day: date, value: float) -> Iterator[dict[str, str]]:
    """The same whole number at the first minute of each hour of the local day, and the rest at its last minute."""
    whole = int(value) // 24
    for hour in range(23):
        yield {"dateTime": _us(_utc(datetime.combine(day, time(hour)))), "value": str(whole)}
    yield {"dateTime": _us(_utc(datetime.combine(day, time(23, 59)))), "value": str(value - 23 * whole)}


def _resting(person: Person, written: Written) -> None:
    values = list(written.take(person, "resting_heart_rate", _positive(person, "resting_heart_rate")))
    for year, part in groupby(values, key=lambda each: each[0].year):
        records = [
            {"dateTime": f"{day:%m/%d/%y} 00:00:00", "value": {"date": f"{day:%m/%d/%y}", "value": value, "error": 7}}
            for day, value in part
        ]
        written.files[f"{_GLOBAL}/resting_heart_rate-{year}-01-01.json"] = json_of(records)


def _positive(person: Person, metric: str) -> list[date]:
    """The days with a reading: 0 stands for none."""
    return sorted(day for day, value in person.daily.get(metric, {}).items() if value > 0)


def _nights(person: Person, written: Written) -> None:
    """A log states when the night began and ended: those of which that is not known stay out."""
    logs = []
    for number, day in enumerate(_positive(person, "sleep_minutes"), 1):
        night = person.nights.get(day)
        if night is not None:
            written.clocks.add(day)
            metrics = ("sleep_minutes", "awake_minutes", *_STAGES.values())
            stated = {metric: value for metric in metrics for _, value in written.take(person, metric, [day])}
            logs.append(_log(number, day, night, stated))
    if logs:
        written.files[f"{_GLOBAL}/sleep-{min(person.days)}.json"] = json_of(logs)


def _log(number: int, day: date, night: Night, stated: dict[str, float]) -> dict[str, object]:
    stages = {name: {"count": 1, "minutes": stated[metric]} for name, metric in _STAGES.items() if metric in stated}
    log = {
        "logId": number,
        "dateOfSleep": day.isoformat(),
        "startTime": _iso(night.bed),
        "endTime": _iso(night.wake),
        "duration": int((night.wake - night.bed).total_seconds() * 1000),
        "minutesAsleep": stated["sleep_minutes"],
        "type": "stages" if stages else "classic",
        "infoCode": 0,
        "levels": {"summary": stages},
        "mainSleep": True,
    }
    return log | ({"minutesAwake": stated["awake_minutes"]} if "awake_minutes" in stated else {})


def _tables(person: Person, written: Written) -> None:
    for metric, name, column in _DAILY:
        values = list(written.take(person, metric, _positive(person, metric)))
        if values:
            rows = ((f"{day}T00:00:00", value) for day, value in values)
            written.files[f"{_FOLDER}/{name} - {values[0][0]}.csv"] = csv_of(("timestamp", column), rows)
    skin = list(written.take(person, "skin_temperature", _positive(person, "skin_temperature")))
    if skin:
        written.files["Takeout/Google Health/daily_sleep_temperature_derivations.csv"] = csv_of(
            ("timestamp", "nightly temperature celsius", "data source"),
            ((f"{day}T00:00:00Z", value, "Pixel Watch") for day, value in skin),
        )


def _zones(person: Person, written: Written) -> None:
    """By the minute; of days whose zones make the sum, and have a minute at all."""
    rows = []
    for day, total in sorted(person.daily.get("active_zone_minutes", {}).items()):
        found = {zone: person.on(day, f"{zone}_active_zone_minutes") for zone in _ZONES}
        known = {zone: value for zone, value in found.items() if value is not None}
        if known and isclose(sum(known.values()), total, abs_tol=1e-9):
            written.daily |= {("active_zone_minutes", day), *((f"{zone}_active_zone_minutes", day) for zone in known)}
            rows += [row for zone, value in known.items() for row in _zone_minutes(day, zone, value)]
    if rows:
        path = f"{_FOLDER}/Active Zone Minutes (AZM)/Active Zone Minutes - {min(person.days)}.csv"
        written.files[path] = csv_of(("date_time", "heart_zone_id", "total_minutes"), rows)


def _zone_minutes(day: date, zone: str, value: float) -> Iterator[tuple[str, str, float]]:
    name, earned, hour = _ZONES[zone]
    at = datetime.combine(day, time(hour))
    for _ in range(int(value) // earned):
        yield f"{at:%Y-%m-%dT%H:%M}", name, earned
        at += _MINUTE
    yield f"{at:%Y-%m-%dT%H:%M}", name, value - int(value) // earned * earned


def _weights(person: Person, written: Written) -> None:
    """Kilograms by their body mass index, which needs the height."""
    height = float(person.profile.get("height_cm", 0)) / 100
    if not height:
        return
    records = [
        {
            "logId": number,
            "weight": value,
            "bmi": round(value / height**2, 2),
            "date": f"{day:%m/%d/%y}",
            "time": "07:00:00",
            "source": "API",
        }
        for number, (day, value) in enumerate(written.take(person, "weight_kg", _positive(person, "weight_kg")), 1)
    ]
    if records:
        written.files[f"{_GLOBAL}/weight-{min(person.days)}.json"] = json_of(records)


def _exercises(person: Person, written: Written) -> None:
    if person.bouts:
        written.files[f"{_GLOBAL}/exercise-0.json"] = json_of(
            [_exercise(number, bout) for number, bout in enumerate(person.bouts, 1)]
        )


def _exercise(number: int, bout: Bout) -> dict[str, object]:
    stated: dict[str, object] = {
        "logId": number,
        "activityName": bout.kind,
        "activityTypeId": 1000 + number,
        "startTime": _us(_utc(bout.start)),
    }
    if bout.end is not None:
        stated["duration"] = int((bout.end - bout.start).total_seconds() * 1000)
    numbers = dict(bout.numbers)
    if "duration_min" in numbers:
        stated["activeDuration"] = round(numbers["duration_min"] * 60_000)
    if "distance_m" in numbers:
        stated |= {"distance": numbers["distance_m"] / 1000, "distanceUnit": "Kilometer"}
    if "active_zone_minutes" in numbers:
        stated["activeZoneMinutes"] = {"totalMinutes": numbers["active_zone_minutes"]}
    named = {"calories": "calories_kcal", "averageHeartRate": "average_heart_rate", "steps": "steps"}
    return stated | {name: numbers[field] for name, field in named.items() if field in numbers}
