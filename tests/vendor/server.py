"""The vendor's server."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, Self

import uvicorn
from fastapi import FastAPI
from fastapi import Request as HttpRequest
from fastapi.responses import JSONResponse, Response, StreamingResponse

from tests.vendor.answers import Answer, Fault
from tests.vendor.counting import Cache, Count
from tests.vendor.refusing import KNOWN, problem
from tests.vendor.requests import Request, purposes, request_of
from tests.vendor.streaming import content_of, events, message_of, stop_reason

KEY: Final = "sk-test"
_ROOT: Final = Path(__file__).parents[2]
_IN_THE_MIDDLE: Final = 4
"""Events before an answer that breaks off does."""


class Answering(Protocol):
    def answer(self, request: Request) -> Answer: ...

    def check(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class _Error:
    status: int
    kind: str
    headers: Mapping[str, str]
    details: Mapping[str, str] | None = None


_ERRORS: Final[Mapping[Fault, _Error]] = {
    Fault.RATE_LIMITED: _Error(status=429, kind="rate_limit_error", headers={"retry-after": "1"}),
    Fault.RATE_LIMITED_NO_HINT: _Error(status=429, kind="rate_limit_error", headers={}),
    Fault.SPEND_LIMIT: _Error(
        status=429, kind="rate_limit_error", headers={}, details={"error_code": "enforced_spend_limit_reached"}
    ),
    Fault.OVERLOADED: _Error(status=529, kind="overloaded_error", headers={}),
    Fault.BROKEN: _Error(status=500, kind="api_error", headers={}),
    Fault.WRONG_KEY: _Error(status=401, kind="authentication_error", headers={}),
    Fault.UNKNOWN_MODEL: _Error(status=404, kind="not_found_error", headers={}),
}


class Vendor:
    """Serves on a loopback port for as long as it is entered.

    Args:
        script: what is answered.
        first_token_s: before the first event of an answer.
        each_delta_s: before each further one.
        monotonic_s: the clock by which what was kept grows old.

    Attributes:
        requests: all that came, in order.
        open: answers under way.
    """

    def __init__(
        self,
        script: Answering,
        *,
        first_token_s: float = 0.0,
        each_delta_s: float = 0.0,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.script = script
        self.requests: list[Request] = []
        self.open = 0
        self._first_token_s = first_token_s
        self._each_delta_s = each_delta_s
        self._cache = Cache(monotonic_s)
        self._purposes = purposes(_ROOT)
        self._socket = socket.create_server(("127.0.0.1", 0))
        app = FastAPI()
        app.post("/v1/messages")(self._messages)
        app.post("/v1/messages/count_tokens")(self._count_tokens)
        self._server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1))
        self._serving: asyncio.Task[None] | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started:  # noqa: ASYNC110, the server tells nobody
            await asyncio.sleep(0.005)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.should_exit = True
        assert self._serving is not None
        await self._serving
        self._socket.close()

    async def _messages(self, http: HttpRequest) -> Response:
        body = await http.json()
        if (refused := self._refused(http, body)) is not None:
            return refused
        request = request_of(body, self._purposes)
        self.requests.append(request)
        answer = self.script.answer(request)
        if isinstance(answer, Fault) and answer in _ERRORS:
            return _error(_ERRORS[answer])
        count = self._cache.count(body)
        if body.get("stream"):
            return StreamingResponse(self._stream(request, count, answer), media_type="text/event-stream")
        content = content_of(answer, request)
        return JSONResponse(message_of(request, count, content, stop_reason(answer)), headers=_ids())

    async def _count_tokens(self, http: HttpRequest) -> Response:
        body = await http.json()
        count = Cache(time.monotonic).count(body)
        return JSONResponse({"input_tokens": count.fresh + count.read + count.written})

    def _refused(self, http: HttpRequest, body: Mapping[str, Any]) -> Response | None:
        shown = http.headers.get("x-api-key") or http.headers.get("authorization", "").removeprefix("Bearer ")
        if shown != KEY:
            return _error(_ERRORS[Fault.WRONG_KEY])
        if "anthropic-version" not in http.headers:
            return _invalid("anthropic-version: the header is required")
        if body.get("model") not in KNOWN:
            return _error(_ERRORS[Fault.UNKNOWN_MODEL])
        found = problem(body)
        return None if found is None else _invalid(found)

    async def _stream(self, request: Request, count: Count, answer: Answer) -> AsyncIterator[bytes]:
        self.open += 1
        try:
            await asyncio.sleep(self._first_token_s)
            if answer is Fault.HANGS:
                await asyncio.sleep(3600)
            if answer is Fault.DROPS_AT_ONCE:
                return
            for at, event in enumerate(events(request, count, answer)):
                if at == _IN_THE_MIDDLE and answer is Fault.ERROR_AFTER_OK:
                    yield _framed({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
                    return
                if at == _IN_THE_MIDDLE and answer is Fault.DROPS_IN_THE_MIDDLE:
                    return
                yield _framed(event)
                if event["type"] == "content_block_delta" and self._each_delta_s:
                    await asyncio.sleep(self._each_delta_s)
        finally:
            self.open -= 1


def _framed(event: Mapping[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _invalid(message: str) -> Response:
    return _error(_Error(status=400, kind="invalid_request_error", headers={}), message)


def _error(error: _Error, message: str = "As the vendor says it.") -> Response:
    told: dict[str, Any] = {"type": error.kind, "message": message}
    if error.details is not None:
        told["details"] = dict(error.details)
    body = {"type": "error", "error": told, "request_id": "req_test"}
    return JSONResponse(body, status_code=error.status, headers={**_ids(), **error.headers})


def _ids() -> Mapping[str, str]:
    return {"request-id": "req_test"}
