"""Which words of wordings stand for which words of plain ones: IBM model 1 (Brown et al., 1993), both ways.

python -m evals.rewording.alignment        writes the licences, after a change of `by_hand.toml` or of the corpus
"""

import json
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
from services.data_science.language.rewording.slots import Slots, slot_of, sort_of
from services.data_science.language.understanding import LOOSE
from services.data_science.language.vocabulary import Vocabulary, silent

MODEL: Final = Path(runtime.__file__).with_name("model")
ROUNDS: Final = 8
LEAST_SHARE: Final = 0.005
"""Of the times a word is said, how often another must account for it."""
LEAST_TIMES: Final = 1.0
LEAST_SEEN: Final = 2
EMPTY_SHARE: Final = 0.7
"""A word that others account for less often than this changes no meaning, if it was said often enough to know."""
EMPTY_TIMES: Final = 8
_BY_HAND: Final = tomllib.loads(Path(__file__).with_name("by_hand.toml").read_text("utf-8"))
EMPTY: Final = frozenset(_BY_HAND["empty"].split()) | silent() | LOOSE
STRUCTURE: Final = frozenset(_BY_HAND["structure"].split())
NOTHING: Final = ""


def written_licences(corpus: Sequence[Pair]) -> str:
    said = [({*map(sort_of, pair.wording)}, {*map(sort_of, pair.plain)}) for pair in corpus]
    words = {word: sorted(by) for word, by in licences(said, structure=STRUCTURE).items()}
    plain = {
        word: [] if word in STRUCTURE else sorted(by)
        for word, by in licences([(meant, wording) for wording, meant in said], structure=frozenset(), empty=0).items()
    }
    return json.dumps({"words": words, "plain": plain}, indent=0, sort_keys=True) + "\n"


def licences(
    said: Sequence[tuple[set[str], set[str]]], *, structure: frozenset[str], empty: float = EMPTY_SHARE
) -> Mapping[str, frozenset[str]]:
    """What accounts for each word of the first of each two; nothing for a word that changes no meaning."""
    seen = Counter(word for words, _ in said for word in words)
    expected = _expected(said)
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


def _expected(said: Sequence[tuple[set[str], set[str]]]) -> Mapping[tuple[str, str], float]:
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


def main() -> int:
    (MODEL / "licences.json").write_text(written_licences(whole_corpus()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
