"""What becomes of open-ended questions: computed, left to another agent, or declined, each with the reason.

The 91 open-ended questions of PHIA (Merrill et al. 2024; read in place, not repeated here) are asked of the sample
person over the public API; how they were read is what the data scientist narrates. The table names them by their number
in the file. What the validator rejected counts as computed: it is read right, and withheld.

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
from typing import assert_never

import pandas as pd

from evals.analyst import Analyst, Answer, Status, analyst
from evals.people import data_root

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


def outcome_of(number: int, answer: Answer, approach: str) -> Row:
    """What one answer counts as.

    Raises:
        RuntimeError: the turn did not end with an answer.
    """
    match answer.status:
        case Status.ELSEWHERE:
            return Row(number=number, outcome="left to another agent", reading=answer.text)
        case Status.DECLINED:
            return Row(number=number, outcome="declined", reading=answer.text)
        case Status.ANSWERED | Status.WITHHELD:
            return Row(number=number, outcome="computed", reading=approach)
        case Status.FAILED:
            raise RuntimeError(f"question {number} did not end with an answer: {answer.text}")
        case _:
            assert_never(answer.status)


async def rows(questions: Sequence[str], folder: Path) -> list[Row]:
    """Every question, in order."""
    sample = folder / "sample"
    command = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)]
    await asyncio.to_thread(subprocess.run, command, check=True)
    async with analyst(folder) as amy:
        for file in sorted(sample.glob("*.csv")):
            await amy.import_file(USER, file)
        return await asyncio.gather(*(_row(amy, number, text) for number, text in enumerate(questions, start=1)))


async def _row(amy: Analyst, number: int, question: str) -> Row:
    answer = await amy.ask(USER, question)
    return outcome_of(number, answer, await amy.approach(USER, answer))


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
