"""A health-data service that keeps what it is given in memory, and answers the rest from a script."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Protocol, TypeVar

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.runtime import errors
from amy.runtime.ids import new_id

_M = TypeVar("_M", bound=Message)
MARCH = 20_513
"""2026-03-01, in days since 1970-01-01."""


class _Paged(Protocol):
    page_size: int
    page_token: str


def page_of(listed: Sequence[_M], request: _Paged) -> tuple[Sequence[_M], str]:
    begin = int(request.page_token or 0)
    end = begin + request.page_size
    return listed[begin:end], str(end) if end < len(listed) else ""


class HealthData(health_grpc.HealthDataServiceServicer):
    """What is measured is the same of everybody; what is stated is each person's own."""

    def __init__(self) -> None:
        self.files: list[tuple[health.ImportHeader, bytes]] = []
        self.delivered: list[health.IngestRequest] = []
        self.biggest_chunk = 0
        self.begun = asyncio.Event()
        self.appended = asyncio.Event()
        self.reading = asyncio.Event()
        self.given_up = asyncio.Event()
        self.go_on = asyncio.Event()
        self.asked: list[Message] = []
        self.refuse: errors.ServiceError | None = None
        self.profiles: defaultdict[str, health.Profile] = defaultdict(health.Profile)
        self.imports: defaultdict[str, list[health.GetImportResponse]] = defaultdict(list)
        self.results: defaultdict[str, list[health.LabResult]] = defaultdict(list)
        self.entries: defaultdict[str, list[health.Entry]] = defaultdict(list)
        self.logged: defaultdict[str, set[str]] = defaultdict(set)
        self.uploads: dict[tuple[str, str], tuple[health.Upload, bytearray]] = {}

    async def Ingest(self, request: health.IngestRequest, context: object) -> health.IngestResponse:  # noqa: N802
        if not request.payload.startswith(b"{"):
            raise errors.InvalidRequestError("This is no payload of Terra's.")
        repeated = any(each.payload == request.payload for each in self.delivered)
        self.delivered.append(request)
        outcome = health.IngestResponse.OUTCOME_REPEATED if repeated else health.IngestResponse.OUTCOME_STORED
        return health.IngestResponse(outcome=outcome)

    async def ImportFile(  # noqa: N802
        self, request_iterator: AsyncIterator[health.ImportFileRequest], context: object
    ) -> AsyncIterator[health.ImportFileResponse]:
        header, data = health.ImportHeader(), b""
        async for request in request_iterator:
            self.begun.set()
            if request.HasField("header"):
                header = request.header
            elif not request.HasField("chunk"):
                raise errors.InvalidRequestError("An import has one header, and after it only chunks of the file.")
            self.biggest_chunk = max(self.biggest_chunk, len(request.chunk))
            data += request.chunk
        if header.upload_id:
            data = self._content(header.user_id, header.upload_id)
        if data.startswith(b"endless,"):
            self.reading.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.given_up.set()
        if data.startswith(b"slow,"):
            told = health.ImportProgress(stage="reading", bytes_done=5, bytes_total=len(data), file="a.csv")
            yield health.ImportFileResponse(progress=told)
            await self.go_on.wait()
        if b"\x00" in data:
            raise errors.InvalidRequestError("This is not a text file.")
        if b"when," in data:
            raise errors.UnprocessableError("The dates can be read in two ways.")
        self.files.append((header, data))
        report = self._report(header, data)
        imported_at = Timestamp(seconds=1779704073)
        summary = health.ImportSummary(
            import_id=report.import_id,
            filename=header.filename,
            sources=["oura"],
            format=report.format,
            imported_at=imported_at,
            cells_written=7,
        )
        kept = health.GetImportResponse(report=report)
        getattr(kept, "import").CopyFrom(summary)
        self.imports[header.user_id].insert(0, kept)
        yield health.ImportFileResponse(report=report)

    def _report(self, header: health.ImportHeader, data: bytes) -> health.ImportResponse:
        return health.ImportResponse(
            import_id=new_id("imp"),
            format="canonical_daily",
            subject=header.subject,
            rows_read=data.count(b"\n"),
            skipped=[health.SkipReason(reason="not a number", cells=2, first_lines=[3, 4])],
            first_date="2026-01-01",
            notes=["Dates read as year-month-day."],
            sources=["oura"],
            found=[health.Found(what="nights", count=3)],
            absent=[health.Absent(metric="spo2", why="No column of it.")],
            left_out=[health.LeftOut(file="a.gpx", why="Tracks are not kept.")],
            coverage=[
                health.MetricCoverage(
                    metric="steps",
                    first_date="2026-01-01",
                    last_date="2026-01-04",
                    days_with_value=3,
                    days_missing=1,
                )
            ],
            entries_written=2,
            unconfirmed=1,
            warnings=["Another device since 2026-01-03."],
        )

    def _content(self, user_id: str, upload_id: str) -> bytes:
        upload, content = self._upload(user_id, upload_id)
        if upload.offset < upload.length:
            raise errors.UnprocessableError("Not all of this upload has come.")
        return bytes(content)

    def _upload(self, user_id: str, upload_id: str) -> tuple[health.Upload, bytearray]:
        if (user_id, upload_id) not in self.uploads:
            raise errors.UploadNotFoundError("There is no such upload.")
        return self.uploads[user_id, upload_id]

    async def CreateUpload(self, request: health.CreateUploadRequest, context: object) -> health.CreateUploadResponse:  # noqa: N802
        if sum(user_id == request.user_id for user_id, _ in self.uploads) == 10:
            raise errors.ConcurrencyLimitError("At most 10 of your uploads may be unfinished.")
        upload = health.Upload(
            upload_id=new_id("upl"),
            filename=request.filename,
            fingerprint=request.fingerprint,
            metadata=request.metadata,
            length=request.length,
            expires_at=Timestamp(seconds=1779704073),
        )
        self.uploads[request.user_id, upload.upload_id] = (upload, bytearray())
        return health.CreateUploadResponse(upload=upload)

    async def AppendUpload(  # noqa: N802
        self, request_iterator: AsyncIterator[health.AppendUploadRequest], context: object
    ) -> health.AppendUploadResponse:
        header = (await anext(request_iterator)).header
        upload, content = self._upload(header.user_id, header.upload_id)
        async for request in request_iterator:
            content += request.chunk
            self.appended.set()
        upload.offset = len(content)
        return health.AppendUploadResponse(upload=upload)

    async def GetUpload(self, request: health.GetUploadRequest, context: object) -> health.GetUploadResponse:  # noqa: N802
        return health.GetUploadResponse(upload=self._upload(request.user_id, request.upload_id)[0])

    async def ListUploads(self, request: health.ListUploadsRequest, context: object) -> health.ListUploadsResponse:  # noqa: N802
        mine = [upload for (user_id, _), (upload, _) in self.uploads.items() if user_id == request.user_id]
        return health.ListUploadsResponse(uploads=mine[::-1])

    async def DeleteUpload(self, request: health.DeleteUploadRequest, context: object) -> health.DeleteUploadResponse:  # noqa: N802
        self._upload(request.user_id, request.upload_id)
        del self.uploads[request.user_id, request.upload_id]
        return health.DeleteUploadResponse()

    async def ListImports(  # noqa: N802
        self, request: health.ListImportsRequest, context: object
    ) -> health.ListImportsResponse:
        mine = [getattr(each, "import") for each in self.imports[request.user_id]]
        imports, token = page_of(mine, request)
        return health.ListImportsResponse(imports=imports, next_page_token=token)

    async def GetImport(self, request: health.GetImportRequest, context: object) -> health.GetImportResponse:  # noqa: N802
        for each in self.imports[request.user_id]:
            if each.report.import_id == request.import_id:
                return each
        raise errors.ImportNotFoundError("There is no such import.")

    async def UndoImport(self, request: health.UndoImportRequest, context: object) -> health.UndoImportResponse:  # noqa: N802
        mine = self.imports[request.user_id]
        kept = [each for each in mine if each.report.import_id != request.import_id]
        if len(kept) == len(mine):
            raise errors.ImportNotFoundError("There is no such import.")
        self.imports[request.user_id] = kept
        return health.UndoImportResponse(values=7, activities=1, biomarkers=0, entries=2)

    async def DescribeData(  # noqa: N802
        self, request: health.DescribeDataRequest, context: object
    ) -> health.DescribeDataResponse:
        metric = health.MetricDescription(
            name="steps",
            unit="count",
            first_date="2026-01-01",
            last_date="2026-01-04",
            days_with_value=3,
            days_missing=1,
            coverage=0.75,
            latest_value=8000,
        )
        known = [
            health.MetricName(name="steps", unit="count", noun="step count", spoken=["steps"], additive=True),
            health.MetricName(name="resting_heart_rate", unit="bpm", noun="resting heart rate", spoken=["pulse"]),
            health.MetricName(name="night_minutes", unit="min", noun="night", additive=True, nightly=True),
            health.MetricName(name="hrv_rhr_ratio", unit="", derived=True),
        ]
        return health.DescribeDataResponse(metrics=[metric], reference_date="2026-01-04", known=known)

    async def GetSeries(self, request: health.GetSeriesRequest, context: object) -> health.GetSeriesResponse:  # noqa: N802
        """Ten days from 2026-03-01, a Sunday, the second one missing: 1, 3, 4 … 10."""
        self.asked.append(request)
        days = [MARCH + after for after in range(10) if after != 1]
        if request.start_date:
            days = [day for day in days if day - MARCH + 1 >= int(request.start_date[-2:])]
        return health.GetSeriesResponse(
            series=[
                health.Series(name=name, unit="count", epoch_days=days, values=[day - MARCH + 1 for day in days])
                for name in request.names
                if not name.endswith("blood_pressure")
            ]
        )

    async def GetActivities(  # noqa: N802
        self, request: health.GetActivitiesRequest, context: object
    ) -> health.GetActivitiesResponse:
        run = {"duration_min": 30.5, "distance_m": 5000.0, "start_clock": 450.0}
        return health.GetActivitiesResponse(
            activities=[
                health.Activity(date="2026-03-01", kind="Running", fields=run),
                health.Activity(date="2026-03-02", kind="Walking"),
                health.Activity(date="2026-03-04", kind="Running"),
            ]
        )

    async def GetProfile(self, request: health.GetProfileRequest, context: object) -> health.GetProfileResponse:  # noqa: N802
        return health.GetProfileResponse(profile=self.profiles[request.user_id])

    async def SetProfile(self, request: health.SetProfileRequest, context: object) -> health.SetProfileResponse:  # noqa: N802
        if request.profile.height_cm > 300:
            raise errors.InvalidFieldError("height_cm: nobody is so tall.", field="height_cm")
        self.profiles[request.user_id].MergeFrom(request.profile)
        return health.SetProfileResponse(profile=self.profiles[request.user_id])

    async def GetProvenance(  # noqa: N802
        self, request: health.GetProvenanceRequest, context: object
    ) -> health.GetProvenanceResponse:
        self.asked.append(request)
        stated = [
            health.StatedValue(
                name=request.name,
                date=f"2026-03-0{day}",
                value=7421,
                unit="count",
                source="apple_health",
                import_id="imp_1",
                filename="export.zip",
                file="export.xml",
                row=row,
                rows=4,
                counts=day == 1,
            )
            for day, row in ((1, 17), (2, 0))
        ]
        values, token = page_of(stated, request)
        return health.GetProvenanceResponse(values=values, next_page_token=token)

    async def GetPriorities(  # noqa: N802
        self, request: health.GetPrioritiesRequest, context: object
    ) -> health.GetPrioritiesResponse:
        return health.GetPrioritiesResponse(
            priorities=[health.Priority(metric="steps", sources=["oura", "fitbit"], chosen=True)]
        )

    async def SetPriority(self, request: health.SetPriorityRequest, context: object) -> health.SetPriorityResponse:  # noqa: N802
        self.asked.append(request)
        return health.SetPriorityResponse(days_changed=len(request.sources))

    async def ListLabResults(  # noqa: N802
        self, request: health.ListLabResultsRequest, context: object
    ) -> health.ListLabResultsResponse:
        mine = [
            each
            for each in self.results[request.user_id]
            if request.name in ("", each.name) and (each.unconfirmed or not request.unconfirmed_only)
        ]
        results, token = page_of(mine, request)
        return health.ListLabResultsResponse(results=results, next_page_token=token)

    async def AddLabResult(self, request: health.AddLabResultRequest, context: object) -> health.AddLabResultResponse:  # noqa: N802
        if not (request.result.HasField("value") or request.result.text):
            raise errors.InvalidFieldError("value: a result has a value or a text.", field="value")
        result = health.LabResult()
        result.MergeFrom(request.result)
        result.result_id, result.source = new_id("lab"), "you"
        result.unconfirmed = result.text == "read off a page"
        self.results[request.user_id].insert(0, result)
        return health.AddLabResultResponse(result=result)

    async def ConfirmLabResult(  # noqa: N802
        self, request: health.ConfirmLabResultRequest, context: object
    ) -> health.ConfirmLabResultResponse:
        for each in self.results[request.user_id]:
            if each.result_id == request.result_id:
                each.unconfirmed = False
                return health.ConfirmLabResultResponse(result=each)
        raise errors.LabResultNotFoundError("There is no such laboratory result.")

    async def DeleteLabResult(  # noqa: N802
        self, request: health.DeleteLabResultRequest, context: object
    ) -> health.DeleteLabResultResponse:
        mine = self.results[request.user_id]
        kept = [each for each in mine if each.result_id != request.result_id]
        if len(kept) == len(mine):
            raise errors.LabResultNotFoundError("There is no such laboratory result.")
        self.results[request.user_id] = kept
        return health.DeleteLabResultResponse()

    async def AddEntries(self, request: health.AddEntriesRequest, context: object) -> health.AddEntriesResponse:  # noqa: N802
        self.asked.append(request)
        said = [health.Entry(at=request.now, tag="said", note=request.text)] if request.text else []
        added = []
        for each in (*request.entries, *said):
            entry = health.Entry()
            entry.MergeFrom(each)
            entry.entry_id, entry.source = new_id("ent"), "you"
            added.append(entry)
        self.entries[request.user_id][:0] = added[::-1]
        return health.AddEntriesResponse(entries=added, added=len(added))

    async def ListEntries(self, request: health.ListEntriesRequest, context: object) -> health.ListEntriesResponse:  # noqa: N802
        self.asked.append(request)
        mine = [each for each in self.entries[request.user_id] if request.tag in ("", each.tag)]
        entries, token = page_of(mine, request)
        return health.ListEntriesResponse(
            entries=entries, next_page_token=token, logged_tags=sorted(self.logged[request.user_id])
        )

    async def DeleteEntry(self, request: health.DeleteEntryRequest, context: object) -> health.DeleteEntryResponse:  # noqa: N802
        mine = self.entries[request.user_id]
        kept = [each for each in mine if each.entry_id != request.entry_id]
        if len(kept) == len(mine):
            raise errors.EntryNotFoundError("There is no such entry.")
        self.entries[request.user_id] = kept
        return health.DeleteEntryResponse()

    async def SetLoggedTag(self, request: health.SetLoggedTagRequest, context: object) -> health.SetLoggedTagResponse:  # noqa: N802
        self.asked.append(request)
        self.logged[request.user_id].add(request.tag)
        return health.SetLoggedTagResponse()

    async def Export(  # noqa: N802
        self, request: health.ExportRequest, context: object
    ) -> AsyncIterator[health.ExportResponse]:
        if self.refuse is not None:
            raise self.refuse
        yield health.ExportResponse(kind="daily", lines=b'{"metric":"steps","date":"2026-03-01","value":1}\n')
        yield health.ExportResponse(kind="daily", lines=b'{"metric":"steps","date":"2026-03-03","value":3}\n')
        yield health.ExportResponse(
            kind="activity",
            lines=b'{"kind":"Running","fields":{"duration_min":30.5}}\n{"kind":"Walking","tags":["a"]}\n',
        )

    async def EraseUser(self, request: health.EraseUserRequest, context: object) -> health.EraseUserResponse:  # noqa: N802
        kept = [(header, data) for header, data in self.files if header.user_id != request.user_id]
        imports, self.files = len(self.files) - len(kept), kept
        return health.EraseUserResponse(
            values=100 * imports, activities=2, biomarkers=1, imports=imports, entries=2, uploads=3
        )
