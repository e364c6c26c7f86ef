"""Comparisons in sentences: the laboratory's own range, the verdict, what it means, and where others are."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, assert_never

from services.domain_expert.domain.decisions import Statement
from services.domain_expert.domain.ranges.comparing import Comparison, Side
from services.domain_expert.domain.ranges.rows import Row, RowKind
from services.domain_expert.domain.ranges.spans import span, span_in, with_unit
from services.domain_expert.domain.ranges.units import converted

_NEAR: Final = Decimal("0.02")
"""Of an only limit."""
_NEAR_END: Final = Decimal("0.1")
"""Of the width between two."""
_LITTLE: Final = Decimal("0.2")
_FAR_OUT: Final = re.compile(r"(\}\S* (?:\([^)]*\) )?(?:is|are)) (high|low)\b")
_ALL: Final = {"%": 100}
"""What nothing can be above."""
_LABORATORY: Final = "your laboratory's own range"


def verdict(comparison: Comparison, *, value: str, laboratory: str = _LABORATORY) -> Iterator[Statement]:
    """What takes a stand on the number, or says what is usual; nothing where nobody wrote anything on it.

    Args:
        comparison: what was found.
        value: how the person's number is written, a reference or as the person wrote it; empty where there is none.
        laboratory: how the laboratory's own range is told.
    """
    if value and comparison.laboratory is not None:
        what = "Your result" if "{{" in laboratory else _begun(value)
        yield Statement(text=f"{what} is {_side_of(comparison.laboratory, laboratory)}, which counts first.")
    stand, row = comparison.stand, comparison.placed_by
    if stand is not None:
        rests_on = (row.id, stand.said.id) if row else (stand.said.id,)
        near = _end_nearby(comparison, row) if row and value else ""
        say = (
            _FAR_OUT.sub(r"\1 a little \2", stand.say, count=1)
            if row and _is_just_outside(comparison, row)
            else stand.say
        )
        yield Statement(text=f"{_filled(say, comparison, value)} {near}".rstrip(), rests_on=rests_on)


def meaning(comparison: Comparison, *, value: str) -> Iterator[Statement]:
    """What the verdict means in practice, and when to ask whom."""
    stand = comparison.stand
    if stand is not None and stand.more:
        text = _filled(f"{stand.more} {stand.ask}".strip(), comparison, value)
        yield Statement(text=text, rests_on=(stand.meant.id,))


def among_others(comparison: Comparison, *, noun: str, value: str) -> Iterator[Statement]:
    """Where the number is among people of the same sex and age; without a number where the middle half is."""
    rows = comparison.percentiles
    if not rows:
        return
    names, people = tuple(row.id for row in rows), rows[0].population
    at = [with_unit(f"{row.high:,f}", row.unit) for row in rows if row.high is not None]
    shares = [row.percent or 0 for row in rows]
    match at:
        case [lower, upper] if not value:
            text = f"Among {people}, the middle half have a {noun} between {lower} and {upper}."
        case [lower, upper]:
            text = f"Among {people}, {shares[0]} of 100 are below {lower} and {shares[1]} of 100 are below {upper}."
        case [only] if comparison.is_below(rows[0]):
            text = f"Among {people}, {shares[0]} of 100 are below {only}, so few have a lower {noun}."
        case [only]:
            text = f"Among {people}, {shares[0]} of 100 are below {only}, so few have a higher {noun}."
        case _:
            return
    yield Statement(text=text, rests_on=names)


def _end_nearby(comparison: Comparison, row: Row) -> str:
    """That a value within what is usual or advised is near an end of it; a guideline's bands touch, and have none."""
    number = None if comparison.value is None else converted(comparison.value, comparison.unit, row.unit, of=row.of)
    is_band = row.kind is RowKind.DECISION_LIMIT and None not in (row.low, row.high)
    if number is None or is_band or not row.holds(number):
        return ""
    width = row.high - row.low if row.low is not None and row.high is not None else None
    for bound, end in ((row.low, "lower"), (row.high, "upper")):
        if bound is None or bound == _ALL.get(row.unit):
            continue
        if width is None and abs(number - bound) <= abs(bound) * _NEAR:
            return "It is close to that limit."
        if width is not None and abs(number - bound) <= width * _NEAR_END:
            return f"It is near the {end} end of that."
    return ""


def _is_just_outside(comparison: Comparison, row: Row) -> bool:
    """Whether a value is outside of what is usual by little, both of how wide that is and of the bound itself.

    By the width alone a ferritin of 2 would be a little low, by the bound alone a sodium of 158 a little high.
    """
    number = None if comparison.value is None else converted(comparison.value, comparison.unit, row.unit, of=row.of)
    if number is None or row.kind is not RowKind.REFERENCE_INTERVAL or row.low is None or row.high is None:
        return False
    if row.holds(number):
        return False
    bound = row.low if number <= row.low else row.high
    return abs(number - bound) <= min((row.high - row.low) * _LITTLE, bound * _NEAR_END)


def _filled(text: str, comparison: Comparison, value: str) -> str:
    row = comparison.placed_by
    bounds = span(row) if row else ""
    if row and (other := span_in(row, comparison.unit)):
        bounds = f"{bounds} ({other})"
    return text.replace("{value}", value).replace("{range}", bounds)


def _begun(value: str) -> str:
    return f"{value[0].upper()}{value[1:]}"


def _side_of(side: Side, what: str) -> str:
    match side:
        case Side.BELOW:
            return f"below {what}"
        case Side.WITHIN:
            return f"within {what}"
        case Side.ABOVE:
            return f"above {what}"
        case _:
            assert_never(side)
