"""What is told of a request when its answer has ended: in the log, in its span and in the metrics."""

import time
import traceback
from typing import Any, Final

import structlog
from starlette.types import Scope

from amy.runtime import telemetry
from amy.runtime.telemetry import Span
from amy.runtime.telemetry.attributes import Attributes
from amy.runtime.telemetry.instruments import HTTP_DURATION

_PROBE: Final = "/healthz"
_KEY: Final = "amy.told"
_log = structlog.get_logger("http")


class Told:
    """One request from its first byte to the end of its answer, which for an event stream is long after the request.

    The log line names the route by its template and leaves out the query: a path may hold an id, a query an API key.

    Attributes:
        later: whether whoever answers tells, and not the frame around the request.
    """

    __slots__ = ("_began_s", "_method", "_request_id", "_span", "later", "route", "status")

    def __init__(self, scope: Scope, request_id: str) -> None:
        self._began_s = time.perf_counter()
        self._method: str = scope["method"]
        self._request_id = request_id
        self.status = 0
        self.route = "unmatched"
        self.later = False
        self._span = _span(scope, request_id)
        # Its end is told, which may be long after the request has been left.
        self._span.__enter__()
        scope[_KEY] = self

    def crashed(self, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        where = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-5:]]
        self._span.fail(type(error).__name__)
        _log.error("http.crashed", error=type(error).__name__, where=where, request_id=self._request_id)

    def routed(self, scope: Scope) -> None:
        route: Any = scope.get("route")
        self.route = getattr(route, "path", "unmatched")

    def tell(self) -> None:
        elapsed_s = time.perf_counter() - self._began_s
        _log.info(
            "http",
            method=self._method,
            route=self.route,
            status=self.status,
            duration_ms=round(elapsed_s * 1000, 2),
            request_id=self._request_id,
        )
        told = Attributes(http_request_method=self._method, http_route=self.route, http_status_code=self.status)
        self._span.rename(f"{self._method} {self.route}")
        self._span.set(**told)
        if self.status >= 500:
            self._span.fail(f"HTTP_{self.status}")
        telemetry.measure(HTTP_DURATION, elapsed_s, **told)
        self._span.__exit__(None, None, None)


def told_of(scope: Scope) -> Told:
    """What will be told of the request of a scope."""
    told = scope[_KEY]
    assert isinstance(told, Told)
    return told


def _span(scope: Scope, request_id: str) -> Span:
    """The first span of the request's trace; who only looks whether the gateway is there leaves none."""
    if scope["path"] == _PROBE:
        return telemetry.span(_PROBE)
    return telemetry.request(scope["method"], request_id, request_id=request_id)
