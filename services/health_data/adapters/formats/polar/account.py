"""Who the person is, what they weighed, and what measured."""

from collections.abc import Mapping
from typing import Any

from services.health_data.adapters.formats.polar.values import day_of, number, part, records
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place


def read_person(record: Mapping[str, Any], gathering: Gathering) -> None:
    """What Polar calls physical information, in any of its files."""
    physical = part(record, "physicalInformation") or part(record, "physicalInformationSnapshot")
    born = day_of(physical.get("birthday"))
    gathering.person(
        sex=str(physical.get("sex") or "").casefold() or None,
        birth_year=born.year if born else None,
        height_cm=number(physical.get("height, cm")),
        weight_kg=number(physical.get("weight, kg")),
    )


def read_account(document: Any, at: Place, gathering: Gathering) -> None:  # noqa: ANN401, ARG001, as all that read a file
    for _, record in records(document):
        read_person(record, gathering)
        zone = part(record, "settings").get("timeZone")
        gathering.person(time_zone=zone if isinstance(zone, str) and "/" in zone else None)


def read_calendar(document: Any, at: Place, gathering: Gathering) -> None:  # noqa: ANN401, as JSON is
    """The weights that were measured or written down; of several on a day the last."""
    for _, record in records(document):
        weights = [each for each in record.get("weights") or () if isinstance(each, Mapping)]
        for each in sorted(weights, key=lambda weight: str(weight.get("dateTime"))):
            day = day_of(each.get("dateTime") or each.get("date"))
            value = number(each.get("weight, kg"))
            if day is None or value is None:
                gathering.skip("weight_kg: no date, or no weight in kilograms", at)
                continue
            gathering.found("weights")
            gathering.daily("weight_kg", day, value, at)


def read_devices(document: Any, at: Place, gathering: Gathering) -> None:  # noqa: ANN401, ARG001, as all that read a file
    for _, record in records(document):
        for each in record.get("devices") or ():
            if isinstance(each, Mapping):
                name = each.get("modelName") or part(each, "product").get("modelName")
                gathering.device(name if isinstance(name, str) else "")
