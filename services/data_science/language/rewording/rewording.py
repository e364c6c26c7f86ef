"""Says a message in plain words: a network proposes them, and every word of either must be accounted for by the other.

What is proposed is never answered as such: it is read by the grammar as if the person had written it.
"""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

from services.data_science.language.joining import POLAR_WORDS
from services.data_science.language.rewording.licences import Licences, licences_of
from services.data_science.language.rewording.network import MOST_TOKENS, Network, network_of
from services.data_science.language.rewording.slots import Slots, filled, slot_of, words_of
from services.data_science.language.text.spelling import mended
from services.data_science.language.vocabulary import Vocabulary, filler, silent

_MODEL: Final = Path(__file__).with_name("model")
_LEAST_CERTAIN: Final = 0.6


@lru_cache(maxsize=1)
def networks() -> tuple[Network, ...]:
    """Fitted apart, so that what they agree on is less likely a slip of one."""
    return tuple(network_of(file) for file in sorted(_MODEL.glob("network_*.npz")))


@lru_cache(maxsize=1)
def licences() -> Licences:
    return licences_of(_MODEL / "licences.json")


class Rewording:
    """Plain words for one person's messages.

    Args:
        vocabulary: what that person's quantities and activities are called.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._slots = Slots(vocabulary)
        self._known = vocabulary.words | licences().words.keys() | filler()

    def plain(self, message: str) -> str | None:
        """The message in plain words; None where a word is new, is left over, or the networks are not at one."""
        words = mended(words_of(message), licences().meaningful, self._known)
        said = self._slots.abstract(words)
        meant = [each for each in said.tokens if each not in silent()]
        if not 0 < len(said.tokens) <= MOST_TOKENS or not all(licences().knows(each) for each in meant):
            return None
        first, *others = networks()
        proposed = first.decode(said.tokens)
        if proposed.certainty < _LEAST_CERTAIN or _slots(said.tokens) != _slots(proposed.tokens):
            return None
        if words[0] in POLAR_WORDS and proposed.tokens[0] not in POLAR_WORDS:
            return None
        if not licences().account_for(meant, proposed.tokens):
            return None
        if any(other.decode(said.tokens).tokens != proposed.tokens for other in others):
            return None
        return filled(proposed.tokens, said.named)


def _slots(tokens: Collection[str]) -> set[tuple[str, int]]:
    return {slot for each in tokens if (slot := slot_of(each))}
