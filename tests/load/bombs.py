"""`make bombs`: files made to do harm, while nine other people import and ask. Fails when the others notice.

A real system is started, and everything goes over its public API. Loopback only, bounded in count and time.
"""

import argparse
import contextlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import httpx

from amy.client import Amy, AmyError
from evals.system import System, running
from tests.load.report import p95

PEOPLE: Final = 9
BOMBING_S: Final = 60.0
PAUSE_S: Final = 3.0
QUESTIONS: Final = ("What was my average step count last week?", "Are my steps trending up?")
MOST_P95_MS: Final = 3000.0
MOST_MEMORY_MB: Final = 500.0
LEFT_S: Final = 2.0
MOST_CPU: Final = 0.15
"""Of one core, of the whole system, over the second that begins two seconds after the client has left."""
_BLOCK: Final = 1024 * 1024
_PAGE_MB: Final = 1024.0
_THOUSAND_COLUMNS: Final = b"date,steps" + b",c" * 998 + b"\n"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def _repeated(unit: bytes, size: int, head: bytes = b"") -> Iterator[bytes]:
    """A body of about `size` bytes, made as it is sent."""
    yield head
    block = unit * (_BLOCK // len(unit))
    for _ in range(max(1, size // len(block))):
        yield block


def _ids(count: int) -> Iterator[bytes]:
    yield b"Id,ActivityDate,TotalSteps,TotalDistance,Calories\n"
    for start in range(0, count, 10_000):
        yield b"".join(b"person-%d,2024-01-02,1,1,2000\n" % number for number in range(start, start + 10_000))


def _riddles(count: int) -> Iterator[bytes]:
    """Dates that can all be read in more than one way."""
    yield b"date,steps\n"
    for start in range(0, count, 10_000):
        yield b"".join(
            b"%02d/%02d/%02d %02d:%02d,1\n" % (n % 12 + 1, n // 12 % 12 + 1, n // 144 % 12 + 1, n % 24, n // 24 % 60)
            for n in range(start, start + 10_000)
        )


def _good_rows(count: int) -> Iterator[bytes]:
    """A file that there is nothing wrong with, and that takes long to read."""
    yield b"date,steps,resting_heart_rate,sleep_minutes\n"
    for start in range(0, count, 10_000):
        yield b"".join(
            b"20%02d-%02d-%02d,%d,60,400\n" % (n % 60, n % 12 + 1, n % 28 + 1, n % 9000)
            for n in range(start, start + 10_000)
        )


BOMBS: Final[Sequence[tuple[str, Callable[[], Iterator[bytes]]]]] = (
    ("a million commas on a line", lambda: _repeated(b",", 1_000_000, b"date,steps\n")),
    ("10^6 columns", lambda: iter([b",".join(b"c%d" % number for number in range(1_000_000)) + b"\n1\n"])),
    ("one line of 200 MB", lambda: _repeated(b"x", 200_000_000)),
    ("an open quote over 20 MB", lambda: _repeated(b"2024-01-01,5\n", 20_000_000, b'date,steps\n2024-01-01,"')),
    ("quotes in quotes", lambda: _repeated(b'"",""",', 20_000_000, b"date,steps\n")),
    ("quotes on every line", lambda: _repeated(b'"""",""\n', 8_000_000, b"date,steps\n")),
    ("20 MB of comma lines", lambda: _repeated(b",\n", 20_000_000, b"date,steps\n")),
    ("60 MB of comma lines", lambda: _repeated(b",\n", 60_000_000, b"date,steps\n")),
    ("3 MB of comma lines, as many as are let in", lambda: _repeated(b",\n", 3_000_000, b"date,steps\n")),
    ("a million distinct ids", lambda: _ids(1_000_000)),
    (
        "a thousand columns of nothing",
        lambda: _repeated(b"," * 999 + b"\n", 20_000_000, b"date,steps" + b",c" * 998 + b"\n"),
    ),
    ("300,000 dates that are riddles", lambda: _riddles(300_000)),
    ("zeros", lambda: _repeated(b"\0", 60_000_000)),
)


@dataclass
class Seen:
    """What the people of one phase saw."""

    imports_ms: list[float] = field(default_factory=list)
    asks_ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def line(self, phase: str) -> str:
        parts = (("imports", self.imports_ms), ("asks", self.asks_ms), ("all", self.imports_ms + self.asks_ms))
        figures = ", ".join(f"{what} p95 {p95(samples):.0f} ms (n={len(samples)})" for what, samples in parts)
        return f"{phase}: {figures}, {len(self.failures)} failed"


class Person(threading.Thread):
    """Imports a small file, asks, rests, and begins again."""

    def __init__(self, number: int, system: System, folder: Path) -> None:
        super().__init__(daemon=True)
        self._amy = Amy(api_key=system.admin_key, base_url=system.base_url, user=f"person-{number}", timeout=60)
        self._file = folder / f"person-{number}.csv"
        self._number = number
        self.seen = Seen()
        self.stop = threading.Event()
        self.rest = threading.Event()

    def once(self, turn: int) -> None:
        days = (f"2024-01-{day:02},{4000 + 37 * day * self._number % 3000},60" for day in range(1, 29))
        self._file.write_text("\n".join(("date,steps,resting_heart_rate", *days, f"2024-02-01,{turn},60")) + "\n")
        with self._timed(self.seen.imports_ms):
            self._amy.data.import_file(self._file)
        with self._timed(self.seen.asks_ms):
            question = QUESTIONS[turn % len(QUESTIONS)]
            turn_id = self._amy.turns.create(messages=[{"role": "user", "content": question}]).id
            for _ in self._amy.turns.stream(turn_id):
                pass

    def run(self) -> None:
        turn = 0
        while not self.stop.is_set():
            turn += 1
            if not self.rest.is_set():
                self.once(turn)
            self.stop.wait(PAUSE_S)

    @contextlib.contextmanager
    def _timed(self, samples: list[float]) -> Iterator[None]:
        seen, began = self.seen, time.perf_counter()
        try:
            yield
        except AmyError as error:
            seen.failures.append(f"{error.status} {error.message}")
        finally:
            samples.append((time.perf_counter() - began) * 1000)


def tree(root: int) -> list[int]:
    """A process and all below it."""
    found, ahead = [], [root]
    while ahead:
        pid = ahead.pop()
        found.append(pid)
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                ahead += map(int, (task / "children").read_text().split())
    return found


def memory_mb(root: int) -> float:
    """Of the whole system, what is shared counted once (PSS)."""
    total = 0.0
    for pid in tree(root):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) / _PAGE_MB
    return total


def cpu_s(root: int) -> float:
    """Processor time of the whole system so far; that of children which have ended included."""
    ticks = 0
    for pid in tree(root):
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
    return ticks / _TICKS


class Memory(threading.Thread):
    """The peak of a system's memory while it runs."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self._root = root
        self._ended = threading.Event()
        self.peak_mb = 0.0

    def run(self) -> None:
        while not self._ended.wait(0.1):
            self.peak_mb = max(self.peak_mb, memory_mb(self._root))

    def end(self) -> float:
        self._ended.set()
        self.join()
        return self.peak_mb


def throw(system: System, body: Iterator[bytes], *, leave_after_s: float | None = None) -> str:
    """Sends one file; what came of it.

    Args:
        system: where to.
        body: the file.
        leave_after_s: how long the client waits for the answer, the file once sent; None: for as long as it takes.
    """
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": "bomber"}
    timeout = httpx.Timeout(170, read=leave_after_s or 170)
    with httpx.Client(base_url=system.base_url, headers=headers, timeout=timeout) as http:
        try:
            response = http.post("/v1/data/imports", content=body)
        except httpx.ReadTimeout:
            return "left"
        except httpx.TransportError as error:
            return f"cut off: {type(error).__name__}"
    said = response.json().get("error", {}).get("message", "read")
    return f"{response.status_code} {said[:110]}"


def bombed_by_another(system: System, seconds: float) -> list[str]:
    """As `bomb`, in a process of its own: making the files must not hold up the people of this one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(bomb, system, seconds).result()


def bomb(system: System, seconds: float) -> list[str]:
    """Every bomb at least once, then all again for as long as there is time; what was wrong with the answers."""
    wrong = []
    until = time.monotonic() + seconds
    for name, body in _rounds(until):
        began = time.perf_counter()
        answer = throw(system, body())
        print(f"  {name}: {answer} ({time.perf_counter() - began:.1f} s)", flush=True)
        if not answer.startswith(("400", "422")):
            wrong.append(f"{name}: {answer}")
    return wrong


def _rounds(until: float) -> Iterator[tuple[str, Callable[[], Iterator[bytes]]]]:
    yield from BOMBS
    while time.monotonic() < until:
        for each in BOMBS:
            if time.monotonic() < until:
                yield each


def leave(system: System) -> tuple[float, str]:
    """How busy the system is, in cores, two seconds after a client has left in the middle of the reading."""
    what = throw(system, _good_rows(1_500_000), leave_after_s=1.5)
    time.sleep(LEFT_S)
    before = cpu_s(system.supervisor_pid)
    time.sleep(1.0)
    return cpu_s(system.supervisor_pid) - before, what


def measure(system: System, folder: Path, seconds: float) -> list[str]:
    """Prints every figure; what is worse than it may be."""
    people = [Person(number, system, folder) for number in range(PEOPLE)]
    for person in people:
        person.once(0)
    time.sleep(3)
    idle_mb = memory_mb(system.supervisor_pid)
    calm = _phase(people, lambda: time.sleep(15))
    print(calm.line("nobody bombs"), flush=True)
    memory = Memory(system.supervisor_pid)
    memory.start()
    wrong: list[str] = []
    bombed = _phase(people, lambda: wrong.extend(bombed_by_another(system, seconds)))
    above_mb = memory.end() - idle_mb
    print(bombed.line("bombed"))
    for person in people:
        person.rest.set()
    time.sleep(3)
    cores, what = leave(system)
    for person in people:
        person.stop.set()
        person.join()
    slowest = p95(bombed.imports_ms + bombed.asks_ms)
    figures = (
        ("everyone else's p95", slowest, MOST_P95_MS, "ms"),
        (f"peak memory above idle ({idle_mb:.0f} MB)", above_mb, MOST_MEMORY_MB, "MB"),
        (f"busy cores {LEFT_S:.0f} s after the client left ({what})", cores, MOST_CPU, ""),
    )
    for name, figure, most, unit in figures:
        print(f"{name}: {figure:.2f} {unit} (must be under {most:g})")
    wrong += [f"someone else failed: {each}" for each in (calm.failures + bombed.failures)[:5]]
    wrong += [] if what == "left" else [f"the client that leaves did not: {what}"]
    return wrong + [f"{name}: {figure:.2f} {unit}" for name, figure, most, unit in figures if figure >= most]


def _phase(people: Sequence[Person], meanwhile: Callable[[], object]) -> Seen:
    """What all people saw while something else went on."""
    for person in people:
        person.seen = Seen()
        if not person.is_alive():
            person.start()
    meanwhile()
    together = Seen()
    for person in people:
        together.imports_ms += person.seen.imports_ms
        together.asks_ms += person.seen.asks_ms
        together.failures += person.seen.failures
    return together


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=BOMBING_S, help="how long to go on after the first round")
    parser.add_argument("--processes", action="store_true", help="one process per service")
    given = parser.parse_args()
    flags = ("--processes",) if given.processes else ()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "system", *flags) as system:
        wrong = measure(system, Path(folder), given.seconds)
    for each in wrong:
        print(f"FAILED {each}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
