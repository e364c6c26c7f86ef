"""What a running system asks of its databases and of itself, counted from outside by `instrument/sitecustomize.py`."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

INSTRUMENT: Final = Path(__file__).with_name("instrument")
_ANSWERS_WITHIN_S: Final = 10.0
_COMMITS: Final = ("COMMIT", "END")
_OTHERS: Final = ("grpc.health.", "grpc.reflection.")
"""Methods that no turn calls."""


class Thing(NamedTuple):
    """What is counted: its kind (`sql`, `autocommit`, `fsync`, `grpc`), the service or program, and what it was."""

    kind: str
    where: str
    what: str


class _Content(TypedDict):
    asked: int
    counts: list[tuple[str, str, str, int]]


@dataclass(frozen=True)
class Tally:
    """How often each thing was done."""

    counts: Counter[Thing]

    def since(self, before: "Tally") -> "Tally":
        return Tally(self.counts - before.counts)

    @property
    def statements(self) -> Counter[str]:
        """By service, everything that reached a database: BEGIN, COMMIT and PRAGMA too."""
        return self._by_where("sql")

    @property
    def commits(self) -> Counter[str]:
        """By service; a write outside a transaction is one too."""
        committed = self._by_where("autocommit")
        for thing, count in self.counts.items():
            if thing.kind == "sql" and thing.what.upper().startswith(_COMMITS):
                committed[thing.where] += count
        return committed

    @property
    def calls(self) -> Counter[str]:
        """By method, without those that ask for health."""
        called: Counter[str] = Counter()
        for thing, count in self.counts.items():
            if thing.kind == "grpc" and not thing.what.startswith(_OTHERS):
                called[thing.what] += count
        return called

    def told(self, *, per: float) -> str:
        """Each statement by service, the most frequent first, for whoever wants fewer; `*`: commits by itself."""
        lines = [
            f"{count / per:8.2f}{'*' if self.counts[thing._replace(kind='autocommit')] else ' '} {thing.where:14} "
            + thing.what[:300]
            for thing, count in self.counts.most_common()
            if thing.kind == "sql"
        ]
        services = [f"{count / per:8.2f}  {where}" for where, count in self.statements.most_common()]
        return "\n".join(("statements by service", *services, "by statement", *lines))

    def _by_where(self, kind: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for thing, count in self.counts.items():
            if thing.kind == kind:
                found[thing.where] += count
        return found


class Instrument:
    """Counts every Python process that is started with its environment.

    Args:
        folder: a new one, where the processes leave their counts.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._folder = folder

    def env(self, *code: Path) -> Mapping[str, str]:
        """What to start a system with; `code` is what its PYTHONPATH would be without the instrument."""
        return {"PYTHONPATH": os.pathsep.join(map(str, (INSTRUMENT, *code))), "COUNTS_FOLDER": str(self._folder)}

    def read(self) -> Tally:
        """What all processes have counted so far, ended ones too.

        Raises:
            TimeoutError: one that runs does not say.
        """
        files = sorted(self._folder.glob("*.json"))
        waited = {file: asked for file in files if (asked := self._ask(file)) is not None}
        deadline = time.monotonic() + _ANSWERS_WITHIN_S
        while late := [file for file, asked in waited.items() if _content(file)["asked"] == asked and _runs(file)]:
            if time.monotonic() > deadline:
                raise TimeoutError(f"these do not say what they counted: {late}")
            time.sleep(0.01)
        counts: Counter[Thing] = Counter()
        for file in files:
            for kind, where, what, count in _content(file)["counts"]:
                counts[Thing(kind, where, what)] += count
        return Tally(counts)

    def _ask(self, file: Path) -> int | None:
        """How often a process had been asked before; None if it has ended."""
        asked = _content(file)["asked"]
        try:
            os.kill(int(file.stem), signal.SIGUSR2)
        except ProcessLookupError:
            return None
        return asked


def _content(file: Path) -> _Content:
    content: _Content = json.loads(file.read_text())
    return content


def _runs(file: Path) -> bool:
    """Whether its process is there and no zombie."""
    try:
        return Path(f"/proc/{file.stem}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
