"""The validator's gates per finding, over gRPC, against one fresh Python process per finding."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as validator
from amy.api.validator.v1 import validator_pb2_grpc as validator_grpc
from amy.runtime.channel import connect
from evals.system import free_port
from tests.load.report import Report, Row, p50, spread, timed

if TYPE_CHECKING:
    from amy.api.validator.v1.validator_pb2_grpc import ValidatorServiceAsyncStub

FINDINGS = 100
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


@dataclass(frozen=True, kw_only=True)
class Validator:
    """A validator in a process of its own, which has workers of its own."""

    pid: int
    stub: "ValidatorServiceAsyncStub"

    async def gate(self, asked: validator.EvaluateGatesRequest) -> None:
        await self.stub.EvaluateGates(asked, timeout=60)

    async def gate_at_once(self, asked: validator.EvaluateGatesRequest) -> None:
        await asyncio.gather(*(self.gate(asked) for _ in range(FINDINGS)))

    async def gate_in_turn(self, asked: validator.EvaluateGatesRequest) -> None:
        for _ in range(FINDINGS):
            await self.gate(asked)

    def cpu_s(self) -> float:
        """Processor time so far, of the service and its workers."""
        children = (task / "children" for task in Path(f"/proc/{self.pid}/task").iterdir())
        family = [self.pid, *(int(child) for each in children for child in each.read_text().split())]
        return sum(map(_cpu_s, family))


async def measure(report: Report, folder: Path) -> None:
    """Times `EvaluateGates` with both layers and with the documented one alone, one at a time and all at once."""
    async with running("layered") as both, running("documented") as documented:
        for each in (both, documented):
            await each.gate_at_once(request(30))
        for n in (90, 400):
            await one_finding(report, folder, both, documented, n)
        await many_findings(report, both, 400)


async def one_finding(report: Report, folder: Path, both: Validator, documented: Validator, n: int) -> None:
    asked = request(n)
    samples = await timed(lambda: both.gate(asked), runs=50)
    first_layer = await timed(lambda: documented.gate(asked), runs=50)
    cold = await timed(lambda: fresh_process(folder, n), runs=5, warm_up=1)
    report.add(
        Row(
            what=f"validator, both layers, per finding, n = {n}",
            figure=spread(samples),
            baseline=f"fresh process with pandas, scipy, SQLite: p50 {p50(cold):.0f} ms",
            ratio=f"{p50(cold) / p50(samples):.0f}x",
            aim="30x" if n < 400 else "30x, p50 < 25 ms",
        )
    )
    report.add(
        Row(
            what=f"what the second layer adds, n = {n}",
            figure=f"p50 {p50(samples) - p50(first_layer):.1f} ms",
            baseline=f"documented gates alone: {spread(first_layer)}",
            ratio=f"both take {p50(samples) / p50(first_layer):.1f}x",
        )
    )


async def many_findings(report: Report, both: Validator, n: int) -> None:
    asked = request(n)
    in_turn, _ = await usage(both, lambda: both.gate_in_turn(asked))
    at_once, cores = await usage(both, lambda: both.gate_at_once(asked))
    report.add(
        Row(
            what=f"{FINDINGS} findings at once, n = {n}",
            figure=f"{at_once:.2f} s, {cores:.2f} of {os.cpu_count()} cores",
            baseline=f"one after another: {in_turn:.2f} s",
            ratio=f"{in_turn / at_once:.2f}x",
            aim="> 1.6 cores",
        )
    )


async def usage(measured: Validator, work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Seconds that the work takes, and how many cores the validator keeps busy over them."""
    cpu_s, began = measured.cpu_s(), time.perf_counter()
    await work()
    took = time.perf_counter() - began
    return took, (measured.cpu_s() - cpu_s) / took


@asynccontextmanager
async def running(validation: str) -> AsyncIterator[Validator]:
    address = f"127.0.0.1:{free_port()}"
    env = {
        **os.environ,
        "AMY_VALIDATION": validation,
        "AMY_VALIDATOR_LISTEN": address,
        "AMY_VALIDATOR_HEALTH_DATA_ADDRESS": "127.0.0.1:1",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.validator", env=env, stderr=subprocess.DEVNULL
    )
    try:
        async with connect(address, service=SERVICE, idempotent=["EvaluateGates"]) as channel:
            await asyncio.wait_for(channel.channel_ready(), 30)
            yield Validator(pid=process.pid, stub=validator_grpc.ValidatorServiceStub(channel))
    finally:
        process.terminate()
        await process.wait()


def _cpu_s(pid: int) -> float:
    """User and system time of a process, from the 14th and 15th fields of its status."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


async def fresh_process(folder: Path, n: int) -> None:
    database = folder / f"series-{n}.db"
    if not database.exists():
        with sqlite3.connect(database) as connection:
            connection.execute("CREATE TABLE summary (day TEXT, feature REAL, target REAL)")
            rows = [(str(day), float(day), float(-day)) for day in range(n)]
            connection.executemany("INSERT INTO summary VALUES (?, ?, ?)", rows)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", BASELINE, str(database))
    assert await process.wait() == 0
