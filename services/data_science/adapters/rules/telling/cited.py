"""Findings under the hand of somebody who writes about them: their numbers, and the references to these."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from amy.text import inert
from services.data_science.domain.analysis import Part, Shown, Value
from services.data_science.domain.draft import reference
from services.data_science.domain.finding import Finding, FindingQuery, numbers_of, scalars_of
from services.data_science.domain.query import Aggregate, Window
from services.data_science.domain.run import JsonValue
from services.data_science.domain.units import PACE, told_in

Result: TypeAlias = Mapping[str, JsonValue]
"""What the code of one query returned."""
_LEVELS: Final = frozenset(
    {"mean", "median", "min", "max", "latest", "first", "mean_recent", "mean_prior", "population_mean"}
)
"""Numbers that are speeds where the series is one; the reciprocal of a difference of speeds means nothing."""
_LONGEST_TEXT: Final = 200


@dataclass(frozen=True, kw_only=True)
class Told:
    """What is said of one query, and what it rests on.

    Attributes:
        text: the sentences, with references set as `Draft.of` reads them.
        answer: the reference to the number that was asked for; empty where there is no single one.
        values: the answer first; none where there was too little to compute from.
    """

    text: str
    answer: str = ""
    findings: tuple[Finding, ...] = ()
    values: tuple[Value, ...] = ()


class Cited:
    """One finding, told in the unit that was asked for."""

    def __init__(self, finding: Finding, shown: Shown | None) -> None:
        self.finding = finding
        self.shown = shown
        self._scalars = scalars_of(finding.numbers)

    def has(self, *keys: str) -> bool:
        return all(key in self._scalars for key in keys)

    def number(self, key: str) -> float:
        """As it is stored."""
        return self._scalars[key].value

    def key_of(self, aggregate: Aggregate) -> str:
        """The key of the number that was asked for: its own name says more than "effect"."""
        return aggregate if self.has(aggregate) else "effect"

    def stored(self, key: str) -> tuple[float, str]:
        """A number and its unit, as they are stored."""
        return self._scalars[key].value, self._scalars[key].unit

    def ref(self, key: str) -> str:
        """The reference that stands for a number in a draft."""
        claim = self.claim(key)
        return reference(claim if self._told(key) is None else f"convert({claim}, {self._unit})")

    def claim(self, key: str) -> str:
        return f"{self.finding.id}.{key}"

    def value(self, name: str, key: str, window: Window) -> Value:
        """A number as a typed value, in the unit it is told in."""
        scalar = self._scalars[key]
        number, unit = self._told(key) or (scalar.value, scalar.unit)
        return self.typed(name, number, window, unit=unit)

    def typed(self, name: str, value: float | date | str, window: Window, *, unit: str = "") -> Value:
        n = round(self._scalars["n"].value) if self.has("n") else 0
        return Value(name=name, value=value, unit=unit, n=n, window=window, finding_id=self.finding.id)

    @property
    def _unit(self) -> str:
        return self.shown.unit if self.shown else ""

    def _told(self, key: str) -> tuple[float, str] | None:
        scalar = self._scalars[key]
        if self.shown is None or (self.shown.unit == PACE and key not in _LEVELS) or scalar.unit == self.shown.unit:
            return None
        return told_in(scalar.value, scalar.unit, self.shown.unit) if scalar.unit else None


class Notebook:
    """Where the findings of one part are written down, each under the next free id."""

    def __init__(self, part: Part, ids: Iterator[str]) -> None:
        self.part = part
        self._ids = ids

    def cite(self, query: FindingQuery, result: Result, *, claim: str) -> Cited:
        numbers = numbers_of(query, result, unit=self.part.unit)
        finding = Finding(id=next(self._ids), claim=claim, query=query, numbers=numbers)
        return Cited(finding, self.part.shown)


def day_of(result: Result, key: str = "date") -> date | None:
    day = result.get(key)
    return date.fromisoformat(day) if isinstance(day, str) else None


def rows_of(result: Result, key: str = "rows") -> tuple[Result, ...]:
    """The rows or groups of a result; none where it has none."""
    rows = result.get(key)
    if isinstance(rows, str) or not isinstance(rows, list | tuple):
        return ()
    return tuple(row for row in rows if isinstance(row, Mapping))


def text_of(result: Result, key: str) -> str:
    """A text of a result, as what came from outside: code returns labels of a file among its numbers."""
    text = result.get(key)
    return inert(text, limit=_LONGEST_TEXT) if isinstance(text, str) else ""


def number_of(result: Result, key: str) -> float | None:
    number = result.get(key)
    return float(number) if isinstance(number, int | float) and not isinstance(number, bool) else None
