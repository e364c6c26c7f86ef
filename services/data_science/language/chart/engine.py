"""A small chart parser: edges over a sentence, found from its words by rules until nothing new fits.

Bottom-up and left-corner (Kay 1980), cheapest edge first (Knuth 1977), in the manner of Duckling: a rule is a pattern
of words and of categories, and gives the meaning of what it spans. Filler words may stand between two items of a rule
and nowhere else matter. A sentence is understood where an edge spans all of its words.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

from services.data_science.language.chart.outlook import Outlook
from services.data_science.language.chart.patterns import Place, start_of, words_from

MOST_STEPS: Final = 12_000
"""Rule steps for one message: about a hundred milliseconds, twenty times what people's questions take."""
_FILLER_COST: Final = 0.15
_MOST_DEARER: Final = 1.0
"""How much more than the cheapest reading another may cost."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What the words from `start` up to `end` mean, as one category, and what it cost to read them so."""

    start: int
    end: int
    category: str
    meaning: Any
    cost: float


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to read a category.

    Attributes:
        first: where its pattern begins.
        build: the meaning, from the meanings of the categories in order; None where they do not fit.
    """

    category: str
    first: Place
    build: Callable[..., Any]
    cost: float


def rules(category: str, pattern: str, build: Callable[..., Any], cost: float = 0.5) -> Iterator[Rule]:
    """The rule of a pattern, as `patterns.start_of` reads it."""
    yield Rule(category, start_of(pattern), build, cost)


@dataclass(frozen=True, kw_only=True)
class _Starts:
    """Which rules, by their number, may begin with a word or a category, each with the place behind it."""

    by_word: Mapping[str, Sequence[tuple[int, Place]]]
    by_category: Mapping[str, Sequence[tuple[int, Place]]]
    words: frozenset[str]


@lru_cache(maxsize=8)
def _starts(firsts: tuple[Place, ...]) -> _Starts:
    """The same for everybody whose rules have the same patterns: only what they build is each person's own."""
    by_word: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    by_category: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    for number, first in enumerate(firsts):
        for item, behind in first.ways:
            if isinstance(item, str):
                by_category[item].append((number, behind))
            else:
                for word in item:
                    by_word[word].append((number, behind))
    words = frozenset[str]().union(*map(words_from, firsts))
    return _Starts(by_word=dict(by_word), by_category=dict(by_category), words=words)


class Grammar:
    """Rules by what they begin with, in the order in which they are tried."""

    def __init__(self, all_rules: Iterable[Rule]) -> None:
        self._rules = tuple(all_rules)
        self._starts = _starts(tuple(rule.first for rule in self._rules))

    @property
    def words(self) -> frozenset[str]:
        """Every word of every rule."""
        return self._starts.words

    def beginning_with(self, word: str) -> Iterator[tuple[Rule, Place]]:
        """The rules that may begin with a word, each with the place behind it."""
        return ((self._rules[number], behind) for number, behind in self._starts.by_word.get(word, ()))

    def beginning_with_category(self, category: str) -> Iterator[tuple[Rule, Place]]:
        return ((self._rules[number], behind) for number, behind in self._starts.by_category.get(category, ()))


class Budget:
    """The rule steps that are left for one message, shared by the charts of its sentences."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps


_Waiting = tuple[Rule, Place, int, tuple[Any, ...], float]
"""A rule that waits for a category: the place behind it, where the rule began, the meanings so far, and their cost."""


class _Ahead(NamedTuple):
    """What a rule can go on with at one place of its pattern and one position of the sentence.

    Attributes:
        words: the place and the position behind each word that fits, and the cost of the filler passed over.
        categories: position and name of each category that is waited for, the place behind it, and that cost.
    """

    words: tuple[tuple[Place, int, float], ...]
    categories: tuple[tuple[tuple[int, str], Place, float], ...]


class Chart:
    """The edges over one sentence.

    Args:
        grammar: the rules.
        words: of the sentence.
        filler: which of them may be passed over.
        lexical: what the words mean by themselves.
        budget: the steps it may take; of a sentence that needs more what is found by then is all.
    """

    def __init__(
        self,
        grammar: Grammar,
        words: Sequence[str],
        filler: Sequence[bool],
        lexical: Iterable[Edge],
        budget: Budget | None = None,
    ) -> None:
        self._grammar = grammar
        self._budget = budget or Budget()
        self._words = words
        self._reach = _reaches(filler)
        self._outlook = Outlook(words, filler)
        self._ahead: dict[tuple[Place, int], _Ahead] = {}
        self._beginning: dict[tuple[str, int], list[tuple[Rule, Place]]] = {}
        self._agenda: list[tuple[float, int, Edge]] = []
        self._order = count()
        self._seen: set[tuple[int, int, str, Any]] = set()
        self._waiting: dict[tuple[int, str], list[_Waiting]] = defaultdict(list)
        self._complete: dict[tuple[int, str], list[Edge]] = defaultdict(list)
        for edge in lexical:
            self._propose(edge)
        for at, word in enumerate(words):
            for rule, behind in grammar.beginning_with(word):
                if self._outlook.of(behind) >> at + 1 & 1:
                    self._continue(rule, behind, at, at + 1, (), rule.cost)

    def fill(self, wanted: str, end: int) -> list[Edge]:
        """Every edge of a category that spans the sentence up to a position, the cheapest first.

        Those that cost much more than the cheapest are left out; of a sentence past the budget, those found by then.
        """
        found = self._spanning(wanted, end)
        while self._agenda and self._budget.left > 0:
            if found and self._agenda[0][0] > found[0].cost + _MOST_DEARER:
                break
            edge = heapq.heappop(self._agenda)[-1]
            if self._is_new(edge):
                if edge.category == wanted and self._spans(edge, end):
                    found.append(edge)
                self._complete_with(edge)
        return found

    def _spanning(self, wanted: str, end: int) -> list[Edge]:
        """Those that are found already."""
        known = (edge for start in self._reach[0] for edge in self._complete.get((start, wanted), ()))
        found = sorted((edge for edge in known if self._spans(edge, end)), key=lambda edge: edge.cost)
        return [edge for edge in found if edge.cost <= found[0].cost + _MOST_DEARER]

    def _spans(self, edge: Edge, end: int) -> bool:
        return edge.start in self._reach[0] and edge.end <= end and end in self._reach[edge.end]

    def _propose(self, edge: Edge) -> None:
        heapq.heappush(self._agenda, (edge.cost, next(self._order), edge))

    def _is_new(self, edge: Edge) -> bool:
        known = len(self._seen)
        self._seen.add((edge.start, edge.end, edge.category, edge.meaning))
        return len(self._seen) > known

    def _complete_with(self, edge: Edge) -> None:
        """Begins the rules that begin with its category, and goes on with those that waited for it."""
        self._complete[edge.start, edge.category].append(edge)
        for rule, behind in self._beginning_with(edge.category, edge.end):
            self._continue(rule, behind, edge.start, edge.end, (edge.meaning,), rule.cost + edge.cost)
        for waiting in self._waiting.get((edge.start, edge.category), ()):
            self._found(waiting, edge)

    def _beginning_with(self, category: str, end: int) -> Sequence[tuple[Rule, Place]]:
        """The rules that begin with a category and may go on behind it; kept, because many edges end alike."""
        found = self._beginning.get((category, end))
        if found is None:
            outlook = self._outlook.of
            found = self._beginning[category, end] = [
                (rule, behind)
                for rule, behind in self._grammar.beginning_with_category(category)
                if outlook(behind) >> end & 1
            ]
        return found

    def _found(self, waiting: _Waiting, edge: Edge) -> None:
        """A category that a rule waited for."""
        rule, behind, start, meanings, cost = waiting
        if self._outlook.of(behind) >> edge.end & 1:
            self._continue(rule, behind, start, edge.end, (*meanings, edge.meaning), cost + edge.cost)

    def _continue(self, rule: Rule, place: Place, start: int, at: int, meanings: tuple[Any, ...], cost: float) -> None:
        """One step of a rule: builds what is complete, passes the words that fit, waits for categories."""
        if self._budget.left <= 0:
            return
        self._budget.left -= 1
        if place.ends:
            meaning = rule.build(*meanings)
            if meaning is not None:
                self._propose(Edge(start, at, rule.category, meaning, cost))
        ahead = self._ahead.get((place, at)) or self._look_ahead(place, at)
        for behind, position, dearer in ahead.words:
            self._continue(rule, behind, start, position, meanings, cost + dearer)
        for key, behind, dearer in ahead.categories:
            waiting = (rule, behind, start, meanings, cost + dearer)
            self._waiting[key].append(waiting)
            for edge in self._complete.get(key, ()):
                self._found(waiting, edge)

    def _look_ahead(self, place: Place, at: int) -> _Ahead:
        """Kept, because many rules come to the same place at the same position."""
        words: list[tuple[Place, int, float]] = []
        categories: list[tuple[tuple[int, str], Place, float]] = []
        for item, behind in place.ways:
            outlook = self._outlook.of(behind)
            for skipped, position in enumerate(self._reach[at]):
                if not outlook >> position + 1:
                    break
                if isinstance(item, str):
                    categories.append(((position, item), behind, skipped * _FILLER_COST))
                elif self._words[position] in item and outlook >> position + 1 & 1:
                    words.append((behind, position + 1, skipped * _FILLER_COST))
        ahead = self._ahead[place, at] = _Ahead(words=tuple(words), categories=tuple(categories))
        return ahead


def _reaches(filler: Sequence[bool]) -> list[tuple[int, ...]]:
    """Of each position those that it can go on at: itself, and behind each filler word that follows."""
    reached: list[tuple[int, ...]] = [(len(filler),)]
    for at in range(len(filler) - 1, -1, -1):
        reached.append((at, *reached[-1]) if filler[at] else (at,))
    return reached[::-1]
