"""A person's health data, for asyncio."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from amy.client import data_calls
from amy.client.aio_transport import AsyncTransport
from amy.client.data_calls import Day
from amy.client.data_models import (
    Activity,
    AddedEntries,
    Biomarker,
    DataDescription,
    EntryPage,
    Every,
    ExportFormat,
    Import,
    ImportReport,
    ImportSummary,
    MetricPage,
    Priorities,
    PriorityChanged,
    Profile,
    Provenance,
    UndoneImport,
    Upload,
    UploadList,
)
from amy.client.errors import AmyError
from amy.client.hearing import Heard
from amy.client.models import Page
from amy.client.sending import Sending, Told, is_resumable


class AsyncData:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def import_file(
        self,
        path: str | PathLike[str],
        *,
        filename: str | None = None,
        subject: str | None = None,
        columns: Mapping[str, str] | None = None,
        progress: Callable[[int], None] | None = None,
        reading: Heard | None = None,
        going_on: Callable[[int], None] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport:
        """Sends a file, or a folder as one zip archive; what it is is recognised. Sending it twice changes nothing.

        A file of 32 MiB or more goes on where it broke off, within the call or in a later one, for a day.

        Args:
            path: the file or the folder.
            filename: its name in the report, if another.
            subject: which person of a file that holds several.
            columns: what columns of a table are, by their names in it: {"Gewicht": "weight (kg)"}.
            progress: told, after each piece, how many bytes have been sent; where a file goes on, all of it that was.
            reading: told how far the reading is, once everything has been sent.
            going_on: told at which byte a file goes on of which some was sent before.
            idempotency_key: repeats with the same key are carried out once; made up unless given. What is sent anew as
                a file of 32 MiB or more is read once more, and changes nothing.

        Raises:
            OSError: the file cannot be read.
            UnprocessableError: the layout is unknown, the dates are ambiguous, or it holds several people.
        """
        file, told = Path(path), reading is not None
        if is_resumable(file):
            upload = await self._sent(file, filename or file.name, progress, going_on)
            call = data_calls.import_upload(
                upload,
                filename=filename,
                subject=subject,
                columns=columns,
                told=told,
                idempotency_key=idempotency_key,
            )
        else:
            call = data_calls.import_file(
                file, filename=filename, subject=subject, columns=columns, told=told, idempotency_key=idempotency_key
            )
        return await self._transport.run(call, progress, reading)

    async def _sent(self, file: Path, filename: str, progress: Told | None, going_on: Told | None) -> Upload:
        """The upload of a file, once all of it is there."""
        sending = await asyncio.to_thread(Sending, file, filename, progress=progress, going_on=going_on)
        while True:
            try:
                listed = await self._transport.run(data_calls.list_uploads())
                upload = sending.of_this_file(listed)
                if upload is None:
                    upload = await self._transport.run(sending.beginning())
                rest = await asyncio.to_thread(sending.rest, upload)
                if rest is None:
                    return upload
                await self._transport.run(rest, sending.sent)
            except AmyError as error:
                await asyncio.sleep(sending.pause_after(error))

    async def uploads(self) -> UploadList:
        """Files that were sent, or some of them, and were not imported yet."""
        return await self._transport.run(data_calls.list_uploads())

    async def delete_upload(self, upload_id: str) -> None:
        """Drops what was sent of a file."""
        await self._transport.run(data_calls.delete_upload(upload_id))

    async def imports(self, *, limit: int | None = None, cursor: str | None = None) -> Page[ImportSummary]:
        """One page, newest first."""
        return await self._transport.run(data_calls.list_imports(limit=limit, cursor=cursor))

    async def import_(self, import_id: str) -> Import:
        """One import with its report."""
        return await self._transport.run(data_calls.get_import(import_id))

    async def undo_import(self, import_id: str) -> UndoneImport:
        """Takes back all that one import stated; what others state of the same days counts again."""
        return await self._transport.run(data_calls.undo_import(import_id))

    async def metrics(self) -> DataDescription:
        """What is on record: each metric's unit, span and coverage."""
        return await self._transport.run(data_calls.describe_data())

    async def metric(
        self,
        name: str,
        *,
        start: Day | None = None,
        end: Day | None = None,
        every: Every = "day",
        limit: int | None = None,
        cursor: str | None = None,
    ) -> MetricPage:
        """One page of a metric's values, the oldest first.

        Args:
            name: of a metric or a derived feature.
            start: the first day.
            end: the last day.
            every: "week" and "month" add up what adds up, such as steps, and take the mean of all else.
            limit: points of a page, at most 1000.
            cursor: `next_cursor` of the page before.

        Raises:
            NotFoundError: nothing is called so; the message names what is called nearly so.
        """
        call = data_calls.metric(name, start=start, end=end, every=every, limit=limit, cursor=cursor)
        return await self._transport.run(call)

    async def activities(
        self,
        *,
        kind: str | None = None,
        start: Day | None = None,
        end: Day | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[Activity]:
        """One page, newest first."""
        call = data_calls.activities(kind=kind, start=start, end=end, limit=limit, cursor=cursor)
        return await self._transport.run(call)

    async def biomarkers(
        self,
        *,
        name: str | None = None,
        unconfirmed: bool = False,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[Biomarker]:
        """One page of laboratory results, newest first; `unconfirmed` lists those that wait to be confirmed."""
        call = data_calls.biomarkers(name=name, unconfirmed=unconfirmed, limit=limit, cursor=cursor)
        return await self._transport.run(call)

    async def add_biomarker(
        self,
        name: str,
        value: float | None = None,
        *,
        collected_at: datetime | str,
        unit: str | None = None,
        comparator: str | None = None,
        text: str | None = None,
        reference: tuple[float | None, float | None] = (None, None),
        idempotency_key: str | None = None,
    ) -> Biomarker:
        """Keeps a laboratory result.

        Args:
            name: as printed, or canonical.
            value: None of what is no number; then `text` says what it is.
            collected_at: when the sample was taken, with its offset.
            unit: as printed.
            comparator: "<", ">", "<=" or ">=" of a value that is not exact.
            text: the result as printed: "negative".
            reference: the laboratory's lower and upper bound.
            idempotency_key: repeats with the same key keep it once; made up unless given.
        """
        told = {
            "value": value,
            "unit": unit,
            "comparator": comparator,
            "text": text,
            "reference_low": reference[0],
            "reference_high": reference[1],
        }
        call = data_calls.add_biomarker(name, collected_at=collected_at, told=told, idempotency_key=idempotency_key)
        return await self._transport.run(call)

    async def confirm_biomarker(self, biomarker_id: str) -> Biomarker:
        """From now on the result counts."""
        return await self._transport.run(data_calls.confirm_biomarker(biomarker_id))

    async def delete_biomarker(self, biomarker_id: str) -> None:
        """Removes a result at once and for good."""
        await self._transport.run(data_calls.delete_biomarker(biomarker_id))

    async def profile(self) -> Profile:
        return await self._transport.run(data_calls.profile())

    async def set_profile(
        self,
        *,
        sex: str | None = None,
        birth_year: int | None = None,
        height_cm: float | None = None,
        time_zone: str | None = None,
    ) -> Profile:
        """Says what goes before what files say; what is left out stays as it was."""
        told = {"sex": sex, "birth_year": birth_year, "height_cm": height_cm, "time_zone": time_zone}
        return await self._transport.run(data_calls.set_profile(told))

    async def provenance(
        self,
        *,
        metric: str | None = None,
        fact: str | None = None,
        start: Day | None = None,
        end: Day | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Provenance:
        """Where values come from: those of a metric, or those that a fact, "<turn id>/<claim>", was computed from."""
        call = data_calls.provenance(metric=metric, fact=fact, start=start, end=end, limit=limit, cursor=cursor)
        return await self._transport.run(call)

    async def priorities(self) -> Priorities:
        """Which source counts, of every metric that several state or whose order was chosen."""
        return await self._transport.run(data_calls.priorities())

    async def set_priority(self, metric: str, sources: Sequence[str]) -> PriorityChanged:
        """Puts the sources of a metric, or of all ("*"), in order; no sources: the usual order again."""
        return await self._transport.run(data_calls.set_priority(metric, sources))

    async def entries(
        self,
        *,
        tag: str | None = None,
        start: Day | None = None,
        end: Day | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> EntryPage:
        """One page of the journal, newest first."""
        call = data_calls.list_entries(tag=tag, start=start, end=end, limit=limit, cursor=cursor)
        return await self._transport.run(call)

    async def add_entries(
        self,
        entries: Sequence[Mapping[str, Any]] = (),
        *,
        text: str | None = None,
        now: datetime | str | None = None,
        idempotency_key: str | None = None,
    ) -> AddedEntries:
        """Writes to the journal; the same entry twice is one.

        Args:
            entries: each with `at` (local, without an offset), `tag`, and any of `amount`, `unit`, `note`.
            text: further ones in words: "2 coffees at 15:00".
            now: the person's local time, by which "yesterday" is read.
            idempotency_key: repeats with the same key are carried out once; made up unless given.
        """
        return await self._transport.run(
            data_calls.add_entries(entries, text=text, now=now, idempotency_key=idempotency_key)
        )

    async def delete_entry(self, entry_id: str) -> None:
        """Removes an entry at once and for good."""
        await self._transport.run(data_calls.delete_entry(entry_id))

    async def log_tag(self, tag: str, *, logged: bool = True, since: Day | None = None) -> None:
        """Says whether the person logs a tag always: then a day without an entry is a day without."""
        await self._transport.run(data_calls.log_tag(tag, logged=logged, since=since))

    async def export(self, path: str | PathLike[str], format: ExportFormat = "jsonl") -> Path:  # noqa: A002, as in the API
        """Writes everything that is kept of the person into a new zip file.

        Raises:
            FileExistsError: there is such a file.
        """
        file = Path(path)
        await self._transport.download(data_calls.export(format), file)
        return file
