"""What a value of Garmin's says: numbers, days and times, in every writing that its exports use."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from math import isfinite
from typing import Any, Final

from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR

_IN_TEXT: Final = re.compile(r"""['"]value['"]\s*:\s*(-?\d+(?:\.\d+)?)""")
_NO_SIGN: Final = re.compile(r"[^0-9a-z]")
_LONG_AGO: Final = 10_000_000_000
"""A number above is in milliseconds, one below in seconds since 1970; so far from each other are the two."""
_LONGEST_S: Final = 30 * 86_400
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001, local time has no zone


_WRAPPERS: Final = ("dailysleepdto", "hrvsummary", "metadata", "summarydto", "userdata")
"""Levels that only wrap a record: their names are left out of those of its values."""


def plain_key(name: str) -> str:
    """A name by its letters and digits alone, so that "total_steps" and "totalSteps" are one."""
    key = _NO_SIGN.sub("", name.casefold())
    return next((key.removeprefix(each) for each in _WRAPPERS if key.startswith(each)), key)


def flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A record without levels: the names of a path one after the other, as `plain_key` has them; lists stay."""
    result: dict[str, Any] = {}
    for name, value in record.items():
        key = prefix + plain_key(str(name))
        if isinstance(value, Mapping):
            result |= flat(value, key)
        else:
            result[key] = value
    return result


def number(value: object) -> float | None:
    """A number, also written as text, or as text of an object with a "value"; None where there is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        within = _IN_TEXT.search(value)
        try:
            found = float(within[1] if within else value)
        except ValueError:
            return None
    elif isinstance(value, int | float):
        found = float(value)
    else:
        return None
    return found if isfinite(found) else None


def moment(value: object) -> datetime | None:
    """A date and time as it is stated, without a zone; a number counts the milliseconds, or seconds, since 1970."""
    if isinstance(value, list):
        return _of_parts(value)
    count = number(value)
    if count is not None and (not isinstance(value, str) or len(value) > 8):
        return _counted(count)
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value.strip().removesuffix("Z"))
    except ValueError:
        return None
    return _believed(found.replace(tzinfo=None))


def day_of(value: object) -> date | None:
    """The date in a text, number or list of year, month and day."""
    found = moment(value)
    return None if found is None else found.date()


def end_of(start: datetime, seconds: float | None) -> datetime | None:
    """When something ended that took so long; None where that is not known, or cannot be."""
    return None if seconds is None or not 0 <= seconds <= _LONGEST_S else start + timedelta(seconds=seconds)


def plain_kind(name: str) -> str:
    """A kind of activity in words: "lap_swimming" is "Lap swimming"."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:].lower()


def _of_parts(parts: list[Any]) -> datetime | None:
    try:
        return _believed(datetime(*(int(each) for each in parts[:6])))  # type: ignore[arg-type]  # noqa: DTZ001, no zone
    except (TypeError, ValueError, OverflowError):
        return None


def _counted(count: float) -> datetime | None:
    try:
        return _believed(_EPOCH + timedelta(seconds=count / 1000 if abs(count) > _LONG_AGO else count))
    except OverflowError:
        return None


def _believed(found: datetime) -> datetime | None:
    return found if FIRST_YEAR < found.year < LAST_YEAR else None
