"""120 questions about health knowledge, asked over the public API for a reader to judge by the rubric of README.md.

    python -m evals.consult --out answers.jsonl   asks, and writes each question with its answer, a JSON object a line
    python -m evals.consult --judged judged.tsv   prints the share of yes of each point of a reader's table
    python -m evals.consult --set second_author   asks another author's questions instead (or third_author)
    python -m evals.consult --as fhir             asks those about laboratory values, and again after an import of the
                                                  same values as a FHIR bundle (or lab_csv, a laboratory's table)

Printed besides is what needs no reader: how many answers cite a source that they list, hold a number of the person's
where one is on record, keep to the length, and break a hard rule. A reader's table has a line a question: its id, a
tab, and six letters, y or n, in the order of the rubric.
"""

import argparse
import asyncio
import csv
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from amy.client import Amy
from evals.asking import Asker, Conversation
from evals.people import data_root
from evals.system import System, running
from evals.vendors.comparing import Compared
from evals.vendors.importing import LABORATORIES, import_as, user_of
from services.domain_expert.domain.forbidden import breaks_a_rule

FOLDER: Final = Path(__file__).parent
POINTS: Final = ("answers", "right", "cited", "own numbers", "no diagnosis", "readable")
LABS_FILE: Final = FOLDER / "labs.csv"
LEAST: Final = 0.85
_LABS, _NOBODY = "labs", "nobody"
_SENTENCE: Final = re.compile(r"[.!?](?:\s|$)")
_MOST_SENTENCES: Final = 9
_AT_ONCE: Final = 4
_UNLIMITED: Final = {"AMY_GATEWAY_RATE_PER_MINUTE": "0"}
_OWN_VALUE: Final = re.compile(r"(\d+(?:\.\d+)?) ?[^\s\d]+ \(your latest value(?: of [^)]*)?\)")


def questions(name: str) -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


async def answers(asked: Sequence[Mapping[str, Any]], folder: Path) -> list[str]:
    """The last answer of each conversation."""
    root = data_root()
    if root is None:
        raise FileNotFoundError("AMY_EVAL_DATA names no folder with the wearers' data.")
    wearer = root / "phia" / "users"
    with running(folder, env=_UNLIMITED) as system:
        asker = Asker(base_url=system.base_url, admin_key=system.admin_key)
        await asker.client(_LABS).data.import_file(LABS_FILE)
        for person in sorted({each["person"] for each in asked} - {_LABS, _NOBODY}):
            await asker.client(person).data.import_file(wearer / f"summary_df_{person}.csv")
        return await _told(asker, asked)


async def answers_both_ways(asked: Sequence[Mapping[str, Any]], vendor: str, folder: Path) -> dict[str, list[str]]:
    """The last answer of each conversation about laboratory values, by how these were imported; prints what differs."""
    with running(folder / "system", env=_UNLIMITED) as system:
        asker = Asker(base_url=system.base_url, admin_key=system.admin_key)
        user = user_of(_LABS, vendor)
        await asker.client(_LABS).data.import_file(LABS_FILE)
        compared = await asyncio.to_thread(_import_as, vendor, system, folder)
        print("\n".join(compared.lines()))
        as_vendor = [{**each, "person": user} for each in asked]
        return {"canonical": await _told(asker, asked), vendor: await _told(asker, as_vendor)}


def _import_as(vendor: str, system: System, folder: Path) -> Compared:
    with (
        Amy(api_key=system.admin_key, base_url=system.base_url, user=_LABS) as known,
        Amy(api_key=system.admin_key, base_url=system.base_url, user=user_of(_LABS, vendor)) as amy,
    ):
        return import_as(vendor, known=known, amy=amy, folder=folder).compared


async def _told(asker: Asker, asked: Sequence[Mapping[str, Any]]) -> list[str]:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def told(each: Mapping[str, Any]) -> str:
        async with gate:
            return (await asker.answers(Conversation(user=each["person"], messages=tuple(each["messages"]))))[-1]

    return list(await asyncio.gather(*(told(each) for each in asked)))


def own_values(asked: Sequence[Mapping[str, Any]], told: Sequence[str]) -> Counter[str]:
    """How many answers tell a value that is the person's, one that is not, or none."""
    with LABS_FILE.open(newline="") as file:
        values = {row["name"].casefold(): float(row["value"]) for row in csv.DictReader(file)}
    counts: Counter[str] = Counter()
    for each, answer in zip(asked, told, strict=True):
        own = {values[name.casefold()] for name in each["own"] if name.casefold() in values}
        found = [float(number) for number in _OWN_VALUE.findall(answer)]
        counts["none" if not found else "right" if own.issuperset(found) else "wrong"] += 1
    return counts


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


def compared_ways(asked: Sequence[Mapping[str, Any]], vendor: str) -> int:
    """Prints what came of the questions both ways, and the answers that are not the same; 1 if there are any."""
    with tempfile.TemporaryDirectory() as folder:
        ways = asyncio.run(answers_both_ways(asked, vendor, Path(folder)))
    for way, told in ways.items():
        counts = own_values(asked, told)
        print(f"{way}: {checked(asked, told)}")
        print(f"  own value told: right {counts['right']}, none {counts['none']}, wrong {counts['wrong']}")
    changed = [(each, *both) for each, *both in zip(asked, *ways.values(), strict=True) if both[0] != both[1]]
    print(f"{len(changed)} of {len(asked)} answers are not the same")
    for each, before, after in changed:
        print(f"\n{each['messages'][-1]}\n  before {before}\n  after  {after}")
    return 1 if changed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--set",
        choices=("questions", "second_author", "third_author", "fourth_author", "fifth_author", "sixth_author"),
        default="questions",
    )
    parser.add_argument("--as", dest="vendor", choices=sorted(LABORATORIES), help="import its file as well")
    parser.add_argument("--out", type=Path, help="write the answers there")
    parser.add_argument("--judged", type=Path, help="a reader's table; nothing is asked")
    arguments = parser.parse_args()
    if arguments.judged:
        text, whole = judged(arguments.judged)
        print(text)
        return 0 if whole >= LEAST else 1
    asked = questions(arguments.set)
    if arguments.vendor:
        return compared_ways([each for each in asked if each["person"] == _LABS], arguments.vendor)
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
