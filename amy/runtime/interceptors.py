"""What every server does around every call: trace id, peer check, deadline, error mapping, one canonical log line."""

import asyncio
import hmac
import inspect
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import grpc
import structlog
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

from amy.runtime import errors, telemetry, trace
from amy.runtime.ids import new_id
from amy.runtime.ledger import begin_ledger
from amy.runtime.storage import storage_error
from amy.runtime.telemetry import Span
from amy.runtime.telemetry.attributes import Attributes
from amy.runtime.telemetry.instruments import RPC_DURATION

_OPEN_SERVICES = ("/grpc.health.v1.Health/", "/grpc.reflection.")
_OWN_SYSTEM: Final = "This port serves only the services of its own system."
_log = structlog.get_logger("rpc")

_Context = grpc.aio.ServicerContext[Any, Any]


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """How a call ended: the code that the log names, and the status that the caller gets."""

    code: str
    status: grpc.StatusCode


_OK: Final = _Outcome(code="OK", status=grpc.StatusCode.OK)
_CANCELLED: Final = _Outcome(code="CANCELLED", status=grpc.StatusCode.CANCELLED)
_ABORTED: Final = _Outcome(code="ABORTED", status=grpc.StatusCode.ABORTED)


class ServerInterceptor(grpc.aio.ServerInterceptor):
    """Wraps unary handlers and async-generator handlers alike; coroutine streams (`Health.Watch`) pass untouched.

    Args:
        mesh_tokens: a caller must show one of them; none lets every caller in.
        unary_deadline_s: the longest a unary call may take when the caller set no deadline.
    """

    def __init__(self, *, mesh_tokens: Sequence[str], unary_deadline_s: float = 60.0) -> None:
        self._mesh_tokens = tuple(token.encode() for token in mesh_tokens)
        self._unary_deadline_s = unary_deadline_s

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        details: grpc.HandlerCallDetails,
    ) -> Any:  # noqa: ANN401, whatever handler grpc found
        handler = await continuation(details)
        if handler is None:
            return None
        method: str = details.method or ""
        metadata = {key: value for key, value in (details.invocation_metadata or ()) if isinstance(value, str)}
        if method.startswith(_OPEN_SERVICES):
            return handler if self._may_ask(metadata) else grpc.unary_unary_rpc_method_handler(_turn_away)
        if handler.response_streaming:
            inner = handler.stream_stream if handler.request_streaming else handler.unary_stream
            if not inspect.isasyncgenfunction(inspect.unwrap(inner)):
                return handler
            made = (
                grpc.stream_stream_rpc_method_handler
                if handler.request_streaming
                else grpc.unary_stream_rpc_method_handler
            )
            return made(
                self._streaming(inner, method, metadata), handler.request_deserializer, handler.response_serializer
            )
        if handler.request_streaming:
            return grpc.stream_unary_rpc_method_handler(
                self._unary(handler.stream_unary, method, metadata, self._unary_deadline_s * 10),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return grpc.unary_unary_rpc_method_handler(
            self._unary(handler.unary_unary, method, metadata, self._unary_deadline_s),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _unary(
        self, inner: Callable[..., Any], method: str, metadata: dict[str, str], limit_s: float
    ) -> Callable[..., Awaitable[Any]]:
        async def call(request: object, context: _Context) -> object:
            async with self._around(method, metadata, context):
                limit = limit_s if context.time_remaining() is None else None
                try:
                    async with asyncio.timeout(limit):
                        return await inner(request, context)
                except TimeoutError:
                    raise errors.DeadlineExceededError(f"{method} took longer than {limit_s:.0f} s.") from None
            raise AssertionError(method)

        return call

    def _streaming(
        self, inner: Callable[..., AsyncIterator[Any]], method: str, metadata: dict[str, str]
    ) -> Callable[..., AsyncIterator[Any]]:
        async def call(request: object, context: _Context) -> AsyncIterator[Any]:
            async with self._around(method, metadata, context):
                async for response in inner(request, context):
                    yield response

        return call

    @asynccontextmanager
    async def _around(self, method: str, metadata: dict[str, str], context: _Context) -> AsyncIterator[None]:
        trace_id = metadata.get(trace.HEADER) or new_id("req")
        trace.set_trace_id(trace_id)
        begin_ledger()
        began = time.perf_counter()
        outcome = _OK
        name = method.removeprefix("/")
        with telemetry.received(name, metadata, rpc_system="grpc", rpc_method=name) as span:
            try:
                self._check_peer(metadata)
                yield
            except errors.ServiceError as error:
                outcome = _Outcome(code=error.reason, status=error.status)
                await _abort(context, error)
            except (asyncio.CancelledError, GeneratorExit):
                outcome = _CANCELLED
                raise
            except grpc.aio.AbortError:
                outcome = _ABORTED
                raise
            except Exception as error:  # noqa: BLE001, the last boundary: nothing internal may leak to a caller
                failed = storage_error(error) or _crashed(error, method, trace_id)
                outcome = _Outcome(code=failed.reason, status=failed.status)
                await _abort(context, failed)
            finally:
                elapsed_s = time.perf_counter() - began
                elapsed_ms = round(elapsed_s * 1000, 2)
                _log.info("rpc", method=method, trace_id=trace_id, code=outcome.code, duration_ms=elapsed_ms)
                _tell(span, name, outcome, elapsed_s)

    def _check_peer(self, metadata: dict[str, str]) -> None:
        if not self._is_peer(metadata.get(trace.MESH_TOKEN_HEADER, "")):
            raise errors.UnauthenticatedPeerError(_OWN_SYSTEM)

    def _may_ask(self, metadata: dict[str, str]) -> bool:
        """For its health a service needs no token, but one whose calls it would refuse is told so here too."""
        return trace.MESH_TOKEN_HEADER not in metadata or self._is_peer(metadata[trace.MESH_TOKEN_HEADER])

    def _is_peer(self, shown: str) -> bool:
        if not self._mesh_tokens:
            return True
        return any(hmac.compare_digest(shown.encode(), token) for token in self._mesh_tokens)


async def _turn_away(_request: object, context: _Context) -> NoReturn:
    await _abort(context, errors.UnauthenticatedPeerError(_OWN_SYSTEM))


def _crashed(error: Exception, method: str, trace_id: str) -> errors.ServiceError:
    """What a caller is told of an error that nobody foresaw; the log says where it was."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-5:]]
    _log.error("rpc.crashed", method=method, trace_id=trace_id, error=type(error).__name__, where=where)
    return errors.InternalError(f"Internal error; the log has it under {trace_id}.")


def _tell(span: Span, name: str, outcome: _Outcome, elapsed_s: float) -> None:
    """A caller who no longer wants the answer is no failure."""
    told = Attributes(rpc_system="grpc", rpc_method=name, rpc_status=outcome.status.name)
    if outcome not in (_OK, _CANCELLED):
        told["error_type"] = outcome.code
        span.fail(outcome.code)
    span.set(**told)
    telemetry.measure(RPC_DURATION, elapsed_s, **told)


async def _abort(context: _Context, error: errors.ServiceError) -> NoReturn:
    """Ends the call with the error's status, message and `ErrorInfo`."""
    info = error_details_pb2.ErrorInfo(reason=error.reason, domain=errors.DOMAIN, metadata=error.metadata)
    packed = any_pb2.Any()
    packed.Pack(info)
    status = status_pb2.Status(code=error.status.value[0], message=error.message, details=[packed])
    await context.abort(
        error.status, error.message, trailing_metadata=(("grpc-status-details-bin", status.SerializeToString()),)
    )
