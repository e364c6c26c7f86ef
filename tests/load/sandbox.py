"""A sandbox round trip with a year of data, against a cold Python that imports the libraries and reads the same data.

The sandbox has pandas and scipy loaded; the baseline is measured with pandas alone and with both. A round trip is
measured with a standby ready, as a question finds it, and back to back, where each waits for the next to be made ready.
"""

import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd

from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.domain.run import Frames, Succeeded
from tests.frames import sent
from tests.load.report import Report, Row, p50, spread, timed

PAUSE_S = 0.15
"""In which a standby is made ready also on a busy machine."""
CODE = 'return {"mean": float(summary_df["steps"].mean())}'
COLD = """
import sys
import {loads}
frame = pandas.read_csv(sys.argv[1], parse_dates=["datetime"])
print(frame["steps"].mean())
"""


def summary() -> pd.DataFrame:
    """A year."""
    rng = np.random.default_rng(1)
    names = ("steps", "resting_heart_rate", "heart_rate_variability", "sleep_minutes", "deep_sleep_minutes")
    columns = {name: rng.normal(100, 10, 365) for name in names}
    return pd.DataFrame({"datetime": pd.date_range("2025-01-01", periods=365), **columns})


def year() -> Frames:
    empty = sent(pd.DataFrame({"start": pd.Series(dtype="datetime64[ns]")}))
    return Frames(summary=sent(summary()), activities=empty, profile=empty, population=empty)


async def measure(report: Report) -> None:
    """Times one run after another, then as many at once as the sandbox allows."""
    frames = year()
    box = LocalSandbox(limits=SandboxLimits())
    await box.start()
    try:

        async def once() -> None:
            outcome = await box.run(CODE, frames)
            assert isinstance(outcome, Succeeded), outcome

        samples = []
        for _ in range(60):
            await asyncio.sleep(PAUSE_S)
            samples += await timed(once, runs=1, warm_up=0)
        report.add(Row(what="the zygote and the standbys", figure=f"{idle_pss_mib(box):.0f} MiB PSS"))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "summary.csv"
            summary().to_csv(file, index=False)
            for loads in ("pandas", "pandas, scipy.stats"):
                cold = await timed(lambda loads=loads: cold_python(file, loads), runs=7, warm_up=1)  # type: ignore[misc]
                report.add(
                    Row(
                        what=f"sandbox round trip, {box.level.name}, a standby ready",
                        figure=spread(samples),
                        baseline=f"cold python3 with {loads}: p50 {p50(cold):.0f} ms",
                        ratio=f"{p50(cold) / p50(samples):.0f}x",
                        aim="100x",
                    )
                )
    finally:
        await box.stop()
    await measure_pool(report, frames)


def idle_pss_mib(box: LocalSandbox) -> float:
    """Memory of the zygote and all below it, where a page that several have mapped is counted once."""
    assert box.zygote_pid is not None
    family = {box.zygote_pid}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            if int(stat.read_text().rpartition(")")[2].split()[1]) == box.zygote_pid:
                family.add(int(stat.parent.name))
    lines = [line for pid in family for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


async def measure_pool(report: Report, frames: Frames) -> None:
    """The same round trip with and without workers that wait, one after another and several at once."""
    spreads: dict[int, list[float]] = {}
    for workers in (0, 1, 2):
        box = LocalSandbox(SandboxLimits(), PoolConfig(workers=workers))
        await box.start()
        try:
            spreads[workers] = await timed(lambda box=box: box.run(CODE, frames), runs=100)  # type: ignore[misc]
        finally:
            await box.stop()
    cold = spreads[0]
    for workers, samples in spreads.items():
        report.add(
            Row(
                what=f"sandbox round trip back to back, {workers} standbys",
                figure=spread(samples),
                baseline=f"no pool: p50 {p50(cold):.1f} ms",
                ratio=f"{p50(cold) / p50(samples):.1f}x",
            )
        )


async def cold_python(file: Path, loads: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COLD.format(loads=loads), str(file), stdout=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0
