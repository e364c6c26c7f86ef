"""Durable execution by DBOS Transact: everything that is DBOS stays in this module."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import structlog
from dbos import DBOS, DBOSConfig, Serializer, SetWorkflowID, StepOptions
from sqlalchemy import Engine as SqlEngine
from sqlalchemy import create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection

from amy.runtime.async_sql import watch
from amy.runtime.reaching import reached
from amy.runtime.sql import connection_arguments
from amy.runtime.storage import StorageError
from services.orchestrator.adapters.journal import StepJournal
from services.orchestrator.domain.steps import Step
from services.orchestrator.ports.durable import OwnershipLostError, Revival, StepRunner

_log = structlog.get_logger("engine")

_NAME: Final = "amy-orchestrator"
_WORKFLOW: Final = "turn"
_MAX_THREADS: Final = 32
_BEGIN_S: Final = 5.0
_OVER: Final = ("SUCCESS", "ERROR")


async def migrate_checkpoints(url: str, *, wait_s: float) -> None:
    """Brings the tables of DBOS to their newest version; those of a newer one are left as they are.

    Raises:
        CannotOpenError: PostgreSQL stays away or refuses.
    """
    _quiet_logs()
    await reached(url, partial(DBOS.migrate, url), wait_s=wait_s)


class DbosEngine:
    """An `Engine`: one DBOS workflow per turn, with the turn's id.

    Turns start directly on this process's event loop, not through a queue, which would be polled. Recovery is not left
    to DBOS, which only knows of executors by name: it is told that every process is a new executor, so that it finds
    nothing of its own at start, and what died is revived by `revive` alone.

    Args:
        shape: names what the checkpoints look like; a turn of another shape is begun anew.
        executor: this process.
        connections: to PostgreSQL, at most; one more listens.
    """

    def __init__(self, url: str, *, shape: str, executor: str, journal: StepJournal, connections: int) -> None:
        self._url = make_url(url)
        self._connections = connections
        self._shape = f"turn-{shape}"
        self._executor = executor
        self._journal = journal
        self._workflow: Callable[[str], Awaitable[None]] | None = None
        self._sql_engine: SqlEngine | None = None
        self._starting: dict[str, asyncio.Task[None]] = {}
        self._begun: dict[str, asyncio.Event] = {}
        self._running: dict[str, asyncio.Task[None]] = {}

    async def start(self, workflow: Callable[[str, StepRunner], Awaitable[None]]) -> None:
        _quiet_logs()
        config: DBOSConfig = {
            "name": _NAME,
            "system_database_url": self._url.render_as_string(hide_password=False),
            "application_version": self._shape,
            "executor_id": self._executor,
            "serializer": _JsonSerializer(),
            "max_executor_threads": _MAX_THREADS,
            "run_migrations": False,
            "log_level": "WARNING",
            "sys_db_pool_size": self._connections,
        }
        if self._url.get_backend_name() == "sqlite":
            self._sql_engine = _sqlite_engine(self._url.render_as_string(hide_password=False))
            config["system_database_engine"] = self._sql_engine
        else:
            config["db_engine_kwargs"] = {
                "connect_args": connection_arguments(self._url.render_as_string(hide_password=False))
            }
        DBOS(config=config)
        self._workflow = self._registered(workflow)
        # On the loop on purpose: DBOS runs coroutines on the loop it is launched from.
        DBOS.launch()

    def launch(self, turn_id: str) -> None:
        if not self.is_running(turn_id):
            task = asyncio.create_task(self._launch(turn_id))
            self._starting[turn_id] = task
            task.add_done_callback(lambda _: self._starting.pop(turn_id, None))

    def is_running(self, turn_id: str) -> bool:
        return turn_id in self._running or turn_id in self._starting

    async def revive(self, turn_id: str) -> Revival:
        status = await DBOS.get_workflow_status_async(turn_id)
        if status is None:
            self.launch(turn_id)
        elif status.status in _OVER:
            return Revival.ENDED
        elif status.app_version != self._shape:
            _log.warning("turn.begun_anew", turn_id=turn_id, shape=status.app_version)
            await DBOS.delete_workflow_async(turn_id)
            self.launch(turn_id)
        elif status.status != "ENQUEUED":
            await DBOS.resume_workflow_async(turn_id)
        return Revival.CONTINUES

    async def abandon(self, turn_ids: Sequence[str]) -> None:
        # One that is starting is let begin: DBOS would begin it by itself later, with nobody left to end it.
        starting = {self._starting[turn_id] for turn_id in turn_ids if turn_id in self._starting}
        if starting:
            await asyncio.wait(starting)
        running = {self._running[turn_id] for turn_id in turn_ids if turn_id in self._running}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def forget(self, turn_ids: Sequence[str]) -> None:
        await DBOS.delete_workflows_async(list(turn_ids))

    async def stop(self, *, grace_s: float) -> None:
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + grace_s
        # Starting tasks end by handing over to running ones, hence the second look.
        while (busy := self._tasks()) and loop.time() < give_up_at:
            await asyncio.wait(busy, timeout=give_up_at - loop.time())
        left = self._tasks()
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="dbos-stop") as stopper:
            await loop.run_in_executor(stopper, lambda: DBOS.destroy(destroy_registry=True))
        # DBOS made its own pool the loop's default one, and has just shut it down.
        loop.set_default_executor(ThreadPoolExecutor())
        if self._sql_engine is not None:
            self._sql_engine.dispose()
        _log.info("engine.stopped", left_to_recovery=len(left))

    def _tasks(self) -> set[asyncio.Task[None]]:
        return {*self._starting.values(), *self._running.values()}

    async def _launch(self, turn_id: str) -> None:
        assert self._workflow is not None
        try:
            begun = self._begun[turn_id] = asyncio.Event()
            with SetWorkflowID(turn_id):
                await DBOS.start_workflow_async(self._workflow, turn_id)  # type: ignore[arg-type]
            # DBOS has only made a task of it: the turn counts as starting until it counts as running.
            await asyncio.wait_for(begun.wait(), _BEGIN_S)
        except Exception as error:  # noqa: BLE001, recovery starts what did not start now
            _log.warning("turn.not_started", turn_id=turn_id, error=type(error).__name__)
        finally:
            self._begun.pop(turn_id, None)

    def _registered(self, workflow: Callable[[str, StepRunner], Awaitable[None]]) -> Callable[[str], Awaitable[None]]:
        async def run(turn_id: str) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._running[turn_id] = task
            if turn_id in self._begun:
                self._begun[turn_id].set()
            try:
                await workflow(turn_id, _Steps(turn_id, self._journal))
            except (OwnershipLostError, StorageError):
                # Not a failure of the turn, so nothing DBOS may record: this run just ends, and recovery goes on with
                # the turn once its owner, or the storage, is there.
                raise asyncio.CancelledError from None
            finally:
                if self._running.get(turn_id) is task:
                    del self._running[turn_id]

        return DBOS.workflow(name=_WORKFLOW)(run)


class _Steps:
    """The `StepRunner` of one turn: one DBOS step per step."""

    def __init__(self, turn_id: str, journal: StepJournal) -> None:
        self._turn_id = turn_id
        self._journal = journal

    async def __call__(self, step: Step, body: Callable[[], Awaitable[str]]) -> str:
        ran = False

        async def run() -> str:
            nonlocal ran
            ran = True
            await self._journal.begin(self._turn_id, step)
            try:
                return await body()
            except (OwnershipLostError, StorageError):
                raise asyncio.CancelledError from None

        options: StepOptions = {"name": step.value}
        output = await DBOS.run_step_async(options, run)
        await self._journal.end(self._turn_id, step, ran=ran)
        return output


class _JsonSerializer(Serializer):
    """Checkpoints are text already, and nothing else is worth running code for at load: JSON, never pickle."""

    def name(self) -> str:
        return "amy_json"

    def serialize(self, data: object) -> str:
        return json.dumps(data, default=_error_name)

    def deserialize(self, serialized_data: str) -> object:
        data: object = json.loads(serialized_data)
        if isinstance(data, dict) and set(data) == {"error"}:
            return RuntimeError(data["error"])
        return data


def _error_name(value: object) -> dict[str, str]:
    """An exception as DBOS may store it: its class, never its message, which could hold anything."""
    if isinstance(value, BaseException):
        return {"error": type(value).__name__}
    raise TypeError(f"a {type(value).__name__} is no checkpoint")


def _sqlite_engine(url: str) -> SqlEngine:
    engine = create_engine(url)
    watch(engine, url)

    def configure(connection: DBAPIConnection, _record: object) -> None:
        # Writers take the lock when they begin: a reader that goes on to write would find the file changed under it.
        connection.isolation_level = "IMMEDIATE"
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", configure)
    return engine


class _CodesOnly(logging.Handler):
    """DBOS's warnings as log events that say where they come from, not what was being worked on."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        _log.warning("dbos", level=record.levelname, where=f"{record.filename}:{record.lineno}", error=error)


def _quiet_logs() -> None:
    logger = logging.getLogger("dbos")
    logger.propagate = False
    if not any(isinstance(handler, _CodesOnly) for handler in logger.handlers):
        logger.handlers = [_CodesOnly()]
