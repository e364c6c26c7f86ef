"""A channel that calls what its own process serves directly, and everything else over a connection."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol, Self

import grpc

from amy.runtime.errors import ServiceError
from amy.runtime.nearby.calls import Call, Metadata
from amy.runtime.nearby.serving import Nearby, Served


class Unary(Protocol):
    """A `grpc.aio.UnaryUnaryClientInterceptor`."""

    async def intercept_unary_unary(
        self,
        continuation: Any,  # noqa: ANN401, grpc's
        details: grpc.aio.ClientCallDetails,
        request: object,
    ) -> Any: ...  # noqa: ANN401


class UnaryStream(Protocol):
    """A `grpc.aio.UnaryStreamClientInterceptor`."""

    async def intercept_unary_stream(
        self,
        continuation: Any,  # noqa: ANN401, grpc's
        details: grpc.aio.ClientCallDetails,
        request: object,
    ) -> AsyncIterator[Any]: ...


@dataclass(frozen=True, kw_only=True)
class Around:
    """What stands around each call, here as on a connection.

    Attributes:
        unary: around one with one response.
        unary_stream: around one that answers with a stream.
        idempotent: the full names of the methods that may be tried again.
    """

    unary: Unary
    unary_stream: UnaryStream
    idempotent: Collection[str] = ()


class NearbyChannel(grpc.aio.Channel):
    """What is not served nearby, or not any more, or takes a stream of requests, goes over the connection.

    So does a call that may be tried again, after it failed here for want of something that may come back: how often
    and when it is tried is the connection's matter.

    Args:
        address: of the service.
        connection: to it.
        nearby: where to look for it first.
        around: what stands around each call; None: nothing.
    """

    def __init__(
        self, address: str, connection: grpc.aio.Channel, nearby: Nearby, around: Around | None = None
    ) -> None:
        self._address = address
        self._connection = connection
        self._nearby = nearby
        self._around = around

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        await self._connection.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:  # noqa: FBT001, FBT002, grpc's
        return self._connection.get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        await self._connection.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        await self._connection.channel_ready()

    def unary_unary(self, method: str, *args: Any, **options: Any) -> Any:  # noqa: ANN401, what stubs pass
        return self._method(method, self._connection.unary_unary(method, *args, **options), *args, **options).unary

    def unary_stream(self, method: str, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return self._method(method, self._connection.unary_stream(method, *args, **options), *args, **options).stream

    def stream_unary(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return self._connection.stream_unary(*args, **options)

    def stream_stream(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return self._connection.stream_stream(*args, **options)

    def _method(
        self,
        name: str,
        over: Any,  # noqa: ANN401, a multi-callable of grpc's
        request_serializer: Callable[[Any], bytes],
        response_deserializer: Callable[[bytes], Any],
        **_: object,
    ) -> "_Method":
        return _Method(
            name=name,
            over=over,
            encode=request_serializer,
            decode=response_deserializer,
            found=lambda: self._nearby.at(self._address),
            around=self._around,
        )


@dataclass(frozen=True, kw_only=True)
class _Method:
    """One RPC of a stub."""

    name: str
    over: Callable[..., Any]
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    found: Callable[[], Served | None]
    around: Around | None

    def unary(self, request: object, **options: Any) -> Awaitable[Any]:  # noqa: ANN401, grpc's options
        served = self.found()
        if served is None or self.around is None or self.name not in served:
            over: Awaitable[Any] = self.over(request, **options)
            return over
        return self._unary(served, self.around, request, **options)

    def stream(self, request: object, **options: Any) -> Any:  # noqa: ANN401, as above; an iterable, or a call
        served = self.found()
        if served is None or self.name not in served:
            return self.over(request, **options)
        if self.around is None:
            return self._call(served, self._details(**options), request)
        return self._stream(served, self.around, request, **options)

    async def _unary(self, served: Served, around: Around, request: object, **options: Any) -> Any:  # noqa: ANN401
        details, until = self._details(**options), _Until(**options)
        try:
            return await around.unary.intercept_unary_unary(self._continuation(served), details, request)
        except ServiceError as error:
            if not self._may_be_tried_again(around, error):
                raise
        return await self.over(request, **options | until.left())

    async def _stream(self, served: Served, around: Around, request: object, **options: Any) -> AsyncIterator[Any]:  # noqa: ANN401, as above
        details, until = self._details(**options), _Until(**options)
        has_begun = False
        try:
            responses = await around.unary_stream.intercept_unary_stream(self._continuation(served), details, request)
            async for response in responses:
                has_begun = True
                yield response
        except ServiceError as error:
            if has_begun or not self._may_be_tried_again(around, error):
                raise
        else:
            return
        async for response in self.over(request, **options | until.left()):
            yield response

    def _continuation(self, served: Served) -> Callable[[grpc.aio.ClientCallDetails, object], Awaitable[Call]]:
        async def begin(details: grpc.aio.ClientCallDetails, request: object) -> Call:
            return self._call(served, details, request)

        return begin

    def _call(self, served: Served, details: grpc.aio.ClientCallDetails, request: object) -> Call:
        metadata = tuple(details.metadata or ())
        return Call(served.call(self.name, self.encode(request), metadata, details.timeout), self.decode)

    def _details(
        self, *, timeout: float | None = None, metadata: Metadata | None = None, **_: object
    ) -> grpc.aio.ClientCallDetails:
        given = grpc.aio.Metadata(*metadata) if metadata else None
        return grpc.aio.ClientCallDetails(self.name, timeout, given, None, None)

    def _may_be_tried_again(self, around: Around, error: ServiceError) -> bool:
        return error.status is grpc.StatusCode.UNAVAILABLE and self.name in around.idempotent


class _Until:
    """When a call that is tried twice is to end."""

    def __init__(self, *, timeout: float | None = None, **_: object) -> None:
        self._at_s = None if timeout is None else time.monotonic() + timeout

    def left(self) -> dict[str, float]:
        """The option that says so to the second one."""
        return {} if self._at_s is None else {"timeout": max(0.0, self._at_s - time.monotonic())}
