"""Whether what people say of themselves is kept as clean, durable facts, and what they ask of memory is understood.

    python -m evals.memory                     all sets
    python -m evals.memory --set development   one of them
    python -m evals.memory --show              also what was missed or misunderstood, and what should not have been kept

Precision is the share of the facts kept that a phrasing holds, recall the share of those it holds that are kept. A fact
is right under its category, said in the second person, with the words that matter in it. "Asked" is the share of the
requests (to tell what is remembered, to forget) that are understood. As in a turn, nothing is kept where danger is
heard or memory is asked for.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.memory_commands import asked_of_memory
from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.memory_requests import MemoryAction, MemoryRequest
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind

FOLDER: Final = Path(__file__).parent
SETS: Final = ("development", "held_out", "everyday", "everyday_held_out")
LEAST: Final = 0.9
_CATEGORIES: Final = {
    MemoryKind.GOAL: "goal",
    MemoryKind.PREFERENCE: "preference",
    MemoryKind.VALUE: "preference",
    MemoryKind.INSIGHT: "insight",
}
_ACTIONS: Final = {
    "known": MemoryAction.RECALL,
    "forget": MemoryAction.FORGET_ABOUT,
    "forget_last": MemoryAction.FORGET_LAST,
    "forget_all": MemoryAction.FORGET_ALL,
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
    """What came of a phrasing. `understood` is None where nothing is asked of memory, and nothing was heard to be."""

    said: str
    kept: tuple[str, ...]
    wrong: tuple[str, ...]
    missed: tuple[tuple[str, ...], ...]
    expected: int
    understood: bool | None


@dataclass(frozen=True, kw_only=True)
class Figures:
    precision: float
    recall: float
    nothing_kept: float
    asked: float

    @property
    def least(self) -> float:
        return min(self.precision, self.recall, self.nothing_kept, self.asked)


def outcomes(name: str) -> list[Outcome]:
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    safety = SafetyByWords()
    return [_outcome(json.loads(line), safety) for line in lines]


def figures(read: Sequence[Outcome]) -> Figures:
    kept = sum(len(each.kept) for each in read)
    expected = sum(each.expected for each in read)
    nothing = [each for each in read if not each.expected]
    asked = [each.understood for each in read if each.understood is not None]
    return Figures(
        precision=1 - sum(len(each.wrong) for each in read) / max(kept, 1),
        recall=1 - sum(len(each.missed) for each in read) / max(expected, 1),
        nothing_kept=sum(not each.kept for each in nothing) / max(len(nothing), 1),
        asked=sum(asked) / len(asked) if asked else 1.0,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    passed = True
    for name in asked.sets or SETS:
        read = outcomes(name)
        shares = figures(read)
        print(
            f"{name}: {len(read)} phrasings; precision {shares.precision:.3f}, recall {shares.recall:.3f}, "
            f"nothing kept {shares.nothing_kept:.3f}, asked {shares.asked:.3f}"
        )
        passed = passed and shares.least >= LEAST
        for each in read if asked.show else ():
            _show(each)
    return 0 if passed else 1


def _show(outcome: Outcome) -> None:
    for text in outcome.wrong:
        print(f"  kept:   {text}   <- {outcome.said}")
    for words in outcome.missed:
        print(f"  missed: {' '.join(words)}   <- {outcome.said}   -> {list(outcome.kept)}")
    if outcome.understood is False:
        print(f"  misunderstood: {outcome.said}")


def _outcome(entry: dict[str, object], safety: SafetyByWords) -> Outcome:
    said, before, facts, asked = entry["said"], entry.get("before", []), entry["facts"], entry.get("request", {})
    assert isinstance(said, str)
    assert isinstance(before, list)
    assert isinstance(facts, list)
    assert isinstance(asked, dict)
    expected = [
        Expected(categories=frozenset(fact["category"].split("|")), words=tuple(fact["words"])) for fact in facts
    ]
    messages = tuple(Message(role="user", content=text) for text in (*before, said))
    conversation = Conversation(messages=messages)
    request = asked_of_memory(conversation)
    teaches = request is None or request.action is MemoryAction.CORRECT
    in_danger = bool(asyncio.run(safety.listen(conversation)))
    kept = extract(said, before) if teaches and not in_danger else ()
    return Outcome(
        said=said,
        kept=tuple(memory.text for memory in kept),
        wrong=tuple(memory.text for memory in kept if not any(fact.is_in(memory) for fact in expected)),
        missed=tuple(fact.words for fact in expected if not any(fact.is_in(memory) for memory in kept)),
        expected=len(expected),
        understood=_is_understood(request, asked),
    )


def _is_understood(request: MemoryRequest | None, asked: dict[str, object]) -> bool | None:
    if not asked:
        return None if request is None or request.action is MemoryAction.CORRECT else False
    if request is None or request.action is not _ACTIONS[str(asked["kind"])]:
        return False
    words = asked.get("words", [])
    assert isinstance(words, list)
    return all(re.search(word, request.about, re.IGNORECASE) for word in words)


if __name__ == "__main__":
    sys.exit(main())
