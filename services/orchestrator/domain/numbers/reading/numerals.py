"""Numbers written in digits: thousands and decimals in every usual style, powers of ten, fractions, per cent."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import SCALES

_VULGAR: Final = "¼½¾⅐-⅞↉"
_SUPERSCRIPT: Final = "⁰¹²³⁴-⁹"
_DIGITS: Final = r"""
      (?P<european>(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.]|,\d\d\d)(?:,\d+)?  # 10.471,5
        | (?<![\d.,])\d{1,3}(?:\ \d{3})+,\d+                                       # 10 471,5
        | (?<!\d,)\d+,(?:\d\d?|\d{4,})(?![\d]|,\d))                                  # 58,4
    | (?P<grouped>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?                              # 10,471.5
        | (?<![\d.,])\d{1,3}(?:[\ '\u2019_]\d{3})+(?!\d)(?:[.]\d+)?                    # 10 471, 10'471
        | (?<![\w.,-])\d(?:\ \d)+(?![\d.,/:-]|\ \d)                                    # 5 8 1
        | \d{1,2}(?:,\d{2})+,\d{3}(?!\d))                                        # 1,20,000
    | (?P<plain>\d+(?:[.·]\d+)?|(?<!\w)\.\d+)
"""
_NUMERAL: Final = re.compile(
    rf"""
    (?=[-+.\d\u2013\u2070-\u209f\u00b9\u00b2\u00b3{_VULGAR}])
    (?P<sign>(?<![^\s(\[=~≈<>≤≥:|/,;"'“])(?<!\+/)[-+\u2013](?=[\d.{_VULGAR}]))?
    (?: (?:{_DIGITS})
        (?: (?P<exponent>[eE][-+]?\d+(?!\w))
          | \s?[x\u00d7·]\s?10(?:\^\(?(?P<power>[-+]?\d+)\)?|(?P<raised>[⁻⁺]?[{_SUPERSCRIPT}]+))
          | (?:(?<=(?<!\d)10)(?:\^\(?(?P<ten_power>[-+]?\d+)\)?|(?P<ten_raised>[⁻⁺]?[{_SUPERSCRIPT}]+)))
          | \s?(?P<part>[{_VULGAR}]) | \s(?P<mixed>[1-9]/[2-9])(?![\d/]) )?
      | (?P<vulgar>[{_VULGAR}])
      | (?P<small>[{_SUPERSCRIPT}]+|[₀-₉]+) )
    (?: (?P<times>\s?k(?!\w)|(?-i:M)(?!\w)|bn(?!\w)|mln(?!\w)) | [\s-]?(?P<scale>{"|".join(SCALES)})s?\b )?
    (?P<percent>\s?-?(?:%|\bpercent(?:age)?\b|\bper[ ]cent\b|\bpct\b)|\s?‰)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FACTORS: Final = MappingProxyType({"k": 1e3, "m": 1e6, "bn": 1e9, "mln": 1e6})
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉⁻⁺", "01234567890123456789-+")


@dataclass(frozen=True, kw_only=True)
class Numeral:
    """A number in digits and where it stands.

    Attributes:
        other: its value where a point between three digits separates thousands: "10.471"; else None.
        footnote: written in raised or lowered digits only.
    """

    value: float
    other: float | None
    start: int
    end: int
    bare: bool
    percent: bool
    signed: bool
    fraction: bool
    footnote: bool


def numerals(text: str) -> Iterator[Numeral]:
    """The numbers in digits of a text whose digits are ASCII, in order."""
    for found in _NUMERAL.finditer(text):
        yield _numeral(found, text)


def _numeral(found: re.Match[str], text: str) -> Numeral:
    value, other = _values(found)
    factor = _factor(found)
    follows_number = text[max(0, found.start() - 2) : found.start()].rstrip()[-1:].isdigit() if found["sign"] else False
    signed = bool(found["sign"]) and not follows_number
    sign = -1.0 if signed and found["sign"] != "+" else 1.0
    return Numeral(
        value=_finite(sign * value * factor),
        other=None if other is None else _finite(sign * other * factor),
        start=found.start() + (1 if follows_number else 0),
        end=found.end(),
        bare=bool(found["plain"] or found["grouped"]) and value.is_integer() and _is_bare(found),
        percent=bool(found["percent"]),
        signed=signed,
        fraction=bool(found["vulgar"] or found["part"] or found["mixed"]),
        footnote=bool(found["small"]),
    )


def _values(found: re.Match[str]) -> tuple[float, float | None]:
    """The value without its factor; and the other one that it has if a single point separates thousands."""
    if found["vulgar"]:
        return unicodedata.numeric(found["vulgar"]), None
    if found["small"]:
        return float(found["small"].translate(_RAISED)), None
    added = unicodedata.numeric(found["part"]) if found["part"] else 0.0
    if found["mixed"]:
        added = float(found["mixed"][0]) / float(found["mixed"][2])
    if found["grouped"]:
        return float(re.sub("[, '\u2019_]", "", found["grouped"])) + added, None
    if european := found["european"]:
        whole, _, decimals = european.partition(",")
        joined = float(f"{re.sub('[. ]', '', whole)}.{decimals or 0}") + added
        is_ambiguous = not decimals and european.count(".") == 1
        return (float(european) + added, joined) if is_ambiguous else (joined, None)
    return float(found["plain"].replace("·", ".")) + added, None


def _factor(found: re.Match[str]) -> float:
    factor = 1.0
    exponent = (found["exponent"] or "e0")[1:]
    for power in (exponent, found["power"], (found["raised"] or "").translate(_RAISED)):
        factor *= _ten_to(power)
    for power in (found["ten_power"], (found["ten_raised"] or "").translate(_RAISED)):
        factor *= _ten_to(power) / (10.0 if power else 1.0)
    factor *= _FACTORS.get((found["times"] or "").strip().lower(), 1.0)
    factor *= SCALES.get((found["scale"] or "").lower(), 1.0)
    return factor / (10.0 if (found["percent"] or "").endswith("‰") else 1.0)


def _ten_to(power: str | None) -> float:
    """Ten to a power in digits, within the range of floats."""
    try:
        return float(f"1e{power or 0}")
    except ValueError:
        return 1.0


def _is_bare(found: re.Match[str]) -> bool:
    decorated = ("exponent", "power", "raised", "ten_power", "ten_raised", "part", "mixed", "times", "scale", "percent")
    return not any(found[name] for name in decorated) and "." not in found.group()


def _finite(value: float) -> float:
    return max(-sys.float_info.max, min(value, sys.float_info.max))
