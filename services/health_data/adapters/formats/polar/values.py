"""What a value of Polar's says."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from math import isfinite
from typing import Any, Final

from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR

_LENGTH: Final = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


def number(value: object) -> float | None:
    """A number; None where there is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if isfinite(value) else None


def minutes(value: object) -> float | None:
    """The minutes of "PT7H35M" or "PT4050.564S"; None where there are none."""
    match = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    if match is None or not any(match.groups()):
        return None
    days, hours, whole, seconds = (float(each or 0) for each in match.groups())
    return days * 1440 + hours * 60 + whole + seconds / 60


def local(value: object) -> datetime | None:
    """A time by the clock of the person: as it is stated, its offset left out."""
    try:
        found = datetime.fromisoformat(str(value).removesuffix("Z")).replace(tzinfo=None)
    except ValueError:
        return None
    return found if FIRST_YEAR < found.year < LAST_YEAR else None


def day_of(value: object) -> date | None:
    moment = local(value)
    return None if moment is None else moment.date()


def part(record: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A level of a record; empty where there is none."""
    value = record.get(name)
    return value if isinstance(value, Mapping) else {}


def records(document: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The records of a file that is a list of them, or one, each with its number."""
    items = document if isinstance(document, list) else [document]
    for index, each in enumerate(items, start=1):
        if isinstance(each, Mapping):
            yield index, each
