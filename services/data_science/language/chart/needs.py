"""What a pattern cannot do without, known before any sentence is read.

A symbol is a word, or a category in braces as patterns write it.
"""

from functools import cache

from services.data_science.language.chart.patterns import Place


def symbol_of(category: str) -> str:
    return f"{{{category}}}"


def symbols_of(item: frozenset[str] | str) -> frozenset[str]:
    return frozenset({symbol_of(item)}) if isinstance(item, str) else item


@cache
def needs(place: Place) -> frozenset[frozenset[str]]:
    """Sets of symbols; whatever way the pattern takes from this place on, it meets at least one symbol of each."""
    if place.ends:
        return frozenset()
    common = frozenset.intersection(*(needs_of_way(item, behind) for item, behind in place.ways))
    first = frozenset().union(*(symbols_of(item) for item, _ in place.ways))
    return common if any(each <= first for each in common) else common | {first}


def needs_of_way(item: frozenset[str] | str, behind: Place) -> frozenset[frozenset[str]]:
    """The same of a pattern that goes one way: the item and what is needed behind it."""
    return needs(behind) | {symbols_of(item)}
