"""Objective questions about four people, each asked in a templated wording and in natural English.

The questions and answers of PHIA (Merrill et al. 2024, arXiv 2406.06464; CC BY-NC 4.0, read in place). An answer is
right when its value is within 0.1 % or 0.011 of the expected number, or names the expected activities. The
published agent reaches 84 %.

    python -m evals.phia                 both wordings over the public API, by kind of question
    python -m evals.phia --show-wrong    each wrong answer with how the question was read
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from evals.analyst import Analyst, Answer, Status, analyst
from evals.everyday.truths import KINDS
from evals.people import data_root

QUESTIONS = Path("phia") / "objective_dev.csv"
"""In the folder of evaluation data."""
WORDINGS = {"question": 0.98, "paraphrase": 0.95}
"""The columns, and the share of right answers that is asked for."""
_KINDS = (
    ("which activities", r"unique activities"),
    ("best activity", r"\b(longest|best|furthest)\b"),
    ("number of days or times", r"^how many (days|times)"),
    ("most recent day with an activity", r"most recent day"),
    ("activities on certain days", r"\bfor (run|treadmill|aerobic workout)s? on days"),
    ("activities within bounds", r"\bfor (run|treadmill|aerobic workout)s? (when|where)"),
    ("first or last activities", r"\b(last|first|most recent) (\d+ )?(run|treadmill|aerobic workout)"),
    ("activities over a window", r"\b(run|treadmill|aerobic workout)\b"),
    ("statistic of a daily metric", r""),
)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one question came to."""

    kind: str
    right: bool
    declined: bool
    told: str


def kind_of(templated: str) -> str:
    return next(kind for kind, pattern in _KINDS if re.search(pattern, templated, re.IGNORECASE))


def is_right(answer: Answer, expected: str) -> bool:
    if answer.status is not Status.ANSWERED:
        return False
    try:
        true = float(expected)
    except ValueError:
        return kinds_in(answer.text) == kinds_in(expected)
    return answer.value is not None and abs(answer.value - true) <= max(0.001 * abs(true), 0.011)


def kinds_in(text: str) -> frozenset[str]:
    """The kinds of activity that are named."""
    return frozenset(kind for kind in KINDS if re.search(rf"\b{kind}s?\b", text, re.IGNORECASE))


async def import_people(amy: Analyst, users: Path, people: Sequence[str]) -> None:
    for person in people:
        for table in ("summary", "exercise"):
            await amy.import_file(person, users / f"{table}_df_{person}.csv")


async def ask_all(amy: Analyst, rows: pd.DataFrame, wording: str) -> list[Outcome]:
    """In the order of the rows."""

    async def ask(row: Mapping[Any, str]) -> Outcome:
        answer = await amy.ask(row["subject_id"], row[wording])
        right = is_right(answer, row["answer"])
        approach = "" if right else await amy.approach(row["subject_id"], answer)
        return Outcome(
            kind=kind_of(row["question"]),
            right=right,
            declined=answer.status is not Status.ANSWERED,
            told=f"{row[wording]!r} expected {row['answer']}\n    {approach}\n    {answer.text}",
        )

    return await asyncio.gather(*(ask(row) for row in rows.astype(str).to_dict("records")))


def report(wording: str, outcomes: Sequence[Outcome], *, show_wrong: bool) -> float:
    """Prints the accuracy, whole and by kind; returns the whole."""
    asked, right = Counter(each.kind for each in outcomes), Counter(each.kind for each in outcomes if each.right)
    declined = sum(each.declined for each in outcomes)
    share = right.total() / asked.total()
    print(f"{wording}: {right.total()} of {asked.total()} right ({share:.1%}), {declined} declined")
    for kind, _ in _KINDS:
        if asked[kind]:
            print(f"  {kind:34} {right[kind]:4} of {asked[kind]:4}  {right[kind] / asked[kind]:7.1%}")
    for each in outcomes if show_wrong else ():
        if not each.right:
            print(f"WRONG {each.told}")
    return share


def questions(root: Path) -> pd.DataFrame:
    """A row a question, as the file has them."""
    return pd.read_csv(root / QUESTIONS, dtype=str)


async def run(root: Path, *, show_wrong: bool) -> bool:
    began = time.monotonic()
    rows = questions(root)
    with tempfile.TemporaryDirectory() as folder:
        async with analyst(Path(folder)) as amy:
            await import_people(amy, root / "phia" / "users", sorted(rows["subject_id"].unique()))
            met = [
                report(wording, await ask_all(amy, rows, wording), show_wrong=show_wrong) >= wanted
                for wording, wanted in WORDINGS.items()
            ]
    print(f"{time.monotonic() - began:.0f} s")
    return all(met)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show-wrong", action="store_true", help="print each wrong answer")
    arguments = parser.parse_args()
    root = data_root()
    if root is None or not (root / QUESTIONS).is_file():
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds phia/objective_dev.csv.")
        return 2
    return 0 if asyncio.run(run(root, show_wrong=arguments.show_wrong)) else 1


if __name__ == "__main__":
    sys.exit(main())
