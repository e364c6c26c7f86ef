"""Numbers that go by another name: "a fortnight", "the low sixties", "an hour", "LVIII bpm"."""

import re
from collections.abc import Iterator
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import SMALL, in_lower_case
from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity
from services.orchestrator.domain.numbers.reading.units import unit_beside

_ONE_UNIT: Final = (
    r"(?:full\s|whole\s|extra\s)?(?:minute|mile|kilometer|kilometre|km|kilo|pound|beat|point|percent|degree)"
)
_RATED: Final = ("of", "half", "times", "once", "twice", "bpm", "steps", "beats", "breaths", "km", "miles", "calories")
_NO_RATE: Final = "".join(rf"(?<!{word}\s)" for word in (*_RATED, "kcal", r"[\d¼-¾⅐-⅞]"))
_ONE_MORE: Final = re.compile(
    rf"(?<![^\W_]){_NO_RATE}(?P<one>an?)\s{_ONE_UNIT}\s(?:more|less|longer|shorter|earlier|later|higher|lower|faster|slower|heavier"
    r"|lighter|further|before|after|above|below|and\sa)\b"
    rf"|\b(?:about|around|roughly|almost|nearly|over|under|by|least|most)\s(?P<about>an?)\s{_ONE_UNIT}\b"
    rf"|(?<![^\W_]){_NO_RATE}(?P<an>an)\s(?:full\s|whole\s|extra\s)?hour(?![^\W_])",
)
"""Where "a" or "an" counts: "an hour", "a mile further"; not so "60 beats a minute"."""
_DECADES: Final = {f"{word[:-1]}ies": float(value) for word, value in SMALL.items() if word.endswith("ty")}
_NAMED: Final = {
    "a couple of": (2.0, None),
    "a pair of": (2.0, None),
    "a score of": (20.0, None),
    "fortnight": (14.0, "day"),
    "decade": (10.0, "year"),
}
_LOOSE: Final = re.compile(
    r"(?<![^\W_])(?:a\scouple\sof|a\spair\sof|a\sscore\sof(?=\s[a-z]+s\b)|fortnight|decade"
    rf"|{'|'.join(_DECADES)})(?![^\W_])",
)
_ROMAN: Final = re.compile(r"(?<![^\W_])(?<!/)(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![^\W_])")
_LEVEL: Final = re.compile(r"\b(?:level|grade|day|week)\s$", re.IGNORECASE)
_ROMAN_DIGITS: Final = {"C": 100, "L": 50, "X": 10, "V": 5, "I": 1}


def informal_numbers(plain: str) -> Iterator[NumberToken]:
    """All of them, kind by kind."""
    yield from _romans(plain)
    lowered = in_lower_case(plain)
    yield from _named(lowered)
    yield from _one_more(lowered)


def _token(start: int, end: int, value: float, unit: str | None) -> NumberToken:
    return NumberToken(text="", start=start, end=end, bare=False, readings=(Quantity(value, unit),), in_words=True)


def _unit(plain: str, end: int) -> str | None:
    beside = unit_beside(plain, end)
    return beside[0] if beside else None


def _one_more(plain: str) -> Iterator[NumberToken]:
    for found in _ONE_MORE.finditer(plain):
        group = str(found.lastgroup)
        yield _token(*found.span(group), 1.0, _unit(plain, found.end(group)))


def _named(plain: str) -> Iterator[NumberToken]:
    for found in _LOOSE.finditer(plain):
        word = " ".join(found.group().lower().split())
        value, unit = _NAMED.get(word) or (_DECADES[word], None)
        yield _token(*found.span(), value, unit or _unit(plain, found.end()))


def _romans(plain: str) -> Iterator[NumberToken]:
    """Roman numerals, which are numbers only before a unit or behind "level"."""
    for found in _ROMAN.finditer(plain):
        unit = _unit(plain, found.end())
        if (unit and found.group() != "I") or _LEVEL.search(plain, max(0, found.start() - 7), found.start()):
            digits = [_ROMAN_DIGITS[letter] for letter in found.group()]
            pairs = zip(digits, [*digits[1:], 0], strict=True)
            value = sum(-one if one < following else one for one, following in pairs)
            yield _token(*found.span(), float(value), unit)
