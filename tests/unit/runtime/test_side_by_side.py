import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from amy.runtime.side_by_side import in_order


async def counting(name: str, running: set[str], most: list[int]) -> AsyncIterator[str]:
    running.add(name)
    most.append(len(running))
    yield f"{name}1"
    await asyncio.sleep(0)
    yield f"{name}2"
    yield f"{name}3"
    running.remove(name)


async def breaking() -> AsyncIterator[str]:
    yield "x1"
    raise ValueError("broken")


async def test_what_runs_at_the_same_time_is_read_in_order_and_whole() -> None:
    most: list[int] = []
    running: set[str] = set()
    streams = [counting(name, running, most) for name in "abcd"]
    assert [item async for item in in_order(streams, at_once=2)] == [
        f"{name}{at}" for name in "abcd" for at in (1, 2, 3)
    ]
    assert max(most) == 2


async def test_what_a_stream_raises_comes_behind_what_it_brought() -> None:
    read: list[str] = []

    streams = [counting("a", set(), []), breaking(), counting("b", set(), [])]

    async def read_all() -> None:
        async for item in in_order(streams, at_once=2):
            read.append(item)  # noqa: PERF401, what was read before it broke is looked at

    with pytest.raises(ValueError, match="broken"):
        await read_all()
    assert read == ["a1", "a2", "a3", "x1"]


async def test_who_stops_reading_ends_the_streams() -> None:
    ended = asyncio.Event()

    async def waiting() -> AsyncIterator[str]:
        try:
            yield "w1"
            await asyncio.sleep(60)
        finally:
            ended.set()

    async with aclosing(in_order([waiting()], at_once=2)) as items:
        assert await anext(items) == "w1"
        await asyncio.sleep(0)
    assert ended.is_set()
