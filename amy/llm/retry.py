"""The one policy by which transient failures are tried again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field

from amy.llm.errors import ModelError

_T = TypeVar("_T")


class RetryConfig(BaseModel):
    """How transient failures are tried again: after min(max_delay, base_delay x 2^k + jitter) seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_retries: int = Field(default=3, ge=0, le=10)
    base_delay: float = Field(default=1.0, ge=0.1, le=30.0)
    max_delay: float = Field(default=60.0, ge=1.0, le=300.0)

    def delay_s(self, retry: int, *, jitter: float, asked_s: float | None = None) -> float:
        """Before the retry of that number, from 0 on; never sooner than the other side asked for.

        Args:
            retry: its number.
            jitter: between 0 and 1, a share of `base_delay` that is added.
            asked_s: what the other side asked for.
        """
        own = min(self.max_delay, self.base_delay * 2.0**retry + jitter * self.base_delay)
        return max(own, asked_s or 0.0)


async def with_retries(
    attempt: Callable[[], Awaitable[_T]],
    policy: RetryConfig,
    *,
    may_repeat: Callable[[], bool] = lambda: True,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    chance: Callable[[], float] = random.random,
) -> _T:
    """What the attempt comes to, tried again after a transient failure.

    Args:
        attempt: the call.
        policy: how often and when.
        may_repeat: whether a failed attempt has left nothing behind that a second one would double.
        sleep: waits.
        chance: between 0 and 1.

    Raises:
        ModelError: the last one, if no attempt succeeded. One that asks for a longer wait than `max_delay` is not
            waited for.
    """
    for retry in range(policy.max_retries + 1):
        try:
            return await attempt()
        except ModelError as error:
            waits_too_long = (error.retry_after_s or 0.0) > policy.max_delay
            if not error.is_transient or retry == policy.max_retries or waits_too_long or not may_repeat():
                raise
            await sleep(policy.delay_s(retry, jitter=chance(), asked_s=error.retry_after_s))
    raise AssertionError
