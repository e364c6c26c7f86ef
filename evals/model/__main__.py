"""The evaluations of the rules mind, asked of the configured model; the rules are asked the same in the same run.

    python -m evals.model                             20 items of each suite that needs no reader
    python -m evals.model --items 5 --suites routing,phia
    python -m evals.model --out table.md --yes        writes the table; asks nobody before it begins

Whom it asks is what ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, AMY_CONFIG and AMY_PROFILE say, as for `amy up`; personal
data has to be allowed to leave by AMY_CONSENT or the profile. Suites that need a whole Amy start one for each mind. The
items are drawn with a fixed seed, and a smaller draw is part of a larger one. Costs are those of every call, failed
ones included.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from amy.llm.profile import ProfileError
from amy.runtime.logs import configure_logs
from evals.model.access import NotAskedError, announcement, minds
from evals.model.asking import MODEL, RULES, result_of
from evals.model.results import Row, table
from evals.model.suites import BY_THEMSELVES, SUITES, Drawn, Suite
from evals.people import data_root

_ITEMS: Final = 20


async def run(drawn: Mapping[str, Drawn], answers: Path) -> list[Row]:
    """A row a suite, each printed as soon as it is known."""
    rows = []
    for name, suite in drawn.items():
        rules = await result_of(suite.ask, RULES, answers)
        model = await result_of(suite.ask, MODEL, answers)
        rows.append(Row(suite=name, items=suite.items, rules=rules, model=model))
        print(rows[-1], flush=True)
    return rows


def readable(chosen: Mapping[str, Suite], root: Path | None) -> str:
    """Which suites lack their data; empty if none does."""
    lacking = [
        name
        for name, suite in chosen.items()
        if suite.reads is not None and (root is None or not (root / suite.reads).is_file())
    ]
    others = ",".join(name for name in BY_THEMSELVES if SUITES[name].reads is None)
    return (
        f"No evaluation data for {', '.join(lacking)}: set AMY_EVAL_DATA, or ask --suites {others}." if lacking else ""
    )


def agreed(*, yes: bool) -> bool:
    """Whether the operator lets it begin; without a terminal nobody can be asked."""
    if yes:
        return True
    if not sys.stdin.isatty():
        print("Nobody can be asked here whether to go on: pass --yes.")
        return False
    return input("Go on? [y/N] ").strip().lower() in ("y", "yes")


def chosen_by(names: str) -> dict[str, Suite]:
    """The suites of a list with commas.

    Raises:
        argparse.ArgumentTypeError: one of them does not exist.
    """
    wanted = [name.strip() for name in names.split(",")]
    if unknown := [name for name in wanted if name not in SUITES]:
        raise argparse.ArgumentTypeError(f"there is no suite {unknown[0]!r}; there are {', '.join(SUITES)}")
    return {name: SUITES[name] for name in wanted}


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=_ITEMS, help="of each suite")
    parser.add_argument("--suites", type=chosen_by, default=",".join(BY_THEMSELVES), help=f"of {','.join(SUITES)}")
    parser.add_argument("--out", type=Path, help="write the table there")
    parser.add_argument("--answers", type=Path, default=Path("open_ended.jsonl"), help="for what a reader has to judge")
    parser.add_argument("--yes", action="store_true", help="begin without asking")
    arguments = parser.parse_args(given)
    configure_logs(level="WARNING", service="evals")
    try:
        found = minds(os.environ)
    except (NotAskedError, ProfileError) as error:
        print(error)
        return 2
    root = data_root()
    if lacking := readable(arguments.suites, root):
        print(lacking)
        return 2
    drawn = {name: suite.draw(arguments.items, root or Path()) for name, suite in arguments.suites.items()}
    print(announcement(found, arguments.suites, {name: each.items for name, each in drawn.items()}))
    if not agreed(yes=arguments.yes):
        return 2
    rows = asyncio.run(run(drawn, arguments.answers))
    written = table(rows)
    print(f"\n{written}")
    if arguments.out:
        arguments.out.write_text(f"{written}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
