"""Numbers of the validator's own, by the names that findings call them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Recomputed:
    """A number of the validator's own.

    Attributes:
        value: NaN where these values do not define it.
        scale: what its computation adds and subtracts is about this large, so it is good to some 16 digits of that.
        is_count: a whole number, which nothing rounds.
    """

    value: float
    scale: float
    is_count: bool


@dataclass(frozen=True, kw_only=True)
class Answer:
    """All that a question comes to.

    Attributes:
        numbers: by key; what is undefined has none. Days count from 1970-01-01.
    """

    numbers: Mapping[str, Recomputed]

    def number(self, key: str) -> Recomputed | None:
        """The number of that name; None where the question has none, or these values do not define it."""
        return self.numbers.get(key)

    @property
    def values(self) -> dict[str, float]:
        """The bare numbers by key."""
        return {key: each.value for key, each in self.numbers.items()}


class Tally:
    """Gathers the numbers of an answer, and leaves out what is undefined."""

    def __init__(self) -> None:
        self._numbers: dict[str, Recomputed] = {}

    def count(self, key: str, value: float) -> None:
        """A whole number or a day."""
        self._add(key, value, scale=0.0, is_count=True)

    def number(self, key: str, value: float, *, scale: float) -> None:
        """Any other number; `scale` as `Recomputed` has it."""
        self._add(key, value, scale=scale, is_count=False)

    def told(self, key: str, number: Recomputed) -> None:
        """A number that is one already."""
        self._add(key, number.value, scale=number.scale, is_count=number.is_count)

    def answer(self) -> Answer:
        return Answer(numbers=dict(self._numbers))

    def _add(self, key: str, value: float, *, scale: float, is_count: bool) -> None:
        if math.isfinite(value):
            self._numbers[key] = Recomputed(value=float(value), scale=float(scale), is_count=is_count)
