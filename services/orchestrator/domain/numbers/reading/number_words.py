"""Numbers written in words: "fifty-eight point four", "two thirds", "a dozen", "tenfold", "the ninetieth"."""

import math
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Kind(Enum):
    CARDINAL = auto()
    FRACTION = auto()
    MULTIPLE = auto()
    ORDINAL = auto()


@dataclass(frozen=True, kw_only=True)
class WordNumber:
    """A number in words and where it stands. `words` are how many it takes."""

    value: float
    start: int
    end: int
    kind: Kind
    words: int


_DIGITS: Final = MappingProxyType(
    {"zero": 0, "nought": 0, "naught": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
    | {"eight": 8, "nine": 9}
)
_TEENS: Final = MappingProxyType(
    {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16}
    | {"seventeen": 17, "eighteen": 18, "nineteen": 19}
)
_TENS: Final = MappingProxyType(
    {"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
    | {"ninety": 90}
)
SCALES: Final = MappingProxyType(
    {"dozen": 12.0, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
)
_ORDINAL_DIGITS: Final = MappingProxyType(
    {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9}
)
_ORDINALS: Final = MappingProxyType(
    dict(_ORDINAL_DIGITS)
    | {"tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15}
    | {"sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19}
    | {f"{word[:-1]}ieth": value for word, value in _TENS.items()}
    | {"hundredth": 100, "thousandth": 1000}
)
_PARTS: Final = MappingProxyType(
    {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
    | {f"{word}{plural}": value for word, value in _ORDINALS.items() if value > 2 for plural in ("", "s")}
)
_MULTIPLES: Final = MappingProxyType(
    {"twice": 2, "thrice": 3}
    | {f"{word}{end}": value for word, value in (("double", 2), ("triple", 3), ("quadruple", 4), ("quintuple", 5))
       for end in ("", "d", "s")}
    | {"doubling": 2, "tripling": 3, "treble": 3, "trebled": 3, "quadrupling": 4, "halved": 0.5, "halving": 0.5}
)  # fmt: skip
_GROUPS: Final = frozenset({"dozen", "hundred"})
_ARTICLES: Final = frozenset({"a", "an"})
_FOLDS: Final = MappingProxyType(
    {f"{word}fold": value for table in (_DIGITS, _TEENS, _TENS) for word, value in table.items()}
)
SMALL: Final = MappingProxyType(
    dict(_DIGITS)
    | dict(_TEENS)
    | dict(_TENS)
    | {f"{ten}{digit}": tens + ones for ten, tens in _TENS.items() for digit, ones in _DIGITS.items() if ones}
)
_VOCABULARY: Final = (*SMALL, *SCALES, *_ORDINALS, *_PARTS, *_MULTIPLES, *_FOLDS, "fold", "point", "oh")
_ANY: Final = "|".join(sorted(set(_VOCABULARY) | {"and", "an", "a"}, key=len, reverse=True))
_STARTS: Final = "|".join(sorted({*_VOCABULARY} - {"point", "oh", "fold"}, key=len, reverse=True))
_RUN: Final = re.compile(
    rf"(?<![^\W_])(?:{_STARTS}|point(?=\s(?:{'|'.join(_DIGITS)}))|an?(?=[\s-](?:{'|'.join((*SCALES, *_PARTS))})))"
    rf"(?:(?:\s+|\s?[-\u2013]\s?|(?:(?<=thousand)|(?<=illion)),\s)(?:{_ANY}))*(?![^\W_])",
)
_WORD: Final = re.compile(r"[a-z]+")
_LOWER: Final = {ord(upper): lower for upper, lower in zip(string.ascii_uppercase, string.ascii_lowercase, strict=True)}
_LONGEST: Final = 32
"""In words; so long a number is spelled out digit by digit."""
_VAGUE: Final = re.compile(r"\b(?:few|several|many|some)\s+$", re.IGNORECASE)


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    end: int


def in_lower_case(text: str) -> str:
    """The text with its ASCII letters in lower case; positions stay. Patterns without case are several times faster."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def word_numbers(text: str) -> Iterator[WordNumber]:
    """The numbers in words of a text, in order. Vague ones ("a few hundred", "dozens") are none."""
    for run in _RUN.finditer(in_lower_case(text)):
        lowered = run.group()
        words = [_Word(w.group(), run.start() + w.start(), run.start() + w.end()) for w in _WORD.finditer(lowered)]
        position = 0
        while position < len(words):
            found, taken = _number(words[position : position + _LONGEST])
            starts_bare = words[position].text in SCALES
            if found and not (starts_bare and _VAGUE.search(text, max(0, found.start - 12), found.start)):
                yield found
            position += max(taken, 1)


def _number(words: Sequence[_Word]) -> tuple[WordNumber | None, int]:
    """The number that starts with the first word, and how many words it takes; none if they start no number."""
    texts = [word.text for word in words]
    for read in (_multiple, _fraction, _ordinal, _cardinal):
        if found := read(texts):
            value, taken, kind = found
            made = WordNumber(value=value, start=words[0].start, end=words[taken - 1].end, kind=kind, words=taken)
            return made, taken
    return None, 1


_Found = tuple[float, int, Kind]


def _multiple(texts: Sequence[str]) -> _Found | None:
    if texts[0] in _MULTIPLES:
        return float(_MULTIPLES[texts[0]]), 1, Kind.MULTIPLE
    if texts[0] in _FOLDS:
        return float(_FOLDS[texts[0]]), 1, Kind.MULTIPLE
    whole = _whole(texts)
    if whole and texts[whole[1] : whole[1] + 1] == ["fold"]:
        return whole[0], whole[1] + 1, Kind.MULTIPLE
    return None


def _fraction(texts: Sequence[str]) -> _Found | None:
    """Such as "half", "a third", "two thirds", "half a million"; a numerator above one takes a plural."""
    if texts[0] == "half":
        scale = texts[2] if texts[1:2] == ["a"] and texts[2:3] and texts[2] in SCALES else ""
        return (SCALES[scale] / 2, 3, Kind.CARDINAL) if scale else (0.5, 1, Kind.FRACTION)
    over, taken = (1.0, 1) if texts[0] in _ARTICLES else _whole(texts[:1]) or (0.0, 0)
    if not taken or over >= 20 or len(texts) <= taken or texts[taken] not in _PARTS:
        return None
    part = texts[taken]
    if over > 1 and not part.endswith("s") and part != "half":
        return None
    return over / _PARTS[part], taken + 1, Kind.FRACTION


def _ordinal(texts: Sequence[str]) -> _Found | None:
    if texts[0] in _TENS and texts[1:2] and texts[1] in _ORDINAL_DIGITS:
        return float(_TENS[texts[0]] + _ORDINAL_DIGITS[texts[1]]), 2, Kind.ORDINAL
    return (float(_ORDINALS[texts[0]]), 1, Kind.ORDINAL) if texts[0] in _ORDINALS else None


def _cardinal(texts: Sequence[str]) -> _Found | None:
    """Whole numbers, "... point four", "... and a half"."""
    whole = _whole(texts)
    if whole is None and not _decimals(texts):
        return None
    value, taken = whole or (0.0, 0)
    decimals = _decimals(texts[taken:])
    if decimals:
        return value + float(f"0.{decimals}"), taken + 1 + len(decimals), Kind.CARDINAL
    rest = texts[taken:]
    if rest[:1] == ["and"] and rest[1:] and (part := _fraction(rest[1:])) and part[2] is Kind.FRACTION:
        return value + part[0], taken + 1 + part[1], Kind.CARDINAL
    return value, taken, Kind.CARDINAL


def _decimals(texts: Sequence[str]) -> str:
    if texts[:1] != ["point"]:
        return ""
    digits = ""
    for text in texts[1:]:
        if text not in _DIGITS and text != "oh":
            break
        digits += str(_DIGITS.get(text, 0))
    return digits


def _whole(texts: Sequence[str]) -> tuple[float, int] | None:
    """A whole number and how many words it takes: groups of hundreds, each times its scale.

    `room` is what the next word must stay below to belong to the number.
    """
    total, group, room, taken = 0.0, 0.0, math.inf, 0
    for position, text in enumerate(texts):
        following = texts[position + 1] if position + 1 < len(texts) else ""
        if text in SMALL and SMALL[text] < room:
            group += SMALL[text]
            room = 10.0 if text in _TENS else 0.0
        elif text in SCALES and (group or not taken):
            scaled, is_group = (group or 1.0) * SCALES[text], text in _GROUPS
            total, group, room = (total, scaled, 100.0) if is_group else (total + scaled, 0.0, 1000.0)
        elif not (text in _ARTICLES and position == 0 and following in SCALES) and not (
            text == "and" and taken and room >= 100 and following in SMALL
        ):
            break
        else:
            continue
        taken = position + 1
    return (total + group, taken) if taken else None
