"""Every error as the public sees it: one table from reason to status and code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

from amy.runtime.errors import InvalidFieldError, InvalidRequestError, ServiceError
from gateway.domain.explained import page_of
from gateway.domain.model import ErrorBody, Problem
from gateway.http.replies import JSON


@dataclass(frozen=True, kw_only=True)
class Public:
    """How one reason is shown.

    Attributes:
        message: said instead of the error's own, which may speak of what is behind the gateway.
        scheme: how to show who one is, of a 401.
    """

    status: int
    code: str
    message: str = ""
    scheme: str = "Bearer"


_UNAVAILABLE: Final = "A service that this request needs did not answer; try again."
_INTERNAL: Final = Public(
    status=500, code="internal_error", message="Something broke inside; quote the request id when you report it."
)

PUBLIC: Final[Mapping[str, Public]] = {
    "INVALID_REQUEST": Public(status=400, code="invalid_request"),
    "INVALID_FIELD": Public(status=400, code="invalid_field"),
    "MISSING_AUTHORIZATION": Public(status=401, code="missing_authorization"),
    "INVALID_TOKEN": Public(status=401, code="invalid_token"),
    "INVALID_SIGNATURE": Public(status=401, code="invalid_signature", scheme="Signature"),
    "FORBIDDEN": Public(status=403, code="forbidden"),
    "ROUTE_NOT_FOUND": Public(status=404, code="route_not_found"),
    "TURN_NOT_FOUND": Public(status=404, code="turn_not_found"),
    "TURN_EVENTS_EXPIRED": Public(status=404, code="turn_events_expired"),
    "MEMORY_NOT_FOUND": Public(status=404, code="memory_not_found"),
    "DOCUMENT_NOT_FOUND": Public(status=404, code="document_not_found"),
    "IMPORT_NOT_FOUND": Public(status=404, code="import_not_found"),
    "UPLOAD_NOT_FOUND": Public(status=404, code="upload_not_found"),
    "LAB_RESULT_NOT_FOUND": Public(status=404, code="lab_result_not_found"),
    "ENTRY_NOT_FOUND": Public(status=404, code="entry_not_found"),
    "METRIC_NOT_FOUND": Public(status=404, code="metric_not_found"),
    "KEY_NOT_FOUND": Public(status=404, code="key_not_found"),
    "METHOD_NOT_ALLOWED": Public(status=405, code="method_not_allowed"),
    "IDEMPOTENCY_KEY_MISMATCH": Public(status=409, code="idempotency_key_mismatch"),
    "IDEMPOTENCY_KEY_IN_USE": Public(status=409, code="idempotency_key_in_use"),
    "UPLOAD_OFFSET_MISMATCH": Public(status=409, code="upload_offset_mismatch"),
    "TUS_VERSION_UNSUPPORTED": Public(status=412, code="tus_version_unsupported"),
    "UPLOAD_TOO_LARGE": Public(status=413, code="upload_too_large"),
    "UNSUPPORTED_MEDIA_TYPE": Public(status=415, code="unsupported_media_type"),
    "UNPROCESSABLE": Public(status=422, code="unprocessable"),
    "RATE_LIMIT_EXCEEDED": Public(status=429, code="rate_limit_exceeded"),
    "CONCURRENCY_LIMIT_EXCEEDED": Public(status=429, code="concurrency_limit_exceeded"),
    "INTERNAL_ERROR": _INTERNAL,
    "UNAUTHENTICATED_PEER": Public(status=502, code="upstream_unavailable", message=_UNAVAILABLE),
    "UPSTREAM_UNAVAILABLE": Public(status=503, code="upstream_unavailable", message=_UNAVAILABLE),
    "SANDBOX_UNAVAILABLE": Public(status=503, code="upstream_unavailable", message=_UNAVAILABLE),
    "DEADLINE_EXCEEDED": Public(status=504, code="upstream_unavailable", message=_UNAVAILABLE),
}


def public(error: ServiceError) -> Public:
    """How an error is shown; one that is not in the table is internal."""
    return PUBLIC.get(error.reason, _INTERNAL)


def explained(error: ServiceError, *, request_id: str, docs_url: str) -> ErrorBody:
    """What is said of an error."""
    shown = public(error)
    # A started turn is worth more than a fixed text: its id says where the answer will be. So is what ails the storage,
    # and what this system does without.
    told = not shown.message or not error.metadata.keys().isdisjoint({"turn_id", "storage", "absent"})
    message = error.message if told else shown.message
    return ErrorBody(code=shown.code, message=message, request_id=request_id, docs_url=page_of(shown.code, docs_url))


def problem(error: ServiceError, *, request_id: str, docs_url: str) -> Response:
    """The response to a request that failed."""
    shown, body = public(error), explained(error, request_id=request_id, docs_url=docs_url)
    headers = {}
    if "retry_after" in error.metadata:
        headers["Retry-After"] = error.metadata["retry_after"]
    if "allow" in error.metadata:
        headers["Allow"] = error.metadata["allow"]
    if shown.status == 401:
        headers["WWW-Authenticate"] = shown.scheme
    return Response(Problem(error=body).model_dump_json(), shown.status, headers, JSON)


def rejection(errors: Sequence[Any]) -> ServiceError:
    """The first complaint of the validator: about one field, or about the request as a whole.

    Args:
        errors: pydantic's, whose location may begin with where the value was ("query").
    """
    first = errors[0]
    told = first["msg"].removeprefix("Value error, ")
    where, path = "body", [str(part) for part in first["loc"]]
    if path[:1] in (["query"], ["header"], ["path"]):
        where, *path = path
    if first["type"] == "json_invalid" or not path:
        return InvalidRequestError(f"The {where} is not what it should be: {told}")
    field = ".".join(path)
    return InvalidFieldError(f"{field}: {told}", field=field)
