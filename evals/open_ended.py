"""What becomes of open-ended questions: answered, declined with a reason, or missed, judged by a reader.

The 91 open-ended questions of PHIA (Merrill et al. 2024; read in place, not repeated here) are asked of the sample
person over the public API, each a conversation of its own without memory. A reader reads every answer whole and notes
the verdict in `open_ended.tsv` by the question's number in the file; the table is made of that.

    python -m evals.open_ended                prints the table of the verdicts
    python -m evals.open_ended --write        also writes evals/open_ended.md
    python -m evals.open_ended --out FILE     asks all of them and writes the answers to a file, for a reader
"""

import argparse
import asyncio
import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import pandas as pd

from evals.analyst import analyst
from evals.people import data_root

JUDGED: Final = Path(__file__).with_name("open_ended.tsv")
TABLE: Final = Path(__file__).with_name("open_ended.md")
WANTED: Final = 0.85
USER: Final = "sample"
QUESTIONS: Final = Path("phia") / "open_ended_dev.csv"
"""In the folder of evaluation data."""
RUBRIC: Final = """\
A reader reads each answer whole. It counts as

- **answered** if it addresses what was asked and says something of substance that the person's data or a cited source
  supports, with no wrong number and no misreading, in plain and pleasant words. Part of a question is enough where the
  rest could not be known; what was left out is noted. What a coach says before its question counts; a question alone
  does not. That a computation found no relationship is an answer.
- **declined** if it gives none for a reason that a person accepts: it is not on record, it is the device maker's, it
  would harm.
- **missed** if it is beside the point, or declined without such a reason."""


class Verdict(StrEnum):
    """What a reader said of an answer; the rubric says when."""

    ANSWERED = "answered"
    DECLINED = "declined"
    MISSED = "missed"


@dataclass(frozen=True, kw_only=True)
class Row:
    """The verdicts on the answers to one question: before what was missed was mended, and after."""

    number: int
    first_look: Verdict
    final_look: Verdict
    why: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    number: int
    question: str
    answer: str


def rows(file: Path = JUDGED) -> list[Row]:
    with file.open(newline="") as judged:
        return [
            Row(
                number=int(row["number"]),
                first_look=Verdict(row["first_look"]),
                final_look=Verdict(row["final_look"]),
                why=row["why"],
            )
            for row in csv.DictReader(judged, delimiter="\t")
        ]


def figures(name: str, verdicts: Sequence[Verdict]) -> str:
    counts, of = Counter(verdicts), len(verdicts)
    told = ", ".join(f"{counts[verdict]} {verdict} ({counts[verdict] / of:.0%})" for verdict in Verdict)
    return f"- {name}: {told}."


def table(judged: Sequence[Row]) -> str:
    lines = [
        figures("First look", [row.first_look for row in judged]),
        figures("Final look", [row.final_look for row in judged]),
        "",
        "| # | first look | final look | why |",
        "| --- | --- | --- | --- |",
        *(f"| {row.number} | {row.first_look} | {row.final_look} | {row.why} |" for row in judged),
    ]
    return "\n".join(lines)


def questions_of(root: Path) -> list[str]:
    return [str(question) for question in pd.read_csv(root / QUESTIONS)["question"]]


async def ask(questions: Sequence[str], folder: Path, env: Mapping[str, str | None] | None = None) -> list[Asked]:
    """The answers of a person with the sample's records, in order; `env` as `analyst` takes it."""
    sample = folder / "sample"
    command = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)]
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
    async with analyst(folder, env) as amy:
        for file in sorted(sample.glob("*.csv")):
            await amy.import_file(USER, file)
        answers = await asyncio.gather(*(amy.ask(USER, question) for question in questions))
    return [
        Asked(number=number, question=question, answer=answer.text)
        for number, (question, answer) in enumerate(zip(questions, answers, strict=True), start=1)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    parser.add_argument("--out", type=Path, help="ask the questions, and write a JSON object a line")
    arguments = parser.parse_args()
    if arguments.out:
        root = data_root()
        if root is None or not (root / QUESTIONS).is_file():
            print("No evaluation data: set AMY_EVAL_DATA to a folder that holds phia/open_ended_dev.csv.")
            return 2
        with tempfile.TemporaryDirectory() as folder:
            asked = asyncio.run(ask(questions_of(root), Path(folder)))
        arguments.out.write_text("".join(f"{json.dumps(asdict(each), ensure_ascii=False)}\n" for each in asked))
        return 0
    judged = rows()
    print(table(judged))
    if arguments.write:
        TABLE.write_text(f"# What becomes of open-ended questions\n\n{RUBRIC}\n\n{table(judged)}\n")
    share = sum(row.final_look is Verdict.ANSWERED for row in judged) / len(judged)
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
