"""The activities of Garmin Connect as records: those of the export of an account, and those of its interfaces."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from services.health_data.adapters.formats.garmin.chosen import Bout, Chosen, Rank
from services.health_data.adapters.formats.garmin.records import first
from services.health_data.adapters.formats.garmin.values import end_of, moment, number, plain_kind
from services.health_data.domain.records import Activity, Place

UTC_NOTE: Final = "Activities without a time zone were taken as they are stated, in UTC."


@dataclass(frozen=True, kw_only=True)
class Units:
    """By what values are divided.

    Attributes:
        seconds: of durations, to be in seconds.
        metres: of distances and heights, to be in metres.
        kcal: of energy, to be in kilocalories.
    """

    seconds: float
    metres: float
    kcal: float


EXPORT: Final = Units(seconds=1000.0, metres=100.0, kcal=4.19002)
"""The export of an account is in milliseconds, centimetres and kilojoules.

Its energy is whole kilocalories times 4.19002, not 4.184: only so do the values of exports come out whole.
"""
INTERFACE: Final = Units(seconds=1.0, metres=1.0, kcal=1.0)


def is_activity(record: Mapping[str, Any]) -> bool:
    return "activityid" in record and ("begintimestamp" in record or "starttimelocal" in record)


def read_activity(record: Mapping[str, Any], at: Place, chosen: Chosen) -> None:
    """Takes one activity of a flat record."""
    # The export counts milliseconds where the interfaces write a text.
    units = INTERFACE if isinstance(record.get("starttimelocal"), str) else EXPORT
    started = moment(first(record, "begintimestamp", "starttimegmt"))
    local = moment(first(record, "starttimelocal"))
    if local is None and started is not None:
        local = local_start(started, chosen)
    if local is None:
        chosen.gathering.skip("activity: no start", at)
        return
    elapsed = number(first(record, "elapsedduration"))
    kind = plain_kind(str(first(record, "activitytypetypekey", "activitytype") or "other"))
    activity = Activity(
        start=local,
        kind=kind,
        end=end_of(local, None if elapsed is None else elapsed / units.seconds),
        duration_min=_over(record, units.seconds * 60, "duration"),
        distance_m=_over(record, units.metres, "distance") or None,
        calories_kcal=_over(record, units.kcal, "calories"),
        average_heart_rate=_over(record, 1, "averagehr", "avghr") or None,
        elevation_gain_m=_over(record, units.metres, "elevationgain"),
        steps=_over(record, 1, "steps"),
    )
    bout = Bout(
        activity=activity,
        at=at,
        rank=Rank.MEASURED,
        started=started,
        number=str(first(record, "activityid") or ""),
        parent=str(first(record, "parentid") or ""),
    )
    chosen.bout(bout)


def local_start(started: datetime, chosen: Chosen) -> datetime:
    """A start in UTC by the clock of the person, where the day tells it; else as it is stated, which is noted."""
    offset = chosen.offset(started)
    if offset is None:
        chosen.gathering.note(UTC_NOTE)
        return started
    return started + offset


def _over(record: Mapping[str, Any], divisor: float, *keys: str) -> float | None:
    value = number(first(record, *keys))
    return None if value is None or value < 0 else value / divisor
