"""Which words of a sentence a reading may have passed over though they carry weight: those that it is not said back in.

Whether one was is told by reading the sentence without it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from types import MappingProxyType
from typing import Final

from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.saying import say
from services.data_science.language.single_words import is_number
from services.data_science.language.vocabulary import weightless, weighty

_SAID_AS: Final = MappingProxyType(
    {"sum": "total", "cumulative": "total", "combined": "total", "changing": "developed", "trending": "developed"}
)
"""What each is said back as."""
_OF_HUNDRED: Final = frozenset({"percent", "percentage"})
"""What is said back as a sign behind a number."""
_WORD: Final = re.compile(r"[^\W_]+")


def suspects(words: Sequence[str], read: Sequence[Reading], catalogue: Catalogue) -> tuple[int, ...]:
    """The places of the weighty words that a reading may have passed over."""
    again = {*_said_again(words)}
    found = tuple(at for at, word in enumerate(words) if word in weighty() and at not in again)
    told = {word for each in read for word in _told(each, catalogue)} if found else set()
    return tuple(at for at in found if words[at] not in told and not _is_said_otherwise(words, at, told))


def meant_by(read: Sequence[Reading]) -> list[tuple[object, ...]]:
    """What the answers depend on."""
    return [(each.question, each.unit, each.yes_no, each.direction, each.wants_day, each.most_told) for each in read]


def _is_said_otherwise(words: Sequence[str], at: int, told: Collection[str]) -> bool:
    """Whether a word is said back as another or in a sign, or says that what stands side by side is one number."""
    word = words[at]
    if word in _OF_HUNDRED:
        return any(map(is_number, words[max(at - 1, 0) : at]))
    return _SAID_AS.get(word) in told or (word == "combined" and "and" in words)


def _told(reading: Reading, catalogue: Catalogue) -> list[str]:
    said = " ".join((say(reading.question, catalogue), reading.unit, *reading.notes))
    return _WORD.findall(said.lower())


def _said_again(words: Sequence[str]) -> Iterator[int]:
    """The places of the phrases that say again what is meant."""
    for phrase in weightless():
        for start in range(len(words) - len(phrase) + 1):
            if tuple(words[start : start + len(phrase)]) == phrase:
                yield from range(start, start + len(phrase))
