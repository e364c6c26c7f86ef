"""A token bucket: so many requests a minute, and as many at once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left at a moment.

    Attributes:
        tokens: requests that may be made at once.
        at_s: when that was true, in seconds of a monotonic clock.
    """

    tokens: float
    at_s: float


@dataclass(frozen=True, slots=True)
class Taken:
    """The bucket after a request, and how long the request would have to wait: 0 when it may go on."""

    bucket: Bucket
    wait_s: float


def take(bucket: Bucket, *, now_s: float, per_minute: int) -> Taken:
    """Refills the bucket up to `now_s` and takes one token out of it, if there is one."""
    per_second = per_minute / 60
    tokens = min(float(per_minute), bucket.tokens + max(0.0, now_s - bucket.at_s) * per_second)
    if tokens >= 1:
        return Taken(Bucket(tokens - 1, now_s), 0.0)
    return Taken(Bucket(tokens, now_s), (1 - tokens) / per_second)
