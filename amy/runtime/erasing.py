"""Deleting a person from a database: the rows, and what is left of them in the file."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import Final

from sqlalchemy import Connection, MetaData, delete, make_url

from amy.runtime.errors import UpstreamUnavailableError
from amy.runtime.storage import storage_error

_PATIENCE_S: Final = 30.0
_USER: Final = "user_id"
_IN_USE: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def erase_user(connection: Connection, metadata: MetaData, user_id: str) -> Mapping[str, int]:
    """Deletes a user's rows from every table that names its user, in the transaction of the connection.

    Tables are found by their column `user_id`, so that one that is added later is not forgotten.

    Returns:
        How many rows there were, by table.
    """
    tables = [table for table in reversed(metadata.sorted_tables) if _USER in table.c]
    return {table.name: connection.execute(delete(table).where(table.c[_USER] == user_id)).rowcount for table in tables}


async def scrub(url: str) -> None:
    """Takes out of an SQLite file what was deleted from it: from its free pages, and from the log beside it.

    A delete leaves the text where it stood until something else is written there. A server looks after its own files.

    Raises:
        UpstreamUnavailableError: others held the file for too long.
        StorageError: there is no room for it, or the file cannot be written.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        await asyncio.to_thread(_rewrite, parsed.database)


def _rewrite(file: str) -> None:
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE_S, isolation_level=None)) as connection:
            connection.execute("VACUUM")
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        storage = storage_error(error)
        if storage is not None:
            raise storage from error
        if getattr(error, "sqlite_errorcode", 0) not in _IN_USE:
            raise
        busy = True
    if busy:
        raise UpstreamUnavailableError("What was deleted is still in a file that is in use; ask again.")
