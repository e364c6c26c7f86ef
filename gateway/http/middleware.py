"""Around every request: its id, its trace, and its one log line."""

import time
import traceback
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amy.runtime.ids import new_id
from amy.runtime.trace import set_trace_id

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

        async def stamped(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, stamped)
        except Exception as error:  # noqa: BLE001, the application has answered; what is left is to log it
            _log_crash(error, request_id)
        finally:
            _log.info(
                "http",
                method=scope["method"],
                route=_route(scope),
                status=status,
                duration_ms=round((time.perf_counter() - began) * 1000, 2),
                request_id=request_id,
            )


def _route(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", "unmatched")


def _log_crash(error: Exception, request_id: str) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-5:]]
    _log.error("http.crashed", error=type(error).__name__, where=where, request_id=request_id)
