from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from grpc.aio import ServicerContext

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc as pb_grpc
from amy.runtime.answers import KeptAnswers
from services.health_data import wire
from services.health_data.app import HealthData
from services.health_data.app.deliveries import DeliveryDesk
from services.health_data.app.imports import ImportDesk
from services.health_data.app.journal import JournalKeeper
from services.health_data.app.laboratory import Laboratory
from services.health_data.app.uploads import UploadDesk
from services.health_data.domain.reporting import ImportReport
from services.health_data.wire import deliveries as wire_deliveries
from services.health_data.wire import imports as wire_imports
from services.health_data.wire import journal
from services.health_data.wire import laboratory as wire_laboratory
from services.health_data.wire import uploads as wire_uploads


@dataclass(frozen=True, kw_only=True)
class Desks:
    """The parts of the application that write."""

    imports: ImportDesk
    uploads: UploadDesk
    laboratory: Laboratory
    deliveries: DeliveryDesk
    journal: JournalKeeper


class HealthDataServicer(pb_grpc.HealthDataServiceServicer):
    """Decode, delegate, encode; what was asked before is answered from memory while the person's data is unchanged.

    Args:
        answers: kept by `HealthData.version`.
    """

    def __init__(self, app: HealthData, desks: Desks, answers: KeptAnswers) -> None:
        self._app = app
        self._imports = desks.imports
        self._uploads = desks.uploads
        self._laboratory = desks.laboratory
        self._deliveries = desks.deliveries
        self._journal = desks.journal
        self._answers = answers

    async def Import(
        self,
        request_iterator: AsyncIterator[pb.ImportRequest],
        context: ServicerContext[pb.ImportRequest, pb.ImportResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ImportResponse:
        async for told in self._imports.import_file(wire_imports.import_parts(request_iterator)):
            if isinstance(told, ImportReport):
                return wire_imports.import_response(told)
        raise AssertionError

    async def ImportFile(
        self,
        request_iterator: AsyncIterator[pb.ImportFileRequest],
        context: ServicerContext[pb.ImportFileRequest, pb.ImportFileResponse],  # noqa: ARG002, grpc's signature
    ) -> AsyncIterator[pb.ImportFileResponse]:
        async for told in self._imports.import_file(wire_imports.import_parts(request_iterator)):
            yield wire_imports.import_event(told)

    async def CreateUpload(
        self,
        request: pb.CreateUploadRequest,
        context: ServicerContext[pb.CreateUploadRequest, pb.CreateUploadResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.CreateUploadResponse:
        created = await self._uploads.create(request.user_id, wire_uploads.new_upload(request))
        return pb.CreateUploadResponse(upload=wire_uploads.upload_message(created))

    async def AppendUpload(
        self,
        request_iterator: AsyncIterator[pb.AppendUploadRequest],
        context: ServicerContext[pb.AppendUploadRequest, pb.AppendUploadResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.AppendUploadResponse:
        appended = await self._uploads.append(wire_uploads.append_parts(request_iterator))
        return pb.AppendUploadResponse(upload=wire_uploads.upload_message(appended))

    async def GetUpload(
        self,
        request: pb.GetUploadRequest,
        context: ServicerContext[pb.GetUploadRequest, pb.GetUploadResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetUploadResponse:
        found = await self._uploads.get(request.user_id, request.upload_id)
        return pb.GetUploadResponse(upload=wire_uploads.upload_message(found))

    async def ListUploads(
        self,
        request: pb.ListUploadsRequest,
        context: ServicerContext[pb.ListUploadsRequest, pb.ListUploadsResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ListUploadsResponse:
        found = await self._uploads.list(request.user_id)
        return pb.ListUploadsResponse(uploads=map(wire_uploads.upload_message, found))

    async def DeleteUpload(
        self,
        request: pb.DeleteUploadRequest,
        context: ServicerContext[pb.DeleteUploadRequest, pb.DeleteUploadResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.DeleteUploadResponse:
        await self._uploads.delete(request.user_id, request.upload_id)
        return pb.DeleteUploadResponse()

    async def ListImports(
        self,
        request: pb.ListImportsRequest,
        context: ServicerContext[pb.ListImportsRequest, pb.ListImportsResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ListImportsResponse:
        found, cursor = await self._imports.imports(request.user_id, limit=request.page_size, cursor=request.page_token)
        return wire_imports.imports_response(found, cursor)

    async def GetImport(
        self,
        request: pb.GetImportRequest,
        context: ServicerContext[pb.GetImportRequest, pb.GetImportResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetImportResponse:
        return wire_imports.get_import_response(*await self._imports.report(request.user_id, request.import_id))

    async def UndoImport(
        self,
        request: pb.UndoImportRequest,
        context: ServicerContext[pb.UndoImportRequest, pb.UndoImportResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.UndoImportResponse:
        return wire_imports.undone_response(await self._imports.undo(request.user_id, request.import_id))

    async def GetProvenance(
        self,
        request: pb.GetProvenanceRequest,
        context: ServicerContext[pb.GetProvenanceRequest, pb.GetProvenanceResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetProvenanceResponse:
        values, cursor = await self._imports.provenance(
            request.user_id,
            request.name,
            request.start_date,
            request.end_date,
            limit=request.page_size,
            cursor=request.page_token,
        )
        return wire_imports.provenance_response(values, cursor)

    async def GetPriorities(
        self,
        request: pb.GetPrioritiesRequest,
        context: ServicerContext[pb.GetPrioritiesRequest, pb.GetPrioritiesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetPrioritiesResponse:
        return wire_imports.priorities_response(await self._imports.priorities(request.user_id))

    async def SetPriority(
        self,
        request: pb.SetPriorityRequest,
        context: ServicerContext[pb.SetPriorityRequest, pb.SetPriorityResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.SetPriorityResponse:
        changed = await self._imports.set_priority(request.user_id, request.metric, tuple(request.sources))
        return pb.SetPriorityResponse(days_changed=changed)

    async def SetProfile(
        self,
        request: pb.SetProfileRequest,
        context: ServicerContext[pb.SetProfileRequest, pb.SetProfileResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.SetProfileResponse:
        await self._imports.set_profile(request.user_id, wire_imports.profile_of(request.profile))
        return wire_imports.set_profile_response(await self._app.profile(request.user_id))

    async def Export(
        self,
        request: pb.ExportRequest,
        context: ServicerContext[pb.ExportRequest, pb.ExportResponse],  # noqa: ARG002, grpc's signature
    ) -> AsyncIterator[pb.ExportResponse]:
        async for kind, lines in self._imports.export(request.user_id):
            yield pb.ExportResponse(kind=kind, lines=lines)

    async def Ingest(
        self,
        request: pb.IngestRequest,
        context: ServicerContext[pb.IngestRequest, pb.IngestResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.IngestResponse:
        taken = await self._deliveries.ingest(request.provider, request.payload, user_id=request.user_id)
        return wire_deliveries.ingest_response(taken)

    async def GetSeries(
        self,
        request: pb.GetSeriesRequest,
        context: ServicerContext[pb.GetSeriesRequest, pb.GetSeriesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetSeriesResponse:
        query = wire.series_query(request)

        async def make(names: Sequence[str]) -> Sequence[pb.Series]:
            return wire.series_messages(await self._app.series(replace(query, names=names)))

        dates = (query.start_date, query.end_date)
        return pb.GetSeriesResponse(series=await self._answers.several(query.user_id, dates, query.names, make))

    async def GetFrames(
        self,
        request: pb.GetFramesRequest,
        context: ServicerContext[pb.GetFramesRequest, pb.GetFramesResponse],  # noqa: ARG002, grpc's signature
    ) -> AsyncIterator[pb.GetFramesResponse]:
        async def make() -> tuple[pb.GetFramesResponse, ...]:
            return tuple(wire.frames_responses(await self._app.frames(request.user_id)))

        for response in await self._answers.one(request, make):
            yield response

    async def GetProfile(
        self,
        request: pb.GetProfileRequest,
        context: ServicerContext[pb.GetProfileRequest, pb.GetProfileResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetProfileResponse:
        return wire.profile_response(await self._app.profile(request.user_id))

    async def GetBiomarkers(
        self,
        request: pb.GetBiomarkersRequest,
        context: ServicerContext[pb.GetBiomarkersRequest, pb.GetBiomarkersResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetBiomarkersResponse:
        async def make() -> pb.GetBiomarkersResponse:
            return wire.biomarkers_response(await self._app.biomarkers(request.user_id, request.name))

        return await self._answers.one(request, make)

    async def GetActivities(
        self,
        request: pb.GetActivitiesRequest,
        context: ServicerContext[pb.GetActivitiesRequest, pb.GetActivitiesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetActivitiesResponse:
        async def make() -> pb.GetActivitiesResponse:
            return wire.activities_response(await self._app.activities(request.user_id))

        return await self._answers.one(request, make)

    async def GetPopulation(
        self,
        request: pb.GetPopulationRequest,
        context: ServicerContext[pb.GetPopulationRequest, pb.GetPopulationResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetPopulationResponse:
        return wire.population_response(await self._app.norm(request.user_id, request.metric))

    async def DescribeData(
        self,
        request: pb.DescribeDataRequest,
        context: ServicerContext[pb.DescribeDataRequest, pb.DescribeDataResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.DescribeDataResponse:
        async def make() -> pb.DescribeDataResponse:
            return wire.describe_response(await self._app.describe(request.user_id))

        return await self._answers.one(request, make)

    async def ListLabResults(
        self,
        request: pb.ListLabResultsRequest,
        context: ServicerContext[pb.ListLabResultsRequest, pb.ListLabResultsResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ListLabResultsResponse:
        return wire_laboratory.list_response(
            await self._laboratory.list(
                request.user_id,
                name=request.name,
                unconfirmed_only=request.unconfirmed_only,
                limit=request.page_size,
                cursor=request.page_token,
            )
        )

    async def AddLabResult(
        self,
        request: pb.AddLabResultRequest,
        context: ServicerContext[pb.AddLabResultRequest, pb.AddLabResultResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.AddLabResultResponse:
        added = await self._laboratory.add(request.user_id, wire_laboratory.stated_result(request.result))
        return pb.AddLabResultResponse(result=wire_laboratory.result_message(added))

    async def ConfirmLabResult(
        self,
        request: pb.ConfirmLabResultRequest,
        context: ServicerContext[pb.ConfirmLabResultRequest, pb.ConfirmLabResultResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ConfirmLabResultResponse:
        confirmed = await self._laboratory.confirm(request.user_id, request.result_id)
        return pb.ConfirmLabResultResponse(result=wire_laboratory.result_message(confirmed))

    async def DeleteLabResult(
        self,
        request: pb.DeleteLabResultRequest,
        context: ServicerContext[pb.DeleteLabResultRequest, pb.DeleteLabResultResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.DeleteLabResultResponse:
        await self._laboratory.delete(request.user_id, request.result_id)
        return pb.DeleteLabResultResponse()

    async def AddEntries(
        self,
        request: pb.AddEntriesRequest,
        context: ServicerContext[pb.AddEntriesRequest, pb.AddEntriesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.AddEntriesResponse:
        given = [journal.given_entry(each) for each in request.entries]
        added = await self._journal.add(request.user_id, given, text=request.text, now=request.now)
        return journal.added_response(added)

    async def ReadEntries(
        self,
        request: pb.ReadEntriesRequest,
        context: ServicerContext[pb.ReadEntriesRequest, pb.ReadEntriesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ReadEntriesResponse:
        return journal.read_response(await self._journal.read(request.user_id, request.text, now=request.now))

    async def ListEntries(
        self,
        request: pb.ListEntriesRequest,
        context: ServicerContext[pb.ListEntriesRequest, pb.ListEntriesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ListEntriesResponse:
        return journal.list_response(await self._journal.listed(journal.entry_query(request)))

    async def DeleteEntry(
        self,
        request: pb.DeleteEntryRequest,
        context: ServicerContext[pb.DeleteEntryRequest, pb.DeleteEntryResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.DeleteEntryResponse:
        await self._journal.delete(request.user_id, request.entry_id)
        return pb.DeleteEntryResponse()

    async def SetLoggedTag(
        self,
        request: pb.SetLoggedTagRequest,
        context: ServicerContext[pb.SetLoggedTagRequest, pb.SetLoggedTagResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.SetLoggedTagResponse:
        await self._journal.set_logged(request.user_id, request.tag, whether=request.logged, since=request.since)
        return pb.SetLoggedTagResponse()

    async def EraseUser(
        self,
        request: pb.EraseUserRequest,
        context: ServicerContext[pb.EraseUserRequest, pb.EraseUserResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.EraseUserResponse:
        self._answers.forget(request.user_id)
        return wire.erased_response(await self._app.erase(request.user_id))
