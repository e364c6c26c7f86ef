"""News of other orchestrators' commits, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable
from typing import Final

import psycopg
import structlog
from sqlalchemy import make_url

_log = structlog.get_logger("signals")

CHANNEL: Final = "amy_turn_events"
_RECONNECT_S: Final = 1.0


class SqlTurnSignals:
    """`TurnSignals` of the database at `url`. One SQLite file has one orchestrator: there is nobody to hear from."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._conninfo = (
            parsed.set(drivername="postgresql").render_as_string(hide_password=False)
            if parsed.get_backend_name() == "postgresql"
            else None
        )

    async def listen(self, on_commit: Callable[[str], None]) -> None:
        if self._conninfo is None:
            return
        while True:
            try:
                await self._listen_until_cut_off(self._conninfo, on_commit)
            except psycopg.OperationalError:
                _log.warning("signals.cut_off")
                await asyncio.sleep(_RECONNECT_S)

    async def _listen_until_cut_off(self, conninfo: str, on_commit: Callable[[str], None]) -> None:
        async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            async for notification in connection.notifies():
                on_commit(notification.payload)
