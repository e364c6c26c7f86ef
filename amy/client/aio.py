"""The client for asyncio: the same methods, awaited."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from types import TracebackType
from typing import Self

import httpx

from amy.client import calls
from amy.client.aio_data import AsyncData
from amy.client.aio_transport import AsyncTransport
from amy.client.config import config
from amy.client.errors import AmyError, connection_failed, ended_early, error_of
from amy.client.events import TurnEvent
from amy.client.follow import IDLE_TIMEOUT_S, Follower
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
from amy.client.retry import Backoff


class AsyncAmy:
    """Amy over HTTP, for asyncio. Close it, or use it as a context manager.

    Args:
        api_key: a bearer key; else `AMY_API_KEY`.
        base_url: else `AMY_BASE_URL`, else `http://127.0.0.1:8420`.
        user: for whom to act, with an admin key.
        timeout: seconds to wait for the next byte of an answer.
        retries: how often a call is tried again when the server cannot be reached.

    Raises:
        ValueError: the base URL is not one, or key or user hold characters that a header cannot.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        user: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
    ) -> None:
        settings = config(api_key=api_key, base_url=base_url, user=user, timeout_s=timeout)
        http = httpx.AsyncClient(
            base_url=settings.base_url,
            headers=settings.headers(),
            timeout=timeout,
            trust_env=settings.trust_env(),
            verify=settings.verify(),
        )
        self._transport = AsyncTransport(http, timeout_s=timeout, backoff=Backoff(tries=retries, base_s=0.2))
        self.turns = AsyncTurns(self._transport)
        self.memory = AsyncMemoryEntries(self._transport)
        self.documents = AsyncDocuments(self._transport)
        self.data = AsyncData(self._transport)
        self.keys = AsyncKeys(self._transport)
        self.users = AsyncUsers(self._transport)

    async def health(self) -> Health:
        """Which services serve. Needs no key."""
        return await self._transport.run(calls.health())

    async def close(self) -> None:
        await self._transport.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncTurns:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        messages: Sequence[Mapping[str, str]],
        *,
        stream: bool = True,
        context: Mapping[str, bool | str] | None = None,
        idempotency_key: str | None = None,
    ) -> Turn:
        """Starts a turn. `stream=False` waits for its end, up to 15 minutes."""
        return await self._transport.run(
            calls.create_turn(messages, stream=stream, context=context, idempotency_key=idempotency_key)
        )

    async def retrieve(self, turn_id: str) -> Turn:
        return await self._transport.run(calls.retrieve_turn(turn_id))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[Turn]:
        """One page, newest first."""
        return await self._transport.run(calls.list_turns(limit=limit, cursor=cursor))

    async def stream(
        self,
        turn_id: str,
        *,
        last_event_id: int = 0,
        max_retries: int = 5,
        retry_delay: float = 0.5,
        on_reconnect: Callable[[int], None] | None = None,
    ) -> AsyncGenerator[TurnEvent, None]:
        """The events after `last_event_id`, each once and in order, up to the terminal one.

        A connection that breaks is opened again where it stopped: after `retry_delay` seconds, then twice as long and
        so on, with jitter, until `max_retries` in a row have brought no event. `on_reconnect` is told the last id seen.

        Raises:
            NotFoundError: no such turn, or its events have expired (`turn_events_expired`).
            AmyError: refused, or it was tried often enough.
        """
        follower = Follower(last_event_id=last_event_id, backoff=Backoff(tries=max_retries, base_s=retry_delay))
        while not follower.finished:
            try:
                async with aclosing(self._connection(turn_id, follower)) as events:
                    async for event in events:
                        yield event
            except AmyError as error:
                await asyncio.sleep(follower.pause_after(error))
                if on_reconnect is not None:
                    on_reconnect(follower.last_event_id)

    async def _connection(self, turn_id: str, follower: Follower) -> AsyncGenerator[TurnEvent, None]:
        """What one connection brings; ends only after the terminal event, or raises AmyError."""
        http = self._transport.http
        timeout = self._transport.timeout(IDLE_TIMEOUT_S)
        try:
            async with http.stream(
                "GET", calls.events_path(turn_id), headers=follower.headers(), timeout=timeout
            ) as response:
                if response.status_code != httpx.codes.OK:
                    await response.aread()
                    raise error_of(response)
                async for chunk in response.aiter_bytes():
                    for event in follower.take(chunk):
                        yield event
                    if follower.finished:
                        return
        except httpx.TransportError as error:
            raise connection_failed(error, str(http.base_url)) from error
        raise ended_early()


class AsyncMemoryEntries:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, text: str, *, category: str, confidence: float | None = None, idempotency_key: str | None = None
    ) -> Memory:
        """Writes an entry in the user's own words.

        Args:
            text: at most 500 characters.
            category: "goal", "insight", "preference" or "history".
            confidence: 0 to 1; 1 unless given.
            idempotency_key: repeats with the same key write once; made up unless given.
        """
        return await self._transport.run(
            calls.create_memory(text, category=category, confidence=confidence, idempotency_key=idempotency_key)
        )

    async def list(
        self,
        *,
        category: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        include_tested: bool = False,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """One page, newest first; tested hypotheses only if included or named as the category."""
        return await self._transport.run(
            calls.list_memory(
                category=category,
                after=after,
                before=before,
                include_tested=include_tested,
                limit=limit,
                cursor=cursor,
            )
        )

    async def delete(self, memory_id: str) -> None:
        """Removes an entry at once and for good."""
        await self._transport.run(calls.delete_memory(memory_id))


class AsyncDocuments:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, title: str, text: str, *, media_type: str = "text/plain", idempotency_key: str | None = None
    ) -> Document:
        """Keeps a document of the user's own, which answers may quote.

        Args:
            title: at most 200 characters; how it is named as a source.
            text: at most 1 MiB in UTF-8.
            media_type: "text/plain" or "text/markdown".
            idempotency_key: repeats with the same key keep it once; made up unless given.
        """
        return await self._transport.run(
            calls.create_document(title, text, media_type=media_type, idempotency_key=idempotency_key)
        )

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> Page[Document]:
        """One page, newest first, without the texts."""
        return await self._transport.run(calls.list_documents(limit=limit, cursor=cursor))

    async def get(self, document_id: str) -> WholeDocument:
        """A document with its text."""
        return await self._transport.run(calls.get_document(document_id))

    async def delete(self, document_id: str) -> None:
        """Removes a document at once and for good."""
        await self._transport.run(calls.delete_document(document_id))


class AsyncKeys:
    """Needs an admin key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, user_id: str, *, name: str = "", idempotency_key: str | None = None) -> CreatedKey:
        """A new key for a user; its text is shown this once."""
        return await self._transport.run(calls.create_key(user_id, name=name, idempotency_key=idempotency_key))

    async def list(self, user_id: str) -> KeyList:
        return await self._transport.run(calls.list_keys(user_id))

    async def revoke(self, key_id: str) -> None:
        """Ends one key."""
        await self._transport.run(calls.revoke_key(key_id))

    async def revoke_all(self, user_id: str) -> RevokedKeys:
        """Ends every key of a user."""
        return await self._transport.run(calls.revoke_keys_of(user_id))


class AsyncUsers:
    """As `Users`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def delete(self, user_id: str) -> DeletedUser:
        return await self._transport.run(calls.delete_user(user_id))
