"""Services of one process call each other without a connection, and still have nothing in common."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import pytest

from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.data_science.v1 import data_science_pb2_grpc as ds_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.runtime import channel, errors, trace
from amy.runtime.channel import connect
from amy.runtime.nearby import serving
from amy.runtime.nearby.serving import Nearby
from amy.runtime.server import GrpcApp
from tests.unit.runtime.served import Settings, running

MEMORY = memory.DESCRIPTOR.services_by_name["MemoryService"]
ANALYZE = ds.DESCRIPTOR.services_by_name["DataScienceService"]
SETTINGS = Settings(drain_s=0.3)
REQUEST = ds.AnalyzeRequest(user_id="u", question="q")
OF_THE_CALLER: ContextVar[str] = ContextVar("of_the_caller", default="")
Delete = Callable[[memory.DeleteMemoryRequest, object], Awaitable[None]]
Analyze = Callable[[], AsyncIterator[ds.AnalyzeResponse]]


class ScriptedMemory(memory_grpc.MemoryServiceServicer):
    def __init__(self, act: Delete) -> None:
        self._act = act

    async def DeleteMemory(  # noqa: N802
        self, request: memory.DeleteMemoryRequest, context: object
    ) -> memory.DeleteMemoryResponse:
        await self._act(request, context)
        return memory.DeleteMemoryResponse()


class ScriptedAnalyst(ds_grpc.DataScienceServiceServicer):
    def __init__(self, answer: Analyze) -> None:
        self._answer = answer

    async def Analyze(self, request: ds.AnalyzeRequest, context: object) -> AsyncIterator[ds.AnalyzeResponse]:  # noqa: N802
        async for response in self._answer():
            yield response


@pytest.fixture(autouse=True)
def _nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    nearby = Nearby()
    monkeypatch.setattr(serving, "here", lambda: nearby)
    monkeypatch.setattr(channel, "here", lambda: nearby)


def memory_app(act: Delete) -> GrpcApp:
    servicer: Any = ScriptedMemory(act)  # type: ignore[abstract]  # a fake of one RPC
    return GrpcApp(
        descriptor=MEMORY, register=lambda server: memory_grpc.add_MemoryServiceServicer_to_server(servicer, server)
    )


def analyst_app(answer: Analyze) -> GrpcApp:
    servicer: Any = ScriptedAnalyst(answer)  # type: ignore[abstract]  # as above
    return GrpcApp(
        descriptor=ANALYZE, register=lambda server: ds_grpc.add_DataScienceServiceServicer_to_server(servicer, server)
    )


async def delete(address: str, request: memory.DeleteMemoryRequest, *idempotent: str, timeout_s: float = 5) -> None:
    async with connect(address, service=MEMORY, idempotent=idempotent) as opened:
        await memory_grpc.MemoryServiceStub(opened).DeleteMemory(request, timeout=timeout_s)


async def test_a_handler_is_called_directly_with_a_request_of_its_own() -> None:
    contexts: list[object] = []
    seen: list[str] = []

    async def act(request: memory.DeleteMemoryRequest, context: object) -> None:
        contexts.append(context)
        seen.append(OF_THE_CALLER.get())
        request.user_id = "another"
        trace.set_trace_id("of the handler")

    request = memory.DeleteMemoryRequest(user_id="u", memory_id="m")
    trace.set_trace_id("of the caller")
    async with running(memory_app(act), SETTINGS) as (address, _):
        OF_THE_CALLER.set("a secret")
        await delete(address, request)
    assert [type(context).__module__ for context in contexts] == [serving.__name__]
    assert seen == [""], "what the metadata does not say stays with the caller"
    assert request.user_id == "u"
    assert trace.current_trace_id() == "of the caller"


async def test_what_may_be_tried_again_is_tried_over_a_connection() -> None:
    contexts: list[object] = []

    async def act(_request: object, context: object) -> None:
        contexts.append(context)
        if len(contexts) < 3:
            raise errors.UpstreamUnavailableError("not now")

    async with running(memory_app(act), SETTINGS) as (address, _):
        with pytest.raises(errors.UpstreamUnavailableError):
            await delete(address, memory.DeleteMemoryRequest())
        assert len(contexts) == 1
        await delete(address, memory.DeleteMemoryRequest(), "DeleteMemory")
    assert [type(context).__module__ == serving.__name__ for context in contexts] == [True, True, False]


async def test_who_gives_up_or_is_too_late_ends_the_handler() -> None:
    ended: asyncio.Queue[None] = asyncio.Queue()

    async def act(_request: object, _context: object) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.put_nowait(None)
            raise

    async with running(memory_app(act), SETTINGS) as (address, _):
        with pytest.raises(errors.DeadlineExceededError):
            await delete(address, memory.DeleteMemoryRequest(), timeout_s=0.1)
        await asyncio.wait_for(ended.get(), 10)
        caller = asyncio.create_task(delete(address, memory.DeleteMemoryRequest()))
        await asyncio.sleep(0.1)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        await asyncio.wait_for(ended.get(), 10)


async def test_a_handler_that_does_not_end_holds_nobody_beyond_the_deadline() -> None:
    may_end = asyncio.Event()

    async def act(_request: object, _context: object) -> None:
        try:
            await may_end.wait()
        except asyncio.CancelledError:
            await may_end.wait()

    async with running(memory_app(act), SETTINGS) as (address, _):
        with pytest.raises(errors.DeadlineExceededError):
            await asyncio.wait_for(delete(address, memory.DeleteMemoryRequest(), timeout_s=0.1), 5)
        may_end.set()


async def test_a_stream_runs_ahead_of_its_reader_by_so_much_and_ends_with_it() -> None:
    told: list[int] = []
    ended = asyncio.Event()

    async def answer() -> AsyncIterator[ds.AnalyzeResponse]:
        try:
            for number in range(1000):
                told.append(number)
                yield ds.AnalyzeResponse()
        finally:
            ended.set()

    async with running(analyst_app(answer), SETTINGS) as (address, _), connect(address, service=ANALYZE) as opened:
        responses = aiter(ds_grpc.DataScienceServiceStub(opened).Analyze(REQUEST, timeout=60))
        await anext(responses)
        await asyncio.sleep(0.2)
        assert 1 < len(told) <= 20
        await responses.aclose()  # type: ignore[attr-defined]  # a generator
        await asyncio.wait_for(ended.wait(), 10)
    assert len(told) < 40


async def test_a_stop_waits_for_calls_under_way_and_then_ends_them() -> None:
    begun = asyncio.Event()

    async def act(_request: object, _context: object) -> None:
        begun.set()
        await asyncio.sleep(60)

    async with running(memory_app(act), SETTINGS) as (address, stop):
        caller = asyncio.create_task(delete(address, memory.DeleteMemoryRequest()))
        await begun.wait()
        stop.set()
        with pytest.raises(errors.UpstreamUnavailableError):
            await caller
        with pytest.raises(errors.UpstreamUnavailableError):
            await delete(address, memory.DeleteMemoryRequest())
