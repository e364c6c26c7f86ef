"""Turns and their event logs in SQLite or PostgreSQL."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, RowMapping, case, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from amy.runtime.async_sql import create_engine
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.schema import migrate
from amy.runtime.storage import StorageBusyError
from services.orchestrator import wire
from services.orchestrator.adapters.dbos_engine import migrate_checkpoints
from services.orchestrator.adapters.sql_signals import SqlTurnNews
from services.orchestrator.adapters.tables import EVENTS, TURNS
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.events import TerminalEvent, TurnCompleted, TurnEvent, TurnStarted
from services.orchestrator.domain.turn import IN_FLIGHT, Turn, TurnContext, TurnError, TurnResult, TurnStatus
from services.orchestrator.ports.durable import Ownership, OwnershipLostError, StoredEvent

_MESSAGES: Final = TypeAdapter(tuple[Message, ...])
_CONTEXT: Final = TypeAdapter(TurnContext)
_RESULT: Final = TypeAdapter(TurnResult)
_ERROR: Final = TypeAdapter(TurnError)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_IN_FLIGHT: Final = sorted(IN_FLIGHT)
_READABLE: Final = TURNS.c.status != TurnStatus.WITHDRAWN.value


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`; the tables of the workflow engine with them."""
    scripts = Path(__file__).parent / "migrations"
    newer = await migrate(url, script_location=scripts, version_table="alembic_version_orchestrator", options=options)
    await migrate_checkpoints(url, wait_s=options.wait_s)
    return newer


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

    A turn's row is its log's lock: whoever appends first raises `last_event_id`, so ids have no gap and no twin, and a
    process that is no longer the owner can change nothing.
    """

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._engine = create_engine(url, options)
        self._reading: AsyncEngine = self._engine.execution_options(readonly=True)
        self._news = SqlTurnNews(self._engine)

    @property
    def engine(self) -> AsyncEngine:
        return self._engine

    async def migrate(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._news.close()
        await self._engine.dispose()

    async def create(self, turn: Turn, *, owner: str, max_in_flight: int) -> Turn | None:
        async with self._engine.begin() as connection:
            await lock_user(connection, turn.user_id)
            row = (await connection.execute(select(TURNS).where(TURNS.c.id == turn.id))).mappings().first()
            if row is not None:
                return _turn(row)
            count = select(func.count()).where(TURNS.c.user_id == turn.user_id, TURNS.c.status.in_(_IN_FLIGHT))
            if (await connection.scalar(count) or 0) >= max_in_flight:
                return None
            await connection.execute(insert(TURNS), [_row(turn, owner)])
        return turn

    async def get(self, turn_id: str) -> Turn | None:
        async with self._reading.connect() as connection:
            query = select(TURNS).where(TURNS.c.id == turn_id, _READABLE)
            row = (await connection.execute(query)).mappings().first()
        return _turn(row) if row is not None else None

    async def page(self, user_id: str, *, before_id: str | None, limit: int) -> Sequence[Turn]:
        query = select(TURNS).where(TURNS.c.user_id == user_id, _READABLE).order_by(TURNS.c.id.desc()).limit(limit)
        if before_id is not None:
            query = query.where(TURNS.c.id < before_id)
        async with self._reading.connect() as connection:
            return [_turn(row) for row in (await connection.execute(query)).mappings()]

    @_patient
    async def open(self, turn_id: str, *, owner: str) -> Turn | None:
        statement = (
            update(TURNS)
            .where(TURNS.c.id == turn_id, TURNS.c.status.in_(_IN_FLIGHT))
            .values(owner=owner)
            .returning(TURNS)
        )
        async with self._engine.begin() as connection:
            row = (await connection.execute(statement)).mappings().first()
        return _turn(row) if row is not None else None

    @_patient
    async def begin(self, turn_id: str, *, owner: str, started: TurnStarted) -> datetime:
        statement = (
            update(TURNS)
            .where(*_owned(turn_id, owner), TURNS.c.status == TurnStatus.QUEUED.value)
            .values(status=TurnStatus.RUNNING.value, started_at_us=_not_before(TURNS.c.created_at_us, started.at))
            .returning(TURNS.c.started_at_us)
        )
        async with self._engine.begin() as connection:
            now = began = await connection.scalar(statement)
            if now is not None:
                await self._add(connection, turn_id, owner, [replace(started, at=_from_us(now))])
            else:
                began = await connection.scalar(select(TURNS.c.started_at_us).where(*_owned(turn_id, owner)))
        if began is None:
            raise OwnershipLostError(turn_id)
        if now is not None:
            self._news.tell(turn_id)
        return _from_us(began)

    @_patient
    async def append(self, turn_id: str, *, owner: str, events: Sequence[TurnEvent]) -> None:
        async with self._engine.begin() as connection:
            await self._add(connection, turn_id, owner, events)
        self._news.tell(turn_id)

    @_patient
    async def finish(self, turn_id: str, *, owner: str, at: datetime, event: TerminalEvent) -> None:
        async with self._engine.begin() as connection:
            status = await connection.scalar(select(TURNS.c.status).where(TURNS.c.id == turn_id).with_for_update())
            if status not in _IN_FLIGHT:
                return
            await self._add(connection, turn_id, owner, [event])
            # Begun turns have started no earlier than they were created; others never started.
            earliest = func.coalesce(TURNS.c.started_at_us, TURNS.c.created_at_us)
            ended = {"completed_at_us": _not_before(earliest, at), **_outcome(event)}
            await connection.execute(update(TURNS).where(TURNS.c.id == turn_id).values(**ended))
        self._news.tell(turn_id)

    @_patient
    async def warned_of_cost(self, turn_id: str) -> bool:
        query = select(exists().where(EVENTS.c.turn_id == turn_id, EVENTS.c.kind == wire.COST_WARNING))
        async with self._reading.connect() as connection:
            return bool(await connection.scalar(query))

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]:
        query = (
            select(EVENTS.c.id, EVENTS.c.kind, EVENTS.c.payload)
            .where(EVENTS.c.turn_id == turn_id, EVENTS.c.id > after)
            .order_by(EVENTS.c.id)
            .limit(limit)
        )
        async with self._reading.connect() as connection:
            return [
                StoredEvent(id=row.id, payload=row.payload, is_terminal=row.kind in wire.TERMINAL)
                for row in await connection.execute(query)
            ]

    async def last_event_ids(self, turn_ids: Collection[str]) -> Mapping[str, int]:
        query = select(TURNS.c.id, TURNS.c.last_event_id).where(TURNS.c.id.in_(turn_ids))
        async with self._reading.connect() as connection:
            return {row.id: row.last_event_id for row in await connection.execute(query)}

    async def in_flight(self) -> Sequence[Ownership]:
        query = select(TURNS.c.id, TURNS.c.owner, TURNS.c.takeovers).where(TURNS.c.status.in_(_IN_FLIGHT))
        async with self._reading.connect() as connection:
            return [
                Ownership(turn_id=row.id, owner=row.owner, takeovers=row.takeovers)
                for row in await connection.execute(query)
            ]

    async def claim(self, found: Ownership, *, owner: str) -> bool:
        # An owner that froze in the middle of a write still locks the row: the next look tries again, nobody waits.
        free = select(TURNS.c.id).where(*_owned(found.turn_id, found.owner)).with_for_update(skip_locked=True)
        statement = (
            update(TURNS)
            .where(TURNS.c.id.in_(free.scalar_subquery()))
            .values(owner=owner, takeovers=TURNS.c.takeovers + 1)
        )
        async with self._engine.begin() as connection:
            return (await connection.execute(statement)).rowcount > 0

    async def expired(self, *, ended_before: datetime, limit: int) -> Sequence[str]:
        query = (
            select(TURNS.c.id)
            .where(TURNS.c.events_purged.is_(False), TURNS.c.completed_at_us < _to_us(ended_before))
            .limit(limit)
        )
        async with self._reading.connect() as connection:
            return list(await connection.scalars(query))

    async def purge_events(self, turn_ids: Sequence[str]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(EVENTS).where(EVENTS.c.turn_id.in_(turn_ids)))
            await connection.execute(update(TURNS).where(TURNS.c.id.in_(turn_ids)).values(events_purged=True))

    async def _add(self, connection: AsyncConnection, turn_id: str, owner: str, events: Sequence[TurnEvent]) -> None:
        """Appends within a transaction; the row it updates keeps every other writer out until the commit."""
        advanced = (
            update(TURNS)
            .where(*_owned(turn_id, owner))
            .values(last_event_id=TURNS.c.last_event_id + len(events))
            .returning(TURNS.c.last_event_id)
        )
        last_id = await connection.scalar(advanced)
        if last_id is None:
            raise OwnershipLostError(turn_id)
        encoded = [
            wire.event_to_proto(event_id, event) for event_id, event in enumerate(events, last_id - len(events) + 1)
        ]
        rows = [
            {
                "turn_id": turn_id,
                "id": proto.id,
                "kind": proto.WhichOneof("event"),
                "payload": proto.SerializeToString(deterministic=True),
            }
            for proto in encoded
        ]
        await connection.execute(insert(EVENTS), rows)


async def lock_user(connection: AsyncConnection, user_id: str) -> None:
    """Makes counting and changing the turns of a user one act. SQLite has but one writer at a time."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(user_id, 0))))


def _owned(turn_id: str, owner: str) -> tuple[ColumnElement[bool], ...]:
    return TURNS.c.id == turn_id, TURNS.c.owner == owner, TURNS.c.status.in_(_IN_FLIGHT)


def _not_before(earliest: ColumnElement[int], at: datetime) -> ColumnElement[int]:
    """The moment, or the earlier one's where a clock was set back in between, or another host's is behind."""
    return case((earliest > _to_us(at), earliest), else_=_to_us(at))


def _outcome(event: TerminalEvent) -> dict[str, str]:
    if isinstance(event, TurnCompleted):
        return {"status": TurnStatus.COMPLETED.value, "result": _RESULT.dump_json(event.result).decode()}
    return {"status": TurnStatus.FAILED.value, "error": _ERROR.dump_json(event.error).decode()}


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
        "last_event_id": 0,
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
