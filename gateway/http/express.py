"""The requests that there are most of, past the framework: routed, let in and answered by the same functions."""

import re
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from amy.runtime.errors import InternalError, ServiceError
from gateway.domain.model import EventsQuery
from gateway.http import ingest, turns
from gateway.http.problems import rejection
from gateway.http.requests import gateway_of, reader_of, respond, user_of

_TURNS: Final = "/v1/turns"
_INGEST: Final = "/v1/ingest/terra"
_EVENTS: Final = re.compile(r"/v1/turns/([^/]+)/events")
_ROUTES: Final[dict[str, APIRoute]] = {
    route.operation_id or "": route
    for router in (turns.router, ingest.router)
    for route in router.routes
    if isinstance(route, APIRoute)
}


class Express:
    """Answers what a turn takes, its question and its event stream, and deliveries; the application answers all else.

    The framework's way to a function costs more than all that the function does: it walks through seven layers, makes
    contexts and resolves a graph of dependencies that here is a line each. It still describes these routes, and it
    answers what is not exactly one of them.
    """

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        if method == "POST" and path == _TURNS:
            await self._answer(scope, receive, send, "create_turn", _create_turn)
        elif method == "POST" and path == _INGEST:
            await self._answer(scope, receive, send, "ingest_terra", _ingest)
        elif method == "GET" and (match := _EVENTS.fullmatch(path)):
            scope["path_params"] = {"turn_id": match[1]}
            await self._answer(scope, receive, send, "stream_turn", _stream_turn)
        else:
            await self._app(scope, receive, send)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, operation: str, act: Callable[[Request], Awaitable[Response]]
    ) -> None:
        scope["app"] = self._app
        scope["route"] = _ROUTES[operation]
        request = Request(scope, receive, send)
        try:
            response = await act(request)
        except ServiceError as error:
            response = respond(request, error)
        except Exception:
            await respond(request, InternalError("crashed"))(scope, receive, send)
            raise
        await response(scope, receive, send)


async def _create_turn(request: Request) -> Response:
    return await turns.create_turn(request, gateway_of(request), await user_of(request))


async def _ingest(request: Request) -> Response:
    return await ingest.ingest_terra(request, gateway_of(request))


async def _stream_turn(request: Request) -> Response:
    reader = await reader_of(request)
    try:
        query = EventsQuery.model_validate(dict(request.query_params))
    except ValidationError as error:
        raise rejection(error.errors(include_url=False, include_context=False, include_input=False)) from None
    return await turns.stream_turn(request, gateway_of(request), reader, request.path_params["turn_id"], query)
