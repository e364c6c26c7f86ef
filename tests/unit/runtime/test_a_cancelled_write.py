"""What a task that is cancelled in the middle of a transaction leaves behind."""

import asyncio
import random
from pathlib import Path

from sqlalchemy import text

from amy.runtime.sql import create_engine

ROUNDS = 150
"""One in about forty left the lock behind before it was given back."""


async def test_a_cancelled_write_leaves_no_lock_behind(tmp_path: Path) -> None:
    file = tmp_path / "amy.sqlite3"
    engine = create_engine(f"sqlite:///{file}")
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER)"))

    async def write() -> None:
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO numbers VALUES (1)"))
            await connection.execute(text("SELECT number FROM numbers"))
            await connection.execute(text("INSERT INTO numbers VALUES (2)"))

    rng = random.Random(1)
    for _ in range(ROUNDS):
        writing = [asyncio.create_task(write()) for _ in range(4)]
        await asyncio.sleep(rng.uniform(0.0, 0.006))
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        await asyncio.wait_for(write(), timeout=5.0)
    await engine.dispose()
