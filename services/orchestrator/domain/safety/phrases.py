"""The notation in which signs of danger are written down, and what it means as regular expressions.

A phrase is words between blanks, in plain spelling (see `spelling`):

    word          that word; `wor*` any word that begins so; `no_way` these words in a row
    {group}       any phrase of that group
    #             a number, which a match captures
    this|that     one of them, each a word, a row of words, a group or a number
    this|that?    one of them, or nothing
    ..            up to three other words; `...` up to seven; neither crosses the end of a sentence
    ~             up to five other words, none of which gives the sentence a turn: "but", "and", "my"
    ^             the beginning of a sentence
    one & other   all of them within one sentence, at most seven words apart, in any order

A pause (a comma) may stand between any two words.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Final

_TURNS: Final = (
    "but|though|although|except|just|only|because|cause|cuz|however|yet|still|and|then|so|why|when|while|since"
    "|i|im|ive|my|he|hes|she|shes|his|her|we|they|its|it|this|now"
)
_FILLERS: Final = {
    "..": r"(?:[^ .?]+ ){0,3}?",
    "...": r"(?:[^ .?]+ ){0,7}?",
    "~": rf"(?:(?!(?:{_TURNS}) )[^ .?]+ ){{0,5}}?",
}
_PAUSE: Final = "(?:, )?"
_NUMBER: Final = rf"(\d+(?:[.,]\d+)*) {_PAUSE}"
_NEVER: Final = "(?!)"


class PhraseError(ValueError):
    """A phrase is not written in the notation."""


@dataclass(frozen=True)
class Phrases:
    """Several phrases as one: whether, and where, any of them stands in plain text."""

    expression: str
    """As a regular expression; the notation knows none that is not one."""
    first_words: frozenset[str]
    """One of these, or of the beginnings, begins every match; both are empty where that cannot be told."""
    first_beginnings: tuple[str, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Made when it is first looked for: all of them take most of a second, and most messages need few."""
        return re.compile(self.expression)

    def make_pattern(self) -> None:
        """For whoever wants it made before it is looked for."""
        self.pattern  # noqa: B018, reading makes it

    def may_match(self, words: frozenset[str]) -> bool:
        """False only where no match can begin with any of these words. Much faster than looking."""
        if not self.first_words and not self.first_beginnings:
            return True
        return not self.first_words.isdisjoint(words) or any(
            word.startswith(self.first_beginnings) for word in words if self.first_beginnings
        )


def compiled(phrases: Sequence[str], groups: Mapping[str, Sequence[str]], *, end: str = "") -> Phrases:
    """The phrases, any of them.

    Args:
        phrases: in the notation.
        groups: phrases by the name that stands for them.
        end: a regular expression that has to follow a match.

    Raises:
        PhraseError: a group that does not exist, or a phrase that is empty.
    """
    sources = [_either_order(phrase, groups) for phrase in phrases]
    first = [_first_words(part.split(), groups) for phrase in phrases for part in phrase.split(" & ")]
    known = set().union(*first) if all(first) else set()
    return Phrases(
        expression=f"(?<= )(?:{'|'.join(sources)}){end}" if sources else _NEVER,
        first_words=frozenset(word for word in known if not word.endswith("*")),
        first_beginnings=tuple(sorted(word[:-1] for word in known if word.endswith("*"))),
    )


def words_of(phrases: Iterable[str]) -> frozenset[str]:
    """Every whole word that the phrases look for."""
    choices = (choice for phrase in phrases for element in phrase.split() for choice in element.rstrip("?").split("|"))
    return frozenset(word for choice in choices if choice[:1] != "{" for word in choice.split("_") if word.isalpha())


def _either_order(phrase: str, groups: Mapping[str, Sequence[str]]) -> str:
    parts = [_sequence(part, groups) for part in phrase.split(" & ")]
    return "|".join(_FILLERS["..."].join(order) for order in permutations(parts))


def _sequence(phrase: str, groups: Mapping[str, Sequence[str]]) -> str:
    if not phrase.strip():
        raise PhraseError("an empty phrase")
    return "".join(_element(element, groups) for element in phrase.split())


def _element(element: str, groups: Mapping[str, Sequence[str]]) -> str:
    if element in _FILLERS:
        return _FILLERS[element]
    if element == "^":
        return "(?<=[.?] )"
    choices = f"(?:{'|'.join(_choice(choice, groups) for choice in element.rstrip('?').split('|'))})"
    return f"{choices}?" if element.endswith("?") else choices


def _choice(choice: str, groups: Mapping[str, Sequence[str]]) -> str:
    if choice == "#":
        return _NUMBER
    if choice.startswith("{"):
        return f"(?:{'|'.join(_either_order(phrase, groups) for phrase in _group(choice, groups))})"
    return "".join(f"{_word(word)} {_PAUSE}" for word in choice.split("_"))


def _group(choice: str, groups: Mapping[str, Sequence[str]]) -> Sequence[str]:
    name = choice[1:-1]
    if name not in groups:
        raise PhraseError(f"no group is called {name}")
    return groups[name]


def _word(word: str) -> str:
    if not word:
        raise PhraseError("an empty word")
    return rf"{re.escape(word[:-1])}[^ ]*" if word.endswith("*") else re.escape(word)


def _first_words(elements: Sequence[str], groups: Mapping[str, Sequence[str]]) -> set[str]:
    """What the first word of a match may be, or begin with ("word*"); empty where that is not known."""
    found: set[str] = set()
    for element in elements:
        if element in _FILLERS:
            return set()
        if element == "^":
            continue
        for choice in element.rstrip("?").split("|"):
            first = _first_of(choice, groups)
            if not first:
                return set()
            found |= first
        if not element.endswith("?"):
            return found
    return set()


def _first_of(choice: str, groups: Mapping[str, Sequence[str]]) -> set[str]:
    if choice == "#":
        return set()
    if not choice.startswith("{"):
        return {choice.split("_", maxsplit=1)[0]}
    parts = [part for phrase in _group(choice, groups) for part in phrase.split(" & ")]
    first = [_first_words(part.split(), groups) for part in parts]
    return set().union(*first) if all(first) else set()
