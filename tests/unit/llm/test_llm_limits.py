"""How much of a provider one process uses."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.llm.errors import BudgetSpentError
from amy.llm.limits import ProviderLimits


class Time:
    """Goes by when somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds

    def limits(self, tokens_a_minute: int, longest_wait_s: float = 30.0) -> ProviderLimits:
        return ProviderLimits(
            tokens_a_minute=tokens_a_minute,
            longest_wait_s=longest_wait_s,
            monotonic_s=lambda: self.now_s,
            sleep=self.sleep,
        )


async def test_no_more_calls_begin_than_may_be_under_way() -> None:
    limits, under_way, most = ProviderLimits(most_at_once=2), 0, 0

    async def call() -> None:
        nonlocal under_way, most
        async with limits.call():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*(call() for _ in range(10)))
    assert most == 2


async def test_a_call_waits_until_the_oldest_no_longer_counts() -> None:
    time = Time()
    limits = time.limits(100)
    limits.use(60)
    time.now_s += 40
    limits.use(60)
    async with limits.call():
        pass
    assert time.slept == [20.0]


async def test_a_call_that_would_wait_too_long_gives_up_and_says_how_long() -> None:
    time = Time()
    limits = time.limits(100)
    limits.use(100)
    with pytest.raises(BudgetSpentError) as raised:
        async with limits.call():
            pass
    assert raised.value.retry_after_s == 60.0
    assert not raised.value.is_transient


async def test_a_call_that_failed_gives_its_place_back() -> None:
    limits = ProviderLimits(most_at_once=1)
    for _ in range(2):
        with pytest.raises(ValueError, match="x"):
            async with limits.call():
                raise ValueError("x")


@given(uses=st.lists(st.tuples(st.integers(0, 200), st.floats(0, 30)), max_size=12), most=st.integers(1, 300))
def test_a_call_begins_only_when_the_last_minute_has_room(uses: list[tuple[int, float]], most: int) -> None:
    async def run() -> None:
        time = Time()
        limits = time.limits(most, longest_wait_s=1e9)
        used: list[tuple[float, int]] = []
        for tokens, pause_s in uses:
            async with limits.call():
                counted = sum(each for at, each in used if at > time.now_s - 60.0 + 1e-6)
                assert counted < most
                limits.use(tokens)
                used.append((time.now_s, tokens))
            time.now_s += pause_s

    asyncio.run(run())
