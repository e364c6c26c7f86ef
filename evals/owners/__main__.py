"""Questions of one who has a watch, a cuff, scales, laboratory results and a journal, asked over the public API.

python -m evals.owners                the half that was developed on
python -m evals.owners --set-aside    the other half
python -m evals.owners --check        computes the truths only
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from evals.asking import Asker, Conversation
from evals.everyday.judging import Outcome, judge
from evals.owners.person import Owner, fill, owner
from evals.owners.questions import DEVELOPMENT, SET_ASIDE, Question, Stated
from evals.system import running

USER = "owner"


async def ask(person: Owner, questions: Sequence[Question]) -> Counter[Outcome]:
    """Asks and prints each with its truth and its answer; how many came out how."""
    outcomes: Counter[Outcome] = Counter()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), "--embedded") as system:
        await asyncio.to_thread(fill, person, base_url=system.base_url, admin_key=system.admin_key, user=USER)
        asker = Asker(base_url=system.base_url, admin_key=system.admin_key)
        told = await asyncio.gather(
            *(asker.answers(Conversation(user=USER, messages=(each.said,))) for each in questions)
        )
        await asker.close()
    for question, (answer,) in zip(questions, told, strict=True):
        truth = question.truth(person)
        outcome = judged(answer, truth)
        outcomes[outcome] += 1
        print(f"\n{outcome.name} [{question.topic}] {question.said}\n  truth  {truth}\n  answer {answer}", flush=True)
    return outcomes


def judged(answer: str, truth: object) -> Outcome:
    """A judgement is right where what is on record stands in it; it is read by a person all the same."""
    if isinstance(truth, Stated):
        return Outcome.RIGHT if truth.stands_in(answer) else Outcome.REFUSED
    return judge(answer, truth if isinstance(truth, tuple) else (truth,))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set-aside", action="store_true", help="the half that nothing was developed on")
    parser.add_argument("--check", action="store_true", help="only compute the truths and print them")
    arguments = parser.parse_args()
    questions, person = SET_ASIDE if arguments.set_aside else DEVELOPMENT, owner()
    if arguments.check:
        for question in questions:
            print(question.said, "|", question.truth(person))
        return 0
    outcomes = asyncio.run(ask(person, questions))
    print("\n" + ", ".join(f"{outcomes[each]} {each.value}" for each in Outcome))
    return 0


if __name__ == "__main__":
    sys.exit(main())
