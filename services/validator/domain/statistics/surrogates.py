"""Is a correlation more than two unrelated series with the same day-to-day memory would show?

Phase randomisation (Theiler et al. 1992, Ebisuzaki 1997): a surrogate has the power spectrum of a series, hence its
autocorrelation at every lag, and random phases, hence no relation to anything. The correlation of a fixed series with
a surrogate is a sum of cosines of those phases, so a thousand surrogates are one matrix product.

Gaps: the autocovariance at each lag is averaged over the pairs of days that exist, the surrogate lives on the whole
calendar, and only its values on the days on record count.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from services.validator.domain.records.series import Floats
from services.validator.domain.statistics.autocorrelation import Grid

SURROGATES: Final = 1000
_SEED: Final = 42
_FREQUENCIES_AT_ONCE: Final = 256
_ROUNDING: Final = 1e-9


def chance_of(x: Floats, y: Floats, grid: Grid) -> float:
    """The share of surrogates of y whose correlation with x is as strong as that of y, either way: 0 to 1.

    (1 + how many) / (1 + surrogates), by Davison and Hinkley (1997). What a thousand surrogates cannot resolve is
    bounded: a cosine of a uniform phase is sub-Gaussian with variance 1/2, so a sum exceeds t with a probability of at
    most 2 exp(-t² / 2 variance) (Boucheron, Lugosi and Massart 2013, section 2.3); the smaller of the two holds.

    Args:
        x: shape (n,), centred.
        y: shape (n,), centred.
        grid: their days.

    Returns:
        1 where one of the series does not vary.
    """
    strength = abs(float(x @ y))
    amplitudes = _amplitudes(x, y, grid)
    variance = float(amplitudes @ amplitudes) / 2
    if strength <= _ROUNDING * x.size or variance <= _ROUNDING**2:
        return 1.0
    as_strong = int(np.count_nonzero(np.abs(_sums_of_cosines(amplitudes)) >= strength * (1 - _ROUNDING)))
    bound = 2 * np.exp(-(strength**2) / (2 * variance))
    return float(min((1 + as_strong) / (1 + SURROGATES), bound))


def _amplitudes(x: Floats, y: Floats, grid: Grid) -> Floats:
    """Of each frequency, the most it can add to the product of x with a surrogate of y: shape (frequencies,)."""
    length = grid.length
    on_record, x_there, y_there = np.zeros((3, length))
    on_record[grid.position], x_there[grid.position], y_there[grid.position] = 1, x, y
    pairs = np.round(np.fft.irfft(np.abs(np.fft.rfft(on_record)) ** 2, length))
    products = np.fft.irfft(np.abs(np.fft.rfft(y_there)) ** 2, length)
    covariance = np.divide(products, pairs, out=np.zeros(length), where=pairs > 0)
    power = np.clip(np.fft.rfft(covariance).real, 0, None)
    # A frequency stands for itself and its mirror image, but for the lowest and, of an even length, the highest.
    multiplicity = np.full(power.size, 2.0)
    multiplicity[0] = 1
    if length % 2 == 0:
        multiplicity[-1] = 1
    total = float(multiplicity @ power) / length
    if total <= 0:
        return np.zeros(1)
    power *= covariance[0] / total
    amplitudes: Floats = np.sqrt(2 * multiplicity * power / length) * np.abs(np.fft.rfft(x_there))
    return amplitudes[1:]


def _sums_of_cosines(amplitudes: Floats) -> Floats:
    sums = np.zeros(SURROGATES)
    for block, start in enumerate(range(0, amplitudes.size, _FREQUENCIES_AT_ONCE)):
        part = amplitudes[start : start + _FREQUENCIES_AT_ONCE]
        sums += _cosines(block)[:, : part.size] @ part
    return sums


@lru_cache(maxsize=8)
def _cosines(block: int) -> Floats:
    """Cosines of uniform phases, shape (surrogates, frequencies), the same in every process."""
    rng = np.random.default_rng((_SEED, block))
    cosines: Floats = np.cos(rng.uniform(0, 2 * np.pi, size=(SURROGATES, _FREQUENCIES_AT_ONCE)))
    return cosines
