"""A real server and a real channel: errors, deadlines, peers, health and draining survive the wire.

They are the same where a call to a service of the same process takes no wire.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pydantic import SecretStr

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.data_science.v1 import data_science_pb2_grpc as ds_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.runtime import channel, errors, trace
from amy.runtime.channel import connect, connect_for_streams
from amy.runtime.mesh import OPEN, Mesh
from amy.runtime.nearby import serving
from amy.runtime.nearby.serving import Nearby
from amy.runtime.server import GrpcApp, serve
from amy.runtime.streaming import Streaming
from tests.unit.runtime.served import Settings, running

MEMORY = memory.DESCRIPTOR.services_by_name["MemoryService"]
HEALTH_DATA = health.DESCRIPTOR.services_by_name["HealthDataService"]
ANALYZE = ds.DESCRIPTOR.services_by_name["DataScienceService"]


@pytest.fixture(params=["over a connection", "nearby"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How calls reach the server: every test is run both ways."""
    taken: str = request.param
    nearby = Nearby() if taken == "nearby" else None
    monkeypatch.setattr(serving, "here", lambda: nearby)
    monkeypatch.setattr(channel, "here", lambda: nearby)
    return taken


class ScriptedMemory(memory_grpc.MemoryServiceServicer):
    def __init__(self, act: Callable[[], Awaitable[None]]) -> None:
        self._act = act

    async def DeleteMemory(  # noqa: N802
        self, request: memory.DeleteMemoryRequest, context: object
    ) -> memory.DeleteMemoryResponse:
        await self._act()
        return memory.DeleteMemoryResponse()


class ScriptedAnalyst(ds_grpc.DataScienceServiceServicer):
    async def Analyze(  # noqa: N802
        self, request: ds.AnalyzeRequest, context: object
    ) -> AsyncIterator[ds.AnalyzeResponse]:
        yield ds.AnalyzeResponse(thought=common.Thought(delta="one"))
        raise errors.InvalidFieldError("too long", field="question")


def memory_app(act: Callable[[], Awaitable[None]]) -> GrpcApp:
    return GrpcApp(
        descriptor=MEMORY,
        register=lambda server: memory_grpc.add_MemoryServiceServicer_to_server(
            ScriptedMemory(act),  # type: ignore[abstract]  # a fake of one RPC
            server,
        ),
    )


async def call_delete(address: str, *, mesh_token: str = "", timeout: float | None = 5) -> None:  # noqa: ASYNC109
    async with connect(address, service=MEMORY, mesh=Mesh(token=mesh_token)) as opened:
        stub = memory_grpc.MemoryServiceStub(opened)
        await stub.DeleteMemory(memory.DeleteMemoryRequest(user_id="u", memory_id="m"), timeout=timeout)


async def test_an_error_arrives_as_the_class_it_was_raised_with() -> None:
    async def act() -> None:
        raise errors.MemoryNotFoundError("no such memory", id="m")

    async with running(memory_app(act), Settings()) as (address, _):
        with pytest.raises(errors.MemoryNotFoundError, match="no such memory") as caught:
            await call_delete(address)
    assert caught.value.metadata == {"id": "m"}


async def test_a_crash_says_nothing_of_its_cause() -> None:
    async def act() -> None:
        raise ValueError("resting heart rate 58")

    async with running(memory_app(act), Settings()) as (address, _):
        with pytest.raises(errors.InternalError) as caught:
            await call_delete(address)
    assert "heart" not in caught.value.message


def analyst_app() -> GrpcApp:
    return GrpcApp(
        descriptor=ANALYZE,
        register=lambda server: ds_grpc.add_DataScienceServiceServicer_to_server(
            ScriptedAnalyst(),  # type: ignore[abstract]  # a fake of one RPC
            server,
        ),
    )


async def analyzed(address: str, mesh: Mesh = OPEN) -> AsyncGenerator[ds.AnalyzeResponse]:
    """Read as all calls are made."""
    async with connect(address, service=ANALYZE, mesh=mesh) as opened:
        call = ds_grpc.DataScienceServiceStub(opened).Analyze(
            ds.AnalyzeRequest(user_id="u", question="I take ramipril"), timeout=60
        )
        try:
            async for response in call:
                yield response
        finally:
            if isinstance(call, grpc.aio.Call):
                call.cancel()


async def followed(address: str, mesh: Mesh = OPEN) -> AsyncGenerator[ds.AnalyzeResponse]:
    """Read as streams are that stay open."""
    async with connect_for_streams(address, mesh=mesh) as opened:
        method = f"{ANALYZE.full_name}/Analyze"
        streaming = Streaming(opened, method, lambda message: [ds.AnalyzeResponse.FromString(message)], mesh=mesh)
        async with aclosing(
            streaming.read(ds.AnalyzeRequest(user_id="u", question="I take ramipril"), timeout_s=60)
        ) as responses:
            async for response in responses:
                yield response


READ = pytest.mark.parametrize("read", [analyzed, followed])


@READ
async def test_an_error_inside_a_stream_arrives_after_what_was_sent(
    read: Callable[[str], AsyncGenerator[ds.AnalyzeResponse]],
) -> None:
    received: list[str] = []
    async with running(analyst_app(), Settings()) as (address, _), aclosing(read(address)) as responses:
        received.append((await anext(responses)).thought.delta)
        with pytest.raises(errors.InvalidFieldError) as caught:
            await anext(responses)
    assert received == ["one"]
    assert caught.value.metadata == {"field": "question"}


@READ
async def test_a_stream_too_is_for_those_who_show_the_token(
    read: Callable[[str, Mesh], AsyncGenerator[ds.AnalyzeResponse]],
) -> None:
    async with running(analyst_app(), Settings(mesh_token=SecretStr("secret"))) as (address, _):
        async with aclosing(read(address, Mesh(token="secret"))) as responses:
            assert (await anext(responses)).thought.delta == "one"
        async with aclosing(read(address, Mesh(token="other"))) as responses:
            with pytest.raises(errors.UnauthenticatedPeerError):
                await anext(responses)


async def test_a_slow_call_ends_at_the_callers_deadline() -> None:
    async with running(memory_app(lambda: asyncio.sleep(30)), Settings(drain_s=0.1)) as (address, _):
        with pytest.raises(errors.DeadlineExceededError):
            await call_delete(address, timeout=0.2)


async def test_a_call_without_a_deadline_is_a_bug() -> None:
    async with running(memory_app(lambda: asyncio.sleep(0)), Settings()) as (address, _):
        with pytest.raises(AssertionError, match="without a deadline"):
            await call_delete(address, timeout=None)


async def test_a_stranger_is_turned_away_and_a_peer_is_served() -> None:
    settings = Settings.from_env({"AMY_TEST_MESH_TOKEN": "secret"})
    async with running(memory_app(lambda: asyncio.sleep(0)), settings) as (address, _):
        with pytest.raises(errors.UnauthenticatedPeerError):
            await call_delete(address)
        await call_delete(address, mesh_token="secret")


@pytest.mark.parametrize(
    ("shown", "accepted"),
    [
        pytest.param("old", {"MESH_TOKEN": "old", "MESH_TOKEN_FORMER": "new"}, id="the new one is accepted everywhere"),
        pytest.param("new", {"MESH_TOKEN": "old", "MESH_TOKEN_FORMER": "new"}, id="the caller has switched first"),
        pytest.param("old", {"MESH_TOKEN": "new", "MESH_TOKEN_FORMER": "old"}, id="the callee has switched first"),
        pytest.param("new", {"MESH_TOKEN": "new", "MESH_TOKEN_FORMER": "old"}, id="both have switched"),
        pytest.param("new", {"MESH_TOKEN": "new"}, id="the old one is dropped"),
    ],
)
async def test_services_at_any_stage_of_a_change_of_tokens_serve_each_other(
    shown: str, accepted: dict[str, str]
) -> None:
    settings = Settings.from_env({f"AMY_TEST_{name}": value for name, value in accepted.items()})
    async with running(memory_app(lambda: asyncio.sleep(0)), settings) as (address, _):
        await call_delete(address, mesh_token=shown)
        for wrong in ("", "other", "old" if "old" not in accepted.values() else "ol"):
            with pytest.raises(errors.UnauthenticatedPeerError):
                await call_delete(address, mesh_token=wrong)


async def test_a_former_token_alone_closes_no_port_and_opens_none() -> None:
    settings = Settings.from_env({"AMY_TEST_MESH_TOKEN_FORMER": "old"})
    assert settings.mesh_tokens == ()
    assert settings.mesh.token == ""


async def test_the_trace_id_travels_with_the_call() -> None:
    seen: list[str] = []

    async def act() -> None:
        seen.append(trace.current_trace_id())

    trace.set_trace_id("req_TEST")
    async with running(memory_app(act), Settings()) as (address, _):
        await call_delete(address)
    assert seen == ["req_TEST"]


async def test_stopping_turns_health_off_and_lets_the_last_call_finish() -> None:
    begun = asyncio.Event()
    finished: list[bool] = []

    async def act() -> None:
        begun.set()
        await asyncio.sleep(0.3)
        finished.append(True)

    async with running(memory_app(act), Settings()) as (address, stop):
        async with grpc.aio.insecure_channel(address) as opened:
            health = health_pb2_grpc.HealthStub(opened)
            check = health_pb2.HealthCheckRequest(service=MEMORY.full_name)
            assert (await health.Check(check)).status == health_pb2.HealthCheckResponse.SERVING
        last = asyncio.create_task(call_delete(address))
        await begun.wait()
        stop.set()
        await last
    assert finished == [True]


async def test_the_health_of_the_services_behind_is_told_under_their_names() -> None:
    behind = {"amy.well": True, "amy.ill": False}

    async def act() -> None: ...

    async def asked() -> dict[str, bool]:
        return dict(behind)

    app = replace(memory_app(act), behind=asked)
    async with running(app, Settings()) as (address, _), grpc.aio.insecure_channel(address) as opened:
        stub = health_pb2_grpc.HealthStub(opened)

        async def status(name: str) -> health_pb2.HealthCheckResponse.ServingStatus.ValueType:
            response = await stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=60)
            found: health_pb2.HealthCheckResponse.ServingStatus.ValueType = response.status
            return found

        serving, not_serving = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
        assert [await status(name) for name in ("amy.well", "amy.ill", "")] == [serving, not_serving, serving]
        behind |= {"amy.well": False, "amy.ill": True}
        await asyncio.sleep(2.0)
        assert [await status(name) for name in ("amy.well", "amy.ill", "")] == [not_serving, serving, serving]
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await status("amy.unknown")
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND


async def test_an_unreachable_peer_is_an_upstream_error() -> None:
    with pytest.raises(errors.UpstreamUnavailableError):
        await call_delete("127.0.0.1:1", timeout=60)


async def test_a_service_serves_while_it_warms_up_and_stops_without_waiting_for_it() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def act() -> None:
        assert begun.is_set()
        assert not ended.is_set()

    async def warm() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def stopped() -> None:
        assert ended.is_set()

    async with running(replace(memory_app(act), warm=warm, stop=stopped), Settings()) as (address, _stop):
        await begun.wait()
        await call_delete(address)
    assert ended.is_set()


async def test_a_service_that_has_warmed_up_goes_on() -> None:
    served, warmed = asyncio.Event(), asyncio.Event()

    async def act() -> None:
        served.set()

    async def warm() -> None:
        warmed.set()

    async with running(replace(memory_app(act), warm=warm), Settings()) as (address, _stop):
        await warmed.wait()
        await call_delete(address)
    assert served.is_set()


async def test_a_service_that_cannot_warm_up_ends_and_says_why() -> None:
    has_stopped = asyncio.Event()

    async def act() -> None:
        pass

    async def warm() -> None:
        raise OSError("no file is left to open")

    async def stopped() -> None:
        has_stopped.set()

    app = replace(memory_app(act), warm=warm, stop=stopped)
    with pytest.raises(OSError, match="no file is left to open"):
        await asyncio.wait_for(
            serve(app, settings=Settings(), ready=lambda _address: None, stop=asyncio.Event()), timeout=60
        )
    assert has_stopped.is_set()


class ScriptedReader(health_grpc.HealthDataServiceServicer):
    """Tells after each chunk how much has come, and breaks at a chunk that is empty."""

    async def ImportFile(  # noqa: N802
        self, request_iterator: AsyncIterator[health.ImportFileRequest], context: object
    ) -> AsyncIterator[health.ImportFileResponse]:
        done = 0
        async for request in request_iterator:
            if not request.chunk:
                raise errors.UnprocessableError("This file is empty.")
            done += len(request.chunk)
            yield health.ImportFileResponse(progress=health.ImportProgress(bytes_done=done))


def reader_app() -> GrpcApp:
    return GrpcApp(
        descriptor=HEALTH_DATA,
        register=lambda server: health_grpc.add_HealthDataServiceServicer_to_server(
            ScriptedReader(),  # type: ignore[abstract]  # a fake of one RPC
            server,
        ),
    )


async def told_of(address: str, *chunks: bytes, mesh_token: str = "") -> AsyncGenerator[int]:
    async def requests() -> AsyncIterator[health.ImportFileRequest]:
        for chunk in chunks:
            yield health.ImportFileRequest(chunk=chunk)

    async with connect(address, service=HEALTH_DATA, mesh=Mesh(token=mesh_token)) as opened:
        async for response in health_grpc.HealthDataServiceStub(opened).ImportFile(requests(), timeout=60):
            yield response.progress.bytes_done


async def test_a_stream_answers_a_stream_and_its_error_arrives_after_what_was_sent() -> None:
    async with running(reader_app(), Settings()) as (address, _):
        assert [done async for done in told_of(address, b"12", b"3")] == [2, 3]
        broken = told_of(address, b"12", b"")
        assert await anext(broken) == 2
        with pytest.raises(errors.UnprocessableError, match="empty"):
            await anext(broken)


async def test_who_streams_has_to_be_a_peer_too() -> None:
    async with running(reader_app(), Settings(mesh_token=SecretStr("one"))) as (address, _):
        assert [done async for done in told_of(address, b"1", mesh_token="one")] == [1]
        with pytest.raises(errors.UnauthenticatedPeerError):
            async for _done in told_of(address, b"1", mesh_token="two"):
                pass
