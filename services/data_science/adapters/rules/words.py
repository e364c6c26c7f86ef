"""The lexicon of `words.toml`: every phrase that names nothing measured and no unit, as the terms it stands for."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from services.data_science.adapters.rules.numerals import with_digits
from services.data_science.adapters.rules.terms import (
    Arithmetic,
    Chosen,
    Grouped,
    Item,
    Judgement,
    Lag,
    Limit,
    Metric,
    Months,
    OffTopic,
    Rate,
    Relation,
    Sign,
    Statistic,
    Weekdays,
)
from services.data_science.domain.query import Aggregate, Comparison, End, Grouping, Operation

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""In ISO order."""


@lru_cache(maxsize=1)
def lexicon() -> dict[str, Any]:
    loaded: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
    return loaded


def ordinary_words() -> frozenset[str]:
    """Words that mean nothing here and are no misspelling of one that does."""
    return frozenset(lexicon()["ordinary"]["words"].split())


def asking_words() -> frozenset[str]:
    """Words that say nothing, but are misspelt often enough to be mended all the same."""
    return frozenset(lexicon()["ordinary"]["asking"].split())


@lru_cache(maxsize=1)
def reaching_words() -> frozenset[str]:
    """What compares only if a number follows, and otherwise says nothing: "hit"."""
    return frozenset(phrase for said in lexicon()["reaching"].values() for phrase in _split(said))


@lru_cache(maxsize=1)
def other_phrases() -> Mapping[str, tuple[Item, ...]]:
    """Every phrase and what it means; where two entries share a phrase, the later kind of entry holds."""
    return MappingProxyType(dict(_off_topic()) | dict(_entries()) | dict(_weekday_phrases()))


def _split(phrases: str) -> Iterator[str]:
    """The phrases as they are, and as they come once numbers are in digits."""
    for phrase in phrases.split(","):
        words = phrase.split()
        if words:
            yield from dict.fromkeys((" ".join(words), " ".join(with_digits(words) if words[1:] else words)))


def _off_topic() -> Iterator[tuple[str, tuple[Item, ...]]]:
    for reason, said in lexicon()["off_topic"].items():
        for phrase in _split(said):
            yield phrase, (OffTopic(reason),)


def _entries() -> Iterator[tuple[str, tuple[Item, ...]]]:
    for section, entries in lexicon().items():
        if section in _TERMS:
            for name, said in entries.items():
                for phrase in _split(said):
                    yield phrase, _TERMS[section](name, phrase)


def _months(name: str, phrase: str) -> tuple[Item, ...]:
    del phrase
    months = tuple(int(month) for month in name.split())
    season = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}[months[0]]
    return (Months(months=tuple(sorted(months)), said=season),)


def _field_limit(name: str, phrase: str) -> tuple[Item, ...]:
    symbol, field = name.split()
    return (Metric(name="", said=phrase, field=field), Limit(Comparison(symbol), phrase))


def _asked(name: str, phrase: str) -> tuple[Item, ...]:
    sign, field = name.split()
    return (Sign[sign.upper()], Metric(name="", said=phrase, field=field))


def _superlative(name: str, _: str) -> tuple[Item, ...]:
    aggregate, field = name.split()
    return (Statistic(Aggregate(aggregate), field=field),)


_TERMS: Final[dict[str, Any]] = {
    "signs": lambda name, _: (Sign[name.upper()],),
    "words": lambda name, _: (name,),
    "asked": _asked,
    "reaching": lambda name, phrase: (Limit(Comparison(name), phrase),),
    "aggregates": lambda name, _: (Statistic(Aggregate(name)),),
    "superlatives": _superlative,
    "judgements": lambda name, _: (Judgement(best=name == "best"),),
    "chosen": lambda name, _: (Chosen(end=End(name), count=1),),
    "rates": lambda name, phrase: (Rate(per_days=float(name), said=phrase),),
    "groupings": lambda name, _: (Grouped(Grouping(name)),),
    "operations": lambda name, _: (Arithmetic(Operation(name)),),
    "comparisons": lambda name, phrase: (Limit(Comparison(name), phrase),),
    "field_comparisons": _field_limit,
    "relations": lambda name, _: (Relation(causal=name == "causal"),),
    "lags": lambda name, _: (Lag(int(name)),),
    "months": _months,
}


def _weekday_phrases() -> Iterator[tuple[str, tuple[Item, ...]]]:
    for number, day in enumerate(WEEKDAYS, start=1):
        for said in (day, f"{day}s", f"every {day}", f"each {day}"):
            yield said, (Weekdays(iso_weekdays=(number,), said=f"{day.capitalize()}s"),)
    for said in ("on a weekday", "on any weekday", "on my weekdays", "during weekdays", "on weekday nights"):
        yield said, (Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekdays"),)
    yield "weekday", (Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekday"),)
    for said in (
        "weekdays",
        "week days",
        "workdays",
        "working days",
        "work days",
        "workweek",
        "week nights",
    ):
        yield said, (Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekdays"),)
    for said in ("weekend", "weekends", "weekend days", "the weekend", "week end", "week ends", "weekend nights"):
        yield said, (Weekdays(iso_weekdays=(6, 7), said="weekends"),)
