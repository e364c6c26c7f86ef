"""A message as tokens in which what it names is a numbered slot: "best #level+1 since #month1 #number1".

What a wording asks does not hang on which quantity, number, day or kind of activity it names. A slot's token says what
sort of thing it is, and of a quantity its unit and whether more of it is better; its number says which one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.data_science.domain.units import CLOCK
from services.data_science.language.chart.engine import Edge
from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.phrases import Kinds, Noun
from services.data_science.language.text.spoken import plainly
from services.data_science.language.text.tokens import sentences
from services.data_science.language.vocabulary import UNITS, Vocabulary, lexicon, verbal

STOP: Final = "."
"""Between two sentences."""
_SLOT: Final = re.compile(r"#([a-z]+)([+-]?)(\d+)")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_NUMBERED: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")
_CLOCK: Final = re.compile(r"\d{1,2}:\d\d")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_WEEKEND: Final = re.compile(r"\bsat(?:urday)?s? (?:and|or|,) sun(?:day)?s?\b")
_WEEKDAYS: Final = re.compile(r"\bmon(?:day)?s? (?:to|through|till) fri(?:day)?s?\b")
_PLACES: Final = MappingProxyType({"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6})
_SORTS: Final = MappingProxyType({"min": "duration", CLOCK: "time", "count": "count", "kcal": "count", "km": "count"})
_BETTER: Final = MappingProxyType({True: "+", False: "-", None: ""})
_FAMILIES: Final = MappingProxyType(
    dict.fromkeys(("duration", "time", "count", "level"), "quantity")
    | {"kinds": "kind", "weekdays": "weekday", "place": "number"}
)
"""Sorts of slots that share their numbers with another: the 2 of "2nd" is that of "2 days"."""
_COUNTED: Final = frozenset(
    {*UNITS, "week", "weeks", "month", "months", "day", "days"}
    | {name for name in calendar_words.WORDS if name.isalpha()}
)
"""What "one" counts; elsewhere it stands for a thing."""
_NAMES: Final = frozenset(
    {
        "active zone",
        "calories burned",
        "calories burnt",
        "energy burned",
        "kcal burned",
        "wake up time",
        "wake up times",
    }
)
"""How names begin in which such a word is none."""
_SHORT_NAMES: Final = frozenset(lexicon()["slots"]["names"].split())
"""Single words that name a quantity wherever they stand."""
_WEEKDAY_NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """A word, or something that is named.

    Attributes:
        text: the word; of a slot its sort, as in "#level+".
        value: what a slot stands for, by which it is told whether two are the same; None of a word.
        said: in the words of the message.
    """

    text: str
    said: str
    value: object = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Abstract:
    """A message with slots.

    Attributes:
        tokens: slots are numbered in their order, those that name the same thing alike.
        numbers: of each thing that is named, by its family and value, its number.
        named: what stands behind a family and a number.
    """

    tokens: tuple[str, ...]
    numbers: Mapping[tuple[str, object], int]
    named: Mapping[tuple[str, int], Token]


class Slots:
    """Finds and fills the slots of one person's messages."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def abstract(self, words: tuple[str, ...]) -> Abstract:
        numbers: dict[tuple[str, object], int] = {}
        named: dict[tuple[str, int], Token] = {}
        tokens: list[str] = []
        for token in self.tokens(words):
            if token.value is None:
                tokens.append(token.text)
                continue
            family = family_of(token.text)
            number = numbers.setdefault((family, token.value), 1 + sum(1 for each, _ in numbers if each == family))
            named.setdefault((family, number), token)
            tokens.append(f"{token.text}{number}")
        return Abstract(tokens=tuple(tokens), numbers=numbers, named=named)

    def tokens(self, words: tuple[str, ...]) -> tuple[Token, ...]:
        names = {edge.start: edge for edge in self._names(words)}
        return tuple(self._tokens(words, names))

    def _tokens(self, words: tuple[str, ...], names: Mapping[int, Edge]) -> Iterator[Token]:
        dates = _calendar(words)
        at = 0
        while at < len(words):
            word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
            if at in names and not (word in {"run", "runs"} and following == "of"):
                edge = names[at]
                yield self._named(edge, words)
                at = edge.end
                continue
            if at in dates and not (word == "may" and following in {"i", "we"}):
                yield dates[at]
            else:
                yield _literal(word, following)
            at += 1

    def _names(self, words: Sequence[str]) -> Iterator[Edge]:
        """What names a quantity or a kind of activity, of those that begin with the same word the longest."""
        found = [edge for edge in self._vocabulary.edges(words) if _is_name(edge, words)]
        for start in {edge.start for edge in found}:
            yield max((edge for edge in found if edge.start == start), key=lambda edge: edge.end)

    def _named(self, edge: Edge, words: Sequence[str]) -> Token:
        said = " ".join(words[edge.start : edge.end])
        if isinstance(edge.meaning, Kinds):
            sort = "kinds" if said.endswith("s") else "kind"
            return Token(
                text=f"#{sort}", said=self._vocabulary.plurals.get(edge.meaning.names, said), value=edge.meaning.names
            )
        quantity = self._vocabulary.catalogue.metrics[edge.meaning.metric]
        sort = _SORTS.get(quantity.unit, "level")
        return Token(text=f"#{sort}{_BETTER[quantity.better]}", said=said, value=quantity.name)


def words_of(message: str) -> tuple[str, ...]:
    """The words of all sentences of a message, with a stop between two.

    Saturdays and Sundays are weekends, but where they are counted, as two days.
    """
    said = f" {STOP} ".join(" ".join(plainly(words, calendar_words.names_a_time)) for words in sentences(message))
    said = said if "how many" in said else _WEEKEND.sub("weekends", said)
    return tuple(_WEEKDAYS.sub("weekdays", said).split())


def family_of(text: str) -> str:
    """Of which sorts the slots are numbered together."""
    sort = text.strip("#+-0123456789")
    return _FAMILIES.get(sort, sort)


def slot_of(token: str) -> tuple[str, int] | None:
    """The family and number of a slot; None of a word."""
    found = _SLOT.fullmatch(token)
    return (family_of(found[1]), int(found[3])) if found else None


def sort_of(token: str) -> str:
    """The token without its number, by which slots are alike."""
    found = _SLOT.fullmatch(token)
    return f"#{found[1]}{found[2]}" if found else token


def filled(tokens: Sequence[str], named: Mapping[tuple[str, int], Token]) -> str | None:
    """The words of a plain wording with what its slots stand for; None where one stands for nothing."""
    words: list[str] = []
    for token in tokens:
        slot = slot_of(token)
        if slot is None:
            words.append(token)
        elif slot not in named:
            return None
        else:
            words.append(_filling(token, named[slot]))
    return " ".join(words)


def _filling(token: str, named: Token) -> str:
    match sort_of(token):
        case "#weekday":
            return _WEEKDAY_NAMES[int(str(named.value)) - 1]
        case "#weekdays":
            return f"{_WEEKDAY_NAMES[int(str(named.value)) - 1]}s"
        case "#kind":
            return named.said.removesuffix("s")
        case _:
            return named.said


def _is_name(edge: Edge, words: Sequence[str]) -> bool:
    said = words[edge.start : edge.end]
    if isinstance(edge.meaning, Kinds):
        return bool(edge.meaning.names) and not any(word.startswith("walk") for word in said)
    if not isinstance(edge.meaning, Noun) or not edge.meaning.metric or edge.meaning.metric.endswith("_30d"):
        return False
    if said[0] in UNITS and edge.start and _NUMBER.fullmatch(words[edge.start - 1]):
        return said[0] in _SHORT_NAMES and len(said) == 1
    if any(" ".join(said).startswith(name) for name in _NAMES):
        return True
    return said[0] in _SHORT_NAMES if len(said) == 1 else verbal().isdisjoint(said)


def _calendar(words: tuple[str, ...]) -> Mapping[int, Token]:
    """Months, weekdays and days of a month in words, by where they stand."""
    found: dict[int, Token] = {}
    for edge in calendar_words.lexical(words):
        word = words[edge.start]
        if edge.end != edge.start + 1:
            continue
        if edge.category in {"month_name", "weekday", "weekdays"}:
            sort = edge.category.removesuffix("_name")
            found[edge.start] = Token(text=f"#{sort}", said=word, value=str(edge.meaning))
        elif edge.category in {"day_number", "nth_day"} and word.isalpha() and word != "first":
            found.setdefault(edge.start, Token(text="#place", said=word, value=float(edge.meaning)))
    return found


def _literal(word: str, following: str) -> Token:
    if word == "1st" or (word == "1" and following not in _COUNTED):
        return Token(text=word.replace("1st", "first"), said=word)
    if _CLOCK.fullmatch(word):
        return Token(text="#clock", said=word, value=word if word[1] == ":" else word.lstrip("0"))
    if _DATE.fullmatch(word):
        return Token(text="#date", said=word, value=word)
    if _NUMBER.fullmatch(word):
        return Token(text="#number", said=word, value=float(word))
    numbered = _NUMBERED.fullmatch(word)
    place = numbered[1] if numbered else _PLACES.get(word)
    return Token(text=word, said=word) if place is None else Token(text="#place", said=word, value=float(place))
