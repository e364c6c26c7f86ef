"""Whether what people say of themselves is kept as clean, durable facts, and nothing else is.

    python -m evals.memory                     both sets
    python -m evals.memory --set development   one of them
    python -m evals.memory --show              also what was missed, and what should not have been kept

Precision is the share of the facts kept that a phrasing holds, recall the share of those it holds that are kept. A fact
is right under its category, said in the second person, with the words that matter in it.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind

FOLDER: Final = Path(__file__).parent
SETS: Final = ("development", "held_out")
LEAST: Final = 0.9
_CATEGORIES: Final = {
    MemoryKind.GOAL: "goal",
    MemoryKind.PREFERENCE: "preference",
    MemoryKind.VALUE: "preference",
    MemoryKind.INSIGHT: "insight",
}
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'm|my|me|mine|myself)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Expected:
    """A fact that a phrasing holds. `categories` are those it may be under; each of `words` is a pattern."""

    categories: frozenset[str]
    words: tuple[str, ...]

    def is_in(self, kept: ExtractedMemory) -> bool:
        category = _CATEGORIES.get(kept.kind, "history")
        told = all(re.search(word, kept.text, re.IGNORECASE) for word in self.words)
        return category in self.categories and told and not _FIRST_PERSON.search(kept.text)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    said: str
    kept: tuple[str, ...]
    wrong: tuple[str, ...]
    missed: tuple[tuple[str, ...], ...]
    expected: int


def outcomes(name: str) -> list[Outcome]:
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [_outcome(json.loads(line)) for line in lines]


def figures(read: Sequence[Outcome]) -> tuple[float, float, float]:
    """Precision, recall, and the share of the phrasings without a fact of which nothing is kept."""
    kept = sum(len(each.kept) for each in read)
    expected = sum(each.expected for each in read)
    nothing = [each for each in read if not each.expected]
    precision = 1 - sum(len(each.wrong) for each in read) / max(kept, 1)
    recall = 1 - sum(len(each.missed) for each in read) / max(expected, 1)
    return precision, recall, sum(not each.kept for each in nothing) / max(len(nothing), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    passed = True
    for name in asked.sets or SETS:
        read = outcomes(name)
        precision, recall, nothing = figures(read)
        print(
            f"{name}: {len(read)} phrasings; precision {precision:.3f}, recall {recall:.3f}, nothing kept {nothing:.3f}"
        )
        passed = passed and min(precision, recall, nothing) >= LEAST
        for each in read if asked.show else ():
            for text in each.wrong:
                print(f"  kept:   {text}   <- {each.said}")
            for words in each.missed:
                print(f"  missed: {' '.join(words)}   <- {each.said}   -> {list(each.kept)}")
    return 0 if passed else 1


def _outcome(entry: dict[str, object]) -> Outcome:
    said, before, facts = entry["said"], entry.get("before", []), entry["facts"]
    assert isinstance(said, str)
    assert isinstance(before, list)
    assert isinstance(facts, list)
    expected = [
        Expected(categories=frozenset(fact["category"].split("|")), words=tuple(fact["words"])) for fact in facts
    ]
    kept = extract(said, before)
    return Outcome(
        said=said,
        kept=tuple(memory.text for memory in kept),
        wrong=tuple(memory.text for memory in kept if not any(fact.is_in(memory) for fact in expected)),
        missed=tuple(fact.words for fact in expected if not any(fact.is_in(memory) for memory in kept)),
        expected=len(expected),
    )


if __name__ == "__main__":
    sys.exit(main())
