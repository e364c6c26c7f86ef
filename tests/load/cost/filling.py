"""Fills a stopped system's SQLite files with copies of rows that it wrote itself: more turns, or more people.

No row is made up but for whose it is, and for the ids in it, which are each copy's own. Tables are found by what their
columns are, not by name: whatever belongs to a person has a `user_id`.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

_ID: Final = re.compile(r"[a-z]+_[0-9A-HJKMNP-TV-Z]{26}")
_DIGITS: Final = 6
"""Of a copy's number; digits are letters of a ULID, and take the place of its first random ones."""
_NUMBERS: Final = "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :copies) "


def add_turns(data_dir: Path, *, user: str, count: int) -> None:
    """Copies of one of a person's turns, the smallest: its row, and whatever else has its id in the primary key."""
    with _database(data_dir / "orchestrator.db") as database:
        ((turn,),) = database.execute(
            "SELECT id FROM orchestrator_turns WHERE user_id = ? ORDER BY length(result) LIMIT 1", [user]
        ).fetchall()
    for table in _tables(data_dir):
        for column in table.key:
            if column in {"id", "turn_id"}:
                table.copy({column: turn, "user_id": user}, count, new_user=None)


def add_people(data_dir: Path, *, like: str, count: int) -> None:
    """Copies of a person, with all that belongs to her but the events of her turns, which are kept for an hour."""
    for table in _tables(data_dir):
        table.copy({"user_id": like}, count, new_user=like)


class _Table:
    """A table of one database with what belongs to people.

    Attributes:
        key: the columns of its primary key.
    """

    def __init__(self, file: Path, name: str) -> None:
        self._file = file
        self._name = name
        with _database(file) as database:
            columns = database.execute(f'PRAGMA table_info("{name}")').fetchall()
        self._columns = [column for _, column, *_ in columns]
        self.key = tuple(column for _, column, _, _, _, place in columns if place)

    @property
    def belongs_to_people(self) -> bool:
        return "user_id" in self._columns

    def copy(self, where: Mapping[str, str], copies: int, *, new_user: str | None) -> None:
        """So many copies of the rows for which columns have these values.

        Args:
            where: the columns and their values.
            copies: how many of each row.
            new_user: each copy is another person's, whose name begins like this; None: the same person's.
        """
        condition = " AND ".join(f'"{column}" = :{column}' for column in where)
        with _database(self._file) as database:
            row = database.execute(f'SELECT * FROM "{self._name}" WHERE {condition} LIMIT 1', where).fetchone()
            if row is None:
                return
            values = [self._value(column, kept, new_user) for column, kept in zip(self._columns, row, strict=True)]
            columns = ", ".join(f'"{column}"' for column in self._columns)
            database.execute(
                f'INSERT INTO "{self._name}" ({columns}) {_NUMBERS}'
                f'SELECT {", ".join(values)} FROM copies, "{self._name}" WHERE {condition}',
                {**where, "copies": copies},
            )

    def _value(self, column: str, kept: object, new_user: str | None) -> str:
        number = f"printf('%0{_DIGITS}d', n)"
        if column == "user_id" and new_user is not None:
            return f"user_id || '-' || {number}"
        if column == "events_purged":
            return "1"
        if isinstance(kept, str) and _ID.fullmatch(kept):
            return f'substr("{column}", 1, length("{column}") - 16) || {number} || substr("{column}", -10)'
        return f'"{column}"'


def _tables(data_dir: Path) -> Iterator[_Table]:
    for file in sorted(data_dir.glob("*.db")):
        with _database(file) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        yield from filter(lambda table: table.belongs_to_people, (_Table(file, name) for name in names))


@contextmanager
def _database(file: Path) -> Iterator[sqlite3.Connection]:
    """Commits at the end; fast rather than safe, since nobody else uses the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            yield connection
