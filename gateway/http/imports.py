"""Imports over HTTP: a file in, and what became of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from amy.runtime.errors import InternalError, InvalidRequestError, ServiceError
from gateway.domain.accept import wants_event_stream
from gateway.domain.data_requests import ImportQuery
from gateway.domain.data_views import (
    Import,
    ImportFailed,
    ImportPage,
    ImportProgress,
    ImportReport,
    UndoneImport,
)
from gateway.domain.event import Event, frame
from gateway.domain.idempotency import Reply
from gateway.domain.model import PageQuery, View
from gateway.http import docs
from gateway.http.problems import explained, public
from gateway.http.replies import created, json_response, reply_response
from gateway.http.requests import Desk, Incoming, UserId, kept_once, request_id_of, settings_of
from gateway.http.sse import HEADERS

router = APIRouter(prefix="/v1/data/imports", tags=["data"])
EVENTS: Final[dict[str, type[View]]] = {
    "import.progress": ImportProgress,
    "import.completed": ImportReport,
    "import.failed": ImportFailed,
}
_T = TypeVar("_T")
_Told = AsyncGenerator[ImportProgress | ImportReport]


@router.post(
    "",
    operation_id="import_file",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, ImportReport, "What was read, and what was not and why.", location="The import."),
        200: {
            "description": "With `Accept: text/event-stream`, once the file has come in: how far the reading is, up to "
            "`import.completed` or `import.failed`.",
            "content": {"text/event-stream": docs.import_stream(EVENTS)},
        },
        **docs.user_post_errors("UNPROCESSABLE", "UPLOAD_NOT_FOUND", "CONCURRENCY_LIMIT_EXCEEDED"),
    },
    openapi_extra=docs.operation(
        once=True,
        requestBody={
            "required": False,
            "description": "The file itself, recognised by what is in it; a zip archive of several. No form around it. "
            "Empty where `upload` says which file it is.",
            "content": {"text/csv": {"schema": {"type": "string"}}, "*/*": {"schema": {"type": "string"}}},
        },
    ),
)
async def import_file(
    request: Request, gateway: Desk, user_id: UserId, query: Annotated[ImportQuery, Query()]
) -> Response:
    """Imports one file, or an archive of several; also one that was sent in pieces. Twice changes nothing."""
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_import_bytes)
    body, progress = _Body(incoming), _Newest()

    async def act() -> Reply:
        report = await _report(gateway.health_data.import_file(user_id, query, body.chunks()), progress.tell)
        return created(report, location=f"/v1/data/imports/{report.import_id}")

    if wants_event_stream(request.headers.get("accept", "")):
        work = asyncio.create_task(kept_once(request, incoming, act, user_id=user_id))
        return await _ImportStream(request, body, progress, work).opened()

    async def act_while_client_waits() -> Reply:
        return await _while_client_waits(request, body, act())

    return reply_response(await kept_once(request, incoming, act_while_client_waits, user_id=user_id))


@router.get(
    "",
    operation_id="list_imports",
    response_class=Response,
    responses={**docs.success(200, ImportPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_imports(gateway: Desk, user_id: UserId, page: Annotated[PageQuery, Query()]) -> Response:
    return json_response(await gateway.health_data.imports(user_id, page))


@router.get(
    "/{import_id}",
    operation_id="get_import",
    response_class=Response,
    responses={**docs.success(200, Import, "The import and its report."), **docs.user_errors("IMPORT_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def get_import(gateway: Desk, user_id: UserId, import_id: str) -> Response:
    return json_response(await gateway.kept.get_import(user_id, import_id))


@router.delete(
    "/{import_id}",
    operation_id="undo_import",
    response_class=Response,
    responses={
        **docs.success(200, UndoneImport, "Taken back: how much is no longer stored, or is another value now."),
        **docs.user_errors("IMPORT_NOT_FOUND"),
    },
    openapi_extra=docs.operation(),
)
async def undo_import(gateway: Desk, user_id: UserId, import_id: str) -> Response:
    """Takes back all that one import stated; what other imports state of the same days counts again."""
    return json_response(await gateway.kept.undo_import(user_id, import_id))


class _Body:
    """A body that says when it has been read to its end."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self.read = asyncio.Event()

    async def chunks(self) -> AsyncIterator[bytes]:
        async for chunk in self._incoming.chunks():
            yield chunk
        self.read.set()


class _Newest:
    """The newest progress: who is behind is told where the reading is, not where it was."""

    def __init__(self) -> None:
        self._told: ImportProgress | None = None
        self._changed = asyncio.Event()

    def tell(self, progress: ImportProgress) -> None:
        self._told = progress
        self._changed.set()

    async def next(self) -> ImportProgress:
        await self._changed.wait()
        self._changed.clear()
        assert self._told is not None
        return self._told


async def _report(events: _Told, tell: Callable[[ImportProgress], None]) -> ImportReport:
    """Reads an import to its end.

    Raises:
        InternalError: it ended without a report.
    """
    async with aclosing(events):
        async for event in events:
            if isinstance(event, ImportReport):
                return event
            tell(event)
    raise InternalError("An import ended without a report.")


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


class _ImportStream(Response):
    """Tells how far an import is, from when its file has come in to its end; a client that leaves ends it."""

    def __init__(self, request: Request, body: _Body, progress: _Newest, work: asyncio.Task[Reply]) -> None:
        super().__init__()
        self._request = request
        self._body = body
        self._progress = progress
        self._work = work
        self._sent = 0

    async def opened(self) -> "_ImportStream":
        """Waits until the file has come in: until then an error is one of the request, and nobody reads events.

        Raises:
            ServiceError: whatever the import raised by then.
        """
        read = asyncio.create_task(self._body.read.wait())
        try:
            await asyncio.wait({self._work, read}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._work.cancel()
            raise
        finally:
            read.cancel()
        if self._work.done():
            self._work.result()
        return self

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        leaving = asyncio.create_task(_left(self._request, self._body))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            await self._tell(send, leaving)
            if not leaving.done():
                await send({"type": "http.response.body", "body": await self._outcome()})
        finally:
            self._work.cancel()
            leaving.cancel()
            await asyncio.wait({self._work, leaving})

    async def _tell(self, send: Send, leaving: asyncio.Task[None]) -> None:
        """Sends progress until the import has ended, or the client has left."""
        while not (self._work.done() or leaving.done()):
            further = asyncio.create_task(self._progress.next())
            await asyncio.wait({further, self._work, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if further.done():
                body = self._framed("import.progress", further.result())
                await send({"type": "http.response.body", "body": body, "more_body": True})
            further.cancel()

    async def _outcome(self) -> bytes:
        try:
            reply = await self._work
        except ServiceError as error:
            settings = settings_of(self._request)
            body = explained(error, request_id=request_id_of(self._request), docs_url=settings.public_docs_url)
            return self._framed("import.failed", ImportFailed(status=public(error).status, error=body))
        return self._framed("import.completed", ImportReport.model_validate_json(reply.body))

    def _framed(self, name: str, view: View) -> bytes:
        self._sent += 1
        return frame(Event(self._sent, name, view))
