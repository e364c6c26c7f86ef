"""What becomes of open-ended questions: computed, left to another agent, or declined, each with the reason.

The 91 open-ended questions of PHIA (Merrill et al. 2024; read in place, not repeated here) are asked of the sample
person over the public API, and once more through the `Analyze` RPC for how they were read. The table names them by
their number in the file.

    python -m evals.open_ended            prints the table
    python -m evals.open_ended --write    also writes evals/open_ended.md
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.client import AsyncAmy
from evals.analyst import analyst
from evals.people import data_root
from evals.system import running

TABLE = Path(__file__).with_name("open_ended.md")
WANTED = 0.60
USER = "sample"
NEEDS_DATA = frozenset(
    {1, 5, 9, 10, 12, 16, 23, 27, 30, 31, 32, 33, 34, 35, 36, 40, 41, 42, 43, 44, 45, 46, 47, 55, 56, 58, 61, 63, 64}
    | {65, 66, 68, 70, 72, 73, 74, 76, 77, 78, 80, 81, 82, 83, 84, 85, 89}
)
"""Those that ask about the person's own records, also where no wearable records what they ask about."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """What became of one question.

    Attributes:
        outcome: "computed", "declined", or "left to another agent".
        reading: how it was read, or why not.
    """

    number: int
    outcome: str
    reading: str


def outcome_of(number: int, completed: pb.AnalysisCompleted, agents: Sequence[str], answer: str) -> Row:
    if "data_science" not in agents:
        return Row(number=number, outcome="left to another agent", reading=answer)
    if completed.status == pb.STATUS_ANSWERED:
        return Row(number=number, outcome="computed", reading=completed.approach)
    return Row(number=number, outcome="declined", reading=completed.answer)


async def rows(questions: Sequence[str], folder: Path) -> list[Row]:
    """Every question, over the public API and through the RPC.

    Raises:
        RuntimeError: a turn or an analysis did not end with an answer.
    """
    sample = folder / "sample"
    command = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)]
    await asyncio.to_thread(subprocess.run, command, check=True)
    files = sorted(sample.glob("*.csv"))
    found: list[Row] = []
    with running(folder / "system") as system:
        async with (
            analyst(folder) as scientist,
            AsyncAmy(api_key=system.admin_key, base_url=system.base_url, user=USER) as amy,
        ):
            for file in files:
                await scientist.import_file(USER, file)
                await amy.data.import_file(file)
            for number, question in enumerate(questions, start=1):
                completed = await scientist.ask(USER, question)
                turn = await amy.turns.create(
                    messages=[{"role": "user", "content": question}], stream=False, context={"include_memory": False}
                )
                if turn.result is None or completed.status == pb.STATUS_FAILED:
                    raise RuntimeError(f"question {number} did not end with an answer: {turn.error}")
                found.append(outcome_of(number, completed, turn.result.agents_used, turn.result.answer))
    return found


def table(found: Sequence[Row]) -> str:
    lines = ["| # | asks about own records | outcome | how it was read, or why not |", "| --- | --- | --- | --- |"]
    for row in found:
        needs = "yes" if row.number in NEEDS_DATA else "no"
        reading = " ".join(row.reading.split()).replace("|", "\\|")
        lines.append(f"| {row.number} | {needs} | {row.outcome} | {reading} |")
    return "\n".join(lines)


def verdict(found: Sequence[Row]) -> tuple[str, float]:
    """One line for people, and the share computed of the questions about own records."""
    outcomes = Counter(row.outcome for row in found)
    needing = [row for row in found if row.number in NEEDS_DATA]
    computed = sum(row.outcome == "computed" for row in needing)
    line = (
        f"{len(found)} asked: {', '.join(f'{count} {outcome}' for outcome, count in outcomes.most_common())}. "
        f"Of the {len(needing)} about own records {computed} computed ({computed / len(needing):.0%})."
    )
    return line, computed / len(needing)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    arguments = parser.parse_args()
    root = data_root()
    if root is None or not (root / "phia" / "open_ended_dev.csv").is_file():
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds phia/open_ended_dev.csv.")
        return 2
    questions = pd.read_csv(root / "phia" / "open_ended_dev.csv")["question"].tolist()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(rows(questions, Path(folder)))
    line, share = verdict(found)
    print(f"{table(found)}\n\n{line}")
    if arguments.write:
        TABLE.write_text(f"# What becomes of open-ended questions\n\n{line}\n\n{table(found)}\n")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
