"""JSON objects out of a file of any size, one at a time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import ijson

from services.health_data.adapters.formats.members import DamagedError, Member

METRIC: Final = "data.metrics.item"
VALUE: Final = "data.metrics.item.data.item"
WORKOUT: Final = "data.workouts.item"

_BLOCK_BYTES: Final = 256 * 1024
_BOM: Final = b"\xef\xbb\xbf"
_BEGINNINGS: Final = frozenset({"start_map", "start_array", "null", "string", "number", "boolean"})
"""The events that each begin another value of a list."""


@dataclass(slots=True)
class Metric:
    """A metric of a file: what it is called, its unit, and how many values it has."""

    name: str = ""
    units: str = ""
    values: int = 0


@dataclass(frozen=True)
class Survey:
    """What stands in a file, in its order."""

    metrics: tuple[Metric, ...]
    has_workouts: bool


def survey(member: Member) -> Survey:
    """Goes through a file once, since what a metric is called may stand behind its values.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    metrics: list[Metric] = []
    has_workouts = False
    for prefix, event, value in _read(member, lambda blocks: ijson.parse(blocks, use_float=True)):
        if prefix == VALUE and event in _BEGINNINGS:
            metrics[-1].values += 1
        elif event == "start_map" and prefix == METRIC:
            metrics.append(Metric())
        elif event == "start_map" and prefix == WORKOUT:
            has_workouts = True
        elif event == "string" and prefix == f"{METRIC}.name":
            metrics[-1].name = value
        elif event == "string" and prefix == f"{METRIC}.units":
            metrics[-1].units = value
    return Survey(tuple(metrics), has_workouts)


def objects(member: Member, prefix: str) -> Iterator[Any]:
    """What stands at a prefix, in the order of the file.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    yield from _read(member, lambda blocks: ijson.items(blocks, prefix, use_float=True))


def _read(member: Member, reader: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
    try:
        yield from reader(ijson.from_iter(_blocks(member)))
    except (ijson.JSONError, UnicodeDecodeError):
        raise DamagedError(f"{member.path} is cut off or no JSON: export it again.") from None


def _blocks(member: Member) -> Iterator[bytes]:
    with member.open() as stream:
        yield stream.read(_BLOCK_BYTES).removeprefix(_BOM)
        while block := stream.read(_BLOCK_BYTES):
            yield block
