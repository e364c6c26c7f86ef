"""The files of Fitbit exports by their names: which are read together, and why the others are not."""

import re
from dataclasses import dataclass
from typing import Final

from services.health_data.adapters.formats.fitbit.web import WEB_HEADERS, WEB_TITLES
from services.health_data.adapters.formats.members import Member

_DATED: Final = r"(?:[-_ ].*)?"
_JSON: Final = _DATED + r"\.json"
_CSV: Final = _DATED + r"\.csv"


@dataclass(frozen=True)
class Kind:
    """Files of one kind.

    Attributes:
        name: a regular expression on the file's name in small letters.
        shows: one of these stands at the beginning of every such file, in small letters; empty asks for nothing.
        group: what reads it; empty where nothing does.
        why_not: why nothing does.
    """

    name: str
    shows: tuple[str, ...]
    group: str = ""
    why_not: str = ""


KINDS: Final = (
    Kind(rf"(?:steps|distance|altitude|calories){_JSON}", ('"datetime"',), "minutes"),
    Kind(rf"heart_rate{_JSON}", ('"bpm"',), "heart rates"),
    Kind(rf"(?:resting_heart_rate|demographic_vo2_max){_JSON}", ('"datetime"',), "days"),
    Kind(rf"sleep{_JSON}", ('"dateofsleep"', '"minutesasleep"', '"infocode"'), "nights"),
    Kind(rf"sleep_score{_CSV}", ("sleep_log_entry_id", "overall_score"), "nights"),
    Kind(rf"usersleep(?:s|stages|scores){_CSV}", ("sleep_id",), "nights"),
    Kind(rf"weight{_JSON}", ('"bmi"', '"logid"'), "body"),
    Kind(rf"(?:weight|body_fat){_CSV}", ("weight grams", "body fat percentage"), "body"),
    Kind(rf"exercise{_JSON}", ('"activityname"', '"activitytypeid"'), "exercises"),
    Kind(rf"userexercises{_CSV}", ("exercise_start",), "exercises"),
    Kind(rf"daily heart rate variability summary{_CSV}", ("rmssd",), "days"),
    Kind(rf"daily respiratory rate summary{_CSV}", ("daily_respiratory_rate",), "days"),
    Kind(rf"daily spo2{_CSV}", ("average_value",), "days"),
    Kind(rf"stress score{_CSV}", ("stress_score",), "days"),
    Kind(
        rf"daily_(?:resting_heart_rate|heart_rate_variability|respiratory_rate|oxygen_saturation|sleep_temperature\w*)"
        rf"{_CSV}",
        ("data source",),
        "days",
    ),
    Kind(rf"computed temperature{_CSV}", ("nightly_temperature",), "temperatures"),
    Kind(rf"active[_ ]zone[_ ]minutes{_CSV}", ("total_minutes", "total minutes"), "zones"),
    Kind(rf"(?:steps|distance|floors){_CSV}", ("data source",), "google days"),
    Kind(r"profile\.csv", ("date_of_birth",), "person"),
    Kind(r"(?:trackers|devices)\.csv", ("tracker_id", "wire_id"), "devices"),
    Kind(r"menstrual_health_(?:cycles|symptoms)\.csv", ("period_start_date", "flow"), "menstrual"),
    Kind(r"mindfulness[_ ]sessions\.csv", ("session_id",), "mindfulness"),
    Kind(
        rf"(?:lightly|moderately|very)_active_minutes{_JSON}|sedentary_minutes{_JSON}",
        ('"datetime"',),
        why_not="minutes graded by movement are no active zone minutes",
    ),
    Kind(
        rf"time_in_heart_rate_zones{_JSON}",
        ('"datetime"',),
        why_not="time in heart rate zones is no active zone minutes, which count from another heart rate on",
    ),
    Kind(rf"run_vo2_max{_JSON}", ('"datetime"',), why_not="VO2 max by single runs; the daily value is read"),
    Kind(
        rf"estimated_oxygen_variation{_CSV}",
        ("infrared to red",),
        why_not="the variation of the oxygen signal is no oxygen saturation",
    ),
    Kind(rf"minute spo2{_CSV}", ("timestamp",), why_not="oxygen saturation by the minute; the daily mean is read"),
    Kind(
        rf"heart rate variability (?:details|histogram){_CSV}",
        ("timestamp",),
        why_not="heart rate variability within nights; the nightly summary is read",
    ),
    Kind(
        rf"respiratory rate summary{_CSV}", ("timestamp",), why_not="respiratory rate by sleep stage; the daily is read"
    ),
    Kind(
        rf"(?:device|wrist|manual) temperature{_CSV}",
        ("temperature", "recorded_time"),
        why_not="temperatures within nights or by hand; the nightly skin temperature is read",
    ),
    Kind(rf"swim_lengths_data{_JSON}", ('"datetime"',), why_not="single lengths of swims"),
    Kind(rf"calories{_CSV}", ("data source",), why_not="calories of the minutes with movement only, not of the day"),
    Kind(
        r"\w+\.csv",
        (",data source",),
        why_not="values within the day, or of what is not kept",
    ),
)
_COMPILED: Final = tuple((re.compile(each.name), each) for each in KINDS)
_FOLDERS: Final = frozenset({"fitbit", "google health", "myfitbitdata", "user-site-export"})
_WITHOUT_TITLE: Final = (
    frozenset({"date", "calories burned", "steps", "minutes sedentary", "activity calories"}),
    frozenset({"start time", "end time", "minutes asleep", "number of awakenings"}),
)
OTHER: Final = Kind("", (), why_not="nothing in it that is kept")
WEB: Final = Kind("", (), "web")


def kind_of(member: Member) -> Kind | None:
    """What a file is; None of one that is not Fitbit's."""
    name = member.name.lower()
    shown = member.head[:4096].lower().replace(b"\x00", b"").decode("latin-1")
    for pattern, kind in _COMPILED:
        if pattern.fullmatch(name) and any(each in shown for each in kind.shows):
            return kind
    if name.endswith(".csv") and _is_web(member, name):
        return WEB
    return OTHER if _FOLDERS & {part.lower() for part in member.path.split("/")[:-1]} else None


def _is_web(member: Member, name: str) -> bool:
    if name.startswith("fitbit_export"):
        return True
    lines = member.head.decode("latin-1").lower().splitlines()[:2]
    cells = [{cell.strip(' "') for cell in line.replace(";", ",").replace("\t", ",").split(",")} for line in lines]
    titled = len(cells) > 1 and bool(cells[0] & WEB_TITLES) and any(header <= cells[1] for header in WEB_HEADERS)
    return titled or any(header <= each for header in _WITHOUT_TITLE for each in cells)
