"""What is made when it is first wanted is made once, and whoever wants it waits for it."""

import asyncio

import pytest

from amy.runtime.later import Later


async def test_it_is_made_once_and_for_everybody() -> None:
    times = 0

    async def make() -> object:
        nonlocal times
        times += 1
        await asyncio.sleep(0)
        return object()

    later = Later(make)
    await later.warm()
    one, other = await asyncio.gather(later.made(), later.made())
    assert one is other
    assert times == 1


async def test_who_stops_waiting_takes_it_from_nobody() -> None:
    may_end = asyncio.Event()

    async def make() -> str:
        await may_end.wait()
        return "made"

    later = Later(make)
    impatient, patient = asyncio.create_task(later.made()), asyncio.create_task(later.made())
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.wait({impatient})
    may_end.set()
    assert await patient == "made"


async def test_everybody_hears_why_it_cannot_be_made() -> None:
    async def make() -> str:
        raise ValueError("the file has another format")

    later = Later(make)
    for _ in range(2):
        with pytest.raises(ValueError, match="another format"):
            await later.made()
    assert await later.ended() is None


async def test_what_is_being_made_when_it_is_let_go_of_is_waited_for() -> None:
    may_end = asyncio.Event()

    async def make() -> str:
        await may_end.wait()
        return "made"

    later = Later(make)
    assert await later.ended() is None
    warming = asyncio.create_task(later.warm())
    await asyncio.sleep(0)
    warming.cancel()
    ending = asyncio.create_task(later.ended())
    await asyncio.sleep(0)
    may_end.set()
    assert await ending == "made"
