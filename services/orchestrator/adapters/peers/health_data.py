"""The health-data service, over gRPC."""

from typing import Final

import grpc

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc

SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
IDEMPOTENT: Final = ("DescribeData",)


class RemoteMetricCatalogue:
    """A `MetricCatalogue`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(channel)
        self._timeout_s = timeout_s

    async def known_metrics(self, user_id: str) -> tuple[str, ...]:
        request = pb.DescribeDataRequest(user_id=user_id)
        response = await self._stub.DescribeData(request, timeout=self._timeout_s)
        return tuple(metric.name for metric in response.metrics)
