"""What Garmin exports: the archive of an account, tables of Garmin Connect, dumps of its interfaces and FIT files."""

from collections.abc import Callable, Sequence
from typing import Final

from services.health_data.adapters.formats.garmin.chosen import Chosen
from services.health_data.adapters.formats.garmin.connect import is_activity_list, read_activity_list
from services.health_data.adapters.formats.garmin.files import (
    is_json,
    is_table,
    read_json,
    read_table,
    tells_offsets,
)
from services.health_data.adapters.formats.garmin.fit import is_fit, read_fits
from services.health_data.adapters.formats.garmin.reports import is_report, read_report
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_READERS: Final[tuple[tuple[Callable[[Member], bool], Callable[[Member, Chosen], None]], ...]] = (
    (is_json, read_json),
    (is_table, read_table),
    (is_activity_list, read_activity_list),
    (is_report, read_report),
)
_ABSENT: Final = {
    "active_zone_minutes": "Garmin's intensity minutes are graded by its own levels, not by heart-rate zones.",
    "skin_temperature": "Garmin states how far the skin temperature is from the usual one, not the temperature.",
    "stress_management_score": "Garmin's stress level says how stressed one was, not how well stress is managed.",
}


class GarminRoom:
    """Reads everything of Garmin's."""

    source = "garmin"
    title = "Garmin"

    def claims(self, member: Member) -> bool:
        return is_fit(member) or any(claims(member) for claims, _ in _READERS)

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        chosen = Chosen(gathering)
        others = [each for each in members if not is_fit(each)]
        for member in sorted(others, key=lambda each: not tells_offsets(each)):
            reader = next((reader for claims, reader in _READERS if claims(member)), None)
            if reader is not None:
                reader(member, chosen)
        read_fits([each for each in members if is_fit(each)], chosen, alone=not others)
        chosen.tell()
        for metric, why in _ABSENT.items():
            gathering.absent(metric, why)


GARMIN: Final = GarminRoom()
