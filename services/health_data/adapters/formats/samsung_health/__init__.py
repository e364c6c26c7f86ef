"""Samsung Health: the tables that its app downloads, and the measurements that they name in files of JSON."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.days import Days
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Nights
from services.health_data.adapters.formats.samsung_health import rows
from services.health_data.adapters.formats.samsung_health.exercises import kind_of
from services.health_data.adapters.formats.samsung_health.floors import Floors
from services.health_data.adapters.formats.samsung_health.sleeps import Sleeps
from services.health_data.adapters.formats.samsung_health.steps import Steps
from services.health_data.adapters.formats.tables import Row, record
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Entry, Place

_HRV_FILE: Final = re.compile(r"(?:^|/)com\.samsung\.health\.hrv/(?:[^/]+/)?(?P<name>[^/]+\.json)$")
_JSON_FILE: Final = re.compile(r"(?:^|/)jsons/com\.samsung\.[^/]+/")
_NOT_KEPT: Final[Mapping[str, str]] = {
    "heart_rate": "single heart rates: not kept",
    "stress": "Samsung's own stress levels: not kept",
    "pedometer_step_count": "steps of minutes, which the totals of days hold too: not kept",
    "sleep_combined": "nights that the sessions hold too: not kept",
}
_LATEST: Final[Mapping[str, str]] = {"weight": "weight_kg", "body_fat": "body_fat_percent"}
_MEANS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "oxygen_saturation": (("spo2", "spo2"),),
    "blood_pressure": (("systolic", "systolic_blood_pressure"), ("diastolic", "diastolic_blood_pressure")),
    "respiratory_rate": (("average", "respiratory_rate"),),
    "skin_temperature": (("temperature", "skin_temperature"),),
}
_Stated = tuple[datetime, float]
_Shifts = dict[str, timedelta]


class SamsungHealthRoom:
    source = "samsung_health"
    title = "Samsung Health"

    def claims(self, member: Member) -> bool:
        return bool(rows.table_of(member) or _JSON_FILE.search(member.path))

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        reading = _Reading(gathering)
        for member in members:
            name = rows.table_of(member)
            if name:
                reading.take(name, member)
        for member in members:
            if _HRV_FILE.search(member.path):
                reading.take_variability(member)
            elif _JSON_FILE.search(member.path):
                gathering.left_out("jsons", "measurements of moments, as files of JSON: not kept")
        reading.tell()


class _Reading:
    """What the tables of one export come to."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._days = Days()
        self._nights = Nights()
        self._sleeps = Sleeps()
        self._floors = Floors()
        self._trend, self._pedometer, self._summary = Steps(), Steps(), Steps()
        self._shifts: _Shifts = {}
        self._height: _Stated | None = None
        self._readers: Mapping[str, tuple[str, Callable[[Row], None]]] = {
            "sleep": ("sleep sessions", lambda row: self._sleeps.session(row, gathering)),
            "sleep_stage": ("sleep stages", lambda row: self._sleeps.stage(row, gathering)),
            "step_daily_trend": ("days of steps", lambda row: self._trend.take(row, gathering)),
            "pedometer_day_summary": ("days of steps", lambda row: self._pedometer.take(row, gathering)),
            "activity.day_summary": ("days of activity", self._summed_up),
            "calories_burned.details": ("days of calories", self._calories),
            "exercise": ("exercises", self._exercise),
            "floors_day_summary": ("days of floors", self._floors.day),
            "floors_climbed": ("climbs of floors", self._floors.climb),
            "water_intake": ("drinks of water", self._water),
            "weight": ("weighings", self._weight),
            "height": ("heights", self._stands),
            "hrv": ("nights of heart rate variability", self._variability),
        }

    def take(self, name: str, member: Member) -> None:
        if name in _MEANS:
            for row in rows.samsung_rows(member, self._gathering):
                self._gathering.found(f"{name.replace('_', ' ')} values")
                self._means(name, row)
        elif name in self._readers:
            found, reader = self._readers[name]
            for row in rows.samsung_rows(member, self._gathering):
                self._gathering.found(found)
                reader(row)
        else:
            self._gathering.left_out(member.path, _NOT_KEPT.get(name, "not among what is kept"))

    def take_variability(self, member: Member) -> None:
        """Stretches of some minutes of a night, in milliseconds, in a file that the table of nights names."""
        content = texts.json_of(member)
        shift = self._shifts.get(member.name)
        for number, each in enumerate(content if isinstance(content, list) else (), 1):
            if not isinstance(each, dict):
                continue
            row = record(each, Place(member.path, number), self._gathering)
            end = rows.instant(row, "end_time") or rows.instant(row, "start_time")
            if end is None or shift is None:
                self._gathering.skip("heart rate variability: no date, or no night that it belongs to", row.at)
                continue
            when = rows.to_local(end, shift)
            for column, metric in (("rmssd", "heart_rate_variability"), ("sdnn", "hrv_sdnn")):
                if value := row.number(column):
                    self._days.mean(metric, when, value, row.at)

    def tell(self) -> None:
        self._days.tell(self._gathering)
        self._floors.tell(self._gathering)
        self._sleeps.tell(self._nights, self._gathering)
        self._nights.tell(self._gathering)
        told = self._trend.tell(self._gathering)
        told |= self._pedometer.tell(self._gathering, without=told | self._trend.days())
        self._summary.tell(self._gathering, without=told)
        if self._height is not None:
            self._gathering.person(height_cm=self._height[1])

    def _summed_up(self, row: Row) -> None:
        self._summary.take(row, self._gathering)
        self._floors.day(row)

    def _water(self, row: Row) -> None:
        when, amount = rows.local(row, "start_time"), row.number("amount")
        if when is not None and amount:
            when = when.replace(microsecond=0)
            self._gathering.entry(Entry(day=when.date(), at=when, tag="water", amount=amount, unit="ml"), row.at)

    def _calories(self, row: Row) -> None:
        """A day's energy is what is burnt at rest and by activity, and by digestion where that is stated apart."""
        day, rest, active = rows.day_of(row), row.number("rest_calorie"), row.number("active_calorie")
        if day is not None and rest is not None and active is not None:
            total = rest + active + (row.number("tef_calorie") or 0.0)
            self._days.largest("calories_kcal", day, total, row.at)

    def _exercise(self, row: Row) -> None:
        start = rows.local(row, "start_time")
        kind = kind_of(row.text("exercise_type"), row.text("title"))
        if start is None or not kind:
            self._gathering.skip("exercise: no start or no kind", row.at)
            return
        lasted = row.number("duration")
        self._gathering.activity(
            Activity(
                start=start.replace(microsecond=0),
                end=rows.local(row, "end_time"),
                kind=kind,
                duration_min=lasted / 60_000 if lasted else rows.minutes(row),
                distance_m=row.number("distance") or None,
                calories_kcal=row.number("calorie") or None,
                average_heart_rate=row.number("mean_heart_rate") or None,
                elevation_gain_m=row.number("altitude_gain") or None,
            ),
            row.at,
        )

    def _weight(self, row: Row) -> None:
        when = rows.local(row, "start_time")
        for column, metric in _LATEST.items():
            if when is not None and (value := row.number(column)):
                self._days.latest(metric, when, value, row.at)
        self._stands(row)

    def _stands(self, row: Row) -> None:
        when, height = rows.local(row, "start_time"), row.number("height")
        if when is not None and height:
            self._height = max(self._height or (when, height), (when, height))

    def _means(self, name: str, row: Row) -> None:
        when = rows.local(row, "end_time") or rows.local(row, "start_time")
        for column, metric in _MEANS[name]:
            if when is not None and (value := row.number(column)):
                self._days.mean(metric, when, value, row.at)

    def _variability(self, row: Row) -> None:
        file = row.text("binning_data")
        if file:
            self._shifts[file] = rows.offset(row)


SAMSUNG_HEALTH: Final = SamsungHealthRoom()
"""The room of Samsung Health."""
