"""The journal over HTTP: what no device records."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from gateway.app.kept import ENTRIES
from gateway.domain.data_requests import EntryQuery, NewEntries, TagChange
from gateway.domain.data_views import AddedEntries, EntryPage
from gateway.domain.idempotency import Reply
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of, writing

router = APIRouter(prefix=ENTRIES, tags=["data"])
Tag = Annotated[str, Path(max_length=100, pattern=r"^[^\x00]*$")]


@router.post(
    "",
    operation_id="add_entries",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, AddedEntries, "Kept, with what there was of them already.", location="The journal."),
        **docs.user_post_errors(),
    },
    openapi_extra=docs.operation(body=NewEntries, once=True),
)
async def add_entries(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Keeps entries: one by one, or as they are said, "2 coffees at 15:00". The same entry twice is one."""
    incoming = Incoming(request, max_bytes=settings_of(request).max_json_bytes)

    async def act() -> Reply:
        added = await gateway.health_data.add_entries(user_id, await incoming.parse(NewEntries))
        return created(added, location=ENTRIES)

    return await once(request, incoming, act, user_id=user_id)


@router.get(
    "",
    operation_id="list_entries",
    response_class=Response,
    responses={**docs.success(200, EntryPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_entries(gateway: Desk, user_id: UserId, query: Annotated[EntryQuery, Query()]) -> Response:
    return json_response(await gateway.health_data.entries(user_id, query))


@router.delete(
    "/{entry_id}",
    operation_id="delete_entry",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Gone, for good."}, **docs.user_errors("ENTRY_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def delete_entry(gateway: Desk, user_id: UserId, entry_id: str) -> Response:
    await gateway.kept.delete_entry(user_id, entry_id)
    return Response(status_code=204)


@router.put(
    "/tags/{tag}",
    operation_id="set_logged_tag",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Noted."}, **docs.user_errors()},
    openapi_extra=docs.operation(body=TagChange),
)
async def set_logged_tag(request: Request, gateway: Desk, user_id: UserId, tag: Tag) -> Response:
    """Says whether the person logs a tag whenever there is something to log: then a day without is a day without."""
    change = await Incoming(request, max_bytes=settings_of(request).max_json_bytes).parse(TagChange)
    async with writing(request, user_id):
        await gateway.health_data.set_logged(user_id, tag, change)
    return Response(status_code=204)
