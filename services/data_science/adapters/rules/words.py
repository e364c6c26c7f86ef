"""The lexicon of `words.toml`: every phrase that names no metric and no unit, as the term it stands for."""

import tomllib
from importlib.resources import files
from typing import Any, Final

from services.data_science.adapters.rules.terms import Bound, Lag, OffTopic, Relation, Sign, Statistic, Term, Weekdays
from services.data_science.domain.query import Aggregate, Comparison

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _split(phrases: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in phrases.split(",")]


def _weekday_phrases() -> dict[str, Term]:
    phrases: dict[str, Term] = {}
    for number, day in enumerate(_WEEKDAYS, start=1):
        for said in (f"{day}s", f"every {day}", f"each {day}"):
            phrases[said] = Weekdays(iso_weekdays=(number,), said=f"{day.capitalize()}s")
    for said in ("weekday", "weekdays", "week days", "workdays", "working days", "work days"):
        phrases[said] = Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekdays")
    for said in ("weekend", "weekends", "weekend days"):
        phrases[said] = Weekdays(iso_weekdays=(6, 7), said="weekends")
    return phrases


def other_phrases() -> dict[str, Term]:
    """Every phrase and what it means; where two entries share a phrase, the later kind of entry holds."""
    lexicon: dict[str, Any] = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    phrases: dict[str, Term] = {}
    for name, said in lexicon["signs"].items():
        phrases |= dict.fromkeys(_split(said), Sign[name.upper()])
    for reason, said in lexicon["off_topic"].items():
        phrases |= dict.fromkeys(_split(said), OffTopic(reason))
    for name, said in lexicon["aggregates"].items():
        phrases |= dict.fromkeys(_split(said), Statistic(Aggregate(name)))
    for symbol, said in lexicon["comparisons"].items():
        phrases |= {phrase: Bound(Comparison(symbol), phrase) for phrase in _split(said)}
    for name, said in lexicon["relations"].items():
        phrases |= dict.fromkeys(_split(said), Relation(causal=name == "causal"))
    for days, said in lexicon["lags"].items():
        phrases |= dict.fromkeys(_split(said), Lag(int(days)))
    return phrases | _weekday_phrases()
