"""`make large-exports`, second part: a large file sent at once, and in pieces with a break, beside each other.

A real system with a process for each service is started, and both go over its public API. Each is timed until all of
the file has come and until it is imported; the sums of days are compared with those that were written. Memory is the
most that the gateway and health_data have held. What the database is on disk afterwards shows that it gives back what
an upload took. Loopback only, and it ends by itself.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from amy.client import Amy
from evals.system import System, running, wait_until
from tests.chaos.killing import pid_of
from tests.importing import begun_import
from tests.load.large_exports import MOST_MB, MOST_S, Made, apple, differences

_MB: Final = 1024 * 1024
_PROCESSES: Final = ("gateway", "health_data")
_MOST_LEFT_MB: Final = 24.0


@dataclass(frozen=True, kw_only=True)
class Times:
    """When all of a file had come, and when it was imported, in seconds from the beginning."""

    sent_s: float
    imported_s: float


class _BrokenOffError(Exception):
    """In place of a connection that breaks."""


def at_once(system: System, user: str, file: Path) -> Times:
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": user}
    began = time.perf_counter()
    with (
        httpx.Client(base_url=system.base_url, headers=headers, timeout=900) as http,
        begun_import(http, file) as events,
    ):
        sent_s = time.perf_counter() - began
        last = list(events)[-1]
    assert "import_id" in last, last
    return Times(sent_s=sent_s, imported_s=time.perf_counter() - began)


def in_pieces(system: System, user: str, file: Path) -> Times:
    """Breaks off in the middle, and goes on in another call."""
    half = file.stat().st_size // 2
    sent: list[float] = []
    gone_on: list[int] = []

    def breaks_off(size: int) -> None:
        if size > half:
            raise _BrokenOffError

    began = time.perf_counter()
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user, timeout=900) as amy:
        with suppress(_BrokenOffError):
            amy.data.import_file(file, progress=breaks_off)
        amy.data.import_file(file, going_on=gone_on.append, reading=lambda _: sent.append(time.perf_counter() - began))
        imported_s = time.perf_counter() - began
        assert amy.data.uploads().data == []
    assert gone_on[-1] > half - 4 * _MB, gone_on
    return Times(sent_s=sent[0], imported_s=imported_s)


def measure(
    system: System, way: Callable[[System, str, Path], Times], file: Path, made: Made, *, megabytes: int
) -> list[str]:
    """Imports a file for a person of its own; what was wrong."""
    user = way.__name__
    times = way(system, user, file)
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user) as amy:
        wrong = list(differences(amy, made))
    peaks = {name: _peak_mb(pid_of(system, name)) for name in _PROCESSES}
    held = ", ".join(f"{name} {peak:.0f} MB" for name, peak in peaks.items())
    print(
        f"{user}: {megabytes} MB sent in {times.sent_s:.1f} s, imported in {times.imported_s:.1f} s, {held}, "
        f"{len(wrong)} values differ",
        flush=True,
    )
    wrong += [
        f"{user}: {name} held {peak:.0f} MB (may be {MOST_MB:.0f})" for name, peak in peaks.items() if peak > MOST_MB
    ]
    if times.imported_s > MOST_S:
        wrong.append(f"{user}: {times.imported_s:.0f} s (may be {MOST_S:.0f})")
    return wrong


def _peak_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM:")).split()[1]) / 1024


def _kept_mb(data_dir: Path) -> float:
    """What the database of health_data is on disk, with its log."""
    return sum(path.stat().st_size for path in data_dir.glob("health_data.db*")) / _MB


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=1024)
    given = parser.parse_args()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "system", "--processes") as system:
        file = Path(folder) / "export.xml"
        made = apple(file, given.mb)
        for way in (at_once, in_pieces):
            wrong += measure(system, way, file, made, megabytes=given.mb)
        began = time.perf_counter()
        wait_until(lambda: _kept_mb(system.data_dir) < _MOST_LEFT_MB, timeout_s=60, what="the room is given back")
        print(
            f"the database has {_kept_mb(system.data_dir):.0f} MB, {time.perf_counter() - began:.1f} s later",
            flush=True,
        )
    print("\n".join(wrong[:20]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
