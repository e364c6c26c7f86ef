"""Streams whose messages bring along those that were ready with them, since each costs its way."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import suppress
from typing import Any, Literal, Protocol, TypeVar


class Leading(Protocol):
    """A message with room for others of its kind that come right behind it."""

    @property
    def following(self) -> Any: ...  # noqa: ANN401, a repeated field of its own kind

    def ClearField(self, field_name: Literal["following"], /) -> None: ...  # noqa: N802, protobuf's name


_M = TypeVar("_M", bound=Leading)


async def together(messages: AsyncIterator[_M]) -> AsyncGenerator[_M]:
    """The same stream; what came behind a message before anybody had waited is within it.

    Raises:
        Exception: what the stream raises, behind all that it brought.
    """
    ready: list[_M] = []
    news = asyncio.Event()

    async def fill() -> None:
        try:
            async for message in messages:
                ready.append(message)
                news.set()
        finally:
            news.set()

    filling = asyncio.create_task(fill())
    try:
        while not filling.done() or ready:
            await news.wait()
            news.clear()
            if ready:
                first, *following = ready
                ready.clear()
                first.following.extend(following)
                yield first
        await filling
    finally:
        filling.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await filling


async def one_by_one(messages: AsyncIterable[_M]) -> AsyncIterator[_M]:
    """Each message of such a stream by itself, in order."""
    async for message in messages:
        following = list(message.following)
        message.ClearField("following")
        for each in (message, *following):
            yield each
