"""Oura's records, one by one: what each column is here, and in which unit Oura states it."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.oura import kinds
from services.health_data.adapters.formats.questions import tag_of
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Entry

_SECONDS: Final[Mapping[str, tuple[str, ...]]] = {
    "sleep_minutes": ("total_sleep_duration", "total"),
    "deep_sleep_minutes": ("deep_sleep_duration", "deep"),
    "light_sleep_minutes": ("light_sleep_duration", "light"),
    "rem_sleep_minutes": ("rem_sleep_duration", "rem"),
    "awake_minutes": ("awake_time", "awake"),
}
_AS_THEY_ARE: Final[Mapping[str, tuple[str, ...]]] = {
    "resting_heart_rate": ("lowest_heart_rate", "hr_lowest"),
    "heart_rate_variability": ("average_hrv", "rmssd"),
    "respiratory_rate": ("average_breath", "breath_average"),
    "sleep_score": ("score",),
}
_A_NIGHT: Final = frozenset({"long_sleep"})
_A_NAP: Final = frozenset({"late_nap"})


def sleep(row: Row, gathering: Gathering, nights: Nights) -> None:
    """A period of sleep. Oura's `day` is the date of the wake-up; of version 1 it is the one before, and not read."""
    wake = row.moment("bedtime_end")
    day = wake.date() if wake is not None else row.day("day")
    if day is None:
        gathering.skip("sleep: no date", row.at)
        return
    kind = row.text("type").casefold()
    if "type" in row.cells and kind not in _A_NIGHT | _A_NAP:
        gathering.skip("sleep: not called a long sleep, so no night", row.at)
        return
    values = {metric: value / 60 for metric, names in _SECONDS.items() if (value := row.number(*names)) is not None}
    values |= {metric: value for metric, names in _AS_THEY_ARE.items() if (value := row.number(*names))}
    nights.add(
        Sleep(
            day=day,
            at=row.at,
            asleep_min=values.get("sleep_minutes"),
            values=values,
            bed=row.moment("bedtime_start"),
            wake=wake,
            nap=kind in _A_NAP,
            main=kind in _A_NIGHT or row.text("is_longest") in ("1", "true"),
        )
    )


def _daily_sleep(row: Row, gathering: Gathering) -> None:
    _daily(row, gathering, "sleep_score", row.number("score"))


def _activity(row: Row, gathering: Gathering) -> None:
    day = row.day("day", "summary_date")
    if day is not None:
        gathering.recorded(day)
    _daily(row, gathering, "steps", row.number("steps"))
    _daily(row, gathering, "calories_kcal", row.number("total_calories", "cal_total"))
    metres = row.number("equivalent_walking_distance", "daily_movement")
    _daily(row, gathering, "distance_km", None if metres is None else metres / 1000)


def _spo2(row: Row, gathering: Gathering) -> None:
    """The mean of a night, which is an object within its cell."""
    flat = row.number("spo2_percentage.average", "spo2_percentage_average", "average_spo2")
    cell = row.text("spo2_percentage")
    if flat is None and cell:
        try:
            stated = json.loads(cell.replace("'", '"').replace("None", "null"))
        except ValueError:
            gathering.skip("spo2_percentage: not a number", row.at)
            return
        average = stated.get("average") if isinstance(stated, dict) else stated
        flat = float(average) if isinstance(average, int | float) and not isinstance(average, bool) else None
    _daily(row, gathering, "spo2", flat or None)


def _vo2_max(row: Row, gathering: Gathering) -> None:
    _daily(row, gathering, "vo2_max", row.number("vo2_max"))


def _daily(row: Row, gathering: Gathering, metric: str, value: float | None) -> None:
    day = row.day("day", "summary_date", "timestamp")
    if day is not None and value is not None:
        gathering.daily(metric, day, value, row.at)


def _workout(row: Row, gathering: Gathering) -> None:
    start, end = row.moment("start_datetime"), row.moment("end_datetime")
    kind = row.text("activity").replace("_", " ").strip()
    if start is None or not kind:
        gathering.skip("workout: no start or no kind", row.at)
        return
    gathering.activity(
        Activity(
            start=start,
            end=end,
            kind=kind[0].upper() + kind[1:],
            duration_min=row.minutes(("start_datetime",), ("end_datetime",)),
            distance_m=row.number("distance"),
            calories_kcal=row.number("calories"),
        ),
        row.at,
    )


def _session(row: Row, gathering: Gathering) -> None:
    start = row.moment("start_datetime")
    tag = tag_of(row.text("type"))
    if start is None or not tag:
        gathering.skip("session: no start or no kind", row.at)
        return
    minutes = row.minutes(("start_datetime",), ("end_datetime",))
    unit = "" if minutes is None else "min"
    gathering.entry(Entry(day=start.date(), at=start, tag=tag, amount=minutes, unit=unit), row.at)


def _tag(row: Row, gathering: Gathering) -> None:
    at = row.moment("start_time", "timestamp")
    day = row.day("start_day", "day", "start_time", "timestamp")
    tags = [tag for tag in map(_tag_of, _labels(row)) if tag]
    if day is None or not tags:
        gathering.skip("tag: no date or no name", row.at)
        return
    for tag in tags:
        gathering.entry(Entry(day=day, at=at, tag=tag, note=row.text("comment", "text")), row.at)


def _labels(row: Row) -> list[str]:
    """What a record is tagged with: one code, the person's own name, or a list of codes."""
    code = row.text("tag_type_code")
    if code and code.casefold() != "custom":
        return [code]
    own = row.text("custom_name", "custom_tag_name")
    if own:
        return [own]
    try:
        listed = json.loads(row.text("tags") or "[]")
    except ValueError:
        return []
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _tag_of(label: str) -> str:
    for prefix in ("tag_generic_", "tag_sleep_", "tag_"):
        label = label.removeprefix(prefix)
    return tag_of(label)


READERS: Final[Mapping[str, Callable[[Row, Gathering], None]]] = {
    kinds.DAILY_SLEEP: _daily_sleep,
    kinds.ACTIVITY: _activity,
    kinds.SPO2: _spo2,
    kinds.VO2_MAX: _vo2_max,
    kinds.WORKOUT: _workout,
    kinds.SESSION: _session,
    kinds.TAG: _tag,
}
