"""Stored records, read from the health_data service."""

import asyncio
from collections.abc import Awaitable, Collection, Iterable, Mapping
from datetime import date
from typing import Final, TypeVar

import numpy as np

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime import errors
from amy.runtime.channel import connect
from amy.runtime.mesh import OPEN, Mesh
from amy.runtime.readings import KeptReadings
from services.validator.domain.records.samples import LabSample, SampleLog
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import ActivityLog, Needs, Norm, Store

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
_CALLS: Final = ("GetSeries", "GetActivities", "GetBiomarkers", "GetPopulation")
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_NANOS: Final = 1_000_000_000

_T = TypeVar("_T")


class HealthDataSeries:
    """A `SeriesReader` over gRPC. Calls that find nobody there are repeated by the channel's policy."""

    def __init__(self, address: str, *, timeout_s: float, mesh: Mesh = OPEN) -> None:
        self._channel = connect(address, service=_SERVICE, idempotent=_CALLS, mesh=mesh)
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(self._channel)
        self._timeout_s = timeout_s
        self._logs = KeptReadings(_log)

    async def read(self, user_id: str, needs: Needs) -> Store:
        """A call for each kind of record that is needed, all at the same time."""
        daily, activities, norms, samples = await asyncio.gather(
            self._daily(user_id, needs.metrics),
            self._activities(user_id) if needs.activities else _nothing(),
            asyncio.gather(*(self._norm(user_id, metric) for metric in sorted(needs.norms))),
            self._samples(user_id) if needs.samples else _nothing(),
        )
        return Store(
            daily=daily,
            activities=activities,
            norms=_joined(norms),
            samples=samples,
        )

    async def close(self) -> None:
        await self._channel.close()

    async def _daily(self, user_id: str, names: Collection[str]) -> Mapping[str, DailySeries]:
        """One call for all names; only if one of them is unknown, one call for each, to find out which."""
        ordered = sorted(names)
        if not ordered:
            return {}
        try:
            return await self._series(user_id, ordered)
        except errors.InvalidFieldError:
            return _joined(await asyncio.gather(*(self._series_if_known(user_id, name) for name in ordered)))

    async def _series_if_known(self, user_id: str, name: str) -> Mapping[str, DailySeries]:
        try:
            return await self._series(user_id, [name])
        except errors.InvalidFieldError:
            return {}

    async def _series(self, user_id: str, names: list[str]) -> Mapping[str, DailySeries]:
        request = pb.GetSeriesRequest(user_id=user_id, names=names)
        response = await _answer(self._stub.GetSeries(request, timeout=self._timeout_s))
        return {series.name: _decoded(series) for series in response.series}

    async def _activities(self, user_id: str) -> ActivityLog:
        request = pb.GetActivitiesRequest(user_id=user_id)
        return self._logs.of(user_id, await _answer(self._stub.GetActivities(request, timeout=self._timeout_s)))

    async def _samples(self, user_id: str) -> SampleLog:
        request = pb.GetBiomarkersRequest(user_id=user_id)
        response = await _answer(self._stub.GetBiomarkers(request, timeout=self._timeout_s))
        return SampleLog.of([_sample(each) for each in response.biomarkers])

    async def _norm(self, user_id: str, metric: str) -> Mapping[str, Norm]:
        request = pb.GetPopulationRequest(user_id=user_id, metric=metric)
        response = await _answer(self._stub.GetPopulation(request, timeout=self._timeout_s))
        return {metric: Norm(mean=response.norm.mean, sd=response.norm.sd)} if response.HasField("norm") else {}


async def _nothing() -> None:
    """Stands for a call that is not needed."""


async def _answer(call: Awaitable[_T]) -> _T:
    try:
        return await call
    except errors.DeadlineExceededError as error:
        raise errors.UpstreamUnavailableError("health_data did not answer in time.") from error


def _joined(parts: Iterable[Mapping[str, _T]]) -> Mapping[str, _T]:
    return {name: value for part in parts for name, value in part.items()}


def _epoch_day(day: str) -> int:
    try:
        return date.fromisoformat(day).toordinal() - _EPOCH_ORDINAL
    except ValueError as error:
        raise errors.InternalError("health_data sent a day that is none.") from error


def _log(response: pb.GetActivitiesResponse) -> ActivityLog:
    return ActivityLog.of(
        days=[_epoch_day(each.date) for each in response.activities],
        kinds=[each.kind for each in response.activities],
        fields=[each.fields for each in response.activities],
        recorded=[_epoch_day(day) for day in response.recorded_days],
    )


def _sample(biomarker: pb.Biomarker) -> LabSample:
    taken = biomarker.collected_at
    return LabSample(
        taken_s=taken.seconds + taken.nanos / _NANOS,
        name=biomarker.name,
        value=biomarker.value,
        unit=biomarker.unit,
        low=biomarker.reference_low if biomarker.HasField("reference_low") else None,
        high=biomarker.reference_high if biomarker.HasField("reference_high") else None,
    )


def _decoded(series: pb.Series) -> DailySeries:
    if len(series.epoch_days) != len(series.values):
        raise errors.InternalError("health_data sent a series whose days and values do not match.")
    return DailySeries.of(np.array(series.epoch_days, dtype=np.int64), np.array(series.values, dtype=np.float64))
