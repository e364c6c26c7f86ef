"""Client channels: deadlines, retries of idempotent calls, trace and peer headers, and errors as they were raised."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, NoReturn

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.rpc import error_details_pb2, status_pb2

from amy.runtime import connections, errors, telemetry, trace
from amy.runtime.mesh import OPEN, Mesh
from amy.runtime.nearby.channel import Around, NearbyChannel
from amy.runtime.nearby.serving import here
from amy.runtime.renewing import RenewingChannel
from amy.runtime.telemetry import Span
from amy.runtime.tls import channel_credentials

_IN_TURN: Final[dict[str, Any]] = {"loadBalancingConfig": [{"round_robin": {}}]}
_ENDING: Final[set[asyncio.Future[None]]] = set()


def connect(
    address: str,
    *,
    service: ServiceDescriptor,
    idempotent: Sequence[str] = (),
    mesh: Mesh = OPEN,
) -> grpc.aio.Channel:
    """A channel to one service. Every call on it must be given a `timeout`.

    Args:
        address: "host:port", or a `dns:///` name whose addresses are used in turn.
        service: the proto service, for the retry policy.
        idempotent: the RPCs that are tried again on UNAVAILABLE, at most 4 times in all.
        mesh: what the peer is shown. With TLS its certificate must name the host of the address.

    Raises:
        TlsError: the files of TLS cannot be used.
    """
    policy = {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "2s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"],
    }
    methods = [{"service": service.full_name, "method": method} for method in idempotent]
    config = _IN_TURN | ({"methodConfig": [{"name": methods, "retryPolicy": policy}]} if methods else {})
    options = (
        ("grpc.service_config", json.dumps(config)),
        ("grpc.max_receive_message_length", 16 * 1024 * 1024),
        *connections.CLIENT,
    )
    unary, unary_stream = _Unary(mesh.token), _UnaryStream(mesh.token)
    interceptors = (unary, _StreamUnary(mesh.token), unary_stream, _StreamStream(mesh.token))
    full = [f"/{service.full_name}/{method}" for method in idempotent]
    around = Around(unary=unary, unary_stream=unary_stream, idempotent=frozenset(full))
    return _nearby(address, _opened(address, mesh, options, interceptors), mesh, around)


def connect_for_streams(address: str, *, mesh: Mesh = OPEN) -> grpc.aio.Channel:
    """A channel for thousands of streams that stay open, to be read by `amy.runtime.streaming`.

    It has a connection of its own, and nothing in a call's way: no interceptor, no retry and none of gRPC's optional
    filters, which together take a third of the memory of an open call.

    Args:
        address: as of `connect`.
        mesh: as of `connect`.

    Raises:
        TlsError: the files of TLS cannot be used.
    """
    options = (
        ("grpc.service_config", json.dumps(_IN_TURN)),
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_retries", 0),
        ("grpc.minimal_stack", 1),
        *connections.CLIENT,
    )
    return _nearby(address, _opened(address, mesh, options), mesh)


def _nearby(address: str, connection: grpc.aio.Channel, mesh: Mesh, around: Around | None = None) -> grpc.aio.Channel:
    """The connection, or a way round it where services of this process call each other directly."""
    nearby = here()
    if nearby is None or mesh.tls is not None:
        return connection
    return NearbyChannel(address, connection, nearby, around)


def _opened(
    address: str,
    mesh: Mesh,
    options: Sequence[tuple[str, Any]],
    interceptors: Sequence[grpc.aio.ClientInterceptor] = (),
) -> grpc.aio.Channel:
    if mesh.tls is None:
        return grpc.aio.insecure_channel(address, options=options, interceptors=interceptors)
    return RenewingChannel(
        mesh.tls,
        lambda pem: grpc.aio.secure_channel(
            address, channel_credentials(pem), options=options, interceptors=interceptors
        ),
    )


def headers(span: Span, mesh_token: str) -> Sequence[tuple[str, str]]:
    """What every call carries: whose work it is, and who asks."""
    own = [(trace.HEADER, trace.current_trace_id()), *span.headers().items()]
    return [*own, (trace.MESH_TOKEN_HEADER, mesh_token)] if mesh_token else own


class _Headers:
    def __init__(self, mesh_token: str) -> None:
        self._mesh_token = mesh_token

    def stamp(self, details: grpc.aio.ClientCallDetails, span: Span) -> grpc.aio.ClientCallDetails:
        if details.timeout is None:
            raise AssertionError(f"a call without a deadline: {details.method!r}")
        metadata = details.metadata or grpc.aio.Metadata()
        for name, value in headers(span, self._mesh_token):
            metadata.add(name, value)
        return grpc.aio.ClientCallDetails(
            details.method, details.timeout, metadata, details.credentials, details.wait_for_ready
        )


class _Unary(_Headers, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(
        self, continuation: Callable[..., Awaitable[Any]], details: grpc.aio.ClientCallDetails, request: object
    ) -> Any:  # noqa: ANN401, the response of whichever call
        with _span(details) as span:
            call = await continuation(self.stamp(details, span), request)
            try:
                return await call
            except grpc.aio.AioRpcError as error:
                _raise(error)


class _StreamUnary(_Headers, grpc.aio.StreamUnaryClientInterceptor):
    async def intercept_stream_unary(
        self, continuation: Callable[..., Awaitable[Any]], details: grpc.aio.ClientCallDetails, requests: object
    ) -> Any:  # noqa: ANN401
        with _span(details) as span:
            call = await continuation(self.stamp(details, span), requests)
            try:
                await call
            except grpc.aio.AioRpcError as error:
                _raise(error)
        # Unlike the unary one, grpc's stream-unary interception takes no bare response.
        return call


class _UnaryStream(_Headers, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(
        self, continuation: Callable[..., Awaitable[Any]], details: grpc.aio.ClientCallDetails, request: object
    ) -> AsyncIterator[Any]:
        span = _span(details)
        return _read(await continuation(self.stamp(details, span), request), span)


class _StreamStream(_Headers, grpc.aio.StreamStreamClientInterceptor):
    async def intercept_stream_stream(
        self, continuation: Callable[..., Awaitable[Any]], details: grpc.aio.ClientCallDetails, requests: object
    ) -> AsyncIterator[Any]:
        span = _span(details)
        return _read(await continuation(self.stamp(details, span), requests), span)


def _read(call: Any, span: Span) -> AsyncIterator[Any]:  # noqa: ANN401, a call of grpc's that answers with a stream
    """The responses of a call; its span ends with it."""
    if span.headers():
        call.add_done_callback(lambda _: _keep(asyncio.ensure_future(_told(call, span))))
    return _decoded(call)


async def _decoded(call: AsyncIterator[Any]) -> AsyncIterator[Any]:
    try:
        async for response in call:
            yield response
    except grpc.aio.AioRpcError as error:
        _raise(error)


async def _told(call: Any, span: Span) -> None:  # noqa: ANN401, as above
    """Ends a stream's span when the call is over, whether or not somebody reads to the end."""
    code = await call.code()
    if code not in {grpc.StatusCode.OK, grpc.StatusCode.CANCELLED}:
        headers, trailers = await call.initial_metadata(), await call.trailing_metadata()
        span.fail(decode(grpc.aio.AioRpcError(code, headers, trailers)).reason)
    span.end()


def _keep(task: asyncio.Future[None]) -> None:
    """The loop itself holds tasks only weakly."""
    _ENDING.add(task)
    task.add_done_callback(_ENDING.discard)


def _span(details: grpc.aio.ClientCallDetails) -> Span:
    """Of one call, all its tries together."""
    method = rpc_name(details.method)
    return telemetry.span(method, "client", rpc_system="grpc", rpc_method=method)


def rpc_name(method: str | bytes | None) -> str:
    """A method as "package.Service/Method"."""
    text = method.decode() if isinstance(method, bytes) else method or ""
    return text.removeprefix("/")


def _raise(error: grpc.aio.AioRpcError) -> NoReturn:
    raise decode(error) from error


def decode(error: grpc.aio.AioRpcError) -> errors.ServiceError:
    """The `ServiceError` behind a failed call."""
    for key, value in error.trailing_metadata() or ():
        if key != "grpc-status-details-bin" or not isinstance(value, bytes):
            continue
        for packed in status_pb2.Status.FromString(value).details:
            info = error_details_pb2.ErrorInfo()
            if packed.Unpack(info) and info.domain == errors.DOMAIN:
                return errors.from_wire(
                    reason=info.reason,
                    status=error.code(),
                    message=error.details() or "",
                    metadata=dict(info.metadata),
                )
    return errors.from_wire(reason="", status=error.code(), message=error.details() or "", metadata={})
