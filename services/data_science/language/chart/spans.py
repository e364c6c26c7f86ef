"""Which words of one sentence the rules could read as which category, whatever they mean.

Found from the last word to the first, before any meaning is built: what a rule begins with is always read from further
on, so nothing is looked at twice. Most of what rules could begin comes to nothing in a sentence, and is left alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from services.data_science.language.chart.openings import Openings
from services.data_science.language.chart.patterns import Place, symbol_of
from services.data_science.language.chart.starts import Start, bits


class Spans:
    """Positions are the bits of an integer: bit 3 is the one behind the third word.

    Args:
        openings: of the sentence.
        words: of the sentence.
        reach: of each position those that a rule can go on at: itself, and behind each filler that follows.
        lexical: what words mean by themselves: a category, where they begin and end.
        goals: the categories that the sentence is read as.
        last: where a goal may end.

    Attributes:
        wanted: of each category and position that a reading of a goal may need, the ends that it may need it up to.
    """

    def __init__(
        self,
        openings: Openings,
        words: Sequence[str],
        reach: Sequence[Sequence[int]],
        lexical: Iterable[tuple[str, int, int]],
        *,
        goals: Iterable[str],
        last: int,
    ) -> None:
        self._openings = openings
        self._words = (*words, "")
        self._reach = reach
        self._completed: list[dict[Place, int]] = [{} for _ in reach]
        self._beginning: dict[tuple[str, int], list[tuple[Start, int]]] = {}
        self._begun: list[dict[str, list[Start]]] = [defaultdict(list) for _ in reach]
        self._next: list[set[str]] = [set() for _ in reach]
        self._ends: list[dict[str, int]] = [{} for _ in reach]
        for category, start, end in lexical:
            self._ends[start][category] = self._ends[start].get(category, 0) | 1 << end
        for at in range(len(words) - 1, -1, -1):
            self._read(at)
        self.wanted: dict[tuple[str, int], int] = defaultdict(int)
        self._waiting: list[tuple[str, int]] = []
        self._come_to: set[tuple[Place, int]] = set()
        self._need(goals, last)

    def completed(self, place: Place, at: int) -> int:
        """Where a rule may be completed that has come to a place at a position."""
        if place.next.isdisjoint(self._next[at]):
            return 1 << at if place.ends else 0
        known = self._completed[at]
        found = known.get(place)
        if found is None:
            found = 1 << at if place.ends else 0
            for item, behind in place.ways:
                for position in self._reach[at]:
                    found |= self.behind(item, position, behind)
            known[place] = found
        return found

    def behind(self, item: frozenset[str] | str, at: int, place: Place) -> int:
        """Where a rule may be completed in which a word or category stands at a position, and then comes a place."""
        if not isinstance(item, str):
            return self.completed(place, at + 1) if self._words[at] in item else 0
        found, ends = 0, self._ends[at].get(item, 0)
        while ends:
            lowest = ends & -ends
            ends ^= lowest
            found |= self.completed(place, lowest.bit_length() - 1)
        return found

    def _read(self, at: int) -> None:
        """What can be read from a position on, all that is behind it being known."""
        ends, begun = self._ends[at], self._begun[at]
        grown = dict(ends)
        for start in self._going_on(self._openings.with_word(self._words[at]), at + 1):
            if found := self.completed(start.behind, at + 1):
                begun[start.gives].append(start)
                ends[start.gives] = grown[start.gives] = ends.get(start.gives, 0) | found
        while grown:
            category, more = grown.popitem()
            for end in bits(more):
                for start, found in self.beginning_with(category, end):
                    begun[start.gives].append(start)
                    if new := found & ~ends.get(start.gives, 0):
                        ends[start.gives] = ends.get(start.gives, 0) | new
                        grown[start.gives] = grown.get(start.gives, 0) | new
        self._next[at] = {self._words[at], *map(symbol_of, ends)}
        if len(self._reach[at]) > 1:
            self._next[at] |= self._next[at + 1]

    def beginning_with(self, category: str, end: int) -> Sequence[tuple[Start, int]]:
        """The starts with a category that ends there, with where each may be completed; in the order of the rules."""
        found = self._beginning.get((category, end))
        if found is None:
            found = self._beginning[category, end] = [
                (start, ends)
                for start in self._going_on(self._openings.with_category(category), end)
                if (ends := self.completed(start.behind, end))
            ]
        return found

    def _going_on(self, starts: Sequence[Start], at: int) -> Sequence[Start]:
        """Those of which the next word or category stands at a position, or that need no more."""
        standing = self._next[at]
        return [each for each in starts if each.behind.ends or not each.behind.next.isdisjoint(standing)]

    def _want(self, category: str, at: int, ends: int) -> None:
        if (category, at) not in self.wanted:
            self._waiting.append((category, at))
        self.wanted[category, at] |= ends

    def _need(self, goals: Iterable[str], last: int) -> None:
        """What a reading of the goals may be made of."""
        for at in self._reach[0]:
            for goal in goals:
                if ends := self._ends[at].get(goal, 0) & last:
                    self._want(goal, at, ends)
        while self._waiting:
            category, at = self._waiting.pop()
            for start in self._begun[at].get(category, ()):
                self._follow(start.item, at, start.behind)

    def _follow(self, item: frozenset[str] | str, at: int, place: Place) -> None:
        """What is needed where a word or category stands at a position, and then comes a place."""
        if not isinstance(item, str):
            if self._words[at] in item and self.completed(place, at + 1):
                self._go_on(place, at + 1)
            return
        for end in bits(self._ends[at].get(item, 0)):
            if self.completed(place, end):
                self._want(item, at, 1 << end)
                self._go_on(place, end)

    def _go_on(self, place: Place, at: int) -> None:
        if (place, at) in self._come_to:
            return
        self._come_to.add((place, at))
        for item, behind in place.ways:
            for position in self._reach[at]:
                self._follow(item, position, behind)
