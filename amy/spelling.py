"""Slips of the finger: a word that is none, as the one word it can have been meant as."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_MOST_SLIPS: Final = 3
_SHORTEST: Final = 4


def mended(words: Sequence[str], meant: frozenset[str], known: frozenset[str]) -> tuple[str, ...]:
    """The words with each slip replaced, where there is one word only that it can be a slip of.

    Args:
        words: of a sentence.
        meant: the words that carry meaning; nothing is ever mended towards a word that says nothing.
        known: words that are right as they are.
    """
    unknown = {word for word in words if word.isalpha() and word not in known}
    if not unknown or len(unknown) > _MOST_SLIPS:
        return tuple(words)
    replaced = {word: _mended(word, meant) for word in unknown}
    return tuple(replaced.get(word, word) for word in words)


@lru_cache(maxsize=256)
def _mended(word: str, vocabulary: frozenset[str]) -> str:
    """Kept, because the parts of a sentence are looked at again and again."""
    candidates = [known for known in vocabulary if known[:1] == word[:1] and _is_slip(word, known)]
    if len(candidates) > 1:
        fewest = min(_edits(word, known) for known in candidates)
        candidates = [known for known in candidates if _edits(word, known) == fewest]
    if len(candidates) > 1:
        candidates = [known for known in candidates if sorted(set(known)) == sorted(set(word))]
    return candidates[0] if len(candidates) == 1 else word


def _is_slip(typed: str, meant: str) -> bool:
    """Two letters swapped, one left out or one too many; in longer words also one or two wrong ones.

    The first letter is always right, so that "flower" is never "lower"; a word of less than four letters is no slip.
    """
    if min(len(typed), len(meant)) < _SHORTEST or abs(len(typed) - len(meant)) > 2:
        return False
    long, very_long = 7, 10
    if len(meant) >= very_long and typed[:2] == meant[:2]:
        return _edits(typed, meant) <= 2
    swapped = sorted(typed) == sorted(meant)
    if len(typed) == len(meant) and len(meant) < long and not swapped:
        return False
    return max(len(typed), len(meant)) > _SHORTEST and _edits(typed, meant) == 1


def _edits(typed: str, meant: str) -> int:
    """How many letters were swapped with their neighbour, left out, added or mistaken: Damerau (1964)."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(typed, start=1):
        before, row, above = row, [i, *[0] * len(meant)], before
        for j, other in enumerate(meant, start=1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == meant[j - 2] and typed[i - 2] == other:
                row[j] = min(row[j], above[j - 2] + 1)
    return row[-1]
