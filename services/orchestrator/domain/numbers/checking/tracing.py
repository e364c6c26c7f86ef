"""Tracing numbers to what is known: the documented fact-check, and the stricter one that answers go through."""

import calendar
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.evidence import CLOCK, DATE, MOMENT, Citation, Fact, Verdict
from services.orchestrator.domain.numbers.checking.claims import numbers_stated_in
from services.orchestrator.domain.numbers.checking.documented import is_documented_exempt, tokenise_documented
from services.orchestrator.domain.numbers.reading.tokens import (
    CalendarDate,
    ClockTime,
    Moment,
    NumberToken,
    Quantity,
    Within,
)
from services.orchestrator.domain.numbers.reading.units import NUMBER, RATIO, SHARE, converted, unit_named
from services.orchestrator.domain.numbers.writing.days_and_clocks import day_of, minute_of_day
from services.orchestrator.domain.numbers.writing.formats import written

_DAY_COUNTS: Final = frozenset(
    {"n", "count", "n_recent", "n_prior", "count_days", "days_missing", "held", "longest_streak", "current_streak"}
)
_DAYS: Final = MappingProxyType({"month": 30.0, "year": 365.0})
"""As many days a window of so many months has, where it is counted in days."""
_SPANS: Final = frozenset({"day", "week", "month", "year"})
_AS_SAID: Final = frozenset({"user", "literature", "document"})
"""Sources whose numbers have the units that people gave them: one without a unit may be said with it."""
CITED: Final = "cited-"
"""How the claims of numbers begin that stand in cited texts: they vouch for exactly what is printed there."""
_BARE: Final = "bare"
"""The unit of a text's number that stands alone: what else it counts is not said."""


@dataclass(frozen=True, kw_only=True)
class NumberIssue:
    """A number nobody can trace. `token` is as written; an unknown reference has value 0 and itself as token."""

    value: float
    token: str


@dataclass(frozen=True, kw_only=True)
class Known:
    """A number that may be said. `claim` names the fact; empty for numbers of allowed text and window labels.

    A number of a label is `exact`: the last 30 days vouch for no 29.6. So is a fact as its format rounds it.
    `moment` is set for dates and times, which vouch for nothing but themselves.
    """

    value: float
    unit: str | None
    claim: str = ""
    exact: bool = False
    moment: Moment | None = None

    def distance_to(self, said: Quantity | Within, *, signed: bool) -> float | None:
        """How far what is said is from this number, relative to it; None if it is not this number."""
        value = self._in_own_unit(said.value, said.unit)
        if value is None or self.moment is not None or (signed and value * self.value < 0):
            return None
        near = self._is_within(said) if isinstance(said, Within) else self._is_near(value, said)
        return abs(abs(value) - abs(self.value)) / max(abs(self.value), 1.0) if near else None

    def _is_near(self, value: float, said: Quantity) -> bool:
        """Whether a value in this number's unit is this number, as said."""
        if self.exact or said.exact:
            return math.isclose(value, self.value) or (bool(self.claim) and math.isclose(value, abs(self.value)))
        if said.unit and self.unit not in (None, said.unit):
            return abs(value - self.value) <= 0.02 * abs(self.value)
        return within_tolerance(value, self.value)

    def _is_within(self, said: Within) -> bool:
        """Whether this number lies where it is said to; a number of a label says only itself."""
        ends = [self._in_own_unit(end, said.unit) for end in (said.low, said.high)]
        low, high = min(end or 0.0 for end in ends), max(end or 0.0 for end in ends)
        return low <= abs(self.value) <= high and not self._is_label

    @property
    def _is_label(self) -> bool:
        return self.exact and not self.claim

    def _in_own_unit(self, value: float, unit: str | None) -> float | None:
        if unit is None or self.unit is None:
            return value
        if self._is_label and self.unit == "day" and unit in _DAYS:
            return value * _DAYS[unit]
        return converted(value, unit, self.unit)


def within_tolerance(value: float, known: float) -> bool:
    """The documented tolerance: 2 % of the known value, at least 0.05; a magnitude may stand for a negative."""
    tolerance = max(0.02 * abs(known), 0.05)
    return abs(value - known) <= tolerance or abs(value - abs(known)) <= tolerance


def fact_check_documented(
    reply: str, fact_sheet: Mapping[str, float], user_message: str = "", literature_prose: str = ""
) -> tuple[NumberIssue, ...]:
    """The fact-check as documented: the sheet, its pairwise ratios, the user's and the literature's numbers pass."""
    values = tuple(fact_sheet.values())
    ratios = tuple(a / b for a, b in permutations(values, 2) if b)
    echoed = tuple(token.value for text in (user_message, literature_prose) for token in tokenise_documented(text))
    fine = values + ratios + echoed
    return tuple(
        NumberIssue(value=token.value, token=token.text)
        for token in tokenise_documented(reply)
        if not is_documented_exempt(token) and not any(within_tolerance(token.value, known) for known in fine)
    )


def known_numbers(facts: Iterable[Fact], allowed_text: Iterable[str]) -> tuple[Known, ...]:
    """Everything an answer may say, window labels first: "the last 30 days" cites no fact that happens to be 30."""
    facts = tuple(facts)
    labels = dict.fromkeys(fact.window for fact in facts if fact.window)
    return (
        *(known for label in labels for known in _of_text(label, exact=True)),
        *(known for fact in facts if fact.unit != MOMENT for known in _of_fact(fact)),
        *(known for text in allowed_text for known in _of_text(text, exact=False)),
    )


def _of_fact(fact: Fact) -> Iterator[Known]:
    """The fact as it is, and as its format rounds it: 10.49 min are told as "10 min"."""
    if fact.unit == CLOCK:
        time = ClockTime(minute_of_day=minute_of_day(fact.value))
        yield Known(value=fact.value, unit=None, claim=fact.claim, moment=time)
        return
    if fact.unit == DATE:
        day = day_of(fact.value)
        moment = CalendarDate(year=day.year, month=day.month, day=day.day)
        yield Known(value=fact.value, unit=None, claim=fact.claim, moment=moment)
        return
    yield Known(value=fact.value, unit=_unit_of(fact), claim=_cited_as(fact), exact=fact.claim.startswith(CITED))
    as_written = written(fact)
    if as_written.value != fact.value:
        told = replace(fact, unit=as_written.unit)
        yield Known(value=as_written.value, unit=_unit_of(told), claim=_cited_as(fact), exact=True)


def _of_text(text: str, *, exact: bool) -> Iterator[Known]:
    for token in numbers_stated_in(text):
        for part in (token, *token.parts):
            for reading in part.readings:
                if isinstance(reading, Quantity | Within):
                    yield Known(value=reading.value, unit=reading.unit or _BARE, exact=exact)
                else:
                    yield Known(value=part.value, unit=None, moment=reading)


def trace(token: NumberToken, known: Sequence[Known]) -> Known | None:
    """The nearest known number that one of the token's readings comes to, or else its first part if all are known.

    A unit must not contradict; no ratio of known numbers counts.
    """
    best: tuple[float, Known] | None = None
    for reading in token.readings:
        if not isinstance(reading, Quantity | Within):
            if (moment := _moment_known(reading, known)) is not None:
                return moment
            continue
        for number in known:
            distance = number.distance_to(reading, signed=token.signed)
            if distance is not None and (best is None or distance < best[0]):
                best = (distance, number)
    if best is not None:
        return best[1]
    parts = [trace(part, known) for part in token.parts]
    return parts[0] if parts and None not in parts else None


def _moment_known(said: Moment, known: Sequence[Known]) -> Known | None:
    """The known date or time that says as much.

    The first and the last day of a known month are known. A year may be added that another known date gives.
    """
    moments = [number for number in known if number.moment is not None]
    if isinstance(said, ClockTime):
        return next((one for one in moments if isinstance(one.moment, ClockTime) and one.moment.is_at(said)), None)
    if said.has_wrong_weekday:
        return None
    dates = [(one, one.moment) for one in moments if isinstance(one.moment, CalendarDate)]
    years = {known_date.year for _, known_date in dates}
    without_year = replace(said, year=None)
    for one, given in dates:
        adds_year = given.year is None and said.month is not None and said.year in years
        if any(own.covers(without_year if adds_year else said) for own in (given, *_ends(given, said))):
            return one
    return None


def _ends(given: CalendarDate, said: CalendarDate) -> Iterator[CalendarDate]:
    if given.month is not None and given.day is None and said.month is not None:
        last = calendar.monthrange(given.year or 2000, given.month)[1]
        for day in (1, last):
            yield CalendarDate(year=given.year, month=given.month, day=day)


def user_facts(question: str) -> tuple[Fact, ...]:
    """What the user stated: numbers as facts `user.1`, `user.2` ..., each with its unit once, in order.

    Dates and times follow as `user-said.1` ...: what an answer may repeat, and no values. A bare year is a date.
    """
    return tuple(_stated(question, numbers="user", moments="user-said", source="user"))


def citation_facts(citations: Sequence[Citation]) -> tuple[Fact, ...]:
    """What the cited texts state: numbers of the second as `cited-2.1`, `cited-2.2` ..., dates as `cited-2-said.1`."""
    return tuple(
        fact
        for number, cited in enumerate(citations, start=1)
        for fact in _stated(
            cited.text,
            numbers=f"{CITED}{number}",
            moments=f"{CITED}{number}-said",
            source="document" if cited.document_id else "literature",
            citation=". ".join(filter(None, (cited.title, cited.publisher, cited.doi or cited.url))),
        )
    )


def _stated(text: str, *, numbers: str, moments: str, source: str, citation: str | None = None) -> Iterator[Fact]:
    """The numbers of a text as facts, each with its unit once, in order, then its dates and times."""
    tokens = numbers_stated_in(text)
    told = dict.fromkeys(token.text for token in tokens if _is_moment(token))
    stated = dict.fromkeys((token.value, token.unit) for token in tokens if not _is_moment(token))
    fact = partial(Fact, source=source, n=None, verdict=Verdict.VALIDATED, citation=citation)
    for position, (value, unit) in enumerate(stated, start=1):
        yield fact(claim=f"{numbers}.{position}", value=value, unit=None if unit == SHARE else unit, window=None)
    for position, moment in enumerate(told, start=1):
        yield fact(claim=f"{moments}.{position}", value=0.0, unit=MOMENT, window=moment)


def _is_moment(token: NumberToken) -> bool:
    is_bare_year = token.bare and token.unit is None and 1900 <= token.value <= 2100
    return token.moment is not None or is_bare_year


def _cited_as(fact: Fact) -> str:
    """A span of time that the user named selects data; saying it again cites nothing."""
    return "" if fact.source == "user" and fact.unit in _SPANS else fact.claim


def _unit_of(fact: Fact) -> str | None:
    """A sample size counts days unless it is known to count something else.

    A unit without a name here is what it is written as.
    """
    if fact.unit is None and fact.source not in _AS_SAID:
        if fact.derivation is not None:
            return RATIO
        return fact.counts or ("day" if fact.claim.rpartition(".")[2] in _DAY_COUNTS else NUMBER)
    return unit_named(fact.unit) or fact.unit.lower() if fact.unit else None
