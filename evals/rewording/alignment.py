"""Which words of wordings stand for which words of plain ones: IBM model 1 (Brown et al., 1993), both ways.

That one surely stands for another is told by the likelihood ratio of their being said together (Dunning, 1993).

python -m evals.rewording.alignment    writes licences and company, after a change of `by_hand.toml` or of the corpus
"""

import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from evals.rewording.catalogue import everything_on_record
from evals.rewording.corpus import Pair, pairs
from services.data_science.language.rewording import licences as runtime
from services.data_science.language.rewording.company import written_company
from services.data_science.language.rewording.slots import Slots, slot_of, sort_of
from services.data_science.language.single_words import LOOSE
from services.data_science.language.vocabulary import Vocabulary, silent

MODEL: Final = Path(runtime.__file__).with_name("model")
ROUNDS: Final = 8
LEAST_SHARE: Final = 0.005
"""Of the times a word is said, how often another must account for it."""
LEAST_TIMES: Final = 1.0
LEAST_SEEN: Final = 2
SURE_SHARE: Final = 0.25
SURE_RATIO: Final = 20.0
SURE_TIMES: Final = 30
"""Of what a word surely stands for the least share and likelihood ratio (chi-squared with one degree), if it
was said often enough to know."""
SELDOM_TIMES: Final = 60
SELDOM_SHARE: Final = 0.5
"""Of a word that was said less often what it stands for: the least share of the times that it was said."""
EMPTY_SHARE: Final = 0.7
"""A word that others account for less often than this changes no meaning, if it was said often enough to know."""
EMPTY_TIMES: Final = 8
_BY_HAND: Final = tomllib.loads(Path(__file__).with_name("by_hand.toml").read_text("utf-8"))
EMPTY: Final = frozenset(_BY_HAND["empty"].split()) | silent() | LOOSE
STRUCTURE: Final = frozenset(_BY_HAND["structure"].split())
NOTHING: Final = ""


def written_licences(corpus: Sequence[Pair]) -> str:
    said = [({*map(sort_of, pair.wording)}, {*map(sort_of, pair.plain)}) for pair in corpus]
    turned = [(meant, wording) for wording, meant in said]
    times = expected_times(said)
    words = licences(said, times, structure=STRUCTURE)
    plain = licences(turned, expected_times(turned), structure=frozenset(), empty=0)
    sides = {
        "words": words,
        "plain": {word: frozenset() if word in STRUCTURE else by for word, by in plain.items()},
        "sure": surely(said, times, words),
        "seldom": seldom(said, times, words),
    }
    stored = {name: {word: sorted(by) for word, by in side.items()} for name, side in sides.items()}
    return json.dumps(stored, indent=0, sort_keys=True) + "\n"


def surely(
    said: Sequence[tuple[set[str], set[str]]],
    expected: Mapping[tuple[str, str], float],
    words: Mapping[str, frozenset[str]],
) -> Mapping[str, frozenset[str]]:
    """Of what accounts for a word what is itself, or is said with it far beyond chance."""
    seen, meant = (Counter(word for each in said for word in each[side]) for side in (0, 1))
    together = Counter((word, other) for one, two in said for word in one for other in two)

    def is_sure(word: str, other: str) -> bool:
        if other == word or other.startswith("#"):
            return other == word or word in _BY_HAND["words"]  # what is named has a name of its own in the wording
        if seen[word] < SURE_TIMES:
            return False
        both = together[word, other]
        table = both, seen[word] - both, meant[other] - both, len(said) - seen[word] - meant[other] + both
        share = expected.get((word, other), 0.0) / seen[word]
        return share >= SURE_SHARE and _likelihood_ratio(*table) >= SURE_RATIO

    return {word: frozenset(other for other in by if is_sure(word, other)) for word, by in words.items()}


def seldom(
    said: Sequence[tuple[set[str], set[str]]],
    expected: Mapping[tuple[str, str], float],
    words: Mapping[str, frozenset[str]],
) -> Mapping[str, frozenset[str]]:
    """Of each word that was not said often what it stands for most of the times, if anything."""
    seen = Counter(word for each, _ in said for word in each)
    return {
        word: frozenset(other for other in by if expected.get((word, other), 0.0) >= SELDOM_SHARE * seen[word])
        for word, by in words.items()
        if by and seen[word] < SELDOM_TIMES
    }


def _likelihood_ratio(both: int, one: int, other: int, neither: int) -> float:
    """G squared of a table of two by two."""

    def weight(*counts: int) -> float:
        return sum(each * math.log(each / sum(counts)) for each in counts if each)

    rows, columns = weight(both + one, other + neither), weight(both + other, one + neither)
    return 2 * (weight(both, one, other, neither) - rows - columns)


def licences(
    said: Sequence[tuple[set[str], set[str]]],
    expected: Mapping[tuple[str, str], float],
    *,
    structure: frozenset[str],
    empty: float = EMPTY_SHARE,
) -> Mapping[str, frozenset[str]]:
    """What accounts for each word of the first of each two; nothing for a word that changes no meaning."""
    seen = Counter(word for words, _ in said for word in words)
    found: dict[str, dict[str, float]] = {word: {} for word, times in seen.items() if times >= LEAST_SEEN}
    for (word, other), times in expected.items():
        if word in found and other not in structure | {NOTHING}:
            share = times / seen[word]
            if times >= LEAST_TIMES and share >= LEAST_SHARE:
                found[word][other] = share
    return {word: _meaning(word, by, seen[word], empty) for word, by in found.items()}


def _meaning(word: str, by: Mapping[str, float], times: int, empty: float) -> frozenset[str]:
    by_hand = _BY_HAND["words" if empty else "plain"]
    if word in by_hand:
        return frozenset(by_hand[word].split())
    if slot_of(f"{word}1"):
        return frozenset({word, *by})
    is_empty = word in EMPTY and sum(by.values()) < empty and times >= EMPTY_TIMES
    return frozenset() if is_empty else frozenset(by) or frozenset({word})


def expected_times(said: Sequence[tuple[set[str], set[str]]]) -> Mapping[tuple[str, str], float]:
    """How often each word is expected to be said for each other."""
    words, others = _places(each for each, _ in said), _places({*each, NOTHING} for _, each in said)
    links = [
        (words[word] * len(others) + others[other], at)
        for at, (word, meant) in enumerate((word, meant) for first, meant in said for word in sorted(first))
        for other in sorted({*meant, NOTHING})
    ]
    pairs, link = np.unique([pair for pair, _ in links], return_inverse=True)
    saying = np.array([at for _, at in links])
    other = pairs % len(others)
    odds = np.full(len(pairs), 1.0)
    times: npt.NDArray[np.float64] = np.zeros(len(pairs))
    for _ in range(ROUNDS):
        each = odds[link]
        times = np.bincount(link, weights=each / np.bincount(saying, weights=each)[saying]).astype(np.float64)
        odds = times / (np.bincount(other, weights=times, minlength=len(others))[other] + 1)
    named, meant_by = list(words), list(others)
    return {
        (named[pair // len(others)], meant_by[pair % len(others)]): float(count)
        for pair, count in zip(pairs, times, strict=True)
    }


def _places(sets: Iterable[set[str]]) -> Mapping[str, int]:
    return {word: at for at, word in enumerate(sorted(set[str]().union(*sets)))}


def whole_corpus() -> Sequence[Pair]:
    """Every pair of the corpus, as a person would say it of whom everything is on record."""
    return list(pairs(Slots(Vocabulary(everything_on_record()))))


def write_counted(corpus: Sequence[Pair]) -> None:
    """The licences and the company of each word."""
    (MODEL / "licences.json").write_text(written_licences(corpus), "utf-8")
    (MODEL / "company.json").write_text(written_company(pair.wording for pair in corpus), "utf-8")


def main() -> int:
    write_counted(whole_corpus())
    return 0


if __name__ == "__main__":
    sys.exit(main())
