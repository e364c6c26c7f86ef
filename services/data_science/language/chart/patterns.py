"""Patterns of rules as places: what may stand next at each, and where that leads."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place in a pattern. Places from which the same may follow are one object, in whatever patterns they stand.

    Attributes:
        ways: a set of words, of which one must stand next, or the name of a category; each with the place behind it.
        ends: whether the pattern may end here.
        next: the symbols of the ways: a word, or a category in braces.
    """

    ways: tuple[tuple[frozenset[str] | str, "Place"], ...]
    ends: bool
    next: frozenset[str]


def symbol_of(category: str) -> str:
    return f"{{{category}}}"


def symbols_of(item: frozenset[str] | str) -> frozenset[str]:
    return frozenset({symbol_of(item)}) if isinstance(item, str) else item


@cache
def _place(ways: tuple[tuple[frozenset[str] | str, Place], ...], *, ends: bool) -> Place:
    return Place(ways, ends, frozenset[str]().union(*(symbols_of(item) for item, _ in ways)))


END: Final = _place((), ends=True)


@cache
def start_of(pattern: str, behind: Place = END) -> Place:
    """The place at which a pattern begins.

    "how (many|much) {noun} in? {window}": words, categories in braces, alternatives of one or more words in
    parentheses, and a question mark behind what may be left out.

    Args:
        pattern: as above.
        behind: where the pattern leads.
    """
    for part in reversed(tuple(_parts(pattern))):
        behind = _before(part, behind)
    return behind


@cache
def words_from(place: Place) -> frozenset[str]:
    """Every word that a pattern may have from a place on."""
    return frozenset().union(*(item for item, _ in ways_from(place) if not isinstance(item, str)))


@cache
def ways_from(place: Place) -> frozenset[tuple[frozenset[str] | str, Place]]:
    """Every way that a pattern may take from a place on."""
    return frozenset(place.ways).union(*(ways_from(behind) for _, behind in place.ways))


def _parts(pattern: str) -> Iterator[str]:
    """The words, groups and categories of a pattern, each with its question mark."""
    depth, start = 0, 0
    for at, character in enumerate(f"{pattern} "):
        depth += (character == "(") - (character == ")")
        if character == " " and not depth:
            if part := pattern[start:at].strip():
                yield part
            start = at


def _before(part: str, behind: Place) -> Place:
    """The place before a part of a pattern."""
    places = list(_alternatives(part.removesuffix("?"), behind))
    if part.endswith("?"):
        places.append(behind)
    ways = dict.fromkeys(way for place in places for way in place.ways)
    return _place(tuple(ways), ends=any(place.ends for place in places))


def _alternatives(part: str, behind: Place) -> Iterator[Place]:
    if part.startswith("{"):
        yield _place(((part[1:-1], behind),), ends=False)
    elif part.startswith("("):
        alternatives = part[1:-1].split("|")
        single = frozenset(each for each in alternatives if " " not in each.strip() and "{" not in each)
        if single:
            yield _place(((frozenset(each.strip() for each in single), behind),), ends=False)
        for each in alternatives:
            if each not in single:
                yield start_of(each, behind)
    else:
        yield _place(((frozenset({part}), behind),), ends=False)
