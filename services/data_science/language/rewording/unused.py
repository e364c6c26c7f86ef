"""Which words of a message plain words may have made nothing of, and the phrases they end.

A word that the plain ones say again is used. One that stands for another word is too, unless it stands beside words
beside which it was never seen, is hardly ever said, or another word stands for the same. Whether such a word is used is
then told by leaving it out.
"""

from collections.abc import Collection, Sequence
from typing import Final

from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.rewording.company import Company
from services.data_science.language.rewording.licences import Licences
from services.data_science.language.rewording.slots import STOP
from services.data_science.language.vocabulary import UNITS, filler, restating

_OPENINGS: Final = frozenset(
    {"about", "after", "at", "before", "by", "during", "except", "for", "from", "if", "in", "into", "like", "no", "not"}
    | {"of", "on", "over", "per", "since", "to", "until", "when", "while", "with", "without"}
)
"""What a phrase begins with that a word ends: "by my doctor", "no longer"."""
_BOTH_SIDES: Final = 2
_REPEATED: Final = calendar_words.WORDS | UNITS.keys() | {"next", "following"}
"""What may be said twice and mean two things, or the same: "the day after a day", "in minutes"."""


def is_doubtful(said: Sequence[str], at: int, plain: Sequence[str], licences: Licences, company: Company) -> bool:
    """Whether plain words may have passed over a token of a wording."""
    word = said[at]
    if not _has_meaning(word, licences):
        return False
    if again := plain.count(word):
        return _times_before(said, at) >= again and word not in _REPEATED
    if licences.is_stray(word, plain):
        return True
    sides = company.sides(said, at)
    beside = not _is_sure(word, plain, licences, other_than=said) and licences.is_sure(word, plain)
    if sides == 0 or (beside and word not in _REPEATED):
        return True
    if sides > 1 or word in restating():
        return False
    others = [each for each in said if each != word and _has_meaning(each, licences)]
    theirs = [each for each in plain if any(licences.is_sure(other, [each]) for other in others)]
    return not _is_sure(word, plain, licences, other_than=theirs)


def is_strange(said: Sequence[str], at: int, plain: Sequence[str], licences: Licences, company: Company) -> bool:
    """Whether a token that the plain words do not say again stands beside one that it never stood beside."""
    word = said[at]
    is_new = word not in plain and word not in restating() and _has_meaning(word, licences)
    return is_new and company.sides(said, at) < _BOTH_SIDES


def opening_of(said: Sequence[str], at: int, licences: Licences) -> int:
    """Where the phrase begins that a word ends: at its preposition or negation, else at itself."""
    start = at
    while start and said[start - 1].isalpha():
        start -= 1
        if said[start] in _OPENINGS:
            return start
        if _has_meaning(said[start], licences):
            break
    return at


def phrases(said: Sequence[str], unused: Collection[int], licences: Licences) -> tuple[str, ...]:
    """What ends with the words at some places, in their order; of what is said in one breath a single phrase."""
    stretches: list[tuple[int, int]] = []
    for at in sorted(unused):
        start = opening_of(said, at, licences)
        if stretches and start <= stretches[-1][1]:
            stretches[-1] = stretches[-1][0], at + 1
        else:
            stretches.append((start, at + 1))
    return tuple(" ".join(said[start:end]) for start, end in stretches)


def _times_before(said: Sequence[str], at: int) -> int:
    """How often a token was said before in its sentence."""
    count = 0
    for each in said[:at]:
        count = 0 if each == STOP else count + (each == said[at])
    return count


def _has_meaning(word: str, licences: Licences) -> bool:
    return word.isalpha() and word not in filler() and bool(licences.words.get(word, {word}))


def _is_sure(word: str, plain: Sequence[str], licences: Licences, *, other_than: Collection[str]) -> bool:
    """Whether it stands beyond doubt for one of the plain words that others do not say."""
    return licences.is_sure(word, [each for each in plain if each not in other_than])
