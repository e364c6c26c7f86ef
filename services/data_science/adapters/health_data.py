"""The user's data, read from the health_data service."""

from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.errors import DeadlineExceededError, UpstreamUnavailableError
from amy.runtime.mesh import Mesh
from amy.runtime.readings import KeptReadings
from services.data_science import wire
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.run import Frames

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
_TOO_SLOW: Final = "health_data did not answer in time."


class HealthDataClient:
    """A `HealthData` over gRPC. Calls that find nobody there are repeated by the channel's policy."""

    def __init__(self, address: str, timeout_s: float, mesh: Mesh) -> None:
        self._channel = connect(
            address,
            service=_SERVICE,
            idempotent=["DescribeData", "GetFrames"],
            mesh=mesh,
        )
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(self._channel)
        self._timeout_s = timeout_s
        self._catalogues = KeptReadings(wire.catalogue_from_proto)

    async def describe(self, user_id: str) -> Catalogue | None:
        try:
            response = await self._stub.DescribeData(pb.DescribeDataRequest(user_id=user_id), timeout=self._timeout_s)
        except DeadlineExceededError as error:
            raise UpstreamUnavailableError(_TOO_SLOW) from error
        return self._catalogues.of(user_id, response)

    async def frames(self, user_id: str) -> Frames:
        chunks: dict[int, bytearray] = {}
        try:
            async for part in self._stub.GetFrames(pb.GetFramesRequest(user_id=user_id), timeout=self._timeout_s):
                chunks.setdefault(part.frame, bytearray()).extend(part.arrow_ipc_chunk)
        except DeadlineExceededError as error:
            raise UpstreamUnavailableError(_TOO_SLOW) from error
        return Frames(
            summary=bytes(chunks.get(pb.FRAME_SUMMARY, b"")),
            activities=bytes(chunks.get(pb.FRAME_ACTIVITIES, b"")),
            profile=bytes(chunks.get(pb.FRAME_PROFILE, b"")),
            population=bytes(chunks.get(pb.FRAME_POPULATION, b"")),
            biomarkers=bytes(chunks.get(pb.FRAME_BIOMARKERS, b"")),
        )

    async def close(self) -> None:
        await self._channel.close()
