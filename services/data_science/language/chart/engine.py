"""A small chart parser: edges over a sentence, found from its words by rules until nothing new fits.

Bottom-up and left-corner (Kay 1980), cheapest edge first (Knuth 1977), in the manner of Duckling: a rule is a pattern
of words and of categories, and gives the meaning of what it spans. Filler words may stand between two items of a rule
and nowhere else matter. A sentence is understood where an edge spans all of its words.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, NamedTuple

from services.data_science.language.chart.openings import Openings
from services.data_science.language.chart.patterns import Place, start_of
from services.data_science.language.chart.spans import Spans
from services.data_science.language.chart.starts import starts_of

MOST_STEPS: Final = 6_000
"""Rule steps for one message: about a hundred milliseconds, twenty times what people's questions take."""
_STEPS_BEFORE: Final = 15
_STEPS_A_WORD: Final = 5
"""What it takes to find out how the words could be read, as rule steps: for a sentence, and for each of its words."""
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


class Grammar:
    """Rules by what they begin with, in the order in which they are tried.

    Args:
        all_rules: as above.
        goals: the categories that sentences are read as.
    """

    def __init__(self, all_rules: Iterable[Rule], goals: Collection[str]) -> None:
        self.goals = goals
        self.rules = tuple(all_rules)
        self.starts = starts_of(tuple((rule.category, rule.first) for rule in self.rules))

    @property
    def words(self) -> frozenset[str]:
        """Every word of every rule."""
        return self.starts.words


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
        ends: the positions up to which it may be asked for readings; None for every position.
    """

    def __init__(
        self,
        grammar: Grammar,
        words: Sequence[str],
        filler: Sequence[bool],
        lexical: Sequence[Edge],
        budget: Budget | None = None,
        *,
        ends: Iterable[int] | None = None,
    ) -> None:
        self._rules = grammar.rules
        self._budget = budget or Budget()
        self._words = words
        self._reach = _reaches(filler)
        self._ahead: dict[tuple[Place, int], _Ahead] = {}
        self._agenda: list[tuple[float, int, Edge]] = []
        self._order = count()
        self._seen: set[tuple[int, int, str, Any]] = set()
        self._waiting: dict[tuple[int, str], list[_Waiting]] = defaultdict(list)
        self._complete: dict[tuple[int, str], list[Edge]] = defaultdict(list)
        if self._budget.left > 0:
            self._budget.left = max(0, self._budget.left - _STEPS_BEFORE - _STEPS_A_WORD * len(words))
            self._openings = Openings(grammar.starts, grammar.goals, words, {edge.category for edge in lexical})
            lasts = range(len(words) + 1) if ends is None else (*ends, len(words))
            self._spans = Spans(
                self._openings,
                words,
                self._reach,
                ((each.category, each.start, each.end) for each in lexical),
                goals=grammar.goals,
                last=_leading_to(lasts, self._reach),
            )
            self._wanted = self._spans.wanted
            self._begin(lexical)

    def _begin(self, lexical: Iterable[Edge]) -> None:
        """What the words mean by themselves, and the rules that begin with them."""
        for edge in lexical:
            if self._wanted.get((edge.category, edge.start), 0) >> edge.end & 1:
                self._propose(edge)
        for at, word in enumerate(self._words):
            for start in self._openings.with_word(word):
                if (start.gives, at) in self._wanted and self._spans.completed(start.behind, at + 1):
                    rule = self._rules[start.rule]
                    self._continue(rule, start.behind, at, at + 1, (), rule.cost)

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
                if edge.category == wanted and self._is_whole(edge, end):
                    found.append(edge)
                self._complete_with(edge)
        return found

    def _spanning(self, wanted: str, end: int) -> list[Edge]:
        """Those that are found already."""
        known = (edge for start in self._reach[0] for edge in self._complete.get((start, wanted), ()))
        found = sorted((edge for edge in known if self._is_whole(edge, end)), key=lambda edge: edge.cost)
        return [edge for edge in found if edge.cost <= found[0].cost + _MOST_DEARER]

    def _is_whole(self, edge: Edge, end: int) -> bool:
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
        for start, _ in self._spans.beginning_with(edge.category, edge.end):
            if (start.gives, edge.start) in self._wanted:
                rule = self._rules[start.rule]
                self._continue(rule, start.behind, edge.start, edge.end, (edge.meaning,), rule.cost + edge.cost)
        for waiting in self._waiting.get((edge.start, edge.category), ()):
            self._found(waiting, edge)

    def _found(self, waiting: _Waiting, edge: Edge) -> None:
        """A category that a rule waited for."""
        rule, behind, start, meanings, cost = waiting
        if self._spans.completed(behind, edge.end):
            self._continue(rule, behind, start, edge.end, (*meanings, edge.meaning), cost + edge.cost)

    def _continue(self, rule: Rule, place: Place, start: int, at: int, meanings: tuple[Any, ...], cost: float) -> None:
        """One step of a rule: builds what is complete, passes the words that fit, waits for categories."""
        if self._budget.left <= 0:
            return
        self._budget.left -= 1
        if place.ends and self._wanted[rule.category, start] >> at & 1:
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
            for skipped, position in enumerate(self._reach[at]):
                if not self._spans.behind(item, position, behind):
                    continue
                if isinstance(item, str):
                    categories.append(((position, item), behind, skipped * _FILLER_COST))
                else:
                    words.append((behind, position + 1, skipped * _FILLER_COST))
        ahead = self._ahead[place, at] = _Ahead(words=tuple(words), categories=tuple(categories))
        return ahead


def _reaches(filler: Sequence[bool]) -> list[tuple[int, ...]]:
    """Of each position those that it can go on at: itself, and behind each filler word that follows."""
    reached: list[tuple[int, ...]] = [(len(filler),)]
    for at in range(len(filler) - 1, -1, -1):
        reached.append((at, *reached[-1]) if filler[at] else (at,))
    return reached[::-1]


def _leading_to(ends: Collection[int], reach: Sequence[tuple[int, ...]]) -> int:
    """The positions, as bits, from which nothing but filler leads to one of the ends."""
    wanted = frozenset(ends)
    return sum(1 << at for at, reached in enumerate(reach) if not wanted.isdisjoint(reached))
