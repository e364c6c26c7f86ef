"""The requests of every user, counted over all gateways of one PostgreSQL."""

import hashlib
from itertools import count
from typing import Final

import structlog
from sqlalchemy import Connection, bindparam, delete, func, literal, select
from sqlalchemy.dialects.postgresql import insert

from amy.runtime.sql import Database
from amy.runtime.storage import StorageError
from gateway.adapters.tables import RATES
from gateway.ports import Rates

_log = structlog.get_logger("rates")
_MINUTE_S: Final = 60.0
_SWEPT_EVERY: Final = 1000
_NOW_S: Final = func.extract("epoch", func.clock_timestamp())
_SWEEP: Final = delete(RATES).where(RATES.c.full_at_s < _NOW_S)


class SqlRates:
    """`Rates` of all gateways together: a token bucket a user, in one statement a request.

    A bucket is kept as the moment at which it will be full again, which one token puts off by its share of a minute. A
    user is a row by digest; rows whose bucket is full say nothing and are deleted now and then.

    Args:
        per_minute: requests of one user in a minute, and at once; 0: no limit.
        alone: counts the requests of this gateway; asked where the database cannot be.
    """

    def __init__(self, database: Database, *, per_minute: int, alone: Rates) -> None:
        self._database = database
        self._is_limited = per_minute > 0
        token_s = _MINUTE_S / max(1, per_minute)
        later = func.greatest(RATES.c.full_at_s, _NOW_S) + token_s
        self._put_off = (
            insert(RATES)
            .values(name=bindparam("name"), full_at_s=_NOW_S + token_s)
            .on_conflict_do_update(
                index_elements=[RATES.c.name], set_={"full_at_s": later}, where=later - _NOW_S <= _MINUTE_S
            )
            .returning(literal(1))
        )
        self._wait = select(later - _NOW_S - _MINUTE_S).where(RATES.c.name == bindparam("name"))
        self._alone = alone
        self._taken = count(1)

    async def take(self, user_id: str) -> float:
        if not self._is_limited:
            return 0.0
        name = bucket(user_id)
        try:
            return await self._database.write(lambda connection: self._take(name, connection))
        except StorageError as error:
            _log.warning("rates.alone", storage=error.kind)
            return await self._alone.take(user_id)

    def _take(self, name: str, connection: Connection) -> float:
        if connection.scalar(self._put_off, {"name": name}) is None:
            return max(0.0, connection.scalar(self._wait, {"name": name}) or 0.0)
        if next(self._taken) % _SWEPT_EVERY == 0:
            connection.execute(_SWEEP)
        return 0.0


def bucket(user_id: str) -> str:
    """The name under which a user's requests are counted."""
    return hashlib.sha256(user_id.encode()).hexdigest()


def rates_over(database: Database, *, per_minute: int, alone: Rates) -> Rates:
    """Counts over all gateways that share a PostgreSQL; over an SQLite file there is one gateway."""
    return SqlRates(database, per_minute=per_minute, alone=alone) if database.has_server else alone
