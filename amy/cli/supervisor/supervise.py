"""Bringing a system up, keeping it up, and taking it down."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, Protocol

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from amy.cli.supervisor.plan import CannotStartError, Plan, PlannedService
from amy.client import AmyError, AsyncAmy

START_LIMIT_S: Final = 120.0
_POLL_S: Final = 0.05
_PATIENCE_S: Final = 2.0
_CHANNEL: Final = (
    ("grpc.enable_http_proxy", 0),
    # Whoever is not there yet is tried as often as one that is there is asked.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 50),
)


class Runner(Protocol):
    """How services are run: all in this process, or each in its own."""

    async def start(self, service: PlannedService) -> None:
        """Launches a service; does not wait for it to serve."""

    def expect(self, service: PlannedService) -> None:
        """A service that is going to be started: what can be done for it before that may be done now."""

    def settled(self) -> None:
        """Every service has served: what stops from here on was killed, and is not a mistake of the set-up."""

    async def failed(self) -> str:
        """Waits until something fails for good; says what and why."""

    async def stop(self, names: Sequence[str]) -> None:
        """Ends these services, orderly if they let it."""


async def supervise(plan: Plan, runner: Runner, *, ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Runs the planned system until `stop`; calls `ready` once every service serves.

    Raises:
        CannotStartError: a service failed; all others have been stopped.
    """
    failure = asyncio.create_task(runner.failed())
    stopping = asyncio.create_task(stop.wait())
    start = asyncio.create_task(_bring_up(plan, runner))
    try:
        await asyncio.wait({failure, stopping, start}, return_when=asyncio.FIRST_COMPLETED)
        if start.done() and not failure.done():
            start.result()
            runner.settled()
            ready()
            await asyncio.wait({failure, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if failure.done():
            raise CannotStartError(failure.result())
    finally:
        for task in (failure, stopping, start):
            task.cancel()
        await asyncio.wait({failure, stopping, start})
        await runner.stop([plan.gateway.name])
        await runner.stop([service.name for service in plan.services])


async def _bring_up(plan: Plan, runner: Runner) -> None:
    """Starts all services, then, when they serve, the gateway."""
    for service in plan.services:
        await runner.start(service)
    runner.expect(plan.gateway)
    await asyncio.gather(*map(_until_it_serves, plan.services))
    await runner.start(plan.gateway)
    async with AsyncAmy(base_url=plan.base_url, retries=0, timeout=_PATIENCE_S) as amy:
        await _until(plan.gateway.name, partial(_answers, amy))


async def _until_it_serves(service: PlannedService) -> None:
    async with grpc.aio.insecure_channel(service.address, options=_CHANNEL) as channel:
        await _until(service.name, partial(_serves, health_pb2_grpc.HealthStub(channel)))


async def _until(name: str, healthy: Callable[[], Awaitable[bool]]) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not await healthy():
        if time.monotonic() > deadline:
            raise CannotStartError(f"{name} did not become ready within {START_LIMIT_S:.0f} s.")
        await asyncio.sleep(_POLL_S)


async def _serves(health: health_pb2_grpc.HealthStub) -> bool:
    try:
        answer = await health.Check(health_pb2.HealthCheckRequest(), wait_for_ready=True, timeout=_PATIENCE_S)
    except grpc.aio.AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def _answers(amy: AsyncAmy) -> bool:
    try:
        return (await amy.health()).status == "ok"
    except AmyError:
        return False
