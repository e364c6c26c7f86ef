"""Which words of a wording stand for which words of a plain one, counted over the corpus.

A word is accounted for by a plain wording that has a word it is said with much more often than by chance; a word of the
plain wording likewise. What is said with everything alike changes no meaning.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from services.data_science.language.rewording.slots import sort_of


@dataclass(frozen=True, kw_only=True)
class Licences:
    """What accounts for what.

    Attributes:
        words: of each word of a wording the plain words that account for it; none of one that changes no meaning.
        plain: of each word of a plain wording the words that account for it; none of one that says nothing by itself.
        sure: of each word of a wording those of its plain words that it is said for so often that it is no chance.
        seldom: of each word of few wordings those of its plain words that it is said for most of the times.
    """

    words: Mapping[str, frozenset[str]]
    plain: Mapping[str, frozenset[str]]
    sure: Mapping[str, frozenset[str]]
    seldom: Mapping[str, frozenset[str]]

    @cached_property
    def meaningful(self) -> frozenset[str]:
        """The words that change what is asked."""
        return frozenset(word for word, by in self.words.items() if by and word.isalpha())

    def knows(self, token: str) -> bool:
        return sort_of(token) in self.words

    def is_sure(self, token: str, plain: Collection[str]) -> bool:
        """Whether it changes no meaning, or stands for a word of a plain wording beyond doubt."""
        word = sort_of(token)
        return not self.words.get(word, {word}) or not self.sure.get(word, frozenset()).isdisjoint(map(sort_of, plain))

    def is_stray(self, token: str, plain: Collection[str]) -> bool:
        """Whether it is hardly ever said, and mostly for something else than words of a plain wording, or for none."""
        by = self.seldom.get(sort_of(token))
        return by is not None and by.isdisjoint(map(sort_of, plain))

    def account_for(self, wording: Collection[str], plain: Collection[str]) -> bool:
        """Whether no word of either is left over."""
        return not self.left_over(wording, plain)

    def left_over(self, wording: Collection[str], plain: Collection[str]) -> tuple[str, ...]:
        """The words of either that the other does not account for."""
        said, meant = {sort_of(each) for each in wording}, {sort_of(each) for each in plain}
        return (
            *(each for each in sorted(said) if not _covered(self.words.get(each), meant)),
            *(each for each in sorted(meant) if not _covered(self.plain.get(each), said)),
        )


def _covered(by: frozenset[str] | None, present: Collection[str]) -> bool:
    return by is not None and (not by or not by.isdisjoint(present))


def licences_of(file: Path) -> Licences:
    """As the fit wrote them.

    Raises:
        OSError: if they cannot be read.
    """
    stored = json.loads(file.read_text("utf-8"))
    return Licences(**{name: {word: frozenset(by) for word, by in each.items()} for name, each in stored.items()})
