"""A small chart parser: edges over a sentence, found from its words by rules until nothing new fits.

Bottom-up and left-corner (Kay 1980), cheapest edge first (Knuth 1977), in the manner of Duckling: a rule is a sequence
of words and of categories, and gives the meaning of what it spans. Filler words may stand between two items of a rule
and nowhere else matter. A sentence is understood where an edge spans all of its words.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, product
from typing import Any, Final

MOST_STEPS: Final = 12_000
"""Rule steps for one message: some hundred milliseconds, a hundred times what people's questions take."""
_FILLER_COST: Final = 0.15
_COMMON: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "by",
        "did",
        "do",
        "for",
        "from",
        "had",
        "have",
        "how",
        "i",
        "in",
        "is",
        "many",
        "much",
        "my",
        "of",
        "on",
        "or",
        "over",
        "than",
        "that",
        "the",
        "to",
        "was",
        "what",
        "when",
        "with",
        "which",
    ]
)


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
        items: a set of words, of which one must stand there, or the name of a category.
        build: the meaning, from the meanings of the categories in order; None where they do not fit.
    """

    category: str
    items: tuple[frozenset[str] | str, ...]
    build: Callable[..., Any]
    cost: float


def rules(category: str, pattern: str, build: Callable[..., Any], cost: float = 0.5) -> Iterator[Rule]:
    """The rules that a pattern stands for.

    "how (many|much) {noun} in? {window}": words, categories in braces, alternatives of one or more words in
    parentheses, and a question mark behind what may be left out.
    """
    for items in _expanded(pattern):
        yield Rule(category, items, build, cost)


@cache
def _expanded(pattern: str) -> tuple[tuple[frozenset[str] | str, ...], ...]:
    choices = [tuple(_choices(part)) for part in _parts(pattern)]
    return tuple(tuple(item for items in chosen for item in items) for chosen in product(*choices))


def _parts(pattern: str) -> Iterator[str]:
    """The words, groups and categories of a pattern, each with its question mark."""
    depth, start = 0, 0
    for at, character in enumerate(f"{pattern} "):
        depth += (character == "(") - (character == ")")
        if character == " " and not depth:
            if part := pattern[start:at].strip():
                yield part
            start = at


def _choices(part: str) -> Iterator[tuple[frozenset[str] | str, ...]]:
    optional, part = part.endswith("?"), part.removesuffix("?")
    if part.startswith("{"):
        yield (part[1:-1],)
    elif part.startswith("("):
        alternatives = part[1:-1].split("|")
        single = frozenset(each for each in alternatives if " " not in each.strip() and "{" not in each)
        if single:
            yield (frozenset(each.strip() for each in single),)
        for each in alternatives:
            if each not in single:
                yield from _expanded(each)
    else:
        yield (frozenset({part}),)
    if optional:
        yield ()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A rule of which the items before `place` are found."""

    rule: Rule
    place: int
    start: int
    meanings: tuple[Any, ...]
    cost: float


class Grammar:
    """Rules by the words that they cannot do without."""

    def __init__(self, all_rules: Iterable[Rule]) -> None:
        self._by_rarest: dict[str, list[tuple[Rule, tuple[frozenset[str], ...]]]] = defaultdict(list)
        self._wordless: list[Rule] = []
        self.words: frozenset[str] = frozenset()
        words: set[str] = set()
        for rule in dict.fromkeys(all_rules):
            wanted = _wanted(rule.items)
            if not wanted:
                self._wordless.append(rule)
                continue
            words.update(*wanted)
            others = wanted[1:]
            for word in wanted[0]:
                self._by_rarest[word].append((rule, others))
        self.words = frozenset(words)

    def fitting(self, words: Iterable[str]) -> Iterator[Rule]:
        """The rules whose every word, or one of its alternatives, is among these."""
        said = frozenset(words)
        found: dict[int, Rule] = {}
        for word in said:
            for rule, others in self._by_rarest.get(word, ()):
                if id(rule) not in found and not any(said.isdisjoint(other) for other in others):
                    found[id(rule)] = rule
        yield from found.values()
        yield from self._wordless


@cache
def _wanted(items: tuple[frozenset[str] | str, ...]) -> tuple[frozenset[str], ...]:
    """The words that a rule cannot do without, the rarest first; the same for everybody's grammar."""
    return tuple(sorted((item for item in items if not isinstance(item, str)), key=_commonness))


def _commonness(words: frozenset[str]) -> tuple[int, int]:
    return (len(words & _COMMON), len(words))


class Budget:
    """The rule steps that are left for one message, shared by the charts of its sentences."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps


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
        self._budget = budget or Budget()
        self._words = words
        self._by_category: dict[str, list[Rule]] = defaultdict(list)
        by_word: dict[str, list[Rule]] = defaultdict(list)
        for rule in grammar.fitting(words):
            first = rule.items[0]
            if isinstance(first, str):
                self._by_category[first].append(rule)
            else:
                for word in first:
                    by_word[word].append(rule)
        self._reach = _reaches(filler)
        self._agenda: list[tuple[float, int, Edge]] = []
        self._order = count()
        self._seen: set[tuple[int, int, str, Any]] = set()
        self._waiting: dict[tuple[int, str], list[_Waiting]] = defaultdict(list)
        self._complete: dict[tuple[int, str], list[Edge]] = defaultdict(list)
        self.edges: list[Edge] = []
        for edge in lexical:
            self._propose(edge)
        for at, word in enumerate(words):
            for rule in by_word.get(word, ()):
                self._advance(_Waiting(rule, 0, at, (), rule.cost), at, at)

    def fill(self, wanted: str) -> list[Edge]:
        """Every edge of a category that spans the whole sentence, the cheapest first; of a long one those found."""
        found: list[Edge] = []
        while self._agenda and self._budget.left > 0:
            cost, _, edge = heapq.heappop(self._agenda)
            if found and cost > found[0].cost + 1.0:
                break
            key = (edge.start, edge.end, edge.category, edge.meaning)
            if key in self._seen:
                continue
            self._seen.add(key)
            self.edges.append(edge)
            if edge.category == wanted and self._spans(edge):
                found.append(edge)
            self._complete[edge.start, edge.category].append(edge)
            for rule in self._by_category.get(edge.category, ()):
                self._found(_Waiting(rule, 0, edge.start, (), rule.cost), edge, 0)
            for waiting in tuple(self._waiting.get((edge.start, edge.category), ())):
                self._found(waiting, edge, waiting.cost)
        return sorted(found, key=lambda edge: edge.cost)

    def _spans(self, edge: Edge) -> bool:
        return edge.start in self._reach[0] and len(self._words) in self._reach[edge.end]

    def _propose(self, edge: Edge) -> None:
        heapq.heappush(self._agenda, (edge.cost, next(self._order), edge))

    def _found(self, waiting: _Waiting, edge: Edge, _: float) -> None:
        """A category that a rule waited for."""
        cost = waiting.cost + edge.cost
        after = _Waiting(waiting.rule, waiting.place + 1, waiting.start, (*waiting.meanings, edge.meaning), cost)
        self._continue(after, edge.end)

    def _advance(self, waiting: _Waiting, at: int, _: int) -> None:
        """A word that a rule waited for."""
        after = _Waiting(waiting.rule, waiting.place + 1, waiting.start, waiting.meanings, waiting.cost)
        self._continue(after, at + 1)

    def _continue(self, waiting: _Waiting, at: int) -> None:
        if self._budget.left <= 0:
            return
        self._budget.left -= 1
        items = waiting.rule.items
        if waiting.place == len(items):
            meaning = waiting.rule.build(*waiting.meanings)
            if meaning is not None:
                self._propose(Edge(waiting.start, at, waiting.rule.category, meaning, waiting.cost))
            return
        item = items[waiting.place]
        for skipped, position in enumerate(self._reach[at]):
            if isinstance(item, str):
                passed = _Waiting(
                    waiting.rule, waiting.place, waiting.start, waiting.meanings, waiting.cost + skipped * _FILLER_COST
                )
                self._waiting[position, item].append(passed)
                for edge in tuple(self._complete.get((position, item), ())):
                    self._found(passed, edge, 0)
            elif position < len(self._words) and self._words[position] in item:
                passed = _Waiting(
                    waiting.rule, waiting.place, waiting.start, waiting.meanings, waiting.cost + skipped * _FILLER_COST
                )
                self._advance(passed, position, at)


def _reaches(filler: Sequence[bool]) -> list[tuple[int, ...]]:
    """Of each position those that it can go on at: itself, and behind each filler word that follows."""
    reached: list[tuple[int, ...]] = [(len(filler),)]
    for at in range(len(filler) - 1, -1, -1):
        reached.append((at, *reached[-1]) if filler[at] else (at,))
    return reached[::-1]
