"""`python -m tests.load.cost`: what a turn costs, counted and timed from outside. Loopback only, bounded in time.

Of another checkout too: `--tree` with its folder and `--python` with an environment that has its packages.
"""

import argparse
import tempfile
from pathlib import Path

from tests.load.cost.measuring import PARTS, USUAL, Measured
from tests.load.cost.version import THIS, Version


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.cost", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=tuple(PARTS), default=USUAL, help="these parts")
    parser.add_argument("--tree", type=Path, default=THIS.tree, help="the checkout that is measured")
    parser.add_argument("--python", type=Path, default=THIS.python, help="its Python")
    chosen = parser.parse_args()
    version = Version(tree=chosen.tree.resolve(), python=chosen.python)
    version.check()
    measured = Measured()
    for part in chosen.only:
        print(f"\n{part}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[part](measured, version, Path(folder))


if __name__ == "__main__":
    main()
