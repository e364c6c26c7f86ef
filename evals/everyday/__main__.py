"""Everyday questions, asked of a whole system over its public API and judged by the text that a person reads.

The truth of each is computed with pandas from the raw files of six real people, without any code of Amy's.

    python -m evals.everyday                      every batch
    python -m evals.everyday --batch 1            one batch
    python -m evals.everyday --class streaks      one class
    python -m evals.everyday --show               each that is not right: question, truth, answer
    python -m evals.everyday --as fitbit          also of the same people by way of a vendor's files (or garmin, whoop)
    python -m evals.everyday --check              computes the truths only
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from amy.client import Amy
from evals.asking import Asker, Conversation
from evals.everyday.batch_1 import BATCH_1
from evals.everyday.batch_2 import BATCH_2
from evals.everyday.batch_3 import BATCH_3
from evals.everyday.batch_4 import BATCH_4
from evals.everyday.batch_5 import BATCH_5
from evals.everyday.batch_6 import BATCH_6
from evals.everyday.batch_7 import BATCH_7
from evals.everyday.batch_8 import BATCH_8
from evals.everyday.batch_9 import BATCH_9
from evals.everyday.batch_10 import BATCH_10
from evals.everyday.batch_11 import BATCH_11
from evals.everyday.batch_12 import BATCH_12
from evals.everyday.judging import Outcome, judge
from evals.everyday.questions import Question
from evals.everyday.records import Person, files, people
from evals.everyday.truths import Truth
from evals.people import data_root
from evals.system import running
from evals.vendors.importing import WEARABLES, Imported, import_as, user_of

BATCHES: Mapping[int, tuple[Question, ...]] = {
    1: BATCH_1,
    2: BATCH_2,
    3: BATCH_3,
    4: BATCH_4,
    5: BATCH_5,
    6: BATCH_6,
    7: BATCH_7,
    8: BATCH_8,
    9: BATCH_9,
    10: BATCH_10,
    11: BATCH_11,
    12: BATCH_12,
}
AT_ONCE = 4
_IMPORT_S = 600


@dataclass(frozen=True, kw_only=True)
class Judged:
    question: Question
    accepted: tuple[Truth, ...]
    answer: str
    outcome: Outcome


async def ask_all(
    asker: Asker, questions: Sequence[Question], known: Mapping[str, Person], vendor: str = ""
) -> list[Judged]:
    """In the order of the questions, a few at once; asked by those who have the records from a vendor, if named."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(question: Question) -> Judged:
        accepted = question.accepted(known[question.user])
        async with limit:
            user = user_of(question.user, vendor) if vendor else question.user
            told = await asker.answers(Conversation(user=user, messages=question.messages))
        return Judged(question=question, accepted=accepted, answer=told[-1], outcome=judge(told[-1], accepted))

    return await asyncio.gather(*map(one, questions))


@dataclass(frozen=True, kw_only=True)
class Run:
    """What came of the questions.

    Attributes:
        ways: by what the people have imported, "canonical" files first.
        imported: what became of each person's records by way of a vendor's files.
    """

    ways: Mapping[str, Sequence[Judged]]
    imported: Mapping[str, Imported]


async def run(root: Path, base_url: str, admin_key: str, questions: Sequence[Question], vendor: str = "") -> Run:
    """Asks them, and asks them again after an import of the same records as a vendor's files if one is named."""
    asker = Asker(base_url=base_url, admin_key=admin_key)
    try:
        wanted = sorted({question.user for question in questions})
        known, imports = people(root), files(root)
        for user in wanted:
            for file, subject in imports[user]:
                await asker.client(user).data.import_file(file, subject=subject)
        imported = {
            user: await asyncio.to_thread(_imported, vendor, user, base_url, admin_key)
            for user in (wanted if vendor else ())
        }
        ways = {"canonical": await ask_all(asker, questions, known)}
        if vendor:
            ways[vendor] = await ask_all(asker, questions, known, vendor)
        return Run(ways=ways, imported=imported)
    finally:
        await asker.close()


def _imported(vendor: str, user: str, base_url: str, admin_key: str) -> Imported:
    with (
        tempfile.TemporaryDirectory() as folder,
        Amy(api_key=admin_key, base_url=base_url, user=user) as known,
        Amy(api_key=admin_key, base_url=base_url, user=user_of(user, vendor), timeout=_IMPORT_S) as amy,
    ):
        return import_as(vendor, known=known, amy=amy, folder=Path(folder))


def tell_imported(vendor: str, imported: Mapping[str, Imported]) -> bool:
    """Prints what became of the values of each person; whether none differs."""
    for user, each in imported.items():
        print(f"\n{user} as {vendor}")
        for line in each.lines():
            print(f"  {line}")
    differing = sum(len(told) for each in imported.values() for told in each.compared.differ.values())
    equal = sum(each.compared.equal for each in imported.values())
    print(f"\nafter import {equal:,} values are equal, {differing:,} differ")
    return not differing


def tell_changes(one: Sequence[Judged], other: Sequence[Judged]) -> None:
    """Prints the questions that came out otherwise."""
    changed = [(a, b) for a, b in zip(one, other, strict=True) if a.outcome is not b.outcome]
    print(f"{len(changed)} questions came out otherwise")
    for before, after in changed:
        question = before.question
        print(f"\n{before.outcome.name} became {after.outcome.name}, {question.user}: {' / '.join(question.messages)}")
        print(f"  before {before.answer}\n  after  {after.answer}")


def report(judged: Sequence[Judged], *, show: bool) -> None:
    """Prints the figures by class and over all, and what is not right if asked to."""
    topics = dict.fromkeys(each.question.topic for each in judged)
    print(f"{'':32}{'asked':>7}{'right':>7}{'refused':>9}{'wrong':>7}")
    for topic in (*topics, ""):
        of_topic = [each for each in judged if topic in ("", each.question.topic)]
        outcomes = Counter(each.outcome for each in of_topic)
        right, refused, wrong = (outcomes[outcome] for outcome in Outcome)
        print(f"{topic or 'all':32}{len(of_topic):7}{right:7}{refused:9}{wrong:7}")
    shares = [sum(each.outcome is outcome for each in judged) / len(judged) for outcome in Outcome]
    print(f"right {shares[0]:.1%}, refused {shares[1]:.1%}, wrong {shares[2]:.1%}")
    for each in judged if show else ():
        if each.outcome is not Outcome.RIGHT:
            asked = " / ".join(each.question.messages)
            truth = "\n         or ".join(map(str, each.accepted))
            print(f"\n{each.outcome.name} [{each.question.topic}] {each.question.user}: {asked}")
            print(f"  truth  {truth}\n  answer {each.answer}")


def chosen(batch: int | None, topic: str | None) -> list[Question]:
    return [
        question
        for number, questions in BATCHES.items()
        for question in questions
        if batch in (None, number) and topic in (None, question.topic)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", type=int, choices=sorted(BATCHES), help="only this batch")
    parser.add_argument("--class", dest="topic", help="only questions of this class")
    parser.add_argument("--show", action="store_true", help="print each question that is not answered right")
    parser.add_argument("--as", dest="vendor", choices=sorted(WEARABLES), default="", help="import its files as well")
    parser.add_argument("--check", action="store_true", help="only compute the truths and print them")
    arguments = parser.parse_args()
    questions = chosen(arguments.batch, arguments.topic)
    root = data_root()
    if root is None or not questions:
        print("No evaluation data (set AMY_EVAL_DATA to a folder that holds phia, lifesnaps, whoop), or no such class.")
        return 2
    if arguments.check:
        known = people(root)
        for question in questions:
            print(question.topic, "|", " / ".join(question.messages), "|", *question.accepted(known[question.user]))
        return 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as system:
        done = asyncio.run(run(root, system.base_url, system.admin_key, questions, arguments.vendor))
    for way, judged in done.ways.items():
        if arguments.vendor:
            print(f"\n{way}")
        report(judged, show=arguments.show)
    print(f"{time.monotonic() - started:.0f} s")
    if arguments.vendor:
        tell_changes(*done.ways.values())
        return 0 if tell_imported(arguments.vendor, done.imported) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
