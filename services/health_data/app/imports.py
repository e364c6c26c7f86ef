"""Files in, what they stated followed back and taken back, and everything of a person out again."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import structlog

from amy.runtime.errors import InvalidFieldError, InvalidRequestError, ServiceError, UnprocessableError
from amy.text import inert
from services.health_data.app.requests import day_of, offset_of, page_size, require_user
from services.health_data.domain.features import FEATURE
from services.health_data.domain.intake import Intake
from services.health_data.domain.limits import LIMITS
from services.health_data.domain.metrics import LOCAL_TIMES, METRIC, PROFILE_FIELDS
from services.health_data.domain.priorities import ACTIVITIES, ALL, SOURCES
from services.health_data.domain.records import NotUnderstood, Options, Parts, Profile, Progress, Refusal, Unreadable
from services.health_data.domain.reporting import ImportReport
from services.health_data.domain.stored import ImportSummary, Priority, StatedValue, Undone
from services.health_data.ports import FileReader, Imports, Incoming, Uploads

_log = structlog.get_logger("health_data")

_LONGEST_FILENAME: Final = 100
_STEP_BYTES: Final = 4 * 1024**2
_BORN: Final = (1900, 2100)


@dataclass(frozen=True, kw_only=True)
class ImportStart:
    """The first message of an import.

    Attributes:
        upload_id: of a file that was sent before; empty where it follows.
    """

    user_id: str
    filename: str
    options: Options
    upload_id: str = ""


ImportPart: TypeAlias = ImportStart | bytes | None
"""A message of an import: the start, some of the file, or nothing that is known."""


@dataclass(frozen=True)
class Stage:
    """How far an import is: "receiving", "reading" or "storing"."""

    name: str
    progress: Progress


class ImportDesk:
    """The part of the application that deals with imports.

    Args:
        max_import_bytes: a larger file is refused.
    """

    def __init__(self, imports: Imports, files: FileReader, uploads: Uploads, *, max_import_bytes: int) -> None:
        self._imports = imports
        self._uploads = uploads
        self._files = files
        self._max_import_bytes = max_import_bytes

    async def close(self) -> None:
        await self._files.close()

    async def import_file(self, parts: AsyncIterator[ImportPart]) -> AsyncIterator[Stage | ImportReport]:
        """Reads one file into the store: all of what it says about one person, or nothing.

        Yields:
            How far it is, now and then, and at last the report.

        Raises:
            InvalidRequestError: no start message, too large, or damaged.
            UnprocessableError: layout, dates or person cannot be told; the message says what to do.
            ConcurrencyLimitError: too many imports are under way.
            UploadNotFoundError: the file was to be there already, and is not.
        """
        start = await anext(parts, None)
        if not isinstance(start, ImportStart):
            raise InvalidRequestError("An import begins with its header.")
        require_user(start.user_id)
        try:
            if start.upload_id:
                start, parts = await self._sent_before(start, parts)
            async for told in self._read_and_store(start, parts):
                if start.upload_id and isinstance(told, ImportReport):
                    await self._uploads.delete(start.user_id, start.upload_id)
                yield told
        except ServiceError:
            # A client that is still sending would not hear the reason (gRPC): the rest is taken, and dropped.
            async for _ in parts:
                pass
            raise

    async def _sent_before(
        self, start: ImportStart, parts: AsyncIterator[ImportPart]
    ) -> tuple[ImportStart, AsyncIterator[bytes]]:
        """The import of an upload as one of a file that follows now."""
        async for _ in parts:
            raise InvalidRequestError("The import of an upload has a header only: the file was sent before.")
        upload = await self._uploads.get(start.user_id, start.upload_id)
        if upload.offset < upload.length:
            raise UnprocessableError(
                f"{upload.offset} of {upload.length} bytes of this upload have come: send the rest, then import it."
            )
        named = replace(start, filename=start.filename or upload.filename)
        return named, self._uploads.content(start.user_id, upload)

    async def _read_and_store(
        self, start: ImportStart, parts: AsyncIterator[ImportPart] | AsyncIterator[bytes]
    ) -> AsyncIterator[Stage | ImportReport]:
        async with self._files.incoming(start.user_id) as incoming:
            read: Parts | Refusal | None = None
            async for received in self._receive(parts, incoming):
                if isinstance(received, Stage):
                    yield received
                else:
                    read = received
            if read is None:
                async for heard in _reading(incoming, start):
                    if isinstance(heard, Stage):
                        yield heard
                    else:
                        read = heard
            match read:
                case Unreadable(explanation):
                    raise InvalidRequestError(_about(start.filename, explanation))
                case NotUnderstood(explanation):
                    raise UnprocessableError(_about(start.filename, explanation))
            assert isinstance(read, tuple)
            yield Stage("storing", Progress(0, 0))
            filename = inert(start.filename, limit=_LONGEST_FILENAME)
            known_by = _known_by(incoming.sha256(), start.options)
            report = await self._imports.save(start.user_id, read, sha256=known_by, filename=filename)
        written = report.written
        _log.info("imported", import_id=written.import_id, layout=report.format, rows=report.rows_read)
        yield report

    async def _receive(self, parts: AsyncIterator[ImportPart], incoming: Incoming) -> AsyncIterator[Stage | Refusal]:
        """Takes the file in; stops and says why as soon as it is certain that it cannot be read."""
        size = told = 0
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
                yield refusal
                return
            await incoming.write(part)
            if size - told >= _STEP_BYTES:
                told = size
                yield Stage("receiving", Progress(size, 0))
        ended = intake.end()
        if ended is not None:
            yield ended

    async def imports(self, user_id: str, *, limit: int, cursor: str) -> tuple[Sequence[ImportSummary], str]:
        """Imports on record, newest first, and the cursor of the next page; empty after the last.

        Raises:
            InvalidFieldError: no user, or a page of no possible size.
        """
        require_user(user_id)
        size = page_size(limit)
        found = await self._imports.listed(user_id, limit=size + 1, after=cursor)
        return found[:size], found[size - 1].import_id if len(found) > size else ""

    async def report(self, user_id: str, import_id: str) -> tuple[ImportSummary, ImportReport]:
        """One import with its report.

        Raises:
            InvalidFieldError: no user.
            ImportNotFoundError: the user has none of that id.
        """
        require_user(user_id)
        return await self._imports.report(user_id, import_id)

    async def undo(self, user_id: str, import_id: str) -> Undone:
        """Takes an import back.

        Raises:
            InvalidFieldError: no user.
            ImportNotFoundError: the user has none of that id.
        """
        require_user(user_id)
        return await self._imports.undo(user_id, import_id)

    async def provenance(
        self, user_id: str, name: str, start_date: str, end_date: str, *, limit: int, cursor: str
    ) -> tuple[Sequence[StatedValue], str]:
        """What imports state of a series' values, by day, and the cursor of the next page; empty after the last.

        Raises:
            InvalidFieldError: no user, an unknown name, no date, or no cursor of this call's.
        """
        require_user(user_id)
        names = _inputs(name)
        size = page_size(limit)
        offset = offset_of(cursor)
        first, last = day_of(start_date, "start_date"), day_of(end_date, "end_date")
        found = await self._imports.stated(user_id, names, first, last, limit=size + 1, offset=offset)
        return found[:size], str(offset + size) if len(found) > size else ""

    async def priorities(self, user_id: str) -> Sequence[Priority]:
        """The orders of sources that matter to the person.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return await self._imports.priorities(user_id)

    async def set_priority(self, user_id: str, metric: str, sources: Sequence[str]) -> int:
        """Puts the sources of a metric in an order; on how many days another value counts now.

        Raises:
            InvalidFieldError: no user, an unknown metric or source, or a source twice.
        """
        require_user(user_id)
        if metric not in METRIC and metric not in (*LOCAL_TIMES, ACTIVITIES, ALL):
            raise InvalidFieldError(f"No metric is called {metric!r}.", field="metric")
        unknown = [each for each in sources if each not in SOURCES]
        if unknown:
            known = ", ".join(SOURCES)
            raise InvalidFieldError(f"No source is called {unknown[0]!r}. Sources are: {known}.", field="sources")
        if len(set(sources)) < len(sources):
            raise InvalidFieldError("A source stands in the order more than once.", field="sources")
        return await self._imports.set_priority(user_id, metric, sources)

    async def set_profile(self, user_id: str, profile: Profile) -> None:
        """What the person says of themselves.

        Raises:
            InvalidFieldError: no user, or a value that cannot be.
        """
        require_user(user_id)
        for name, quantity in PROFILE_FIELDS.items():
            value = getattr(profile, name)
            if value is not None and not quantity.low <= value <= quantity.high:
                raise InvalidFieldError(
                    f"{name} must be from {quantity.low:g} to {quantity.high:g} {quantity.unit}.", field=name
                )
        if profile.sex not in (None, "female", "male"):
            raise InvalidFieldError("sex must be female or male: norms are known for these.", field="sex")
        if profile.birth_year is not None and not _BORN[0] <= profile.birth_year <= _BORN[1]:
            raise InvalidFieldError(f"birth_year must be from {_BORN[0]} to {_BORN[1]}.", field="birth_year")
        await self._imports.set_profile(user_id, profile)

    def export(self, user_id: str) -> AsyncIterator[tuple[str, bytes]]:
        """Everything there is of the user, as lines of JSON by kind.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return self._imports.export(user_id)


async def _reading(incoming: Incoming, start: ImportStart) -> AsyncIterator[Stage | Parts | Refusal]:
    """What the file says at last, and before that how far the reading is."""
    heard: asyncio.Queue[Progress | None] = asyncio.Queue()
    work = incoming.parse(filename=start.filename, options=start.options, progress=heard.put_nowait)
    reading = asyncio.ensure_future(work)
    reading.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (progress := await heard.get()) is not None:
            yield Stage("reading", progress)
        yield reading.result()
    finally:
        reading.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await reading


def _inputs(name: str) -> tuple[str, ...]:
    """What is stored that a series follows from; a metric follows from itself."""
    if name in METRIC or name in LOCAL_TIMES:
        return (name,)
    if name not in FEATURE:
        raise InvalidFieldError(f"No metric or derived feature is called {name!r}.", field="name")
    return FEATURE[name].inputs


def _known_by(sha256: str, options: Options) -> str:
    """By what an upload is known again: its bytes, and what the person says that its columns are."""
    if not options.columns:
        return sha256
    said = json.dumps(dict(options.columns), sort_keys=True)
    return hashlib.sha256(f"{sha256} {said}".encode()).hexdigest()


def _about(filename: str, explanation: str) -> str:
    return f"{inert(filename, limit=_LONGEST_FILENAME)}: {explanation}" if filename else explanation
