"""Databases that cannot be used: full, failing, damaged, or of another version. And whether one is fit again."""

import asyncio
import errno
import math
import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import structlog

from amy.runtime.errors import UpstreamUnavailableError

_log = structlog.get_logger("storage")
_FRESH_S: Final = 0.9
"""A server that has answered within this time need not be asked whether it does."""
_SQLITE_PRIMARY: Final = 0xFF
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_DISK_FULL: Final = "53100"
_SYSTEM_ERROR: Final = "58"
_CORRUPTED: Final = ("XX001", "XX002")
_READ_ONLY: Final = "25006"
_AWAY: Final = ("08", "53300", "57P01", "57P02", "57P03")
"""No connection, no room for one, shut down, crashed, starting up."""


class CannotOpenError(Exception):
    """A database cannot be opened; the text names it and says what to do, for whoever runs the service."""


class StorageError(UpstreamUnavailableError):
    """The database of this very service cannot be used now; `metadata["storage"]` says why.

    A peer's database is a peer's matter: its error arrives as an `UpstreamUnavailableError`.
    """

    kind: ClassVar[str]
    public: ClassVar[str]
    """For whoever asked; names no place on this machine."""
    remedy: ClassVar[str]
    """For whoever runs the service, after the name of the database."""
    retry_after_s: ClassVar[int] = 0
    """After so many seconds it may have passed; 0: nobody knows."""

    def __init__(self) -> None:
        retry_after = {"retry_after": str(self.retry_after_s)} if self.retry_after_s else {}
        super().__init__(self.public, storage=self.kind, **retry_after)


class StorageFullError(StorageError):
    kind = "full"
    public = "The disk that Amy stores on is full, so nothing was stored. Make room on it and try again."
    remedy = "is on a disk that is full: make room on it and start again."


class StorageFailedError(StorageError):
    kind = "failed"
    public = "The storage that Amy needs cannot be read or written at the moment; try again."
    remedy = "cannot be read or written: check its disk and its permissions."


class StorageDamagedError(StorageError):
    kind = "damaged"
    public = "The database that Amy needs is damaged. Whoever runs this system has to restore it."
    remedy = "is damaged or no database at all: restore it from a backup, or move it away to begin with an empty one."


class StorageAwayError(StorageError):
    """The server does not answer, is starting or stopping, or takes no more connections."""

    kind = "away"
    public = "The storage that Amy needs does not answer at the moment; try again."
    remedy = "does not answer: start it, and check the database URL."
    retry_after_s = 5


class StorageBusyError(StorageError):
    """All connections of this process were in use for too long: nothing ails the database itself."""

    kind = "busy"
    public = "Too much is asked of the storage that Amy needs at the moment; try again."
    remedy = "is asked too much of: allow more connections, or start more replicas."
    retry_after_s = 1


TROUBLES: Final = (StorageFullError, StorageFailedError, StorageDamagedError, StorageAwayError)


def storage_error(error: BaseException) -> StorageError | None:
    """What an error of a driver, or of a file, says of the storage behind it; None if it is about something else."""
    if isinstance(error, OSError):
        return StorageFullError() if error.errno in _NO_ROOM else None
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(getattr(error, "sqlite_errorcode", 0))
    state = getattr(error, "sqlstate", None) or ""
    if state == _DISK_FULL:
        return StorageFullError()
    if state in _CORRUPTED:
        return StorageDamagedError()
    if state.startswith(_AWAY) or state == _READ_ONLY:
        return StorageAwayError()
    return StorageFailedError() if state.startswith(_SYSTEM_ERROR) else None


def _of_sqlite(code: int) -> StorageError | None:
    # The file that readers and writers share beside the database grows by writing; a full disk is why it cannot.
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return StorageFullError()
    match code & _SQLITE_PRIMARY:
        case sqlite3.SQLITE_FULL:
            return StorageFullError()
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StorageDamagedError()
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return StorageFailedError()
    return None


class Storage:
    """One database, as a service sees it: what the last error said, until a write has gone through again.

    Args:
        check_room: raises a `StorageError` if the disk has next to no room left; takes no time.
        try_write: writes something of no consequence, and raises a `StorageError` if that fails.

    Attributes:
        reach: raises a `StorageError` if the server cannot be reached; None where there is no server, or nobody has
            connected yet.
    """

    def __init__(self, *, check_room: Callable[[], None], try_write: Callable[[], None]) -> None:
        self._check_room = check_room
        self._try_write = try_write
        self._trouble: StorageError | None = None
        self._answered_s = -math.inf
        self.reach: Callable[[], Awaitable[None]] | None = None

    def note(self, trouble: StorageError) -> None:
        """Takes notice of an error. Too much to do is no trouble: another replica would have even more."""
        if not isinstance(trouble, StorageBusyError):
            self._trouble = trouble

    def answered(self) -> None:
        """Takes notice that something was asked of the server, and it answered."""
        self._answered_s = time.monotonic()

    @property
    def noted(self) -> StorageError | None:
        """What was last noted and has not been over since."""
        return self._trouble

    async def trouble(self) -> StorageError | None:
        """What is wrong now, if anything. What may have mended is tried; a damaged database has not mended itself."""
        if not isinstance(self._trouble, StorageDamagedError):
            try:
                self._check_room()
                if self._trouble is not None:
                    await asyncio.to_thread(self._try_write)
                elif self.reach is not None and time.monotonic() - self._answered_s >= _FRESH_S:
                    await self.reach()
            except StorageError as error:
                self.note(error)
            except Exception as error:  # noqa: BLE001, one that is busy or away has not mended
                _log.warning("storage.not_tried", error=type(error).__name__)
            else:
                self._trouble = None
        return self._trouble
