"""What Polar exports: the archive of a Polar Flow account, and single sessions as tables."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.polar.account import read_account, read_calendar, read_devices
from services.health_data.adapters.formats.polar.days import read_day
from services.health_data.adapters.formats.polar.nights import Nights
from services.health_data.adapters.formats.polar.sessions import is_session_table, read_session, read_session_tables
from services.health_data.adapters.formats.texts import json_of
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_Reader = Callable[[Any, Place, Gathering], None]
_READERS: Final[dict[str, tuple[tuple[bytes, ...], _Reader]]] = {
    "activity": ((b'"exportVersion"', b'"summary"', b'"samples"', b'"physicalInformation"'), read_day),
    "training_session": ((b'"startTime"',), read_session),
    "account_data": ((b'"exportVersion"', b'"physicalInformation"'), read_account),
    "calendar_items": ((b'"exportVersion"', b'"weights"'), read_calendar),
    "products_devices": ((b'"devices"',), read_devices),
}
"""By the beginning of a file's name: what must stand at its beginning, one of these, and who reads it."""
_NIGHTS: Final = ("sleep_result", "sleep_score", "nightly_recovery", "nightly_recharge")
_LEFT_OUT: Final = {
    "247ohr": "Heart rates through the day: not kept.",
    "ppi_samples": "Single heartbeats: not kept.",
    "nightly_recovery_blob": "Samples of the night without a date: not kept.",
    "account_profile": "Addresses and hobbies: not kept.",
    "sport_profiles": "Settings of the watch: not kept.",
    "training_target": "Plans for trainings: not kept.",
    "favourite_targets": "Plans for trainings: not kept.",
    "fitness_test_results": "Results of Polar's own tests: not kept.",
    "orthostatic_test_result": "Results of Polar's own tests: not kept.",
    "planned_route": "Plans for trainings: not kept.",
}
_FAMILIES: Final = (*_READERS, *_NIGHTS, *_LEFT_OUT)
_ABSENT: Final = {
    "resting_heart_rate": "Polar states the resting heart rate as a setting, which was not measured.",
    "respiratory_rate": "Polar's export states the mean time between breaths, not their rate.",
}


class PolarRoom:
    """Reads everything of Polar's."""

    source = "polar"
    title = "Polar"

    def claims(self, member: Member) -> bool:
        return is_session_table(member) or bool(_family(member))

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        nights = Nights()
        for member in members:
            family = _family(member)
            if family in _LEFT_OUT:
                gathering.left_out(member.path, _LEFT_OUT[family])
            elif family in _NIGHTS:
                nights.add(family, json_of(member), member.path, gathering)
            elif family:
                _READERS[family][1](json_of(member), Place(member.path, 1), gathering)
        read_session_tables([each for each in members if is_session_table(each)], gathering)
        nights.tell(gathering)
        for metric, why in _ABSENT.items():
            gathering.absent(metric, why)


def _family(member: Member) -> str:
    """What a file holds, by the beginning of its name and of its content; empty of none of Polar's."""
    if not member.name.casefold().endswith(".json"):
        return ""
    written = member.name.replace("-", "_").casefold()
    name = max((each for each in _FAMILIES if written.startswith(f"{each}_")), key=len, default="")
    if name in _LEFT_OUT or name in _NIGHTS:
        return name
    marks, _ = _READERS.get(name, ((), None))
    return name if any(mark in member.head for mark in marks) else ""


POLAR: Final = PolarRoom()
