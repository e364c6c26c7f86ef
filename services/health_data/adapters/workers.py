"""Work that would hold up the event loop: files in processes, what is short on threads."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from tempfile import SpooledTemporaryFile
from typing import Any, Final, Protocol, TypeVar

from services.health_data.adapters import frames
from services.health_data.adapters.lanes import Door
from services.health_data.adapters.reading import SMALL_BYTES, Readers, WholeFile
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import HealthTables, Options, Parts, Progress, Refusal
from services.health_data.ports import EncodedFrames

_IMPORTS_A_USER: Final = 4
_IMPORTS_IN_ALL: Final = 64

_T = TypeVar("_T")


class _Run(Protocol):
    async def __call__(self, work: Callable[[], _T]) -> _T:
        """Does blocking work off the event loop."""


class SpooledFile:
    """Implements `Incoming`: in memory while it is small, in a temporary file without a name after that."""

    def __init__(self, spool: Any, *, user_id: str, run: _Run, readers: Readers) -> None:  # noqa: ANN401, see below
        # A SpooledTemporaryFile is a binary file in all but its type.
        self._spool = spool
        self._user_id = user_id
        self._run = run
        self._readers = readers
        self._hash = hashlib.sha256()
        self._size = 0

    def sha256(self) -> str:
        return self._hash.hexdigest()

    async def write(self, chunk: bytes) -> None:
        self._size += len(chunk)
        await self._run(lambda: self._append(chunk))

    async def parse(self, *, filename: str, options: Options, progress: Callable[[Progress], None]) -> Parts | Refusal:
        return await self._readers.read(
            WholeFile(
                stream=self._spool,
                filename=filename,
                size=self._size,
                user_id=self._user_id,
                options=options,
                progress=progress,
            )
        )

    def _append(self, chunk: bytes) -> None:
        self._spool.write(chunk)
        self._hash.update(chunk)


class Workers:
    """Implements `FileReader` and `FrameEncoder`.

    Args:
        time_limit_s: how long the reading of one file may take.
    """

    def __init__(self, *, time_limit_s: float) -> None:
        self._executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="health-data")
        self._readers = Readers(time_limit_s=time_limit_s)
        self._door = Door(a_user=_IMPORTS_A_USER, in_all=_IMPORTS_IN_ALL)

    @asynccontextmanager
    async def incoming(self, user_id: str) -> AsyncIterator[SpooledFile]:
        async with self._door.entered(user_id):
            with SpooledTemporaryFile(max_size=SMALL_BYTES) as spool:
                yield SpooledFile(spool, user_id=user_id, run=self._run, readers=self._readers)

    async def encode(self, tables: HealthTables, norms: Sequence[Norm]) -> EncodedFrames:
        return await self._run(lambda: frames.encode(tables, norms))

    async def _run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Waits for what runs on threads, and ends the processes."""
        await self._readers.close()
        await asyncio.to_thread(self._executor.shutdown)
