"""Series whose truth is said are what is said of them."""

from functools import partial

import numpy as np
import pytest

from evals.validator.lifesnaps import phase_randomised
from evals.validator.processes import (
    Floats,
    Process,
    ar1_process,
    ar2,
    fractional,
    gaussian,
    local_level,
    processes,
    seasonal,
    with_missing,
    zero_inflated,
)

EVERY = [*processes(held_out=False), *processes(held_out=True)]
GAUSSIAN = [process for process in EVERY if process.autocorrelation is not None]
LAGS = np.array([1, 2, 7, 14])


def drawn(process: Process, n: int = 60, draws: int = 1500) -> Floats:
    rng = np.random.default_rng(1)
    return np.array([process.draw(rng, n) for _ in range(draws)])


@pytest.mark.parametrize("process", GAUSSIAN, ids=lambda process: process.name)
def test_days_vary_by_one_and_resemble_each_other_as_theory_says(process: Process) -> None:
    assert process.autocorrelation is not None
    series, memory = drawn(process), process.autocorrelation(15)
    # The spread of an average over series that hardly vary within themselves is that of independent ones.
    error = 5 * np.sqrt(2 / len(series))
    assert series.mean() == pytest.approx(0, abs=error)
    assert (series**2).mean() == pytest.approx(1, abs=error)
    for lag in LAGS:
        assert (series[:, lag:] * series[:, :-lag]).mean() == pytest.approx(memory[lag], abs=error)


def test_a_gaussian_series_is_exact_at_its_ends_too() -> None:
    """A circle too short would make the last day resemble the first."""
    series = drawn(ar1_process(0.97), n=365)
    assert (series[:, 0] * series[:, -1]).mean() == pytest.approx(0.97**364, abs=0.13)
    assert (series[:, -1] ** 2).mean() == pytest.approx(1, abs=0.2)


def test_the_textbook_memories() -> None:
    assert fractional(0.3, 3) == pytest.approx([1, 0.3 / 0.7, 0.3 / 0.7 * 1.3 / 1.7])
    assert ar2(0.5, 0.3, 3) == pytest.approx([1, 0.5 / 0.7, 0.5 * 0.5 / 0.7 + 0.3])
    assert ar2(0.5, 0.3, 1) == pytest.approx([1])
    assert seasonal(0.6, 7, 15)[[0, 1, 7, 14]] == pytest.approx([1, 0, 0.6, 0.36])


def test_what_no_series_can_have_is_refused() -> None:
    def impossible(lags: int) -> Floats:
        return np.concatenate([[1.0, 0.9], np.zeros(lags - 2)])

    with pytest.raises(ValueError, match="autocorrelation"):
        gaussian(np.random.default_rng(1), 60, impossible)


@pytest.mark.parametrize("process", EVERY, ids=lambda process: process.name)
def test_the_same_seed_gives_the_same_series_and_another_another(process: Process) -> None:
    first, again, other = (process.draw(np.random.default_rng(seed), 30) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_held_out_memories_are_others_of_the_same_kinds() -> None:
    known, held_out = ({process.name for process in processes(held_out=each)} for each in (False, True))
    assert not known & held_out
    assert {name.split()[0].rstrip("0123456789,") for name in held_out} == {
        name.split()[0].rstrip("0123456789,") for name in known - {"independent"}
    }


@pytest.mark.parametrize("n", [20, 180])
def test_a_walk_under_noise_varies_by_one_in_expectation(n: int) -> None:
    rng = np.random.default_rng(1)
    spread = np.mean([local_level(rng, n, 0.1).var(ddof=1) for _ in range(2000)])
    assert spread == pytest.approx(1, abs=0.08)


def test_counts_are_mostly_zero_and_scaled() -> None:
    series = drawn(Process(name="counts", draw=partial(zero_inflated, zeros=0.6, phi=0.5)))
    assert (series == series.min()).mean() == pytest.approx(0.6, abs=0.01)
    assert series.mean() == pytest.approx(0, abs=0.02)
    assert series.var() == pytest.approx(1, abs=0.04)


@pytest.mark.parametrize("in_a_row", [False, True])
def test_so_many_days_are_missing_at_random_or_in_a_row(*, in_a_row: bool) -> None:
    gone = np.isnan(with_missing(ar1_process(0.5), 0.15, in_a_row=in_a_row).draw(np.random.default_rng(3), 60))
    assert gone.sum() == 9
    assert bool(np.ptp(np.flatnonzero(gone)) == 8) is in_a_row


@pytest.mark.parametrize("n", [80, 81])
def test_random_phases_keep_the_spectrum_and_the_gaps(n: int) -> None:
    rng = np.random.default_rng(4)
    values = np.cumsum(rng.normal(size=n))
    other = phase_randomised(values, rng)
    assert np.abs(np.fft.rfft(other)) == pytest.approx(np.abs(np.fft.rfft(values - values.mean())), abs=1e-9)
    assert abs(np.corrcoef(values, other)[0, 1]) < 0.99
    values[[5, 6, 40]] = np.nan
    assert (np.isnan(phase_randomised(values, rng)) == np.isnan(values)).all()
