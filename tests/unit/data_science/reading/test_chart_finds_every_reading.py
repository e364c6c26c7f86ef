"""The chart finds what trying every rule at every position finds, whatever the rules and the sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.language.chart.engine import Budget, Chart, Edge, Grammar, rules

WORDS = ("a", "b", "c", "d")
CATEGORIES = ("np", "vp", "question")
FILLER = "d"


@dataclass(frozen=True, kw_only=True)
class Said:
    """A rule as its author wrote it."""

    category: str
    parts: tuple[str, ...]


Span = tuple[int, int, str, int]
"""From where to where, which category, and the number of the rule that gave it; -1 for what a word means."""

_word = st.sampled_from(WORDS[:3])
_part = st.one_of(
    _word,
    st.sampled_from(CATEGORIES[:2]).map(lambda name: f"{{{name}}}"),
    st.lists(_word, min_size=2, max_size=3, unique=True).map(lambda words: f"({'|'.join(words)})"),
    st.tuples(_word, _word, _word).map(lambda words: f"({words[0]} {words[1]}|{words[2]})"),
)
_optional = st.one_of(_part, _part.map(lambda part: f"({part})?" if part[0] not in "({" else f"{part}?"))
_said = st.builds(
    lambda category, first, others: Said(category=category, parts=(first, *others)),
    st.sampled_from(CATEGORIES),
    _part,
    st.lists(_optional, max_size=3),
)
_sentence = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@given(st.lists(_said, min_size=1, max_size=6), _sentence)
def test_it_finds_what_trying_everything_finds(said: list[Said], words: list[str]) -> None:
    found = {(edge.start, edge.end, edge.meaning) for edge in _chart(said, words).fill("question", len(words))}
    wanted = {
        (start, end, rule)
        for start, end, category, rule in _tried(said, words)
        if category == "question" and {*words[:start], *words[end:]} <= {FILLER}
    }
    assert found == wanted


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["np: b", "question: c {np}"], "c b"),
        (["np: b", "question: c {np}"], "c d d b"),
        (["np: b", "question: d? {np}"], "d b"),
        (["vp: {np} b", "question: {vp} {vp}"], "a b a b"),
        (["vp: {np}", "np: b", "question: {vp} c {vp}"], "a c d b d"),
        (["question: c? (b|c)? {vp}", "vp: c {np}?"], "c a"),
        (["question: {np} (b c|c b)? {np}"], "a d b c a"),
        (["question: b (a c)? {np}"], "b a"),
    ],
)
def test_what_is_needed_or_of_use_is_found_wherever_it_stands(said: list[str], sentence: str) -> None:
    grammar = [Said(category=each.split(": ")[0], parts=tuple(_parts(each.split(": ")[1]))) for each in said]
    words = sentence.split()
    found = {(edge.start, edge.end, edge.meaning) for edge in _chart(grammar, words).fill("question", len(words))}
    assert found
    assert found == {
        (start, end, rule)
        for start, end, category, rule in _tried(grammar, words)
        if category == "question" and {*words[:start], *words[end:]} <= {FILLER}
    }


@settings(max_examples=100, deadline=None)
@given(st.lists(_said, min_size=1, max_size=6), _sentence, st.integers(0, 6))
def test_a_part_of_a_sentence_is_read_as_if_it_stood_alone(said: list[Said], words: list[str], end: int) -> None:
    end = min(end, len(words))
    whole = _chart(said, words, ends=[end])
    whole.fill("question", len(words))
    of_part = {(edge.start, edge.end, edge.meaning) for edge in whole.fill("question", end)}
    alone = _chart(said, words[:end])
    assert of_part == {(edge.start, edge.end, edge.meaning) for edge in alone.fill("question", end)}


def test_what_is_left_of_a_budget_is_not_exceeded() -> None:
    said = [Said(category="np", parts=("{np}", "{np}")), Said(category="question", parts=("{np}",))]
    budget = Budget(50)
    chart = _chart(said, ["a"] * 40, budget)
    assert chart.fill("question", 40) == []
    assert budget.left == 0


def test_nothing_is_built_where_no_reading_takes_in_all_words() -> None:
    built: list[str] = []
    every = [*rules("np", "b", lambda: built.append("np")), *rules("question", "{np} c", lambda _: "read")]
    words = ["b", "c", "b"]
    chart = Chart(Grammar(every, goals=["question"]), words, [False] * 3, [], ends=[])
    assert chart.fill("question", 3) == []
    assert built == []


def test_a_sentence_takes_steps_though_no_rule_begins_in_it() -> None:
    budget = Budget()
    before = budget.left
    _chart([Said(category="question", parts=("a",))], ["b"] * 10, budget)
    assert budget.left < before


@pytest.mark.parametrize(("words", "cost"), [(["a", "b"], 0.0), (["a", "d", "d", "b"], 0.3)])
def test_filler_between_two_items_costs(words: list[str], cost: float) -> None:
    (edge,) = _chart([Said(category="question", parts=("a", "b"))], words).fill("question", len(words))
    assert edge.cost == pytest.approx(cost)


def _chart(
    said: Sequence[Said], words: Sequence[str], budget: Budget | None = None, ends: Sequence[int] | None = None
) -> Chart:
    """Each rule costs nothing and means its number."""
    grammar = Grammar(
        (
            rule
            for number, each in enumerate(said)
            for rule in rules(each.category, " ".join(each.parts), lambda *_, number=number: number, 0.0)
        ),
        goals=["question"],
    )
    return Chart(grammar, words, [word == FILLER for word in words], _lexical(words), budget, ends=ends)


def _parts(pattern: str) -> list[str]:
    """The parts of a pattern, of which none has a group within a group."""
    return re.findall(r"\([^)]*\)\??|\S+", pattern)


def _lexical(words: Sequence[str]) -> list[Edge]:
    return [Edge(at, at + 1, "np", -1, 0.0) for at, word in enumerate(words) if word == "a"]


def _tried(said: Sequence[Said], words: Sequence[str]) -> set[Span]:
    """Every rule at every position, over and over, until nothing new comes of it."""
    spans: set[Span] = {(edge.start, edge.end, edge.category, edge.meaning) for edge in _lexical(words)}
    while True:
        more = {
            (start, end, each.category, number)
            for number, each in enumerate(said)
            for items in _written_out(each.parts)
            for start in range(len(words))
            for end in _ends(items, start, words, spans)
        }
        if more <= spans:
            return spans
        spans |= more


def _ends(items: Sequence[str], start: int, words: Sequence[str], spans: set[Span]) -> set[int]:
    """Where the items may end that begin exactly at a position."""
    ends = {start}
    for place, item in enumerate(items):
        begun = {at for end in ends for at in (_past_filler(end, words) if place else (end,))}
        if item.startswith("{"):
            ends = {end for at, end, category, _ in spans if at in begun and category == item[1:-1]}
        else:
            ends = {at + 1 for at in begun if at < len(words) and words[at] == item}
    return ends


def _past_filler(at: int, words: Sequence[str]) -> Iterator[int]:
    yield at
    while at < len(words) and words[at] == FILLER:
        at += 1
        yield at


def _written_out(parts: Sequence[str]) -> set[tuple[str, ...]]:
    """Every sequence of words and categories that a pattern stands for."""
    choices: list[list[tuple[str, ...]]] = []
    for part in parts:
        plain = part.removesuffix("?")
        written = [tuple(each.split()) for each in plain.strip("()").split("|")]
        choices.append([*written, ()] if part.endswith("?") else written)
    return {tuple(item for items in chosen for item in items) for chosen in product(*choices)}
