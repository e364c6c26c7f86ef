"""Results and reference ranges as laboratories print them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from services.health_data.domain.laboratory.units import unit
from services.health_data.domain.numerals import DecimalSign, decimal_sign, value_of

_NUMERAL: Final = r"[+-]?\d(?:[\d.,'\u00a0\u202f\u2009]*\d)?"
_SIGNS: Final = {
    **dict.fromkeys(("<", "less than", "below", "kleiner", "unter", "inferieur a", "menor de", "menor que"), "<"),
    **dict.fromkeys((">", "greater than", "more than", "above", "over", "ueber", "groesser", "mayor de"), ">"),
    **dict.fromkeys(("<=", "=<", "\u2264", "< or =", "<or=", "up to", "bis", "bis zu", "hasta", "fino a", "max"), "<="),
    **dict.fromkeys((">=", "=>", "\u2265", "> or =", ">or=", "at least", "ab", "desde", "da", "min", "mind."), ">="),
}
_SIGN: Final = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
_RESULT: Final = re.compile(rf"(?P<sign>{_SIGN})?\s*(?P<number>{_NUMERAL})(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_BETWEEN: Final = re.compile(
    rf"(?P<low>{_NUMERAL})\s*(?:-|\u2013|\u2014|\u2212|to|bis|and|und|a|\u00e0|\.\.\.?)\s*(?P<high>{_NUMERAL})(?P<rest>.*)",
    re.IGNORECASE,
)
_FLAG: Final = re.compile(
    r"(?:\(?(?:H|L|HH|LL|A|N|HIGH|LOW|NORMAL|ABNORMAL|CRITICAL|HOCH|NIEDRIG|HI|LO)\)?|\*+|!+|\u2191+|\u2193+)",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\((?P<round>[^()]*)\)|\[(?P<square>[^\[\]]*)\]")
_LABEL: Final = re.compile(
    r"^(?:ref(?:erence)?\.?(?: range| interval)?|normal(?: range)?|referenz\w*|range)\s*:?\s*", re.IGNORECASE
)


@dataclass(frozen=True)
class Result:
    """What a laboratory found.

    Attributes:
        value: None of what is no number.
        comparator: "<", ">", "<=" or ">="; empty of an exact number.
        unit: as it stands behind the number; empty where none does.
        text: as printed.
    """

    value: float | None
    comparator: str
    unit: str
    text: str


@dataclass(frozen=True)
class Range:
    """A reference range; a bound that it does not have is None.

    Attributes:
        text: as printed.
    """

    low: float | None
    high: float | None
    text: str


def decimal_of(texts: Iterable[str], *, usual: DecimalSign) -> DecimalSign:
    """The decimal sign of a file's numbers: the one that they show; the usual one where they show none, or both."""
    shown = {decimal_sign(each) for text in texts for each in re.findall(_NUMERAL, text)} - {None}
    return (shown.pop() or usual) if len(shown) == 1 else usual


def result_of(printed: str, *, decimal: DecimalSign = ".") -> Result:
    """What a printed result says: "<0.1", "> 90", "5.2 H", "4,8", "negative", "1:80".

    What follows the number is a unit or a mark that it is high or low; with anything else it is no number.
    """
    text = " ".join(printed.split())
    match = _RESULT.fullmatch(text)
    if match is None:
        return Result(None, "", "", text)
    rest = _without_flags(match["rest"].strip())
    value = _number(match["number"], decimal)
    if value is None or (rest and unit(rest) is None):
        return Result(None, "", "", text)
    return Result(value, _SIGNS[match["sign"].casefold()] if match["sign"] else "", rest, text)


def range_of(printed: str, *, decimal: DecimalSign = ".") -> Range:
    """The bounds of a printed range: "3.5 - 5.1", "<5.0", ">=40", "up to 200". Of any other there is the text alone."""
    text = " ".join(printed.split())
    bracketed = _BRACKETS.fullmatch(_LABEL.sub("", text))
    bare = text if bracketed is None else (bracketed["round"] or bracketed["square"] or "")
    bare = _LABEL.sub("", bare.strip())
    between = _BETWEEN.fullmatch(bare)
    if between is not None and _is_unit(between["rest"]):
        low, high = _number(between["low"], decimal), _number(between["high"], decimal)
        if low is not None and high is not None and low <= high:
            return Range(low, high, text)
    one = _RESULT.fullmatch(bare)
    if one is not None and one["sign"] and _is_unit(one["rest"]):
        bound = _number(one["number"], decimal)
        below = _SIGNS[one["sign"].casefold()].startswith("<")
        return Range(None if below else bound, bound if below else None, text)
    return Range(None, None, text)


def is_flag(text: str) -> bool:
    """Whether a text only marks a result as high, low or the like."""
    return _FLAG.fullmatch(text) is not None


def _number(numeral: str, decimal: DecimalSign) -> float | None:
    return value_of(numeral, decimal_sign(numeral) or decimal)


def _is_unit(rest: str) -> bool:
    return not rest.strip() or unit(rest.strip()) is not None


def _without_flags(rest: str) -> str:
    words = rest.split()
    while words and is_flag(words[-1]) and not (len(words) > 1 and unit(rest) is not None):
        words.pop()
    return " ".join(words)
