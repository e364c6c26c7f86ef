"""Says a message in plain words: a network proposes them, and every word of either must be accounted for by the other.

What is proposed is never answered as such: it is read by the grammar as if the person had written it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from amy.spelling import mended
from amy.text import quoted
from services.data_science.language.joining import POLAR_WORDS
from services.data_science.language.rewording.company import Company, company_of
from services.data_science.language.rewording.licences import Licences, licences_of
from services.data_science.language.rewording.network import MOST_TOKENS, Decoded, Network, decoded, network_of
from services.data_science.language.rewording.slots import Slots, filled, slot_of, words_of
from services.data_science.language.rewording.unused import is_doubtful, is_strange, opening_of, phrases
from services.data_science.language.vocabulary import UNITS, Vocabulary, filler, no_slips, silent

_MODEL: Final = Path(__file__).with_name("model")
_LEAST_CERTAIN: Final = 0.65
_MOST_UNUSED: Final = 4
"""So many phrases may be left out; a message of which more would be was not understood."""
_LONGEST_PHRASE: Final = 40
_BOUNDING: Final = frozenset({"operator", "field_operator", "reach"})
"""What plain words say bounds with."""


@lru_cache(maxsize=1)
def networks() -> tuple[Network, ...]:
    """Fitted apart, so that what they agree on is less likely a slip of one."""
    return tuple(network_of(file) for file in sorted(_MODEL.glob("network_*.npz")))


@lru_cache(maxsize=1)
def licences() -> Licences:
    return licences_of(_MODEL / "licences.json")


@lru_cache(maxsize=1)
def company() -> Company:
    return company_of(_MODEL / "company.json")


@dataclass(frozen=True, kw_only=True)
class Reworded:
    """A message in plain words.

    Attributes:
        plain: the words.
        without: the message without one word, for each word that they may have passed over.
        doubted: each word that stands in strange company, as it is told, and the message without it.
        unused: the phrases of it that they made nothing of, in its words and in quotation marks.
    """

    plain: str
    without: tuple[str, ...]
    doubted: tuple[tuple[str, str], ...]
    unused: tuple[str, ...] = ()


class Rewording:
    """Plain words for one person's messages.

    Args:
        vocabulary: what that person's quantities and activities are called.
        propose: turns the tokens of a wording into those of a plain one; None for the networks that were fitted.
    """

    def __init__(self, vocabulary: Vocabulary, propose: Callable[[Sequence[str]], Decoded] | None = None) -> None:
        self._propose = propose or (lambda tokens: decoded(networks(), tokens, least=_LEAST_CERTAIN))
        self._vocabulary = vocabulary
        self._slots = Slots(vocabulary)
        self._known = vocabulary.words | licences().words.keys() | filler() | no_slips()

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
        if (
            not plain
            or loses_yes_or_no
            or _slots(said.tokens) != _slots(plain)
            or not licences().account_for(meant, plain)
        ):
            return None
        found = filled(plain, said.named)
        named = self._measured(tuple(found.split())) if found else frozenset()
        own = [at for at, each in enumerate(said.tokens) if named.isdisjoint(self._measured((each,)))]
        places = [at for at in own if self._is_unused(said.tokens, at, plain)]
        strange = [at for at in own if at not in places and is_strange(said.tokens, at, plain, licences(), company())]
        unused = phrases(said.tokens, places, licences())
        if not found or len(unused) > _MOST_UNUSED or self._loses_bound(words, found):
            return None
        without = tuple(_without(words, {*plain, *found.split()}))
        told = tuple(quoted(each, limit=_LONGEST_PHRASE) for each in unused)
        rests = ((at, filled(_but(said.tokens, at), said.named)) for at in strange)
        doubted = tuple((quoted(said.tokens[at], limit=_LONGEST_PHRASE), rest) for at, rest in rests if rest)
        return Reworded(plain=found, without=without, doubted=doubted, unused=told)

    def _is_unused(self, said: Sequence[str], at: int, plain: Sequence[str]) -> bool:
        """Whether a word is doubtful, and the plain words the same without it or without the phrase that it ends."""
        if not is_doubtful(said, at, plain, licences(), company()):
            return False
        starts = dict.fromkeys((at, opening_of(said, at, licences())))
        return any(self._is_proposed(plain, (*said[:start], *said[at + 1 :])) for start in starts)

    def _loses_bound(self, words: Sequence[str], plain: str) -> bool:
        """Whether a bound that is said in several words ("at most") is no longer said; "at least once" is none."""
        edges = [each for each in self._vocabulary.edges(words) if each.category == "operator"]
        bounds = [each for each in edges if each.end - each.start > 1 and words[each.end : each.end + 1] != ("once",)]
        kept = (each.category in _BOUNDING for each in self._vocabulary.edges(tuple(plain.split())))
        return bool(bounds) and not any(kept)

    def _measured(self, words: tuple[str, ...]) -> frozenset[str]:
        """What words measure, by name, and in which units: whoever walks more takes more steps."""
        nouns = (edge.meaning for edge in self._vocabulary.edges(words) if edge.category == "noun")
        measured = [quantity for noun in nouns if (quantity := self._vocabulary.quantity(noun))]
        units = (UNITS[word] for word in words if word in UNITS)
        return frozenset((*(each.name for each in measured), *(each.unit for each in measured), *units))

    def _is_proposed(self, plain: Sequence[str], wording: Sequence[str]) -> bool:
        """Whether the plain words are proposed of a wording, as far as they are told where they are not certain."""
        proposed = self._propose(wording)
        told = plain if proposed.certainty >= _LEAST_CERTAIN else plain[: len(proposed.tokens)]
        return proposed.tokens == tuple(told) != ()


def _without(words: tuple[str, ...], plain: Collection[str]) -> Iterator[str]:
    """The words without each, one at a time, that does not stand for a plain one beyond doubt."""
    for at, word in enumerate(words):
        if word.isalpha() and word not in plain and word not in silent() and not licences().is_sure(word, plain):
            yield " ".join((*words[:at], *words[at + 1 :]))


def _but(tokens: Sequence[str], at: int) -> tuple[str, ...]:
    return (*tokens[:at], *tokens[at + 1 :])


def _slots(tokens: Collection[str]) -> set[tuple[str, int]]:
    return {slot for each in tokens if (slot := slot_of(each))}
