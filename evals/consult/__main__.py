"""120 questions about health knowledge, asked over the public API for a reader to judge by the rubric of README.md.

    python -m evals.consult --out answers.jsonl   asks, and writes each question with its answer, a JSON object a line
    python -m evals.consult --judged judged.tsv   prints the share of yes of each point of a reader's table
    python -m evals.consult --set second_author   asks another author's questions instead (or third_author)

Printed besides is what needs no reader: how many answers cite a source that they list, hold a number of the person's
where one is on record, keep to the length, and break a hard rule. A reader's table has a line a question: its id, a
tab, and six letters, y or n, in the order of the rubric.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evals.asking import Asker, Conversation
from evals.people import data_root
from evals.system import running
from services.domain_expert.domain.forbidden import breaks_a_rule

FOLDER: Final = Path(__file__).parent
POINTS: Final = ("answers", "right", "cited", "own numbers", "no diagnosis", "readable")
LEAST: Final = 0.85
_LABS, _NOBODY = "labs", "nobody"
_SENTENCE: Final = re.compile(r"[.!?](?:\s|$)")
_MOST_SENTENCES: Final = 9
_AT_ONCE: Final = 4


def questions(name: str) -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


async def answers(asked: Sequence[Mapping[str, Any]], folder: Path) -> list[str]:
    """The last answer of each conversation."""
    root = data_root()
    if root is None:
        raise FileNotFoundError("AMY_EVAL_DATA names no folder with the wearers' data.")
    wearer = root / "phia" / "users"
    with running(folder, env={"AMY_GATEWAY_RATE_PER_MINUTE": "0"}) as system:
        asker = Asker(base_url=system.base_url, admin_key=system.admin_key)
        await asker.client(_LABS).data.import_file(FOLDER / "labs.csv")
        for person in sorted({each["person"] for each in asked} - {_LABS, _NOBODY}):
            await asker.client(person).data.import_file(wearer / f"summary_df_{person}.csv")
        gate = asyncio.Semaphore(_AT_ONCE)

        async def told(each: Mapping[str, Any]) -> str:
            async with gate:
                return (await asker.answers(Conversation(user=each["person"], messages=tuple(each["messages"]))))[-1]

        return list(await asyncio.gather(*(told(each) for each in asked)))


def checked(asked: Sequence[Mapping[str, Any]], told: Sequence[str]) -> str:
    """What can be said of the answers without a reader."""
    bodies = [answer.partition("\n\nSources:")[0] for answer in told]
    cited = sum("Sources:" in answer and "[1]" in answer for answer in told)
    own = [body for each, body in zip(asked, bodies, strict=True) if each["own"]]
    with_own = sum("Your " in body and bool(re.search(r"\d", body)) for body in own)
    short = sum(1 <= len(_SENTENCE.findall(body)) <= _MOST_SENTENCES for body in bodies)
    broken = sum(breaks_a_rule(body) for body in bodies)
    return (
        f"{len(told)} answers: {cited} cite a source; {with_own} of {len(own)} hold an own number; "
        f"{short} of at most {_MOST_SENTENCES} sentences; {broken} break a hard rule"
    )


def judged(table: Path) -> tuple[str, float]:
    """The share of yes of each point, and of all points together."""
    rows = [line.split("\t")[1].strip() for line in table.read_text("utf-8").splitlines() if "\t" in line]
    shares = [sum(row[at] == "y" for row in rows) / len(rows) for at in range(len(POINTS))]
    whole = sum(set(row) == {"y"} for row in rows) / len(rows)
    lines = [f"  {name:<14} {share:.1%}" for name, share in zip(POINTS, shares, strict=True)]
    return "\n".join([*lines, f"  all points     {whole:.1%} of {len(rows)}"]), whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--set",
        choices=("questions", "second_author", "third_author", "fourth_author", "fifth_author", "sixth_author"),
        default="questions",
    )
    parser.add_argument("--out", type=Path, help="write the answers there")
    parser.add_argument("--judged", type=Path, help="a reader's table; nothing is asked")
    arguments = parser.parse_args()
    if arguments.judged:
        text, whole = judged(arguments.judged)
        print(text)
        return 0 if whole >= LEAST else 1
    asked = questions(arguments.set)
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(answers(asked, Path(folder) / "system"))
    if arguments.out:
        lines = (
            json.dumps({**each, "answer": text}, ensure_ascii=False) for each, text in zip(asked, told, strict=True)
        )
        arguments.out.write_text("\n".join(lines) + "\n", "utf-8")
    print(checked(asked, told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
