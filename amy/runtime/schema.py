"""Tables brought up to date by the service that owns them, before it serves."""

import time
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import OperationalError

from amy.runtime import revisions
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.private import NotPrivateError, make_private_file
from amy.runtime.reaching import named, reached
from amy.runtime.sql import note_version_table, plain_engine
from amy.runtime.storage import CannotOpenError, StorageDamagedError, StorageError, StorageFailedError

_log = structlog.get_logger("storage")
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_INSPECTION_S: Final = 2.0
_LOCK_TIMEOUT_S: Final = 10


async def migrate(
    url: str, *, script_location: Path, version_table: str, options: DatabaseOptions = DEFAULT_OPTIONS
) -> bool:
    """Brings the tables of one service to their newest version; safe to call at every start.

    An SQLite file is for its owner only from its first moment, and looked over for damage for up to two seconds. A
    PostgreSQL server that is away is waited for. Tables of a newer version are left as they are, and served where all
    that is new in them is additive.

    Returns:
        Whether the tables are of a newer version.

    Raises:
        CannotOpenError: it is damaged, no database, of a version that this code cannot serve, on a full disk, somebody
            else's, or a server that stays away or refuses.
    """
    parsed = make_url(url)
    try:
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            file = Path(parsed.database)
            make_private_file(file, *(file.with_name(file.name + end) for end in _COMPANIONS))
        upgrade = partial(_upgrade, url, script_location, version_table)
        newer = await reached(url, upgrade, wait_s=options.wait_s)
    except NotPrivateError as error:
        raise CannotOpenError(str(error)) from error
    except OSError as error:
        raise CannotOpenError(f"{named(parsed)} {StorageFailedError.remedy} ({error.strerror})") from error
    except StorageError as error:
        raise CannotOpenError(f"{named(parsed)} {error.remedy}") from error
    note_version_table(url, version_table)
    if newer:
        _log.warning("storage.newer", tables=version_table)
    return newer


def _inspect(connection: Connection) -> None:
    """Looks an SQLite file over for damage; one that is too large for the time allowed is taken for whole."""
    driver = connection.connection.driver_connection
    assert driver is not None
    give_up_at = time.monotonic() + _INSPECTION_S
    driver.set_progress_handler(lambda: time.monotonic() > give_up_at, 10_000)
    try:
        row = connection.exec_driver_sql("PRAGMA quick_check(1)").first()
    except OperationalError:
        return  # interrupted: the time is up
    finally:
        driver.set_progress_handler(None, 0)
    if row is None or row[0] != "ok":
        raise StorageDamagedError


def _upgrade(url: str, script_location: Path, version_table: str) -> bool:
    """Whether the tables are of a newer version that this code can serve; if they are older, they are not any more."""
    parsed = make_url(url)
    engine = plain_engine(url)
    code = revisions.known(script_location)
    with engine.begin() as connection:
        if parsed.get_backend_name() == "sqlite":
            _inspect(connection)
        if parsed.get_backend_name() == "postgresql":
            # Several replicas start at once; one migrates, the others wait and find nothing to do.
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock(hashtext('{version_table}'))")
            # A migration that waits for a table makes everybody who comes after it wait too.
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT_S}s'")
        at = revisions.current(connection, version_table)
        newer = at is not None and at not in code.revisions
        if newer:
            if not revisions.is_served_by(connection, code, version_table):
                raise CannotOpenError(
                    f"{named(parsed)} was written by a newer version of Amy: run that version, or use another database."
                )
        elif at != code.newest:
            # Nearly every start finds tables that are up to date.
            from amy.runtime.upgrading import upgrade  # noqa: PLC0415

            upgrade(connection, script_location, version_table)
    engine.dispose()
    return newer
