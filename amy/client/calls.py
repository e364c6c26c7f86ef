"""Every endpoint as a value: what to send and how to read the answer. The two clients only carry it out."""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError

from amy.client.errors import UnexpectedResponseError, error_of
from amy.client.models import (
    CreatedKey,
    DeletedUser,
    Document,
    Health,
    KeyList,
    Memory,
    Page,
    RevokedKeys,
    Turn,
    WholeDocument,
)

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

TURN_TIMEOUT_S: Final = 960.0
ERASURE_TIMEOUT_S: Final = 600.0

_TRY_AGAIN: Final = frozenset({502, 503, 504})
_BUSY: Final = "idempotency_key_in_use"


@dataclass(frozen=True, kw_only=True)
class Call(Generic[T]):
    """One request and the type of its answer.

    Attributes:
        model: what the JSON body is read as; None for an answer without a body.
        content: makes what is sent as the body instead of `json`, piece by piece; once for each try.
        accepted: further statuses whose body is the answer.
        timeout_s: the least time this call is given.
    """

    method: str
    path: str
    model: Any
    params: Mapping[str, str] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None
    content: Callable[[], Iterator[bytes]] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    accepted: frozenset[int] = frozenset()
    timeout_s: float = 0.0

    def read(self, response: httpx.Response) -> T:
        """The answer.

        Raises:
            AmyError: the server refused, failed, or answered something else.
        """
        if not response.is_success and response.status_code not in self.accepted:
            raise error_of(response)
        if self.model is None:
            return None  # type: ignore[return-value]  # a Call[None]
        try:
            answer: T = self.model.model_validate_json(response.content)
        except ValidationError as error:
            raise UnexpectedResponseError(
                f"{self.method} {self.path} answered something that is not a {self.model.__name__}.",
                code="unexpected_response",
                status=response.status_code,
                request_id=response.headers.get("x-request-id", ""),
            ) from error
        return answer

    def worth_another_try(self, response: httpx.Response) -> bool:
        """Whether the same request may succeed in a moment.

        A POST that failed inside may have been half done, so only one that is still being done under the same
        Idempotency-Key is asked for again.
        """
        if self.method == "POST":
            return response.status_code == 409 and error_of(response).code == _BUSY
        return self.method == "GET" and response.status_code in _TRY_AGAIN - self.accepted

    def may_repeat_after(self, error: httpx.TransportError) -> bool:
        """Whether to send it again: not when it took too long, nor a DELETE or PATCH that may have been carried out."""
        if self.method in {"DELETE", "PATCH"}:
            return isinstance(error, httpx.ConnectError)
        return not isinstance(error, httpx.ReadTimeout)


def create_turn(
    messages: Sequence[Mapping[str, str]],
    *,
    stream: bool,
    context: Mapping[str, bool | str] | None,
    idempotency_key: str | None,
) -> Call[Turn]:
    body: dict[str, Any] = {"messages": [dict(message) for message in messages], "stream": stream}
    if context is not None:
        body["context"] = dict(context)
    timeout_s = 0.0 if stream else TURN_TIMEOUT_S
    return Call(
        method="POST",
        path="/v1/turns",
        model=Turn,
        json=body,
        headers=idempotent(idempotency_key),
        timeout_s=timeout_s,
    )


def retrieve_turn(turn_id: str) -> Call[Turn]:
    return Call(method="GET", path=f"/v1/turns/{quote(turn_id, safe='')}", model=Turn)


def list_turns(*, limit: int | None, cursor: str | None) -> Call[Page[Turn]]:
    return Call(method="GET", path="/v1/turns", model=Page[Turn], params=given(limit=limit, cursor=cursor))


def events_path(turn_id: str) -> str:
    return f"/v1/turns/{quote(turn_id, safe='')}/events"


def list_memory(
    *,
    category: str | None,
    after: datetime | str | None,
    before: datetime | str | None,
    include_tested: bool,
    limit: int | None,
    cursor: str | None,
) -> Call[Page[Memory]]:
    include = "tested_hypothesis" if include_tested else None
    params = given(
        category=category, after=instant(after), before=instant(before), include=include, limit=limit, cursor=cursor
    )
    return Call(method="GET", path="/v1/memory", model=Page[Memory], params=params)


def create_memory(text: str, *, category: str, confidence: float | None, idempotency_key: str | None) -> Call[Memory]:
    body: dict[str, Any] = {"text": text, "category": category}
    if confidence is not None:
        body["confidence"] = confidence
    return Call(method="POST", path="/v1/memory", model=Memory, json=body, headers=idempotent(idempotency_key))


def delete_memory(memory_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"/v1/memory/{quote(memory_id, safe='')}", model=None)


def create_document(title: str, text: str, *, media_type: str, idempotency_key: str | None) -> Call[Document]:
    body = {"title": title, "text": text, "media_type": media_type}
    return Call(method="POST", path="/v1/documents", model=Document, json=body, headers=idempotent(idempotency_key))


def list_documents(*, limit: int | None, cursor: str | None) -> Call[Page[Document]]:
    return Call(method="GET", path="/v1/documents", model=Page[Document], params=given(limit=limit, cursor=cursor))


def get_document(document_id: str) -> Call[WholeDocument]:
    return Call(method="GET", path=f"/v1/documents/{quote(document_id, safe='')}", model=WholeDocument)


def delete_document(document_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"/v1/documents/{quote(document_id, safe='')}", model=None)


def create_key(user_id: str, *, name: str, idempotency_key: str | None) -> Call[CreatedKey]:
    body = {"user_id": user_id, "name": name}
    return Call(method="POST", path="/v1/keys", model=CreatedKey, json=body, headers=idempotent(idempotency_key))


def list_keys(user_id: str) -> Call[KeyList]:
    return Call(method="GET", path="/v1/keys", model=KeyList, params={"user_id": user_id})


def revoke_key(key_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"/v1/keys/{quote(key_id, safe='')}", model=None)


def revoke_keys_of(user_id: str) -> Call[RevokedKeys]:
    return Call(method="DELETE", path="/v1/keys", model=RevokedKeys, params={"user_id": user_id})


def delete_user(user_id: str) -> Call[DeletedUser]:
    headers = {"Amy-User": user_id, "Amy-Confirm": user_id}
    return Call(method="DELETE", path="/v1/user", model=DeletedUser, headers=headers, timeout_s=ERASURE_TIMEOUT_S)


def health() -> Call[Health]:
    return Call(method="GET", path="/healthz", model=Health, accepted=frozenset({503}))


def given(**params: str | int | None) -> dict[str, str]:
    """The parameters of a query that are given."""
    return {name: str(value) for name, value in params.items() if value is not None}


def instant(value: datetime | str | None) -> str | None:
    """A moment as ISO 8601."""
    return value.isoformat() if isinstance(value, datetime) else value


def idempotent(key: str | None) -> dict[str, str]:
    """The header of a request that is done once; the key is made up unless given."""
    return {"Idempotency-Key": key or str(uuid.uuid4())}
