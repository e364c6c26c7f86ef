"""`make flame`: where a running system spends its processor time while it answers, as a picture and by package.

Two recordings by py-spy of all that `amy up` started: the picture, and then the stacks for the table. Recorded is
who holds the interpreter: not who waits for it, nor what C code does while it has let go of it (SQLite, the kernel).
Sandboxed code is not seen: nobody may look into those processes.
"""

import argparse
import re
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.load.cost.asking import Person, people, sample_files
from tests.load.cost.version import THIS
from tests.load.loading.figures import Figures

_PY_SPY: Final = THIS.python.with_name("py-spy")
_RATE: Final = 250
_TOLD_FROM: Final = 0.01
_FRAME: Final = re.compile(r"^.* \((?P<file>[^()]*?)(?::\d+)?\)$")
_OF_PROJECT: Final = re.compile(r"(?:^|/)((?:services/\w+|gateway|amy/\w+))(?:/|\.py$)")
_ATTACHED_S: Final = 2.0
_WRITES_WITHIN_S: Final = 120.0


@dataclass(frozen=True, kw_only=True)
class Share:
    """Of all samples: those in a package's own code, and those in it or in what it called."""

    own: float
    within: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="make flame", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(".amy/flame.svg"), help="the picture")
    parser.add_argument("--turns", type=int, default=30, help="of each recording")
    chosen = parser.parse_args()
    chosen.out.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with THIS.running(folder / "data") as system:
            (person,) = people(system, sample_files(THIS, folder / "sample"), count=1)
            _record(system.supervisor_pid, person, chosen.turns, chosen.out, "flamegraph")
            _record(system.supervisor_pid, person, chosen.turns, folder / "stacks", "raw")
        shares = by_package((folder / "stacks").read_text().splitlines())
    table = Figures().table("Who holds the interpreter, by package", "own", "with what it calls", "package")
    for name, share in sorted(shares.items(), key=lambda each: -each[1].own):
        if share.within >= _TOLD_FROM:
            table.add(f"{share.own:6.1%}", f"{share.within:6.1%}", name)
    print(f"{chosen.out}: the picture, for a browser")


def _record(pid: int, person: Person, turns: int, out: Path, kind: str) -> None:
    options = ["--pid", str(pid), "--subprocesses", "--full-filenames", "--rate", str(_RATE), "--gil"]
    command = [str(_PY_SPY), "record", *options, "--format", kind, "--output", str(out)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(_ATTACHED_S)
        person.ask(turns)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=_WRITES_WITHIN_S)
    assert out.exists(), f"py-spy may not look at process {pid}: run make flame as root"


def by_package(stacks: Iterable[str]) -> dict[str, Share]:
    """Shares by package, of lines "caller (file:line);…;called (file:line) samples"."""
    own: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for line in stacks:
        frames, _, samples = line.rpartition(" ")
        packages = [package(found["file"]) for frame in frames.split(";") if (found := _FRAME.match(frame))]
        if packages:
            own[packages[-1]] += int(samples)
            within.update(dict.fromkeys(packages, int(samples)))
    return {name: Share(own=own[name] / own.total(), within=count / own.total()) for name, count in within.items()}


def package(file: str) -> str:
    """The distribution, the part of the project, or the part of the standard library that a file is of."""
    if "site-packages/" in file:
        return file.rpartition("site-packages/")[2].split("/")[0].removesuffix(".py")
    if found := _OF_PROJECT.search(file):
        return found[1]
    _, at, rest = file.rpartition("/python3.")
    return f"Python's {rest.split('/')[1].removesuffix('.py')}" if at and "/" in rest else Path(file).name


if __name__ == "__main__":
    main()
