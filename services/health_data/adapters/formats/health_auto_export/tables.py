"""The tables of Health Auto Export: a row a day, an hour or a minute, and a row a workout."""

from collections.abc import Mapping, Sequence
from datetime import time
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.health_auto_export import names
from services.health_data.adapters.formats.health_auto_export.measured import Measured
from services.health_data.adapters.formats.health_auto_export.sleeps import values_of
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Sleep
from services.health_data.adapters.formats.tables import Row, table
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity

_KINDS: Final = ("Workout Type", "Type")
_OF_A_WORKOUT: Final[Mapping[str, tuple[tuple[str, ...], Mapping[str, float]]]] = {
    "calories_kcal": (
        ("active_energy", "energia_activa", "energia_ativa", "aktive_energie"),
        {"kcal": 1, "kj": 1 / 4.184},
    ),
    "average_heart_rate": (
        ("avg_heart_rate", "frecuencia_cardiaca_promedio", "freq_cardiaca_media"),
        {"bpm": 1, "count/min": 1},
    ),
    "distance_m": (("distance", "distancia"), {"km": 1000, "mi": 1609.344, "m": 1, "yd": 0.9144}),
    "elevation_gain_m": (("elevation_ascended", "elevacion_ascendida"), {"m": 1, "ft": 0.3048}),
    "steps": (("step_count", "conteo_de_pasos"), {"": 1, "count": 1, "steps": 1}),
}


def is_workouts(header: Sequence[str]) -> bool:
    named = header[:1] in (("Workout Type",), ("Type",)) and {"Start", "End", "Duration"} <= set(header)
    return named and any(names.column_of(name).unit for name in header[1:])


def is_days(header: Sequence[str], *, named: bool) -> bool:
    """Whether a table is the app's: by its first column, a date and a time, or by what only Apple's devices measure.

    Another table's heart rate variability is rMSSD, this one's never is.
    """
    columns = [names.column_of(name) for name in header[1:]]
    is_its = named or names.plain(header[0] if header else "") in names.DATE_COLUMNS
    if not is_its and not (_dates(header) and any(map(_is_its_own, columns))):
        return False
    return any(each.unit and (_metric(each) in names.MEASURES or each.name in names.SLEEP) for each in columns)


def _is_its_own(column: names.Column) -> bool:
    if column.part:
        return column.name == "heart_rate" or column.name in names.SLEEP
    return bool(column.unit) and column.name in names.ITS_OWN


def _dates(header: Sequence[str]) -> bool:
    return bool(header) and names.plain(header[0]) in ("date", "fecha", "data", "datum")


def read_days(member: Member, measured: Measured) -> None:
    """A table of metrics. Sleep is read of rows a day alone: of shorter ones, a night belongs to two days."""
    header = texts.header_of(member)
    columns = {name: names.column_of(name) for name in header[1:]}
    metrics = {name: each for name, each in columns.items() if measured.is_known(_metric(each))}
    stages = {name: each for name, each in columns.items() if each.name in names.SLEEP and each.part in names.STAGES}
    daily = all(
        row.moment(header[0]) is None or _is_midnight(row, header[0])
        for row in table(member, Gathering("health_auto_export"), dates=header[:1])
    )
    for row in table(member, measured.gathering, dates=header[:1]):
        when = row.moment(header[0])
        if when is None:
            measured.gathering.skip(f"{header[0]}: no date", row.at)
            continue
        measured.gathering.found("days" if daily else "rows of times of day")
        for name, each in metrics.items():
            if (value := row.number(name)) is not None:
                measured.add(_metric(each), each.unit, when, value, row.at)
        if daily:
            _night(row, header[0], stages, measured)
    if stages and not daily:
        measured.gathering.absent("sleep_minutes", "The table has rows for times of day: export its sleep day by day.")


def _is_midnight(row: Row, column: str) -> bool:
    moment = row.moment(column)
    return moment is not None and moment.time() == time()


def _metric(column: names.Column) -> str:
    return f"{column.name}_{column.part}" if column.part else column.name


def _night(row: Row, date_column: str, stages: Mapping[str, names.Column], measured: Measured) -> None:
    minutes = {
        names.STAGES[each.part]: value * names.MINUTES[each.unit]
        for name, each in stages.items()
        if each.unit in names.MINUTES and (value := row.number(name)) is not None
    }
    values, day = values_of(minutes), row.day(date_column)
    if values and day is not None:
        measured.nights.add(Sleep(day=day, at=row.at, asleep_min=values["sleep_minutes"], values=values))


def read_workouts(member: Member, gathering: Gathering) -> None:
    columns = {name: names.column_of(name) for name in texts.header_of(member)}
    for row in table(member, gathering, dates=("Start", "End")):
        start, kind = row.moment("Start"), row.text(*_KINDS)
        if start is None or not kind:
            gathering.skip("workout: no start or no kind", row.at)
            continue
        gathering.found("workouts")
        stated = {field: _stated(row, columns, field) for field in _OF_A_WORKOUT}
        minutes = _minutes(row.text("Duration")) or row.minutes(("Start",), ("End",))
        activity = Activity(start=start, end=row.moment("End"), kind=kind, duration_min=minutes, **stated)
        gathering.activity(activity, row.at)


def _stated(row: Row, columns: Mapping[str, names.Column], field: str) -> float | None:
    """A quantity of a workout; what is 0 was not measured."""
    called, units = _OF_A_WORKOUT[field]
    for name, column in columns.items():
        if column.name in called and column.unit in units and (value := row.number(name)):
            return value * units[column.unit]
    return None


def _minutes(text: str) -> float | None:
    """Minutes of "01:02:03", or of "02:03"."""
    parts = text.split(":")
    if len(parts) not in (2, 3) or not all(part.isdecimal() for part in parts):
        return None
    hours, minutes, seconds = (0, *map(int, parts))[-3:]
    return hours * 60 + minutes + seconds / 60
