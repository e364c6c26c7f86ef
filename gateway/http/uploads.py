"""Files in pieces over HTTP, as the tus protocol has it: an upload that breaks goes on where it stopped."""

from collections.abc import Callable, Coroutine
from datetime import datetime
from email.utils import format_datetime
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.responses import Response

from amy.runtime.errors import InvalidFieldError, ServiceError, UploadTooLargeError
from gateway.app.uploads import UPLOADS
from gateway.domain.data_requests import NewUpload
from gateway.domain.data_views import Upload, UploadList
from gateway.domain.idempotency import Reply
from gateway.domain.uploads import CHUNKS, EXTENSIONS, VERSION, count_of, metadata_of
from gateway.errors import UnsupportedMediaTypeError, UnsupportedVersionError
from gateway.http import docs
from gateway.http.problems import rejection
from gateway.http.replies import created, json_response, reply_response
from gateway.http.requests import Desk, Incoming, UserId, kept_once, request_id_of, respond, settings_of, writing

_LENGTH: Final = "Upload-Length"
_METADATA: Final = "Upload-Metadata"
_OFFSET: Final = "Upload-Offset"
_SPOKEN: Final = {"Tus-Resumable": VERSION, "Tus-Version": VERSION}
_STATE: Final = {
    name: {"description": description, "schema": {"type": "string"}}
    for name, description in (
        (_OFFSET, "How many bytes of the file are kept: it goes on there."),
        (_LENGTH, "How many bytes the whole file has."),
        ("Upload-Expires", "When what is kept of it is dropped, unless more of it comes before."),
    )
}


class _Route(APIRoute):
    """A route that speaks tus: each answer says so, and who speaks another version of it is refused."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def speak(request: Request) -> Response:
            try:
                if request.method != "OPTIONS" and request.headers.get("tus-resumable", VERSION) != VERSION:
                    raise UnsupportedVersionError(f"Tus-Resumable: only version {VERSION} is spoken here.")
                response = await handle(request)
            except ServiceError as error:
                response = respond(request, error)
            response.headers.update(_SPOKEN)
            return response

        return speak


router = APIRouter(prefix=UPLOADS, tags=["data"], route_class=_Route)
_TUS: Final = docs.header("Tus-Resumable", f"The version of the protocol: {VERSION}; may be left out.")


@router.options(
    "",
    operation_id="describe_uploads",
    status_code=204,
    response_class=Response,
    responses={
        204: {"description": "`Tus-Version`, `Tus-Extension` and `Tus-Max-Size`."},
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(),
)
async def describe_uploads(request: Request, user_id: UserId) -> Response:  # noqa: ARG001, who asks is known
    """What of the protocol is spoken here."""
    most = str(settings_of(request).max_import_bytes)
    return Response(status_code=204, headers={"Tus-Extension": ",".join(EXTENSIONS), "Tus-Max-Size": most})


@router.post(
    "",
    operation_id="create_upload",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, Upload, "Begun: nothing of the file has come.", location="The upload."),
        **docs.user_post_errors("CONCURRENCY_LIMIT_EXCEEDED", "UPLOAD_TOO_LARGE", "TUS_VERSION_UNSUPPORTED"),
    },
    openapi_extra=docs.operation(
        once=True,
        parameters=[
            _TUS,
            docs.header(_LENGTH, "How many bytes the whole file has.", required=True),
            docs.header(_METADATA, "`filename` and `fingerprint`, each with its value in Base64: `filename YS5jc3Y=`."),
        ],
    ),
)
async def create_upload(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Begins a file that is sent in pieces. `fingerprint` is for the client, which knows the file again by it."""
    new = _new_upload(request)
    if new.length > settings_of(request).max_import_bytes:
        raise UploadTooLargeError(f"The file is longer than {settings_of(request).max_import_bytes} bytes.")
    incoming = Incoming(request, max_bytes=0, said_in=(_LENGTH, _METADATA))

    async def act() -> Reply:
        await incoming.read()
        upload = await gateway.sending.create(user_id, new)
        return created(upload, location=f"{UPLOADS}/{upload.id}")

    reply = await kept_once(request, incoming, act, user_id=user_id)
    response = reply_response(reply)
    response.headers.update(_state(Upload.model_validate_json(reply.body)))
    return response


@router.get(
    "",
    operation_id="list_uploads",
    response_class=Response,
    responses={
        **docs.success(200, UploadList, "Those that were not imported yet, newest first; ten at most."),
        **docs.user_errors("TUS_VERSION_UNSUPPORTED"),
    },
    openapi_extra=docs.operation(parameters=[_TUS]),
)
async def list_uploads(gateway: Desk, user_id: UserId) -> Response:
    return json_response(await gateway.sending.list(user_id))


@router.head(
    "/{upload_id}",
    operation_id="get_upload",
    status_code=204,
    response_class=Response,
    responses={
        204: {"description": "How much of it has come.", "headers": _STATE},
        **docs.user_errors("UPLOAD_NOT_FOUND", "TUS_VERSION_UNSUPPORTED"),
    },
    openapi_extra=docs.operation(parameters=[_TUS]),
)
async def get_upload(gateway: Desk, user_id: UserId, upload_id: str) -> Response:
    upload = await gateway.sending.get(user_id, upload_id)
    metadata = {_METADATA: upload.metadata} if upload.metadata else {}
    return Response(status_code=204, headers=_state(upload) | metadata)


@router.patch(
    "/{upload_id}",
    operation_id="append_upload",
    status_code=204,
    response_class=Response,
    responses={
        204: {"description": "Kept.", "headers": _STATE},
        **docs.user_errors(
            "UPLOAD_NOT_FOUND",
            "UPLOAD_OFFSET_MISMATCH",
            "UPLOAD_TOO_LARGE",
            "UNSUPPORTED_MEDIA_TYPE",
            "CONCURRENCY_LIMIT_EXCEEDED",
            "TUS_VERSION_UNSUPPORTED",
        ),
    },
    openapi_extra=docs.operation(
        parameters=[_TUS, docs.header(_OFFSET, "How many bytes came before: where it goes on.", required=True)],
        requestBody={
            "required": True,
            "description": "The bytes from there on, all that are left or some of them.",
            "content": {CHUNKS: {"schema": {"type": "string"}}},
        },
    ),
)
async def append_upload(request: Request, gateway: Desk, user_id: UserId, upload_id: str) -> Response:
    """Goes on with a file. What came is kept, also when the connection breaks before all of it has."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != CHUNKS:
        raise UnsupportedMediaTypeError(f"Content-Type: it must be {CHUNKS}.")
    offset = _count(request, _OFFSET)
    incoming = Incoming(request, max_bytes=settings_of(request).max_import_bytes)
    async with writing(request, user_id):
        upload = await gateway.sending.append(user_id, upload_id, offset, incoming.chunks())
        return Response(status_code=204, headers=_state(upload))
    raise AssertionError(request_id_of(request))


@router.delete(
    "/{upload_id}",
    operation_id="delete_upload",
    status_code=204,
    response_class=Response,
    responses={
        204: {"description": "Gone, for good."},
        **docs.user_errors("UPLOAD_NOT_FOUND", "TUS_VERSION_UNSUPPORTED"),
    },
    openapi_extra=docs.operation(parameters=[_TUS]),
)
async def delete_upload(gateway: Desk, user_id: UserId, upload_id: str) -> Response:
    await gateway.sending.delete(user_id, upload_id)
    return Response(status_code=204)


def _new_upload(request: Request) -> NewUpload:
    text = request.headers.get(_METADATA, "")
    try:
        said = metadata_of(text)
    except ValueError as error:
        raise InvalidFieldError(f"{_METADATA}: {error}.", field=_METADATA) from None
    try:
        return NewUpload(
            length=_count(request, _LENGTH),
            filename=said.get("filename", ""),
            fingerprint=said.get("fingerprint", ""),
            metadata=text,
        )
    except ValidationError as error:
        raise rejection(error.errors(include_url=False, include_context=False, include_input=False)) from None


def _count(request: Request, name: str) -> int:
    try:
        return count_of(request.headers.get(name))
    except ValueError as error:
        raise InvalidFieldError(f"{name}: {error}.", field=name) from None


def _state(upload: Upload) -> dict[str, str]:
    expires_at = datetime.fromisoformat(upload.expires_at)
    return {
        _OFFSET: str(upload.offset),
        _LENGTH: str(upload.length),
        "Upload-Expires": format_datetime(expires_at, usegmt=True),
    }
