"""Of what the person notes, a day without an entry is unknown: what can be computed, and what is asked instead."""

from collections.abc import Iterable
from typing import Final

from services.data_science.domain.algebra import (
    ChangePoint,
    Compare,
    Contrast,
    Field,
    Literal,
    Not,
    Operator,
    Profile,
    Question,
    Reduce,
    Relate,
    Share,
    Statistic,
    Streak,
    Trend,
    Unusual,
)
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.traversal import Node, nodes
from services.data_science.language.phrases import Noun
from services.data_science.language.resolving.readings import MissingError, NotNotedError

_OF_WHAT_IS_NOTED: Final = frozenset({Statistic.SUM, Statistic.MAX, Statistic.COUNT, Statistic.FIRST, Statistic.LATEST})
"""Statistics that no unknown day changes but to more."""
_OF_ALL_DAYS: Final = (Contrast, Relate, Trend, ChangePoint, Unusual, Profile, Share, Streak)
AS_NOTED: Final = "only what you noted is counted"


def check_noted(question: Question, catalogue: Catalogue) -> tuple[str, ...]:
    """What is said beside an answer that rests on what was noted.

    Raises:
        NotNotedError: nothing was noted, or days without it would be needed and are not known.
    """
    noted = _noted(question, catalogue)
    for quantity in noted:
        if not quantity.recorded:
            raise missing(quantity)
        if quantity.additive and not quantity.days_without and _needs_all_days(question, quantity.name):
            raise NotNotedError(_unknown(quantity))
    unsure = any(quantity.additive and not quantity.days_without for quantity in noted)
    return (AS_NOTED,) if unsure else ()


def notes_of_parts(question: Question, nouns: Iterable[Noun], catalogue: Catalogue) -> tuple[str, ...]:
    """That all under a tag is counted, where a part of it was named: "headaches" of all symptoms."""
    noted = {quantity.name for quantity in _noted(question, catalogue)}
    return tuple(dict.fromkeys(noun.note for noun in nouns if noun.note and noun.metric in noted))


def names_noted(question: Question, catalogue: Catalogue) -> bool:
    """Whether it rests on what the person notes."""
    return bool(_noted(question, catalogue))


def _noted(question: Question, catalogue: Catalogue) -> list[Quantity]:
    named = {each.name for each in nodes(question) if isinstance(each, Field)}
    return [quantity for name in sorted(named) if (quantity := catalogue.metrics.get(name)) and quantity.tag]


def missing(quantity: Quantity) -> MissingError:
    """That there is nothing of it on record; of what the person notes, how to begin."""
    if not quantity.tag:
        return MissingError(f"your records hold no {quantity.noun}")
    return NotNotedError(
        f"you have no entries for {quantity.noun} yet. Tell me when there is something to note, such as "
        f'“{quantity.example}”, or use the command: amy log "{quantity.example}"'
    )


def _unknown(quantity: Quantity) -> str:
    noun = quantity.noun
    return (
        f"I don't know which days were without {noun}, because a day without an entry may be one that "
        "you did not note. Do you note it every time? "
        f"Then say “I always log my {noun}”, and I take the other days as days without"
    )


def _needs_all_days(question: Question, name: str) -> bool:
    """Whether the answer depends on which of the days without an entry are days without it."""
    return any(_depends(each, name) for each in nodes(question))


def _depends(node: Node, name: str) -> bool:
    match node:
        case Reduce(column=Field(name=column), statistic=statistic):
            return column == name and statistic not in _OF_WHAT_IS_NOTED
        case Compare(column=Field(name=column), operator=Operator.GREATER, number=Literal(value=0)):
            return False
        case Compare(column=Field(name=column)):
            return column == name
        case Not(test=test):
            return _names(test, name)
        case _:
            return isinstance(node, _OF_ALL_DAYS) and _names(node, name)


def _names(node: Node, name: str) -> bool:
    return any(isinstance(each, Field) and each.name == name for each in nodes(node))
