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


class Runner(Protocol):
    """How services are run: all in this process, or each in its own."""

    async def start(self, service: PlannedService) -> None:
        """Launches a service; does not wait for it to serve."""

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
    await asyncio.gather(*(_until(service.name, partial(_serves, service.address)) for service in plan.services))
    await runner.start(plan.gateway)
    await _until(plan.gateway.name, partial(_answers, plan.base_url))


async def _until(name: str, healthy: Callable[[], Awaitable[bool]]) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not await healthy():
        if time.monotonic() > deadline:
            raise CannotStartError(f"{name} did not become ready within {START_LIMIT_S:.0f} s.")
        await asyncio.sleep(_POLL_S)


async def _serves(address: str) -> bool:
    async with grpc.aio.insecure_channel(address, options=(("grpc.enable_http_proxy", 0),)) as channel:
        try:
            answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=2)
        except grpc.aio.AioRpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def _answers(base_url: str) -> bool:
    async with AsyncAmy(base_url=base_url, retries=0, timeout=2) as amy:
        try:
            return (await amy.health()).status == "ok"
        except AmyError:
            return False
