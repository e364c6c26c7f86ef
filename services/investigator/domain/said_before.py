"""Whether a sentence was said in the answer before: the same words with the same numbers."""

import re
from collections.abc import Mapping
from typing import Final

from services.investigator.domain.brief import Fact

_REFERENCE: Final = re.compile(r"\{\{([^}]*)\}\}")
_SPACE: Final = re.compile(r"\s+")
_WRITTEN: Final = r"([-+]?\d[^;:!?]{0,24}?)"
_HOURS: Final = re.compile(r"(?P<hours>\d+) h(?: (?P<minutes>\d+) min)?")
_CLOCK: Final = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>\d\d)")
_FIGURE: Final = re.compile(r"[-+]?[\d,]*\.?\d+")
_CLOSE: Final = 0.01
_LEAST: Final = 0.06
_A_DAY: Final = 1440
_MARKUP: Final = re.compile(r"[*_]{1,2}|^\s*[-•]\s+", re.MULTILINE)


def was_said(line: str, before: str, facts: Mapping[str, Fact]) -> bool:
    """Whether `before` holds the line with the numbers it has now."""
    words = _plain(_REFERENCE.split(line)[0::2])
    claims = _REFERENCE.findall(line)
    pattern = _WRITTEN.join(re.escape(part) for part in words)
    if not "".join(words).strip():
        return False
    plain_before = _plain([before])[0]
    return any(
        all(_is_written(written, facts[claim]) for written, claim in zip(found.groups(), claims, strict=True))
        for found in re.finditer(rf"{pattern}(?![\w%])", plain_before)
        if all(claim in facts for claim in claims)
    )


def _plain(parts: list[str]) -> list[str]:
    """Without emphasis and list marks, white space made one space."""
    return [_SPACE.sub(" ", _MARKUP.sub("", part)) for part in parts]


def _is_written(written: str, fact: Fact) -> bool:
    """Whether a number as it stands in an answer is the fact; a day counts as the same."""
    if fact.unit == "date":
        return True
    value = _value(written, is_clock=fact.unit == "clock")
    told = fact.value % _A_DAY if fact.unit == "clock" else fact.value
    return value is not None and abs(value - told) <= max(_CLOSE * abs(told), _LEAST, 0.5 if fact.unit == "min" else 0)


def _value(written: str, *, is_clock: bool) -> float | None:
    """The number that a text begins with, in the unit it is stored in."""
    found = (_CLOCK if is_clock else _HOURS).match(written)
    if found:
        return int(found["hours"]) * 60 + int(found["minutes"] or 0)
    figure = _FIGURE.match(written)
    return float(figure.group().replace(",", "")) if figure else None
