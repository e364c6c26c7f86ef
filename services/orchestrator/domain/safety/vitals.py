"""Readings that a person states, and those so far out that they need help at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.orchestrator.domain.safety.phrases import Phrases
from services.orchestrator.domain.safety.signs import Company, Sentence, is_harmless

ADULT_YEARS = 30.0
"""The age that is assumed where none is said."""
_OLDEST = 110.0
_NO_DIGIT = "x"


@dataclass(frozen=True, kw_only=True)
class Limit:
    """When a reading is an emergency.

    Attributes:
        low: at or below it; None for no such limit.
        high: at or above it; None for no such limit.
        from_years: the youngest age it holds for.
        under_years: ages from here on have other limits.
        needs: what has to stand in the message as well ("at rest", "dizzy"); None for nothing.
        harmless: the company in which it holds for nobody ("while running", "last year").
    """

    low: float | None
    high: float | None
    from_years: float
    under_years: float
    needs: Phrases | None
    harmless: tuple[Company, ...]


@dataclass(frozen=True, kw_only=True)
class Vital:
    """Something measured that can be stated.

    Attributes:
        says: phrases that capture the number, one each.
        lowest, highest: the range in which a number can be this reading, in this unit; others are something else.
    """

    name: str
    says: tuple[Phrases, ...]
    lowest: float
    highest: float
    limits: tuple[Limit, ...]


@dataclass(frozen=True, kw_only=True)
class Ages:
    """How ages are said: phrases that capture a number of years, months, weeks or days, and words that imply one.

    Attributes:
        bare: capture years that stand without a unit ("I'm 72 and my pulse ..."). They are no reading, and say nothing
            of how old somebody else is whom the message is about.
    """

    years: Phrases
    months: Phrases
    weeks: Phrases
    days: Phrases
    bare: Phrases
    implied: tuple[tuple[Phrases, float], ...]


def extreme(sentence: Sentence, vitals: Sequence[Vital], ages: Ages) -> Iterator[Vital]:
    """The vitals of which a sentence states a reading that is an emergency at the age that is said."""
    said = _without_years(sentence.said, ages)
    for vital in vitals:
        readings = tuple(_readings(said, vital))
        if readings:
            years = age_in(sentence.message, ages)
            if any(_is_extreme(reading, sentence, vital, years) for reading in readings):
                yield vital


@dataclass(frozen=True)
class _Reading:
    value: float
    start: int


def _without_years(said: str, ages: Ages) -> str:
    """A sentence with another character for each digit of an age in years, so that none is taken for a reading."""
    for phrases in (ages.years, ages.bare):
        for found in phrases.pattern.finditer(said):
            start, end = found.span(found.lastindex or 0)
            if as_number(said[start:end]) <= _OLDEST:
                said = f"{said[:start]}{_NO_DIGIT * (end - start)}{said[end:]}"
    return said


def _readings(said: str, vital: Vital) -> Iterator[_Reading]:
    for says in vital.says:
        for found in says.pattern.finditer(said):
            number = next(group for group in found.groups() if group)
            value = as_number(number)
            if vital.lowest <= value <= vital.highest:
                yield _Reading(value, found.start())


def _is_extreme(reading: _Reading, sentence: Sentence, vital: Vital, years: float) -> bool:
    return any(
        limit.from_years <= years < limit.under_years
        and (
            (limit.low is not None and reading.value <= limit.low)
            or (limit.high is not None and reading.value >= limit.high)
        )
        and (limit.needs is None or limit.needs.pattern.search(sentence.message) is not None)
        and not is_harmless(sentence, reading.start, limit.harmless)
        for limit in vital.limits
    )


def age_in(message: str, ages: Ages) -> float:
    """The age of whom a message is about, in years; the youngest that is said, an adult's where none is."""
    said = [
        as_number(next(group for group in found.groups() if group)) / per_year
        for phrases, per_year in ((ages.years, 1.0), (ages.months, 12.0), (ages.weeks, 52.0), (ages.days, 365.0))
        for found in phrases.pattern.finditer(message)
    ]
    implied = [years for phrases, years in ages.implied if phrases.pattern.search(message)]
    return min(said or implied, default=ADULT_YEARS)


def as_number(text: str) -> float:
    """A number as people type it: "38.5", "38,5", "1,200"."""
    head, _, tail = text.replace(".", ",").rpartition(",")
    if not head:
        return float(tail)
    return float(head.replace(",", "") + tail) if len(tail) == 3 else float(f"{head.replace(',', '')}.{tail}")
