"""Pairs that have nothing to do with each other but a cause of both: what is left after the whole review, by its rules.

The gates let a good part of them through, because days that share a cause do go together. So the Critic has to name it.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from evals.validator.cells import ABOVE, DRAWS, NAMED, VALIDATED, Cell, Measured, ProcessCell, Promise
from evals.validator.claims import Days, calendar
from evals.validator.processes import Floats, ar1_process
from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.algebra import All, Field, Relate, Table, Window
from services.validator.domain.claims.finding import Finding, FindingKind, NamedNumber, Verdict
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates import second_layer
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import (
    Case,
    ConcernCategory,
    Critique,
    Severity,
    bound_by_severity,
    final_verdict,
)
from services.validator.domain.verdict.validation import examine

Cause: TypeAlias = Callable[[np.random.Generator, Days], Floats]
"""What happens to both series on these days, in standard deviations of the rest: shape (n,)."""

LEAST_NAMED: Final = 70.0
MOST_VALIDATED: Final = 2.5
YEAR_DAYS: Final = 365.2425
_FEATURE, _TARGET = "respiratory_rate", "resting_heart_rate"
_EPOCH: Final = date(1970, 1, 1)
_LENGTHS: Final = (60, 90, 180, 365)


def step(rng: np.random.Generator, days: Days) -> Floats:
    """Another level from a day in the middle half on, as with a new watch."""
    return np.asarray(np.arange(days.size) >= int(days.size * rng.uniform(0.25, 0.75)), np.float64) * 2


def cycle(rng: np.random.Generator, days: Days, *, length: float) -> Floats:
    """A sine of this many days."""
    phase = rng.uniform(0, 2 * np.pi)
    return np.asarray(np.sqrt(2) * np.sin(2 * np.pi * days / length + phase), np.float64)


def holiday(rng: np.random.Generator, days: Days, *, length: int) -> Floats:
    """So many days in a row that are unlike the others."""
    start = int(rng.integers(0, days.size - length + 1))
    at = np.arange(days.size)
    return np.where((at >= start) & (at < start + length), 2.0, 0.0)


def week(rng: np.random.Generator, days: Days, *, until: float = 1.0) -> Floats:
    """A rhythm of the week, in this share of the days from the first on."""
    rhythm = rng.normal(size=7)
    rhythm = (rhythm - rhythm.mean()) / rhythm.std()
    return np.where(np.arange(days.size) < until * days.size, rhythm[days % 7], 0.0)


def drift(_rng: np.random.Generator, days: Days) -> Floats:
    """A straight line."""
    return np.linspace(-np.sqrt(3), np.sqrt(3), days.size)


@dataclass(frozen=True, kw_only=True)
class SharedCell(ProcessCell):
    """Pairs with a cause of both: what the gates let through, what is validated after the Critic, how often it doubts.

    Attributes:
        words: what the Critic's doubt has to speak of, a pattern.
        has_to_be_named: whether the gates cannot allow for the cause, so that the Critic has to name it.
    """

    cause: str
    happens: Cause
    words: str
    has_to_be_named: bool = True
    times: float = 1.0

    @property
    def table(self) -> str:
        return f"Shared: {self.cause}"

    @property
    def promises(self) -> tuple[Promise, ...]:
        named = (Promise(of=NAMED, bound=LEAST_NAMED, is_most=False),) if self.has_to_be_named else ()
        return Promise(of=VALIDATED, bound=MOST_VALIDATED), *named

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        """Of the draws the share above `rejected` by the gates, validated at last, and doubted for a cause of both."""
        reviews = asyncio.run(_reviewed([self._case(rng) for _ in range(draws)]))
        verdicts = [final_verdict(case.report.verdict, critique.decision) for case, critique in reviews]
        named = [self._is_named(critique) for _, critique in reviews]
        above = [case.report.verdict is not Verdict.REJECTED for case, _ in reviews]
        return {
            DRAWS: float(draws),
            ABOVE: 100 * sum(above) / draws,
            VALIDATED: 100 * sum(verdict is Verdict.VALIDATED for verdict in verdicts) / draws,
            NAMED: 100 * sum(named) / draws,
            "named_of_above": 100 * sum(np.logical_and(named, above)) / max(sum(above), 1),
            "gates_validated": 100 * sum(case.report.verdict is Verdict.VALIDATED for case, _ in reviews) / draws,
        }

    def _is_named(self, critique: Critique) -> bool:
        """Whether the cause, or what looks like it, is a doubt of medium or high severity."""
        return any(
            concern.category is ConcernCategory.CONFOUNDER
            and concern.severity is not Severity.LOW
            and re.search(self.words, concern.detail) is not None
            for concern in critique.concerns
        )

    def _case(self, rng: np.random.Generator) -> Case:
        days = calendar(rng, self.n)
        both = self.happens(rng, days)
        x, y = self.process.draw(rng, self.n) + both, self.process.draw(rng, self.n) + both
        return case_of(x, y, days)


async def _reviewed(cases: list[Case]) -> list[tuple[Case, Critique]]:
    mind = RulesMind()
    return [(case, bound_by_severity(await mind.critique(case))) for case in cases]


def case_of(x: Floats, y: Floats, days: Days) -> Case:
    """The pair as the one finding of a turn, which claims the correlation that its data has."""
    store = Store(daily={_FEATURE: DailySeries.of(days, x), _TARGET: DailySeries.of(days, y)})
    first, last = (_EPOCH + timedelta(days=int(each)) for each in (days[0], days[-1]))
    rows = All(table=Table.DAYS, window=Window(start=first, end=last, label="all data"))
    question = Relate(left=Field(name=_FEATURE), right=Field(name=_TARGET), rows=rows)
    finding = Finding(id="ds-001", kind=FindingKind.ASSOCIATION, claim="", question=question, numbers=())
    sample = read_sample(finding, store)
    if isinstance(sample, Unreadable):
        raise AssertionError(sample.reason)  # noqa: TRY004, nobody passed a wrong type
    effect = sample.answer.number("effect")
    if effect is not None:
        finding = replace(finding, numbers=(NamedNumber(key="effect", value=effect.value),))
    examined = examine(finding, store)
    (report,) = second_layer.among_all([examined.report], [None])
    if examined.sample is None or examined.evidence is None:
        raise AssertionError(examined.report.hard_rejection)
    return Case(finding=finding, report=report, sample=examined.sample, evidence=examined.evidence)


def shared(*, held_out: bool) -> Iterator[Cell]:
    """Every cause, where days are independent and where they resemble each other."""
    month, away, stops = (21.0, 14, 0.35) if held_out else (28.0, 10, 0.5)
    causes: tuple[tuple[str, Cause, str, int], ...] = (
        ("a step on the same day", step, "same day|drift", 60),
        (f"a cycle of {month:g} days", partial(cycle, length=month), "slow rhythm|cycle", 90),
        ("a year", partial(cycle, length=YEAR_DAYS), "time of year|slow rhythm|cycle|drift", 365),
        (f"a holiday of {away} days", partial(holiday, length=away), "holiday", 60),
        (
            f"a rhythm of the week that stops after {100 * stops:g} % of the days",
            partial(week, until=stops),
            "week",
            60,
        ),
    )
    allowed_for = (("a rhythm of the week", week, "week"), ("a straight line", drift, "same day|drift"))
    for process in map(ar1_process, (0.3, 0.7) if held_out else (0.0, 0.5)):
        for cause, happens, words, fewest in causes:
            yield from (
                SharedCell(cause=cause, happens=happens, words=words, process=process, n=n)
                for n in _LENGTHS
                if n >= fewest
            )
        for cause, happens, words in allowed_for:
            yield from (
                SharedCell(cause=cause, happens=happens, words=words, process=process, n=n, has_to_be_named=False)
                for n in _LENGTHS
            )
