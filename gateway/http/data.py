"""Health data over HTTP: a file in, a description out."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.idempotency import Reply
from gateway.domain.model import DataDescription, ImportQuery, ImportReport
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of

router = APIRouter(prefix="/v1/data", tags=["data"])


@router.post(
    "/imports",
    operation_id="import_file",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, ImportReport, "What was read, and what was not and why."),
        **docs.user_post_errors("UNPROCESSABLE"),
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
        return created(await gateway.health_data.import_file(user_id, query, incoming.chunks()))

    return await once(request, incoming, act, user_id=user_id)


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
