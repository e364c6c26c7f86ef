"""What a route reads of a request: who it is from, its body, and its idempotency key."""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from amy.runtime.errors import InvalidRequestError, ServiceError
from gateway.app.gateway import Gateway
from gateway.app.once import ADMIN_SCOPE, user_scope
from gateway.domain.connections import address_of
from gateway.domain.idempotency import Reply, fingerprint
from gateway.domain.keys import Caller, User
from gateway.http.problems import problem, rejection
from gateway.http.replies import reply_response
from gateway.http.sse import Streams
from gateway.settings import Settings

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Who reads an event stream.

    Attributes:
        key_id: the key whose end ends the stream; None for the admin's, which is a setting.
    """

    user_id: str
    key_id: str | None


def gateway_of(request: Request) -> Gateway:
    return cast("Gateway", request.app.state.gateway)


def address_of_client(request: Request) -> str:
    return address_of(request.client.host) if request.client is not None else ""


async def _caller(request: Request) -> Caller:
    return await gateway_of(request).access.identify(
        request.headers.get("authorization"), address=address_of_client(request)
    )


async def _streaming_caller(request: Request) -> Caller:
    """As `_caller`; EventSource cannot set headers, so a key in the query will do."""
    authorization, api_key = request.headers.get("authorization"), request.query_params.get("api_key", "")
    return await gateway_of(request).access.identify(authorization, api_key, address=address_of_client(request))


async def user_of(request: Request) -> str:
    """For whom the request is made, once it is known that it may be."""
    return await gateway_of(request).access.user(await _caller(request), request.headers.get("amy-user"))


async def reader_of(request: Request) -> Reader:
    """As `user_of`, for an event stream."""
    caller = await _streaming_caller(request)
    user_id = await gateway_of(request).access.user(caller, request.headers.get("amy-user"))
    return Reader(user_id=user_id, key_id=caller.key_id if isinstance(caller, User) else None)


async def _admin(request: Request) -> None:
    gateway_of(request).access.admin(await _caller(request))


async def _desk(request: Request) -> Gateway:
    # A dependency that is no coroutine would be called on another thread.
    return gateway_of(request)


Desk = Annotated[Gateway, Depends(_desk)]
UserId = Annotated[str, Depends(user_of)]
StreamReader = Annotated[Reader, Depends(reader_of)]
AdminOnly = Depends(_admin)


def settings_of(request: Request) -> Settings:
    return cast("Settings", request.app.state.settings)


def streams_of(request: Request) -> Streams:
    return cast("Streams", request.app.state.streams)


def request_id_of(request: Request) -> str:
    return cast("str", request.scope["amy.request_id"])


def respond(request: Request, error: ServiceError) -> Response:
    """The response to a request that failed."""
    return problem(error, request_id=request_id_of(request), docs_url=settings_of(request).public_docs_url)


class Incoming:
    """A request's body, read once, hashed on the way, and never longer than allowed.

    Args:
        said_in: names of headers that are a part of what is asked for, and hashed with the body.
    """

    def __init__(self, request: Request, *, max_bytes: int, said_in: Sequence[str] = ()) -> None:
        self._request = request
        self._max_bytes = max_bytes
        self._size = 0
        self._sha256 = hashlib.sha256()
        for name in said_in:
            self._sha256.update(f"{name}: {request.headers.get(name)}\n".encode())
        self._stream = request.stream()

    def require_declared_within(self) -> None:
        """Refuses a body that says itself that it is too long, before any of it is read.

        Raises:
            InvalidRequestError: it does.
        """
        declared = self._request.headers.get("content-length", "")
        if declared.isdigit() and int(declared[:18]) > self._max_bytes:
            raise self._too_long()

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives.

        Raises:
            InvalidRequestError: it is too long, or it ended early.
        """
        try:
            async for chunk in self._stream:
                self._size += len(chunk)
                if self._size > self._max_bytes:
                    raise self._too_long()
                self._sha256.update(chunk)
                if chunk:
                    yield chunk
        except ClientDisconnect:
            raise InvalidRequestError("The body ended before its end.") from None

    def _too_long(self) -> InvalidRequestError:
        return InvalidRequestError(f"The body is longer than {self._max_bytes} bytes.")

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([chunk async for chunk in self.chunks()])

    async def parse(self, model: type[_M]) -> _M:
        """The body as a model.

        Raises:
            InvalidRequestError: it is not JSON, or not an object.
            InvalidFieldError: a field is missing, unknown or not what it should be.
        """
        try:
            return model.model_validate_json(await self.read())
        except ValidationError as error:
            raise rejection(error.errors(include_url=False, include_context=False, include_input=False)) from None

    async def fingerprint(self) -> str:
        """What tells this request from others with the same idempotency key; reads what is left of the body."""
        async for _ in self.chunks():
            pass
        url = self._request.url
        return fingerprint(
            method=self._request.method, target=f"{url.path}?{url.query}", body_sha256=self._sha256.hexdigest()
        )


def writing(request: Request, user_id: str) -> AbstractAsyncContextManager[None]:
    """Stands around what a request that is no POST writes for a user."""
    return gateway_of(request).erasure.writing(user_id)


async def once(
    request: Request, incoming: Incoming, act: Callable[[], Awaitable[Reply]], *, user_id: str | None
) -> Response:
    """Does a POST once per idempotency key.

    Args:
        request: the POST.
        incoming: its body.
        act: does it.
        user_id: whose request it is; None for the administration.
    """
    return await once_with_id(request, incoming, lambda _turn_id: act(), user_id=user_id)


async def once_with_id(
    request: Request, incoming: Incoming, act: Callable[[str], Awaitable[Reply]], *, user_id: str | None
) -> Response:
    """As `once`, for a POST that starts a turn: `act` is given the turn's id."""
    return reply_response(await _reply(request, incoming, act, user_id=user_id))


async def kept_once(
    request: Request, incoming: Incoming, act: Callable[[], Awaitable[Reply]], *, user_id: str
) -> Reply:
    """As `once`, for a POST whose reply is sent in a form of its own."""
    return await _reply(request, incoming, lambda _turn_id: act(), user_id=user_id)


async def _reply(
    request: Request, incoming: Incoming, act: Callable[[str], Awaitable[Reply]], *, user_id: str | None
) -> Reply:
    gateway = gateway_of(request)
    async with gateway.erasure.writing(user_id) if user_id is not None else nullcontext():
        return await gateway.once.do(
            act,
            scope=ADMIN_SCOPE if user_id is None else user_scope(user_id),
            key=request.headers.get("idempotency-key"),
            fingerprint=incoming.fingerprint,
        )
    raise AssertionError(request)
