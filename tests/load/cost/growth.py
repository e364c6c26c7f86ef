"""`make growth`: what a turn costs with 10 years of history instead of 1, with 100,000 turns stored, with 10,000 users.

Each time two systems that differ in nothing else run side by side and are asked in turns, so that the machine's moods
are both's. A ratio above `MOST_GROWN` fails the run.
"""

import argparse
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Final

from evals.system import System
from tests.load.cost.asking import Person, sample_files
from tests.load.cost.counting import Instrument
from tests.load.cost.filling import add_people, add_turns
from tests.load.cost.version import THIS, Version
from tests.load.loading.figures import Figures, Table
from tests.load.loading.people import last_days
from tests.load.loading.watched import cpu_s
from tests.load.turns import QUESTIONS

ASKER: Final = "grown"
OTHER: Final = "other"
YEARS: Final = 10
TURNS: Final = 100_000
USERS: Final = 10_000
MOST_GROWN: Final = 1.3
"""From the least to the most, of processor time, statements and p50."""
_ROUNDS: Final = 8
_NEWEST: Final = date(2025, 12, 31)


@dataclass
class Cost:
    """Of one of two systems: milliseconds of its turns, processor seconds of its rounds, and statements in all."""

    system: System
    instrument: Instrument
    turns_ms: list[float] = field(default_factory=list)
    processor_s: list[float] = field(default_factory=list)
    statements: int = 0

    def round(self, person: Person) -> None:
        """Each question once."""
        before, counted = cpu_s(self.system.supervisor_pid), self.instrument.read()
        for _ in QUESTIONS:
            began = time.perf_counter()
            person.ask()
            self.turns_ms.append(1000 * (time.perf_counter() - began))
        self.processor_s.append(cpu_s(self.system.supervisor_pid) - before)
        self.statements += self.instrument.read().since(counted).statements.total()

    @property
    def figures(self) -> tuple[float, float, float]:
        """Of a turn: processor ms, statements, p50 ms."""
        return (
            1000 * median(self.processor_s) / len(QUESTIONS),
            self.statements / len(self.turns_ms),
            median(self.turns_ms),
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="make growth", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=("history", "turns", "users"), default=("history", "turns", "users")
    )
    chosen = parser.parse_args()
    figures = Figures()
    table = figures.table(
        "A turn as things grow, embedded on SQLite",
        "what", "least", "most", "processor ms", "ratio", "statements", "ratio", "p50 ms", "ratio",
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        small = _known(THIS, folder / "small", years=1)
        for what in chosen.only:
            most = folder / what
            if what == "history":
                told = (what, "1 year", f"{YEARS} years")
                _known(THIS, most, years=YEARS)
            elif what == "turns":
                told = ("turns stored of a person", str(len(QUESTIONS)), f"{TURNS:,}")
                add_turns(shutil.copytree(small, most), user=ASKER, count=TURNS)
            else:
                told = (what, "2", f"{USERS:,}")
                add_people(shutil.copytree(small, most), like=OTHER, count=USERS)
            _compare(figures, table, told, small, most)
            shutil.rmtree(most)
    figures.print()
    print("\n".join(f"NOT HELD: {failure}" for failure in figures.failures) or "held: everything")
    sys.exit(1 if figures.failures else 0)


def _known(version: Version, data: Path, *, years: int) -> Path:
    """The data of a system that a person with a history has asked each question once, and another with sixty days."""
    folder = data.with_name(f"{data.name}-files")
    with version.running(data) as system:
        asker, other = Person(system, ASKER), Person(system, OTHER)
        for year in range(years):
            files = folder / str(year)
            newest = _NEWEST - timedelta(days=365 * year)
            sample_files(version, files, "--end-date", newest.isoformat())
            asker.import_files(files)
        newest_days = folder / "newest"
        newest_days.mkdir()
        for file in (folder / "0").glob("*.csv"):
            last_days(file).rename(newest_days / file.name)
        other.import_files(newest_days)
        for person in (asker, other):
            person.ask(len(QUESTIONS))
    return data


def _compare(figures: Figures, table: Table, told: tuple[str, str, str], least: Path, most: Path) -> None:
    with ExitStack() as stack:
        costs = []
        for data in (least, most):
            instrument = Instrument(data.with_name(f"{data.name}-counts-{most.name}"))
            costs.append(Cost(stack.enter_context(THIS.running(data, instrument=instrument)), instrument))
        people = [Person(cost.system, ASKER) for cost in costs]
        for person in people:
            person.ask(len(QUESTIONS))
        for _ in range(_ROUNDS):
            for cost, person in zip(costs, people, strict=True):
                cost.round(person)
    cells = []
    for name, small, large in zip(("processor", "statements", "p50"), *(cost.figures for cost in costs), strict=True):
        cells += [f"{large:,.0f}", f"{large / small:.2f}x"]
        figures.require(large <= MOST_GROWN * small, f"{told[0]}: {name} {small:.0f} became {large:.0f}")
    table.add(*told, *cells)


if __name__ == "__main__":
    main()
