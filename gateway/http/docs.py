"""What `/openapi.json` says of each route, beside what FastAPI reads off it."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.domain import data_requests, data_views, model, turn_events
from gateway.domain.idempotency import KEY_PATTERN
from gateway.domain.keys import USER_ID_PATTERN
from gateway.http.problems import PUBLIC

_REF: Final = "#/components/schemas/{model}"
_BODIES: Final[tuple[type[BaseModel], ...]] = (
    model.NewTurn,
    model.NewMemory,
    model.NewDocument,
    model.NewKey,
    data_requests.NewBiomarker,
    data_requests.NewEntries,
    data_requests.PriorityChange,
    data_requests.ProfileChange,
    data_requests.TagChange,
)
_VIEWS: Final[tuple[type[BaseModel], ...]] = (
    *turn_events.EVENTS.values(),
    data_views.ImportProgress,
    data_views.ImportReport,
    data_views.ImportFailed,
)
_ANYWHERE: Final = ("INTERNAL_ERROR",)
_WITH_KEY: Final = (
    *_ANYWHERE, "MISSING_AUTHORIZATION", "INVALID_TOKEN", "INVALID_REQUEST", "INVALID_FIELD", "RATE_LIMIT_EXCEEDED"
)  # fmt: skip
_FOR_USER: Final = (*_WITH_KEY, "FORBIDDEN")
_UPSTREAM: Final = ("UNAUTHENTICATED_PEER", "UPSTREAM_UNAVAILABLE", "DEADLINE_EXCEEDED")
_ONCE: Final = ("IDEMPOTENCY_KEY_MISMATCH", "IDEMPOTENCY_KEY_IN_USE")
_REQUEST_ID: Final = {
    "description": "Names this request in logs and error reports.",
    "schema": {"type": "string", "examples": ["req_01HX2K3M4N5P6Q7R8S9T0V1W2X"]},
}
_DESCRIPTION: Final = """\
Amy answers questions about a person's own health data, and every number in an answer has been checked.

Every response carries `X-Request-Id`. Every error has the shape of `Problem`; its `code` says what happened.
Any path that is not listed answers `404 route_not_found`, any other method `405 method_not_allowed`.
"""


def errors(*reasons: str) -> dict[int | str, dict[str, Any]]:
    """The error responses of a route, by status, with the codes that come with each."""
    codes: dict[int, list[str]] = {}
    for reason in reasons:
        shown = PUBLIC[reason]
        known = codes.setdefault(shown.status, [])
        if shown.code not in known:
            known.append(shown.code)
    return {
        status: {
            "model": model.Problem,
            "description": " · ".join(f"`{code}`" for code in names),
            "headers": {"Retry-After": _RETRY_AFTER} if status in (409, 429) else {},
        }
        for status, names in sorted(codes.items())
    }


_RETRY_AFTER: Final = {
    "description": "Seconds until the request is worth sending again, where that is known.",
    "schema": {"type": "integer"},
}


def user_errors(*reasons: str) -> dict[int | str, dict[str, Any]]:
    """The errors of a route that acts for a user and asks a service behind."""
    return errors(*_FOR_USER, *_UPSTREAM, *reasons)


def user_post_errors(*reasons: str) -> dict[int | str, dict[str, Any]]:
    return user_errors(*_ONCE, *reasons)


def signed_errors() -> dict[int | str, dict[str, Any]]:
    """The errors of a route that is for whoever can sign."""
    return errors(
        *_ANYWHERE, *_UPSTREAM, "INVALID_REQUEST", "INVALID_SIGNATURE", "ROUTE_NOT_FOUND", "RATE_LIMIT_EXCEEDED"
    )


def admin_errors(*reasons: str) -> dict[int | str, dict[str, Any]]:
    return errors(*_WITH_KEY, "FORBIDDEN", *reasons)


def admin_post_errors() -> dict[int | str, dict[str, Any]]:
    return admin_errors(*_ONCE)


def success(status: int, view: type[model.View], description: str, *, location: str = "") -> dict[int | str, Any]:
    """A successful JSON response.

    Args:
        status: the HTTP status.
        view: the body.
        description: what it means.
        location: what the `Location` header names; empty: there is none.
    """
    headers = {"Location": {"description": location, "schema": {"type": "string"}}} if location else {}
    return {status: {"model": view, "description": description, "headers": headers}}


def operation(
    *,
    body: type[BaseModel] | None = None,
    for_user: bool = True,
    once: bool = False,
    **more: Any,  # noqa: ANN401
) -> dict[str, Any]:
    """What a route declares beyond its signature: headers, body and authorization.

    Args:
        body: its JSON body.
        for_user: it acts for a user.
        once: it honours `Idempotency-Key`.
        more: further OpenAPI fields.
    """
    parameters = list(more.pop("parameters", []))
    if for_user:
        description = "Whom an admin key acts for; a user's key needs none."
        parameters.append(header("Amy-User", description, pattern=USER_ID_PATTERN))
    if once:
        description = "A request repeated with the same key within 24 h is done once."
        parameters.append(header("Idempotency-Key", description, pattern=KEY_PATTERN))
    extra: dict[str, Any] = {"security": [{"bearer": []}], **more}
    if parameters:
        extra["parameters"] = parameters
    if body is not None:
        schema = {"$ref": _REF.format(model=body.__name__)}
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return extra


def header(name: str, description: str, *, pattern: str = "", required: bool = False) -> dict[str, Any]:
    """A header parameter; its pattern, which the whole value has to match, ends with how long it may be: `{1,128}`."""
    schema: dict[str, Any] = {"type": "string"}
    if pattern:
        shortest, longest = pattern.rpartition("{")[2].removesuffix("}").split(",")
        schema |= {"pattern": f"^{pattern}$", "minLength": int(shortest), "maxLength": int(longest)}
    return {"name": name, "in": "header", "required": required, "description": description, "schema": schema}


def event_stream() -> dict[str, Any]:
    """The event stream, and the schema of each event's data."""
    return {
        "schema": {"type": "string"},
        "example": 'id: 1\nevent: turn.started\ndata: {"turn_id":"turn_...","at":"2026-05-25T10:00:00.123Z"}\n\n',
        "x-events": {name: {"$ref": _REF.format(model=view.__name__)} for name, view in turn_events.EVENTS.items()},
    }


def import_stream(events: Mapping[str, type[BaseModel]]) -> dict[str, Any]:
    """The event stream of an import, and the schema of each event's data."""
    return {
        "schema": {"type": "string"},
        "example": 'id: 1\nevent: import.progress\ndata: {"stage":"reading","bytes_done":4096,"bytes_total":8192,'
        '"file":null}\n\n',
        "x-events": {name: {"$ref": _REF.format(model=view.__name__)} for name, view in events.items()},
    }


def document(app: FastAPI, version: str) -> dict[str, Any]:
    """The whole OpenAPI document of an application."""
    whole = get_openapi(title="Amy", version=version, description=_DESCRIPTION, routes=app.routes)
    schemas = whole["components"]["schemas"]
    _, extra = models_json_schema(
        [(each, "validation") for each in _BODIES] + [(each, "serialization") for each in _VIEWS],
        ref_template=_REF,
    )
    schemas.update(extra["$defs"])
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    whole["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": "An API key, `amy_live_...`."},
        "api_key": {"type": "apiKey", "in": "query", "name": "api_key", "description": "For EventSource only."},
    }
    for path in whole["paths"].values():
        for each in path.values():
            _complete(each["responses"])
    return whole


def _complete(responses: dict[str, Any]) -> None:
    """Drops the framework's own error, which no route answers, and adds the header that every response has."""
    generated = responses.get("422", {}).get("content", {}).get("application/json", {})
    if generated.get("schema", {}).get("$ref", "").endswith("/HTTPValidationError"):
        del responses["422"]
    for response in responses.values():
        response.setdefault("headers", {})["X-Request-Id"] = _REQUEST_ID
