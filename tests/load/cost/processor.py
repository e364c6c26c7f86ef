"""Seconds of processor time by service, and of the whole system."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from evals.system import System
from tests.load.loading.watched import cpu_s

REST: Final = "amy"
"""What no service has a process of its own for."""


def seconds_by_service(system: System) -> Mapping[str, float]:
    """So far; of a service with a process of its own also what stands below it."""
    table = system.data_dir / "run" / "processes.json"
    pids: dict[str, int] = json.loads(table.read_text()) if table.exists() else {}
    taken = {service: cpu_s(pid) for service, pid in pids.items()}
    return {**taken, REST: cpu_s(system.supervisor_pid) - sum(taken.values())}


@contextmanager
def cores(count: int) -> Iterator[None]:
    """Lets this process and what it starts use so many cores until the block ends."""
    every = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(every)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, every)
