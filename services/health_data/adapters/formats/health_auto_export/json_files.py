"""The JSON of Health Auto Export: metrics, and workouts in both of its versions."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from typing import Any, Final

from services.health_data.adapters.formats.health_auto_export import names, stream
from services.health_data.adapters.formats.health_auto_export.measured import Measured
from services.health_data.adapters.formats.health_auto_export.sleeps import Stage, values_of
from services.health_data.adapters.formats.json_streams import items
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Sleep
from services.health_data.adapters.formats.tables import Row, record
from services.health_data.domain.records import Activity, Place

_METRES: Final[Mapping[str, float]] = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048}
_KCAL: Final[Mapping[str, float]] = {"kcal": 1.0, "kj": 1 / 4.184}
_AS_COUNTED: Final[Mapping[str, float]] = dict.fromkeys(("count", "steps", "bpm", "count/min", ""), 1.0)


def read_json(member: Member, measured: Measured) -> None:
    """Takes in the values of the metrics that are known, and the workouts."""
    found = stream.survey(member)
    values = enumerate(items(member, stream.VALUE), 1)
    for metric in found.metrics:
        name, unit = names.plain(metric.name), names.unit_of(metric.units)
        take = _reader(name, unit, measured)
        for number, value in islice(values, metric.values):
            if take is not None and isinstance(value, dict):
                take(record(value, Place(member.path, number), measured.gathering))
    if found.has_workouts:
        for number, workout in enumerate(items(member, stream.WORKOUT), 1):
            if isinstance(workout, dict):
                measured.gathering.found("workouts")
                _workout(workout, record(_flat(workout), Place(member.path, number), measured.gathering), measured)


def _reader(name: str, unit: str, measured: Measured) -> Callable[[Row], None] | None:
    """What takes in the values of a metric; None where it is not kept."""
    if name in names.SLEEP:
        return partial(_sleep, unit=unit, measured=measured)
    if name == "blood_pressure":
        return partial(_pressure, unit=unit, measured=measured)
    if measured.is_known(name):
        return partial(_value, name=name, unit=unit, columns=("qty", "avg"), measured=measured)
    return None


def _flat(workout: Mapping[str, Any]) -> Mapping[str, Any]:
    """A workout without its routes and series."""
    return {name: value for name, value in workout.items() if not isinstance(value, list | dict)}


def _pressure(row: Row, *, unit: str, measured: Measured) -> None:
    for part in ("systolic", "diastolic"):
        _value(row, name=f"blood_pressure_{part}", unit=unit, columns=(part,), measured=measured)


def _value(row: Row, *, name: str, unit: str, columns: tuple[str, ...], measured: Measured) -> None:
    when, value = row.moment("date", "startdate", "start"), row.number(*columns)
    if when is not None and value is not None:
        measured.gathering.found("values")
        measured.add(name, unit, when, value, row.at, source=row.text("source"))


def _sleep(row: Row, *, unit: str, measured: Measured) -> None:
    measured.gathering.found("sleep records")
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
