"""The rows of a vendor's tables and records: cells by any of the names a vendor has for them, numbers and moments."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final

import numpy as np

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.dates import DateColumn, DateReading, DateRefusal, detect
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key
from services.health_data.domain.limits import LIMITS, SPLIT, require
from services.health_data.domain.numerals import decimal_sign
from services.health_data.domain.records import Place

_PLAIN: Final[Mapping[str, re.Pattern[str]]] = {
    ".": re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"),
    ",": re.compile(r"[+-]?\d+(?:,\d+)?"),
}
"""Numbers as devices write them. Nothing groups thousands, so "10,432" is no number where points are decimal."""
_FRACTION: Final = re.compile(r"[+-]?\d+([.,])\d+")
_YEAR_FIRST: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_WITH_OFFSET: Final = re.compile(r".*\d\s*([+-])(\d{2}):?(\d{2})")
_MISSING: Final = frozenset({"", "-", "--", "nan", "none", "null", "n/a"})
_AS_STATED: Final = DateReading({}, np.empty(0, np.int64), ())
_CUT: Final = "the file ends within this cell or has no end of line"

_key: Final = lru_cache(maxsize=4096)(column_key)


@dataclass(frozen=True)
class Row:
    """One row of a table, or one record of a list.

    Attributes:
        cells: by `column_key`.
        at: where it stands.
        gathering: told of cells that hold something else than they should.
    """

    cells: Mapping[str, str]
    at: Place
    gathering: Gathering
    decimal: str = "."
    dates: DateReading = field(default=_AS_STATED, repr=False)

    def text(self, *names: str) -> str:
        """The first cell of these columns that holds something; empty where none does."""
        for name in names:
            cell = self.cells.get(_key(name), "")
            if cell.casefold() not in _MISSING:
                return cell
        return ""

    def number(self, *names: str) -> float | None:
        """As `text`; None where there is none, or something else."""
        cell = self.text(*names)
        if not cell:
            return None
        if not _PLAIN[self.decimal].fullmatch(cell):
            self.gathering.skip(f"{names[0]}: not a number", self.at)
            return None
        return float(cell.replace(",", "."))

    def moment(self, *names: str) -> datetime | None:
        """Local date and time as stated; an offset does not move it. Midnight where only the date is stated."""
        cell = self.text(*names)
        if not cell:
            return None
        if cell.endswith("Z"):
            self.gathering.note("Times that are stated in UTC alone were taken as stated.")
        moment = self.dates.moment(cell)
        if moment is None:
            self.gathering.skip(f"{names[0]}: no date", self.at)
        return moment

    def minutes(self, start: Sequence[str], end: Sequence[str]) -> float | None:
        """From one moment to another, by their offsets where both state one; None where it is not positive."""
        moments = [self.text(*names) for names in (start, end)]
        stated = [match.groups() for cell in moments if (match := _WITH_OFFSET.fullmatch(cell))]
        first, last = self.moment(*start), self.moment(*end)
        if first is None or last is None:
            return None
        seconds = (last - first).total_seconds()
        if len(stated) == 2:
            seconds -= _seconds(stated[1]) - _seconds(stated[0])
        return seconds / 60 if seconds > 0 else None

    def day(self, *names: str) -> date | None:
        moment = self.moment(*names)
        return None if moment is None else moment.date()


def _seconds(offset: Sequence[str]) -> int:
    sign, hours, minutes = offset
    return (-1 if sign == "-" else 1) * (int(hours) * 3600 + int(minutes) * 60)


def record(values: Mapping[str, Any], at: Place, gathering: Gathering) -> Row:
    """A JSON object as a row; objects and lists within it are cells of JSON."""
    return Row({_key(name): _cell(value) for name, value in values.items()}, at, gathering)


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return value.strip()
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case _:
            return json.dumps(value, default=str)


@dataclass(frozen=True)
class _Survey:
    """What a first look through a table shows.

    Attributes:
        columns: of the longest row.
        last_line: of the last row; 0 where the file ends with the end of a line, as all that is written whole does.
    """

    columns: Sequence[str]
    decimal: str
    dates: DateReading
    last_line: int


def table(member: Member, gathering: Gathering, *, dates: Sequence[str] = (), skip_lines: int = 0) -> Iterator[Row]:
    """The rows of a table.

    Args:
        member: with a header.
        gathering: told how dates were read that do not begin with the year; what can be read in several ways is none.
        dates: the columns of dates, under every name that they have.
        skip_lines: lines before the header.

    Raises:
        DamagedError: the last row is cut off.
    """
    survey = _survey(member, frozenset(map(column_key, dates)), skip_lines)
    for note in survey.dates.notes:
        gathering.note(f"{member.name}: {note}")
    keys: dict[str, str] = {}
    for line, cells in texts.rows(member, skip_lines=skip_lines):
        by_key = {keys.setdefault(name, column_key(name)): cell for name, cell in cells.items()}
        at = Place(member.path, line)
        if line == survey.last_line:
            _without_what_is_cut(by_key, survey, at, gathering)
        yield Row(by_key, at, gathering, survey.decimal, survey.dates)


def _without_what_is_cut(cells: dict[str, str], survey: _Survey, at: Place, gathering: Gathering) -> None:
    if len(cells) < len(survey.columns):
        raise DamagedError(f"{at.member} is cut off within line {at.row:,}: export it again.")
    if cells.pop(survey.columns[-1], ""):
        gathering.skip(f"{survey.columns[-1]}: {_CUT}", at)


def _survey(member: Member, date_columns: frozenset[str], skip_lines: int) -> _Survey:
    columns: list[str] = []
    signs = {".": 0, ",": 0}
    certain = False
    moments: dict[tuple[str, str], int] = {}
    last_line = 0
    for last_line, cells in texts.rows(member, skip_lines=skip_lines):
        if len(cells) > len(columns):
            columns = list(dict.fromkeys(map(column_key, cells)))
        for name, cell in cells.items():
            if fraction := _FRACTION.fullmatch(cell):
                signs[fraction[1]] += 1
                certain = certain or decimal_sign(cell) == ","
            if cell and date_columns and (key := column_key(name)) in date_columns:
                moments.setdefault((key, cell), last_line)
                require(len(moments), LIMITS.moments, "different dates", SPLIT)
    commas = signs[","] and not signs["."] and (certain or ";" in _first_line(member))
    whole = texts.end_of(member).rstrip(b"\x00").endswith((b"\n", b"\r"))
    return _Survey(columns, "," if commas else ".", _dates(moments), 0 if whole else last_line)


def _first_line(member: Member) -> str:
    return member.head.split(b"\n", 1)[0].decode("latin-1")


def _dates(moments: Mapping[tuple[str, str], int]) -> DateReading:
    """How the dates of a table are read; each column rises or falls for itself, as the rows of several persons do."""
    if all(_YEAR_FIRST.match(cell) for _, cell in moments):
        return _AS_STATED
    lines: dict[str, int] = {}
    for (_, cell), line in moments.items():
        lines.setdefault(cell, line)
    position = {cell: index for index, cell in enumerate(lines)}
    column = {name: index for index, name in enumerate(dict.fromkeys(name for name, _ in moments))}
    by_column = sorted(moments, key=lambda each: column[each[0]])
    found = detect(
        DateColumn(
            texts=list(lines),
            first_lines=list(lines.values()),
            text_of_row=np.array([position[cell] for _, cell in by_column], np.int32),
            person_of_row=np.array([column[name] for name, _ in by_column], np.int32),
        )
    )
    if isinstance(found, DateRefusal):
        return DateReading({}, _AS_STATED.seconds, (found.explanation,))
    return found
