"""Workouts: their attributes, and the statistics within them that newer exports have in place of those."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from services.health_data.adapters.formats.apple_health.kinds import PREFIXES, spaced
from services.health_data.adapters.formats.apple_health.moments import Moment
from services.health_data.adapters.formats.apple_health.sleep import local_time
from services.health_data.adapters.formats.apple_health.sources import Kind
from services.health_data.adapters.formats.apple_health.units import (
    COUNT,
    KILOCALORIES,
    METRES,
    MINUTES,
    PER_MINUTE,
    Units,
)
from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.records import Activity

_PREFIX: Final = "HKWorkoutActivityType"
_SEVERAL_SPORTS: Final = ("Swim bike run", "Transition")
_DISTANCE: Final = "Distance"
_BY_KIND: Final = {
    "Cycling": "DistanceCycling",
    "Hand cycling": "DistanceCycling",
    "Swimming": "DistanceSwimming",
    "Wheelchair run pace": "DistanceWheelchair",
    "Wheelchair walk pace": "DistanceWheelchair",
}
_ON_FOOT: Final = "DistanceWalkingRunning"


@dataclass(kw_only=True)
class Workout:
    """A workout as it is read.

    Attributes:
        attributes: of the element itself.
        statistics: the attributes of those within it, by type without its prefix.
        elevation: "5348 cm"; empty where none is stated.
        zone: IANA; empty where none is stated.
    """

    attributes: Mapping[str, str]
    member: int
    line: int
    start: Moment
    end: Moment
    source: int
    statistics: dict[str, Mapping[str, str]] = field(default_factory=dict)
    elevation: str = ""
    zone: str = ""

    @property
    def kind(self) -> str:
        """Apple's type in plain words."""
        return spaced(self.attributes.get("workoutActivityType", "").removeprefix(_PREFIX)) or "Workout"

    def statistic(self, attributes: Mapping[str, str]) -> None:
        name = attributes.get("type", "")
        for prefix in PREFIXES:
            name = name.removeprefix(prefix)
        self.statistics[name] = attributes

    def activity(self) -> Activity:
        """All that it states in a known unit; 0 of a distance or an energy is none."""
        number, _, unit = self.elevation.partition(" ")
        return Activity(
            start=self._local(self.start),
            end=self._local(self.end),
            kind=self.kind,
            duration_min=self._duration(),
            distance_m=self._distance() or None,
            calories_kcal=self._energy() or None,
            average_heart_rate=_amount("average_heart_rate", self._statistic("HeartRate", "average"), PER_MINUTE),
            elevation_gain_m=_amount("elevation_gain_m", (number, unit.strip()), METRES),
            steps=_amount("steps", self._statistic("StepCount", "sum"), COUNT) or None,
        )

    def _local(self, moment: Moment) -> datetime:
        return local_time(moment.utc, moment.offset, self.zone)

    def _duration(self) -> float | None:
        if "duration" not in self.attributes:
            return _within("duration_min", (self.end.utc - self.start.utc) / 60)
        stated = self.attributes["duration"], self.attributes.get("durationUnit", "")
        return _amount("duration_min", stated, MINUTES)

    def _distance(self) -> float | None:
        stated = self.attributes.get("totalDistance", ""), self.attributes.get("totalDistanceUnit", "")
        total = _amount("distance_m", stated, METRES)
        if total:
            return total
        names = [name for name in self.statistics if name.startswith(_DISTANCE)]
        if len(names) > 1 and self.kind not in _SEVERAL_SPORTS:
            names = [name for name in names if name == _BY_KIND.get(self.kind, _ON_FOOT)]
        parts = [_amount("distance_m", self._statistic(name, "sum"), METRES) for name in names]
        known = [part for part in parts if part is not None]
        return sum(known) if known and len(known) == len(parts) else None

    def _energy(self) -> float | None:
        stated = self.attributes.get("totalEnergyBurned", ""), self.attributes.get("totalEnergyBurnedUnit", "")
        return _amount("calories_kcal", stated, KILOCALORIES) or _amount(
            "calories_kcal", self._statistic("ActiveEnergyBurned", "sum"), KILOCALORIES
        )

    def _statistic(self, name: str, of: str) -> tuple[str, str]:
        found = self.statistics.get(name, {})
        return found.get(of, ""), found.get("unit", "")


def _amount(name: str, stated: tuple[str, str], units: Units) -> float | None:
    """A value and its unit as a field of an activity; None where that cannot be."""
    text, unit = stated
    if unit not in units:
        return None
    try:
        return _within(name, float(text) * units[unit].times)
    except ValueError:
        return None


def _within(name: str, value: float) -> float | None:
    field_ = STORED_FIELD[name]
    return value if field_.low <= value <= field_.high else None


@dataclass(frozen=True)
class Counted:
    """The workouts that count, and those that tell of the same again."""

    counted: list[Workout]
    again: list[Workout]


def once(workouts: list[Workout], kinds: Mapping[int, Kind], names: list[str]) -> Counted:
    """Each bout once.

    Of two of one kind and of different sources that share more than half of the shorter one's time, that of the first
    source counts (see `sources`).
    """
    kept: list[Workout] = []
    again: list[Workout] = []
    ordered = sorted(workouts, key=lambda each: (each.start.utc, each.end.utc, each.line))
    last: dict[str, list[Workout]] = {}
    for workout in ordered:
        near = [each for each in last.get(workout.kind, []) if each.end.utc > workout.start.utc]
        rival = next((each for each in near if each.source != workout.source and _share(each, workout)), None)
        if rival is None:
            near.append(workout)
            kept.append(workout)
        elif _rank(workout, kinds, names) < _rank(rival, kinds, names):
            near[near.index(rival)] = workout
            kept[kept.index(rival)] = workout
            again.append(rival)
        else:
            again.append(workout)
        last[workout.kind] = near
    return Counted(kept, again)


def _share(one: Workout, other: Workout) -> bool:
    common = min(one.end.utc, other.end.utc) - max(one.start.utc, other.start.utc)
    shorter = min(one.end.utc - one.start.utc, other.end.utc - other.start.utc)
    return common * 2 > shorter


def _rank(workout: Workout, kinds: Mapping[int, Kind], names: list[str]) -> tuple[Kind, str]:
    return kinds[workout.source], names[workout.source]
