"""The days of a Polar Flow account: one file each."""

from collections.abc import Mapping
from typing import Any, Final

from services.health_data.adapters.formats.polar.account import read_person
from services.health_data.adapters.formats.polar.values import day_of, number, part, records
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_METRES_A_STEP: Final = (0.3, 1.6)
"""What the distance of steps must make of one, if it is in metres as Polar's interfaces state it."""


def read_day(document: Any, at: Place, gathering: Gathering) -> None:  # noqa: ANN401, as JSON is
    """Steps, their distance and the energy of a day; of a day without a summary, the steps of its minutes."""
    for _, record in records(document):
        read_person(record, gathering)
        day = day_of(record.get("date"))
        if day is None:
            gathering.skip("day: no date", at)
            continue
        gathering.found("days")
        gathering.recorded(day)
        summary = part(record, "summary")
        steps = number(summary.get("stepCount")) if summary else _by_minute(record)
        energy, metres = number(summary.get("calories")), number(summary.get("stepsDistance"))
        if steps is not None:
            gathering.daily("steps", day, steps, at)
        if energy:
            gathering.daily("calories_kcal", day, energy, at)
        if metres and steps:
            if _METRES_A_STEP[0] <= metres / steps <= _METRES_A_STEP[1]:
                gathering.daily("distance_km", day, metres / 1000, at)
            else:
                gathering.skip("distance_km: not in metres, by the steps of the day", at)


def _by_minute(record: Mapping[str, Any]) -> float | None:
    """The steps of each time once; None where there are none, which says nothing of the day."""
    samples = part(record, "samples").get("steps")
    if not isinstance(samples, list):
        return None
    counts = {
        each.get("localTime") or index: value
        for index, each in enumerate(samples)
        if isinstance(each, Mapping) and (value := number(each.get("value"))) is not None
    }
    return sum(counts.values()) if counts else None
