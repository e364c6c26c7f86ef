"""Numbers that go by another name: "a fortnight", "the low sixties", "an hour", "LVIII bpm"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import SMALL, in_lower_case
from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity, Within
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
_TENS: Final = {word: float(value) for word, value in SMALL.items() if word.endswith("ty")}
_DECADES: Final = {f"{word[:-1]}ies": value for word, value in _TENS.items()}
_LOW, _MIDDLE, _HIGH, _ALL = (0.0, 4.0), (3.0, 7.0), (6.0, 9.99), (0.0, 9.99)
_THIRDS: Final = {"low": _LOW, "lower": _LOW, "early": _LOW, "mid": _MIDDLE, "middle": _MIDDLE} | {
    "high": _HIGH,
    "upper": _HIGH,
    "late": _HIGH,
}
_THIRD: Final = "|".join(_THIRDS)
_TEN: Final = re.compile(
    rf"(?<![^\W_])(?:(?P<third>{_THIRD})[\s-])?(?P<decade>{'|'.join(_DECADES)})(?![^\W_])"
    rf"|(?<![^\W_])(?:the\s|your\s)?(?:(?P<digits_third>{_THIRD})[\s-]|(?<=the\s)|(?<=your\s))(?P<digits>[2-9]0)s(?![^\W_])"
    rf"|(?<![^\W_])(?P<odd>{'|'.join(_TENS)}|[2-9]0)[\s-](?:something|odd)(?![^\W_])"
    rf"|(?<![^\W_.,])(?P<ish>{'|'.join(SMALL)}|\d{{1,3}})[\s-]?ish(?![^\W_])"
    rf"|(?<![^\W_.,])(?P<plus>{'|'.join(SMALL)}|\d{{1,3}})-plus(?![^\W_]|\s\d)"
)
"""A ten of which only the first digit is told, or a number that is told as about so much."""
_MAY_BE_TEN: Final = re.compile(r"ties|0s|something|odd|ish|plus")
_NAMED: Final = {
    "a score of": (20.0, None),
    "threescore": (60.0, None),
    "fourscore": (80.0, None),
    "fortnight": (14.0, "day"),
    "decade": (10.0, "year"),
}
_LOOSE: Final = re.compile(r"(?<![^\W_])(?:a\sscore\sof(?=\s[a-z]+s\b)|(?:three|four)score|fortnight|decade)(?![^\W_])")
_ROMAN: Final = re.compile(
    r"(?<![^\W_])(?<!/)(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![^\W_])",
    re.IGNORECASE,
)
_LEVEL: Final = re.compile(r"\b(?:level|grade|day|week)\s$", re.IGNORECASE)
_STATED: Final = re.compile(
    r"(?:\b(?:is|was|were|are|be|of|at|to|averaged|reached|hit|about|around|roughly|nearly|just|exactly|only|makes|over"
    r"|under)|[=:≈~])\s[(\[]?$",
    re.IGNORECASE,
)
_ROMAN_DIGITS: Final = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}
_ABBREVIATIONS: Final = "CC CD CI CL CM CV DC DI DL MC MCI MCV MD MDI MI ML MM DIM MID MIX"
_NO_ROMAN: Final = frozenset(_ABBREVIATIONS.split())
"""Abbreviations and words in such letters, which are numbers only before a unit."""


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
        value, unit = _NAMED[" ".join(found.group().split())]
        yield _token(*found.span(), value, unit or _unit(plain, found.end()))
    for found in _TEN.finditer(plain) if _MAY_BE_TEN.search(plain) else ():
        value, between = _ten(found)
        unit = _unit(plain, found.end())
        token = _token(*found.span(), value, unit)
        if between:
            low, high = between
            token = replace(token, readings=(Within(value=value, low=low, high=high, unit=unit),))
        yield token


def _ten(found: re.Match[str]) -> tuple[float, tuple[float, float] | None]:
    """The number named, and what the one meant lies between; nothing for "sixtyish"."""
    third = found["third"] or found["digits_third"]
    if said := found["decade"] or found["digits"] or found["odd"]:
        value = _DECADES[said] if said in _DECADES else _spelled(said)
        low, high = _THIRDS[third] if third else _ALL
        return value + (round((low + high) / 2) if third else 0.0), (value + low, value + high)
    value = _spelled(found["ish"] or found["plus"])
    return value, None if found["ish"] else (value, value + min(10.0, value / 2))


def _spelled(number: str) -> float:
    return float(number) if number.isdigit() else float(SMALL[number])


def _romans(plain: str) -> Iterator[NumberToken]:
    """Roman numerals, which are numbers before a unit, behind "level", and where a number is stated: "it was LVIII"."""
    for found in _ROMAN.finditer(plain):
        letters, unit = found.group(), _unit(plain, found.end())
        if _counts(plain, found, unit):
            digits = [_ROMAN_DIGITS[letter] for letter in letters.upper()]
            pairs = zip(digits, [*digits[1:], 0], strict=True)
            value = sum(-one if one < following else one for one, following in pairs)
            yield _token(*found.span(), float(value), unit)


def _counts(plain: str, found: re.Match[str], unit: str | None) -> bool:
    letters = found.group()
    if letters.isupper():
        if (unit and letters not in {"I", "D", "M"}) or _LEVEL.search(plain, max(0, found.start() - 7), found.start()):
            return True
    elif len(letters) < 3 or not letters.islower():
        return False
    is_number = len(letters) > 1 and letters.upper() not in _NO_ROMAN
    return is_number and _STATED.search(plain, max(0, found.start() - 12), found.start()) is not None
