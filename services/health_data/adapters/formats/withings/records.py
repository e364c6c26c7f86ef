"""What Withings' interface gives: measurements, days of activity, sleeps and workouts, in seconds since 1970."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from services.health_data.adapters.formats.days import Days
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.withings.sleeps import Sleeps
from services.health_data.adapters.formats.withings.values import measured
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_IN_JSON: Final = re.compile(
    rb'"(?:measuregrps|grpid|hash_deviceid|totalcalories|lightsleepduration|wakeupduration|manual_calories)"\s*:'
)
_LATEST: Final[Mapping[int, str]] = {1: "weight_kg", 6: "body_fat_percent", 123: "vo2_max"}
_MEANS: Final[Mapping[int, str]] = {10: "systolic_blood_pressure", 9: "diastolic_blood_pressure", 54: "spo2"}
_HEIGHT: Final = 4
_WHOLE_BODY: Final = 7
_A_GOAL: Final = 2
_LARGEST_POWER: Final = 9
_WHOSE_IS_NOT_SURE: Final = 1
_STAGES: Final[Mapping[str, str]] = {
    "light": "lightsleepduration",
    "deep": "deepsleepduration",
    "rem": "remsleepduration",
    "awake": "wakeupduration",
}
# fmt: off
_WORKOUTS: Final[Mapping[int, str]] = {
    1: "Walk", 2: "Run", 3: "Hiking", 4: "Skating", 5: "BMX", 6: "Bicycling", 7: "Swimming", 8: "Surfing",
    9: "Kitesurfing", 10: "Windsurfing", 11: "Bodyboard", 12: "Tennis", 13: "Table tennis", 14: "Squash",
    15: "Badminton", 16: "Lift weights", 17: "Calisthenics", 18: "Elliptical", 19: "Pilates", 20: "Basketball",
    21: "Soccer", 22: "Football", 23: "Rugby", 24: "Volleyball", 25: "Water polo", 26: "Horse riding", 27: "Golf",
    28: "Yoga", 29: "Dancing", 30: "Boxing", 31: "Fencing", 32: "Wrestling", 33: "Martial arts", 34: "Skiing",
    35: "Snowboarding", 36: "Other", 187: "Rowing", 188: "Zumba", 191: "Baseball", 192: "Handball", 193: "Hockey",
    194: "Ice hockey", 195: "Climbing", 196: "Ice skating", 272: "Multi-sport", 306: "Indoor walking",
    307: "Indoor running", 308: "Indoor cycling",
}
# fmt: on
Json = Mapping[str, Any]


def is_given_by_its_interface(member: Member) -> bool:
    return member.name.lower().endswith(".json") and bool(_IN_JSON.search(member.head))


class Records:
    """Takes the records of files of JSON, however they are packed."""

    def __init__(self, gathering: Gathering, days: Days, sleeps: Sleeps) -> None:
        self._gathering = gathering
        self._days = days
        self._sleeps = sleeps
        self._heights: dict[int, float] = {}

    def take(self, content: object, member: str) -> int:
        """How many records were taken over."""
        readers = {
            "weighings and measurements": self._measures,
            "days of activity": self._day,
            "sleeps": self._sleep,
            "workouts": self._workout,
        }
        taken = 0
        for taken, (kind, values, zone) in enumerate(_found(content, None), 1):
            self._gathering.found(kind)
            readers[kind](values, zone, Place(member, taken))
        return taken

    def tell(self) -> None:
        if self._heights:
            self._gathering.person(height_cm=self._heights[max(self._heights)] * 100)

    def _local(self, seconds: object, zone: tzinfo | None) -> datetime | None:
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            return None
        if zone is None:
            self._gathering.note("Times that are stated in UTC alone were taken as stated.")
        try:
            return datetime.fromtimestamp(seconds, zone or UTC).replace(tzinfo=None)
        except (OverflowError, OSError, ValueError):
            return None

    def _measures(self, group: Json, zone: tzinfo | None, at: Place) -> None:
        when = self._local(group.get("date"), zone)
        if when is None:
            self._gathering.skip("measurement: no date", at)
        elif group.get("category") == _A_GOAL:
            self._gathering.skip("measurement: a goal, which was not measured", at)
        elif group.get("attrib") == _WHOSE_IS_NOT_SURE:
            self._gathering.skip("measurement: it may be another person's", at)
        else:
            self._gathering.device(str(group.get("model") or ""))
            for measure in group["measures"]:
                if isinstance(measure, Mapping) and measure.get("position") in (None, _WHOLE_BODY):
                    self._measure(measure, when, at)

    def _measure(self, measure: Json, when: datetime, at: Place) -> None:
        kind, value = measure.get("type"), _scaled(measure.get("value"), measure.get("unit"))
        if value is None or not isinstance(kind, int):
            return
        if kind == _HEIGHT:
            self._heights[int(when.replace(tzinfo=UTC).timestamp())] = value
        elif kind in _LATEST:
            self._days.latest(_LATEST[kind], when, value, at)
        elif kind in _MEANS:
            self._days.mean(_MEANS[kind], when, value, at)

    def _day(self, values: Json, _zone: tzinfo | None, at: Place) -> None:
        day = _date(values.get("date"))
        if day is None:
            self._gathering.skip("day of activity: no date", at)
            return
        self._gathering.recorded(day)
        for metric, name, over in (("steps", "steps", 1), ("distance_km", "distance", 1000)):
            value = values.get(name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                self._days.largest(metric, day, value / over, at)
        if (energy := measured(values, "totalcalories")) is not None:
            self._days.largest("calories_kcal", day, energy, at)

    def _sleep(self, record: Json, zone: tzinfo | None, at: Place) -> None:
        data = record["data"] if isinstance(record.get("data"), Mapping) else record
        seconds = {
            stage: float(data[name])
            for stage, name in _STAGES.items()
            if isinstance(data.get(name), int | float) and not isinstance(data[name], bool)
        }
        others = {"sleep_score": measured(data, "sleep_score"), "respiratory_rate": measured(data, "rr_average")}
        self._sleeps.add(
            seconds,
            bed=self._local(record.get("startdate"), zone),
            wake=self._local(record.get("enddate"), zone),
            others={metric: value for metric, value in others.items() if value is not None},
            at=at,
            gathering=self._gathering,
        )

    def _workout(self, record: Json, zone: tzinfo | None, at: Place) -> None:
        start, end = self._local(record.get("startdate"), zone), self._local(record.get("enddate"), zone)
        kind = _WORKOUTS.get(record["category"]) if isinstance(record["category"], int) else None
        if start is None or kind is None:
            self._gathering.skip("workout: no start, or a kind that is not known", at)
            return
        data = record["data"] if isinstance(record.get("data"), Mapping) else {}
        activity = Activity(
            start=start,
            end=end,
            kind=kind,
            duration_min=(record["enddate"] - record["startdate"]) / 60 if end is not None and end > start else None,
            distance_m=measured(data, "manual_distance", "distance"),
            calories_kcal=measured(data, "manual_calories", "calories"),
            average_heart_rate=measured(data, "hr_average"),
            steps=measured(data, "steps"),
        )
        self._gathering.activity(activity, at)


def _found(content: object, zone: tzinfo | None) -> Iterator[tuple[str, Json, tzinfo | None]]:
    """The records in a file, each with the zone that it or what it stands in states."""
    if isinstance(content, list):
        for each in content:
            yield from _found(each, zone)
    elif isinstance(content, Mapping):
        zone = _zone(content.get("timezone")) or zone
        kind = _kind(content)
        if kind:
            yield kind, content, zone
        else:
            for each in content.values():
                yield from _found(each, zone)


def _kind(record: Json) -> str:
    if isinstance(record.get("measures"), list) and "date" in record:
        return "weighings and measurements"
    if "totalcalories" in record and "steps" in record:
        return "days of activity"
    if "startdate" not in record or "enddate" not in record:
        return ""
    if "category" in record:
        return "workouts"
    data = record.get("data", record)
    return "sleeps" if isinstance(data, Mapping) and _STAGES["light"] in data else ""


def _zone(name: object) -> tzinfo | None:
    try:
        return ZoneInfo(name) if isinstance(name, str) and name else None
    except (KeyError, ValueError, OSError):
        return None


def _date(text: object) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _scaled(value: object, unit: object) -> float | None:
    """A whole number and the power of ten that it is to be multiplied by."""
    if type(value) is not int or type(unit) is not int or abs(unit) > _LARGEST_POWER:
        return None
    return float(f"{value}e{unit}")
