"""The service as it is deployed: a real gRPC server, and a health_data that is one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_coach.v1 import health_coach_pb2 as pb
from amy.api.health_coach.v1 import health_coach_pb2_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from amy.runtime.server import GrpcApp, Service, grpc_service
from amy.runtime.settings import ServiceSettings
from services.health_coach.__main__ import SERVICE

COACH = pb.DESCRIPTOR.services_by_name["HealthCoachService"]
HEALTH_DATA = health.DESCRIPTOR.services_by_name["HealthDataService"]
VALUES = {"steps": 7432.4, "active_zone_minutes": 23.4}


class StepsOnRecord(health_data_pb2_grpc.HealthDataServiceServicer):
    async def DescribeData(  # noqa: N802, as in the contract
        self, request: health.DescribeDataRequest, context: object
    ) -> health.DescribeDataResponse:
        if request.user_id != "ada":
            return health.DescribeDataResponse()
        known = [health.MetricName(name=name, recorded=True) for name in VALUES]
        return health.DescribeDataResponse(reference_date="2026-06-17", known=known)


class HealthDataSettings(ServiceSettings):
    service = "health_data"


@asynccontextmanager
async def running(service: Service, env: dict[str, str]) -> AsyncIterator[str]:
    """The address of a service while it runs."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(service.run(env, address.set_result, stop))
    try:
        yield await asyncio.wait_for(address, 60)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


@pytest.fixture
async def coach() -> "AsyncIterator[health_coach_pb2_grpc.HealthCoachServiceAsyncStub]":
    servicer = StepsOnRecord()  # type: ignore[abstract]  # a fake of one RPC
    register = partial(health_data_pb2_grpc.add_HealthDataServiceServicer_to_server, servicer)
    peer = grpc_service(HealthDataSettings, lambda _: GrpcApp(descriptor=HEALTH_DATA, register=register))
    async with running(peer, {"AMY_HEALTH_DATA_DRAIN_S": "0"}) as data:
        env = {"AMY_HEALTH_COACH_HEALTH_DATA_ADDRESS": data, "AMY_HEALTH_COACH_DRAIN_S": "0"}
        async with (
            running(SERVICE, env) as address,
            connect(address, service=COACH, idempotent=["Prepare", "Coach"]) as channel,
        ):
            yield health_coach_pb2_grpc.HealthCoachServiceStub(channel)


def answers(prepared: pb.PrepareResponse) -> tuple[list[common.CheckedFinding], list[common.FactEntry]]:
    """What data science and the validator would make of the questions."""
    findings, sheet = [], []
    for number, question in enumerate(prepared.questions, 1):
        name = f"ds-{number:03}"
        value = VALUES[question.tell.number.reduce.column.field.name]
        findings.append(
            common.CheckedFinding(finding=common.Finding(id=name, question=question), verdict=common.VERDICT_VALIDATED)
        )
        sheet.append(common.FactEntry(claim=f"{name}.effect", value=value, unit="count"))
    return findings, sheet


async def test_it_prepares_recommends_and_agrees_over_the_wire(
    coach: "health_coach_pb2_grpc.HealthCoachServiceAsyncStub",
) -> None:
    message = "Just tell me how to walk more"
    prepared = await coach.Prepare(pb.PrepareRequest(user_id="ada", message=message), timeout=30)
    assert len(prepared.questions) == 2
    assert prepared.said_back
    findings, sheet = answers(prepared)
    request = pb.CoachRequest(user_id="ada", message=message, findings=findings, fact_sheet=sheet)
    events = [event async for event in coach.Coach(request, timeout=30)]
    assert [event.WhichOneof("event") for event in events] == ["thought", "completed"]
    end = events[-1].completed
    assert (end.status, end.recommended) == (pb.STATUS_ANSWERED, True)
    (target,) = end.proposals
    assert (target.value, target.capped_by) == (8100, "ds-001.effect")
    told = end.draft.replace("{{goal-1.target}}", "8,100").replace("{{ds-001.effect}}", "7,432")
    said = [(common.ROLE_USER, message), (common.ROLE_ASSISTANT, told)]
    request = pb.CoachRequest(
        user_id="ada",
        message="Yes, I'll do that.",
        history=[common.Message(role=role, content=content) for role, content in said],
        findings=findings,
        fact_sheet=sheet,
    )
    end = [event async for event in coach.Coach(request, timeout=30)][-1].completed
    assert (end.agreed.metric, end.agreed.target, end.agreed.baseline) == ("steps", 8100, 7432.4)
    assert end.agreed.baseline_question == prepared.questions[0]
    assert (end.agreed.started_on, end.agreed.review_on) == ("2026-06-17", "2026-07-01")
    assert end.finished


async def test_without_anything_on_record_nothing_is_asked_of_it(
    coach: "health_coach_pb2_grpc.HealthCoachServiceAsyncStub",
) -> None:
    prepared = await coach.Prepare(pb.PrepareRequest(user_id="bob", message="I want to walk more"), timeout=30)
    assert not prepared.questions


@pytest.mark.parametrize("message", ["", " \n ", "a" * 4001])
async def test_a_message_that_is_none_is_refused(
    coach: "health_coach_pb2_grpc.HealthCoachServiceAsyncStub", message: str
) -> None:
    with pytest.raises(InvalidFieldError) as refused:
        await coach.Prepare(pb.PrepareRequest(user_id="ada", message=message), timeout=30)
    assert refused.value.metadata["field"] == "message"
    with pytest.raises(InvalidFieldError):
        _ = [event async for event in coach.Coach(pb.CoachRequest(message=message), timeout=30)]


async def test_records_that_cannot_be_reached_are_an_error_of_preparing_and_coaching_needs_none() -> None:
    env = {
        "AMY_HEALTH_COACH_HEALTH_DATA_ADDRESS": "127.0.0.1:1",
        "AMY_HEALTH_COACH_READ_TIMEOUT_S": "1",
        "AMY_HEALTH_COACH_DRAIN_S": "0",
    }
    async with running(SERVICE, env) as address, connect(address, service=COACH, idempotent=[]) as channel:
        stub = health_coach_pb2_grpc.HealthCoachServiceStub(channel)
        with pytest.raises(UpstreamUnavailableError):
            await stub.Prepare(pb.PrepareRequest(user_id="ada", message="I want to walk more"), timeout=30)
        request = pb.CoachRequest(user_id="ada", message="I want to walk more")
        events = [event async for event in stub.Coach(request, timeout=30)]
        assert events[-1].completed.status == pb.STATUS_ANSWERED
