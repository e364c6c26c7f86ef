"""Finding the numbers in a text: in digits or words, with their units, as dates, times, ranges and durations."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from services.orchestrator.domain.numbers.reading.bounds import as_bounds
from services.orchestrator.domain.numbers.reading.dates_and_times import MONTH, moments
from services.orchestrator.domain.numbers.reading.informal import informal_numbers
from services.orchestrator.domain.numbers.reading.marks import drawn_numbers
from services.orchestrator.domain.numbers.reading.named_numbers import RANK, named_numbers
from services.orchestrator.domain.numbers.reading.non_numbers import without_names
from services.orchestrator.domain.numbers.reading.number_words import Kind, WordNumber, word_numbers
from services.orchestrator.domain.numbers.reading.numerals import Numeral, numerals
from services.orchestrator.domain.numbers.reading.other_languages import foreign_numbers
from services.orchestrator.domain.numbers.reading.plain_text import in_ascii_digits, visible
from services.orchestrator.domain.numbers.reading.ranges_and_durations import joined
from services.orchestrator.domain.numbers.reading.tokens import CalendarDate, ClockTime, NumberToken, Quantity, Reading
from services.orchestrator.domain.numbers.reading.units import SHARE, unit_beside, unit_named

_MINUS: Final = re.compile(r"(?<![\d%]\s)(?<!\bor\s)\b(?:minus|negative)\s$", re.IGNORECASE)
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)(?![^\W_])", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\s?(?:(?P<half>[ap])(?:m\b|\.m\b\.?)|o['\u2019]?clock)", re.IGNORECASE)
_BEFORE: Final = re.compile(
    r"(?<![^\W_])(?:(?P<index>day|night|week|level|grade|top)\s|(?P<symbol>n|hr|rhr|bpm)\s?[:=]\s?"
    r"|(?P<unit>[^\W\d_]+)\s?=\s?)$",
    re.IGNORECASE,
)
_SYMBOLS: Final = {"n": "day", "hr": "bpm", "rhr": "bpm", "bpm": "bpm"}
_RANKED: Final = re.compile(
    r"\s(?:time|option|factor|party|metric|thing|way|reason|finding|point|person|possibility|idea|question|week|day"
    r"|night|month|year|one|group|opinion|attempt|step|pattern|habit|tip|explanation|cause|source|signal|sentence|example|place|part|metric|kind|sort|way|look)\b",
    re.IGNORECASE,
)
_OF_A_UNIT: Final = re.compile(r"\s(?:of\s)?(?:an?|one)\s", re.IGNORECASE)
_MONTH_BEFORE: Final = re.compile(rf"\b{MONTH}\s(?:the\s)?$", re.IGNORECASE)
_MONTH_AFTER: Final = re.compile(rf"\s(?:of\s)?{MONTH}", re.IGNORECASE)
_ALSO: Final = {"m": "min"}
"""Units whose sign is also written for another one: 45m asleep."""


def tokenise(text: str) -> tuple[NumberToken, ...]:
    """The numbers of `visible(text)`, in order; positions are those in `visible(text)`."""
    return numbers_of(visible(text))


@lru_cache(maxsize=32)
def numbers_of(seen: str) -> tuple[NumberToken, ...]:
    """The numbers of a text as a reader sees it. Kept, because each sentence of a turn is looked at several times."""
    plain = without_names(in_ascii_digits(seen))
    named = (*drawn_numbers(seen), *named_numbers(plain), *informal_numbers(plain))
    found = _apart((*_moments(plain), *named, *_numerals(plain), *_words(plain), *foreign_numbers(plain)))
    tokens = as_bounds(joined(found, plain), plain)
    return tuple(replace(token, text=seen[token.start : token.end].strip()) for token in tokens)


def _token(start: int, end: int, *readings: Reading, in_words: bool = False, ordinal: bool = False) -> NumberToken:
    return NumberToken(text="", start=start, end=end, bare=False, readings=readings, in_words=in_words, ordinal=ordinal)


def _apart(tokens: Iterable[NumberToken]) -> list[NumberToken]:
    """The tokens in order, each text once: of two that overlap the earlier given, which is the more particular."""
    taken: set[int] = set()
    kept: list[NumberToken] = []
    for token in tokens:
        places = range(token.start, token.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(token)
    return sorted(kept, key=lambda token: token.start)


def _moments(plain: str) -> Iterator[NumberToken]:
    for found in moments(plain, has_unit=lambda end: unit_beside(plain, end) is not None):
        yield replace(_token(found.start, found.end, *found.readings), signed=found.signed)


def _numerals(plain: str) -> Iterator[NumberToken]:
    for found in numerals(plain):
        start, value = found.start, found.value
        if minus := None if found.signed else _MINUS.search(plain, max(0, start - 10), start):
            start, value = minus.start(), -value
        if ordinal := _ORDINAL.match(plain, found.end):
            is_day = 1 <= value <= 31 and not unit_beside(plain, ordinal.end())
            day = (CalendarDate(day=int(value)),) if is_day else ()
            yield _token(start, ordinal.end(), Quantity(value, RANK), *day, ordinal=True)
            continue
        unit = "%" if found.percent else _unit(plain, found)
        year = (CalendarDate(year=int(value)),) if found.bare and not unit and 1900 <= value <= 2100 else ()
        other = () if found.other is None else (Quantity(found.other, unit),)
        also = (Quantity(value, _ALSO[unit]),) if unit in _ALSO else ()
        token = _token(start, found.end, Quantity(value, unit), *also, *other, *year)
        yield replace(token, bare=found.bare, signed=found.signed or minus is not None)


def _unit(plain: str, found: Numeral) -> str | None:
    beside = unit_beside(plain, found.end)
    of = _OF_A_UNIT.match(plain, found.end) if found.fraction and not beside else None
    beside = unit_beside(plain, of.end()) if of else beside
    if beside:
        return beside[0]
    return SHARE if found.fraction and 0 < found.value < 1 else _unit_before(plain, found.start)


def _unit_before(plain: str, start: int) -> str | None:
    """What is written before a number: "n = 27" counts days, "kg=54" says its unit, "day 12" ranks."""
    found = _BEFORE.search(plain, max(0, start - 16), start)
    if found is None:
        return None
    if found["index"]:
        return RANK
    return _SYMBOLS[found["symbol"].lower()] if found["symbol"] else unit_named(found["unit"].lower())


def _words(plain: str) -> Iterator[NumberToken]:
    for found in word_numbers(plain):
        minus = _MINUS.search(plain, max(0, found.start - 10), found.start)
        start, value = (minus.start(), -found.value) if minus else (found.start, found.value)
        if found.kind is Kind.ORDINAL or _is_rank(plain, found):
            value = value if found.kind is Kind.ORDINAL else float(round(1 / value))
            day = (CalendarDate(day=int(value)),) if value <= 31 and _beside_month(plain, found) else ()
            yield _token(start, found.end, Quantity(value, RANK), *day, in_words=True, ordinal=True)
        elif clock := _CLOCK.match(plain, found.end):
            yield _token(start, clock.end(), *_clock(value, clock["half"]), in_words=True)
        else:
            yield _token(start, found.end, Quantity(value, _unit_of_words(plain, found)), in_words=True)


def _clock(hour: float, half: str | None) -> tuple[Reading, ...]:
    """The full hour; a number that is no hour is just a number."""
    if not hour.is_integer() or not 0 <= hour <= 24:
        return (Quantity(hour),)
    if half:
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
    return (ClockTime(minute_of_day=int(hour) * 60, either_half=not half),)


def _is_rank(plain: str, found: WordNumber) -> bool:
    """Whether it only sounds like a share: "a third option", unlike "a third of it"."""
    text = plain[found.start : found.end].lower()
    may_rank = found.kind is Kind.FRACTION and text.startswith("a ") and not text.endswith(("quarter", "half"))
    return may_rank and _RANKED.match(plain, found.end) is not None


def _unit_of_words(plain: str, found: WordNumber) -> str | None:
    if found.kind is Kind.MULTIPLE:
        return "times"
    beside = unit_beside(plain, found.end)
    if found.kind is Kind.CARDINAL or beside:
        return beside[0] if beside else _unit_before(plain, found.start)
    of = _OF_A_UNIT.match(plain, found.end)
    beside = unit_beside(plain, of.end()) if of else None
    return beside[0] if beside else SHARE


def _beside_month(plain: str, found: WordNumber) -> bool:
    return bool(_MONTH_BEFORE.search(plain, max(0, found.start - 16), found.start)) or bool(
        _MONTH_AFTER.match(plain, found.end)
    )
