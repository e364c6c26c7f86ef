"""What WHOOP's interface gives: cycles, recoveries, sleeps and workouts, in UTC with the wearer's offset beside it."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row, record
from services.health_data.adapters.formats.whoop.sports import SPORTS
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_HALF_A_DAY: Final = timedelta(hours=12)
_KILOJOULES: Final = 4.184
_MILLISECONDS: Final = 60_000
_OF_A_SLEEP: Final[Mapping[str, str]] = {
    "light_sleep_minutes": "total_light_sleep_time_milli",
    "deep_sleep_minutes": "total_slow_wave_sleep_time_milli",
    "rem_sleep_minutes": "total_rem_sleep_time_milli",
    "awake_minutes": "total_awake_time_milli",
}
_ASLEEP: Final = ("light_sleep_minutes", "deep_sleep_minutes", "rem_sleep_minutes")
_OF_A_RECOVERY: Final[Mapping[str, str]] = {
    "resting_heart_rate": "resting_heart_rate",
    "heart_rate_variability": "hrv_rmssd_milli",
    "spo2": "spo2_percentage",
    "skin_temperature": "skin_temp_celsius",
}
_KINDS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("sleeps", frozenset({"total_light_sleep_time_milli"})),
    ("recoveries", frozenset({"hrv_rmssd_milli"})),
    ("workouts", frozenset({"sport_id", "start"})),
    ("workouts", frozenset({"sport_name", "start"})),
    ("cycles", frozenset({"strain", "kilojoule", "start"})),
    ("measurements of the body", frozenset({"height_meter", "weight_kilogram"})),
)
"""By what only one kind of record holds, the first that fits."""


def records_in(content: object, member: str, gathering: Gathering) -> Iterator[tuple[str, Row]]:
    """The records of a file, each with its kind and its number, however they are packed."""
    for number, (kind, values) in enumerate(_found(content), 1):
        yield kind, record(values, Place(member, number), gathering)


def _found(content: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    values = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    flat = dict(_flat(content)) if isinstance(content, dict) else {}
    kind = next((name for name, holds in _KINDS if holds <= flat.keys()), "")
    if kind:
        yield kind, flat
    else:
        for each in values:
            yield from _found(each)


def _flat(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A record's names with what they hold; of what a score holds, its own names."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value)
        elif not isinstance(value, list):
            yield name, value


class Records:
    """Takes records in any order, and tells them when it is known which sleep each recovery and each cycle is about.

    As in WHOOP's tables, what a cycle and a recovery say counts for the day on which their sleep ends.
    """

    def __init__(self, nights: Nights) -> None:
        self._nights = nights
        self._sleeps: dict[str, tuple[Row, Sleep]] = {}
        self._recoveries: list[Row] = []
        self._cycles: dict[str, Row] = {}

    def take(self, kind: str, row: Row, gathering: Gathering) -> None:
        gathering.found(kind)
        if kind == "sleeps":
            self._sleep(row, gathering)
        elif kind == "recoveries":
            self._recoveries.append(row)
        elif kind == "cycles":
            self._cycles[row.text("id")] = row
        elif kind == "workouts":
            _workout(row, gathering)
        else:
            height = row.number("height_meter")
            gathering.person(
                height_cm=None if height is None else height * 100, weight_kg=row.number("weight_kilogram")
            )

    def _sleep(self, row: Row, gathering: Gathering) -> None:
        wake = _local(row, "end")
        values = {
            metric: milliseconds / _MILLISECONDS
            for metric, name in _OF_A_SLEEP.items()
            if (milliseconds := row.number(name)) is not None
        }
        if wake is None or any(metric not in values for metric in _ASLEEP):
            gathering.skip("sleep: no end, or not all of its stages", row.at)
            return
        values["sleep_minutes"] = sum(values[metric] for metric in _ASLEEP)
        if (rate := row.number("respiratory_rate")) is not None:
            values["respiratory_rate"] = rate
        sleep = Sleep(
            day=wake.date(),
            at=row.at,
            asleep_min=values["sleep_minutes"],
            values=values,
            bed=_local(row, "start"),
            wake=wake,
            nap=row.text("nap") == "true",
        )
        self._sleeps[row.text("id")] = (row, sleep)

    def tell(self, gathering: Gathering) -> None:
        """Before the nights are told, which take the place of what days without a sleep say."""
        of_cycle = {
            row.text("cycle_id"): sleep
            for row, sleep in self._sleeps.values()
            if row.text("cycle_id") and not sleep.nap
        }
        for row in self._recoveries:
            known = self._sleeps.get(row.text("sleep_id"))
            if known is not None and not known[1].nap:
                of_cycle[row.text("cycle_id")] = known[1]
        for _, sleep in self._sleeps.values():
            self._nights.add(sleep)
        for row in self._recoveries:
            values = {
                metric: value for metric, name in _OF_A_RECOVERY.items() if (value := row.number(name)) is not None
            }
            self._add(row, row.text("cycle_id"), values, of_cycle, gathering)
        for cycle, row in sorted(self._cycles.items(), key=lambda each: each[1].text("start")):
            energy = row.number("kilojoule")
            if not row.text("end"):
                gathering.skip("cycle: not over yet", row.at)
            elif energy is not None:
                self._add(row, cycle, {"calories_kcal": energy / _KILOJOULES}, of_cycle, gathering)

    def _add(
        self, row: Row, cycle: str, values: Mapping[str, float], of_cycle: Mapping[str, Sleep], gathering: Gathering
    ) -> None:
        sleep = of_cycle.get(cycle)
        if sleep is not None:
            self._nights.add(
                Sleep(
                    day=sleep.day,
                    at=row.at,
                    asleep_min=sleep.asleep_min,
                    values=values,
                    bed=sleep.bed,
                    wake=sleep.wake,
                )
            )
            return
        start = _local(self._cycles[cycle], "start") if cycle in self._cycles else None
        if start is None:
            gathering.skip("recovery: neither its sleep nor its cycle is there, so no day", row.at)
            return
        day: date = (start + _HALF_A_DAY).date()
        gathering.recorded(day)
        for metric, value in values.items():
            gathering.daily(metric, day, value, row.at)


def _local(row: Row, name: str) -> datetime | None:
    """The wearer's local time."""
    cell, offset = row.text(name), row.text("timezone_offset")
    try:
        moment = datetime.fromisoformat(cell)
        if offset and moment.tzinfo is not None:
            return moment.astimezone(datetime.strptime(offset, "%z").tzinfo).replace(tzinfo=None)
    except ValueError:
        pass
    return row.moment(name)


def _workout(row: Row, gathering: Gathering) -> None:
    start, end = _local(row, "start"), _local(row, "end")
    kind = row.text("sport_name").replace("_", " ").replace("-", " ").strip() or SPORTS.get(row.text("sport_id"), "")
    if start is None or not kind:
        gathering.skip("workout: no start, or a sport that is not known", row.at)
        return
    energy = row.number("kilojoule")
    activity = Activity(
        start=start,
        end=end,
        kind=kind[0].upper() + kind[1:],
        duration_min=None if end is None or end <= start else (end - start).total_seconds() / 60,
        distance_m=row.number("distance_meter"),
        calories_kcal=None if energy is None else energy / _KILOJOULES,
        average_heart_rate=row.number("average_heart_rate"),
        elevation_gain_m=row.number("altitude_gain_meter"),
    )
    gathering.activity(activity, row.at)
