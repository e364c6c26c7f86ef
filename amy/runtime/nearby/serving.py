"""Calls between services of one process: the checks, deadlines and errors of a connection, without one.

grpc.aio has no in-process channel, as gRPC has for other languages. A call over loopback takes about a millisecond of
processor time, most of it spent on waking threads and loops. Here messages are encoded and decoded as ever, so that
nothing is shared, and a handler runs in a task of its own that knows of its caller what the metadata says.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, NoReturn

import grpc

from amy.runtime.nearby.calls import AbortedError, Line, Metadata, failed

Register = Callable[[grpc.aio.Server], None]
_Tell = Callable[[bytes], Awaitable[None]]


class Nearby:
    """What is served on this event loop, by address."""

    def __init__(self) -> None:
        self._served: dict[str, Served] = {}

    def use(self) -> None:
        """From here on, in this task and those that it starts, servers are entered here, and channels look here."""
        _here.set(self)

    def at(self, address: str) -> "Served | None":
        return self._served.get(address)

    def enter(self, address: str, served: "Served") -> None:
        self._served[address] = served

    def leave(self, address: str) -> None:
        self._served.pop(address, None)


_here: ContextVar[Nearby | None] = ContextVar("nearby", default=None)


def here() -> Nearby | None:
    """What was last said by `Nearby.use`; None where every call goes over a connection."""
    return _here.get()


def offer(
    address: str, register: Register, interceptor: grpc.aio.ServerInterceptor
) -> Callable[[float], Awaitable[None]]:
    """Has a service called directly from here on, where services of one process call each other directly.

    Args:
        address: under which it is known.
        register: adds its servicer to a server.
        interceptor: stands before each of its handlers.

    Returns:
        Takes it back: it gets no further calls, and those under way have so many seconds to end.
    """
    nearby = here()
    if nearby is None:
        return _nothing
    served = Served(register, interceptor)
    nearby.enter(address, served)

    async def withdraw(grace_s: float) -> None:
        nearby.leave(address)
        await served.drained(grace_s)

    return withdraw


async def _nothing(_grace_s: float) -> None:
    return None


@dataclass
class _Details:
    """A `grpc.HandlerCallDetails`."""

    method: str
    invocation_metadata: tuple[tuple[str, str | bytes], ...]


class Served:
    """One service as it is called from within its process.

    Args:
        register: adds the servicer to a server.
        interceptor: stands before each of its handlers.
    """

    def __init__(self, register: Register, interceptor: grpc.aio.ServerInterceptor) -> None:
        collected: Any = _Collected()
        register(collected)
        self._handlers: Mapping[str, Any] = collected.handlers
        self._interceptor = interceptor
        self._context = copy_context()
        self._lines: set[Line] = set()

    def __contains__(self, method: str) -> bool:
        return method in self._handlers

    def call(self, method: str, message: bytes, metadata: Metadata, timeout_s: float | None) -> "Line":
        """Begins a call. Its handler is cancelled when the time is over."""

        async def answered(tell: _Tell) -> None:
            await self._answer(_Details(method, tuple(metadata)), message, _Context(timeout_s), tell)

        line = Line()
        self._lines.add(line)
        task = asyncio.get_running_loop().create_task(answered(line.tell), context=self._context.copy())
        line.begin(task, timeout_s)
        task.add_done_callback(lambda _: self._lines.discard(line))
        return line

    async def drained(self, grace_s: float) -> None:
        """Returns when the calls under way have ended; those that take longer are ended."""
        if self._lines:
            tasks = {line.task for line in self._lines}
            await asyncio.wait(tasks, timeout=grace_s)
            for line in tuple(self._lines):
                line.end(failed(grpc.StatusCode.UNAVAILABLE, "The service was stopped."))

    async def _answer(self, details: _Details, message: bytes, context: "_Context", tell: _Tell) -> None:
        async def found(_: object) -> Any:  # noqa: ANN401, a handler of whichever kind
            return self._handlers[details.method]

        handler: Any = await self._interceptor.intercept_service(found, details)
        request = handler.request_deserializer(message)
        if handler.response_streaming:
            async for response in handler.unary_stream(request, context):
                await tell(handler.response_serializer(response))
        else:
            await tell(handler.response_serializer(await handler.unary_unary(request, context)))


class _Collected:
    """The part of a server that a servicer is added to."""

    def __init__(self) -> None:
        self.handlers: dict[str, object] = {}

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        of_one = {name: handler for name, handler in handlers.items() if not handler.request_streaming}
        self.handlers |= {f"/{service}/{name}": handler for name, handler in of_one.items()}

    def add_generic_rpc_handlers(self, _handlers: object) -> None:
        """They are the registered ones once more."""


class _Context:
    """What handlers and interceptors use of a `grpc.aio.ServicerContext`."""

    def __init__(self, timeout_s: float | None) -> None:
        self._until_s = None if timeout_s is None else time.monotonic() + timeout_s

    def time_remaining(self) -> float | None:
        return None if self._until_s is None else max(0.0, self._until_s - time.monotonic())

    async def abort(self, code: grpc.StatusCode, details: str = "", trailing_metadata: Metadata = ()) -> NoReturn:
        raise AbortedError(failed(code, details, trailing_metadata))
