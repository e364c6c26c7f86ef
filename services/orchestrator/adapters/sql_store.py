"""Turns and their logs in SQLite or PostgreSQL."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from pydantic import TypeAdapter
from sqlalchemy import Connection, RowMapping
from sqlalchemy.exc import IntegrityError

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.schema import migrate
from amy.runtime.sql import Database, lock
from amy.runtime.storage import StorageBusyError
from services.orchestrator.adapters import statements
from services.orchestrator.adapters.log_entries import Written, read_checkpoints, read_events, written
from services.orchestrator.adapters.sql_signals import SqlTurnNews
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.events import TerminalEvent, TurnCompleted, TurnStarted
from services.orchestrator.domain.turn import IN_FLIGHT, Turn, TurnContext, TurnError, TurnResult, TurnStatus
from services.orchestrator.ports.durable import (
    BEGINNING,
    LogEntry,
    LogPlace,
    Opened,
    Ownership,
    OwnershipLostError,
    StoredEvent,
)

_log = structlog.get_logger("store")
_MESSAGES: Final = TypeAdapter(tuple[Message, ...])
_CONTEXT: Final = TypeAdapter(TurnContext)
_RESULT: Final = TypeAdapter(TurnResult)
_ERROR: Final = TypeAdapter(TurnError)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_orchestrator", options=options)


def _patient(work: Callable[_P, Awaitable[_T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """What a running turn reads and writes waits until a connection is free: to give up would do its step anew."""

    @wraps(work)
    async def again(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        while True:
            with suppress(StorageBusyError):
                return await work(*args, **kwargs)

    return again


class SqlTurnStore:
    """A `TurnStore` on `sqlite:///file` or `postgresql://…`.

    An entry of a log is written by one statement that finds the turn in flight and the writer its owner, or writes
    nothing. It takes the place behind the last one, so that of two writers one finds it taken.

    Args:
        shape: names what the checkpoints look like; those of another shape cannot be gone on from.
    """

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS, *, shape: str = "") -> None:
        self._options = options
        self._shape = shape
        self.database = Database(url, options)
        self._news = SqlTurnNews(self.database)

    async def migrate(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self.database.url, self._options)

    async def close(self) -> None:
        await self._news.close()
        await self.database.close()

    async def create(self, turn: Turn, *, owner: str, max_in_flight: int) -> Turn | None:
        row = {**_row(turn, owner), "shape": self._shape, "most": max_in_flight}

        def work(connection: Connection) -> Turn | None:
            lock(connection, turn.user_id)
            if connection.execute(statements.CREATE, row).rowcount:
                return turn
            found = connection.execute(statements.FIND, {"turn": turn.id}).mappings().first()
            return _turn(found) if found is not None else None

        unit = self.database.transact if self.database.has_server else self.database.write
        return await unit(work)

    async def get(self, turn_id: str) -> Turn | None:
        def work(connection: Connection) -> RowMapping | None:
            return connection.execute(statements.READ, {"turn": turn_id}).mappings().first()

        row = await self.database.read(work)
        return _turn(row) if row is not None else None

    async def page(self, user_id: str, *, before_id: str | None, limit: int) -> Sequence[Turn]:
        place = {"user": user_id, "limit": limit}
        if before_id is not None:
            place["before"] = before_id
        query = statements.PAGE if before_id is None else statements.PAGE_BEFORE
        rows = await self.database.read(lambda connection: connection.execute(query, place).mappings().all())
        return [_turn(row) for row in rows]

    @_patient
    async def open(self, turn_id: str, *, owner: str) -> Opened | None:
        def work(connection: Connection) -> Opened | None:
            turn = connection.execute(statements.OPEN, {"turn": turn_id, "by": owner}).mappings().first()
            if turn is None:
                return None
            if turn["shape"] != self._shape:
                _log.warning("turn.begun_anew", turn_id=turn_id, shape=turn["shape"])
                connection.execute(statements.FORGET_CHECKPOINTS, {"turn": turn_id})
                connection.execute(statements.RESHAPE, {"turn": turn_id, "new": self._shape})
            entries = connection.execute(statements.LOG_OF, {"turn": turn_id}).all()
            events, has_warned = read_events([entry.events for entry in entries])
            last_event_id = entries[-1].last_event_id if entries else 0
            return Opened(
                turn=_turn(turn),
                place=LogPlace(entries=len(entries), last_event_id=last_event_id),
                events=events,
                checkpoints=read_checkpoints([entry.checkpoints for entry in entries]),
                has_warned=has_warned,
            )

        return await self.database.transact(work)

    @_patient
    async def begin(self, turn_id: str, *, owner: str, started: TurnStarted) -> tuple[datetime, Sequence[StoredEvent]]:
        def work(connection: Connection) -> tuple[datetime, Written]:
            mine = {"turn": turn_id, "by": owner, "at": _to_us(started.at)}
            began_us = connection.scalar(statements.BEGIN, mine)
            if began_us is None:
                raise OwnershipLostError(turn_id)
            began = _from_us(began_us)
            first = LogEntry(events=[TurnStarted(turn_id=turn_id, at=began)])
            adding = written(BEGINNING, first)
            _add(connection, turn_id, adding)
            return began, adding

        began, added = await self.database.transact(work)
        self._news.tell(turn_id)
        return began, added.events

    @_patient
    async def append(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry
    ) -> tuple[LogPlace, Sequence[StoredEvent]]:
        adding = written(place, entry)
        row = {"turn": turn_id, "by": owner, **adding.row()}
        try:
            added = await self.database.write(lambda connection: connection.execute(statements.APPEND, row).rowcount)
        except IntegrityError:
            added = 0
        if not added:
            raise OwnershipLostError(turn_id)
        if adding.events:
            self._news.tell(turn_id)
        return adding.place, adding.events

    @_patient
    async def finish(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry, at: datetime, event: TerminalEvent
    ) -> Sequence[StoredEvent]:
        adding = written(place, LogEntry(events=[*entry.events, event], checkpoints=entry.checkpoints))
        ending = {"turn": turn_id, "by": owner, "at": _to_us(at), **_outcome(event)}

        def work(connection: Connection) -> Sequence[StoredEvent]:
            if connection.execute(statements.FINISH, ending).rowcount:
                _add(connection, turn_id, adding)
                return adding.events
            if connection.scalar(statements.STATUS, {"turn": turn_id}) in IN_FLIGHT:
                raise OwnershipLostError(turn_id)
            return ()

        events = await self.database.transact(work)
        self._news.tell(turn_id)
        return events

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]:
        asked = {"turn": turn_id, "after": after, "limit": limit}
        rows = await self.database.read(lambda connection: connection.scalars(statements.EVENTS_AFTER, asked).all())
        events, _ = read_events(rows)
        return [event for event in events if event.id > after][:limit]

    async def last_event_ids(self, turn_ids: Collection[str]) -> Mapping[str, int]:
        asked = {"turns": list(turn_ids)}
        rows = await self.database.read(lambda connection: connection.execute(statements.LAST_IDS, asked).all())
        return {row.turn_id: row.last_event_id for row in rows if row.last_event_id}

    async def under_way(self) -> Sequence[Ownership]:
        rows = await self.database.read(lambda connection: connection.execute(statements.UNDER_WAY).all())
        return [
            Ownership(
                turn_id=row.id,
                owner=row.owner,
                takeovers=row.takeovers,
                is_withdrawn=row.status == TurnStatus.WITHDRAWN.value,
            )
            for row in rows
        ]

    async def claim(self, found: Ownership, *, owner: str) -> bool:
        claim = {"turn": found.turn_id, "by": found.owner, "new": owner}
        return await self.database.write(lambda connection: connection.execute(statements.CLAIM, claim).rowcount > 0)

    async def expired(self, *, ended_before: datetime, limit: int) -> Sequence[str]:
        asked = {"before": _to_us(ended_before), "limit": limit}
        return await self.database.read(lambda connection: connection.scalars(statements.EXPIRED, asked).all())

    async def purge(self, turn_ids: Sequence[str]) -> None:
        purged = {"turns": list(turn_ids)}

        def work(connection: Connection) -> None:
            connection.execute(statements.DELETE_LOGS, purged)
            connection.execute(statements.PURGED, purged)

        await self.database.transact(work)


def _add(connection: Connection, turn_id: str, adding: Written) -> None:
    """Within a transaction that has changed the turn, and keeps every other writer out."""
    try:
        connection.execute(statements.ADD, {"turn_id": turn_id, **adding.row()})
    except IntegrityError:
        raise OwnershipLostError(turn_id) from None


def _outcome(event: TerminalEvent) -> dict[str, str | None]:
    if isinstance(event, TurnCompleted):
        result = _RESULT.dump_json(event.result).decode()
        return {"new_status": TurnStatus.COMPLETED.value, "new_result": result, "new_error": None}
    error = _ERROR.dump_json(event.error).decode()
    return {"new_status": TurnStatus.FAILED.value, "new_result": None, "new_error": error}


def _row(turn: Turn, owner: str) -> dict[str, Any]:
    return {
        "id": turn.id,
        "user_id": turn.user_id,
        "status": turn.status.value,
        "created_at_us": _to_us(turn.created_at),
        "messages": _MESSAGES.dump_json(turn.messages).decode(),
        "context": _CONTEXT.dump_json(turn.context).decode(),
        "request_id": turn.request_id,
        "owner": owner,
        "takeovers": 0,
        "events_purged": False,
    }


def _turn(row: RowMapping) -> Turn:
    return Turn(
        id=row["id"],
        user_id=row["user_id"],
        status=TurnStatus(row["status"]),
        created_at=_from_us(row["created_at_us"]),
        started_at=_from_us(row["started_at_us"]) if row["started_at_us"] is not None else None,
        completed_at=_from_us(row["completed_at_us"]) if row["completed_at_us"] is not None else None,
        messages=_MESSAGES.validate_json(row["messages"]),
        context=_CONTEXT.validate_json(row["context"]),
        request_id=row["request_id"],
        result=_RESULT.validate_json(row["result"]) if row["result"] is not None else None,
        error=_ERROR.validate_json(row["error"]) if row["error"] is not None else None,
    )


def _to_us(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def _from_us(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)
