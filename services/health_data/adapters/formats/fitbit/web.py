"""What fitbit.com exports by hand: fitbit_export_<date>.csv, tables one below the other, each under its title.

Dates and numbers are written as in the person's country: how is told from each table as a whole.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from services.health_data.adapters.formats.fitbit.stamps import Clock
from services.health_data.adapters.formats.fitbit.units import kilograms_per_unit, kilometres_per_unit
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.texts import text_of
from services.health_data.adapters.formats.written import dates_of, decimal_of, is_cut
from services.health_data.domain.dates import DateReading, DateRefusal
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.numerals import DecimalSign, value_of
from services.health_data.domain.records import Place

_ACTIVITIES: Final = {"calories burned": "calories_kcal", "steps": "steps", "floors": "floors_climbed"}
_SLEEP: Final = {
    "minutes asleep": "sleep_minutes",
    "minutes awake": "awake_minutes",
    "minutes rem sleep": "rem_sleep_minutes",
    "minutes light sleep": "light_sleep_minutes",
    "minutes deep sleep": "deep_sleep_minutes",
}
_DATES: Final = ("date", "start time", "end time")
_WHOLE_DAY_MIN: Final = 1440.0
WEB_HEADERS: Final = (
    frozenset({"date", "calories burned", "steps"}),
    frozenset({"date", "weight", "bmi"}),
    frozenset({"start time", "end time", "minutes asleep"}),
)
"""What the header of each table that is read holds, in small letters."""
WEB_TITLES: Final = frozenset({"activities", "body", "sleep", "foods"})


@dataclass(frozen=True)
class Table:
    """A table of the file: columns in small letters, rows with their lines."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, str]], ...]

    def has(self, columns: frozenset[str]) -> bool:
        return columns <= set(self.columns)


def read_web(members: Sequence[Member], gathering: Gathering, clock: Clock, height_cm: float | None) -> None:
    del clock
    for member in members:
        tables = list(_tables(member))
        decimal = decimal_of(
            cell for table in tables for _, row in table.rows for name, cell in row.items() if name not in _DATES
        )
        read = False
        for table in tables:
            for columns, column, reader in (
                (WEB_HEADERS[0], "date", _read_activities),
                (WEB_HEADERS[1], "date", _read_body),
                (WEB_HEADERS[2], "end time", _read_sleep),
            ):
                if table.has(columns) and table.rows:
                    read = True
                    dates = dates_of((line, row.get(column, "")) for line, row in table.rows)
                    if isinstance(dates, DateRefusal):
                        gathering.left_out(member.path, dates.explanation)
                    else:
                        for note in dates.notes:
                            gathering.note(note)
                        reader(member, _Reading(table, dates, decimal), gathering, height_cm)
        if not read:
            gathering.left_out(member.path, "no table of activities, body or sleep with English columns")


def _tables(member: Member) -> Iterator[Table]:
    """A line with one cell is a title, the next the names of the columns."""
    with text_of(member) as text:
        columns: tuple[str, ...] = ()
        rows: list[tuple[int, dict[str, str]]] = []
        reader = csv.reader(text, delimiter=_delimiter(member))
        try:
            for cells in reader:
                filled = [cell.strip() for cell in cells]
                while filled and not filled[-1]:
                    filled.pop()
                names = tuple(cell.lower() for cell in filled)
                if len(filled) <= 1 or any(each <= set(names) for each in WEB_HEADERS):
                    if rows:
                        yield Table(columns, tuple(rows))
                    columns, rows = names if len(filled) > 1 else (), []
                elif not columns:
                    columns = names
                else:
                    rows.append((reader.line_num, dict(zip(columns, filled, strict=False))))
        except csv.Error:
            raise DamagedError(f"{member.path} cannot be read from line {reader.line_num:,} on.") from None
        if rows:
            if rows[-1][1] and is_cut(member):
                rows[-1][1].popitem()
            yield Table(columns, tuple(rows))


def _delimiter(member: Member) -> str:
    head = member.head[:2000]
    return max((",", ";", "\t"), key=lambda each: head.count(each.encode()))


@dataclass(frozen=True)
class _Reading:
    table: Table
    dates: DateReading
    decimal: DecimalSign

    def days(self, gathering: Gathering, member: Member) -> Iterator[tuple[date, dict[str, float], Place]]:
        for line, row in self.table.rows:
            at, when = Place(member.path, line), self.dates.moment(row.get("date", ""))
            if when is None:
                gathering.skip("a row without a date", at)
            else:
                yield when.date(), self.numbers(row), at

    def numbers(self, row: dict[str, str]) -> dict[str, float]:
        read = {name: value_of(cell, self.decimal) for name, cell in row.items()}
        return {name: value for name, value in read.items() if value is not None}


def _read_activities(member: Member, reading: _Reading, gathering: Gathering, height_cm: float | None) -> None:
    """Days without a step that were sedentary from end to end were not worn: their calories are an estimate."""
    del height_cm
    steps, distances = {}, {}
    for day, row, at in reading.days(gathering, member):
        if row.get("steps") == 0 and row.get("minutes sedentary") == _WHOLE_DAY_MIN:
            gathering.skip("days on which the tracker was not worn", at)
            continue
        gathering.found("days of activity")
        for column, metric in _ACTIVITIES.items():
            if column in row:
                gathering.daily(metric, day, row[column], at)
        steps[day] = row.get("steps", 0.0)
        if "distance" in row:
            distances[day] = (row["distance"], at)
    unit = kilometres_per_unit({day: value for day, (value, _) in distances.items()}, steps, gathering)
    for day, (value, at) in distances.items() if unit is not None else ():
        gathering.daily("distance_km", day, value * (unit or 0.0), at)


def _read_body(member: Member, reading: _Reading, gathering: Gathering, height_cm: float | None) -> None:
    for day, row, at in reading.days(gathering, member):
        unit = kilograms_per_unit(row.get("weight", 0.0), row.get("bmi", 0.0), height_cm)
        if unit is None:
            gathering.skip("weight_kg: no unit is stated, and no body mass index shows it", at)
        else:
            gathering.daily("weight_kg", day, row["weight"] * unit, at)
        if row.get("fat"):
            gathering.daily("body_fat_percent", day, row["fat"], at)
        gathering.found("days of weight")
    gathering.note("The table of the body repeats the last weight on days without a weighing.")


def _read_sleep(member: Member, reading: _Reading, gathering: Gathering, height_cm: float | None) -> None:
    """Of several sleeps that end on a day the longest is the night."""
    del height_cm
    longest: dict[date, tuple[timedelta, datetime, datetime, dict[str, float], Place]] = {}
    for line, row in reading.table.rows:
        at = Place(member.path, line)
        start, end = reading.dates.moment(row.get("start time", "")), reading.dates.moment(row.get("end time", ""))
        if start is None or end is None or not timedelta() < end - start <= timedelta(hours=24):
            gathering.skip("sleep: no start and end", at)
            continue
        gathering.found("sleep records")
        best = longest.get(end.date())
        if best is None or end - start > best[0]:
            longest[end.date()] = (end - start, start, end, reading.numbers(row), at)
    for day, (_, start, end, found, at) in longest.items():
        for column, metric in _SLEEP.items():
            if column in found and found.get("minutes asleep"):
                gathering.daily(metric, day, found[column], at)
        gathering.moment("bed_time", day, start, at)
        gathering.moment("wake_up_time", day, end, at)
