"""When to try again, and how long to wait before."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Backoff:
    """Exponential, with jitter so that clients of one outage do not come back as one.

    Attributes:
        tries: how often in a row it may be tried again.
        base_s: the first delay; each further one is twice as long, and up to `base_s` longer at random.
    """

    tries: int = 5
    base_s: float = 0.5
    max_s: float = 30.0

    def delay_s(self, failures: int) -> float | None:
        """How long to wait after this many failures in a row; None when it is enough."""
        if failures > self.tries:
            return None
        jitter = random.uniform(0, self.base_s)  # noqa: S311, spreads load, guards nothing
        return min(self.max_s, self.base_s * 2.0 ** (failures - 1) + jitter)
