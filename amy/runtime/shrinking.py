"""Room that was freed inside of an SQLite file, given back to the disk while others go on writing."""

from collections.abc import Callable
from typing import Final

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from amy.runtime.sql import Database
from amy.runtime.storage import StorageError

_PAGES_AT_ONCE: Final = 2048
"""8 MiB: what is written to the log at once stays as small, and whoever else writes waits no longer than for that."""
_INCREMENTAL: Final = 2
_log = structlog.get_logger("storage")


async def make_shrinkable(database: Database) -> None:
    """Makes a file one whose free pages can be given back little by little.

    It is rewritten for that, once in its life. Where it cannot be now, because it is in use or its disk is full, it is
    left as it is until the next start.
    """
    if database.has_server or await database.read(_is_shrinkable):
        return
    try:
        await database.write(_rewrite)
    except (StorageError, OperationalError) as error:
        _log.warning("storage.not_rewritten", error=type(error).__name__)


async def give_back(database: Database, *, go_on: Callable[[], bool]) -> None:
    """Gives the free pages of a file that was made shrinkable back. A server looks after its own files.

    Args:
        database: whose file it is.
        go_on: asked after each step.
    """
    if not database.has_server:
        while go_on() and await database.write(_give_some_back):
            pass
        await database.write(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())


def _is_shrinkable(connection: Connection) -> bool:
    return bool(connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one() == _INCREMENTAL)


def _rewrite(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
    connection.exec_driver_sql("VACUUM")


def _give_some_back(connection: Connection) -> bool:
    """Whether there was something to give."""
    free = _free_pages(connection)
    driver = connection.connection.driver_connection
    assert driver is not None
    # A page goes with each step of the statement, and only a script is stepped to its end.
    driver.executescript(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE})")
    return _free_pages(connection) < free


def _free_pages(connection: Connection) -> int:
    count: int = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    return count
