"""What the health-data service needs from the world."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from services.health_data.domain.deliveries import Delivery, Taken
from services.health_data.domain.journal import Journal
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import (
    ActivityLog,
    Biomarker,
    DaySeries,
    Entry,
    HealthTables,
    LabResult,
    Options,
    Parts,
    Profile,
    Progress,
    Refusal,
)
from services.health_data.domain.reporting import ImportReport
from services.health_data.domain.stored import Erased, Holdings, ImportSummary, Priority, StatedValue, Undone
from services.health_data.domain.uploads import NewUpload, Upload

Clock: TypeAlias = Callable[[], datetime]
"""Aware, in UTC."""


class Store(Protocol):
    """What was measured, by user. A user that nothing is stored about is simply empty."""

    async def open(self) -> None:
        """Makes the store ready; nothing else may be called before."""

    async def close(self) -> None: ...

    async def erase(self, user_id: str) -> Erased:
        """Deletes everything there is of the user, out of the files too.

        Raises:
            UpstreamUnavailableError: it is deleted, but a file is in use.
        """

    async def version(self, user_id: str) -> str:
        """Another one after each write, also after everything was erased and imported anew; empty without any data."""

    async def series(self, user_id: str, names: Collection[str]) -> Mapping[str, DaySeries]:
        """The whole history of canonical metrics, of what is noted, and of local times (see `moment_series`).

        What has no value is absent.
        """

    async def tables(self, user_id: str) -> HealthTables:
        """Everything the frames are made of, as of one moment."""

    async def profile(self, user_id: str) -> Profile: ...

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        """Newest first; of one name, letter case aside, or of all if it is empty."""

    async def activities(self, user_id: str) -> ActivityLog: ...

    async def holdings(self, user_id: str) -> Holdings: ...

    async def journal(self, user_id: str) -> Journal: ...


class Deliveries(Protocol):
    """What data providers deliver."""

    async def take(self, delivery: Delivery) -> Taken:
        """Stores all that a delivery states, and that it was taken, or nothing of it. The same bytes are taken once."""


class Imports(Protocol):
    """What imports state, kept as it was stated, and what of it counts."""

    async def save(self, user_id: str, parts: Parts, *, sha256: str, filename: str) -> ImportReport:
        """Stores all of an upload, or nothing of it. What is stated already, and equal, is not written again.

        Args:
            user_id: whose data it becomes.
            parts: what the upload says.
            sha256: of its bytes, hexadecimal, by which it is known again.
            filename: what the person calls it.
        """

    async def listed(self, user_id: str, *, limit: int, after: str) -> Sequence[ImportSummary]:
        """Newest first; those older than the import `after`, or all if it is empty."""

    async def report(self, user_id: str, import_id: str) -> tuple[ImportSummary, ImportReport]:
        """One import with its report.

        Raises:
            ImportNotFoundError: the user has none of that id.
        """

    async def undo(self, user_id: str, import_id: str) -> Undone:
        """Takes back what an import states; what others state of the same days counts again.

        Raises:
            ImportNotFoundError: the user has none of that id.
        """

    async def stated(
        self, user_id: str, names: Collection[str], first: int | None, last: int | None, *, limit: int, offset: int
    ) -> Sequence[StatedValue]:
        """Of metrics and local times, what each import states, by day and name.

        Args:
            user_id: whose.
            names: of what.
            first: epoch day, included; None is unbounded.
            last: likewise.
            limit: at most so many.
            offset: after so many.
        """

    async def priorities(self, user_id: str) -> Sequence[Priority]:
        """Of each metric that several sources state, or whose order was chosen."""

    async def set_priority(self, user_id: str, metric: str, sources: Sequence[str]) -> int:
        """Puts the sources of a metric, or of all, in an order; an empty one is the usual order again.

        Returns:
            On how many days another value counts now.
        """

    async def set_profile(self, user_id: str, profile: Profile) -> None:
        """What the person says of themselves; a field that is None stays as it was."""

    def export(self, user_id: str) -> AsyncIterator[tuple[str, bytes]]:
        """Everything there is of a user: kinds of records, and JSON objects of that kind, one a line."""


@dataclass(frozen=True, kw_only=True)
class LabQuery:
    """Which laboratory results, newest first.

    Attributes:
        name: letter case aside; empty is all.
        offset: so many of the newest are left out.
        limit: at most so many.
    """

    name: str
    unconfirmed_only: bool
    offset: int
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


@dataclass(frozen=True, kw_only=True)
class KeptEntry:
    """An entry of the journal, and who stated it."""

    entry_id: str
    entry: Entry
    source: str
    import_id: str


@dataclass(frozen=True, kw_only=True)
class EntrySelection:
    """Which entries.

    Attributes:
        tag: empty for all.
        first, last: epoch days, both included; None is unbounded.
        after: epoch day and id of the entry before the first that is wanted.
    """

    tag: str
    first: int | None
    last: int | None
    after: tuple[int, str] | None
    limit: int


@dataclass(frozen=True, kw_only=True)
class Logged:
    """A tag that the person logs whenever there is something to log; `since` is an epoch day, None the first entry."""

    tag: str
    since: int | None


class Notebook(Protocol):
    """What no device records, by user."""

    async def add(self, user_id: str, said: Sequence[Entry]) -> tuple[Sequence[KeptEntry], int]:
        """Keeps what the person said; an entry that is there already stays. Tells how many were not there before."""

    async def listed(self, user_id: str, selection: EntrySelection) -> Sequence[KeptEntry]:
        """Newest first."""

    async def delete(self, user_id: str, entry: str) -> bool:
        """Whether there was such an entry of the user's."""

    async def set_logged(self, user_id: str, logged: Logged, *, whether: bool) -> None: ...

    async def logged(self, user_id: str) -> Sequence[Logged]:
        """By tag."""

    async def tags(self, user_id: str) -> Collection[str]:
        """Those of which there are entries."""


class Uploads(Protocol):
    """Files that are sent in pieces. Those of other users are not found."""

    async def create(self, user_id: str, new: NewUpload, *, most: int, most_bytes: int) -> Upload | None:
        """A new upload; None where the user would have more than `most`, or their lengths more than `most_bytes`."""

    async def append(self, user_id: str, upload_id: str, offset: int, chunks: AsyncIterator[bytes]) -> Upload:
        """Goes on with an upload: what came before `chunks` breaks is kept, but for less than a part.

        Raises:
            UploadNotFoundError: the user has none of that id, or it has expired.
            UploadOffsetMismatchError: it does not go on at `offset`, or somebody else went on with it.
            UploadTooLargeError: more came than its length; what came before is kept.
            ConcurrencyLimitError: too many are sent at once.
        """

    async def get(self, user_id: str, upload_id: str) -> Upload:
        """What is known of an upload.

        Raises:
            UploadNotFoundError: as in `append`.
        """

    async def listed(self, user_id: str) -> Sequence[Upload]:
        """Newest first."""

    def content(self, user_id: str, upload: Upload) -> AsyncIterator[bytes]:
        """The bytes of an upload that has come whole.

        Raises:
            UploadNotFoundError: it was deleted meanwhile.
        """

    async def delete(self, user_id: str, upload_id: str) -> bool:
        """Whether there was such an upload of the user's."""


class Incoming(Protocol):
    """A file on its way in. It is kept out of memory once it is large."""

    async def write(self, chunk: bytes) -> None: ...

    def sha256(self) -> str:
        """Of what was written so far, hexadecimal."""

    async def parse(self, *, filename: str, options: Options, progress: Callable[[Progress], None]) -> Parts | Refusal:
        """What the file says about one person. Runs in a process of its own, which ends when the caller is cancelled.

        Args:
            filename: what the person calls it.
            options: how the person wants it read.
            progress: told now and then how far the reading is.
        """


class FileReader(Protocol):
    def incoming(self, user_id: str) -> AbstractAsyncContextManager[Incoming]:
        """A new, empty file of a user's; nothing of it is left after the context ends.

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
