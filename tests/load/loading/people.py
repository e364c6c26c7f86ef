"""Who is there: one sample person of sixty days who has asked what people ask, and as many like them as are wanted.

The others are copies that the database makes of the first one's rows, table by table, so that ten thousand take minutes
at most; nothing of a row is made up but whose it is, and the ids that must differ.
"""

import subprocess
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from amy.client import Amy

DAYS: Final = 60
RECENT: Final = 1_000
"""Of how many users the turns ended within the hour for which events and checkpoints are kept."""
QUESTIONS: Final = (
    "Is my resting heart rate related to how long I sleep?",
    "What is my average HRV over the last 30 days?",
    "Are my steps trending up?",
    "What causes high blood pressure?",
    "Is my resting heart rate normal?",
    "How can I sleep better?",
    "How am I doing?",
    "Thanks!",
)
"""One of each pattern of a turn, and of the commonest, one's own data, three."""
_DOCUMENT: Final = "Blood pressure\n\nMy doctor said that less salt and a walk every day lower blood pressure. " * 20
_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "observations": (),
    "recorded_days": (),
    "local_times": (),
    "activities": (),
    "biomarkers": (),
    "profiles": (),
    "imports": ("import_id",),
    "memory_entries": ("id", "source_turn_id"),
    "memory_recorded_turns": ("turn_id",),
    "document": ("id",),
    "document_chunk": ("document_id",),
    "orchestrator_turns": ("id",),
}
"""Tables with a `user_id`, and their columns with ids that must be each user's own."""
_LOG: Final = "orchestrator_turn_log"
"""What is kept of a turn for an hour."""
_DIGITS: Final = 6


def name(number: int) -> str:
    """Of the user with a number; 0 is the one whom the others are copies of."""
    return f"load-{number:0{_DIGITS}}"


def names(count: int) -> list[str]:
    return [name(number) for number in range(count)]


def first_person(amy: Amy, folder: Path) -> None:
    """Imports the sample person's last days, and asks every question once.

    Raises:
        AssertionError: one was not answered.
    """
    whole = folder / "sample"
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(whole)], check=True)
    for file in sorted(whole.glob("*.csv")):
        amy.data.import_file(last_days(file))
    amy.documents.create("What my doctor said", text=_DOCUMENT)
    for question in QUESTIONS:
        turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
        assert turn.status == "completed", (question, turn)


def last_days(file: Path) -> Path:
    """The file without the days before the last sixty; laboratory values are few, and all stay."""
    if file.stem == "biomarkers":
        return file
    header, *rows = file.read_text().splitlines()
    at = header.split(",").index("date" if file.stem == "daily" else "start")
    newest = max(row.split(",")[at][:10] for row in rows)
    first = (date.fromisoformat(newest) - timedelta(days=DAYS - 1)).isoformat()
    kept = file.with_name(f"last-{file.name}")
    kept.write_text("\n".join([header, *(row for row in rows if row.split(",")[at][:10] >= first)]) + "\n")
    return kept


def copy(database_url: str, *, since: int, until: int) -> None:
    """Makes the users with the numbers from `since` on, up to but without `until`, and lets the planner know."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        for table, ids in _TABLES.items():
            _copy_rows(connection, table, ids, since, until, where=sql.SQL("t.user_id = {}").format(name(0)))
        turns = sql.SQL("t.turn_id IN (SELECT id FROM orchestrator_turns WHERE user_id = {})").format(name(0))
        _copy_rows(connection, _LOG, ("turn_id",), since, min(until, RECENT), where=turns)
        connection.execute(
            "UPDATE orchestrator_turns SET events_purged = true WHERE user_id >= %s AND NOT events_purged",
            [name(RECENT)],
        )
        connection.execute("VACUUM ANALYZE")


def _copy_rows(
    connection: psycopg.Connection,
    table: str,
    ids: tuple[str, ...],
    since: int,
    until: int,
    *,
    where: sql.Composable,
) -> None:
    """The user's number takes the place of an id's first random characters.

    Digits are letters of a ULID, and what stands around them still tells the ids of one user apart.
    """
    cursor = connection.execute(sql.SQL("SELECT * FROM {} LIMIT 0").format(sql.Identifier(table)))
    assert cursor.description is not None
    columns = [column.name for column in cursor.description]
    number = sql.SQL("lpad(n::text, {0}, '0')").format(_DIGITS)

    def value(column: str) -> sql.Composable:
        if column == "user_id":
            return sql.SQL("'load-' || {}").format(number)
        if column in ids:
            named = sql.Identifier("t", column)
            return sql.SQL("overlay({0} placing {1} from length({0}) - 15)").format(named, number)
        return sql.Identifier("t", column)

    connection.execute(
        sql.SQL(
            "INSERT INTO {} ({}) SELECT {} FROM generate_series({}::int, {}::int) n, {} t WHERE {} ORDER BY n"
        ).format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, columns)),
            sql.SQL(", ").join(map(value, columns)),
            since,
            until - 1,
            sql.Identifier(table),
            where,
        )
    )
