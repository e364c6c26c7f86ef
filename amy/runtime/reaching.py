"""Waiting for PostgreSQL at the start of a program: one that is away is waited for, one that refuses is not."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeVar

import structlog
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError

from amy.runtime.storage import CannotOpenError, StorageAwayError

_log = structlog.get_logger("storage")
_FIRST_PAUSE_S: Final = 0.25
_LONGEST_PAUSE_S: Final = 5.0
_LOCKED: Final = "55P03"
_NOT_ALLOWED: Final = "42501"
# A server refuses a connection in words alone: its code does not reach the client.
_REFUSALS: Final = {
    "authentication failed": "refuses the user or the password: check both in the database URL",
    "no password supplied": "wants a password: put it into the database URL",
    "no pg_hba.conf entry": "does not let this machine or user in: change the server's pg_hba.conf",
    "role ": "has no such user: make it, or change the database URL",
    "database ": "does not exist: make it, or change the database URL",
    "permission denied": "is closed to this user: grant CONNECT to it",
}
_T = TypeVar("_T")


async def reached(url: str, work: Callable[[], _T], *, wait_s: float) -> _T:
    """What `work` returns, done in a thread, again with growing pauses as long as the database is away.

    Raises:
        CannotOpenError: it was away for longer than `wait_s`, or it refuses this user; the text holds no password.
    """
    began, pause_s = time.monotonic(), _FIRST_PAUSE_S
    while True:
        try:
            return await asyncio.to_thread(work)
        except (StorageAwayError, DBAPIError) as error:
            reason = _refusal(error)
            if reason is not None:
                raise CannotOpenError(f"{named(make_url(url))} {reason}.") from error
            if not _may_pass(error):
                raise
            left_s = began + wait_s - time.monotonic()
            if left_s <= 0:
                remedy = f"could not be reached for {wait_s:g} s: start it, or check the database URL."
                raise CannotOpenError(f"{named(make_url(url))} {remedy}") from error
        if pause_s == _FIRST_PAUSE_S:
            _log.warning("storage.waiting", database=make_url(url).database, at_most_s=wait_s)
        await asyncio.sleep(min(pause_s, left_s))
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def named(url: URL) -> str:
    """A database as a sentence about it begins; never with its user or password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"The database {url.database} on {url.host or 'this machine'}"


def _driver_error(error: BaseException) -> BaseException:
    """The error of the driver, below what was made of it."""
    below = error.orig if isinstance(error, DBAPIError) else error.__cause__
    return _driver_error(below) if isinstance(below, DBAPIError) else below or error


def _refusal(error: BaseException) -> str | None:
    driver = _driver_error(error)
    if getattr(driver, "sqlstate", None) == _NOT_ALLOWED:
        return "does not let this user make tables: grant CREATE on the database and on its schema"
    text = str(driver)
    if "FATAL" not in text:
        return None
    said = text.rpartition("FATAL:")[2].lower()
    for words, told in _REFUSALS.items():
        if words in said and (not words.endswith(" ") or "does not exist" in said):
            return told
    return None


def _may_pass(error: BaseException) -> bool:
    if isinstance(error, StorageAwayError):
        return True
    state = getattr(_driver_error(error), "sqlstate", None)
    away = isinstance(error, DBAPIError) and error.connection_invalidated
    return away or state == _LOCKED or (state is None and "connection" in str(_driver_error(error)))
