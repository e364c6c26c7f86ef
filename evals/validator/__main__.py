"""What the validator lets through and what it misses, documented gates and both layers, where the truth is known.

Every cell draws its claims from a generator of its own, seeded by `--seed` and the cell's name, so that the same seed
prints the same tables. Entries read: share above `rejected` / share `validated`, in percent; of what is there then the
share that an oracle sees, of a shared cause the share in which the Critic names it. A star marks a promise that the
figure misses, two stars one that it misses by more than two standard errors of the simulation; with those the program
exits with 1.
"""

import argparse
import os
import re
import sys
import time
from itertools import chain
from pathlib import Path

from evals.validator import lifesnaps, plots
from evals.validator.coverage import intervals
from evals.validator.effects import effects
from evals.validator.nothing import nothing
from evals.validator.running import Figures, Setting, run
from evals.validator.shared import shared
from evals.validator.tables import TOLERATED_LOSS, lost, missed, tables

DRAWS, QUICK_DRAWS = 400, 100
_SAVED_EVERY_S = 20.0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evals.validator", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=DRAWS, help="claims a cell; cells with a narrow promise have more")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_DRAWS} claims a cell")
    parser.add_argument("--held-out", action="store_true", help="other parameters and draws, for the last look only")
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="cells whose name this pattern finds")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="where the figures are kept")
    parser.add_argument("--resume", action="store_true", help="what is in that file is not measured again")
    parser.add_argument("--beside", type=Path, help="the figures of another version, shown before an arrow")
    parser.add_argument("--plots", type=Path, help="the folder to write the plots to")
    asked = parser.parse_args()
    if asked.resume and asked.json is None:
        parser.error("--resume needs --json")
    return asked


def _figures(asked: argparse.Namespace) -> Figures:
    setting = Setting(seed=asked.seed, draws=QUICK_DRAWS if asked.quick else asked.draws, held_out=asked.held_out)
    if not asked.resume or not asked.json.exists():
        return Figures(setting=setting)
    figures = Figures.read(asked.json)
    if figures.setting != setting:
        sys.exit(f"{asked.json} holds figures of {figures.setting}, and asked for is {setting}")
    return figures


def main() -> int:
    asked = _arguments()
    began = saved = time.monotonic()
    figures = _figures(asked)
    every = chain(nothing(held_out=asked.held_out), shared(held_out=asked.held_out), effects(), intervals())
    cells = [cell for cell in every if asked.only.search(cell.name)]
    for done in run(cells, figures, processes=asked.processes):
        if asked.json and time.monotonic() - saved > _SAVED_EVERY_S:
            figures.write(asked.json)
            saved = time.monotonic()
            print(f"{len(figures.cells)} cells, the last: {done}", file=sys.stderr)
    if asked.json:
        figures.write(asked.json)
    print(f"seed {asked.seed}, {figures.setting.draws} claims a cell{', held out' if asked.held_out else ''}")
    beside = Figures.read(asked.beside).cells if asked.beside else {}
    for each in tables(cells, figures.cells, beside):
        print(each)
    if asked.plots:
        plots.write(asked.plots, cells, figures.cells, beside)
    if not lifesnaps.wearers():
        print("\nLifeSnaps is absent (AMY_EVAL_DATA): its cells were not measured.")
    as_they_stand, for_sure = (missed(cells, figures.cells, for_sure=sure) for sure in (False, True))
    print(f"\n{len(cells)} cells in {time.monotonic() - began:.0f} s; promises missed: {len(as_they_stand)}")
    print(f"by more than two standard errors: {len(for_sure)}", *for_sure, sep="\n- ")
    if beside:
        fallen = lost(cells, figures.cells, beside)
        print(
            f"\nseen less often than before by more than {TOLERATED_LOSS:g} points: {len(fallen)}", *fallen, sep="\n- "
        )
    return 1 if for_sure else 0


if __name__ == "__main__":
    sys.exit(main())
