"""How often a host is asked."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from services.domain_expert.domain.web_results import RateLimitedError

Monotonic: TypeAlias = Callable[[], float]
"""Seconds that never run backwards."""
Sleep: TypeAlias = Callable[[float], Awaitable[None]]


@dataclass(kw_only=True)
class _Bucket:
    """Tokens at an instant. A negative number is what waiting requests have already taken."""

    tokens: float
    filled_at: float


class TokenBuckets:
    """One token bucket for each host: a request takes a token and waits until there is one.

    Requests are served in the order in which they came. With a burst of one they are evenly spaced, so no second holds
    more than `per_second` of them.

    Args:
        per_second: how many tokens a bucket gains in a second.
        burst: how many tokens a full bucket holds.
    """

    def __init__(self, *, per_second: float, burst: int = 1, clock: Monotonic, sleep: Sleep) -> None:
        if per_second <= 0 or burst < 1:
            raise ValueError("a bucket gains tokens and holds at least one")
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._sleep = sleep
        self._buckets: dict[str, _Bucket] = {}

    async def take(self, host: str, *, at_most_s: float) -> None:
        """Return when the host may be asked.

        A wait longer than `at_most_s` is not begun and takes no token, so that requests which give up anyway do not
        push back those that follow.

        Raises:
            RateLimitedError: the turn of this request would come too late.
        """
        now = self._clock()
        bucket = self._buckets.setdefault(host, _Bucket(tokens=float(self._burst), filled_at=now))
        gained = (now - bucket.filled_at) * self._per_second
        bucket.tokens = min(float(self._burst), bucket.tokens + gained)
        bucket.filled_at = now
        wait = max(0.0, (1.0 - bucket.tokens) / self._per_second)
        if wait > at_most_s:
            raise RateLimitedError("too many requests wait for this host.", host=host, retry_after_s=wait)
        bucket.tokens -= 1.0
        if wait > 0:
            await self._sleep(wait)
