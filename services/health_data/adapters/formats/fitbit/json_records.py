"""The records of a Fitbit JSON file."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from services.health_data.adapters.formats.json_streams import items
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.texts import json_of

_SMALL_BYTES: Final = 8 * 1024**2
_NO_LIST: Final = "holds no list of records: export it again."


def records(member: Member) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The objects of the list that a file holds, each with its number from 1 on.

    Raises:
        DamagedError: the file is cut off, or holds no list.
    """
    content = json_of(member) if member.size <= _SMALL_BYTES else _streamed(member)
    if isinstance(content, Mapping):
        # As the Web API answers: {"sleep": [...]}.
        content = next((each for each in content.values() if isinstance(each, list)), None)
    if content is None or isinstance(content, str | int | float):
        raise DamagedError(f"{member.path} {_NO_LIST}")
    for number, item in enumerate(content, 1):
        if isinstance(item, dict):
            yield number, item


def number(value: object) -> float | None:
    """The number of a JSON value, which Fitbit also writes as a text; None where there is none."""
    if isinstance(value, bool):
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def _streamed(member: Member) -> Iterator[Any]:
    found = items(member, "item")
    first = next(found, None)
    if first is None:
        raise DamagedError(f"{member.path} {_NO_LIST}")
    yield first
    yield from found
