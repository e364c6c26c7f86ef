"""What a turn of one version costs, part by part; each part starts a system of its own over the sample person."""

import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import httpx

from amy.client import Amy
from evals.replicas import Postgres
from evals.system import System
from tests.load.cost import syncs
from tests.load.cost.asking import Person, asked_at_once, people, sample_files
from tests.load.cost.counting import Instrument, Tally
from tests.load.cost.processor import cores, seconds_by_service
from tests.load.cost.stored import Server, sqlite_bytes
from tests.load.cost.version import Version
from tests.load.loading.watched import memory_mb
from tests.load.turns import QUESTIONS, one_turn, ping

AT_ONCE: Final = 8
TURNS: Final = 10 * len(QUESTIONS)
COUNTED: Final = 8 * len(QUESTIONS)
SYNCED: Final = 4 * len(QUESTIONS)
PINGS: Final = 100
SECONDS: Final = 8.0
IDLE_S: Final = 10.0
_BENCH: Final = """
import json, re, sys
from pathlib import Path
from tests.load.__main__ import main
from tests.load.report import Report

rows, add = [], Report.add

def keep(report, row):
    add(report, row)
    if found := re.match(r"[\\d.]+", row.ratio):
        rows.append((row.what + ", " + row.baseline.split(":")[0] + ", ratio", float(found.group())))

Report.add = keep
main()
Path(sys.argv[1]).write_text(json.dumps(rows))
"""
_PROCESSES: Final = "--processes"
_SERVER_REPORTS_S: Final = 1.5


@dataclass
class Measured:
    """Figures of one version by name, in the order in which they were measured."""

    figures: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        assert name not in self.figures, name
        self.figures[name] = value
        print(f"  {name}: {value:,.4g}", flush=True)

    def add_each(self, name: str, values: Mapping[str, float]) -> None:
        """The sum, and what it is made of, the largest first."""
        self.add(name, sum(values.values()))
        for part, value in sorted(values.items(), key=lambda each: -each[1]):
            if round(value, 2) > 0:
                self.add(f"{name}: {part}", value)


def embedded(measured: Measured, version: Version, folder: Path) -> None:
    """Times as a client of the SDK sees them, processor time, memory and start of `amy up` as it comes."""
    sample = sample_files(version, folder / "sample")
    began = time.perf_counter()
    with version.running(folder / "data") as system:
        measured.add("cold start, s", time.perf_counter() - began)
        measured.add("memory after the start, MB", memory_mb(system.supervisor_pid))
        _times(measured, system, people(system, sample, count=1)[0])
        measured.add("memory after the turns, MB", memory_mb(system.supervisor_pid))
    _rates(measured, version, folder, "embedded")


def counted(measured: Measured, version: Version, folder: Path) -> None:
    """Statements, commits, calls, syncs and bytes of a turn, and statements while nothing happens."""
    sample = sample_files(version, folder / "sample")
    instrument = Instrument(folder / "counts")
    with version.running(folder / "data", instrument=instrument) as system:
        (person,) = people(system, sample, count=1)
        stored = sqlite_bytes(system.data_dir)
        _counts(measured, instrument, person, "")
        grown = {name: size - stored.get(name, 0) for name, size in sqlite_bytes(system.data_dir).items()}
        measured.add_each("stored bytes a turn", {name: size / COUNTED for name, size in grown.items()})
        if (synced := syncs.counted(system.supervisor_pid, lambda: person.ask(SYNCED), folder)) is not None:
            measured.add("fsyncs a turn", synced / SYNCED)


def processes(measured: Measured, version: Version, folder: Path) -> None:
    """Start, memory, and who takes the processor, with a process for each service."""
    sample = sample_files(version, folder / "sample")
    began = time.perf_counter()
    with version.running(folder / "data", _PROCESSES) as system:
        measured.add("cold start in processes, s", time.perf_counter() - began)
        measured.add("memory in processes after the start, MB", memory_mb(system.supervisor_pid))
        (person,) = people(system, sample, count=1)
        before = seconds_by_service(system)
        person.ask(TURNS)
        after = seconds_by_service(system)
        measured.add_each(
            "processor ms a turn in processes",
            {name: 1000 * (taken - before.get(name, 0.0)) / TURNS for name, taken in after.items()},
        )


def postgresql(measured: Measured, version: Version, folder: Path) -> None:
    """Embedded over PostgreSQL: turns a second, and what is asked of the server."""
    _rates(measured, version, folder, "on PostgreSQL")
    sample = sample_files(version, folder / "sample")
    instrument = Instrument(folder / "counts")
    with _server(folder / "counted") as (data, url), ExitStack() as stack:
        system = stack.enter_context(version.running(data, "--database-url", url, instrument=instrument))
        (person,) = people(system, sample, count=1)
        time.sleep(_SERVER_REPORTS_S)
        before = Server.now(url)
        _counts(measured, instrument, person, " on PostgreSQL")
        after = Server.now(url)
        measured.add("stored bytes a turn on PostgreSQL", (after.bytes - before.bytes) / COUNTED)
        measured.add("fsyncs a turn on PostgreSQL", (after.syncs - before.syncs) / COUNTED)


def bench(measured: Measured, version: Version, folder: Path) -> None:
    """The figures of the version's own `make bench`: their ratios to baselines of the same run."""
    command = [str(version.python), "-c", _BENCH, str(folder / "rows.json")]
    subprocess.run(command, env={**os.environ, **version.env()}, cwd=folder, check=True)
    for what, ratio in json.loads((folder / "rows.json").read_text()):
        measured.add(f"make bench: {what}", ratio)


def set_up(measured: Measured, version: Version, folder: Path) -> None:
    """`make demo` from nothing, what it needs fetched from the package index."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(version.tree), str(clone)], check=True)
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    began = time.perf_counter()
    subprocess.run(["make", "--no-print-directory", "demo"], cwd=clone, env=env, stdout=subprocess.DEVNULL, check=True)
    measured.add("make demo from nothing, s", time.perf_counter() - began)
    bytes_there = sum(file.lstat().st_blocks * 512 for file in clone.rglob("*") if ".git" not in file.parts)
    measured.add("what make demo leaves, MB", bytes_there / 2**20)


PARTS: Final = {
    "embedded": embedded,
    "counted": counted,
    "processes": processes,
    "postgresql": postgresql,
    "bench": bench,
    "set-up": set_up,
}
USUAL: Final = ("embedded", "counted", "processes", "postgresql")
"""What `make bench` measures; the rest is it itself, and what fetches packages."""
ONCE: Final = frozenset({"counted", "set-up"})
"""Parts that count what does not vary, or take long."""


def _times(measured: Measured, system: System, person: Person) -> None:
    amy = Amy(api_key=system.admin_key, base_url=system.base_url, user="bench-0")
    with httpx.Client(base_url=system.base_url) as http:
        pings = [ping(http) for _ in range(PINGS)]
        turns = [one_turn(amy, QUESTIONS[index % len(QUESTIONS)]) for index in range(TURNS)]
        pings += [ping(http) for _ in range(PINGS)]
    whole, _, between, first = (median(each) for each in zip(*turns, strict=True))
    bare = median(pings)
    measured.add("GET /healthz, p50 ms", bare)
    for name, taken in (("whole turn", whole), ("of it outside the agents", between), ("POST to first event", first)):
        measured.add(f"{name}, p50 ms", taken)
        measured.add(f"{name}, times GET /healthz", taken / bare)
    before = seconds_by_service(system)
    person.ask(TURNS)
    busy = _between(before, seconds_by_service(system))
    measured.add("processor ms a turn", 1000 * busy / TURNS)
    before = seconds_by_service(system)
    time.sleep(IDLE_S)
    measured.add("processor while idle, % of a core", 100 * _between(before, seconds_by_service(system)) / IDLE_S)


def _between(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    return sum(after.values()) - sum(before.values())


def _rates(measured: Measured, version: Version, folder: Path, kind: str) -> None:
    """Turns a second of one and of several people, on one core and on two."""
    rates, failed = {}, 0
    for count in (1, 2):
        with cores(count), ExitStack() as stack:
            sample = sample_files(version, folder / f"sample-{count}")
            data = folder / f"on-{count}"
            flags = []
            if kind == "on PostgreSQL":
                data, url = stack.enter_context(_server(folder / f"server-{count}"))
                flags = ["--database-url", url]
            system = stack.enter_context(version.running(data, *flags))
            askers = people(system, sample, count=AT_ONCE)
            for at_once in (1, AT_ONCE):
                run = asked_at_once(askers[:at_once], seconds=SECONDS)
                rates[at_once, count] = run.answered / run.seconds
                failed += run.failed
    for (at_once, count), rate in sorted(rates.items()):
        measured.add(f"turns a second {kind}, {at_once} at once, {count} core{'s' * (count > 1)}", rate)
    measured.add(f"scaling from one core to two {kind}, {AT_ONCE} at once", rates[AT_ONCE, 2] / rates[AT_ONCE, 1])
    measured.add(f"turns that failed {kind}", failed)


def _counts(measured: Measured, instrument: Instrument, person: Person, where: str) -> None:
    """What an idle system does anyway is no part of a turn: how much of it falls into one is up to the machine."""
    before, began = instrument.read(), time.monotonic()
    person.ask(COUNTED)
    turns, taken_s = instrument.read().since(before), time.monotonic() - began
    before = instrument.read()
    time.sleep(IDLE_S)
    idle = instrument.read().since(before)

    def without_idle(done: Mapping[str, int], anyway: Mapping[str, int]) -> Mapping[str, float]:
        return {name: (count - anyway.get(name, 0) * taken_s / IDLE_S) / COUNTED for name, count in done.items()}

    measured.add_each(f"SQL statements a turn{where}", without_idle(turns.statements, idle.statements))
    measured.add_each(f"commits a turn{where}", without_idle(turns.commits, idle.commits))
    measured.add_each(f"SQL statements a second while idle{where}", _per(idle.statements, IDLE_S))
    measured.add_each(f"gRPC calls a turn{where}", _per(_short(turns), COUNTED))


def _short(tally: Tally) -> Mapping[str, int]:
    """Calls by service and method, without the name of the package."""
    return {".".join(name.rsplit(".", 1)[-1].split("/")): count for name, count in tally.calls.items()}


def _per(counts: Mapping[str, int], divisor: float) -> Mapping[str, float]:
    return {name: count / divisor for name, count in counts.items()}


@contextmanager
def _server(folder: Path) -> Iterator[tuple[Path, str]]:
    """A PostgreSQL server; a data directory, and the URL of a database."""
    folder.mkdir(parents=True)
    with Postgres(folder / "postgresql") as postgres:
        yield folder / "data", postgres.url
