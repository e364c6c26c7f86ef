"""A delimited file as rows, what its first pass finds in it, and whose rows are read."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from amy.text import inert
from services.health_data.domain.cells import SkipLog
from services.health_data.domain.dates import UNREADABLE, DateColumn
from services.health_data.domain.layouts import Layout, column_key, number_columns
from services.health_data.domain.limits import SPLIT, Limits, require
from services.health_data.domain.numerals import DecimalSign, Writing
from services.health_data.domain.records import NotUnderstood

TableRow: TypeAlias = tuple[int, list[str]]
"""The line a row starts on, 1-based, and its cells."""

CHUNK_ROWS: Final = 20_000
_IDS_LISTED: Final = 5
_LONGEST_ID: Final = 80


@dataclass(frozen=True, kw_only=True)
class Table:
    """A file that can be gone through more than once.

    Attributes:
        rows: starts at the first row after the header; blank lines are left out.
        usual_sign: the decimal sign where its numbers do not show one.
        limits: how much it may hold.
    """

    header: tuple[str, ...]
    rows: Callable[[], Iterator[TableRow]]
    usual_sign: DecimalSign
    limits: Limits

    def position(self, column: str) -> int | None:
        """Where a column stands; None if it is not there."""
        keys = [column_key(name) for name in self.header]
        key = column_key(column)
        return keys.index(key) if column and key in keys else None


@dataclass(frozen=True, kw_only=True)
class Index:
    """What the first pass over a table finds.

    Attributes:
        dates: the date column, over all persons.
        persons: the different subjects, in order of appearance; one empty name where the layout has no subjects.
        writing: how the numbers are written.
        lines: the line of each row.
    """

    dates: DateColumn
    persons: tuple[str, ...]
    lines: npt.NDArray[np.int64]
    writing: Writing


def _even_rows(table: Table, *, log: SkipLog | None) -> Iterator[TableRow]:
    """The rows that have as many cells as the header; empty cells beyond its end are dropped."""
    width = len(table.header)
    most = table.limits.rows
    for count, (line, cells) in enumerate(table.rows(), start=1):
        if count > most:
            require(count, most, "rows", SPLIT)
        if len(cells) == width:
            yield line, cells
        elif len(cells) > width and not any(cells[width:]):
            yield line, cells[:width]
        elif log is not None:
            log.add("the row has fewer or more fields than the header", (line,))


def build_index(table: Table, layout: Layout, log: SkipLog) -> Index:
    """Goes through the whole table once, remembering only dates, persons and how numbers are written.

    Raises:
        LimitExceededError: there are too many rows, dates or persons.
    """
    date_at = table.position(layout.date)
    subject_at = table.position(layout.subject)
    positions = (table.position(column) for column in number_columns(layout))
    writing = Writing([at for at in positions if at is not None], table.usual_sign)
    texts: dict[str, int] = {}
    persons: dict[str, int] = {}
    first_lines: list[int] = []
    text_of_row, person_of_row, lines = array("i"), array("i"), array("q")
    assert date_at is not None
    for line, cells in _even_rows(table, log=log):
        writing.see(cells, line)
        text = cells[date_at].strip()
        person = "" if subject_at is None else cells[subject_at].strip()
        if text not in texts:
            texts[text] = len(texts)
            first_lines.append(line)
            require(len(texts), table.limits.moments, "different dates", SPLIT)
        if person not in persons:
            persons[person] = len(persons)
            require(len(persons), table.limits.persons, "people in it", "Import a file with your own rows only.")
        text_of_row.append(texts[text])
        person_of_row.append(persons[person])
        lines.append(line)
    return Index(
        dates=DateColumn(
            list(texts), first_lines, np.asarray(text_of_row, np.int32), np.asarray(person_of_row, np.int32)
        ),
        persons=tuple(persons),
        lines=np.asarray(lines, np.int64),
        writing=writing,
    )


def choose_person(persons: Sequence[str], *, user_id: str, subject: str, has_subjects: bool) -> int | NotUnderstood:
    """Whose rows are read: the one asked for, else the user, else the only person there is."""
    if not has_subjects:
        return 0
    wanted = subject or user_id
    if wanted in persons:
        return persons.index(wanted)
    listed = ", ".join(inert(person, limit=_LONGEST_ID) for person in persons[:_IDS_LISTED])
    listed += " ..." if len(persons) > _IDS_LISTED else ""
    if subject:
        return NotUnderstood(f"The file has no person of that id. It holds {len(persons)}: {listed}")
    if len(persons) == 1:
        return 0
    return NotUnderstood(
        f"The file holds {len(persons)} people and does not say which of them you are. Name one as subject: {listed}"
    )


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Some of one person's rows that have a date.

    Attributes:
        lines: the line of each row.
        seconds: local seconds since 1970-01-01 of each row's date.
    """

    table: Table
    lines: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.int64]
    rows: Sequence[list[str]]

    def column(self, name: str) -> list[str] | None:
        """The cells of a column, or None if the file does not have it."""
        position = self.table.position(name)
        return None if position is None else [cells[position] for cells in self.rows]

    @property
    def moments(self) -> list[datetime]:
        """Local date and time of each row."""
        moments: list[datetime] = self.seconds.astype("datetime64[s]").tolist()
        return moments

    @property
    def days(self) -> npt.NDArray[np.int64]:
        """Days since 1970-01-01 of each row's local date."""
        return self.seconds // 86_400


def chunks(
    table: Table, index: Index, seconds_of_text: npt.NDArray[np.int64], person: int, log: SkipLog
) -> Iterator[Chunk]:
    """Goes through the table again, for one person's rows."""
    seconds = seconds_of_text[index.dates.text_of_row]
    dated = seconds != UNREADABLE
    mine = index.dates.person_of_row == person
    log.add("no readable date from 1900 to 2100", index.lines[mine & ~dated])
    wanted = mine & dated
    rows = _even_rows(table, log=None)
    for start in range(0, len(seconds), CHUNK_ROWS):
        batch = list(islice(rows, CHUNK_ROWS))
        here = slice(start, start + CHUNK_ROWS)
        kept = np.flatnonzero(wanted[here])
        if len(kept):
            yield Chunk(
                table=table,
                lines=index.lines[here][kept],
                seconds=seconds[here][kept],
                rows=[batch[at][1] for at in kept],
            )
