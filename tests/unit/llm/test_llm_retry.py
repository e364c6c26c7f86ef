"""When a failed call is made again."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from amy.llm.errors import ModelError, OverloadedError, RateLimitedError, WrongKeyError
from amy.llm.retry import RetryConfig, with_retries


class Attempts:
    """Fails with each error in turn, then succeeds; remembers how long it was waited for."""

    def __init__(self, *errors: ModelError) -> None:
        self._errors = list(errors)
        self.made = 0
        self.waited: list[float] = []

    async def make(self) -> str:
        self.made += 1
        if self._errors:
            raise self._errors.pop(0)
        return "done"

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)

    async def run(self, policy: RetryConfig, *, may_repeat: bool = True) -> str:
        return await with_retries(
            self.make, policy, may_repeat=lambda: may_repeat, sleep=self.sleep, chance=lambda: 0.5
        )


async def test_the_waits_double_up_to_the_longest() -> None:
    attempts = Attempts(*(OverloadedError("") for _ in range(5)))
    assert await attempts.run(RetryConfig(max_retries=5, base_delay=1.0, max_delay=6.0)) == "done"
    assert attempts.waited == [1.5, 2.5, 4.5, 6.0, 6.0]


async def test_it_is_waited_as_long_as_is_asked_for_and_never_less_than_the_own_wait() -> None:
    attempts = Attempts(RateLimitedError("", retry_after_s=7.0), RateLimitedError("", retry_after_s=0.1))
    await attempts.run(RetryConfig(base_delay=1.0))
    assert attempts.waited == [7.0, 2.5]


async def test_a_longer_wait_than_the_longest_is_not_begun() -> None:
    attempts = Attempts(RateLimitedError("", retry_after_s=61.0))
    with pytest.raises(RateLimitedError):
        await attempts.run(RetryConfig(max_delay=60.0))
    assert attempts.waited == []


@pytest.mark.parametrize(
    ("error", "may_repeat", "made"), [(WrongKeyError(""), True, 1), (OverloadedError(""), False, 1)]
)
async def test_what_may_not_be_repeated_is_made_once(error: ModelError, may_repeat: bool, made: int) -> None:  # noqa: FBT001, a parameter
    attempts = Attempts(error)
    with pytest.raises(type(error)):
        await attempts.run(RetryConfig(), may_repeat=may_repeat)
    assert attempts.made == made


async def test_the_last_error_is_raised() -> None:
    attempts = Attempts(OverloadedError(""), OverloadedError(""), RateLimitedError(""))
    with pytest.raises(RateLimitedError):
        await attempts.run(RetryConfig(max_retries=2))
    assert attempts.made == 3


@given(
    policy=st.builds(
        RetryConfig,
        max_retries=st.integers(0, 10),
        base_delay=st.floats(0.1, 30.0),
        max_delay=st.floats(1.0, 300.0),
    ),
    jitter=st.floats(0, 1),
    asked=st.one_of(st.none(), st.floats(0, 1000)),
)
def test_waits_never_shrink_and_stay_in_their_bounds(policy: RetryConfig, jitter: float, asked: float | None) -> None:
    waits = [policy.delay_s(retry, jitter=jitter) for retry in range(11)]
    assert all(0 < wait <= policy.max_delay for wait in waits)
    assert all(one <= other for one, other in itertools.pairwise(waits))
    assert policy.delay_s(0, jitter=jitter, asked_s=asked) >= (asked or 0.0)


@pytest.mark.parametrize("wrong", [{"max_retries": 11}, {"base_delay": 0.05}, {"max_delay": 0.5}, {"tries": 3}])
def test_a_policy_outside_its_bounds_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        RetryConfig.model_validate(wrong)
