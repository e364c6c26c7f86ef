from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from grpc.aio import ServicerContext

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc as pb_grpc
from amy.runtime.answers import KeptAnswers
from services.health_data import wire
from services.health_data.app import HealthData


class HealthDataServicer(pb_grpc.HealthDataServiceServicer):
    """Decode, delegate, encode; what was asked before is answered from memory while the person's data is unchanged.

    Args:
        answers: kept by `HealthData.version`.
    """

    def __init__(self, app: HealthData, answers: KeptAnswers) -> None:
        self._app = app
        self._answers = answers

    async def Import(
        self,
        request_iterator: AsyncIterator[pb.ImportRequest],
        context: ServicerContext[pb.ImportRequest, pb.ImportResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.ImportResponse:
        return wire.import_response(await self._app.import_file(wire.import_parts(request_iterator)))

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

    async def EraseUser(
        self,
        request: pb.EraseUserRequest,
        context: ServicerContext[pb.EraseUserRequest, pb.EraseUserResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.EraseUserResponse:
        self._answers.forget(request.user_id)
        return wire.erased_response(await self._app.erase(request.user_id))
