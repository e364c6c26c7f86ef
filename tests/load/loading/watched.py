"""What a service takes of the machine: memory and processor time of its process and of all that it started."""

import os
import statistics
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

WARM_UP_S: Final = 10.0
"""Of the samples, this much at the start is no part of a slope: caches fill."""
_EVERY_S: Final = 1.0
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_KIB_PER_MB: Final = 1024


def family(pid: int) -> Iterator[int]:
    """A process and those below it; one that has just ended is passed over."""
    yield pid
    try:
        children = [
            each for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
        ]
    except (FileNotFoundError, ProcessLookupError):
        return
    for child in children:
        yield from family(int(child))


def memory_mb(pid: int) -> float:
    """Proportional set size: a page that n processes share counts as an n-th of one in each."""
    return sum(_kib(each, "Pss:") for each in family(pid)) / _KIB_PER_MB


def own_mb(pid: int) -> float:
    """Of it, what is no file's: what a leak is made of, and what no other process's coming or going changes."""
    return sum(_kib(each, "Pss_Anon:") for each in family(pid)) / _KIB_PER_MB


def cpu_s(pid: int) -> float:
    """Processor time so far, of ended children too."""
    return sum(map(_cpu_s, family(pid)))


def busy_s() -> float:
    """Processor time of the whole machine so far."""
    user, nice, system, _, _, irq, soft, *_ = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    return (user + nice + system + irq + soft) / _TICKS_PER_S


def _kib(pid: int, kind: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(kind)), 0)


def _cpu_s(pid: int) -> float:
    """From the 14th to 17th fields of its status, which hold its own and its ended children's time."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS_PER_S


@dataclass
class Memory:
    """What a family took, each second of a run.

    Attributes:
        at_s: since the run began.
        own_mb: the memory of no file.
        last_mb: all of it, at the end.
    """

    at_s: list[float] = field(default_factory=list)
    own_mb: list[float] = field(default_factory=list)
    last_mb: float = 0.0

    @property
    def slope_mb_per_minute(self) -> float:
        return 60 * slope(self.at_s, self.own_mb, warm_up_s=WARM_UP_S)


def slope(at_s: Sequence[float], values: Sequence[float], *, warm_up_s: float) -> float:
    """Least squares per second, of what came after the warm-up; 0 of fewer than two samples."""
    kept = [(at, value) for at, value in zip(at_s, values, strict=True) if at >= warm_up_s]
    if len(kept) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*kept, strict=True)).slope


@contextmanager
def watching(pid: int) -> Iterator[Memory]:
    """Samples the family's memory each second until the block ends."""
    memory, over = Memory(), threading.Event()

    def sample() -> None:
        began = time.monotonic()
        while not over.wait(_EVERY_S):
            memory.own_mb.append(own_mb(pid))
            memory.at_s.append(time.monotonic() - began)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield memory
        memory.last_mb = memory_mb(pid)
    finally:
        over.set()
        thread.join()


@dataclass(frozen=True)
class Processor:
    """Seconds of processor time by what took them."""

    by_name: Mapping[str, float]

    @classmethod
    def now(cls, pids: Mapping[str, Sequence[int]]) -> "Processor":
        return cls({**{name: sum(map(cpu_s, each)) for name, each in pids.items()}, "all": busy_s()})

    def since(self, before: "Processor") -> Mapping[str, float]:
        return {name: taken - before.by_name[name] for name, taken in self.by_name.items()}
