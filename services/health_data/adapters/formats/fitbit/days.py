"""What Fitbit states once a day: resting heart rate, VO2 max, and the daily tables.

The date is the one that is written: a Z behind these times marks the day, not an instant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from services.health_data.adapters.formats.fitbit.json_records import number, records
from services.health_data.adapters.formats.fitbit.stamps import Clock, wall
from services.health_data.adapters.formats.fitbit.tables import cell_number, is_foreign, table
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place


@dataclass(frozen=True, kw_only=True)
class DailyTable:
    """A table with one row a day; of each, 0 means no reading.

    Attributes:
        begins: how the file's name begins, in small letters.
        column: in small letters.
        what: the rows, in a person's words.
    """

    begins: str
    column: str
    metric: str
    what: str


DAILY_TABLES: Final = (
    DailyTable(
        begins="daily heart rate variability summary",
        column="rmssd",
        metric="heart_rate_variability",
        what="nights of heart rate variability",
    ),
    DailyTable(
        begins="daily_heart_rate_variability",
        column="average heart rate variability milliseconds",
        metric="heart_rate_variability",
        what="nights of heart rate variability",
    ),
    DailyTable(
        begins="daily respiratory rate summary",
        column="daily_respiratory_rate",
        metric="respiratory_rate",
        what="nights of respiratory rate",
    ),
    DailyTable(
        begins="daily_respiratory_rate",
        column="breaths per minute",
        metric="respiratory_rate",
        what="nights of respiratory rate",
    ),
    DailyTable(begins="daily spo2", column="average_value", metric="spo2", what="nights of oxygen saturation"),
    DailyTable(
        begins="daily_oxygen_saturation",
        column="average percentage",
        metric="spo2",
        what="nights of oxygen saturation",
    ),
    DailyTable(
        begins="daily_resting_heart_rate",
        column="beats per minute",
        metric="resting_heart_rate",
        what="resting heart rates",
    ),
    DailyTable(
        begins="daily_sleep_temperature",
        column="nightly temperature celsius",
        metric="skin_temperature",
        what="nights of skin temperature",
    ),
    DailyTable(begins="stress score", column="stress_score", metric="stress_management_score", what="stress scores"),
)


def _resting(value: Any) -> float | None:  # noqa: ANN401, as JSON is
    return number(value.get("value")) if isinstance(value, Mapping) else number(value)


def _vo2_max(value: Any) -> float | None:  # noqa: ANN401, as JSON is
    """The filtered value is the one that the app shows."""
    if not isinstance(value, Mapping):
        return number(value)
    return number(value.get("filteredDemographicVO2Max")) or number(value.get("demographicVO2Max"))


DAILY_JSON: Final[Mapping[str, tuple[str, str, Callable[[Any], float | None]]]] = {
    "resting_heart_rate": ("resting_heart_rate", "resting heart rates", _resting),
    "demographic_vo2_max": ("vo2_max", "VO2 max values", _vo2_max),
}


def read_days(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """The daily tables, then the daily JSON files, which know nothing of other apps and go before."""
    del clock
    for spec in DAILY_TABLES:
        for member in members:
            if member.name.lower().startswith(spec.begins):
                _read_table(member, spec, gathering)
    for begins, (metric, what, value_of) in DAILY_JSON.items():
        for member in members:
            if member.name.lower().startswith(begins):
                _read_json(member, metric, what, value_of, gathering)


def _read_table(member: Member, spec: DailyTable, gathering: Gathering) -> None:
    for line, row in table(member):
        at, day = Place(member.path, line), wall(row.get("timestamp") or row.get("date"))
        if is_foreign(row):
            gathering.skip(f"{spec.metric}: from another app by way of Fitbit", at)
            continue
        value = cell_number(row.get(spec.column))
        failed = row.get("calculation_failed", "").lower() == "true" or row.get("status", "").upper() == "NO_DATA"
        if day is None or not value or failed:
            gathering.skip(f"{spec.metric}: no reading", at)
            continue
        gathering.found(spec.what)
        gathering.daily(spec.metric, day.date(), value, at)


def _read_json(
    member: Member, metric: str, what: str, value_of: Callable[[Any], float | None], gathering: Gathering
) -> None:
    for row, record in records(member):
        at, day, value = Place(member.path, row), wall(record.get("dateTime")), value_of(record.get("value"))
        if day is None or not value:
            # Days without a reading, to the end of the year, are written as 0.
            continue
        gathering.found(what)
        gathering.daily(metric, day.date(), value, at)


def read_temperatures(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """Computed Temperature - <date>.csv: of several sleeps that end on a day the longest counts."""
    del clock
    longest: dict[object, timedelta] = {}
    for member in members:
        for line, row in table(member):
            at = Place(member.path, line)
            start, end = wall(row.get("sleep_start")), wall(row.get("sleep_end"))
            value = cell_number(row.get("nightly_temperature"))
            if start is None or end is None or not value:
                gathering.skip("skin_temperature: no reading", at)
                continue
            gathering.found("nights of skin temperature")
            if end - start >= longest.get(end.date(), timedelta()):
                longest[end.date()] = end - start
                gathering.daily("skin_temperature", end.date(), value, at)
