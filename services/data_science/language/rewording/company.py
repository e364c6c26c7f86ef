"""Which words stood beside which in the wordings of the corpus: in strange company a word may mean something else."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from services.data_science.language.rewording.slots import STOP, sort_of

_END = ""
"""What stands before the first word of a sentence and behind its last."""


@dataclass(frozen=True, kw_only=True)
class Company:
    """What followed each word."""

    followers: Mapping[str, frozenset[str]]

    def sides(self, tokens: Sequence[str], at: int) -> int:
        """On how many of its two sides a token stands beside one that it stood beside before."""
        before, word, after = sentence_of(tokens)[at : at + 3]
        nobody: frozenset[str] = frozenset()
        return (word in self.followers.get(before, nobody)) + (after in self.followers.get(word, nobody))


def sentence_of(tokens: Iterable[str]) -> tuple[str, ...]:
    """The tokens without their numbers, between the ends of a sentence."""
    return (_END, *(_END if each == STOP else sort_of(each) for each in tokens), _END)


def written_company(wordings: Iterable[Sequence[str]]) -> str:
    """What followed each word in wordings, as a file."""
    followers: dict[str, set[str]] = {}
    for wording in wordings:
        for before, after in pairwise(sentence_of(wording)):
            followers.setdefault(before, set()).add(after)
    stored = {word: " ".join(sorted(after or STOP for after in found)) for word, found in followers.items()}
    return json.dumps(stored, indent=0, sort_keys=True) + "\n"


def company_of(file: Path) -> Company:
    """As the fit wrote it.

    Raises:
        OSError: if it cannot be read.
    """
    stored: Mapping[str, str] = json.loads(file.read_text("utf-8"))
    ends = {STOP: _END}
    return Company(
        followers={word: frozenset(ends.get(each, each) for each in found.split()) for word, found in stored.items()}
    )
