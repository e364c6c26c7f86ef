"""What is on record, asked of the health_data service."""

from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.errors import DeadlineExceededError, UpstreamUnavailableError
from amy.runtime.mesh import Mesh
from services.health_coach import wire
from services.health_coach.domain.record import Record

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]


class HealthDataClient:
    """A `HealthData` over gRPC. Calls that find nobody there are repeated by the channel's policy."""

    def __init__(self, address: str, timeout_s: float, mesh: Mesh) -> None:
        self._channel = connect(address, service=_SERVICE, idempotent=["DescribeData"], mesh=mesh)
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(self._channel)
        self._timeout_s = timeout_s

    async def describe(self, user_id: str) -> Record | None:
        try:
            response = await self._stub.DescribeData(pb.DescribeDataRequest(user_id=user_id), timeout=self._timeout_s)
        except DeadlineExceededError as error:
            raise UpstreamUnavailableError("health_data did not answer in time.") from error
        return wire.record_from_proto(response)

    async def close(self) -> None:
        await self._channel.close()
