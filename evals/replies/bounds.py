"""Numbers as bounds: "well over eight thousand steps", true of a fact or on its wrong side."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from evals.replies.inventor import UNIT_TEXTS, Invention, Inventor, NoSuchNumberError, level, named
from evals.replies.spelling import grouped, words
from evals.replies.truth import Known, comparable

_ABOVE: Final = ("over", "more than", "above", "upwards of", "in excess of", "north of", "greater than")
_JUST_ABOVE: Final = (
    "just over",
    "a little over",
    "slightly more than",
    "a touch above",
    "barely over",
    "a bit more than",
)
_WELL_ABOVE: Final = ("well over", "well above", "comfortably over", "far more than", "considerably more than")
_BELOW: Final = ("under", "less than", "below", "short of", "south of")
_JUST_BELOW: Final = (
    "just under",
    "a little under",
    "slightly less than",
    "nearly",
    "almost",
    "not quite",
    "just shy of",
)
_WELL_BELOW: Final = ("well under", "well below", "comfortably under", "far less than")


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A round number beside a value; `step` is what it is a multiple of."""

    value: float
    step: float
    unit: str

    def said(self, rng: Random) -> str:
        if not self.value.is_integer():
            number = f"{self.value:,.1f}"
        elif rng.random() < 0.5:
            number = words(int(self.value), with_and=rng.random() < 0.5)
            number = "a" + number[3:] if number in ("one thousand", "one hundred") else number
        else:
            number = grouped(self.value)
        unit = rng.choice(UNIT_TEXTS[self.unit])
        return number + (unit if number[-1].isdigit() else unit.replace("%", " percent"))


def bound_of(rng: Random, value: float, unit: str, *, above: bool) -> Bound:
    """The next round number below a value (which is then above it), or above it: in thousands, hundreds, tens, ones."""
    if unit == "min" and value > 120 and rng.random() < 0.7:
        value, unit = value / 60, "h"
    size = 10.0 ** math.floor(math.log10(value))
    step = rng.choice((size, size / 10))
    count = math.floor(value / step) if above else math.ceil(value / step)
    return Bound(value=round(count * step, 6), step=step, unit=unit)


def true_bound(rng: Random, value: float, unit: str) -> str | None:
    """A bound that a careful writer would say: the value is on its side, and as near as the words say."""
    above = rng.random() < 0.6
    bound = bound_of(rng, value, unit, above=above)
    own = value / 60 if bound.unit == "h" and unit == "min" else value
    off = abs(own - bound.value)
    if off < 0.003 * own or off > 0.45 * bound.value or (not above and off > 0.3 * bound.value):
        return None
    near, far = off <= min(0.045 * bound.value, 0.45 * bound.step), off >= 0.06 * bound.value
    plain, just, well = (_ABOVE, _JUST_ABOVE, _WELL_ABOVE) if above else (_BELOW, _JUST_BELOW, _WELL_BELOW)
    phrases = (*plain, *(just if near else ()), *(well if far else ()))
    return f"{rng.choice(phrases)} {bound.said(rng)}"


def _wrong_side(i: Inventor) -> Invention:
    """Within tolerance of a fact, and on the wrong side of it: "over eight thousand" where it is 7,900."""
    fact = i.fact(lambda fact: fact.unit is not None and fact.value > 10)
    above = i.rng.random() < 0.5
    bound = bound_of(i.rng, fact.value, fact.unit or "", above=not above)
    if _vouched(bound, i.known, above=above):
        raise NoSuchNumberError
    phrase = i.rng.choice((*_ABOVE[1:], *_JUST_ABOVE, *_WELL_ABOVE) if above else (*_BELOW, *_JUST_BELOW, *_WELL_BELOW))
    return level(f"{phrase} {bound.said(i.rng)}")


def _far_off(i: Inventor) -> Invention:
    """On the right side of a fact, and nowhere near it."""
    fact = i.fact(lambda fact: fact.unit is not None and fact.value > 10)
    above = i.rng.random() < 0.5
    factor = i.rng.uniform(0.3, 0.6) if above else i.rng.uniform(1.7, 2.6)
    bound = bound_of(i.rng, fact.value * factor, fact.unit or "", above=above)
    if _vouched(bound, i.known, above=above):
        raise NoSuchNumberError
    return level(f"{i.rng.choice(_ABOVE[1:] if above else _BELOW)} {bound.said(i.rng)}")


def _vouched(bound: Bound, known: Iterable[Known], *, above: bool) -> bool:
    """Whether some known number is, or is told as, the bound itself, or lies on its side, within half as much again."""
    pairs = [pair for one in known for pair in comparable(bound.value, bound.unit, one)]
    return any(
        math.isclose(own, other, rel_tol=1e-3)
        or own == round(other, 1)
        or (own < other <= 1.6 * own if above else 0.6 * own <= other < own)
        for own, other in ((own, abs(other)) for own, other in pairs)
    )


SHAPES: Final = named(_wrong_side, _far_off)
