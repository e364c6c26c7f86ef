"""A grammar as data: patterns over words and terms, and the two ways of applying them.

A pattern is words and slots separated by spaces: "last|past {count} {unit}?". `|` separates alternatives, `?` makes an
element optional, `{slot}` takes one item that the slot's reader accepts and hands what it read to the rule.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from services.data_science.adapters.rules.terms import Item

SlotReader: TypeAlias = Callable[[Item], object | None]
"""What a slot makes of one item; None when the item does not fit."""

Build: TypeAlias = Callable[..., Sequence[Item] | None]
"""What a rule makes of its slots' values, an absent optional one being None; None when the rule does not hold."""

_PASSES: Final = 8
_REMEMBERED: Final = 4096


@dataclass(frozen=True)
class _Element:
    words: frozenset[str]
    slot: str
    optional: bool


@dataclass(frozen=True)
class Rule:
    elements: tuple[_Element, ...]
    build: Build

    @cached_property
    def openings(self) -> tuple[_Element, ...]:
        """The elements a match can begin with: the first one, and those that follow optional ones."""
        needed = next((place for place, each in enumerate(self.elements) if not each.optional), len(self.elements))
        return self.elements[: needed + 1]


def rule(pattern: str, build: Build) -> Rule:
    return Rule(elements=tuple(_element(text) for text in pattern.split()), build=build)


def _element(text: str) -> _Element:
    optional = text.endswith("?")
    text = text.removesuffix("?")
    if text.startswith("{"):
        return _Element(words=frozenset(), slot=text.strip("{}"), optional=optional)
    return _Element(words=frozenset(text.split("|")), slot="", optional=optional)


class Grammar:
    """Rules in the order in which they are tried, and the readers of their slots."""

    def __init__(self, rules: Iterable[Rule], slots: Mapping[str, SlotReader]) -> None:
        self._rules = tuple(rules)
        self._slots = slots
        self.words = frozenset(
            word for each in self._rules for element in each.elements for word in element.words if word.isalpha()
        )
        self._candidates: dict[Item, tuple[Rule, ...]] = {}

    def rewrite(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """From left to right, replaces what the first rule that holds matches by what the rule builds."""
        done: list[Item] = []
        position = 0
        while position < len(items):
            position = self._step(items, position, done)
        return tuple(done)

    def settle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Rewrites until nothing changes any more, as long as a question of people's length can need."""
        settled = tuple(items)
        for _ in range(_PASSES):
            rewritten = self.rewrite(settled)
            if rewritten == settled:
                break
            settled = rewritten
        return settled

    def _step(self, items: Sequence[Item], position: int, done: list[Item]) -> int:
        item = items[position]
        for each in self._beginning_with(item):
            match = self._match(each.elements, items, position)
            built = each.build(*match.values) if match is not None else None
            if match is not None and built is not None:
                done.extend(built)
                return match.end
        done.append(item)
        return position + 1

    def _beginning_with(self, item: Item) -> tuple[Rule, ...]:
        """The rules whose match can begin with an item, remembered as long as there are not too many."""
        found = self._candidates.get(item)
        if found is None:
            if len(self._candidates) >= _REMEMBERED:
                self._candidates.clear()
            found = tuple(each for each in self._rules if any(self._accepts(one, item) for one in each.openings))
            self._candidates[item] = found
        return found

    def _accepts(self, element: _Element, item: Item) -> bool:
        return self._slots[element.slot](item) is not None if element.slot else item in element.words

    def _match(self, elements: tuple[_Element, ...], items: Sequence[Item], start: int) -> "_Match | None":
        if not elements:
            return _Match(end=start, values=())
        first, rest = elements[0], elements[1:]
        if start < len(items):
            item = items[start]
            if first.slot:
                value = self._slots[first.slot](item)
                following = self._match(rest, items, start + 1) if value is not None else None
                if following is not None:
                    return _Match(end=following.end, values=(value, *following.values))
            elif isinstance(item, str) and item in first.words:
                following = self._match(rest, items, start + 1)
                if following is not None:
                    return following
        if not first.optional:
            return None
        following = self._match(rest, items, start)
        if following is None:
            return None
        return _Match(end=following.end, values=(None, *following.values)) if first.slot else following


@dataclass(frozen=True)
class _Match:
    end: int
    values: tuple[Any, ...]


class Phrasebook:
    """Fixed phrases and the terms each stands for; where several phrases fit, the longest is meant."""

    def __init__(self, phrases: Mapping[str, tuple[Item, ...]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], tuple[Item, ...]]]] = {}
        for phrase, terms in phrases.items():
            words = tuple(phrase.split())
            self._by_first.setdefault(words[0], []).append((words, terms))
        for candidates in self._by_first.values():
            candidates.sort(key=lambda entry: len(entry[0]), reverse=True)
        self.words = frozenset(word for phrase in phrases for word in phrase.split())

    def telling(self, is_idle: Callable[[Item], bool]) -> frozenset[str]:
        """The words of the phrases that have a term which is not idle."""
        return frozenset(
            word
            for candidates in self._by_first.values()
            for words, terms in candidates
            if not all(is_idle(term) for term in terms)
            for word in words
        )

    def read(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Replaces every known phrase by its terms; a word in no phrase stays a word."""
        return tuple(self._read(items))

    def _read(self, items: Sequence[Item]) -> Iterator[Item]:
        position = 0
        while position < len(items):
            item = items[position]
            for words, terms in self._by_first.get(item, ()) if isinstance(item, str) else ():
                if tuple(items[position : position + len(words)]) == words:
                    yield from terms
                    position += len(words)
                    break
            else:
                yield item
                position += 1
