"""The double itself: a server on this machine that a client is pointed at."""

import asyncio
import itertools
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

from tests.vendor.answers import Answer, Drop, ErrorEvent, Failure, Hang
from tests.vendor.connection import Exchange, serve_connection
from tests.vendor.incoming import Request
from tests.vendor.messages import Event, Reply, reply_to
from tests.vendor.refusals import RefusedError, check_body, check_headers, refused
from tests.vendor.script import Script
from tests.vendor.signatures import Signatures
from tests.vendor.tokens import Cache, Clock, prompt_tokens

API_KEY: Final = "sk-test"
_NOT_FOUND: Final = Failure(status=404, type="not_found_error", message="Not Found")


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A piece of a streamed answer; `at_s` is the machine's monotonic clock."""

    purpose: str
    at_s: float
    event: Event


class Vendor:
    """Speaks the Messages API on a free port of this machine.

    Args:
        script: what it answers.
        api_key: the only one that it takes.
        first_token_s: until an answer begins.
        per_delta_s: before each piece of it.

    Attributes:
        requests: all that it was asked to answer, refused ones not.
        replies: all answers that it began, with what they count.
        sent: the pieces of streamed answers, with when they left.
        bodies: all that was sent to it, whatever became of it.
        refusals: what it refused, and why.
        abandoned: those whose client went away before the answer was complete.
        most_at_once: how many were under way together.
        clock: of its cache.
    """

    def __init__(
        self, script: Script, *, api_key: str = API_KEY, first_token_s: float = 0.0, per_delta_s: float = 0.0
    ) -> None:
        self.script = script
        self.api_key = api_key
        self.first_token_s = first_token_s
        self.per_delta_s = per_delta_s
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.sent: list[Sent] = []
        self.bodies: list[bytes] = []
        self.refusals: list[str] = []
        self.abandoned: list[Request] = []
        self.most_at_once = 0
        self.clock = Clock()
        self._cache = Cache(self.clock)
        self._signatures = Signatures()
        self._ids = itertools.count(1)
        self._under_way = 0
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def base_url(self) -> str:
        assert self._server is not None, "the double is not running"
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(serve_connection(reader, writer, self._handle))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _handle(self, exchange: Exchange) -> None:
        request_id = f"req_{next(self._ids):024d}"
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            await self._routed(exchange, {"request-id": request_id})
        except RefusedError as error:
            self.refusals.append(error.failure.message)
            await _fail(exchange, error.failure, {"request-id": request_id})
        finally:
            self._under_way -= 1

    async def _routed(self, exchange: Exchange, headers: Mapping[str, str]) -> None:
        self.bodies.append(exchange.body)
        match exchange.head.method, exchange.head.path:
            case "POST", "/v1/messages":
                body = self._checked(exchange)
                await self._answer(exchange, body, headers)
            case "POST", "/v1/messages/count_tokens":
                body = self._checked(exchange, counts_only=True)
                await exchange.send(200, {"input_tokens": prompt_tokens(body)}, headers)
            case _:
                raise RefusedError(_NOT_FOUND)

    def _checked(self, exchange: Exchange, *, counts_only: bool = False) -> dict[str, Any]:
        check_headers(exchange.head.headers, self.api_key)
        try:
            body = json.loads(exchange.body)
        except ValueError:
            raise refused("The request body is not valid JSON.") from None
        if not isinstance(body, dict):
            raise refused("The request body is not an object.")
        check_body(body, self._signatures, counts_only=counts_only)
        return body

    async def _answer(self, exchange: Exchange, body: dict[str, Any], headers: Mapping[str, str]) -> None:
        request = Request.read(body, exchange.head.headers, self.script.prompts)
        self.requests.append(request)
        said = self.script.answer(request)
        try:
            await asyncio.sleep(self.first_token_s)
            match said:
                case Answer():
                    await self._whole(exchange, request, said, headers)
                case Failure():
                    await _fail(exchange, said, headers)
                case Hang():
                    await self._begun(exchange, request, said, headers)
                    await asyncio.Event().wait()
                case Drop():
                    await self._begun(exchange, request, said, headers)
                    exchange.cut()
                case ErrorEvent():
                    await self._begun(exchange, request, said, headers)
                    error = {"type": said.type, "message": said.message}
                    await exchange.event({"type": "error", "error": error, "request_id": headers["request-id"]})
                    await exchange.end_events()
        except (asyncio.CancelledError, ConnectionError):
            self.abandoned.append(request)
            raise

    def _reply(self, request: Request, answer: Answer) -> Reply:
        reply = reply_to(request, answer, self._cache.count(request.body), self._signatures)
        self.replies.append(reply)
        return reply

    async def _whole(self, exchange: Exchange, request: Request, answer: Answer, headers: Mapping[str, str]) -> None:
        reply = self._reply(request, answer)
        if not request.body.get("stream"):
            await exchange.send(200, reply.message(), headers)
            return
        await exchange.begin_events(headers)
        for event in reply.events():
            if event["type"] == "content_block_delta":
                await asyncio.sleep(self.per_delta_s)
            # Before it goes: whoever hears of it may look before this goes on.
            self.sent.append(Sent(purpose=request.purpose, at_s=time.monotonic(), event=event))
            await exchange.event(event)
        await exchange.end_events()

    async def _begun(
        self, exchange: Exchange, request: Request, said: Hang | Drop | ErrorEvent, headers: Mapping[str, str]
    ) -> None:
        """Sends the first events of an answer that goes wrong after them."""
        if said.after_events is None:
            return
        await exchange.begin_events(headers)
        for event in itertools.islice(self._reply(request, said.answer).events(), said.after_events):
            await exchange.event(event)


async def _fail(exchange: Exchange, failure: Failure, headers: Mapping[str, str]) -> None:
    error: dict[str, Any] = {"type": failure.type, "message": failure.message}
    if failure.error_code:
        error["details"] = {"error_code": failure.error_code}
    body = {"type": "error", "error": error, "request_id": headers["request-id"]}
    asked = {"retry-after": failure.retry_after} if failure.retry_after else {}
    await exchange.send(failure.status, body, {**headers, **asked})
