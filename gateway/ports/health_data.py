"""What the gateway needs of the health-data service."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from gateway.domain.data_requests import (
    BiomarkerQuery,
    EntryQuery,
    ImportQuery,
    NewBiomarker,
    NewEntries,
    NewUpload,
    PriorityChange,
    ProfileChange,
    Span,
    TagChange,
)
from gateway.domain.data_views import (
    Activity,
    AddedEntries,
    Biomarker,
    BiomarkerPage,
    DataDescription,
    Delivered,
    EntryPage,
    Import,
    ImportPage,
    ImportProgress,
    ImportReport,
    Priorities,
    PriorityChanged,
    Profile,
    StatedPage,
    UndoneImport,
    Upload,
    UploadList,
)
from gateway.domain.model import PageQuery


@dataclass(frozen=True, kw_only=True)
class KnownMetric:
    """A name that a series can be asked for by.

    Attributes:
        additive: whether a week is told as the sum of its days, as of steps; of nights the mean is.
        words: what people call it, its noun first.
        why_absent: why there is no value of it, as imports told; empty where there are, or none told.
    """

    name: str
    additive: bool
    words: tuple[str, ...]
    why_absent: str = ""


@dataclass(frozen=True, kw_only=True)
class Series:
    """One value a day, ascending, days without a value left out. `unit` is empty where there is none."""

    name: str
    unit: str
    days: Sequence[date]
    values: Sequence[float]


@dataclass(frozen=True, kw_only=True)
class Exported:
    """Some records of one kind, JSON objects, one a line, each line ended."""

    kind: str
    lines: bytes


class Readings(Protocol):
    """What was measured."""

    async def describe(self, user_id: str) -> DataDescription:
        """What there is of the user."""

    async def known(self, user_id: str) -> Sequence[KnownMetric]:
        """Every name that `series` takes, stored or not."""

    async def series(self, user_id: str, names: Sequence[str], span: Span) -> Sequence[Series]:
        """Daily series, in the order of their names.

        Raises:
            InvalidFieldError: an unknown name.
        """

    async def activities(self, user_id: str) -> Sequence[Activity]:
        """All, in the order they were started."""

    async def profile(self, user_id: str) -> Profile: ...

    async def set_profile(self, user_id: str, change: ProfileChange) -> Profile:
        """The profile after the change.

        Raises:
            InvalidFieldError: out of range.
        """


class Imports(Protocol):
    """What files stated, and where it stands in them."""

    def import_file(
        self, user_id: str, query: ImportQuery, chunks: AsyncIterator[bytes]
    ) -> AsyncGenerator[ImportProgress | ImportReport]:
        """Reads one file, chunk by chunk, into the store: how far it is, and at last the report.

        What `chunks` raises is raised, and nothing is imported. Closing it ends the reading, and nothing is imported.

        Raises:
            InvalidRequestError: it cannot be read.
            UnprocessableError: its layout or its dates cannot be told.
            ConcurrencyLimitError: too many imports are under way.
            UploadNotFoundError: the file was to be there already, and is not.
        """

    async def imports(self, user_id: str, page: PageQuery) -> ImportPage:
        """A page of imports, newest first."""

    async def get_import(self, user_id: str, import_id: str) -> Import:
        """One import with its report.

        Raises:
            ImportNotFoundError: there is none, or it is another user's.
        """

    async def undo_import(self, user_id: str, import_id: str) -> UndoneImport:
        """Takes back all that one import stated.

        Raises:
            ImportNotFoundError: there is none, or it is another user's.
        """

    async def stated(self, user_id: str, name: str, span: Span, *, limit: int, cursor: str) -> StatedPage:
        """Where the values of a metric come from; of a derived one, those of all it follows from."""

    async def priorities(self, user_id: str) -> Priorities:
        """Which source counts, of every metric that several state or whose order was chosen."""

    async def set_priority(self, user_id: str, metric: str, change: PriorityChange) -> PriorityChanged:
        """Chooses which source counts.

        Raises:
            InvalidFieldError: an unknown metric or source.
        """

    def export(self, user_id: str) -> AsyncGenerator[Exported]:
        """Everything that is stored about the user, in the order of kinds, then of time."""


class Uploads(Protocol):
    """Files that are sent in pieces. Those of another user are not found."""

    async def create_upload(self, user_id: str, new: NewUpload) -> Upload:
        """Begins an upload.

        Raises:
            UploadTooLargeError: no file may be so long.
            ConcurrencyLimitError: too many are unfinished, or they would be too long together.
        """

    async def append_upload(self, user_id: str, upload_id: str, offset: int, chunks: AsyncIterator[bytes]) -> Upload:
        """Goes on with an upload. What `chunks` raises is raised, and what they gave before is kept.

        Raises:
            UploadNotFoundError: there is none.
            UploadOffsetMismatchError: it does not go on at `offset`.
            UploadTooLargeError: more came than its length.
            ConcurrencyLimitError: too many are sent at once.
        """

    async def upload(self, user_id: str, upload_id: str) -> Upload:
        """One upload.

        Raises:
            UploadNotFoundError: there is none.
        """

    async def uploads(self, user_id: str) -> UploadList:
        """Those that were not imported yet, newest first."""

    async def delete_upload(self, user_id: str, upload_id: str) -> None:
        """Deletes an upload for good.

        Raises:
            UploadNotFoundError: there is none.
        """


class Records(Protocol):
    """What a person states: laboratory results and the journal."""

    async def biomarkers(self, user_id: str, query: BiomarkerQuery) -> BiomarkerPage:
        """A page of laboratory results, newest first."""

    async def add_biomarker(self, user_id: str, new: NewBiomarker) -> Biomarker:
        """Keeps a result.

        Raises:
            InvalidFieldError: no name or no value.
        """

    async def confirm_biomarker(self, user_id: str, result_id: str) -> Biomarker:
        """From now on the result counts.

        Raises:
            LabResultNotFoundError: there is none, or it is another user's.
        """

    async def delete_biomarker(self, user_id: str, result_id: str) -> None:
        """Deletes a result for good.

        Raises:
            LabResultNotFoundError: there is none, or it is another user's.
        """

    async def add_entries(self, user_id: str, new: NewEntries) -> AddedEntries:
        """Keeps entries; the same one twice is one.

        Raises:
            InvalidFieldError: an entry that cannot be, or a text that does not read as entries.
        """

    async def entries(self, user_id: str, query: EntryQuery) -> EntryPage:
        """A page of entries, newest first."""

    async def delete_entry(self, user_id: str, entry_id: str) -> None:
        """Deletes an entry for good.

        Raises:
            EntryNotFoundError: there is none, or it is another user's.
        """

    async def set_logged(self, user_id: str, tag: str, change: TagChange) -> None:
        """Says whether a day without an entry of this tag is a day without."""


class Deliveries(Protocol):
    """What data providers deliver."""

    async def ingest(self, provider: str, payload: bytes) -> Delivered:
        """Keeps one delivery of a provider's, whose signature is right; the same bytes are kept once.

        Raises:
            InvalidRequestError: it is no payload of that provider.
        """


class HealthData(Readings, Imports, Uploads, Records, Deliveries, Protocol):
    """The health-data service."""
