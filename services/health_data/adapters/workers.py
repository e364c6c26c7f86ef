"""Work that would hold up the event loop, on threads of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from tempfile import SpooledTemporaryFile
from typing import Final, TypeVar

from services.health_data.adapters import arrow, files
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import HealthTables
from services.health_data.ports import EncodedFrames

_MEMORY_BYTES: Final = 4 * 1024 * 1024

_T = TypeVar("_T")


class Workers:
    """Implements `FileReader` and `FrameEncoder`.

    One file is parsed at a time, as parsing is mostly Python; the other threads keep uploads and frames from waiting.
    """

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="health-data")
        self._parsing = asyncio.Lock()

    @asynccontextmanager
    async def upload(self) -> AsyncIterator[files.SpooledUpload]:
        with SpooledTemporaryFile(max_size=_MEMORY_BYTES) as spool:
            yield files.SpooledUpload(spool, run=self._run, parsing=self._parsing)

    async def encode(self, tables: HealthTables, norms: Sequence[Norm]) -> EncodedFrames:
        return await self._run(lambda: arrow.encode(tables, norms))

    async def _run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Waits for what is running."""
        await asyncio.to_thread(self._executor.shutdown)
