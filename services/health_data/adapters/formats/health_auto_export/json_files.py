"""The JSON of Health Auto Export: metrics, and workouts in both of its versions."""

from collections.abc import Mapping
from typing import Any, Final

from services.health_data.adapters.formats.health_auto_export import names, stream
from services.health_data.adapters.formats.health_auto_export.measured import Measured
from services.health_data.adapters.formats.health_auto_export.sleeps import Stage, values_of
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Sleep
from services.health_data.adapters.formats.tables import Row, record
from services.health_data.domain.records import Activity, Place

_METRICS: Final = "data.metrics.item"
_VALUES: Final = "data.metrics.item.data.item"
_WORKOUTS: Final = "data.workouts.item"
_METRES: Final[Mapping[str, float]] = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048}
_KCAL: Final[Mapping[str, float]] = {"kcal": 1.0, "kj": 1 / 4.184}
_AS_COUNTED: Final[Mapping[str, float]] = dict.fromkeys(("count", "steps", "bpm", "count/min", ""), 1.0)


def read_json(member: Member, measured: Measured) -> None:
    """A file is gone through twice, as what a metric is called may stand behind its values."""
    metrics = stream.texts(member, _METRICS, {f"{_METRICS}.name": "name", f"{_METRICS}.units": "units"})
    for number, found in enumerate(stream.objects(member, {_VALUES: _METRICS, _WORKOUTS: _WORKOUTS}), 1):
        row = record(found.value, Place(member.path, number), measured.gathering)
        if found.prefix == _WORKOUTS:
            measured.gathering.found("workouts")
            _workout(found.value, row, measured)
            continue
        stated = metrics.get(found.nth, {})
        name, unit = names.plain(stated.get("name", "")), names.unit_of(stated.get("units", ""))
        if name in names.SLEEP:
            measured.gathering.found("sleep records")
            _sleep(row, unit, measured)
        elif name == "blood_pressure":
            _value(row, "blood_pressure_systolic", unit, ("systolic",), measured)
            _value(row, "blood_pressure_diastolic", unit, ("diastolic",), measured)
        elif measured.is_known(name):
            _value(row, name, unit, ("qty", "avg"), measured)


def _value(row: Row, name: str, unit: str, columns: tuple[str, ...], measured: Measured) -> None:
    when, value = row.moment("date", "startdate", "start"), row.number(*columns)
    if when is not None and value is not None:
        measured.gathering.found("values")
        measured.add(name, unit, when, value, row.at, source=row.text("source"))


def _sleep(row: Row, unit: str, measured: Measured) -> None:
    if unit not in names.MINUTES:
        measured.gathering.skip(f"sleep_analysis: in {unit or 'no unit'}, which is not known", row.at)
    elif row.text("value") and row.text("startdate", "start"):
        _stage(row, measured)
    else:
        _night(row, names.MINUTES[unit], measured)


def _stage(row: Row, measured: Measured) -> None:
    stage = names.STAGES.get(names.plain(row.text("value").removeprefix("Asleep")) or "asleep", "")
    minutes = row.minutes(("startdate", "start"), ("enddate", "end"))
    start, end = row.moment("startdate", "start"), row.moment("enddate", "end")
    if stage and minutes is not None and start is not None and end is not None:
        measured.stages.add(Stage(start, end, stage, minutes), row.text("source"), row.at)


def _night(row: Row, minutes: float, measured: Measured) -> None:
    stated = {"total": "totalsleep"} | {stage: stage for stage in ("asleep", "core", "deep", "rem", "awake")}
    hours = {stage: row.number(name) for stage, name in stated.items()}
    values = values_of({stage: value * minutes for stage, value in hours.items() if value is not None})
    bed, wake = row.moment("sleepstart", "startdate"), row.moment("sleepend", "enddate")
    day = wake.date() if wake is not None else row.day("date")
    if day is None or not values:
        measured.gathering.skip("sleep: no date or no time asleep", row.at)
        return
    measured.nights.add(
        Sleep(day=day, at=row.at, asleep_min=values["sleep_minutes"], values=values, bed=bed, wake=wake)
    )


def _workout(workout: Mapping[str, Any], row: Row, measured: Measured) -> None:
    start, end, kind = row.moment("start"), row.moment("end"), row.text("name")
    if start is None or not kind:
        measured.gathering.skip("workout: no start or no kind", row.at)
        return
    elevation = workout.get("elevation")
    climbed = {"qty": elevation.get("ascent"), "units": elevation.get("units")} if isinstance(elevation, dict) else None
    heart = workout.get("heartRate")
    average = heart.get("avg") if isinstance(heart, dict) else None
    measured.gathering.activity(
        Activity(
            start=start,
            end=end,
            kind=kind,
            duration_min=_duration(row),
            distance_m=_quantity(_METRES, workout.get("distance")),
            calories_kcal=_quantity(_KCAL, workout.get("activeEnergyBurned"), workout.get("activeEnergy")),
            average_heart_rate=_quantity(_AS_COUNTED, workout.get("avgHeartRate"), average),
            elevation_gain_m=_quantity(_METRES, workout.get("elevationUp"), climbed),
            steps=_quantity(_AS_COUNTED, workout.get("stepCount")),
        ),
        row.at,
    )


def _duration(row: Row) -> float | None:
    """Without pauses, in seconds, where what is stated can be that; else from start to end."""
    elapsed, seconds = row.minutes(("start",), ("end",)), row.number("duration")
    if seconds and elapsed and elapsed / 2 <= seconds / 60 <= elapsed + 1:
        return seconds / 60
    return elapsed


def _quantity(units: Mapping[str, float], *stated: object) -> float | None:
    """The first that is a quantity in a unit that is known; what is 0 was not measured."""
    for each in stated:
        if isinstance(each, dict):
            value, unit = each.get("qty"), names.unit_of(str(each.get("units") or ""))
            if isinstance(value, int | float) and value and unit in units:
                return float(value) * units[unit]
    return None
