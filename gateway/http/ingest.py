"""Deliveries of data providers over HTTP."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.app.deliveries import HEADER
from gateway.domain.data_views import Delivered
from gateway.http import docs
from gateway.http.replies import json_response
from gateway.http.requests import Desk, Incoming, address_of_client, settings_of

router = APIRouter(prefix="/v1/ingest", tags=["ingest"])


@router.post(
    "/terra",
    operation_id="ingest_terra",
    response_class=Response,
    responses={
        **docs.success(200, Delivered, "It is kept; the same once more changes nothing."),
        **docs.signed_errors(),
    },
    openapi_extra=docs.operation(
        for_user=False,
        security=[],
        parameters=[docs.header(HEADER, "`t=<seconds since 1970>,v1=<HMAC-SHA256 of t, a full stop and the body>`.")],
        requestBody={
            "required": True,
            "description": "A payload of Terra's, byte for byte as it was signed.",
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
    ),
)
async def ingest_terra(request: Request, gateway: Desk) -> Response:
    """Takes what Terra delivers. No API key: the signature shows who it is from."""
    incoming = Incoming(request, max_bytes=settings_of(request).max_delivery_bytes)
    incoming.require_declared_within()
    taken = gateway.deliveries.take(request.headers.get(HEADER), incoming.chunks())
    return json_response(await gateway.access.unless_forging(taken, address=address_of_client(request)))
