"""What the health-data service needs from the world."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from services.health_data.domain.norms import Norm
from services.health_data.domain.records import (
    ActivityLog,
    Biomarker,
    DaySeries,
    Erased,
    HealthTables,
    Holdings,
    LabResult,
    ParsedFile,
    Profile,
    Refusal,
    Written,
)


class Store(Protocol):
    """What was measured, by user. A user that nothing is stored about is simply empty."""

    async def open(self) -> None:
        """Makes the store ready; nothing else may be called before."""

    async def close(self) -> None: ...

    async def save(self, user_id: str, parsed: ParsedFile, *, sha256: str) -> Written:
        """Stores all of a file, or nothing of it. A value that is there already, and equal, is not written again.

        Args:
            user_id: whose data it becomes.
            parsed: what the file says.
            sha256: of the file's bytes, hexadecimal, by which it is known again.
        """

    async def erase(self, user_id: str) -> Erased:
        """Deletes everything there is of the user, out of the files too.

        Raises:
            UpstreamUnavailableError: it is deleted, but a file is in use.
        """

    async def version(self, user_id: str) -> str:
        """Another one after each write, also after everything was erased and imported anew; empty without any data."""

    async def series(self, user_id: str, names: Collection[str]) -> Mapping[str, DaySeries]:
        """The whole history of canonical metrics and local times (see `moment_series`); what has no value is absent."""

    async def tables(self, user_id: str) -> HealthTables:
        """Everything the frames are made of, as of one moment."""

    async def profile(self, user_id: str) -> Profile: ...

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        """Newest first; of one name, letter case aside, or of all if it is empty."""

    async def activities(self, user_id: str) -> ActivityLog: ...

    async def holdings(self, user_id: str) -> Holdings: ...


@dataclass(frozen=True, kw_only=True)
class LabQuery:
    """Which laboratory results, newest first.

    Attributes:
        name: letter case aside; empty is all.
        after: the time and id of the last one that is already known; None begins with the newest.
        limit: at most so many.
    """

    name: str
    unconfirmed_only: bool
    after: tuple[datetime, str] | None
    limit: int


@dataclass(frozen=True, kw_only=True)
class StoredLabResult:
    """A laboratory result, and where it is from.

    Attributes:
        import_id: empty of what the person states.
    """

    result_id: str
    import_id: str
    source: str
    result: LabResult


class Laboratory(Protocol):
    """Laboratory results as they were stated. Whatever changes them changes what counts, and the data's version."""

    async def page(self, user_id: str, query: LabQuery) -> Sequence[StoredLabResult]:
        """A result that several imports state in the same way is one."""

    async def add(self, user_id: str, result: LabResult) -> StoredLabResult:
        """Of several values for one name and time, that of the person counts."""

    async def confirm(self, user_id: str, result_id: str) -> StoredLabResult | None:
        """From now on it counts; None where the user has no such result."""

    async def delete(self, user_id: str, result_id: str) -> bool:
        """In all imports that state it; False where the user has no such result."""


class Upload(Protocol):
    """A file on its way in. It is kept out of memory once it is large."""

    async def write(self, chunk: bytes) -> None: ...

    def sha256(self) -> str:
        """Of what was written so far, hexadecimal."""

    async def parse(self, *, subject: str, progress: Callable[[int], None]) -> ParsedFile | Refusal:
        """What the file says about one person. Runs in a process of its own, which ends when the caller is cancelled.

        Args:
            subject: the person to read, of a file that holds several; empty leaves it to the file.
            progress: told now and then how many rows have been read; the whole file is gone through twice.
        """


class FileReader(Protocol):
    def upload(self, user_id: str) -> AbstractAsyncContextManager[Upload]:
        """A new, empty upload of a user's; nothing of it is left after the context ends.

        Raises:
            ConcurrencyLimitError: too many are under way.
        """

    async def close(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class EncodedFrames:
    """The user's tables, as `docs/imports.md` lays them out."""

    summary: bytes
    activities: bytes
    profile: bytes
    population: bytes
    biomarkers: bytes


class FrameEncoder(Protocol):
    async def encode(self, tables: HealthTables, norms: Sequence[Norm]) -> EncodedFrames:
        """Runs off the event loop."""
