"""Streams that run at the same time and are read one behind the other."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")


class _End:
    """Behind the last item of a stream."""


async def in_order(streams: Sequence[AsyncIterator[_T]], *, at_once: int) -> AsyncGenerator[_T, None]:
    """What the streams bring, all of the first before any of the second, as it comes; at most `at_once` run.

    Raises:
        Exception: what a stream raises, behind all that it and those before it brought. The others are ended then, as
            they are when the reader stops.
    """
    slots = asyncio.Semaphore(at_once)
    queues = [asyncio.Queue[_T | _End]() for _ in streams]

    async def drain(stream: AsyncIterator[_T], queue: asyncio.Queue[_T | _End]) -> None:
        try:
            async with slots:
                async for item in stream:
                    queue.put_nowait(item)
        finally:
            queue.put_nowait(_End())

    tasks = [asyncio.create_task(drain(*pair)) for pair in zip(streams, queues, strict=True)]
    try:
        for task, queue in zip(tasks, queues, strict=True):
            while not isinstance(item := await queue.get(), _End):
                yield item
            await task
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Exception):
                await task
