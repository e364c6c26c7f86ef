"""Services that die, and what of them is written down outside their processes."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evals.system import System

DEADLINE_S = 15.0
"""How long the impatient system gives an agent."""
RETRIED_S = 9.0
"""How long it asks one again that was found unavailable."""
OLD_S = 1.5
"""What is told of a service is up to a second old: of a process that is older than this it is true."""


def pid_of(system: System, service: str) -> int:
    """The process that a service runs in; 0 between its death and its return."""
    table: dict[str, int] = json.loads((system.data_dir / "run" / "processes.json").read_text())
    return table.get(service, 0)


def is_old(pid: int) -> bool:
    """Whether a process runs, and has for long enough."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    began_s = int(fields[18]) / os.sysconf("SC_CLK_TCK")
    return state != "Z" and time.clock_gettime(time.CLOCK_BOOTTIME) - began_s > OLD_S


@contextmanager
def kept_dead(system: System, service: str) -> Iterator[None]:
    """Every process that the service is given is killed until the block ends."""
    over = threading.Event()

    def kill() -> None:
        killed = 0
        while not over.wait(0.02):
            if (pid := pid_of(system, service)) not in (0, killed):
                os.kill(pid, signal.SIGKILL)
                killed = pid

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()


def journaled(journal: Path, turn_id: str) -> list[tuple[str, str]]:
    """The steps of a turn that began or ended, in order."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    return [(line["step"], line["event"]) for line in lines if line["turn_id"] == turn_id]
