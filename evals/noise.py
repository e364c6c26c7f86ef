"""Series whose truth is known: what has nothing to do with each other, and what has."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import signal

from evals.people import data_root
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.statistics.contrasts import change_point, contrast, of_difference

Floats: TypeAlias = NDArray[np.float64]
Draw: TypeAlias = Callable[[np.random.Generator], GateInput]

BURN_IN = 300
SHARED = 1.0
"""Size of a shared rhythm or trend, in standard deviations of the rest."""
LIFESNAPS = ("resting_hr", "rmssd", "steps", "minutesAsleep", "calories", "sleep_efficiency", "distance", "nremhr")
FEWEST_DAYS = 30
SMALLEST_SHIFT = 10
WORKOUTS = 0.35
"""The share of days with a workout."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One row of a table: how to draw a finding, and what the row is called.

    Attributes:
        limit: the largest share above `rejected` that is acceptable, in percent; None where nothing is promised.
        least: the smallest share above `rejected` that is acceptable, in percent; None where nothing is promised.
        most_draws: how many findings are drawn at most, where one takes long; None for no limit.
    """

    family: str
    name: str
    draw: Draw
    limit: float | None = None
    least: float | None = None
    labels: dict[str, float] = field(default_factory=dict)
    most_draws: int | None = None


def autoregressive(rng: np.random.Generator, n: int, phi: float) -> Floats:
    """A first-order autoregression with unit variance, shape (n,)."""
    values: Floats = signal.lfilter([np.sqrt(1 - phi**2)], [1, -phi], rng.normal(size=n + BURN_IN))
    return values[BURN_IN:]


def association(rng: np.random.Generator, *, n: int, phi: float = 0.0, rho: float = 0.0, shared: str = "") -> GateInput:
    """A pair of series with the same memory and a correlation, and perhaps a shared weekly rhythm or linear trend."""
    x, other = autoregressive(rng, n, phi), autoregressive(rng, n, phi)
    y = rho * x + np.sqrt(1 - rho**2) * other
    days = np.arange(n) + int(rng.integers(0, 20_000))
    if shared == "weekly rhythm":
        rhythm = rng.normal(size=7)
        both = ((rhythm - rhythm.mean()) / rhythm.std())[days % 7]
    elif shared == "linear trend":
        both = np.linspace(-(3**0.5), 3**0.5, n)
    else:
        both = np.zeros(n)
    return GateInput(
        kind=FindingKind.ASSOCIATION, feature=x + SHARED * both, target=y + SHARED * both, effect=rho, days=days
    )


def trend(rng: np.random.Generator, *, n: int, phi: float, step_sd: float, line: bool) -> GateInput:
    """A series with a step in the middle, claimed as a difference of halves or as a straight line."""
    values = autoregressive(rng, n, phi)
    values[n // 2 :] += step_sd
    days = np.arange(n) + int(rng.integers(0, 20_000))
    weights = contrast(days, None if line else n // 2)
    return GateInput(
        kind=FindingKind.TREND,
        feature=values,
        target=None,
        effect=float(weights @ values),
        days=days,
        contrast=weights,
    )


def grouped(rng: np.random.Generator, *, n: int, phi: float, shift_sd: float, weekends: bool) -> GateInput:
    """Days of one group between those of the other: weekends against other days, or days with a workout."""
    days = np.arange(n) + int(rng.integers(0, 20_000))
    chosen = (days + 3) % 7 >= 5 if weekends else rng.random(n) < WORKOUTS
    values = autoregressive(rng, n, phi) + shift_sd * chosen
    weights = of_difference(~chosen, chosen)
    return GateInput(
        kind=FindingKind.TREND,
        feature=values,
        target=None,
        effect=float(weights @ values),
        days=days,
        contrast=weights,
        beside_weekday=not weekends,
        beside_line=True,
    )


def searched(rng: np.random.Generator, *, n: int, phi: float, step_sd: float) -> GateInput:
    """A series with a step in the middle, claimed as the day on which it differs most from before."""
    values = autoregressive(rng, n, phi)
    values[n // 2 :] += step_sd
    days = np.arange(n) + int(rng.integers(0, 20_000))
    before = change_point(values, days)
    weights = contrast(days, before)
    return GateInput(
        kind=FindingKind.TREND,
        feature=values,
        target=None,
        effect=float(weights @ values),
        days=days,
        contrast=weights,
        is_searched=True,
    )


@lru_cache(maxsize=1)
def wearers() -> tuple[pd.DataFrame, ...]:
    """The days of each LifeSnaps wearer, by date; empty where the data is absent."""
    root = data_root()
    if root is None:
        return ()
    raw = pd.read_csv(root / "lifesnaps" / "daily.csv", parse_dates=["date"])
    return tuple(
        days.sort_values("date").drop_duplicates("date").set_index("date")[list(LIFESNAPS)]
        for _, days in raw.groupby("id")
    )


def shifted_lifesnaps(rng: np.random.Generator) -> GateInput:
    """Two real series of a person, the second shifted in a circle by ten days or more, so that they are unrelated."""
    people = wearers()
    while True:
        person = people[int(rng.integers(len(people)))]
        feature, target = rng.choice(LIFESNAPS, size=2, replace=False)
        if {feature, target} == {"steps", "distance"}:
            continue
        pairs = person[[feature, target]].dropna()
        if len(pairs) >= FEWEST_DAYS and pairs.nunique().min() >= 3:
            break
    shift = int(rng.integers(SMALLEST_SHIFT, len(pairs) - SMALLEST_SHIFT + 1))
    return GateInput(
        kind=FindingKind.ASSOCIATION,
        feature=pairs[feature].to_numpy(np.float64),
        target=np.roll(pairs[target].to_numpy(np.float64), shift),
        effect=0.0,
        days=pairs.index.to_numpy().astype("datetime64[D]").astype(np.int64),
    )


PHIS = (0.0, 0.5, 0.7, 0.9)
LENGTHS = (30, 60, 90, 180, 365)
DIFFERENCE_PHIS = (0.0, 0.5, 0.8)
DIFFERENCE_LENGTHS = (60, 180)
FEWER_DRAWS = 200


def unrelated() -> list[Cell]:
    """Pairs that have nothing to do with each other."""
    cells = [
        Cell(
            family="unrelated",
            name=f"{'i.i.d.' if phi == 0 else f'AR(1) phi = {phi}'}, n = {n}",
            draw=partial(association, n=n, phi=phi),
            limit=6 if phi <= 0.7 else 8,
            labels={"phi": phi, "n": n},
        )
        for phi in PHIS
        for n in LENGTHS
    ]
    cells += [
        Cell(
            family="unrelated",
            name=f"shared {shared}, phi = {phi}, n = {n}",
            draw=partial(association, n=n, phi=phi, shared=shared),
            limit=8,
        )
        for shared in ("weekly rhythm", "linear trend")
        for phi in (0.0, 0.5)
        for n in LENGTHS
    ]
    if wearers():
        cells.append(Cell(family="unrelated", name="LifeSnaps pairs, shifted", draw=shifted_lifesnaps, limit=8))
    return cells


def related() -> list[Cell]:
    """Pairs and changes that are there."""
    promised = {(0.5, 0.0, 90): 95.0, (0.4, 0.0, 180): 95.0, (0.5, 0.5, 180): 90.0}
    return [
        Cell(
            family=f"related, rho = {rho}",
            name=f"rho = {rho}, phi = {phi}, n = {n}",
            draw=partial(association, n=n, phi=phi, rho=rho),
            least=promised.get((rho, phi, n)),
            labels={"phi": phi, "n": n},
        )
        for rho in (0.3, 0.4, 0.5)
        for phi in PHIS
        for n in LENGTHS
    ]


def changes(step_sd: float) -> list[Cell]:
    """A step in the middle, or with size 0 none at all, claimed in both ways a trend can be."""
    what = f"step of {step_sd:g} SD" if step_sd else "no change"
    return [
        Cell(
            family=f"{what}, claimed as {'a line' if line else 'a difference of halves'}",
            name=f"{what}, {'line' if line else 'halves'}, phi = {phi}, n = {n}",
            draw=partial(trend, n=n, phi=phi, step_sd=step_sd, line=line),
            least=95.0 if step_sd == 1 and not line and (phi, n) == (0.0, 90) else None,
            labels={"phi": phi, "n": n},
        )
        for line in (False, True)
        for phi in PHIS
        for n in LENGTHS
    ]


def differences(size_sd: float) -> list[Cell]:
    """Groups of days between each other, and steps that are searched for: of this size, or with 0 not there."""
    what = f"{size_sd:g} SD" if size_sd else "nothing"
    cells = [
        Cell(
            family=f"{name}, {what}",
            name=f"{name}, {what}, phi = {phi}, n = {n}",
            draw=partial(grouped, n=n, phi=phi, shift_sd=size_sd, weekends=weekends),
            limit=None if size_sd else 8,
            least=95.0 if size_sd == 1 and (phi, n) == (0.0, 180) else None,
            labels={"phi": phi, "n": n},
            most_draws=FEWER_DRAWS,
        )
        for name, weekends in (("weekends against weekdays", True), ("days with a workout against others", False))
        for phi in DIFFERENCE_PHIS
        for n in DIFFERENCE_LENGTHS
    ]
    cells += [
        Cell(
            family=f"a step searched for, {what}",
            name=f"a step searched for, {what}, phi = {phi}, n = {n}",
            draw=partial(searched, n=n, phi=phi, step_sd=size_sd),
            limit=None if size_sd else 8,
            least=95.0 if size_sd == 1 and (phi, n) == (0.0, 180) else None,
            labels={"phi": phi, "n": n},
            most_draws=FEWER_DRAWS,
        )
        for phi in DIFFERENCE_PHIS
        for n in DIFFERENCE_LENGTHS
    ]
    return cells
