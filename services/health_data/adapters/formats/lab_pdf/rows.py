"""The rows of a report's tables: name, result, unit and range, with blanks between them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from services.health_data.domain.laboratory.analytes import named
from services.health_data.domain.laboratory.printed import Range, Result, decimal_of, is_flag, range_of, result_of
from services.health_data.domain.laboratory.units import unit
from services.health_data.domain.numerals import DecimalSign

_FOOTNOTE: Final = re.compile(r"0\d|\d\)|\[\d\]")
_CODE: Final = re.compile(r"\s*[(\[]LOINC:?\s*\d{1,7}-\d[)\]]$", re.IGNORECASE)
_SIGNS: Final = ("<", ">", "<=", ">=", "\u2264", "\u2265")
_MOST_TOKENS: Final = 30
_UNIT_TOKENS: Final = 3
_RANGE_TOKENS: Final = 6
_NO_RANGE: Final = Range(None, None, "")
_WORDS: Final = frozenset(
    {
        "negative",
        "positive",
        "reactive",
        "non-reactive",
        "nonreactive",
        "detected",
        "not detected",
        "negativ",
        "positiv",
    }
    | {"absent", "present", "none detected", "négatif", "positif", "negativo", "positivo", "negatief", "positief"}
)


@dataclass(frozen=True)
class Row:
    """A result.

    Attributes:
        line: of its page, 1-based.
    """

    line: int
    name: str
    result: Result
    unit: str
    bounds: Range


@dataclass(frozen=True)
class Page:
    """What is on a page.

    Attributes:
        not_certain: lines with a known name of which it cannot be told what the result is.
    """

    rows: Sequence[Row]
    not_certain: Sequence[int]
    lines: int


def rows(text: str) -> Page:
    """The results on a page."""
    lines = text.splitlines()
    decimal = decimal_of(lines, usual=".")
    found: list[Row] = []
    not_certain: list[int] = []
    for number, line in enumerate(lines, 1):
        readings = list(_readings(number, line, decimal))
        if len(readings) == 1:
            found.append(readings[0])
        elif readings or _begins_with_known(line, decimal):
            not_certain.append(number)
    return Page(found, not_certain, len(lines))


def _readings(number: int, line: str, decimal: DecimalSign) -> Iterator[Row]:
    """Every way in which a line is a name, a result, and nothing beside them but a unit, a range and marks."""
    worded = _worded(number, line)
    if worded is not None:
        yield worded
        return
    tokens = line.split()
    if len(tokens) > _MOST_TOKENS:
        return
    for at in range(1, len(tokens)):
        if tokens[at - 1] in _SIGNS:
            continue
        name = _name(tokens[:at])
        read = _rest(tokens[at:], decimal)
        if read is None or not any(character.isalpha() for character in name):
            continue
        result, of, bounds = read
        is_known = named(name) is not None
        if is_known or (of and bounds.text and _is_apart(line, tokens, at)):
            yield Row(number, name, result, of, bounds)


def _name(tokens: Sequence[str]) -> str:
    kept = list(tokens)
    while len(kept) > 1 and (_FOOTNOTE.fullmatch(kept[-1]) or kept[-1] in (":", "*", "^")):
        kept.pop()
    return _CODE.sub("", " ".join(kept).rstrip(":*^ "))


def _is_apart(line: str, tokens: Sequence[str], at: int) -> bool:
    """Whether at least two blanks stand before the result, and none within the name."""
    name = r"\s+".join(map(re.escape, tokens[:at]))
    match = re.match(rf"\s*{name}(?P<gap>\s*)", line)
    return match is not None and len(match["gap"]) > 1 and "  " not in line[: match.start("gap")].strip()


def _rest(tokens: Sequence[str], decimal: DecimalSign) -> tuple[Result, str, Range] | None:
    """The result, unit and range of what follows a name; None where anything else is there."""
    if tokens[0] in _SIGNS and len(tokens) > 1:
        tokens = [tokens[0] + tokens[1], *tokens[2:]]
    result = result_of(tokens[0], decimal=decimal)
    if result.value is None:
        return None
    of, bounds, rest = result.unit, _NO_RANGE, list(tokens[1:])
    while rest:
        length = _length(rest, _UNIT_TOKENS, lambda text: unit(text) is not None) if not of else 0
        if length:
            of, rest = " ".join(rest[:length]), rest[length:]
            continue
        length = 0 if bounds.text else _length(rest, _RANGE_TOKENS, lambda text: _is_range(text, decimal))
        if length:
            bounds, rest = range_of(" ".join(rest[:length]), decimal=decimal), rest[length:]
        elif is_flag(rest[0]) or (len(rest) == 1 and _FOOTNOTE.fullmatch(rest[0])):
            rest = rest[1:]
        else:
            return None
    return result, of, bounds


def _length(tokens: Sequence[str], most: int, holds: Callable[[str], bool]) -> int:
    """How many of the first tokens are it together: as many as can be."""
    lengths = range(min(most, len(tokens)), 0, -1)
    return next((length for length in lengths if holds(" ".join(tokens[:length]))), 0)


def _is_range(text: str, decimal: DecimalSign) -> bool:
    bounds = range_of(text, decimal=decimal)
    return bounds.low is not None or bounds.high is not None


def _worded(number: int, line: str) -> Row | None:
    """A result in words, in a column of its own."""
    cells = re.split(r"\s{2,}", line.strip())
    if len(cells) < 2 or cells[1].casefold() not in _WORDS or not any(map(str.isalpha, cells[0])):
        return None
    return Row(number, _name(cells[0].split()), Result(None, "", "", cells[1]), "", _NO_RANGE)


def _begins_with_known(line: str, decimal: DecimalSign) -> bool:
    """Whether a line has a known name and a number behind it."""
    tokens = line.split()[:_MOST_TOKENS]
    return any(
        named(_name(tokens[:at])) is not None and result_of(tokens[at], decimal=decimal).value is not None
        for at in range(1, len(tokens))
    )
