"""Health data over HTTP: a file in, a description out."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from amy.runtime.errors import InvalidRequestError
from gateway.domain.idempotency import Reply
from gateway.domain.model import DataDescription, ImportQuery, ImportReport
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of

router = APIRouter(prefix="/v1/data", tags=["data"])
_T = TypeVar("_T")


@router.post(
    "/imports",
    operation_id="import_file",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, ImportReport, "What was read, and what was not and why."),
        **docs.user_post_errors("UNPROCESSABLE", "CONCURRENCY_LIMIT_EXCEEDED"),
    },
    openapi_extra=docs.operation(
        once=True,
        requestBody={
            "required": True,
            "description": "The file itself, a table of text recognised by its header; no form around it.",
            "content": {"text/csv": {"schema": {"type": "string"}}, "*/*": {"schema": {"type": "string"}}},
        },
    ),
)
async def import_file(
    request: Request, gateway: Desk, user_id: UserId, query: Annotated[ImportQuery, Query()]
) -> Response:
    """Imports one file. The same file twice changes nothing."""
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_import_bytes)

    async def act() -> Reply:
        body = _Body(incoming)
        work = gateway.health_data.import_file(user_id, query, body.chunks())
        return created(await _while_client_waits(request, body, work))

    return await once(request, incoming, act, user_id=user_id)


class _Body:
    """A body that says when it has been read to its end."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self.read = asyncio.Event()

    async def chunks(self) -> AsyncIterator[bytes]:
        async for chunk in self._incoming.chunks():
            yield chunk
        self.read.set()


async def _while_client_waits(request: Request, body: _Body, work: Coroutine[object, object, _T]) -> _T:
    """What comes of the work; it is cancelled, and so is all that is done for it behind, when the client leaves.

    Raises:
        InvalidRequestError: the client left; nobody reads it.
    """
    doing = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(request, body))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise InvalidRequestError("The client left before the file was read.")
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()
        await asyncio.wait({doing, leaving})


async def _left(request: Request, body: _Body) -> None:
    """Returns when the client has left; while the body is read, its reader learns of that."""
    await body.read.wait()
    while (await request.receive())["type"] != "http.disconnect":
        pass


@router.get(
    "/metrics",
    operation_id="describe_data",
    response_class=Response,
    responses={
        **docs.success(200, DataDescription, "Each metric's unit, span, coverage and missing days."),
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(),
)
async def describe_data(gateway: Desk, user_id: UserId) -> Response:
    return json_response(await gateway.health_data.describe(user_id))
