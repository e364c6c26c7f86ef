"""Who may go next: users in turn, and no more than there is room for."""

import asyncio

import pytest

from amy.runtime.errors import ConcurrencyLimitError
from services.health_data.adapters.lanes import Door, Lane


class Imports:
    """Imports that take a place in a lane and keep it until they are told to end."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self.running: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Each is called after its user and a number: "ann-1"."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._run(name))
            await asyncio.sleep(0)

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait({self._tasks[name]})
        await asyncio.sleep(0)

    async def _run(self, name: str) -> None:
        async with self._lane.place(name.split("-", maxsplit=1)[0]):
            self.running.append(name)
            try:
                await self._ends[name].wait()
            finally:
                self.running.remove(name)


async def test_a_user_with_many_imports_waits_behind_a_user_with_one() -> None:
    imports = Imports(Lane(1))
    await imports.come("ann-1", "ann-2", "ann-3", "bob-1")
    assert imports.running == ["ann-1"]
    await imports.end("ann-1")
    assert imports.running == ["bob-1"]
    await imports.end("bob-1")
    assert imports.running == ["ann-2"]


async def test_a_user_holds_one_place_even_when_others_are_free() -> None:
    imports = Imports(Lane(2))
    await imports.come("ann-1", "ann-2")
    assert imports.running == ["ann-1"]
    await imports.come("bob-1")
    assert imports.running == ["ann-1", "bob-1"]
    await imports.end("ann-1")
    assert imports.running == ["bob-1", "ann-2"]


async def test_who_leaves_while_waiting_is_passed_over() -> None:
    imports = Imports(Lane(1))
    await imports.come("ann-1", "bob-1", "cid-1")
    await imports.leave("bob-1")
    await imports.end("ann-1")
    assert imports.running == ["cid-1"]


async def test_who_leaves_while_running_gives_the_place_back() -> None:
    imports = Imports(Lane(1))
    await imports.come("ann-1", "bob-1")
    await imports.leave("ann-1")
    assert imports.running == ["bob-1"]


async def test_who_is_given_a_place_in_the_moment_of_leaving_gives_it_back() -> None:
    lane = Lane(1)
    imports = Imports(lane)
    await imports.come("ann-1", "bob-1", "cid-1")
    imports._ends["ann-1"].set()
    await imports._tasks["ann-1"]
    imports._tasks["bob-1"].cancel()
    await asyncio.wait({imports._tasks["bob-1"]})
    await asyncio.sleep(0)
    assert imports.running == ["cid-1"]


async def test_a_user_has_a_bounded_number_of_imports_under_way() -> None:
    door = Door(a_user=2, in_all=10)
    async with door.entered("ann"), door.entered("ann"):
        with pytest.raises(ConcurrencyLimitError, match="2 of your imports") as refused:
            async with door.entered("ann"):
                raise AssertionError
        assert refused.value.metadata == {"retry_after": "5"}
        async with door.entered("bob"):
            pass
    async with door.entered("ann"):
        pass


async def test_all_users_together_have_a_bounded_number_of_imports_under_way() -> None:
    door = Door(a_user=2, in_all=2)
    async with door.entered("ann"), door.entered("bob"):
        with pytest.raises(ConcurrencyLimitError, match="Too many files"):
            async with door.entered("cid"):
                raise AssertionError
