"""Fitbit: account exports, Google Takeout of "Fitbit" and of "Google Health", and exports from fitbit.com.

Where an export states one thing in several files, the JSON files go before the newer tables, and both before the
exports from fitbit.com.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import Final

from services.health_data.adapters.formats.fitbit.body import read_body
from services.health_data.adapters.formats.fitbit.days import read_days, read_temperatures
from services.health_data.adapters.formats.fitbit.exercises import read_exercises
from services.health_data.adapters.formats.fitbit.google_days import read_google_days, read_zones
from services.health_data.adapters.formats.fitbit.kinds import kind_of
from services.health_data.adapters.formats.fitbit.minutes import read_minutes
from services.health_data.adapters.formats.fitbit.nights import read_nights
from services.health_data.adapters.formats.fitbit.person import (
    read_devices,
    read_menstrual,
    read_mindfulness,
    read_person,
)
from services.health_data.adapters.formats.fitbit.stamps import Clock, clock_of
from services.health_data.adapters.formats.fitbit.web import read_web
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_HEART_RATES: Final = "single heart rates: only the resting heart rate of a day is kept"
_READERS: Final[dict[str, Callable[[Sequence[Member], Gathering, Clock], None]]] = {
    "days": read_days,
    "temperatures": read_temperatures,
    "nights": read_nights,
    "zones": read_zones,
    "exercises": read_exercises,
    "devices": read_devices,
    "menstrual": read_menstrual,
    "mindfulness": read_mindfulness,
}
_ABSENT: Final = {
    "estimated_oxygen_variation": ("spo2", "Only the variation of the oxygen signal is there, no saturation."),
    "time_in_heart_rate_zones": ("active_zone_minutes", "Only the time in heart rate zones is there."),
    "heart_rate-": ("resting_heart_rate", "Only single heart rates are there, no resting heart rate of a day."),
    "heart rate variability details": (
        "heart_rate_variability",
        "Only values within nights are there, none of nights.",
    ),
    "minute spo2": ("spo2", "Only values within nights are there, no mean of a night."),
    "respiratory rate summary": ("respiratory_rate", "Only values by sleep stage are there, none of nights."),
    "calories_": ("calories_kcal", "Only the calories of minutes with movement are there, not those of whole days."),
}


class FitbitRoom:
    source = "fitbit"
    title = "Fitbit"

    def claims(self, member: Member) -> bool:
        return kind_of(member) is not None

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        groups: dict[str, list[Member]] = defaultdict(list)
        left: dict[tuple[str, str], list[Member]] = defaultdict(list)
        for member in members:
            kind = kind_of(member)
            if kind is None:
                continue
            groups[kind.group].append(member)
            if kind.why_not:
                left[str(PurePosixPath(member.path).parent), kind.why_not].append(member)
        person = read_person(groups["person"], gathering)
        clock = clock_of(person.zone, groups["heart rates"])
        read_web(groups["web"], gathering, clock, person.height_cm)
        known = read_minutes(groups["minutes"], gathering, clock)
        read_google_days(groups["google days"], gathering, clock, known)
        read_body(groups["body"], gathering, clock, person.height_cm)
        for group, read in _READERS.items():
            read(groups[group], gathering, clock)
        _say_what_is_not_read(members, groups["heart rates"], left, gathering)


def _say_what_is_not_read(
    members: Sequence[Member],
    heart_rates: Sequence[Member],
    left: dict[tuple[str, str], list[Member]],
    gathering: Gathering,
) -> None:
    if heart_rates:
        gathering.left_out(_called(heart_rates), _HEART_RATES)
        gathering.found("files of single heart rates", len(heart_rates))
    for (_, why), group in left.items():
        gathering.left_out(_called(group), why)
    for begins, (metric, why) in _ABSENT.items():
        if any(each.name.lower().startswith(begins) for each in members):
            gathering.absent(metric, why)


def _called(group: Sequence[Member]) -> str:
    """The first of the files, and how many more there are."""
    return group[0].path if len(group) == 1 else f"{group[0].path} and {len(group) - 1:,} more"


FITBIT: Final = FitbitRoom()
