"""Reading a parsed JSON document that may be anything."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from math import isfinite
from typing import Final

_MOMENT: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?)?\s*(Z|[+-]\d\d:?\d\d)?", re.IGNORECASE
)
NONE: Final[Mapping[str, object]] = {}


def node(value: object) -> Mapping[str, object]:
    """An object; anything else is an empty one."""
    return value if isinstance(value, dict) else NONE


def nodes(value: object) -> Sequence[Mapping[str, object]]:
    """The objects of a list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else ()


def at(value: object, path: str) -> object:
    """What stands at "a.b.c"; None where there is nothing."""
    for name in path.split("."):
        value = node(value).get(name)
    return value


def number(value: object) -> float | None:
    """A finite number; texts and truth values are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if isfinite(found) else None


def text(value: object, *, longest: int = 200) -> str:
    """A text without what surrounds it; empty where it is none, or too long to be what it should be."""
    found = value.strip() if isinstance(value, str) else ""
    return found if len(found) <= longest and "\x00" not in found else ""


def moment(value: object) -> datetime | None:
    """An ISO 8601 time, with its offset where it states one."""
    match = _MOMENT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None
    day, clock, fraction, offset = match.groups()
    written = f"{day}T{clock or '00:00'}" + (f".{fraction[:6]:0<6}" if fraction and len(clock or "") > 5 else "")
    if offset is not None:
        written += "+00:00" if offset in ("Z", "z") else offset if ":" in offset else f"{offset[:3]}:{offset[3:]}"
    try:
        return datetime.fromisoformat(written)
    except ValueError:
        return None


def local(value: datetime, zone: tzinfo | None) -> datetime:
    """The wall clock as stated, without a zone.

    Args:
        value: as stated.
        zone: the person's, where the time is known to be UTC and is to be told there.
    """
    if zone is not None:
        aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
        try:
            value = aware.astimezone(zone)
        except OverflowError:
            return value.replace(tzinfo=None)
    return value.replace(tzinfo=None)


def sortable(value: datetime | None) -> str:
    """An instant as a text that sorts by time; empty where there is none. A time without an offset is taken as UTC."""
    if value is None:
        return ""
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    try:
        return aware.astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:
        return ""
