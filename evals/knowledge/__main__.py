"""Whether a question in lay words finds the passage that answers it, and none is found where none answers.

    python -m evals.knowledge                     both sets
    python -m evals.knowledge --set development   one of them
    python -m evals.knowledge --show              also what was missed, and what should have found nothing

Searched in the knowledge that the service ships, as its tool searches it. Recall is the share of questions of which one
of the first five passages is among those that answer.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.decisions import SearchKnowledge

FOLDER: Final = Path(__file__).parent
SETS: Final = ("development", "held_out", "second_author")
LEAST: Final = 0.9
_FIRST: Final = 5


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question and the passages that answer it; none where nothing does."""

    question: str
    answers: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Searched(Asked):
    found: tuple[str, ...]

    @property
    def rank(self) -> int | None:
        """Of the first passage that answers, from 1; None where none was found."""
        return next((rank for rank, name in enumerate(self.found, start=1) if name in self.answers), None)

    @property
    def is_right(self) -> bool:
        """A passage that answers was found, or nothing where nothing answers."""
        return self.rank is not None if self.answers else not self.found


_MIND: Final = RulesMind(quantities(), sendable=frozenset())


def search_for(question: str) -> SearchKnowledge:
    """What the rules look up for a question."""
    return _MIND.search(Case(user_id="reader", question=question))


def asked(name: str, knowledge: KnowledgeFile) -> list[Asked]:
    """The questions of one set.

    Raises:
        ValueError: one of the passages that answer is not there.
    """
    lines = (FOLDER / f"questions_{name}.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    known = {passage.id for passage in knowledge.passages}
    strange = {answer for entry in entries for answer in entry["answers"]} - known
    if strange:
        raise ValueError(f"{name} names passages that are not there: {', '.join(sorted(strange))}")
    return [Asked(question=entry["question"], answers=frozenset(entry["answers"])) for entry in entries]


def searched(each: Asked, search: SearchKnowledge | None, knowledge: KnowledgeFile) -> Searched:
    """What is found for a question; nothing where nothing is looked up."""
    found = knowledge.find(search, _FIRST) if search else ()
    return Searched(question=each.question, answers=each.answers, found=tuple(passage.id for passage in found))


def figures(outcomes: Sequence[Searched]) -> tuple[float, float, float]:
    """Recall of the first five, of the first, and the share of those that nothing answers which found nothing."""
    answered = [each for each in outcomes if each.answers]
    nothing = [each for each in outcomes if not each.answers]
    recall = sum(each.rank is not None for each in answered) / max(len(answered), 1)
    first = sum(each.rank == 1 for each in answered) / max(len(answered), 1)
    return recall, first, sum(not each.found for each in nothing) / max(len(nothing), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    knowledge = KnowledgeFile()
    good = True
    for name in arguments.sets or SETS:
        outcomes = [searched(each, search_for(each.question), knowledge) for each in asked(name, knowledge)]
        recall, first, abstained = figures(outcomes)
        nothing = sum(not each.answers for each in outcomes)
        print(
            f"{name}: {len(outcomes)} questions; recall@5 {recall:.1%}, recall@1 {first:.1%}; "
            f"of {nothing} that nothing answers {abstained:.1%} found nothing"
        )
        good = good and recall >= LEAST and abstained >= LEAST
        for each in outcomes if arguments.show else ():
            if not each.is_right:
                wanted = ", ".join(sorted(each.answers)) or "nothing"
                print(f"  {each.question}\n    wanted {wanted}\n    found {', '.join(each.found)}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
