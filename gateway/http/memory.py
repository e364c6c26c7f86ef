"""What Amy remembers, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.idempotency import Reply
from gateway.domain.model import Memory, MemoryPage, MemoryQuery, NewMemory
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of

router = APIRouter(prefix="/v1/memory", tags=["memory"])


@router.post(
    "",
    operation_id="create_memory",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, Memory, "Written.", location="The entry, to be deleted by."),
        **docs.user_post_errors(),
    },
    openapi_extra=docs.operation(body=NewMemory, once=True),
)
async def create_memory(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Writes an entry in the user's own words."""
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_json_bytes)

    async def act() -> Reply:
        entry = await gateway.memories.create(user_id, await incoming.parse(NewMemory))
        return created(entry, location=f"/v1/memory/{entry.id}")

    return await once(request, incoming, act, user_id=user_id)


@router.get(
    "",
    operation_id="list_memory",
    response_class=Response,
    responses={**docs.success(200, MemoryPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_memory(gateway: Desk, user_id: UserId, query: Annotated[MemoryQuery, Query()]) -> Response:
    """Entries; tested hypotheses only when they are asked for."""
    return json_response(await gateway.memories.list(user_id, query))


@router.delete(
    "/{memory_id}",
    operation_id="delete_memory",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Gone, for good."}, **docs.user_errors("MEMORY_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def delete_memory(gateway: Desk, user_id: UserId, memory_id: str) -> Response:
    await gateway.delete_memory(user_id, memory_id)
    return Response(status_code=204)
