"""Whether a passage is about what a question names."""

from collections.abc import Iterator, Sequence
from typing import Final

from services.domain_expert.domain.documents.stems import stem
from services.domain_expert.domain.knowledge.passages import Passage
from services.domain_expert.domain.knowledge.querying import words_of
from services.domain_expert.domain.quantities import Quantity

_ROOT: Final = 6


def root(word: str) -> str:
    """By which "pregnant" and "pregnancy" are one."""
    return stem(word)[:_ROOT]


def roots(text: str) -> frozenset[str]:
    return frozenset(root(word) for word in words_of(text))


def on_topic(passages: Sequence[Passage], named: Sequence[Quantity]) -> tuple[Passage, ...]:
    """The passages that may answer a question that names these quantities, in order.

    One that shares other words with the question and is about another quantity is out of place. A passage that is about
    none is kept: a word such as "weight" may be said of something else.
    """
    if not named:
        return tuple(passages)
    return tuple(each for each in passages if not each.about or _is_about(each, named))


def _is_about(passage: Passage, named: Sequence[Quantity]) -> bool:
    if not {quantity.name for quantity in named}.isdisjoint(passage.about):
        return True
    said = roots(" ".join((passage.title, *passage.also)))
    return any(name <= said for quantity in named for name in _names(quantity))


def _names(quantity: Quantity) -> Iterator[frozenset[str]]:
    """How the quantity is called, each name by its roots."""
    yield from filter(None, map(roots, (quantity.noun, *quantity.spoken)))
