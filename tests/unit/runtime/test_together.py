"""What is ready travels together; what is waited for does not hold up what was there before it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.runtime.together import one_by_one, together


def said(text: str) -> ds.AnalyzeResponse:
    return ds.AnalyzeResponse(thought=common.Thought(delta=text))


def texts(message: ds.AnalyzeResponse) -> list[str]:
    return [each.thought.delta for each in (message, *message.following)]


async def test_what_is_ready_is_within_the_first_of_it() -> None:
    may_go_on = asyncio.Event()

    async def source() -> AsyncIterator[ds.AnalyzeResponse]:
        yield said("a")
        yield said("b")
        await may_go_on.wait()
        yield said("c")

    stream = together(source())
    assert texts(await anext(stream)) == ["a", "b"]
    may_go_on.set()
    assert texts(await anext(stream)) == ["c"]
    with pytest.raises(StopAsyncIteration):
        await anext(stream)


async def test_read_one_by_one_it_is_the_same_stream() -> None:
    async def source() -> AsyncIterator[ds.AnalyzeResponse]:
        for number in range(50):
            if number % 7 == 0:
                await asyncio.sleep(0)
            yield said(str(number))

    assert [message async for message in one_by_one(together(source()))] == [said(str(number)) for number in range(50)]


async def test_an_error_comes_behind_what_was_brought() -> None:
    async def source() -> AsyncIterator[ds.AnalyzeResponse]:
        yield said("a")
        raise ValueError("no more")

    stream = together(source())
    assert texts(await anext(stream)) == ["a"]
    with pytest.raises(ValueError, match="no more"):
        await anext(stream)


async def test_who_stops_reading_ends_the_source() -> None:
    ended = asyncio.Event()

    async def source() -> AsyncIterator[ds.AnalyzeResponse]:
        try:
            yield said("a")
            await asyncio.sleep(60)
        finally:
            ended.set()

    stream = together(source())
    await anext(stream)
    await stream.aclose()
    assert ended.is_set()
