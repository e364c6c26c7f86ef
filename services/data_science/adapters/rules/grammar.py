"""A grammar as data: patterns over words and terms, and the two ways of applying them.

A pattern is words and slots separated by spaces: "last|past {count} {unit}?". `|` separates alternatives, `?` makes an
element optional, `{slot}` takes one item that the slot's reader accepts and hands what it read to the rule.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from services.data_science.adapters.rules.terms import Item, Term

SlotReader: TypeAlias = Callable[[Item], object | None]
"""What a slot makes of one item; None when the item does not fit."""

Build: TypeAlias = Callable[..., Sequence[Item] | None]
"""What a rule makes of its slots' values, an absent optional one being None; None when the rule does not hold."""


@dataclass(frozen=True)
class _Element:
    words: frozenset[str]
    slot: str
    optional: bool


@dataclass(frozen=True)
class Rule:
    elements: tuple[_Element, ...]
    build: Build


def rule(pattern: str, build: Build) -> Rule:
    return Rule(elements=tuple(_element(text) for text in pattern.split()), build=build)


def _element(text: str) -> _Element:
    optional = text.endswith("?")
    text = text.removesuffix("?")
    if text.startswith("{"):
        return _Element(words=frozenset(), slot=text.strip("{}"), optional=optional)
    return _Element(words=frozenset(text.split("|")), slot="", optional=optional)


def words_of(rules: Sequence[Rule]) -> frozenset[str]:
    """Every literal word of the rules."""
    return frozenset().union(*(element.words for each in rules for element in each.elements))


def rewrite(items: Sequence[Item], rules: Sequence[Rule], slots: Mapping[str, SlotReader]) -> tuple[Item, ...]:
    """From left to right, replaces what the first rule that holds matches by what the rule builds."""
    done: list[Item] = []
    position = 0
    while position < len(items):
        for each in rules:
            match = _match(each.elements, items, position, slots)
            built = each.build(*match.values) if match is not None else None
            if match is not None and built is not None:
                done.extend(built)
                position = match.end
                break
        else:
            done.append(items[position])
            position += 1
    return tuple(done)


@dataclass(frozen=True)
class _Match:
    end: int
    values: tuple[Any, ...]


def _match(
    elements: tuple[_Element, ...], items: Sequence[Item], start: int, slots: Mapping[str, SlotReader]
) -> _Match | None:
    if not elements:
        return _Match(end=start, values=())
    first, rest = elements[0], elements[1:]
    if start < len(items):
        item = items[start]
        if first.slot:
            value = slots[first.slot](item)
            following = _match(rest, items, start + 1, slots) if value is not None else None
            if following is not None:
                return _Match(end=following.end, values=(value, *following.values))
        elif isinstance(item, str) and item in first.words:
            following = _match(rest, items, start + 1, slots)
            if following is not None:
                return following
    if not first.optional:
        return None
    following = _match(rest, items, start, slots)
    if following is None:
        return None
    return _Match(end=following.end, values=(None, *following.values)) if first.slot else following


class Phrasebook:
    """Fixed phrases and what each means; where several fit, the longest is meant."""

    def __init__(self, phrases: Mapping[str, Term]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
        for phrase, term in phrases.items():
            words = tuple(phrase.split())
            self._by_first.setdefault(words[0], []).append((words, term))
        for candidates in self._by_first.values():
            candidates.sort(key=lambda entry: len(entry[0]), reverse=True)
        self.words = frozenset(word for phrase in phrases for word in phrase.split())

    def read(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Replaces every known phrase by its term; a word in no phrase stays a word."""
        return tuple(self._read(items))

    def _read(self, items: Sequence[Item]) -> Iterator[Item]:
        position = 0
        while position < len(items):
            item = items[position]
            for words, term in self._by_first.get(item, ()) if isinstance(item, str) else ():
                if tuple(items[position : position + len(words)]) == words:
                    yield term
                    position += len(words)
                    break
            else:
                yield item
                position += 1
