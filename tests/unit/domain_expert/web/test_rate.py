"""How often a host is asked."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.adapters.web.rate import TokenBuckets
from services.domain_expert.domain.web_results import RateLimitedError
from tests.unit.domain_expert.web.conftest import Waits


def buckets(waits: Waits, *, per_second: float = 3.0, burst: int = 1) -> TokenBuckets:
    return TokenBuckets(per_second=per_second, burst=burst, clock=waits.clock, sleep=waits.sleep)


@given(
    per_second=st.sampled_from([1.0, 3.0, 10.0]),
    pauses=st.lists(st.floats(min_value=0, max_value=2), min_size=1, max_size=40),
)
def test_no_second_holds_more_requests_than_allowed(per_second: float, pauses: list[float]) -> None:
    async def instants() -> list[float]:
        waits = Waits()
        limited, taken = buckets(waits, per_second=per_second), []
        for pause in pauses:
            waits.now += pause
            await limited.take("a", at_most_s=60)
            taken.append(waits.now)
        return taken

    taken = asyncio.run(instants())
    for first in taken:
        assert sum(first <= instant < first + 1 - 1e-6 for instant in taken) <= per_second


async def test_requests_at_once_are_spaced_in_their_order(waits: Waits) -> None:
    slept: list[float] = []

    async def note(seconds: float) -> None:
        slept.append(round(seconds, 6))

    limited = TokenBuckets(per_second=4, clock=waits.clock, sleep=note)
    await asyncio.gather(*(limited.take("a", at_most_s=9) for _ in range(4)))
    assert slept == [0.25, 0.5, 0.75]


async def test_hosts_do_not_wait_for_each_other(waits: Waits) -> None:
    limited = buckets(waits)
    await limited.take("a", at_most_s=9)
    await limited.take("b", at_most_s=9)
    assert waits.slept == []


async def test_a_burst_is_taken_at_once_and_filled_again(waits: Waits) -> None:
    limited = buckets(waits, per_second=1, burst=2)
    for _ in range(3):
        await limited.take("a", at_most_s=9)
    assert waits.slept == [1.0]
    waits.now += 100
    for _ in range(3):
        await limited.take("a", at_most_s=9)
    assert waits.slept == [1.0, 1.0]


async def test_a_wait_that_is_too_long_takes_no_token(waits: Waits) -> None:
    limited = buckets(waits, per_second=1)
    await limited.take("a", at_most_s=9)
    for _ in range(5):
        with pytest.raises(RateLimitedError) as late:
            await limited.take("a", at_most_s=0.5)
        assert late.value.retry_after_s == pytest.approx(1.0)
    await limited.take("a", at_most_s=9)
    assert waits.slept == [pytest.approx(1.0)]


@pytest.mark.parametrize(("per_second", "burst"), [(0.0, 1), (-1.0, 1), (1.0, 0)])
def test_a_bucket_that_never_fills_cannot_be_made(waits: Waits, per_second: float, burst: int) -> None:
    with pytest.raises(ValueError, match="bucket"):
        buckets(waits, per_second=per_second, burst=burst)
