"""The validator's gates per finding, over gRPC, against one fresh Python process per finding."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as validator
from amy.api.validator.v1 import validator_pb2_grpc as validator_grpc
from amy.runtime.channel import connect
from evals.system import free_port
from tests.load.report import Report, Row, p50, spread, timed

SERVICE = validator.DESCRIPTOR.services_by_name["ValidatorService"]
# The least a process per finding must do before it can compute anything.
BASELINE = """
import sqlite3, sys
import pandas, scipy.stats
frame = pandas.read_sql("SELECT * FROM summary", sqlite3.connect(sys.argv[1]))
assert len(frame)
"""


def request(n: int) -> validator.EvaluateGatesRequest:
    rng = np.random.default_rng(n)
    feature = rng.normal(size=n)
    target = 0.4 * feature + rng.normal(size=n)
    return validator.EvaluateGatesRequest(
        finding_id="bench", kind=common.FINDING_KIND_ASSOCIATION, feature=feature, target=target, effect=0.4
    )


async def measure(report: Report, folder: Path) -> None:
    """Starts a validator of its own and times `EvaluateGates` at n = 90 and n = 400."""
    address = f"127.0.0.1:{free_port()}"
    env = {**os.environ, "AMY_VALIDATOR_LISTEN": address, "AMY_VALIDATOR_HEALTH_DATA_ADDRESS": "127.0.0.1:1"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.validator", env=env, stderr=subprocess.DEVNULL
    )
    try:
        async with connect(address, service=SERVICE, idempotent=["EvaluateGates"]) as channel:
            await asyncio.wait_for(channel.channel_ready(), 30)
            stub = validator_grpc.ValidatorServiceStub(channel)
            for n in (90, 400):
                asked = request(n)
                samples = await timed(lambda asked=asked: stub.EvaluateGates(asked, timeout=30), runs=50)  # type: ignore[misc]
                cold = await timed(lambda n=n: fresh_process(folder, n), runs=5, warm_up=1)  # type: ignore[misc]
                report.add(
                    Row(
                        what=f"validator gates per finding, n = {n}",
                        figure=spread(samples),
                        baseline=f"fresh process with pandas, scipy, SQLite: p50 {p50(cold):.0f} ms",
                        ratio=f"{p50(cold) / p50(samples):.0f}x",
                        aim="50x",
                    )
                )
    finally:
        process.terminate()
        await process.wait()


async def fresh_process(folder: Path, n: int) -> None:
    database = folder / f"series-{n}.db"
    if not database.exists():
        with sqlite3.connect(database) as connection:
            connection.execute("CREATE TABLE summary (day TEXT, feature REAL, target REAL)")
            rows = [(str(day), float(day), float(-day)) for day in range(n)]
            connection.executemany("INSERT INTO summary VALUES (?, ?, ?)", rows)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", BASELINE, str(database))
    assert await process.wait() == 0
