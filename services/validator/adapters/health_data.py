"""Stored series, read from the health_data service."""

import asyncio
from collections.abc import Collection
from typing import Final

import numpy as np

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime import errors
from amy.runtime.channel import connect
from services.validator.domain.selection import DailySeries, Store

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]


class HealthDataSeries:
    """A `SeriesReader` over gRPC. Calls that find nobody there are repeated by the channel's policy."""

    def __init__(self, address: str, *, timeout_s: float, mesh_token: str = "") -> None:
        self._channel = connect(address, service=_SERVICE, idempotent=["GetSeries"], mesh_token=mesh_token)
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(self._channel)
        self._timeout_s = timeout_s

    async def read(self, user_id: str, names: Collection[str]) -> Store:
        """One call for all names; only if one of them is unknown, one call for each, to find out which."""
        ordered = sorted(set(names))
        if not ordered:
            return {}
        try:
            return await self._get(user_id, ordered)
        except errors.InvalidFieldError:
            parts = await asyncio.gather(*(self._get_if_known(user_id, name) for name in ordered))
            return {name: series for part in parts for name, series in part.items()}

    async def close(self) -> None:
        await self._channel.close()

    async def _get_if_known(self, user_id: str, name: str) -> Store:
        try:
            return await self._get(user_id, [name])
        except errors.InvalidFieldError:
            return {}

    async def _get(self, user_id: str, names: list[str]) -> Store:
        request = pb.GetSeriesRequest(user_id=user_id, names=names)
        try:
            response = await self._stub.GetSeries(request, timeout=self._timeout_s)
        except errors.DeadlineExceededError as error:
            raise errors.UpstreamUnavailableError("health_data did not answer in time.") from error
        return {series.name: _decode(series) for series in response.series}


def _decode(series: pb.Series) -> DailySeries:
    if len(series.epoch_days) != len(series.values):
        raise errors.InternalError("health_data sent a series whose days and values do not match.")
    return DailySeries.of(np.array(series.epoch_days, dtype=np.int64), np.array(series.values, dtype=np.float64))
