"""Trying again what may well work the next time: a peer that is restarting."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import structlog

from amy.runtime.errors import DeadlineExceededError, ServiceError, UpstreamUnavailableError
from services.orchestrator.ports import Clock

_log = structlog.get_logger("retry")
_T = TypeVar("_T")

TRANSIENT: tuple[type[ServiceError], ...] = (UpstreamUnavailableError, DeadlineExceededError)


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """Delay k is min(cap, base * 2^k plus jitter); no try begins later than `budget_s` after the first failure."""

    base_s: float = 0.2
    cap_s: float = 2.0
    budget_s: float = 60.0

    def delay_s(self, failures: int) -> float:
        # An exponent past 30 is far beyond any cap and would only overflow.
        backoff = self.base_s * 2.0 ** min(failures, 30)
        return min(self.cap_s, backoff + random.uniform(0, self.base_s))  # noqa: S311, spreads retries, guards nothing


async def with_retries(
    attempt: Callable[[], Awaitable[_T]], *, policy: RetryPolicy, clock: Clock, what: str, turn_id: str
) -> _T:
    """What the first successful attempt answers.

    Raises:
        UpstreamUnavailableError, DeadlineExceededError: the budget is spent.
        ServiceError: an attempt failed for a reason that time does not mend.
    """
    failures = 0
    give_up_at = float("inf")
    while True:
        try:
            return await attempt()
        except TRANSIENT as error:
            if failures == 0:
                give_up_at = clock.monotonic_s() + policy.budget_s
            delay_s = policy.delay_s(failures)
            failures += 1
            giving_up = clock.monotonic_s() + delay_s > give_up_at
            _log.warning(
                "peer.unavailable", what=what, turn_id=turn_id, code=error.reason, failures=failures, final=giving_up
            )
            if giving_up:
                raise
        await clock.sleep(delay_s)
