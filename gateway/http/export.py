"""Everything of a person, over HTTP."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.domain.data_requests import ExportQuery
from gateway.http import docs
from gateway.http.requests import Desk, UserId

router = APIRouter(prefix="/v1/export", tags=["user"])


@router.get(
    "",
    operation_id="export",
    response_class=Response,
    responses={
        200: {
            "description": "A zip archive, sent while it is made: one file for each kind of record.",
            "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
        },
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(),
)
async def export(gateway: Desk, user_id: UserId, query: Annotated[ExportQuery, Query()]) -> Response:
    """Everything that is kept of the person, as JSON lines, as CSV, or as JSON lines with Open mHealth beside them."""
    pieces = gateway.export.archive(user_id, query.format)
    return _Archive(await anext(pieces), pieces, f"amy-{query.format}.zip")


class _Archive(Response):
    """Sends an archive piece by piece."""

    def __init__(self, first: bytes, rest: AsyncGenerator[bytes], name: str) -> None:
        super().__init__()
        self._first = first
        self._rest = rest
        self._name = name

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"application/zip"),
            (b"content-disposition", f'attachment; filename="{self._name}"'.encode()),
        ]
        async with aclosing(self._rest) as pieces:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": self._first, "more_body": True})
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
