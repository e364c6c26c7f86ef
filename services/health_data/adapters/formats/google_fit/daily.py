"""The tables of daily activity metrics: the one of all days, and those of single days by the quarter of an hour.

Where the names of the columns are in another language, units in brackets tell energy and distance, and a list of the
words that are known tells steps, weight, dates and times.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta, timezone
from math import exp, inf
from statistics import median
from typing import Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import header_of
from services.health_data.adapters.formats.written import dates_of, decimal_of, whole_cells
from services.health_data.domain.dates import DateRefusal
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.kinds import DAILY_ENERGY
from services.health_data.domain.numerals import value_of
from services.health_data.domain.records import Place

_UNIT: Final = re.compile(r"(.*?)\s*\(([^()]*)\)")
_ENERGY: Final = ("kcal", "ккал")
_METRES: Final = ("m", "м")
_KILOGRAMS: Final = ("kg", "кг")
_AVERAGE: Final = ("average", "durchschnitt", "medio", "media", "moyen", "gemiddeld", "средн", "średni", "평균", "平均")
_STEPS: Final = (
    *("step count", "steps", "schrittzahl", "schrittanzahl", "schritte", "recuento de pasos", "pasos"),
    *("nombre de pas", "contagem de passos", "conteggio passi", "aantal stappen", "число шагов", "걸음 수", "歩数"),
)
_DATE: Final = ("date", "datum", "fecha", "data", "дата", "날짜", "日付")
_START: Final = (
    "start time",
    "startzeit",
    "hora de inicio",
    "heure de début",
    "starttijd",
    "время начала",
    "시작 시간",
)
_DURATION: Final = re.compile(r"\((?:ms|мс)\)$")
_MARKS: Final = ("move minutes count", "heart points", "heart minutes", "average weight (kg)", "low latitude (deg)")
_DAY_FILE: Final = re.compile(r"(\d{4}-\d{2}-\d{2}).*\.csv", re.IGNORECASE)
_OFFSET: Final = re.compile(r"([+-])(\d{2}):?(\d{2})$")
_MOST_QUARTERS, _FULL_DAY = 100, 92
"""A day has 92 to 100 quarters of an hour, as clocks are put forward or back."""
_LEAST_USUAL: Final = DAILY_ENERGY.middle * exp(-3 * DAILY_ENERGY.spread)
"""Kilocalories that the usual day of hardly anybody has fewer of."""
_SCALE: Final = {"distance_km": 1 / 1000}


def is_daily(member: Member) -> bool:
    """Whether a file is one of these tables."""
    names = [name.lower() for name in header_of(member)]
    if not names or names[0] not in (*_DATE, *_START) or not _columns(names):
        return False
    parts = [part.lower() for part in member.path.split("/")[:-1]]
    marks = sum(name in _MARKS or bool(_DURATION.search(name)) for name in names)
    return "fit" in parts or marks > 1


def is_of_all_days(member: Member) -> bool:
    return header_of(member)[0].lower() in _DATE


def read_daily(members: Sequence[Member], gathering: Gathering) -> dict[date, timezone]:
    """All of them: what the table of all days does not have is taken from those of single days.

    Returns:
        The offset from UTC of the days that state it.
    """
    offsets: dict[date, timezone] = {}
    for member in members:
        if not is_of_all_days(member):
            _read_quarters(member, gathering, offsets)
    for member in members:
        if is_of_all_days(member):
            _read_all_days(member, gathering)
            _say_what_is_not_read(member, gathering)
    return offsets


def _columns(names: Sequence[str]) -> dict[str, str]:
    """The column of each metric; one that two columns could be is left out."""
    found: dict[str, list[str]] = {}
    for name in names:
        metric = _metric(name.lower())
        if metric:
            found.setdefault(metric, []).append(name)
    return {metric: columns[0] for metric, columns in found.items() if len(columns) == 1}


def _metric(name: str) -> str:
    bracketed = _UNIT.fullmatch(name)
    if bracketed is None:
        return "steps" if name in _STEPS else ""
    what, unit = bracketed[1], bracketed[2]
    if unit in _ENERGY:
        return "calories_kcal"
    if unit in _METRES:
        return "distance_km"
    if unit in _KILOGRAMS and any(word in what for word in _AVERAGE):
        return "weight_kg"
    return ""


def _read_all_days(member: Member, gathering: Gathering) -> None:
    names = header_of(member)
    columns, table = _columns(names), list(whole_cells(member))
    dates = dates_of((line, row.get(names[0], "")) for line, row in table)
    if isinstance(dates, DateRefusal):
        gathering.left_out(member.path, dates.explanation)
        return
    for note in dates.notes:
        gathering.note(note)
    decimal = decimal_of(row.get(column, "") for _, row in table for column in columns.values())
    least = _least_energy(value_of(row.get(columns.get("calories_kcal", ""), ""), decimal) for _, row in table)
    if least == inf:
        gathering.absent("calories_kcal", "The calories are too few for whole days: those at rest are not in them.")
    for line, row in table:
        at, when = Place(member.path, line), dates.moment(row.get(names[0], ""))
        if when is None:
            gathering.skip("a row without a date", at)
            continue
        gathering.found("days of activity")
        gathering.recorded(when.date())
        for metric, column in columns.items():
            value = value_of(row.get(column, ""), decimal)
            if metric == "calories_kcal" and value is not None and value < least:
                gathering.skip("calories_kcal: too few for a whole day, those at rest included", at)
            elif value is not None:
                gathering.daily(metric, when.date(), value * _SCALE.get(metric, 1.0), at)


def _least_energy(values: Iterable[float | None]) -> float:
    """What the energy of a day must come to; infinite where it is that of movement alone.

    Who only rests still needs more than half of the energy of the usual day. Some accounts have no energy at rest.
    """
    known = [value for value in values if value is not None]
    middle = median(known) if known else 0.0
    return middle / 2 if middle >= _LEAST_USUAL else inf


def _read_quarters(member: Member, gathering: Gathering, offsets: dict[date, timezone]) -> None:
    """Adds up a day; its energy counts where every quarter of an hour has some."""
    named, names = _DAY_FILE.fullmatch(member.name), header_of(member)
    # A quarter that is written twice counts once.
    quarters = {row.get(names[0], ""): (line, row) for line, row in reversed(list(whole_cells(member)))}
    if named is None or not 0 < len(quarters) <= _MOST_QUARTERS:
        gathering.left_out(member.path, "not the quarters of an hour of one day that its name states")
        return
    day, columns = date.fromisoformat(named[1]), _columns(names)
    table = [quarters[start] for start in sorted(quarters)]
    decimal = decimal_of(row.get(column, "") for _, row in table for column in columns.values())
    gathering.found("quarters of an hour", len(table))
    for offset in filter(None, map(_OFFSET.search, sorted(quarters))):
        offsets.setdefault(day, _zone(offset))
    for metric, column in columns.items():
        cells = [(line, value_of(row.get(column, ""), decimal)) for line, row in table]
        known = [(line, value) for line, value in cells if value is not None]
        if not known:
            continue
        at = Place(member.path, min(line for line, _ in known), len(known))
        if metric == "weight_kg":
            gathering.daily(metric, day, known[-1][1], Place(member.path, known[-1][0]))
            continue
        total = sum(value for _, value in known) * _SCALE.get(metric, 1.0)
        if metric == "calories_kcal" and (len(known) < _FULL_DAY or total < _LEAST_USUAL):
            gathering.skip("calories_kcal: too few for a whole day, those at rest included", at)
        else:
            gathering.daily(metric, day, total, at)


def _zone(offset: re.Match[str]) -> timezone:
    east = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return timezone(east if offset[1] == "+" else -east)


def _say_what_is_not_read(member: Member, gathering: Gathering) -> None:
    names = {name.lower() for name in header_of(member)}
    if "average heart rate (bpm)" in names:
        gathering.absent("resting_heart_rate", "Heart rates are those of whole days, not at rest.")
    if "heart points" in names:
        gathering.absent("active_zone_minutes", "Heart Points are no active zone minutes.")
    if any("sleep" in name for name in names):
        gathering.absent("sleep_minutes", "The daily table tells sleep by calendar day, not by night.")
    if "steps" not in _columns(sorted(names)):
        gathering.note(f"{member.name} has no column of steps that is known by its name.")
