"""The ASGI application: routes, error shape, CORS, and the frame around them."""

import asyncio
import json
from functools import cache
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Scope

from amy.runtime.errors import InternalError, ServiceError
from gateway.app.erasure import CONFIRM
from gateway.app.gateway import Gateway
from gateway.errors import MethodNotAllowedError, RouteNotFoundError
from gateway.http import (
    biomarkers,
    data,
    docs,
    documents,
    entries,
    export,
    health,
    imports,
    ingest,
    keys,
    memory,
    turns,
    uploads,
    user,
)
from gateway.http.express import Express
from gateway.http.middleware import RequestFrame
from gateway.http.problems import rejection
from gateway.http.replies import JSON
from gateway.http.requests import respond
from gateway.http.sse import Streams
from gateway.settings import Settings

VERSION: Final = "1.0.0"
ROUTERS: Final = (
    turns.router,
    memory.router,
    documents.router,
    imports.router,
    uploads.router,
    data.router,
    biomarkers.router,
    entries.router,
    export.router,
    ingest.router,
    keys.router,
    user.router,
    health.router,
)
_PREFLIGHT_HEADERS: Final = (
    "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-Id", "Amy-User", CONFIRM,
    "Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Offset",
)  # fmt: skip
_READABLE_HEADERS: Final = (
    "X-Request-Id", "Location", "Retry-After", "Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size",
    "Upload-Expires", "Upload-Length", "Upload-Metadata", "Upload-Offset",
)  # fmt: skip


def application(gateway: Gateway, settings: Settings, streams: Streams) -> ASGIApp:
    """The whole HTTP side of a gateway."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.gateway = gateway
    app.state.settings = settings
    app.state.streams = streams
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(ServiceError, _failed)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unrouted)
    app.add_exception_handler(Exception, _crashed)

    @cache
    def described() -> bytes:
        return json.dumps(docs.document(app, VERSION)).encode()

    async def openapi() -> Response:
        # Made when it is first asked for: it takes as long as all else that the start of a gateway is.
        return Response(await asyncio.to_thread(described), media_type=JSON)

    app.add_api_route("/openapi.json", openapi, include_in_schema=False)
    origins = [origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()]
    if not origins:
        return RequestFrame(Express(app))
    return RequestFrame(
        CORSMiddleware(
            Express(app),
            allow_origins=origins,
            allow_methods=("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
            allow_headers=_PREFLIGHT_HEADERS,
            expose_headers=_READABLE_HEADERS,
        )
    )


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceError)
    return respond(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _failed(request, rejection(error.errors()))


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allow = _allowed(request.scope, (error.headers or {}).get("Allow", ""))
        return await _failed(request, MethodNotAllowedError("This path has no such method.", allow=allow))
    return await _failed(request, RouteNotFoundError("There is no such path."))


def _allowed(scope: Scope, by_framework: str) -> str:
    """The methods of the path: it may be spread over several routes, of which the framework names one."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    methods = {
        method for route in routes if route.matches(scope)[0] is not Match.NONE for method in route.methods or ()
    }
    return ", ".join(sorted(methods)) or by_framework


async def _crashed(request: Request, _error: Exception) -> Response:
    return await _failed(request, InternalError("crashed"))
