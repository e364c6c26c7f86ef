"""Findings, series and stores in a line each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from services.validator.domain.claims.finding import (
    DayFilter,
    Finding,
    FindingKind,
    NamedNumber,
    Selection,
    Statistic,
    Window,
)
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.recomputation import recompute
from services.validator.domain.selection import SelectedSample, read_sample
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.records.store import Store
from services.validator.domain.claims.unreadable import Unreadable

DAY_ONE = date(2026, 1, 1)
DAY_ONE_EPOCH = (DAY_ONE - date(1970, 1, 1)).days


def day(offset: int) -> str:
    return (DAY_ONE + timedelta(days=offset)).isoformat()


def window(first: int, last: int, label: str = "all data") -> Window:
    return Window(start_date=day(first), end_date=day(last), label=label)


def series(values: Sequence[float] | Floats | Mapping[int, float]) -> DailySeries:
    """A series from the first day on; a mapping names the days. NaN is no value."""
    pairs = dict(values) if isinstance(values, Mapping) else dict(enumerate(values))
    days = np.array(list(pairs), dtype=np.int64) + DAY_ONE_EPOCH
    return DailySeries.of(days, np.array(list(pairs.values()), dtype=np.float64))


def gate_input(
    kind: FindingKind,
    feature: Sequence[float] | Floats,
    target: Sequence[float] | Floats | None = None,
    effect: float | None = None,
) -> GateInput:
    return GateInput(
        kind=kind,
        feature=np.asarray(feature, dtype=np.float64),
        target=None if target is None else np.asarray(target, dtype=np.float64),
        effect=effect,
        days=np.arange(len(feature)) + DAY_ONE_EPOCH,
    )


_STATISTICS = {
    FindingKind.ASSOCIATION: Statistic.SPEARMAN,
    FindingKind.TREND: Statistic.LINEAR_CHANGE,
    FindingKind.SCALAR: Statistic.MEAN,
}


def finding(
    kind: FindingKind = FindingKind.SCALAR,
    *,
    id: str = "ds-001",  # noqa: A002, the field's name
    feature: str = "steps",
    target: str | None = None,
    days: Window | None = None,
    baseline: Window | None = None,
    lag_days: int = 0,
    filters: tuple[DayFilter, ...] = (),
    statistic: Statistic | None = None,
    numbers: Mapping[str, float] | None = None,
) -> Finding:
    """A well-formed finding of a kind; `days` defaults to the first 90."""
    association = kind is FindingKind.ASSOCIATION
    usual = Statistic.DIFFERENCE_OF_MEANS if baseline else _STATISTICS[kind]
    return Finding(
        id=id,
        kind=kind,
        claim=f"The value is {{{{{id}.effect}}}}.",
        selection=Selection(
            feature=feature,
            target=target if target is not None else ("sleep_minutes" if association else ""),
            lag_days=lag_days,
            window=days or window(0, 89),
            baseline_window=baseline,
            day_filters=filters,
            statistic=statistic or usual,
        ),
        numbers=tuple(NamedNumber(key=k, value=v) for k, v in (numbers or {"effect": 1.0}).items()),
        source="data_science",
    )


def read_daily(claimed: Finding, daily: Mapping[str, DailySeries]) -> SelectedSample | Unreadable:
    """What a finding selects of a record that holds no more than daily series."""
    return read_sample(claimed, Store(daily=daily))


def truthful(claimed: Finding, daily: Mapping[str, DailySeries]) -> Finding:
    """The finding with the effect that its data has, and nothing else claimed; as it is if it cannot be read."""
    sample = read_daily(claimed, daily)
    if isinstance(sample, Unreadable) or claimed.selection is None or not sample.n:
        return claimed
    effect = recompute("effect", sample)
    assert effect is not None
    return replace(claimed, numbers=(NamedNumber(key="effect", value=effect.value),))


def permutation(n: int, squared_distance: int, seed: int = 0) -> Floats:
    """A permutation of 0 ... n-1 whose Spearman correlation with the identity is exactly 1 - 6D / (n(n² - 1))."""
    rng = np.random.default_rng(seed)
    ranks = rng.permutation(n)

    def distance() -> int:
        return int(((ranks - np.arange(n)) ** 2).sum())

    while distance() != squared_distance:
        i, j = rng.choice(n, size=2, replace=False)
        before = abs(distance() - squared_distance)
        ranks[[i, j]] = ranks[[j, i]]
        if abs(distance() - squared_distance) > before and rng.random() > 0.05:
            ranks[[i, j]] = ranks[[j, i]]
    return ranks.astype(np.float64)
