"""Around every request: its id, its trace, the headers that every response has, and what is told of it."""

from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amy.runtime.ids import new_id
from amy.runtime.trace import set_trace_id
from gateway.http.told import Told

_SKIPPED_BYTES: Final = 64 * 1024


class RequestFrame:
    """The outermost layer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = new_id("req")
        scope["amy.request_id"] = request_id
        set_trace_id(request_id)
        told = Told(scope, request_id)
        unread = leaves_much_behind(scope["headers"])

        async def heard() -> Message:
            nonlocal unread
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                unread = False
            return message

        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                told.status = message["status"]
                message["headers"] = _stamped(message.get("headers", ()), request_id, unread=unread)
            await send(message)

        try:
            await self._app(scope, heard, stamped)
        except Exception as error:  # noqa: BLE001, the application has answered; what is left is to log it
            told.crashed(error)
        finally:
            told.routed(scope)
            if not told.later:
                told.tell()


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
