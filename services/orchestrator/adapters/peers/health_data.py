"""The health-data service, over gRPC."""

from typing import Final

import grpc

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from services.orchestrator.domain.person import Person, Sex

SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
IDEMPOTENT: Final = ("DescribeData", "GetProfile")
_OLDEST: Final = 130
_SEXES: Final = {"f": Sex.FEMALE, "w": Sex.FEMALE, "m": Sex.MALE}


class RemoteHealthRecords:
    """`HealthRecords`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(channel)
        self._timeout_s = timeout_s

    async def known_metrics(self, user_id: str) -> tuple[str, ...]:
        request = pb.DescribeDataRequest(user_id=user_id)
        response = await self._stub.DescribeData(request, timeout=self._timeout_s)
        return tuple(metric.name for metric in response.metrics)

    async def person(self, user_id: str) -> Person:
        """What cannot be read counts as unknown."""
        profile = (await self._stub.GetProfile(pb.GetProfileRequest(user_id=user_id), timeout=self._timeout_s)).profile
        age = profile.age_years if profile.HasField("age_years") and 0 < profile.age_years <= _OLDEST else None
        sex = profile.sex.strip().lower() if profile.HasField("sex") else ""
        return Person(sex=_SEXES.get(sex[:1]), age_years=age)
