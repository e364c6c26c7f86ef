"""The service as it is deployed: a real gRPC server, the real sandbox, and a health_data that speaks the proto."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import numpy as np
import pandas as pd
import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.channel import connect
from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from amy.runtime.mesh import OPEN
from amy.runtime.server import GrpcApp, Service, grpc_service
from amy.runtime.settings import ServiceSettings
from amy.runtime.together import one_by_one
from services.data_science.__main__ import SERVICE
from services.data_science.adapters.health_data import HealthDataClient
from services.data_science.domain.run import IsolationLevel
from services.data_science.settings import Settings
from tests.unit.data_science.analysts import METRICS, frames_of, person

ANALYZE = pb.DESCRIPTOR.services_by_name["DataScienceService"]
HEALTH_DATA = health.DESCRIPTOR.services_by_name["HealthDataService"]
CHUNK = 1000


class InMemoryHealthDataServicer(health_data_pb2_grpc.HealthDataServiceServicer):
    """One person's table; every other user has nothing."""

    def __init__(self, summary: pd.DataFrame) -> None:
        self._summary = summary
        self.frames_sent = 0

    async def DescribeData(  # noqa: N802, as in the contract
        self, request: health.DescribeDataRequest, context: object
    ) -> health.DescribeDataResponse:
        if request.user_id != "ada":
            return health.DescribeDataResponse()
        days = self._summary["datetime"].dt.strftime("%Y-%m-%d")
        span = {"first_date": days.iloc[0], "last_date": days.iloc[-1]}
        names = [name for name in self._summary.columns if name != "datetime"]
        known = [METRICS[name] for name in names]
        return health.DescribeDataResponse(
            metrics=[
                health.MetricDescription(name=each.name, unit=each.unit, days_with_value=1, **span) for each in known
            ],
            known=[
                health.MetricName(
                    name=each.name,
                    unit=each.unit,
                    noun=each.noun,
                    spoken=each.spoken,
                    nightly=each.nightly,
                    additive=each.additive,
                    recorded=True,
                )
                for each in known
            ],
            first_date=span["first_date"],
            reference_date=span["last_date"],
        )

    async def GetFrames(  # noqa: N802, as in the contract
        self, request: health.GetFramesRequest, context: object
    ) -> AsyncIterator[health.GetFramesResponse]:
        self.frames_sent += 1
        frames = frames_of(self._summary)
        for frame, content in (
            (health.FRAME_SUMMARY, frames.summary),
            (health.FRAME_ACTIVITIES, frames.activities),
            (health.FRAME_PROFILE, frames.profile),
            (health.FRAME_POPULATION, frames.population),
        ):
            for start in range(0, len(content), CHUNK):
                yield health.GetFramesResponse(frame=frame, arrow_ipc_chunk=content[start : start + CHUNK])


class HealthDataSettings(ServiceSettings):
    service = "health_data"


@asynccontextmanager
async def running(service: Service, env: dict[str, str]) -> AsyncIterator[str]:
    """The address of the service while it runs."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(service.run(env, address.set_result, stop))
    try:
        yield await asyncio.wait_for(address, 60)
    finally:
        stop.set()
        await task


def health_data(servicer: InMemoryHealthDataServicer) -> Service:
    register = partial(health_data_pb2_grpc.add_HealthDataServiceServicer_to_server, servicer)
    return grpc_service(HealthDataSettings, lambda _: GrpcApp(descriptor=HEALTH_DATA, register=register))


async def analyze(address: str, request: pb.AnalyzeRequest) -> list[pb.AnalyzeResponse]:
    async with connect(address, service=ANALYZE, idempotent=["Analyze"]) as channel:
        stub = data_science_pb2_grpc.DataScienceServiceStub(channel)
        return [response async for response in one_by_one(stub.Analyze(request, timeout=60))]


async def test_questions_are_answered_over_grpc_from_the_real_sandbox() -> None:
    summary = person(missing=0.1)
    servicer = InMemoryHealthDataServicer(summary)  # type: ignore[abstract]  # a fake of two RPCs
    async with running(health_data(servicer), {}) as peer:
        env = {"AMY_DATA_SCIENCE_HEALTH_DATA_ADDRESS": peer}
        async with running(SERVICE, env) as address:
            responses = await analyze(address, pb.AnalyzeRequest(user_id="ada", question="average HRV last 30 days"))
            kinds = [response.WhichOneof("event") for response in responses]
            assert kinds[-3:] == ["tool_call", "tool_result", "completed"]
            assert set(kinds[:-3]) == {"thought"}
            end = responses[-1].completed
            mean = float(summary["heart_rate_variability"].iloc[-30:].mean())
            assert end.status == pb.STATUS_ANSWERED
            (answer,) = end.values  # noqa: PD011, the field of a message
            assert answer.number == pytest.approx(mean, rel=1e-12)
            assert f"{mean:.0f} ms" in end.answer or f"{mean:.1f} ms" in end.answer
            assert end.findings[0].question.tell.number.WhichOneof("number") == "reduce"
            assert servicer.frames_sent == 1

            question = "Does more sleep go with lower RHR the next day?"
            related = (await analyze(address, pb.AnalyzeRequest(user_id="ada", question=question)))[-1].completed
            pairs = pd.concat([summary["sleep_minutes"], summary["resting_heart_rate"].shift(-1)], axis=1).dropna()
            numbers = {number.key: number.scalar for number in related.findings[0].numbers}
            assert numbers["n"] == len(pairs)
            assert numbers["effect"] == pytest.approx(float(np.corrcoef(pairs.rank().T)[0, 1]), rel=1e-9)

            stranger = await analyze(address, pb.AnalyzeRequest(user_id="eve", question="average steps"))
            assert [response.WhichOneof("event") for response in stranger] == ["completed"]
            assert stranger[0].completed.status == pb.STATUS_DECLINED

            sent = servicer.frames_sent
            async with connect(address, service=ANALYZE) as channel:
                stub = data_science_pb2_grpc.DataScienceServiceStub(channel)
                said = [common.Message(role=common.ROLE_USER, content="average step count last month")]
                understood = await stub.Interpret(pb.InterpretRequest(user_id="ada", messages=said), timeout=60)
                nothing = await stub.Interpret(pb.InterpretRequest(user_id="eve", messages=said), timeout=60)
                with pytest.raises(InvalidFieldError) as silent:
                    await stub.Interpret(pb.InterpretRequest(user_id="ada"), timeout=60)
            assert "step" in understood.computable.said_back
            assert nothing.not_mine.topic == pb.TOPIC_NO_RECORDS
            assert silent.value.metadata == {"field": "messages"}
            assert servicer.frames_sent == sent

            with pytest.raises(InvalidFieldError):
                await analyze(address, pb.AnalyzeRequest(user_id="ada", question="x" * 2001))
            with pytest.raises(InvalidFieldError, match=r"question is empty") as refused:
                await analyze(address, pb.AnalyzeRequest(user_id="ada", question="q", questions=[query.Question()]))
            assert refused.value.metadata == {"field": "questions"}


async def test_a_health_data_that_is_not_there_is_an_upstream_error() -> None:
    client = HealthDataClient("127.0.0.1:1", 0.3, OPEN)
    with pytest.raises(UpstreamUnavailableError):
        await client.describe("ada")
    with pytest.raises(UpstreamUnavailableError):
        await client.frames("ada")
    await client.close()


def test_sandbox_limits_come_from_the_environment() -> None:
    settings = Settings.from_env(
        {
            "AMY_DATA_SCIENCE_HEALTH_DATA_ADDRESS": "h:1",
            "AMY_DATA_SCIENCE_SANDBOX_MEMORY_MB": "64",
            "AMY_DATA_SCIENCE_SANDBOX_MINIMUM_LEVEL": "full",
        }
    )
    limits = settings.sandbox_limits()
    assert (limits.memory_bytes, limits.minimum_level) == (64 << 20, IsolationLevel.FULL)


async def test_a_catalogue_is_made_once_of_what_is_described_alike_and_anew_of_what_is_not() -> None:
    summary = person()
    both = [summary, summary.drop(columns="steps")]
    catalogues = []
    for described in both:
        servicer = InMemoryHealthDataServicer(described)  # type: ignore[abstract]  # a fake of two RPCs
        async with running(health_data(servicer), {}) as address:
            client = HealthDataClient(address, 10, OPEN)
            catalogues += [await client.describe("ada") for _ in range(2)]
            await client.close()
    with_steps, again, without, _ = catalogues
    assert with_steps is again
    assert with_steps is not None
    assert without is not None
    assert set(with_steps.metrics) - set(without.metrics) == {"steps"}
