"""`make bench`: from nothing to the line that says "ready", and the memory of all processes then."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from amy.cli.supervisor.groups import cores
from evals.system import running
from tests.load.loading.watched import cpu_s, memory_mb
from tests.load.report import Report, Row

_STARTS: Final = 3
_SETTLED_S: Final = 2.0
_MODES: Final = {"one process": ("--embedded",), f"{cores()} cores": (), "a process a service": ("--processes",)}


def measure(report: Report, folder: Path) -> None:
    """Each way to run is started several times over the same data; the least of each figure is told.

    A Python that does nothing is started beside each, since the machine's pace decides both.
    """
    for number, (mode, flags) in enumerate(_MODES.items()):
        starts = [_start(folder / str(number), flags) for _ in range(_STARTS)]
        wall, bare, cpu, memory = (min(figures) for figures in zip(*starts, strict=True))
        report.add(
            Row(
                what=f"cold start, {mode}",
                figure=f"{wall:.1f} s, {cpu:.1f} s of processor time",
                baseline=f"python -c pass: {bare * 1000:.0f} ms",
                ratio=f"{wall / bare:.0f}x",
                aim="< 3 s",
            )
        )
        report.add(Row(what=f"memory once it serves, {mode}", figure=f"{memory:.0f} MB", aim="< 250 MB in one process"))


def _start(data_dir: Path, flags: tuple[str, ...]) -> tuple[float, float, float, float]:
    """Seconds until it is ready, of a bare Python, and of processor time; megabytes."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    bare = time.perf_counter() - began
    began = time.perf_counter()
    with running(data_dir, *flags) as system:
        wall = time.perf_counter() - began
        cpu = cpu_s(system.supervisor_pid)
        time.sleep(_SETTLED_S)
        return wall, bare, cpu, memory_mb(system.supervisor_pid)
