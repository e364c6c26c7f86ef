"""Numbers as bounds: "well over eight thousand", "nearly seven hours". What is meant lies on one side, and near."""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import in_lower_case
from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity, Reading, Within
from services.orchestrator.domain.numbers.reading.units import SHARE

_BOUND: Final = re.compile(
    r"(?<![^\W_])(?<!\bno\s)(?<!\bnot\s)(?:(?P<just>(?:only\s)?(?:just|barely|slightly|marginally)"
    r"|an?\s(?:little|bit|touch|hair|shade|fraction|tad)(?:\sbit)?)\s"
    r"|(?P<well>well|far|comfortably|considerably|significantly|substantially|much|a\slot)\s)?"
    r"(?:(?P<across>over)|(?P<above>above|more\sthan|greater\sthan|upwards\sof|in\sexcess\sof|north\sof)"
    r"|(?P<below>under|below|less\sthan|fewer\sthan|short\sof|south\sof)|(?P<almost>nearly|almost|not\squite|shy\sof))"
    r"\s[(\[]?$"
)
_LONGEST: Final = 40
_LEVELS: Final = frozenset(
    {None, "bpm", "ms", "min", "h", "steps", "kcal", "kJ", "kg", "lb", "%", "points", "°C", "times"}
)
"""Units of which "over" sets a bound; a way or a span of time may also be what something happened over."""
_NEAR: Final = 0.05
_HALF_AS_MUCH: Final = 0.5
_A_THIRD_LESS: Final = 1 / 3


def as_bounds(tokens: Iterable[NumberToken], plain: str) -> Iterator[NumberToken]:
    """The numbers of a text, those behind "over", "nearly" and their like as the bounds that they are."""
    lowered = in_lower_case(plain)
    for token in tokens:
        found = _BOUND.search(lowered, max(0, token.start - _LONGEST), token.start)
        if found is None or token.ordinal or token.signed:
            yield token
        else:
            yield replace(token, readings=tuple(one for reading in token.readings for one in _bounds(reading, found)))


def _bounds(reading: Reading, found: re.Match[str]) -> Iterator[Reading]:
    """The number itself, if it is known as such, and what lies beyond it."""
    if not isinstance(reading, Quantity) or reading.value <= 0:
        yield reading
        return
    across = found["across"] and not (found["just"] or found["well"]) and reading.unit not in _LEVELS
    yield replace(reading, exact=not across)
    value, step = reading.value, _step(reading)
    above = bool(found["across"] or found["above"])
    near, far = 0.0, min(step, value * (_HALF_AS_MUCH if above else _A_THIRD_LESS))
    if found["well"]:
        near = min(max(step / 4, 0.02 * value), _NEAR * value)
    elif found["just"] or found["almost"]:
        far = min(step / 2, _NEAR * value)
    low, high = (value + near, value + far) if above else (value - far, value - near)
    yield Within(value=value, low=low, high=high, unit=reading.unit)


def _step(reading: Quantity) -> float:
    """How round a number is: 1,000 of 8,000, 500 of 8,500, 1 of 58, a half of 7.5; a share as round as it is large."""
    if reading.unit == SHARE:
        return reading.value
    step = 10.0 ** math.floor(math.log10(reading.value))
    for _ in range(6):
        if _divides(step, reading.value):
            return step
        if _divides(step / 2, reading.value):
            return step / 2
        step /= 10
    return step


def _divides(step: float, value: float) -> bool:
    return abs(value / step - round(value / step)) < 1e-6
