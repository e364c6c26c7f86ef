"""Fair readings of words that can be read in several ways, each as a tuple of truths that are all accepted."""

from collections.abc import Callable

import pandas as pd

from evals.everyday.records import Person, correlation
from evals.everyday.truths import Listed, Number, Single, Truth, count, listed, on, plain, yes


def windows(person: Person, name: str, unit: str, *lengths: int) -> tuple[Number, ...]:
    """The mean over each window that a vague word may stand for."""
    return tuple(Number(value=float(person.last(days)[name].mean()), unit=unit) for days in lengths)


def counts(values: pd.Series, limit: float) -> tuple[Number, ...]:
    """How many are above the limit, with and without those at it."""
    return count((values > limit).sum()), count((values >= limit).sum())


def link(one: pd.Series, other: pd.Series) -> tuple[Truth, ...]:
    """Yes or the correlation where chance is out of the question; no where there is nothing to see."""
    rho, p = correlation(one, other)
    return (yes(holds=True), plain(rho)) if p < 0.001 else (yes(holds=False), plain(rho))


def picked(best: pd.Series, unit: Callable[[float], Single]) -> tuple[Listed, ...]:
    """The days that were picked, or their values, in order."""
    return listed([on(day) for day in best.index]), listed([unit(value) for value in best])


def periods_where(holds: pd.Series) -> tuple[Number, ...]:
    """How many weeks or months hold: all, or without those that the records begin and end in."""
    return tuple(
        dict.fromkeys(count(part.sum()) for part in (holds, holds.iloc[1:-1], holds.iloc[1:], holds.iloc[:-1]))
    )
