"""Finding the numbers in a text."""

import html
import re
import sys
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.numbers.measures import unit_named

_NUMBER: Final = re.compile(
    r"(?P<sign>(?<![^\s(\[=~≈<>:|/])[-\u2212+])?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<!\w)\.\d+)"
    r"(?P<exponent>[eE][-+]?\d+)?"
    r"(?P<thousands>[kK](?!\w))?"
    r"(?P<percent>\s?(?:%|percent\b|per\ cent\b))?"
)

_EXEMPT_SPANS: Final = re.compile(
    r"\[[^\[\]]*\]\([^()\n]*\)"
    r"|(?:https?://|www\.)\S+"
    r"|arXiv:\s?\d{4}\.\d{4,5}(?:v\d+)?"
    r"|\bN\s?=\s?\d[\d,]*"
    r"|(?<!\d)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"
)
"""Markdown links, URLs, arXiv ids, sample sizes as N=1,234 and ISO dates: documented as never checked."""

MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY: Final = r"(?:[12]\d|3[01]|[1-9])"
_NAME_SPANS: Final = re.compile(
    r"(?<![\w-])(?:SpO2|VO2|CO2|O2|HbA1c|A1c|omega-3|vitamin\ [BD]\d{1,2}|[a-z]+(?:_[a-z]+)*_(?:mean|sd|cv)_30d)(?!\w)"
    rf"|(?<![\w.,]){_DAY}\ {MONTH}\b|\b{MONTH}\ {_DAY}(?!\w|[.,]\d|\s?%)",
    re.IGNORECASE,
)
"""Digits that belong to a name ("SpO2", "steps_mean_30d") or to a day of a month ("12 March")."""

_MARKUP: Final = re.compile("[*`~\u00ad\u200b-\u200d\u2060\ufeff]")
_RANGE_TAIL: Final = re.compile(r"\s?(?:[-\u2013\u2014/]|to\b|and\b|or\b)\s?\d[\d.,]*")
_NEXT_WORD: Final = re.compile(r"[\s\u00a0\u202f-]{0,2}(?P<word>°?[^\W\d_]+(?:/[^\W\d_]+)*|%|°)")


@dataclass(frozen=True, kw_only=True)
class NumberToken:
    """A number as it stands in a text.

    Attributes:
        bare: written as a plain integer, without decimals, percent, exponent or "k".
        unit: the unit beside it, by its one name; None without one.
    """

    value: float
    text: str
    start: int
    end: int
    bare: bool
    unit: str | None


def tokenise_documented(text: str) -> tuple[NumberToken, ...]:
    """The numbers outside the documented exempt spans."""
    return _scan(_blank(_EXEMPT_SPANS, text))


def tokenise(text: str) -> tuple[NumberToken, ...]:
    """The numbers of `visible(text)` outside exempt spans and names; positions are those in `visible(text)`."""
    return _scan(_blank(_NAME_SPANS, _blank(_EXEMPT_SPANS, visible(text))))


def visible(text: str) -> str:
    """The text as a reader sees it: no emphasis, code ticks, zero-width characters or entities that split a number."""
    return _MARKUP.sub("", html.unescape(text))


def is_documented_exempt(token: NumberToken) -> bool:
    """Bare integers under 100 (list indices) and bare integers that look like years."""
    return token.bare and (abs(token.value) < 100 or 1900 <= token.value <= 2100)


def is_bare_year(token: NumberToken) -> bool:
    """Whether a number looks like a year and has no unit."""
    return token.bare and token.unit is None and 1900 <= token.value <= 2100


def _scan(text: str) -> tuple[NumberToken, ...]:
    return tuple(_token(found, text) for found in _NUMBER.finditer(text))


def _token(found: re.Match[str], text: str) -> NumberToken:
    size = float(found["digits"].replace(",", "") + (found["exponent"] or "")) * (1000 if found["thousands"] else 1)
    value = min(size, sys.float_info.max)
    return NumberToken(
        value=-value if found["sign"] in ("-", "\u2212") else value,
        text=found.group(),
        start=found.start(),
        end=found.end(),
        bare="." not in found["digits"] and not (found["exponent"] or found["thousands"] or found["percent"]),
        unit="%" if found["percent"] else _unit_after(text, found.end()),
    )


def _unit_after(text: str, end: int) -> str | None:
    """The unit beside a number that ends at `end`; the second number of a range lends its unit to the first."""
    tail = _RANGE_TAIL.match(text, end)
    word = _NEXT_WORD.match(text, tail.end() if tail else end)
    return unit_named(word["word"]) if word else None


def _blank(spans: re.Pattern[str], text: str) -> str:
    """Exempt spans become blanks of the same length, so that positions stay."""
    return spans.sub(lambda found: " " * len(found.group()), text)
