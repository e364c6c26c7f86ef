"""Real series of LifeSnaps wearers, with their gaps: made free of what happened, or as they are."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd

from evals.people import data_root
from evals.validator.claims import Days, association, difference, some_days
from evals.validator.processes import Floats, Process
from services.validator.domain.gates.gate import GateInput

METRICS: Final = (
    "resting_hr", "rmssd", "steps", "minutesAsleep", "calories", "sleep_efficiency", "distance", "nremhr",
)  # fmt: skip
RESTING_HEART_RATE: Final = "resting_hr"
_COMPUTED_FROM_EACH_OTHER: Final = {"steps", "distance"}
_FEWEST_PAIRS: Final = 30
_SMALLEST_SHIFT: Final = 10
_FEWEST_PRESENT: Final = 0.7
_FEWEST_LEVELS: Final = 8
_FEWEST_SERIES: Final = 10


@dataclass(frozen=True, kw_only=True, eq=False)
class Recorded:
    """A wearer's series on the whole calendar of its record.

    Attributes:
        observed: shape (n,), NaN on days without a value.
        days: shape (n,), consecutive, since 1970-01-01.
    """

    metric: str
    observed: Floats
    days: Days

    @property
    def present(self) -> Floats:
        """The values that there are, in time order."""
        there: Floats = self.observed[np.isfinite(self.observed)]
        return there


@lru_cache(maxsize=1)
def wearers() -> tuple[pd.DataFrame, ...]:
    """The days of each wearer, by date; empty where the data is absent."""
    root = data_root()
    if root is None:
        return ()
    raw = pd.read_csv(root / "lifesnaps" / "daily.csv", parse_dates=["date"])
    return tuple(
        days.sort_values("date").drop_duplicates("date").set_index("date")[list(METRICS)]
        for _, days in raw.groupby("id")
    )


@lru_cache(maxsize=1)
def recorded() -> tuple[Recorded, ...]:
    """Every series that varies, from its first value to its last."""
    every = (
        (metric, values.loc[values.first_valid_index() : values.last_valid_index()])
        for days in wearers()
        for metric, values in days.asfreq("D").items()
        if values.nunique() >= _FEWEST_LEVELS
    )
    return tuple(
        Recorded(
            metric=str(metric),
            observed=values.to_numpy(np.float64),
            days=values.index.to_numpy().astype("datetime64[D]").astype(np.int64),
        )
        for metric, values in every
    )


def phase_randomised(values: Floats, rng: np.random.Generator) -> Floats:
    """A Gaussian-like series with the spectrum of this one and phases of chance: Theiler et al. (1992).

    Gaps count as the mean while the spectrum is taken, and are gaps again in the result. What is passed has to be free
    of rhythms that are really there, for they are no chance.
    """
    there = np.isfinite(values)
    filled = np.where(there, values - np.nanmean(values), 0.0)
    spectrum = np.fft.rfft(filled)
    turned = spectrum * np.exp(2j * np.pi * rng.random(spectrum.size))
    turned[0] = spectrum[0]
    if values.size % 2 == 0:
        turned[-1] = spectrum[-1]
    return np.where(there, np.fft.irfft(turned, values.size), np.nan)


def without_weekdays(series: Recorded) -> Floats:
    """The series less the mean of each day of the week."""
    left = series.observed.copy()
    for weekday in range(7):
        that_day = series.days % 7 == weekday
        if np.isfinite(left[that_day]).any():
            left[that_day] -= np.nanmean(left[that_day])
    return left


def _stretches(n: int) -> tuple[Recorded, ...]:
    """Series of at least n days, most of which have a value."""
    return tuple(
        series
        for series in recorded()
        if series.observed.size >= n and np.isfinite(series.observed).mean() >= _FEWEST_PRESENT
    )


def can_draw(n: int) -> bool:
    """Whether there are enough series of n days."""
    return len(_stretches(n)) >= _FEWEST_SERIES


def draw_randomised(rng: np.random.Generator, n: int) -> Floats:
    """A stretch of n days of some wearer's series, phase-randomised over its whole record and of unit variance."""
    candidates = _stretches(n)
    while True:
        series = candidates[int(rng.integers(len(candidates)))]
        values = phase_randomised(without_weekdays(series), rng)
        start = int(rng.integers(values.size - n + 1))
        stretch: Floats = values[start : start + n] / np.nanstd(values)
        if np.isfinite(stretch).mean() >= _FEWEST_PRESENT:
            return stretch


RANDOMISED: Final = Process(name="LifeSnaps, phase-randomised", draw=draw_randomised)


def shifted_pair(rng: np.random.Generator) -> GateInput:
    """Two real series of a person, the second shifted in a circle by ten days or more, so that they are unrelated."""
    people = wearers()
    while True:
        person = people[int(rng.integers(len(people)))]
        feature, target = rng.choice(METRICS, size=2, replace=False)
        pairs = person[[feature, target]].dropna()
        if {feature, target} == _COMPUTED_FROM_EACH_OTHER or len(pairs) < _FEWEST_PAIRS:
            continue
        if pairs.nunique().min() >= 3:
            break
    shift = int(rng.integers(_SMALLEST_SHIFT, len(pairs) - _SMALLEST_SHIFT + 1))
    return association(
        pairs[feature].to_numpy(np.float64),
        np.roll(pairs[target].to_numpy(np.float64), shift),
        pairs.index.to_numpy().astype("datetime64[D]").astype(np.int64),
    )


def _real_stretch(rng: np.random.Generator, n: int) -> tuple[Floats, Days]:
    """So many values in a row of some wearer's resting heart rate, in standard deviations, and their days."""
    candidates = [each for each in recorded() if each.metric == RESTING_HEART_RATE and each.present.size >= n]
    series = candidates[int(rng.integers(len(candidates)))]
    start = int(rng.integers(series.present.size - n + 1))
    values = series.present[start : start + n]
    days = series.days[np.isfinite(series.observed)][start : start + n]
    return (values - values.mean()) / values.std(ddof=1), days


def planted_groups(rng: np.random.Generator, *, n: int, size_sd: float) -> GateInput:
    """Real resting heart rate that is higher by so much on 20 to 35 % of the days, at random."""
    values, days = _real_stretch(rng, n)
    chosen = some_days(rng, n, rng.uniform(0.2, 0.35))
    return difference(values + size_sd * chosen, days, chosen, beside_weekday=True, beside_line=True)


def planted_pair(rng: np.random.Generator, *, n: int, size_sd: float) -> GateInput:
    """Real resting heart rate that follows an independent series by so much per standard deviation."""
    values, days = _real_stretch(rng, n)
    cause = rng.standard_normal(n)
    return association(cause, values + size_sd * cause, days)
