"""The trace id of the work in hand: set by the server interceptor, sent on by the client interceptor."""

from contextvars import ContextVar

from amy.runtime.ids import new_id

HEADER = "x-request-id"
MESH_TOKEN_HEADER = "x-amy-mesh-token"  # noqa: S105, a header's name

_trace_id: ContextVar[str] = ContextVar("trace_id", default="")


def current_trace_id() -> str:
    """The id of the public request or turn this work belongs to; a fresh one outside any."""
    return _trace_id.get() or new_id("req")


def set_trace_id(trace_id: str) -> None:
    """From here on, in this task and the tasks it starts, work belongs to this trace."""
    _trace_id.set(trace_id)
