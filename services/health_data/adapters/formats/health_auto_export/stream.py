"""What stands in a JSON file, found out in one pass."""

from dataclasses import dataclass
from typing import Final

from services.health_data.adapters.formats.json_streams import events
from services.health_data.adapters.formats.members import Member

METRIC: Final = "data.metrics.item"
VALUE: Final = "data.metrics.item.data.item"
WORKOUT: Final = "data.workouts.item"

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
    for prefix, event, value in events(member):
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
