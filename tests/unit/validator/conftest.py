"""A running validator, called as its peers call it, and the health_data it reads."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest

from amy.api.health_data.v1 import health_data_pb2 as health_data
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1.validator_pb2_grpc import ValidatorServiceStub
from amy.runtime import errors
from amy.runtime.channel import connect
from amy.runtime.server import GrpcApp, Service, grpc_service
from amy.runtime.settings import ServiceSettings
from services.validator.__main__ import SERVICE

if TYPE_CHECKING:
    from amy.api.validator.v1.validator_pb2_grpc import ValidatorServiceAsyncStub
    from services.validator.domain.records.series import DailySeries

Act: TypeAlias = Callable[[], None]


class StoredSeries(health_data_pb2_grpc.HealthDataServiceServicer):
    """A health_data that holds one person's series in memory and refuses unknown names, as the contract says."""

    def __init__(self) -> None:
        self.series: dict[str, DailySeries] = {}
        self.activities = health_data.GetActivitiesResponse()
        self.biomarkers: list[health_data.Biomarker] = []
        self.norms: dict[str, health_data.Norm] = {}
        self.asked: list[str] = []
        self.requests: list[health_data.GetSeriesRequest] = []
        self.before_answer: Act = lambda: None
        self.delay_s = 0.0

    async def GetSeries(  # noqa: N802
        self, request: health_data.GetSeriesRequest, context: object
    ) -> health_data.GetSeriesResponse:
        self.requests.append(request)
        await asyncio.sleep(self.delay_s)
        self.before_answer()
        for name in request.names:
            if name not in self.series:
                raise errors.InvalidFieldError(f"There is no metric {name!r}.", field="names")
        return health_data.GetSeriesResponse(series=[self._series(name) for name in request.names])

    async def GetActivities(  # noqa: N802
        self, request: health_data.GetActivitiesRequest, context: object
    ) -> health_data.GetActivitiesResponse:
        self.asked.append(f"activities of {request.user_id}")
        self.before_answer()
        return self.activities

    async def GetBiomarkers(  # noqa: N802
        self, request: health_data.GetBiomarkersRequest, context: object
    ) -> health_data.GetBiomarkersResponse:
        self.asked.append(request.name)
        same = (each for each in self.biomarkers if request.name.lower() in {each.name.lower(), ""})
        newest_first = sorted(same, key=lambda each: each.collected_at.seconds, reverse=True)
        return health_data.GetBiomarkersResponse(biomarkers=newest_first)

    async def GetPopulation(  # noqa: N802
        self, request: health_data.GetPopulationRequest, context: object
    ) -> health_data.GetPopulationResponse:
        self.asked.append(f"norm of {request.metric}")
        return health_data.GetPopulationResponse(norm=self.norms.get(request.metric))

    def _series(self, name: str) -> health_data.Series:
        stored = self.series[name]
        return health_data.Series(name=name, epoch_days=stored.days.astype(np.int32), values=stored.values)


class _StoreSettings(ServiceSettings):
    service = "health_data"


def _store_service(stored: StoredSeries) -> Service:
    app = GrpcApp(
        descriptor=health_data.DESCRIPTOR.services_by_name["HealthDataService"],
        register=lambda server: health_data_pb2_grpc.add_HealthDataServiceServicer_to_server(stored, server),
    )
    return grpc_service(_StoreSettings, lambda _: app)


@asynccontextmanager
async def _running(service: Service, env: dict[str, str]) -> AsyncIterator[str]:
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(service.run(env, address.set_result, stop))
    try:
        task.add_done_callback(lambda _: address.done() or address.cancel())
        yield await asyncio.wait_for(address, 60)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


@pytest.fixture
def stored() -> StoredSeries:
    return StoredSeries()  # type: ignore[abstract]  # a fake of one RPC


@pytest.fixture
async def store_address(stored: StoredSeries) -> AsyncIterator[str]:
    async with _running(_store_service(stored), {"AMY_HEALTH_DATA_DRAIN_S": "0.2"}) as address:
        yield address


@asynccontextmanager
async def validator_reading(address: str, *, validation: str = "layered") -> AsyncIterator["ValidatorServiceAsyncStub"]:
    """A stub of a validator that reads its series at `address`."""
    env = {
        "AMY_VALIDATOR_HEALTH_DATA_ADDRESS": address,
        "AMY_VALIDATION": validation,
        "AMY_VALIDATOR_READ_TIMEOUT_S": "1",
        "AMY_VALIDATOR_DRAIN_S": "1",
        "AMY_VALIDATOR_GATE_PROCESSES": "0",  # tests/unit/validator/test_workers.py has them
    }
    descriptor = pb.DESCRIPTOR.services_by_name["ValidatorService"]
    async with _running(SERVICE, env) as own, connect(own, service=descriptor) as channel:
        yield ValidatorServiceStub(channel)


@pytest.fixture
async def validator(store_address: str) -> AsyncIterator["ValidatorServiceAsyncStub"]:
    """A stub of a validator that reads `stored`."""
    async with validator_reading(store_address) as stub:
        yield stub
