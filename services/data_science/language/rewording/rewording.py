"""Says a message in plain words: a network proposes them, and every word of either must be accounted for by the other.

What is proposed is never answered as such: it is read by the grammar as if the person had written it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from amy.spelling import mended
from services.data_science.language.joining import POLAR_WORDS
from services.data_science.language.rewording.licences import Licences, licences_of
from services.data_science.language.rewording.network import MOST_TOKENS, Decoded, Network, decoded, network_of
from services.data_science.language.rewording.slots import Slots, filled, slot_of, words_of
from services.data_science.language.vocabulary import Vocabulary, filler, silent

_MODEL: Final = Path(__file__).with_name("model")
_LEAST_CERTAIN: Final = 0.65


@lru_cache(maxsize=1)
def networks() -> tuple[Network, ...]:
    """Fitted apart, so that what they agree on is less likely a slip of one."""
    return tuple(network_of(file) for file in sorted(_MODEL.glob("network_*.npz")))


@lru_cache(maxsize=1)
def licences() -> Licences:
    return licences_of(_MODEL / "licences.json")


@dataclass(frozen=True, kw_only=True)
class Reworded:
    """A message in plain words.

    Attributes:
        plain: the words.
        without: the message without one word, for each word that they may have passed over.
    """

    plain: str
    without: tuple[str, ...]


class Rewording:
    """Plain words for one person's messages.

    Args:
        vocabulary: what that person's quantities and activities are called.
        propose: turns the tokens of a wording into those of a plain one; None for the networks that were fitted.
    """

    def __init__(self, vocabulary: Vocabulary, propose: Callable[[Sequence[str]], Decoded] | None = None) -> None:
        self._propose = propose or (lambda tokens: decoded(networks(), tokens, least=_LEAST_CERTAIN))
        self._slots = Slots(vocabulary)
        self._known = vocabulary.words | licences().words.keys() | filler()

    def of(self, message: str) -> Reworded | None:
        """The message in plain words; None where a word is new, is left over, or none is likely."""
        words = words_of(message)
        if not 0 < len(words) <= MOST_TOKENS:
            return None
        words = mended(words, licences().meaningful, self._known)
        said = self._slots.abstract(words)
        meant = [each for each in said.tokens if each not in silent()]
        if not all(licences().knows(each) for each in meant):
            return None  # as the licences would say of any proposal
        proposed = self._propose(said.tokens)
        plain = proposed.tokens if proposed.certainty >= _LEAST_CERTAIN else ()
        loses_yes_or_no = words[0] in POLAR_WORDS and POLAR_WORDS.isdisjoint(plain[:1])
        if loses_yes_or_no or _slots(said.tokens) != _slots(plain) or not licences().account_for(meant, plain):
            return None
        found = filled(plain, said.named)
        return Reworded(plain=found, without=tuple(_without(words, {*plain, *found.split()}))) if found else None


def _without(words: tuple[str, ...], plain: Collection[str]) -> Iterator[str]:
    """The words without each, one at a time, that does not stand for a plain one beyond doubt."""
    for at, word in enumerate(words):
        if word.isalpha() and word not in plain and word not in silent() and not licences().is_sure(word, plain):
            yield " ".join((*words[:at], *words[at + 1 :]))


def _slots(tokens: Collection[str]) -> set[tuple[str, int]]:
    return {slot for each in tokens if (slot := slot_of(each))}
