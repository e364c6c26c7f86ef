"""How rules may begin, and which of these beginnings can come to anything in one sentence.

A start is one of the ways in which one rule may begin, and has a number; a set of starts is the bits of an integer.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_, or_

from services.data_science.language.chart.needs import needs_of_way
from services.data_science.language.chart.patterns import Place, symbol_of, symbols_of, ways_from, words_from


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """One way in which a rule may begin.

    Attributes:
        rule: its number.
        gives: the category that the rule reads.
        item: the words or the category that it begins with.
        behind: the place behind them.
    """

    rule: int
    gives: str
    item: frozenset[str] | str
    behind: Place


@dataclass(frozen=True, kw_only=True)
class Starts:
    """The starts of all rules, in the order of the rules.

    Attributes:
        each: by number.
        words: every word of every rule.
        by_symbol: those that begin with a word or a category.
        giving: those of the rules that read a category.
        within: those of the rules that a category may be a part of.
        meeting: of a symbol which starts it meets a need of, by the place of that need among theirs.
        needless: by the place of a need, the starts that do not have as many.
    """

    each: Sequence[Start]
    words: frozenset[str]
    by_symbol: Mapping[str, int]
    giving: Mapping[str, int]
    within: Mapping[str, int]
    meeting: Mapping[str, Sequence[tuple[int, int]]]
    needless: Sequence[int]

    def leading_to(self, goals: Iterable[str], words: Iterable[str], lexical: Iterable[str]) -> int:
        """Those that a reading of one of the goals may be made of, in a sentence of some words; as bits.

        Args:
            goals: categories.
            words: of the sentence.
            lexical: the categories that the words have by themselves.
        """
        possible, known = self._possible(words, lexical)
        wanted, more = set(goals), set(goals)
        leading = 0
        while more:
            leading |= reduce(or_, (self.giving.get(name, 0) for name in more)) & possible
            more = {name for name in known - wanted if self.within.get(name, 0) & leading}
            wanted |= more
        return leading

    def _possible(self, words: Iterable[str], lexical: Iterable[str]) -> tuple[int, set[str]]:
        """Those of which every need may be met by the words, by what these mean alone, or by what can be built.

        With them the categories that may be found.
        """
        met = list(self.needless)
        known = set(lexical)
        more = {*words, *map(symbol_of, known)}
        while True:
            for symbol in more:
                for place, starts in self.meeting.get(symbol, ()):
                    met[place] |= starts
            possible = reduce(and_, met)
            built = {name for name, starts in self.giving.items() if starts & possible} - known
            if not built:
                return possible, known
            known |= built
            more = set(map(symbol_of, built))


def bits(number: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


@lru_cache(maxsize=8)
def starts_of(patterns: tuple[tuple[str, Place], ...]) -> Starts:
    """The starts of rules, of which each has a category and a first place.

    The same for everybody whose rules have the same patterns: only what they build is each person's own.
    """
    each = tuple(
        Start(rule=rule, gives=gives, item=item, behind=behind)
        for rule, (gives, first) in enumerate(patterns)
        for item, behind in first.ways
    )
    by_symbol: dict[str, int] = defaultdict(int)
    giving: dict[str, int] = defaultdict(int)
    within: dict[str, int] = defaultdict(int)
    met: dict[tuple[str, int], int] = defaultdict(int)
    needless: list[int] = []
    for number, start in enumerate(each):
        own = 1 << number
        giving[start.gives] |= own
        for symbol in symbols_of(start.item):
            by_symbol[symbol] |= own
        for name in _categories(start):
            within[name] |= own
        needed = needs_of_way(start.item, start.behind)
        needless += [own - 1] * (len(needed) - len(needless))
        needless = [starts | own if place >= len(needed) else starts for place, starts in enumerate(needless)]
        for place, symbols in enumerate(needed):
            for symbol in symbols:
                met[symbol, place] |= own
    meeting: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for (symbol, place), starts in met.items():
        meeting[symbol].append((place, starts))
    return Starts(
        each=each,
        words=frozenset[str]().union(*(words_from(first) for _, first in patterns)),
        by_symbol=dict(by_symbol),
        giving=dict(giving),
        within=dict(within),
        meeting=dict(meeting),
        needless=tuple(needless),
    )


def _categories(start: Start) -> frozenset[str]:
    """Every category that the rule may have from this beginning on."""
    items = {start.item, *(item for item, _ in ways_from(start.behind))}
    return frozenset(item for item in items if isinstance(item, str))
