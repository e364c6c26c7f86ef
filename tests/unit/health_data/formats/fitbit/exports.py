"""Small invented files in the layouts of Fitbit."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from services.health_data.domain.records import ParsedFile, from_epoch_day

ROOT = "Takeout/Fitbit/Global Export Data"
PROFILE = (
    b"id,full_name,date_of_birth,timezone,gender,height,weight_unit\n"
    b"X,Jo,1990-05-20,America/New_York,FEMALE,170.0,en_US\n"
)


def local(text: str) -> datetime:
    """A time without a zone."""
    return datetime.fromisoformat(text)


def us(at: datetime) -> str:
    return at.strftime("%m/%d/%y %H:%M:%S")


def series(values: Iterable[tuple[datetime, object]]) -> bytes:
    return json.dumps([{"dateTime": us(at), "value": str(value)} for at, value in values]).encode()


def a_log(end: str, asleep: int, **more: Any) -> dict[str, Any]:
    """A sleep log of stages that began eight hours before its end."""
    ends = datetime.fromisoformat(end)
    return {
        "logId": int(ends.timestamp()),
        "dateOfSleep": end[:10],
        "startTime": (ends - timedelta(hours=8)).isoformat(timespec="milliseconds"),
        "endTime": ends.isoformat(timespec="milliseconds"),
        "minutesAsleep": asleep,
        "minutesAwake": 480 - asleep,
        "mainSleep": True,
        "type": "stages",
        "infoCode": 0,
        "levels": {"summary": {"deep": {"minutes": 80}, "rem": {"minutes": 90}, "light": {"minutes": asleep - 170}}},
    } | more


def logs(*records: Mapping[str, Any]) -> bytes:
    return json.dumps(records).encode()


def days(parsed: ParsedFile, metric: str) -> dict[date, float]:
    found = parsed.numbers.get(metric)
    if found is None:
        return {}
    return {from_epoch_day(day): float(value) for day, value in zip(found.days, found.values, strict=True)}


def reasons(parsed: ParsedFile) -> Sequence[str]:
    return [each.reason for each in parsed.skipped]
