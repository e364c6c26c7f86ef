"""Asks the recorded conversations again, over HTTP, and holds what comes against the goldens.

python -m evals.recorded               every golden; what differs is printed
python -m evals.recorded vague data    these only
python -m evals.recorded --write       takes what comes as the goldens, to be read before it is kept
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from amy.client import Amy
from evals.people import data_root
from evals.recorded.conversations import CONVERSATIONS, Recorded
from evals.recorded.order import differences, problems, turns
from evals.recorded.recording import Wearer, densest_wearer, record
from evals.recorded.transcript import markdown
from evals.system import System, running

GOLDENS: Final = Path(__file__).parent / "goldens"


def golden(recorded: Recorded) -> Path:
    return GOLDENS / f"{recorded.name}.md"


def asked(system: System, recorded: Recorded, wearer: Wearer, folder: Path) -> str:
    """A conversation as a golden would tell it."""
    user = f"recorded-{recorded.name}"
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user, timeout=120.0) as amy:
        return markdown(record(amy, recorded, wearer, folder))


def is_as_kept(recorded: Recorded, anew: str, *, write: bool) -> bool:
    """Whether the events are in order and nothing differs; prints what does, or keeps it."""
    out_of_order = [problem for lines in turns(anew) for problem in problems(lines)]
    for problem in out_of_order:
        print(f"{recorded.name}: {problem}")
    file = golden(recorded)
    differing = differences(file.read_text(encoding="utf-8") if file.is_file() else "", anew)
    if differing and write:
        file.write_text(anew, encoding="utf-8")
        print(f"{recorded.name}: written")
    elif differing:
        print(f"{recorded.name}:", *differing, sep="\n")
    return not out_of_order and (write or not differing)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="of the goldens; all, if there is none")
    parser.add_argument("--write", action="store_true", help="keep what comes")
    arguments = parser.parse_args()
    root = data_root()
    if root is None or not (root / "lifesnaps" / "daily.csv").is_file():
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds lifesnaps/daily.csv.")
        return 2
    chosen = [each for each in CONVERSATIONS if not arguments.names or each.name in arguments.names]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data", env={"AMY_GATEWAY_RATE_PER_MINUTE": "0"}) as system,
    ):
        wearer = densest_wearer(root)
        alike = [is_as_kept(each, asked(system, each, wearer, Path(folder)), write=arguments.write) for each in chosen]
    print(f"{sum(alike)} of {len(alike)} as kept")
    return 0 if all(alike) else 1


if __name__ == "__main__":
    sys.exit(main())
