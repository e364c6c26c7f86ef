"""`make before-after BASE=<commit>`: what a turn cost and what it costs, on one machine, in one run, in turns.

Each round measures the old version and then the new one; told are the medians of all rounds. What is counted and not
timed is measured in the first round only. The table is Markdown, for docs/performance.md.
"""

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from tests.load.cost import base
from tests.load.cost.measuring import ONCE, PARTS, Measured
from tests.load.cost.version import THIS, Version

_OLD: Final = "before"
_NEW: Final = "after"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make before-after", description=__doc__)
    parser.add_argument("base", help="the commit that is compared with what is checked out")
    parser.add_argument("--base-python", type=Path, help="of an environment with the base's packages")
    parser.add_argument("--only", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="these parts")
    parser.add_argument("--rounds", type=int, default=2, help="of each version, interleaved")
    parser.add_argument("--markdown", type=Path, help="where to write the table too")
    chosen = parser.parse_args()
    with base.checked_out(chosen.base, chosen.base_python) as old:
        runs = _runs({_OLD: old, _NEW: THIS}, chosen.only, chosen.rounds)
    told = table(_medians(runs[_OLD]), _medians(runs[_NEW]))
    print(f"\n{told}")
    if chosen.markdown:
        chosen.markdown.write_text(told + "\n")


def _runs(versions: Mapping[str, Version], parts: Sequence[str], rounds: int) -> Mapping[str, list[Measured]]:
    runs: dict[str, list[Measured]] = {name: [] for name in versions}
    for number in range(rounds):
        for name, version in versions.items():
            measured = Measured()
            for part in parts:
                if number and part in ONCE:
                    continue
                print(f"\n{part}, {name}, round {number + 1} of {rounds}", flush=True)
                with tempfile.TemporaryDirectory() as folder:
                    PARTS[part](measured, version, Path(folder))
            runs[name].append(measured)
    return runs


def _medians(runs: Sequence[Measured]) -> Mapping[str, float]:
    """Of every figure, over the rounds in which it was measured."""
    names = dict.fromkeys(name for run in runs for name in run.figures)
    return {name: median(run.figures[name] for run in runs if name in run.figures) for name in names}


def table(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Each figure of either version; one that only one has is none of the other's."""
    lines = ["| what | before | after | ratio |", "| --- | --- | --- | --- |"]
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        ratio = f"{new / old:.2f}x" if old and new is not None else "-"
        lines.append(f"| {name} | {_told(old)} | {_told(new)} | {ratio} |")
    return "\n".join(lines)


def _told(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
