"""Which of Oura's tables and lists a file or a record is, by what it calls its columns."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.layouts import column_key

SLEEP: Final = "sleep"
DAILY_SLEEP: Final = "daily sleep"
ACTIVITY: Final = "daily activity"
READINESS: Final = "daily readiness"
SPO2: Final = "blood oxygen"
VO2_MAX: Final = "VO2 max"
WORKOUT: Final = "workouts"
SESSION: Final = "sessions"
TAG: Final = "tags"
TRENDS: Final = "trends"


@dataclass(frozen=True)
class _Kind:
    """One of Oura's tables.

    Attributes:
        name: which it is.
        stems: what its files and lists are called, in letters and digits alone.
        signatures: each a set of columns that only this table has together.
    """

    name: str
    stems: frozenset[str]
    signatures: tuple[frozenset[str], ...]


def _kind(name: str, stems: str, *signatures: str) -> _Kind:
    return _Kind(name, frozenset(stems.split()), tuple(frozenset(each.split()) for each in signatures))


_KINDS: Final = (
    _kind(
        SLEEP,
        "sleepmodel sleep sleepperiods",
        "bedtime_start bedtime_end total_sleep_duration",
        "bedtime_start bedtime_end total rem deep",
    ),
    _kind(SPO2, "dailyspo2", "spo2_percentage", "spo2_percentage.average", "spo2_percentage_average"),
    _kind(TAG, "enhancedtag enhancedtags tag tags", "tag_type_code", "tags day timestamp"),
    _kind(WORKOUT, "workout workouts", "activity start_datetime end_datetime"),
    _kind(SESSION, "session sessions", "type start_datetime end_datetime"),
    _kind(VO2_MAX, "vo2max", "day vo2_max"),
    _kind(
        ACTIVITY,
        "dailyactivity activity",
        "day steps equivalent_walking_distance",
        "day steps total_calories",
        "summary_date steps cal_total",
    ),
    _kind(READINESS, "dailyreadiness readiness", "day temperature_deviation", "summary_date score_recovery_index"),
    _kind(
        DAILY_SLEEP,
        "dailysleep",
        "day score contributors_restfulness",
        "day score contributors.restfulness",
    ),
)
_OF_TRENDS_ALONE: Final = frozenset(
    {
        *("sleep_score", "readiness_score", "activity_score", "activity_burn", "total_burn", "restfulness_score"),
        *("restless_sleep", "lowest_resting_heart_rate", "average_resting_heart_rate", "sleep_efficiency_score"),
        *("total_bedtime", "total_sleep_score", "total_sleep_time"),
    }
)
"""Names that no other of Oura's tables has."""
_OF_TRENDS: Final = _OF_TRENDS_ALONE | {"rem_sleep_duration", "total_sleep_duration", "equivalent_walking_distance"}
_IN_JSON: Final = re.compile(
    rb'"(?:hr_lowest|lowest_heart_rate|equivalent_walking_distance|temperature_(?:trend_)?deviation|cal_total'
    rb'|spo2_percentage|tag_type_code|restfulness|daily_activity|daily_readiness|daily_sleep|score_recovery_index)"\s*:'
)
_DAY_COLUMNS: Final = frozenset({"day", "date", "summary_date", "start_day", "timestamp", "start_datetime"})


def stem_of(name: str) -> str:
    """What a file or a list is called, without Oura's name, dates and punctuation: "dailysleep"."""
    words = re.findall(r"[a-z0-9]+", name.lower().rsplit(".", 1)[0])
    return "".join(word for word in words if word[0].isalpha() and word not in ("oura", "export", "data"))


def kind_of(columns: Collection[str], stem: str) -> str:
    """The table that has these columns; empty where it is none that is read."""
    present = frozenset(map(column_key, columns))
    if "date" in present and len(present & _OF_TRENDS_ALONE) >= 2:
        return TRENDS
    for kind in _KINDS:
        if any(signature <= present for signature in kind.signatures):
            return kind.name
    if "date" in present and len(present & _OF_TRENDS) >= 2:
        return TRENDS
    named = next((kind.name for kind in _KINDS if stem in kind.stems), "")
    return named if present & _DAY_COLUMNS else ""


def has_activity(columns: Collection[str]) -> bool:
    """Whether a table of sleeps, by the keys of its columns, has a day's activity in the same row."""
    (activity,) = (kind for kind in _KINDS if kind.name == ACTIVITY)
    return any(signature.issubset(columns) for signature in activity.signatures)


def is_ouras(member: Member) -> bool:
    """Whether a file is one of Oura's exports."""
    path = member.path.lower()
    named = "oura" in path or "app data/" in path
    if path.endswith(".json"):
        return bool(_IN_JSON.search(member.head)) or (named and member.head.lstrip()[:1] in (b"{", b"["))
    if not path.endswith((".csv", ".txt")) or b"\0" in member.head[:4]:
        return False
    columns = texts.header_of(member)
    if len(columns) < 2:
        return False
    stem = stem_of(member.name)
    daily_stem = stem.startswith(("daily", "sleepmodel", "enhancedtag"))
    return named or bool(kind_of(columns, stem if daily_stem else ""))
