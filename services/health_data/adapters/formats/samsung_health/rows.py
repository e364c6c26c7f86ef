"""The tables of Samsung Health: a line about the table, a header of long names, and times in UTC beside an offset."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.tables import Row, table
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key

_ABOUT: Final = re.compile(rb"com\.samsung\.s?health\.(?P<table>[a-z_.]+)(?P<version>(?:,[\d.]*)*),?\s*\r?\n")
"""The line above the header, which tells the table even where the file has been given another name."""
_NAME: Final = re.compile(r"com\.samsung\.s?health\.(?P<table>[a-z_.]+?)\.\d{6,}(?:\s*\(\d+\))?\.csv", re.IGNORECASE)
_OFFSET: Final = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})")
_EPOCH_MS: Final = re.compile(r"\d{11,14}")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HALF_A_DAY: Final = timedelta(hours=12)
_MILLISECONDS: Final = re.compile(r"-?\d{5,8}|0")
_SUMMER_TIME: Final = timedelta(hours=1)
_BY_THE_PHONE: Final = "Times in tables of Samsung's data viewer are those of the clock of the phone that wrote them."
_AWAY: Final = "recorded in another time zone than that of the phone that wrote the table"
_NO_OFFSET: Final = "Times without an offset are in UTC, and were taken as stated."


def table_of(member: Member) -> str:
    """Which of Samsung's tables a file is: "sleep_stage"; empty where it is none."""
    about, named = _ABOUT.match(member.head), _NAME.fullmatch(member.name)
    if about is not None:
        return about["table"].decode().removeprefix("tracker.")
    return named["table"].removeprefix("tracker.") if named is not None and member.head else ""


def samsung_rows(member: Member, gathering: Gathering) -> Iterator[Row]:
    """The rows, their columns by the last part of the names alone: "start_time"."""
    if not _is_of_viewer(member):
        yield from _rows(member, gathering)
        return
    gathering.note(_BY_THE_PHONE)
    shifts = Counter(offset(row) for row in _rows(member, Gathering(member.path)))
    home = max(shifts, key=shifts.__getitem__)
    for row in _rows(member, gathering):
        if abs(offset(row) - home) > _SUMMER_TIME:
            gathering.skip(_AWAY, row.at)
        else:
            yield Row({**row.cells, column_key("time_offset"): "0"}, row.at, gathering)


def _rows(member: Member, gathering: Gathering) -> Iterator[Row]:
    skip = 1 if _ABOUT.match(member.head) else 0
    for row in table(member, gathering, skip_lines=skip):
        yield Row({name.rsplit(".", 1)[-1]: cell for name, cell in row.cells.items()}, row.at, gathering)


def _is_of_viewer(member: Member) -> bool:
    """Whether Samsung's data viewer wrote it: no version above the header, and offsets in milliseconds."""
    about = _ABOUT.match(member.head)
    if about is None or about["version"].strip(b","):
        return False
    lines = csv.reader(member.head.decode(errors="replace").splitlines()[1:3])
    first = dict(zip(next(lines, []), next(lines, []), strict=False))
    return _MILLISECONDS.fullmatch(first.get("time_offset", "")) is not None


def instant(row: Row, column: str) -> datetime | None:
    """An aware instant; times are UTC, as text or as milliseconds since 1970."""
    cell = row.text(column)
    if not cell:
        return None
    if _EPOCH_MS.fullmatch(cell):
        return _EPOCH + timedelta(milliseconds=int(cell))
    moment = row.moment(column)
    return None if moment is None else moment.replace(tzinfo=UTC)


def local(row: Row, column: str) -> datetime | None:
    """The local time of an instant, by the offset that the row states."""
    moment = instant(row, column)
    return None if moment is None else to_local(moment, offset(row))


def to_local(moment: datetime, shift: timedelta) -> datetime:
    return moment.replace(tzinfo=None) + shift


def offset(row: Row) -> timedelta:
    """What the row's local time is ahead of UTC; 0 where none is stated."""
    cell = row.text("time_offset").replace(" ", "")
    match = _OFFSET.fullmatch(cell)
    if match:
        shift = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
        return -shift if match["sign"] == "-" else shift
    if _MILLISECONDS.fullmatch(cell):
        return timedelta(milliseconds=int(cell))
    row.gathering.note(_NO_OFFSET)
    return timedelta(0)


def day_of(row: Row) -> date | None:
    """The day of a daily row, which stands as its midnight: of UTC, or, in old exports, of a zone."""
    cell = row.text("day_time")
    if _EPOCH_MS.fullmatch(cell):
        return (_EPOCH + timedelta(milliseconds=int(cell)) + _HALF_A_DAY).date()
    return row.day("day_time")


def minutes(row: Row) -> float | None:
    """From the start to the end of a row."""
    start, end = instant(row, "start_time"), instant(row, "end_time")
    return None if start is None or end is None or end <= start else (end - start).total_seconds() / 60
