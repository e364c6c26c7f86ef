"""The numbers that the documented fact-check sees, and those it never checks. Kept as documented, for comparison."""

import re
import sys
from typing import Final

from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity

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
"""Markdown links, URLs, arXiv ids, sample sizes as N=1,234 and ISO dates."""


def tokenise_documented(text: str) -> tuple[NumberToken, ...]:
    """The numbers outside the exempt spans."""
    rest = _EXEMPT_SPANS.sub(lambda found: " " * len(found.group()), text)
    return tuple(map(_token, _NUMBER.finditer(rest)))


def is_documented_exempt(token: NumberToken) -> bool:
    """Bare integers under 100 (list indices) and bare integers that look like years."""
    return token.bare and (abs(token.value) < 100 or 1900 <= token.value <= 2100)


def _token(found: re.Match[str]) -> NumberToken:
    size = float(found["digits"].replace(",", "") + (found["exponent"] or "")) * (1000 if found["thousands"] else 1)
    value = min(size, sys.float_info.max)
    return NumberToken(
        text=found.group(),
        start=found.start(),
        end=found.end(),
        bare="." not in found["digits"] and not (found["exponent"] or found["thousands"] or found["percent"]),
        readings=(Quantity(-value if found["sign"] in ("-", "\u2212") else value, "%" if found["percent"] else None),),
    )
