"""A computed question under the hand of somebody who writes about it: its finding and the references to its numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    ChangePoint,
    Contrast,
    Count,
    Decide,
    Number,
    NumberArithmetic,
    Profile,
    Question,
    Reduce,
    Relate,
    Rows,
    Share,
    Streak,
    Tell,
    TellRecords,
    Trend,
    Unusual,
    When,
    Window,
)
from services.data_science.domain.analysis import Span, Value
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import reference
from services.data_science.domain.finding import Finding, NamedNumber
from services.data_science.domain.units import DATE, METRES, PACE, told_in
from services.data_science.language.saying import Speaker, say
from services.data_science.language.saying.amounts import amount_text, day_of, weekday_of
from services.data_science.language.saying.rows import window_of
from services.data_science.language.telling.computed import ComputedQuestion
from services.data_science.language.telling.unit_of_key import is_height, unit_of_key

_SPEED: Final = "m/min"
_SPOKEN_SPEED: Final = "km/h"
_LEVELS: Final = frozenset({"effect", "left", "right", "mean_recent", "mean_prior", "mean", "median"})
"""Numbers that are paces where the column is a speed; the reciprocal of a difference of speeds means nothing."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What is said of one question.

    Attributes:
        text: the sentences, with references set as `Draft.of` reads them.
        answer: the reference to the number that was asked for; empty where there is none.
        values: the answer first; none where there was nothing to compute from.
    """

    text: str
    answer: str = ""
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Cited:
    """One computed question, told under one finding."""

    computed: ComputedQuestion
    catalogue: Catalogue
    finding_id: str

    @property
    def question(self) -> Question:
        """In whose words it is told."""
        return self.computed.told_as or self.computed.question

    @property
    def voice(self) -> Speaker:
        return Speaker(catalogue=self.catalogue, with_computed_ends=False)

    @property
    def finding(self) -> Finding:
        question = self.computed.question
        claim = say(question, self.catalogue)
        numbers = tuple(
            NamedNumber(key=key, value=float(value), unit=unit_of_key(key, self.question, self.catalogue))
            for key, value in self.computed.numbers.items()
        )
        return Finding(id=self.finding_id, claim=f"{capital(claim)}.", question=question, numbers=numbers)

    def has(self, *keys: str) -> bool:
        return all(key in self.computed.numbers for key in keys)

    def number(self, key: str) -> float:
        """As it is stored."""
        return self.computed.numbers[key]

    def unit(self, key: str) -> str:
        """Of the number as it is stored."""
        return unit_of_key(key, self.question, self.catalogue)

    def ref(self, key: str) -> str:
        """The reference that stands for a number, in the unit it is told in."""
        return self._set(f"{self.finding_id}.{key}", key)

    def size(self, high: str, low: str) -> str:
        """The reference that stands for how far one number is above another."""
        return self._set(f"difference({self.finding_id}.{high}, {self.finding_id}.{low})", "effect")

    def _set(self, named: str, key: str) -> str:
        to = self._spoken_unit(key)
        return reference(f"convert({named}, {to})" if to else named)

    def _spoken_unit(self, key: str) -> str:
        """The other unit that a number is written in; empty where its own format suits."""
        unit, asked = self.unit(key), self.computed.asked_in
        if unit == "min" and asked in {"h", "min"}:
            return ""
        if unit == "m" and asked in {"", "m"} and (asked or is_height(key, self.question)):
            return METRES
        to = asked or (_SPOKEN_SPEED if unit == _SPEED else "")
        if not to or to == unit or not unit or (to == PACE and not self._is_level(key)):
            return ""
        return to if told_in(self.computed.numbers.get(key, 1.0), unit, to) else ""

    def _is_level(self, key: str) -> bool:
        is_change = isinstance(self.question, Contrast | Trend | ChangePoint) and key == "effect"
        return not is_change and (key in _LEVELS or key[:1] in {"c", "g"})

    def day(self, key: str) -> str:
        """The reference to a day with its day of the week before it: "Thursday 3 October 2024"."""
        return f"{weekday_of(self.number(key))} {self.ref(key)}"

    def written(self, key: str) -> str:
        """The number as it reads; for choosing words, never to be told."""
        return amount_text(self.number(key), self.unit(key))

    def value(self, name: str, key: str) -> Value:
        """A number as a typed value, in the unit it was asked for in."""
        number, unit = self.number(key), self.unit(key)
        if unit == DATE:
            return self.typed(name, day_of(number))
        asked = self.computed.asked_in or (_SPOKEN_SPEED if unit == _SPEED else "")
        told = told_in(number, unit, asked) if asked and unit and (asked != PACE or self._is_level(key)) else None
        number, unit = told or (number, unit)
        return self.typed(name, float(number), unit=unit)

    def typed(self, name: str, value: float | date | str, *, unit: str = "") -> Value:
        n = round(self.computed.numbers.get("n", 0))
        return Value(name=name, value=value, unit=unit, n=n, window=self.window, finding_id=self.finding_id)

    @property
    def window(self) -> Span:
        """The dates of what the question is asked of; an end that is computed stands for that of the records."""
        window = next(iter(_windows(self.question)), None)
        first, today = self.catalogue.first, self.catalogue.today
        if window is None:
            return Span(start=first, end=today, label="all data")
        start = window.start if isinstance(window.start, date) else first
        end = window.end if isinstance(window.end, date) else today
        return Span(start=start, end=max(start, end), label=window.label)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _windows(question: Question) -> Iterable[Window]:
    """The windows of the rows a question is about, the first one first."""
    match question:
        case Tell(number=number):
            yield from _of_number(number)
        case Decide(left=left, right=right):
            yield from _of_number(left)
            yield from _of_number(right)
        case (
            TellRecords(rows=rows)
            | Profile(rows=rows)
            | Relate(rows=rows)
            | Contrast(rows=rows)
            | Trend(rows=rows)
            | ChangePoint(rows=rows)
            | Unusual(rows=rows)
        ):
            yield from _of_rows(rows)


def _of_number(number: Number) -> Iterable[Window]:
    match number:
        case Reduce(rows=rows) | Count(rows=rows) | Share(rows=rows) | Streak(rows=rows) | When(rows=rows):
            yield from _of_rows(rows)
        case NumberArithmetic(left=left, right=right):
            yield from _of_number(left)
            yield from _of_number(right)
        case _:
            return


def _of_rows(rows: Rows) -> Iterable[Window]:
    if window := window_of(rows):
        yield window
