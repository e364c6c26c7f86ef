"""A trace goes on over gRPC, by a real channel to a real server, and each call is measured where it is answered."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, suppress

import pytest

from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.runtime import errors, telemetry
from amy.runtime.ids import new_id
from amy.runtime.server import GrpcApp
from amy.runtime.telemetry import recording
from tests.collector import Collector, Seen, collecting
from tests.unit.runtime.served import Settings, running
from tests.unit.runtime.test_server_and_channel import READ, analyst_app, call_delete, memory_app

DELETE = "amy.api.memory.v1.MemoryService/DeleteMemory"
ANALYZE_NAME = "amy.api.data_science.v1.DataScienceService/Analyze"
SECRET = "I take ramipril"
Reading = Callable[[str], AsyncGenerator[ds.AnalyzeResponse]]


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as double:
        yield double


async def traced(collector: Collector, app: GrpcApp, call: Callable[[str], Awaitable[object]]) -> list[Seen]:
    """The spans of a step in which a call is made, outermost first."""
    with recording({"AMY_TELEMETRY_OTLP_ENDPOINT": collector.endpoint}, process="x"):
        async with running(app, Settings()) as (address, _):
            with telemetry.resumed("turn", new_id("req")), suppress(errors.ServiceError):
                await call(address)
    by_parent = {span.parent_id: span for span in collector.spans}
    (outermost,) = [span for span in collector.spans if span.name == "turn"]
    chain = [outermost]
    while chain[-1].span_id in by_parent:
        chain.append(by_parent[chain[-1].span_id])
    assert len(chain) == len(collector.spans)
    return chain


async def test_what_a_service_does_for_a_caller_belongs_to_the_callers_trace(collector: Collector) -> None:
    async def act() -> None:
        with telemetry.span("inside"):
            pass

    spans = await traced(collector, memory_app(act), call_delete)
    assert [span.name for span in spans] == ["turn", DELETE, DELETE, "inside"]
    assert len({span.trace_id for span in spans}) == 1
    assert spans[2].attributes == {
        "rpc.system.name": "grpc",
        "rpc.method": DELETE,
        "rpc.response.status_code": "OK",
    }
    assert not any(span.is_error for span in spans)


async def test_an_error_is_told_by_its_reason_on_both_sides(collector: Collector) -> None:
    async def act() -> None:
        raise errors.MemoryNotFoundError(SECRET)

    spans = await traced(collector, memory_app(act), call_delete)
    assert [span.attributes.get("error.type") for span in spans] == [None, "MEMORY_NOT_FOUND", "MEMORY_NOT_FOUND"]
    assert spans[2].attributes["rpc.response.status_code"] == "NOT_FOUND"
    assert collector.metrics["rpc.server.call.duration"] == [spans[2].attributes]
    assert not any(SECRET.encode() in body for body in collector.bodies)


@READ
async def test_a_stream_is_a_span_to_its_end(collector: Collector, read: Reading) -> None:
    async def all_of(address: str) -> None:
        async for _ in read(address):
            pass

    spans = await traced(collector, analyst_app(), all_of)
    assert [span.name for span in spans] == ["turn", ANALYZE_NAME, ANALYZE_NAME]
    assert [span.attributes.get("error.type") for span in spans[1:]] == ["INVALID_FIELD", "INVALID_FIELD"]
    assert not any(SECRET.encode() in body for body in collector.bodies)


@READ
async def test_a_stream_that_is_not_read_to_its_end_has_an_end_all_the_same(
    collector: Collector, read: Reading
) -> None:
    async def look(address: str) -> None:
        async with aclosing(read(address)) as responses:
            await anext(responses)
        await asyncio.sleep(0.1)

    spans = await traced(collector, analyst_app(), look)
    assert [span.name for span in spans] == ["turn", ANALYZE_NAME, ANALYZE_NAME]


async def test_a_call_outside_any_trace_is_measured_and_not_traced(collector: Collector) -> None:
    async def act() -> None:
        return None

    with recording({"AMY_TELEMETRY_OTLP_ENDPOINT": collector.endpoint}, process="x"):
        async with running(memory_app(act), Settings()) as (address, _):
            await call_delete(address)
    assert collector.spans == []
    assert collector.metrics["rpc.server.call.duration"][0]["rpc.method"] == DELETE
