"""Around every request: its id, its trace, the headers that every response has, and its one log line."""

import time
import traceback
from collections.abc import Iterable
from typing import Any, Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amy.runtime import telemetry
from amy.runtime.ids import new_id
from amy.runtime.telemetry import Span
from amy.runtime.telemetry.attributes import Attributes
from amy.runtime.telemetry.instruments import HTTP_DURATION
from amy.runtime.trace import set_trace_id

_PROBE: Final = "/healthz"
_SKIPPED_BYTES: Final = 64 * 1024
_log = structlog.get_logger("http")


class RequestFrame:
    """The outermost layer.

    The log line names the route by its template and leaves out the query: a path may hold an id, a query an API key.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = new_id("req")
        scope["amy.request_id"] = request_id
        set_trace_id(request_id)
        status = 0
        unread = leaves_much_behind(scope["headers"])

        async def heard() -> Message:
            nonlocal unread
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                unread = False
            return message

        async def stamped(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _stamped(message.get("headers", ()), request_id, unread=unread)
            await send(message)

        began = time.perf_counter()
        with _span(scope, request_id) as span:
            try:
                await self._app(scope, heard, stamped)
            except Exception as error:  # noqa: BLE001, the application has answered; what is left is to log it
                span.fail(type(error).__name__)
                _log_crash(error, request_id)
            finally:
                elapsed_s = time.perf_counter() - began
                _log.info(
                    "http",
                    method=scope["method"],
                    route=_route(scope),
                    status=status,
                    duration_ms=round(elapsed_s * 1000, 2),
                    request_id=request_id,
                )
                _tell(span, scope, status, elapsed_s)


def leaves_much_behind(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request that is answered without being read has a body too long to be skipped."""
    for name, value in headers:
        if name == b"transfer-encoding":
            return True
        if name == b"content-length":
            return not value.isdigit() or len(value) > 18 or int(value) > _SKIPPED_BYTES
    return False


def _stamped(headers: Iterable[tuple[bytes, bytes]], request_id: str, *, unread: bool) -> list[tuple[bytes, bytes]]:
    """The headers of a response, and those that every response has: answers are private, and of the type they name."""
    own = [*headers, (b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
    if not any(name == b"cache-control" for name, _ in own):
        own.append((b"cache-control", b"no-store"))
    if unread:
        # A body that nobody has a right to send, or that nobody wants, is not read to its end for the next request.
        own = [*((name, value) for name, value in own if name != b"connection"), (b"connection", b"close")]
    return own


def _span(scope: Scope, request_id: str) -> Span:
    """The first span of the request's trace; who only looks whether the gateway is there leaves none."""
    if scope["path"] == _PROBE:
        return telemetry.span(_PROBE)
    return telemetry.request(scope["method"], request_id, request_id=request_id)


def _tell(span: Span, scope: Scope, status: int, elapsed_s: float) -> None:
    """By the route's template: the path may hold an id."""
    method, route = scope["method"], _route(scope)
    told = Attributes(http_request_method=method, http_route=route, http_status_code=status)
    span.rename(f"{method} {route}")
    span.set(**told)
    if status >= 500:
        span.fail(f"HTTP_{status}")
    telemetry.measure(HTTP_DURATION, elapsed_s, **told)


def _route(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", "unmatched")


def _log_crash(error: Exception, request_id: str) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-5:]]
    _log.error("http.crashed", error=type(error).__name__, where=where, request_id=request_id)
