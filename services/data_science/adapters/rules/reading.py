"""From a question to terms: words, windows, phrases, then the constructions that join terms."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from services.data_science.adapters.rules import window_pairs, windows
from services.data_science.adapters.rules.activities import activity_phrases
from services.data_science.adapters.rules.biomarkers import biomarker_phrases
from services.data_science.adapters.rules.bounds import numbers_said
from services.data_science.adapters.rules.comparing import conditions_in
from services.data_science.adapters.rules.dates import dates_in
from services.data_science.adapters.rules.grammar import Grammar, Phrasebook, rule
from services.data_science.adapters.rules.joining import measures_joined, relations_joined, without_kinds
from services.data_science.adapters.rules.language import is_english
from services.data_science.adapters.rules.metrics import METRICS, metric_phrases
from services.data_science.adapters.rules.numerals import WORDS
from services.data_science.adapters.rules.slots import SLOTS
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import Item, OffTopic, Sign
from services.data_science.adapters.rules.tidying import tidied
from services.data_science.adapters.rules.tokens import mended, tokens
from services.data_science.adapters.rules.units import unit_phrases
from services.data_science.adapters.rules.words import asking_words, ordinary_words, other_phrases
from services.data_science.domain.data import DataDescription

__all__ = ["is_english", "read"]

_COMPARING: Final = frozenset(
    {"compare", "compares", "compared", "comparing", "comparison", "versus", "vs", "differ", "differs", "different"}
    | {"difference", "differences", "than", "against", "change", "ratio", "percent", "percentage", "v"}
)
_ASKING: Final = frozenset({"what", "how"})
_LEADING: Final = frozenset(
    {"of", "in", "on", "at", "by", "to", "for", "from", "with", "tell", "me", "know", "about", "and", "but", "or", "so"}
    | {
        "please",
        "out",
        "no",
        "exactly",
        "calculate",
        "compute",
        "determine",
        "or",
        "than",
        "see",
        "show",
        "amy",
        "since",
    }
)
"""Words after which "what" and "how" do not begin a clause of their own."""
_DAYLIKE: Final = frozenset(
    {"day", "days", "night", "nights", "time", "times", "date", "dates", "occasions", "mornings", "since", "evenings"}
)
_AUXILIARIES: Final = frozenset(
    {
        "did",
        "was",
        "were",
        "is",
        "are",
        "do",
        "does",
        "have",
        "has",
        "had",
        "will",
        "on",
        "in",
        "exactly",
        "last",
        "should",
    }
)
_ROLLING: Final = Grammar(
    (
        rule("last|past 30 d", lambda: ("last", "30", "days")),
        rule("rolling 30 day|days", lambda: (Sign.ROLLING,)),
        rule("30 day|days rolling", lambda: (Sign.ROLLING,)),
        rule("rolling", lambda: (Sign.ROLLING,)),
        rule("30 d", lambda: (Sign.ROLLING,)),
    ),
    SLOTS,
)


def read(question: str, days: Calendar, data: DataDescription) -> tuple[Item, ...]:
    """The terms of a question in order; what could not be read stays a word.

    Args:
        question: one sentence, as it was asked.
        days: what windows are resolved against.
        data: what is on record, by whose names it may be asked for.
    """
    book = phrasebook(tuple(data.units), tuple(data.recorded), tuple(data.activity_kinds), tuple(data.biomarkers))
    words = tuple(_clauses(mended(tokens(question), *_vocabulary(book))))
    comparing = not _COMPARING.isdisjoint(words)
    items: tuple[Item, ...] = _ROLLING.rewrite(dates_in(days).rewrite(words))
    items = window_pairs.restated(windows.windows_in(days, comparing=comparing).rewrite(items))
    items = tuple(item for item in book.read(numbers_said(items)) if item is not Sign.FILLER)
    items = without_kinds(measures_joined(items), tuple(data.activity_kinds))
    items = conditions_in(items)
    return window_pairs.set_against(tidied(relations_joined(items, comparing=comparing)), days)


@lru_cache(maxsize=64)
def _vocabulary(book: Phrasebook) -> tuple[frozenset[str], frozenset[str]]:
    """The words that a misspelt one can have been meant as, and those that are not misspelt."""
    others = windows.vocabulary() | WORDS
    return book.telling(_is_idle) | asking_words() | others, book.words | ordinary_words() | others


def _is_idle(term: Item) -> bool:
    return isinstance(term, OffTopic) or term is Sign.FILLER


@lru_cache(maxsize=64)
def phrasebook(
    names: tuple[str, ...], recorded: tuple[str, ...], kinds: tuple[str, ...], biomarkers: tuple[str, ...]
) -> Phrasebook:
    """Every phrase there is; where words mean two things, the later entry holds."""
    further = tuple(name for name in names if name not in METRICS and not name.endswith("_30d"))
    single = unit_phrases() | biomarker_phrases(biomarkers) | activity_phrases(kinds)
    phrases: dict[str, tuple[Item, ...]] = {phrase: (term,) for phrase, term in single.items()}
    return Phrasebook({**phrases, **other_phrases(), **metric_phrases(further, recorded)})


def _clauses(words: Sequence[str]) -> Iterator[str]:
    """The words with a mark where a question begins within another, and with "when" only where it asks."""
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in _ASKING and place and before not in _LEADING and before != ",":
            yield ";"
        asks = word != "when" or after in _AUXILIARIES or not after or before in _DAYLIKE
        yield word if asks else "where"
