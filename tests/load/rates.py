"""What counting a user's requests over all gateways costs: one count, beside looking up the key that every request has.

`python -m tests.load.rates` prints both, and their ratio.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from gateway.adapters.clock import SystemClock
from gateway.adapters.sql_rates import SqlRates
from gateway.adapters.sql_store import SqlKeyStore, opened
from gateway.app.access import RatesHere
from tests.stoppable import stoppable_server

_TIMES = 1000


async def milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    """The median of one run at a time."""
    taken = []
    for _ in range(_TIMES):
        began = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - began)
    return 1000 * median(taken)


async def measure(url: str) -> None:
    async with opened(url) as database:
        rates = SqlRates(database, per_minute=10 * _TIMES, alone=RatesHere(SystemClock(), per_minute=0))
        keys = SqlKeyStore(database)
        look_up = await milliseconds(lambda: keys.find("digest"))
        count = await milliseconds(lambda: rates.take("anna"))
    print(f"look up a key  {look_up:.2f} ms")
    print(f"count          {count:.2f} ms, {count / look_up:.2f} of it")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, stoppable_server(Path(folder) / "postgresql") as server:
        asyncio.run(measure(server.url))


if __name__ == "__main__":
    main()
