"""Callers that reach the loopback server, with waits that are written down and not slept."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import httpcore
import pytest

from services.domain_expert.adapters.web.calls import Limits, WebCaller
from services.domain_expert.adapters.web.guarded import AccessRules, GuardedTransport, Resolve
from services.domain_expert.adapters.web.rate import TokenBuckets
from tests.unit.domain_expert.web.loopback import Names, Say, Server, serving


class Waits:
    """A clock that runs only while somebody sleeps."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def waits() -> Waits:
    return Waits()


OpenCaller = Callable[..., WebCaller]
Serve = Callable[[Say], Awaitable[Server]]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
def serve(stack: AsyncExitStack) -> Serve:
    async def start(say: Say) -> Server:
        return await stack.enter_async_context(serving(say))

    return start


@pytest.fixture
def open_caller(stack: AsyncExitStack, waits: Waits) -> OpenCaller:
    """Opens a caller for some hosts; loopback is allowed unless the test says otherwise."""

    def opened(
        *hosts: str,
        resolve: Resolve | None = None,
        dialer: httpcore.AsyncNetworkBackend | None = None,
        limits: Limits | None = None,
        loopback_allowed: bool = True,
        http_allowed: bool = True,
    ) -> WebCaller:
        rules = AccessRules(hosts=frozenset(hosts), http_allowed=http_allowed, loopback_allowed=loopback_allowed)
        caller = WebCaller(
            GuardedTransport(rules, resolve=resolve or Names(["127.0.0.1"]), dialer=dialer),
            buckets=TokenBuckets(per_second=1000, burst=1000, clock=waits.clock, sleep=waits.sleep),
            limits=limits or Limits(),
            clock=waits.clock,
            sleep=waits.sleep,
        )
        stack.push_async_callback(caller.aclose)
        return caller

    return opened
