"""Views as JSON responses."""

from typing import Final

from starlette.responses import Response

from gateway.domain.idempotency import Reply
from gateway.domain.model import View

JSON: Final = "application/json"


def json_response(view: View, status: int = 200) -> Response:
    return Response(view.model_dump_json(), status, media_type=JSON)


def created(view: View, *, location: str = "", repeat: View | None = None) -> Reply:
    """What a POST answers.

    Args:
        view: the body.
        location: path of what was made.
        repeat: sent instead of `view` to those who ask again.
    """
    return Reply(
        status=201,
        body=view.model_dump_json().encode(),
        location=location,
        repeat=repeat.model_dump_json().encode() if repeat is not None else None,
    )


def reply_response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, {"Location": reply.location} if reply.location else None, JSON)
