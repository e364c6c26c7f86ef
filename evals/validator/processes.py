"""Series in which nothing happens: stationary noise with the memories that bodies and counters have.

A Gaussian process is given by its autocorrelation and drawn exactly, by circulant embedding: Davies and Harte (1987),
Dietrich and Newsam (1997). Where a second moment exists the variance is 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import signal

Floats: TypeAlias = NDArray[np.float64]
Autocorrelation: TypeAlias = Callable[[int], Floats]
"""From how many lags, 0 included, to the autocorrelation at each: shape (lags,)."""
Draw: TypeAlias = Callable[[np.random.Generator, int], Floats]
"""From how many days to a value on each, NaN where it is missing: shape (n,)."""

_SHORTEST_CIRCLE: Final = 1024
"""Days of the circle that a series is cut from: long enough for every autocorrelation here to have died away, or convex
and so embeddable at any length."""
_BURN_IN: Final = 300
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, kw_only=True)
class Process:
    """A generator of series.

    Attributes:
        autocorrelation: what an oracle knows; None where the process is not Gaussian and stationary.
        is_slow: whether a part of its memory outlasts every short autoregression.
    """

    name: str
    draw: Draw
    autocorrelation: Autocorrelation | None = None
    is_slow: bool = False


def ar1(phi: float, lags: int) -> Floats:
    """Of a first-order autoregression."""
    memory: Floats = phi ** np.arange(lags, dtype=np.float64)
    return memory


def ar2(first: float, second: float, lags: int) -> Floats:
    """Of a second-order autoregression, by the equations of Yule (1927) and Walker (1931)."""
    memory = np.ones(max(lags, 2))
    memory[1] = first / (1 - second)
    for lag in range(2, lags):
        memory[lag] = first * memory[lag - 1] + second * memory[lag - 2]
    return memory[:lags]


def seasonal(coefficient: float, period: int, lags: int) -> Floats:
    """Of a seasonal autoregression, which remembers the same day a period ago alone: Box and Jenkins (1970)."""
    at = np.arange(lags)
    memory: Floats = np.where(at % period == 0, coefficient ** (at / period), 0.0)
    return memory


def slow_and_noise(share: float, phi: float, lags: int) -> Floats:
    """Of a slow first-order autoregression that has this share of the variance, and white noise that has the rest."""
    memory = share * ar1(phi, lags)
    memory[0] = 1.0
    return memory


def fractional(d: float, lags: int) -> Floats:
    """Of fractional noise, ARFIMA(0, d, 0): Granger and Joyeux (1980), Hosking (1981)."""
    at = np.arange(1, lags, dtype=np.float64)
    return np.concatenate([[1.0], np.cumprod((at - 1 + d) / (at - d))])


def gaussian(rng: np.random.Generator, n: int, autocorrelation: Autocorrelation) -> Floats:
    """A Gaussian series of unit variance with this autocorrelation, shape (n,).

    Raises:
        ValueError: the autocorrelation is not embeddable, and so cannot be drawn exactly.
    """
    length = max(_SHORTEST_CIRCLE, 1 << (2 * n - 1).bit_length())
    noise = rng.standard_normal((2, length // 2 + 1))
    noise[:, [0, -1]] *= np.array([[np.sqrt(2)], [0.0]])
    series: Floats = np.fft.irfft(_amplitudes(autocorrelation, length) * (noise[0] + 1j * noise[1]), length)
    return series[:n]


@lru_cache(maxsize=64)
def _amplitudes(autocorrelation: Autocorrelation, length: int) -> Floats:
    half = autocorrelation(length // 2 + 1)
    variances = np.fft.rfft(np.concatenate([half, half[-2:0:-1]])).real
    if variances.min() < -_ROUNDING * variances.max():
        message = f"no circle of {length} days has this autocorrelation"
        raise ValueError(message)
    amplitudes: Floats = np.sqrt(np.maximum(variances, 0.0) * length / 2)
    return amplitudes


def autoregressive(rng: np.random.Generator, n: int, phi: float) -> Floats:
    """A first-order autoregression with unit variance, shape (n,)."""
    return gaussian(rng, n, _ar1(phi))


@lru_cache(maxsize=64)
def _ar1(phi: float) -> Autocorrelation:
    return partial(ar1, phi)


def local_level(rng: np.random.Generator, n: int, signal_to_noise: float) -> Floats:
    """A random walk under white noise, Harvey (1989); scaled so that n days vary by 1 in expectation.

    Args:
        rng: the source of chance.
        n: days.
        signal_to_noise: the variance of a step of the walk over that of the noise.
    """
    values = np.cumsum(np.sqrt(signal_to_noise) * rng.standard_normal(n)) + rng.standard_normal(n)
    expected: Floats = values / np.sqrt(1 + signal_to_noise * (n + 1) / 6)
    return expected


def heavy_tailed(rng: np.random.Generator, n: int, freedom: float, phi: float) -> Floats:
    """A first-order autoregression whose shocks are Student's t; with up to 2 degrees of freedom it has no variance."""
    values: Floats = signal.lfilter([1.0], [1.0, -phi], rng.standard_t(freedom, n + _BURN_IN))
    return values[_BURN_IN:]


def zero_inflated(rng: np.random.Generator, n: int, zeros: float, phi: float) -> Floats:
    """Counts, 0 on this share of the days, whose intensity on the others remembers: Lambert (1992), Zeger (1988)."""
    spread, usual = 0.5, 4.0
    intensity = usual * np.exp(spread * autoregressive(rng, n, phi))
    counts = np.where(rng.random(n) < zeros, 0, 1 + rng.poisson(intensity))
    mean = usual * np.exp(spread**2 / 2)
    square = mean + mean**2 * np.expm1(spread**2) + (1 + mean) ** 2
    active = 1 - zeros
    scaled: Floats = (counts - active * (1 + mean)) / np.sqrt(active * square - (active * (1 + mean)) ** 2)
    return scaled


def of_memory(name: str, autocorrelation: Autocorrelation, *, is_slow: bool = False) -> Process:
    """The Gaussian process with this autocorrelation."""
    draw = partial(gaussian, autocorrelation=autocorrelation)
    return Process(name=name, draw=draw, autocorrelation=autocorrelation, is_slow=is_slow)


def ar1_process(phi: float) -> Process:
    """The first-order autoregression; days that are independent where phi is 0."""
    return of_memory(f"AR(1) {phi:g}" if phi else "independent", _ar1(phi))


def slow_process(share: float, phi: float) -> Process:
    """Slow and noise together."""
    name = f"slow + noise ({100 * share:g} % AR(1) {phi:g})"
    return of_memory(name, partial(slow_and_noise, share, phi), is_slow=True)


def with_missing(process: Process, share: float, *, in_a_row: bool) -> Process:
    """The process with this share of its days missing, at random or in a row."""
    name = f"{process.name}, {100 * share:g} % missing {'in a row' if in_a_row else 'at random'}"
    draw = partial(_missing, process.draw, share, in_a_row)
    return Process(name=name, draw=draw, is_slow=process.is_slow)


def _missing(draw: Draw, share: float, in_a_row: bool, rng: np.random.Generator, n: int) -> Floats:  # noqa: FBT001
    values, count = draw(rng, n), round(share * n)
    start = int(rng.integers(1, n - count)) if in_a_row else 0
    gone = np.arange(start, start + count) if in_a_row else rng.choice(n, count, replace=False)
    values[gone] = np.nan
    return values


def processes(*, held_out: bool) -> tuple[Process, ...]:
    """Every memory that is measured; the held-out ones are of the same classes and share no parameter."""
    phis = (0.6, 0.85, 0.93) if held_out else (0.5, 0.7, 0.8, 0.9, 0.97)
    slow = (slow_process(0.4, 0.97),) if held_out else (slow_process(0.5, 0.95),)
    long = (0.25, 0.4) if held_out else (0.2, 0.3, 0.45)
    weekly = (0.7,) if held_out else (0.6, 0.8)
    second = ((0.4, 0.4), (1.2, -0.7)) if held_out else ((0.5, 0.3), (1.0, -0.5))
    walk, freedom, zeros = (0.05, 3.0, 0.5) if held_out else (0.1, 2.0, 0.6)
    return (
        *(() if held_out else (ar1_process(0.0),)),
        *(ar1_process(phi) for phi in phis),
        *slow,
        *(of_memory(f"fractional d = {d}", partial(fractional, d), is_slow=True) for d in long),
        *(of_memory(f"seasonal AR at lag 7, {each}", partial(seasonal, each, 7)) for each in weekly),
        *(of_memory(f"AR(2) {a}, {b}", partial(ar2, a, b)) for a, b in second),
        Process(name=f"local level {walk}", draw=partial(local_level, signal_to_noise=walk)),
        *(
            Process(name=f"t{freedom:g}, {ar1_process(phi).name}", draw=partial(heavy_tailed, freedom=freedom, phi=phi))
            for phi in (0.0, 0.5)
        ),
        Process(name=f"counts, {100 * zeros:g} % zeros", draw=partial(zero_inflated, zeros=zeros, phi=0.5)),
    )
