"""Turns over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.accept import wants_event_stream
from gateway.domain.idempotency import Reply
from gateway.domain.locale import preferred_locale
from gateway.domain.model import EventsQuery, NewTurn, PageQuery, Turn, TurnPage
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import (
    Desk,
    Incoming,
    StreamReader,
    UserId,
    once_with_id,
    request_id_of,
    settings_of,
    streams_of,
)
from gateway.http.sse import EventStream, Stream, last_event_id

router = APIRouter(prefix="/v1/turns", tags=["turns"])


@router.post(
    "",
    operation_id="create_turn",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, Turn, "Started; with `stream` false, ended.", location="The turn."),
        **docs.user_post_errors("CONCURRENCY_LIMIT_EXCEEDED"),
    },
    openapi_extra=docs.operation(body=NewTurn, once=True),
)
async def create_turn(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Asks a question. With `"stream": false` the response waits for the answer."""
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_json_bytes)

    async def act(turn_id: str) -> Reply:
        new = _placed(await incoming.parse(NewTurn), request.headers.get("accept-language", ""))
        turn = await gateway.conversations.start(user_id, new, request_id=request_id_of(request), turn_id=turn_id)
        return created(turn, location=f"/v1/turns/{turn.id}")

    return await once_with_id(request, incoming, act, user_id=user_id)


def _placed(new: NewTurn, accept_language: str) -> NewTurn:
    """The turn with the locale it names or, where it names none, the one the client prefers."""
    if new.context.locale:
        return new
    context = new.context.model_copy(update={"locale": preferred_locale(accept_language)})
    return new.model_copy(update={"context": context})


@router.get(
    "",
    operation_id="list_turns",
    response_class=Response,
    responses={**docs.success(200, TurnPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_turns(gateway: Desk, user_id: UserId, page: Annotated[PageQuery, Query()]) -> Response:
    return json_response(await gateway.conversations.list(user_id, page))


@router.get(
    "/{turn_id}",
    operation_id="get_turn",
    response_class=Response,
    responses={**docs.success(200, Turn, "The turn as it is now."), **docs.user_errors("TURN_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def get_turn(gateway: Desk, user_id: UserId, turn_id: str) -> Response:
    return json_response(await gateway.conversations.get(user_id, turn_id))


@router.get(
    "/{turn_id}/events",
    operation_id="stream_turn",
    response_class=Response,
    responses={
        200: {
            "model": Turn,
            "description": "With `Accept: text/event-stream` the events after `Last-Event-Id`, then those to come, up "
            "to `turn.completed` or `turn.failed`; otherwise the turn as it is now.",
            "content": {"text/event-stream": docs.event_stream()},
        },
        **docs.user_errors("TURN_NOT_FOUND", "TURN_EVENTS_EXPIRED"),
    },
    openapi_extra=docs.operation(
        security=[{"bearer": []}, {"api_key": []}],
        parameters=[docs.header("Last-Event-Id", "The id of the last event seen; the stream goes on after it.")],
    ),
)
async def stream_turn(
    request: Request,
    gateway: Desk,
    reader: StreamReader,
    turn_id: str,
    query: Annotated[EventsQuery, Query()],
) -> Response:
    """The events of a turn: ids from 1 without gaps, replayable until one hour after the end."""
    if not wants_event_stream(request.headers.get("accept", "")):
        return json_response(await gateway.conversations.get(reader.user_id, turn_id))
    after = last_event_id(request.headers.get("last-event-id") or query.last_event_id)
    events = gateway.conversations.follow(reader.user_id, turn_id, after=after)
    return EventStream(await Stream(events, streams_of(request), key_id=reader.key_id).opened())
