"""The health-data service, over gRPC."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Final

import grpc

from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.runtime.errors import ServiceError
from gateway.domain import data_requests, data_views
from gateway.domain.model import PageQuery
from gateway.ports.health_data import Exported, KnownMetric, Series
from gateway.wire import deliveries
from gateway.wire import health_data as wire

SERVICE: Final = health.DESCRIPTOR.services_by_name["HealthDataService"]
IDEMPOTENT: Final = (
    "DescribeData", "GetSeries", "GetActivities", "GetProfile", "SetProfile", "ListImports", "GetImport",
    "GetUpload", "ListUploads",
    "GetProvenance", "GetPriorities", "ListLabResults", "ListEntries", "AddEntries", "SetLoggedTag", "Export",
    "Ingest",
)  # fmt: skip


class _Calls:
    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float, import_timeout_s: float) -> None:
        self._stub = health_grpc.HealthDataServiceStub(channel)
        self._timeout_s = timeout_s
        self._import_timeout_s = import_timeout_s


class _Readings(_Calls):
    async def describe(self, user_id: str) -> data_views.DataDescription:
        return wire.data_description(await self._described(user_id))

    async def known(self, user_id: str) -> Sequence[KnownMetric]:
        return wire.known_metrics(await self._described(user_id))

    async def _described(self, user_id: str) -> health.DescribeDataResponse:
        return await self._stub.DescribeData(health.DescribeDataRequest(user_id=user_id), timeout=self._timeout_s)

    async def series(self, user_id: str, names: Sequence[str], span: data_requests.Span) -> Sequence[Series]:
        request = health.GetSeriesRequest(user_id=user_id, names=names, start_date=span.start, end_date=span.end)
        return wire.series(await self._stub.GetSeries(request, timeout=self._timeout_s))

    async def activities(self, user_id: str) -> Sequence[data_views.Activity]:
        request = health.GetActivitiesRequest(user_id=user_id)
        return wire.activities(await self._stub.GetActivities(request, timeout=self._timeout_s))

    async def profile(self, user_id: str) -> data_views.Profile:
        response = await self._stub.GetProfile(health.GetProfileRequest(user_id=user_id), timeout=self._timeout_s)
        return wire.profile(response.profile)

    async def set_profile(self, user_id: str, change: data_requests.ProfileChange) -> data_views.Profile:
        request = wire.set_profile_request(user_id, change)
        return wire.profile((await self._stub.SetProfile(request, timeout=self._timeout_s)).profile)


class _Imports(_Calls):
    async def import_file(
        self, user_id: str, query: data_requests.ImportQuery, chunks: AsyncIterator[bytes]
    ) -> AsyncGenerator[data_views.ImportProgress | data_views.ImportReport]:
        header = health.ImportHeader(
            user_id=user_id,
            filename=query.filename,
            subject=query.subject,
            columns=query.named_columns(),
            upload_id=query.upload,
        )
        broken: list[Exception] = []

        async def parts() -> AsyncIterator[health.ImportFileRequest]:
            yield health.ImportFileRequest(header=header)
            try:
                async for chunk in chunks:
                    yield health.ImportFileRequest(chunk=chunk)
            except Exception as error:  # noqa: BLE001, raised again below
                broken.append(error)
                # A server cannot tell a call that was cancelled from a file that ended. A part that is neither header
                # nor chunk is refused by contract, and with it the file.
                yield health.ImportFileRequest()

        call = self._stub.ImportFile(parts(), timeout=self._import_timeout_s)
        try:
            async for response in call:
                yield wire.import_event(response)
        except ServiceError:
            if broken:
                raise broken[0] from None
            raise
        finally:
            # Whoever no longer waits for the report wants no more work done for it.
            call.cancel()

    async def imports(self, user_id: str, page: PageQuery) -> data_views.ImportPage:
        request = health.ListImportsRequest(user_id=user_id, page_size=page.limit, page_token=page.cursor)
        return wire.import_page(await self._stub.ListImports(request, timeout=self._timeout_s))

    async def get_import(self, user_id: str, import_id: str) -> data_views.Import:
        request = health.GetImportRequest(user_id=user_id, import_id=import_id)
        return wire.whole_import(await self._stub.GetImport(request, timeout=self._timeout_s))

    async def undo_import(self, user_id: str, import_id: str) -> data_views.UndoneImport:
        request = health.UndoImportRequest(user_id=user_id, import_id=import_id)
        return wire.undone(await self._stub.UndoImport(request, timeout=self._import_timeout_s))

    async def stated(
        self, user_id: str, name: str, span: data_requests.Span, *, limit: int, cursor: str
    ) -> data_views.StatedPage:
        request = health.GetProvenanceRequest(
            user_id=user_id,
            name=name,
            start_date=span.start,
            end_date=span.end,
            page_size=limit,
            page_token=cursor,
        )
        return wire.stated_page(await self._stub.GetProvenance(request, timeout=self._timeout_s))

    async def priorities(self, user_id: str) -> data_views.Priorities:
        request = health.GetPrioritiesRequest(user_id=user_id)
        return wire.priorities(await self._stub.GetPriorities(request, timeout=self._timeout_s))

    async def set_priority(
        self, user_id: str, metric: str, change: data_requests.PriorityChange
    ) -> data_views.PriorityChanged:
        request = health.SetPriorityRequest(user_id=user_id, metric=metric, sources=change.sources)
        response = await self._stub.SetPriority(request, timeout=self._import_timeout_s)
        return data_views.PriorityChanged(metric=metric, days_changed=response.days_changed)

    async def export(self, user_id: str) -> AsyncGenerator[Exported]:
        call = self._stub.Export(health.ExportRequest(user_id=user_id), timeout=self._import_timeout_s)
        async for response in call:
            yield wire.exported(response)


class _Uploads(_Calls):
    async def create_upload(self, user_id: str, new: data_requests.NewUpload) -> data_views.Upload:
        request = health.CreateUploadRequest(
            user_id=user_id,
            length=new.length,
            filename=new.filename,
            fingerprint=new.fingerprint,
            metadata=new.metadata,
        )
        return wire.upload((await self._stub.CreateUpload(request, timeout=self._timeout_s)).upload)

    async def append_upload(
        self, user_id: str, upload_id: str, offset: int, chunks: AsyncIterator[bytes]
    ) -> data_views.Upload:
        header = health.AppendUploadHeader(user_id=user_id, upload_id=upload_id, offset=offset)
        broken: list[Exception] = []

        async def parts() -> AsyncIterator[health.AppendUploadRequest]:
            yield health.AppendUploadRequest(header=header)
            try:
                async for chunk in chunks:
                    yield health.AppendUploadRequest(chunk=chunk)
            except Exception as error:  # noqa: BLE001, raised again below, once what came is kept
                broken.append(error)

        response = await self._stub.AppendUpload(parts(), timeout=self._import_timeout_s)
        if broken:
            raise broken[0]
        return wire.upload(response.upload)

    async def upload(self, user_id: str, upload_id: str) -> data_views.Upload:
        request = health.GetUploadRequest(user_id=user_id, upload_id=upload_id)
        return wire.upload((await self._stub.GetUpload(request, timeout=self._timeout_s)).upload)

    async def uploads(self, user_id: str) -> data_views.UploadList:
        response = await self._stub.ListUploads(health.ListUploadsRequest(user_id=user_id), timeout=self._timeout_s)
        return data_views.UploadList(data=[wire.upload(each) for each in response.uploads])

    async def delete_upload(self, user_id: str, upload_id: str) -> None:
        request = health.DeleteUploadRequest(user_id=user_id, upload_id=upload_id)
        await self._stub.DeleteUpload(request, timeout=self._timeout_s)


class _Records(_Calls):
    async def biomarkers(self, user_id: str, query: data_requests.BiomarkerQuery) -> data_views.BiomarkerPage:
        request = health.ListLabResultsRequest(
            user_id=user_id,
            name=query.name,
            unconfirmed_only=query.unconfirmed,
            page_size=query.limit,
            page_token=query.cursor,
        )
        return wire.biomarker_page(await self._stub.ListLabResults(request, timeout=self._timeout_s))

    async def add_biomarker(self, user_id: str, new: data_requests.NewBiomarker) -> data_views.Biomarker:
        request = wire.add_lab_result_request(user_id, new)
        return wire.biomarker((await self._stub.AddLabResult(request, timeout=self._timeout_s)).result)

    async def confirm_biomarker(self, user_id: str, result_id: str) -> data_views.Biomarker:
        request = health.ConfirmLabResultRequest(user_id=user_id, result_id=result_id)
        return wire.biomarker((await self._stub.ConfirmLabResult(request, timeout=self._timeout_s)).result)

    async def delete_biomarker(self, user_id: str, result_id: str) -> None:
        request = health.DeleteLabResultRequest(user_id=user_id, result_id=result_id)
        await self._stub.DeleteLabResult(request, timeout=self._timeout_s)

    async def add_entries(self, user_id: str, new: data_requests.NewEntries) -> data_views.AddedEntries:
        request = wire.add_entries_request(user_id, new)
        return wire.added_entries(await self._stub.AddEntries(request, timeout=self._timeout_s))

    async def entries(self, user_id: str, query: data_requests.EntryQuery) -> data_views.EntryPage:
        request = health.ListEntriesRequest(
            user_id=user_id,
            tag=query.tag,
            start_date=query.start,
            end_date=query.end,
            page_size=query.limit,
            page_token=query.cursor,
        )
        return wire.entry_page(await self._stub.ListEntries(request, timeout=self._timeout_s))

    async def delete_entry(self, user_id: str, entry_id: str) -> None:
        request = health.DeleteEntryRequest(user_id=user_id, entry_id=entry_id)
        await self._stub.DeleteEntry(request, timeout=self._timeout_s)

    async def set_logged(self, user_id: str, tag: str, change: data_requests.TagChange) -> None:
        request = health.SetLoggedTagRequest(user_id=user_id, tag=tag, logged=change.logged, since=change.since or "")
        await self._stub.SetLoggedTag(request, timeout=self._timeout_s)


class _Deliveries(_Calls):
    async def ingest(self, provider: str, payload: bytes) -> data_views.Delivered:
        request = health.IngestRequest(provider=provider, payload=payload)
        return deliveries.delivered(await self._stub.Ingest(request, timeout=self._timeout_s))


class GrpcHealthData(_Readings, _Imports, _Uploads, _Records, _Deliveries):
    """The health-data service.

    Args:
        channel: to it.
        timeout_s: how long a call may take.
        import_timeout_s: how long one may take that reads or writes very much.
    """
