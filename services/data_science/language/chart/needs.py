"""What a pattern cannot do without, known before any sentence is read."""

from functools import cache

from services.data_science.language.chart.patterns import Place, symbols_of


@cache
def needs(place: Place) -> frozenset[frozenset[str]]:
    """Sets of symbols; whatever way the pattern takes from this place on, it meets at least one symbol of each."""
    if place.ends:
        return frozenset()
    common = frozenset.intersection(*(needs_of_way(item, behind) for item, behind in place.ways))
    first = place.next
    return common if any(each <= first for each in common) else common | {first}


def needs_of_way(item: frozenset[str] | str, behind: Place) -> frozenset[frozenset[str]]:
    """The same of a pattern that goes one way: the item and what is needed behind it."""
    return needs(behind) | {symbols_of(item)}
