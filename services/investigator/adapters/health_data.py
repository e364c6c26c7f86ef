"""The person's records, read from the health_data service."""

import asyncio
from collections.abc import Awaitable, Collection, Iterable
from typing import Final, TypeVar

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.errors import DeadlineExceededError, UpstreamUnavailableError
from amy.runtime.mesh import OPEN, Mesh
from services.investigator import wire
from services.investigator.domain.records import Records

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
_CALLS: Final = ("DescribeData", "GetSeries", "GetActivities", "GetBiomarkers")

_T = TypeVar("_T")


class HealthDataClient:
    """A `HealthData` over gRPC. Calls that find nobody there are repeated by the channel's policy."""

    def __init__(self, address: str, *, timeout_s: float, mesh: Mesh = OPEN) -> None:
        self._channel = connect(address, service=_SERVICE, idempotent=_CALLS, mesh=mesh)
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(self._channel)
        self._timeout_s = timeout_s

    async def read(self, user_id: str, metrics: Collection[str]) -> Records | None:
        """First what there is, then all of it at the same time."""
        timeout_s = self._timeout_s
        described = await _answer(self._stub.DescribeData(pb.DescribeDataRequest(user_id=user_id), timeout=timeout_s))
        names = [each.name for each in described.known if each.recorded and each.name in metrics]
        series, activities, samples = await asyncio.gather(
            self._series(user_id, names),
            _answer(self._stub.GetActivities(pb.GetActivitiesRequest(user_id=user_id), timeout=timeout_s)),
            _answer(self._stub.GetBiomarkers(pb.GetBiomarkersRequest(user_id=user_id), timeout=timeout_s)),
        )
        return wire.records_from_proto(described, series, activities.activities, samples.biomarkers)

    async def _series(self, user_id: str, names: list[str]) -> Iterable[pb.Series]:
        """Without a name nothing is asked for."""
        if not names:
            return ()
        request = pb.GetSeriesRequest(user_id=user_id, names=names)
        return (await _answer(self._stub.GetSeries(request, timeout=self._timeout_s))).series

    async def close(self) -> None:
        await self._channel.close()


async def _answer(call: Awaitable[_T]) -> _T:
    try:
        return await call
    except DeadlineExceededError as error:
        raise UpstreamUnavailableError("health_data did not answer in time.") from error
