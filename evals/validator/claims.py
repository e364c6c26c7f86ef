"""What can be claimed of series: that two go together, that groups of days differ, that a level changed.

Every function draws a claim over n calendar days, as the gates weigh it; days without a value are left out.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evals.validator.processes import Floats, Process
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.statistics.contrasts import change_point, of_difference, of_line

Claim: TypeAlias = Callable[[np.random.Generator], GateInput]
Days: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

RUN_DAYS: Final = 0.2
LAST_DAYS: Final = 14
_LATEST_START: Final = 20_000
_SATURDAY: Final = 2
"""1970-01-03."""


def calendar(rng: np.random.Generator, n: int) -> Days:
    """Consecutive days from any on, in days since 1970-01-01."""
    return np.arange(n, dtype=np.int64) + int(rng.integers(0, _LATEST_START))


def weekends(days: Days) -> Mask:
    """Which days are Saturdays or Sundays."""
    return (days - _SATURDAY) % 7 < 2


def some_days(rng: np.random.Generator, n: int, share: float) -> Mask:
    """This share of n days, at random."""
    chosen = np.zeros(n, dtype=np.bool_)
    chosen[rng.choice(n, round(share * n), replace=False)] = True
    return chosen


def association(x: Floats, y: Floats, days: Days) -> GateInput:
    """Two series, claimed to go together."""
    both = np.isfinite(x) & np.isfinite(y)
    return GateInput(kind=FindingKind.ASSOCIATION, feature=x[both], target=y[both], effect=0.0, days=days[both])


def difference(values: Floats, days: Days, later: Mask, *, beside_weekday: bool, beside_line: bool) -> GateInput:
    """A difference between two groups of days, or between earlier and later ones."""
    there = np.isfinite(values)
    return _trend(
        values[there],
        days[there],
        of_difference(~later[there], later[there]),
        beside_weekday=beside_weekday,
        beside_line=beside_line,
    )


def pair(rng: np.random.Generator, process: Process, *, n: int, rho: float = 0.0) -> GateInput:
    """Two series of a process with this correlation on the same day, and on no other than their memory brings about."""
    x, other = process.draw(rng, n), process.draw(rng, n)
    return association(x, rho * x + np.sqrt(1 - rho**2) * other, calendar(rng, n))


def groups(
    rng: np.random.Generator, process: Process, *, n: int, share: float = RUN_DAYS, size_sd: float = 0.0
) -> GateInput:
    """Days at random against the others, as days with a run are."""
    days, chosen = calendar(rng, n), some_days(rng, n, share)
    values = process.draw(rng, n) + size_sd * chosen
    return difference(values, days, chosen, beside_weekday=True, beside_line=True)


def weekend_days(rng: np.random.Generator, process: Process, *, n: int, size_sd: float = 0.0) -> GateInput:
    """Weekends against weekdays."""
    days = calendar(rng, n)
    chosen = weekends(days)
    values = process.draw(rng, n) + size_sd * chosen
    return difference(values, days, chosen, beside_weekday=False, beside_line=True)


def halves(rng: np.random.Generator, process: Process, *, n: int, size_sd: float = 0.0) -> GateInput:
    """The second half against the first."""
    return _since(rng, process, n=n, first_later=n // 2, size_sd=size_sd)


def windows(rng: np.random.Generator, process: Process, *, n: int, size_sd: float = 0.0) -> GateInput:
    """The last fourteen days against those before."""
    return _since(rng, process, n=n, first_later=n - LAST_DAYS, size_sd=size_sd)


def _since(rng: np.random.Generator, process: Process, *, n: int, first_later: int, size_sd: float) -> GateInput:
    later = np.arange(n) >= first_later
    values = process.draw(rng, n) + size_sd * later
    return difference(values, calendar(rng, n), later, beside_weekday=True, beside_line=False)


def line(rng: np.random.Generator, process: Process, *, n: int, size_sd: float = 0.0) -> GateInput:
    """A straight line; what is there is a step in the middle."""
    values, days = _stepped(rng, process, n, size_sd)
    return _trend(values, days, of_line(days), beside_weekday=True, beside_line=False)


def searched(rng: np.random.Generator, process: Process, *, n: int, size_sd: float = 0.0) -> GateInput:
    """The day on which the level differs most from before; what is there is a step in the middle."""
    values, days = _stepped(rng, process, n, size_sd)
    before = change_point(values, days) or 0
    later = np.arange(values.size) >= before
    contrast = of_difference(~later, later) if before else np.zeros(values.size)
    return _trend(values, days, contrast, beside_weekday=True, beside_line=False, is_searched=True)


def _stepped(rng: np.random.Generator, process: Process, n: int, size_sd: float) -> tuple[Floats, Days]:
    values = process.draw(rng, n) + size_sd * (np.arange(n) >= n // 2)
    there = np.isfinite(values)
    return values[there], calendar(rng, n)[there]


def _trend(
    values: Floats,
    days: Days,
    contrast: Floats,
    *,
    beside_weekday: bool,
    beside_line: bool,
    is_searched: bool = False,
) -> GateInput:
    return GateInput(
        kind=FindingKind.TREND,
        feature=values,
        target=None,
        effect=float(contrast @ values),
        days=days,
        contrast=contrast,
        is_searched=is_searched,
        beside_weekday=beside_weekday,
        beside_line=beside_line,
    )


KINDS: Final[Mapping[str, Callable[..., GateInput]]] = {
    "pairs": pair,
    "run days against others": groups,
    "weekends against weekdays": weekend_days,
    "two halves": halves,
    "a line": line,
    "the last 14 days": windows,
    "a change point": searched,
}
FEWEST_DAYS: Final = {"the last 14 days": 30, "a change point": 30}
"""Of kinds that need more days than the gates do."""


def claim_of(kind: str, process: Process, n: int, **effect: float) -> Claim:
    """How to draw a claim of this kind over n days."""
    return partial(KINDS[kind], process=process, n=n, **effect)
