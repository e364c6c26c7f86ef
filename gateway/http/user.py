"""The user as a whole, over HTTP: there is one thing to do with it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.app.erasure import CONFIRM
from gateway.domain.keys import USER_ID_PATTERN
from gateway.domain.model import DeletedUser
from gateway.http import docs
from gateway.http.replies import json_response
from gateway.http.requests import Desk, UserId

router = APIRouter(prefix="/v1/user", tags=["user"])


@router.delete(
    "",
    operation_id="delete_user",
    response_class=Response,
    responses={
        **docs.success(200, DeletedUser, "Everything is gone, for good: how much there was."),
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(
        parameters=[docs.header(CONFIRM, "The user once more: without it nothing is deleted.", pattern=USER_ID_PATTERN)]
    ),
)
async def delete_user(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Deletes everything there is of the user, the API keys included. To be repeated until it succeeds."""
    return json_response(await gateway.erasure.erase(user_id, confirmed=request.headers.get(CONFIRM)))
