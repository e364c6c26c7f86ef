"""The machine's clock."""

import asyncio
import time
from datetime import UTC, datetime


class SystemClock:
    """A `Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic_s(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
