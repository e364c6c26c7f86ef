"""Cells of intervals: how often what is told as 95 % holds the truth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from scipy import stats

from evals.validator import telling
from evals.validator.cells import DRAWS, HOLDS, INTERVAL, TOLD, WIDTH, Cell, Measured, ProcessCell, Promise
from evals.validator.claims import calendar, some_days
from evals.validator.processes import Process, ar1_process, slow_process
from evals.validator.telling import Told

LENGTHS: Final = (30, 90, 365)
LEAST_HELD: Final = 93.0
MOST_HELD: Final = 97.0
LEAST_HELD_SLOW: Final = 88.0
_TIMES: Final = 2.5
_RHO: Final = 0.3
_THRESHOLD: Final = 0.5
_CHOSEN: Final = 0.35


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """What is told of a draw, and the truth that it should hold."""

    told: Told
    truth: float


Draw: TypeAlias = Callable[[np.random.Generator, Process, int], Drawn]


def mean(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    return Drawn(told=telling.mean(process.draw(rng, n), calendar(rng, n)), truth=0.0)


def median(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    return Drawn(told=telling.median(process.draw(rng, n), calendar(rng, n)), truth=0.0)


def share(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    """Of days above half a standard deviation."""
    held = (process.draw(rng, n) > _THRESHOLD).astype(np.float64)
    return Drawn(told=telling.share(held, calendar(rng, n)), truth=float(stats.norm.sf(_THRESHOLD)))


def groups(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    chosen = some_days(rng, n, _CHOSEN)
    return Drawn(told=telling.difference(process.draw(rng, n), calendar(rng, n), chosen), truth=0.0)


def halves(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    later = np.arange(n) >= n // 2
    return Drawn(told=telling.difference(process.draw(rng, n), calendar(rng, n), later), truth=0.0)


def line(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    return Drawn(told=telling.change(process.draw(rng, n), calendar(rng, n)), truth=0.0)


def rank_correlation(rng: np.random.Generator, process: Process, n: int) -> Drawn:
    """Of a Gaussian pair, whose rank correlation follows from the usual one: Pearson (1907)."""
    x, other = process.draw(rng, n), process.draw(rng, n)
    y = _RHO * x + np.sqrt(1 - _RHO**2) * other
    return Drawn(told=telling.rank_correlation(x, y, calendar(rng, n)), truth=6 / np.pi * np.arcsin(_RHO / 2))


NUMBERS: Final[dict[str, Draw]] = {
    "mean": mean,
    "median": median,
    "share of days above half an SD": share,
    "difference of 35 % of the days from the others": groups,
    "difference of halves": halves,
    "change of a line": line,
    "rank correlation of 0.29": rank_correlation,
}


@dataclass(frozen=True, kw_only=True)
class IntervalCell(ProcessCell):
    """How often the interval of a number holds the truth, where one is told."""

    number: str
    times: float = _TIMES

    @property
    def table(self) -> str:
        return INTERVAL + self.number

    @property
    def promises(self) -> tuple[Promise, ...]:
        """Within two points of 95 %; of a memory that a record hardly shows, not far below."""
        if self.process.is_slow:
            return (Promise(of=HOLDS, bound=LEAST_HELD_SLOW, is_most=False),)
        return Promise(of=HOLDS, bound=LEAST_HELD, is_most=False), Promise(of=HOLDS, bound=MOST_HELD)

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        """The share that holds the truth of those told, the share told, and their median width in SD."""
        drawn = [NUMBERS[self.number](rng, self.process, self.n) for _ in range(draws)]
        told = [(each.told, each.truth) for each in drawn if each.told is not None]
        if not told:
            return {DRAWS: float(draws), TOLD: 0.0}
        held = [low <= truth <= high for (low, high), truth in told]
        return {
            DRAWS: float(draws),
            HOLDS: 100 * sum(held) / len(told),
            TOLD: 100 * len(told) / draws,
            WIDTH: float(np.median([high - low for (low, high), _ in told])),
        }


def intervals() -> Iterator[Cell]:
    """Every number of every memory that is promised, over every length."""
    memories = (*map(ar1_process, (0.0, 0.5, 0.8)), slow_process(0.5, 0.95))
    for number in NUMBERS:
        yield from (IntervalCell(number=number, process=process, n=n) for process in memories for n in LENGTHS)
