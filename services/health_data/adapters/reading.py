"""Files are read in processes of their own: one for small files that stays, and a new one for each large file."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final, overload

import structlog

from amy.runtime.errors import UpstreamUnavailableError
from services.health_data.adapters.import_worker import (
    FIELDS,
    LENGTH_BYTES,
    RECORDS,
    Job,
    Message,
    Outcome,
    Ready,
    Record,
    Records,
    unframed,
)
from services.health_data.adapters.import_worker import frame as framed
from services.health_data.adapters.lanes import Lane
from services.health_data.domain.records import NotUnderstood, Options, ParsedFile, Parts, Progress, Refusal

_log = structlog.get_logger("health_data")

SMALL_BYTES: Final = 1024 * 1024
"""A file up to this size travels to the process that stays."""
_SMALL_MEMORY: Final = 192 * 1024 * 1024
_LARGE_NICENESS: Final = 10
"""A large file is read in what is left of the processors: answers and small files come first."""
_IDLE_S: Final = 30.0
_ATTEMPTS: Final = 2
_BOOTSTRAP: Final = """
import sys
sys.path[:] = sys.argv[1:]
from services.health_data.adapters.import_worker import main
main()
"""
# All of its environment: no keys, and one thread per library.
_ENVIRONMENT: Final = {"PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_BROKE_OFF: Final = NotUnderstood(
    "Reading the file broke off, most likely for lack of memory. Split it by date and import the parts."
)


@dataclass(frozen=True, kw_only=True)
class WholeFile:
    """A file that has come in.

    Attributes:
        stream: it, written to the end.
        filename: what the person calls it.
        progress: told how far the reading is.
    """

    stream: BinaryIO
    filename: str
    size: int
    user_id: str
    options: Options
    progress: Callable[[Progress], None]


class Readers:
    """Reads files, the users in turn: a small file never waits for a large one, nor a user for all of another's.

    Args:
        time_limit_s: how long one file may take, its turn once come.
        memory_bytes: what reading a large file may take.
    """

    def __init__(self, *, time_limit_s: float, memory_bytes: int = 384 * 1024 * 1024) -> None:
        self._time_limit_s = time_limit_s
        self._memory_bytes = memory_bytes
        self._small, self._large = Lane(1), Lane(1)
        self._worker = _Worker()
        self._idle: asyncio.TimerHandle | None = None

    async def read(self, file: WholeFile) -> Parts | Refusal:
        """What the file says. A caller that is cancelled takes the process with it, and the processor is free.

        Raises:
            UpstreamUnavailableError: no process can be started.
        """
        if file.size > SMALL_BYTES:
            async with self._large.place(file.user_id):
                return await self._read_large(file)
        async with self._small.place(file.user_id):
            return await self._read_small(file)

    async def close(self) -> None:
        """Ends the process that stays; the others end with their callers."""
        if self._idle is not None:
            self._idle.cancel()
        await self._worker.stop()

    async def _read_large(self, file: WholeFile) -> Parts | Refusal:
        file.stream.flush()
        worker = _Worker(file.stream.fileno())
        job = Job(
            content=file.stream.fileno(),
            filename=file.filename,
            user_id=file.user_id,
            options=file.options,
            memory_bytes=self._memory_bytes,
            niceness=_LARGE_NICENESS,
        )
        try:
            return await self._outcome(worker, job, file.progress)
        finally:
            await worker.stop()

    async def _read_small(self, file: WholeFile) -> Parts | Refusal:
        if self._idle is not None:
            self._idle.cancel()
        file.stream.seek(0)
        job = Job(
            content=file.stream.read(),
            filename=file.filename,
            user_id=file.user_id,
            options=file.options,
            memory_bytes=_SMALL_MEMORY,
            niceness=0,
        )
        try:
            outcome = await self._outcome(self._worker, job, file.progress)
        except BaseException:
            # It may be in the middle of a file that nobody waits for.
            await self._worker.stop()
            raise
        self._idle = asyncio.get_running_loop().call_later(_IDLE_S, self._worker.kill)
        return outcome

    async def _outcome(self, worker: "_Worker", job: Job, progress: Callable[[Progress], None]) -> Parts | Refusal:
        try:
            async with asyncio.timeout(self._time_limit_s):
                for _ in range(_ATTEMPTS):
                    with suppress(_WorkerLostError):
                        return await _heard(worker, job, progress)
                    _log.warning("health_data.worker_lost")
        except TimeoutError:
            await worker.stop()
            return NotUnderstood(
                f"Reading the file took longer than {self._time_limit_s:.0f} s. Split it by date and import the parts."
            )
        return _BROKE_OFF


async def _heard(worker: "_Worker", job: Job, progress: Callable[[Progress], None]) -> Parts | Refusal:
    """All that a worker says of a file, put together."""
    records: dict[int, dict[str, _Packed]] = defaultdict(lambda: {name: _Packed(RECORDS[name]) for name in RECORDS})
    async with aclosing(worker.ask(job)) as messages:
        async for message in messages:
            match message:
                case Progress():
                    progress(message)
                case Records(part, name, rows):
                    records[part][name].rows.extend(rows)
                case Outcome(tuple() as parts):
                    return tuple(_whole(part, records[at]) for at, part in enumerate(parts))
                case Outcome(refusal):
                    return refusal
    raise _WorkerLostError


def _whole(part: ParsedFile, records: Mapping[str, "_Packed"]) -> ParsedFile:
    whole: ParsedFile = replace(part, **dict[str, Any](records))
    return whole


class _Packed(Sequence[Any]):
    """Records that are made when they are looked at: hundreds of thousands at once are a burden on everybody.

    Attributes:
        rows: the values of each one's fields, in their order.
    """

    def __init__(self, kind: type[Record]) -> None:
        self._kind = kind
        self._names = FIELDS[kind]
        self.rows: list[tuple[Any, ...]] = []

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            return [self._made(row) for row in self.rows[index]]
        return self._made(self.rows[index])

    def __iter__(self) -> Iterator[Record]:
        return map(self._made, self.rows)

    def _made(self, row: tuple[Any, ...]) -> Record:
        made: Record = self._kind(**dict(zip(self._names, row, strict=True)))
        return made


class _WorkerLostError(Exception):
    """A worker's process ended before it had said all."""


class _Worker:
    """One worker, whichever process that is at the moment; none until it is first asked.

    Args:
        descriptors: open files that its process inherits.
    """

    def __init__(self, *descriptors: int) -> None:
        self._descriptors = descriptors
        self._process: Process | None = None

    async def ask(self, job: Job) -> AsyncGenerator[Message]:
        """What it says about a job, up to the outcome.

        Raises:
            _WorkerLostError: the process ended first; the next job starts another.
            UpstreamUnavailableError: no process could be started.
        """
        try:
            process = self._process or await self._start()
            assert process.stdin is not None
            process.stdin.write(framed(job))
            await process.stdin.drain()
            while True:
                message = await _next(process)
                yield message
                if isinstance(message, Outcome):
                    return
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.stop()
            raise _WorkerLostError from None

    def kill(self) -> None:
        """Ends its process without waiting for the end; the next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def stop(self) -> None:
        process = self._process
        self.kill()
        if process is not None:
            await process.wait()

    async def _start(self) -> Process:
        """A process that is ready. It has a group of its own: a terminal's Ctrl-C is for the service alone."""
        command = (sys.executable, "-c", _BOOTSTRAP, *sys.path)
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=_ENVIRONMENT, process_group=0, pass_fds=self._descriptors
            )
        except OSError as error:
            raise UpstreamUnavailableError("No process could be started to read the file.") from error
        ready = await _next(process)
        assert isinstance(ready, Ready)
        return process


async def _next(process: Process) -> Message:
    assert process.stdout is not None
    head = await process.stdout.readexactly(LENGTH_BYTES)
    return unframed(await process.stdout.readexactly(int.from_bytes(head)))
