"""Pairs that have nothing to do with each other but a cause, and pairs that go together: what the review makes of each.

The gates alone let a good part of the first kind through, because days that share a cause do go together. So they are
measured through the whole review: the gates, the rules' critique, and the verdict that is left.
"""

import asyncio
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from evals.validator.processes import Floats, autoregressive
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
    Concern,
    ConcernCategory,
    Critique,
    Severity,
    bound_by_severity,
    final_verdict,
)
from services.validator.domain.verdict.validation import examine

FEATURE: Final = "respiratory_rate"
TARGET: Final = "resting_heart_rate"
"""Two metrics of which neither goes into the other."""
PHIS: Final = (0.0, 0.5, 0.8)
LENGTHS: Final = (60, 90, 180, 365)
_LATEST_START: Final = 20_000


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two daily series on consecutive days.

    Attributes:
        x: shape (n,); `y` likewise.
        first_day: since 1970-01-01.
    """

    x: Floats
    y: Floats
    first_day: int


TOLD: Final = MappingProxyType(
    {
        "step": "on about the same day",
        "spell": "a stretch of days that was unusual for both",
        "cycle": "a slow rhythm that both follow",
        "rhythm": "a rhythm of the week that both had",
        "season": "the time of year",
    }
)
"""How the Critic says each cause."""

Draw: TypeAlias = Callable[[np.random.Generator], Pair]
Shape: TypeAlias = Callable[[np.random.Generator, int], tuple[Floats, Floats]]
"""What a cause adds to either series of n days, in standard deviations of the rest."""


@dataclass(frozen=True, kw_only=True)
class SharedCell:
    """One row of a table.

    Attributes:
        causes: of which the Critic has to name one; empty where the link is real.
    """

    name: str
    draw: Draw
    causes: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class SharedFigures:
    """Shares of a cell's draws, in percent.

    Attributes:
        gated: above `rejected` by the gates, before the Critic; `gates_validated` likewise `validated`.
        validated: after the Critic.
        named: the Critic names a cause of the cell, in a concern of medium or high severity.
        named_of_gated: the same of what the gates let through.
        capped: a shared cause alone, whichever, raises a high concern.
        capped_of_gated: the same of what the gates let through.
        doubted: a shared cause raises a medium or high concern.
    """

    name: str
    draws: int
    gated: float
    gates_validated: float
    validated: float
    named: float
    named_of_gated: float
    capped: float
    capped_of_gated: float
    doubted: float


def measure_shared(cell: SharedCell, seed: int, draws: int) -> SharedFigures:
    """Draws findings of a cell and has each reviewed as the validator does, by its rules."""
    return asyncio.run(_measure(cell, seed, draws))


async def _measure(cell: SharedCell, seed: int, draws: int) -> SharedFigures:
    rng, mind = np.random.default_rng((seed, zlib.crc32(cell.name.encode()))), RulesMind()
    rows = []
    for _ in range(draws):
        case = case_of(cell.draw(rng))
        critique = bound_by_severity(await mind.critique(case))
        gates, verdict = case.report.verdict, final_verdict(case.report.verdict, critique.decision)
        grave = _grave(critique)
        told = " ".join(each.detail for each in grave)
        found = {cause for cause, words in TOLD.items() if words in told}
        doubted = bool(found)
        rows.append(
            (
                gates is not Verdict.REJECTED,
                gates is Verdict.VALIDATED,
                verdict is Verdict.VALIDATED,
                bool(cell.causes & found),
                doubted and any(each.severity is Severity.HIGH for each in grave),
                doubted,
            )
        )
    table = np.array(rows, np.float64)
    gated, gates_validated, validated, named, capped, doubted = (100 * table).mean(axis=0)
    passed = table[table[:, 0] > 0]
    return SharedFigures(
        name=cell.name,
        draws=draws,
        gated=gated,
        gates_validated=gates_validated,
        validated=validated,
        named=named,
        named_of_gated=100 * float(passed[:, 3].mean()) if passed.size else float("nan"),
        capped=capped,
        capped_of_gated=100 * float(passed[:, 4].mean()) if passed.size else float("nan"),
        doubted=doubted,
    )


def _grave(critique: Critique) -> list[Concern]:
    confounders = (each for each in critique.concerns if each.category is ConcernCategory.CONFOUNDER)
    return [each for each in confounders if each.severity is not Severity.LOW]


def case_of(pair: Pair) -> Case:
    """The pair as the one finding of a turn, which claims what its data has."""
    days = np.arange(pair.x.size) + pair.first_day
    store = Store(
        daily={FEATURE: DailySeries.of(days, pair.x), TARGET: DailySeries.of(days, pair.y)},
    )
    claimed = _claimed(pair, store)
    examined = examine(claimed, store)
    (report,) = second_layer.among_all([examined.report], [None])
    if examined.sample is None or examined.evidence is None:
        raise AssertionError(examined.report.hard_rejection)
    return Case(finding=claimed, report=report, sample=examined.sample, evidence=examined.evidence)


def _claimed(pair: Pair, store: Store) -> Finding:
    first = date(1970, 1, 1) + timedelta(days=pair.first_day)
    window = Window(start=first, end=first + timedelta(days=pair.x.size - 1), label="all data")
    question = Relate(left=Field(name=FEATURE), right=Field(name=TARGET), rows=All(table=Table.DAYS, window=window))
    finding = Finding(
        id="ds-001",
        kind=FindingKind.ASSOCIATION,
        claim="The two go together.",
        question=question,
        numbers=(),
        source="data_science",
    )
    sample = read_sample(finding, store)
    effect = None if isinstance(sample, Unreadable) else sample.answer.number("effect")
    numbers = () if effect is None else (NamedNumber(key="effect", value=effect.value),)
    return replace(finding, numbers=numbers)


def slow_and_noise(rng: np.random.Generator, n: int) -> Floats:
    """Half a slow autoregression, half white noise: shape (n,), unit variance."""
    return np.asarray((autoregressive(rng, n, 0.95) + rng.normal(size=n)) / np.sqrt(2), np.float64)


def remembering(rng: np.random.Generator, n: int, phi: float | None) -> Floats:
    """A first-order autoregression, or for None a slow one in noise: shape (n,), unit variance."""
    return slow_and_noise(rng, n) if phi is None else autoregressive(rng, n, phi)


def pair(rng: np.random.Generator, *, n: int, phi: float | None, rho: float, added: Shape) -> Pair:
    """A pair of series with a correlation, to either of which something is added."""
    x, other = remembering(rng, n, phi), remembering(rng, n, phi)
    first, second = added(rng, n)
    return Pair(
        x=x + first, y=rho * x + np.sqrt(1 - rho**2) * other + second, first_day=int(rng.integers(_LATEST_START))
    )


def nothing(_rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    return np.zeros(n), np.zeros(n)


def in_both(one: Callable[[np.random.Generator, int], Floats]) -> Shape:
    """The same shape in both, each with a sign and a size of its own."""

    def added(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        shape = one(rng, n)
        return _scaled(rng, shape), _scaled(rng, shape)

    return added


def one_each(one: Callable[[np.random.Generator, int], Floats]) -> Shape:
    """A shape of its own in either."""

    def added(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        return _scaled(rng, one(rng, n)), _scaled(rng, one(rng, n))

    return added


SIZES: Final = (1.0, 1.5)
"""How large a cause is, in standard deviations of the rest, from and to."""


def _scaled(rng: np.random.Generator, shape: Floats) -> Floats:
    return np.asarray(rng.choice((-1, 1)) * rng.uniform(*SIZES) * shape, np.float64)


def step(rng: np.random.Generator, n: int, *, dates: tuple[float, float] = (0.2, 0.8)) -> Floats:
    """0 before a day and 1 from it on; the day lies within these shares of the days."""
    return np.asarray(np.arange(n) >= int(n * rng.uniform(*dates)), np.float64)


def two_steps(rng: np.random.Generator, n: int) -> Floats:
    """Up on one day, and on another back by half or up further."""
    first, second = step(rng, n, dates=(0.15, 0.45)), step(rng, n, dates=(0.55, 0.85))
    return np.asarray(first + rng.choice((-0.7, 0.7)) * second, np.float64)


def cycle(rng: np.random.Generator, n: int, *, days: tuple[float, float] = (20.0, 45.0)) -> tuple[Floats, Floats]:
    """A rhythm that both follow, the second up to a tenth of its length later."""
    angle = 2 * np.pi * (np.arange(n) / rng.uniform(*days) + rng.uniform())
    late = 2 * np.pi * rng.uniform(-0.1, 0.1)
    return _scaled(rng, np.sin(angle)), _scaled(rng, np.sin(angle - late))


def own_cycle(rng: np.random.Generator, n: int, *, days: tuple[float, float]) -> Floats:
    return np.asarray(np.sin(2 * np.pi * (np.arange(n) / rng.uniform(*days) + rng.uniform())), np.float64)


def own_cycles(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """Two rhythms of clearly different length."""
    return (
        _scaled(rng, own_cycle(rng, n, days=(14.0, 22.0))),
        _scaled(rng, own_cycle(rng, n, days=(30.0, 50.0))),
    )


def holiday(rng: np.random.Generator, n: int, *, days: tuple[int, int] = (7, 14)) -> Floats:
    """Some days that differ by about two standard deviations."""
    length = int(rng.integers(days[0], days[1] + 1))
    start = int(rng.integers(5, n - length - 5))
    at = np.arange(n)
    return np.asarray(1.5 * ((at >= start) & (at < start + length)), np.float64)


def uneven_holiday(rng: np.random.Generator, n: int) -> Floats:
    """Some days that differ most at first and less towards their end."""
    there = holiday(rng, n, days=(5, 20)) > 0
    shape = np.zeros(n)
    shape[there] = np.linspace(2.2, 0.8, int(there.sum()))
    return shape


def year(rng: np.random.Generator, n: int) -> Floats:
    return np.asarray(np.sin(2 * np.pi * (np.arange(n) / 365.25 + rng.uniform())), np.float64)


def stopped_rhythm(rng: np.random.Generator, n: int, *, stops: tuple[float, float] = (0.4, 0.6)) -> Floats:
    """A rhythm of the week up to a day, and none from it on."""
    rhythm = rng.normal(size=7)
    rhythm = (rhythm - rhythm.mean()) / rhythm.std()
    at = np.arange(n)
    return np.where(at < int(n * rng.uniform(*stops)), rhythm[at % 7], 0.0)


def device(rng: np.random.Generator, *, n: int, phi: float) -> Pair:
    """Unrelated series whose level and spread are others from one day on."""
    at = int(n * rng.uniform(0.2, 0.8))
    later = np.arange(n) >= at
    x, y = (autoregressive(rng, n, phi) * np.where(later, rng.uniform(1.3, 1.8), 1) for _ in range(2))
    return Pair(
        x=x + _scaled(rng, later.astype(np.float64)),
        y=y + _scaled(rng, later.astype(np.float64)),
        first_day=int(rng.integers(_LATEST_START)),
    )


def carried(rng: np.random.Generator, *, n: int, phi: float | None, rho: float, one: Callable[..., Floats]) -> Pair:
    """A link that carries over to the second series what happens to the first."""
    x, other = remembering(rng, n, phi) + _scaled(rng, one(rng, n)), remembering(rng, n, phi)
    return Pair(x=x, y=rho * x + np.sqrt(1 - rho**2) * other, first_day=int(rng.integers(_LATEST_START)))


def shared(*, held_out: bool = False, phis: Sequence[float] = PHIS) -> list[SharedCell]:
    """Pairs whose only link is a cause of both; held out, of other sizes, lengths and forms."""
    causes: list[tuple[str, Shape, frozenset[str], tuple[int, ...]]]
    if held_out:
        causes = [
            ("two steps", in_both(two_steps), frozenset({"step"}), LENGTHS),
            ("late step", in_both(partial(step, dates=(0.72, 0.88))), frozenset({"step"}), LENGTHS),
            ("cycle of 12-19 days", partial(cycle, days=(12.0, 19.0)), frozenset({"cycle"}), LENGTHS),
            ("cycle of 46-80 days", partial(cycle, days=(46.0, 80.0)), frozenset({"cycle"}), LENGTHS[2:]),
            ("uneven holiday", in_both(uneven_holiday), frozenset({"spell"}), LENGTHS),
            (
                "rhythm that stops early",
                in_both(partial(stopped_rhythm, stops=(0.25, 0.4))),
                frozenset({"rhythm"}),
                LENGTHS,
            ),
        ]
    else:
        causes = [
            ("step", in_both(step), frozenset({"step"}), LENGTHS),
            ("cycle of 20-45 days", cycle, frozenset({"cycle"}), LENGTHS),
            ("holiday", in_both(holiday), frozenset({"spell"}), LENGTHS),
            ("year", in_both(year), frozenset({"cycle", "season"}), LENGTHS[3:]),
            ("rhythm that stops", in_both(stopped_rhythm), frozenset({"rhythm"}), LENGTHS),
        ]
    cells = [
        SharedCell(
            name=f"shared {name}, phi = {phi}, n = {n}",
            draw=partial(pair, n=n, phi=phi, rho=0.0, added=added),
            causes=named,
        )
        for name, added, named, lengths in causes
        for phi in phis
        for n in lengths
    ]
    if not held_out:
        cells += [
            SharedCell(
                name=f"shared device, phi = {phi}, n = {n}",
                draw=partial(device, n=n, phi=phi),
                causes=frozenset({"step"}),
            )
            for phi in phis
            for n in LENGTHS
        ]
    return cells


def real(rho: float, *, held_out: bool = False) -> list[SharedCell]:
    """Pairs that go together, some with rhythms, steps and holidays of their own."""
    own: list[tuple[str, Shape]] = [
        ("", nothing),
        (", own cycles", own_cycles),
        (", own steps", one_each(partial(step, dates=(0.1, 0.9)) if held_out else step)),
        (", own holidays", one_each(uneven_holiday if held_out else holiday)),
    ]
    cells = [
        SharedCell(
            name=f"rho = {rho}{name}, {'slow + noise' if phi is None else f'phi = {phi}'}, n = {n}",
            draw=partial(pair, n=n, phi=phi, rho=rho, added=added),
        )
        for name, added in own
        for phi in ((0.3, 0.7) if held_out else (*PHIS, None))
        for n in LENGTHS
    ]
    return cells + [
        SharedCell(
            name=f"rho = {rho}, {name} carried over, phi = {phi}, n = {n}",
            draw=partial(carried, n=n, phi=phi, rho=rho, one=one),
        )
        for name, one in (("step", step), ("holiday", holiday), ("cycle", partial(own_cycle, days=(20.0, 45.0))))
        for phi in ((0.3, 0.7) if held_out else PHIS)
        for n in LENGTHS
    ]
