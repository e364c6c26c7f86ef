"""What the service does, call by call."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

import structlog

from amy.runtime.errors import InvalidFieldError, InvalidRequestError, ServiceError, UnprocessableError
from amy.text import inert
from services.health_data.domain import labels
from services.health_data.domain.biomarkers import is_called
from services.health_data.domain.features import FEATURE, derive
from services.health_data.domain.intake import Intake
from services.health_data.domain.limits import LIMITS
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm, fitting
from services.health_data.domain.records import (
    EMPTY_SERIES,
    ActivityLog,
    Biomarker,
    Erased,
    Holdings,
    ImportReport,
    NamedSeries,
    NotUnderstood,
    ParsedFile,
    Profile,
    Refusal,
    Unreadable,
    Written,
    from_epoch_day,
    to_epoch_day,
)
from services.health_data.ports import EncodedFrames, FileReader, FrameEncoder, Store, Upload

_log = structlog.get_logger("health_data")

_LONGEST_FILENAME: Final = 100


@dataclass(frozen=True, kw_only=True)
class ImportStart:
    """The first message of an import.

    Attributes:
        subject: the person to read, of a file that holds several; empty leaves it to the file.
    """

    user_id: str
    filename: str
    subject: str


ImportPart: TypeAlias = ImportStart | bytes | None
"""A message of an import: the start, some of the file, or nothing that is known."""


@dataclass(frozen=True, kw_only=True)
class SeriesQuery:
    """Which series, over which dates; both are ISO 8601, inclusive, and empty is unbounded."""

    user_id: str
    names: Sequence[str]
    start_date: str
    end_date: str


@dataclass(frozen=True, kw_only=True)
class Description:
    """What there is about a person, and what it can be compared with.

    Attributes:
        norms: those of the person's sex and age, at most one a metric.
    """

    holdings: Holdings
    norms: tuple[Norm, ...]


class HealthData:
    """The application.

    Args:
        norms: what is typical of whom.
        max_import_bytes: a larger file is refused.
    """

    def __init__(
        self,
        store: Store,
        *,
        files: FileReader,
        encoder: FrameEncoder,
        norms: tuple[Norm, ...],
        max_import_bytes: int,
    ) -> None:
        self._store = store
        self._files = files
        self._encoder = encoder
        self._norms = norms
        self._max_import_bytes = max_import_bytes

    async def open(self) -> None:
        await self._store.open()

    async def close(self) -> None:
        await self._files.close()
        await self._store.close()

    async def import_file(self, parts: AsyncIterator[ImportPart]) -> ImportReport:
        """Reads one file into the store: all of what it says about one person, or nothing.

        Raises:
            InvalidRequestError: no start message, too large, or not a text table.
            UnprocessableError: layout, dates or person cannot be told; the message says what to do.
            ConcurrencyLimitError: too many imports are under way.
        """
        start = await anext(parts, None)
        if not isinstance(start, ImportStart):
            raise InvalidRequestError("An import begins with its header.")
        _require_user(start.user_id)
        try:
            parsed, written = await self._read_and_store(start, parts)
        except ServiceError:
            # A client that is still sending would not hear the reason (gRPC): the rest is taken, and dropped.
            async for _ in parts:
                pass
            raise
        days = sorted(_dates(parsed))
        report = ImportReport(
            parsed=parsed,
            written=written,
            first_date=days[0] if days else None,
            last_date=days[-1] if days else None,
        )
        _log.info("imported", import_id=written.import_id, layout=parsed.layout, rows=parsed.rows_read)
        return report

    async def _read_and_store(self, start: ImportStart, parts: AsyncIterator[ImportPart]) -> tuple[ParsedFile, Written]:
        async with self._files.upload(start.user_id) as upload:
            parsed = await self._receive(parts, upload) or await upload.parse(
                subject=start.subject, progress=lambda _rows: None
            )
            match parsed:
                case Unreadable(explanation):
                    raise InvalidRequestError(_about(start.filename, explanation))
                case NotUnderstood(explanation):
                    raise UnprocessableError(_about(start.filename, explanation))
            return parsed, await self._store.save(start.user_id, parsed, sha256=upload.sha256())

    async def _receive(self, parts: AsyncIterator[ImportPart], upload: Upload) -> Refusal | None:
        """Takes the file in; stops and says why as soon as it is certain that it cannot be read."""
        size = 0
        intake = Intake(LIMITS)
        async for part in parts:
            if not isinstance(part, bytes):
                raise InvalidRequestError("An import has one header, and after it only chunks of the file.")
            size += len(part)
            if size > self._max_import_bytes:
                raise InvalidRequestError(
                    f"The file is larger than {self._max_import_bytes} bytes. Split it by date and import the parts."
                )
            refusal = intake.see(part)
            if refusal is not None:
                return refusal
            await upload.write(part)
        return intake.end()

    async def erase(self, user_id: str) -> Erased:
        """Deletes everything there is of the user; says how much of what there was.

        Raises:
            InvalidFieldError: no user.
            UpstreamUnavailableError: it is deleted, but a file is in use: to be asked again.
        """
        _require_user(user_id)
        return await self._store.erase(user_id)

    async def version(self, user_id: str) -> str:
        """Of all that is stored about the user; see `Store.version`."""
        return await self._store.version(user_id)

    async def series(self, query: SeriesQuery) -> Sequence[NamedSeries]:
        """The series asked for, in the order asked.

        Raises:
            InvalidFieldError: no user, an unknown name, or a date that is none.
        """
        _require_user(query.user_id)
        first, last = _day(query.start_date, "start_date"), _day(query.end_date, "end_date")
        unknown = [name for name in query.names if name not in METRIC and name not in FEATURE]
        if unknown:
            raise InvalidFieldError(f"No metric or derived feature is called {unknown[0]!r}.", field="names")
        inputs = {each for name in query.names for each in (FEATURE[name].inputs if name in FEATURE else (name,))}
        history = await self._store.series(query.user_id, inputs)
        return [
            NamedSeries(
                name=name,
                unit=FEATURE[name].unit if name in FEATURE else METRIC[name].unit,
                series=(derive(FEATURE[name], history) if name in FEATURE else history.get(name, EMPTY_SERIES)).between(
                    first, last
                ),
            )
            for name in query.names
        ]

    async def frames(self, user_id: str) -> EncodedFrames:
        """The user's tables.

        Raises:
            InvalidFieldError: no user.
        """
        _require_user(user_id)
        return await self._encoder.encode(labels.tables_told(await self._store.tables(user_id)), self._norms)

    async def profile(self, user_id: str) -> Profile:
        """What is known of the person; every field may be unknown.

        Raises:
            InvalidFieldError: no user.
        """
        _require_user(user_id)
        return await self._store.profile(user_id)

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        """Newest first.

        Raises:
            InvalidFieldError: no user.
        """
        _require_user(user_id)
        samples = labels.biomarkers_told(await self._store.biomarkers(user_id, ""))
        return [each for each in samples if not name or is_called(each, name)]

    async def activities(self, user_id: str) -> ActivityLog:
        """In the order they were started.

        Raises:
            InvalidFieldError: no user.
        """
        _require_user(user_id)
        return labels.activities_told(await self._store.activities(user_id))

    async def norm(self, user_id: str, metric: str) -> Norm | None:
        """What is typical of the metric for the person's sex and age; None where that is not known.

        Raises:
            InvalidFieldError: no user.
        """
        norms = fitting(self._norms, await self.profile(user_id))
        return next((each for each in norms if each.metric == metric), None)

    async def describe(self, user_id: str) -> Description:
        """What there is.

        Raises:
            InvalidFieldError: no user.
        """
        norms = fitting(self._norms, await self.profile(user_id))
        return Description(holdings=labels.holdings_told(await self._store.holdings(user_id)), norms=norms)


def _require_user(user_id: str) -> None:
    if not user_id:
        raise InvalidFieldError("A user id is required.", field="user_id")


def _day(text: str, field: str) -> int | None:
    if not text:
        return None
    try:
        return to_epoch_day(date.fromisoformat(text))
    except ValueError:
        raise InvalidFieldError(f"{field} must be an ISO 8601 date, such as 2026-03-01.", field=field) from None


def _about(filename: str, explanation: str) -> str:
    return f"{inert(filename, limit=_LONGEST_FILENAME)}: {explanation}" if filename else explanation


def _dates(parsed: ParsedFile) -> Iterator[date]:
    """The dates at the ends of all that has one."""
    for end in (0, -1):
        if len(parsed.recorded_days):
            yield from_epoch_day(parsed.recorded_days[end])
        if parsed.activities:
            yield parsed.activities[end].start.date()
        if parsed.biomarkers:
            yield parsed.biomarkers[end].collected_at.date()
