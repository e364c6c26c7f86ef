from collections.abc import AsyncIterator

from grpc.aio import ServicerContext

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc as pb_grpc
from services.health_data import wire
from services.health_data.app import HealthData


class HealthDataServicer(pb_grpc.HealthDataServiceServicer):
    """Decode, delegate, encode."""

    def __init__(self, app: HealthData) -> None:
        self._app = app

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
        return wire.series_response(await self._app.series(wire.series_query(request)))

    async def GetFrames(
        self,
        request: pb.GetFramesRequest,
        context: ServicerContext[pb.GetFramesRequest, pb.GetFramesResponse],  # noqa: ARG002, grpc's signature
    ) -> AsyncIterator[pb.GetFramesResponse]:
        for response in wire.frames_responses(await self._app.frames(request.user_id)):
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
        return wire.biomarkers_response(await self._app.biomarkers(request.user_id, request.name))

    async def GetActivities(
        self,
        request: pb.GetActivitiesRequest,
        context: ServicerContext[pb.GetActivitiesRequest, pb.GetActivitiesResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.GetActivitiesResponse:
        return wire.activities_response(await self._app.activities(request.user_id))

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
        return wire.describe_response(await self._app.describe(request.user_id))

    async def EraseUser(
        self,
        request: pb.EraseUserRequest,
        context: ServicerContext[pb.EraseUserRequest, pb.EraseUserResponse],  # noqa: ARG002, grpc's signature
    ) -> pb.EraseUserResponse:
        return wire.erased_response(await self._app.erase(request.user_id))
