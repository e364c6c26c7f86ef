"""Findings, series and stores in a line each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from services.validator.domain.algebra import (
    All,
    Contrast,
    Field,
    Question,
    Reduce,
    Relate,
    Statistic,
    Table,
    Tell,
    Test,
    Trend,
    Where,
    Window,
)
from services.validator.domain.claims.finding import Finding, FindingKind, NamedNumber
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.records.store import Store

DAY_ONE = date(2026, 1, 1)
DAY_ONE_EPOCH = (DAY_ONE - date(1970, 1, 1)).days


def day(offset: int) -> str:
    return (DAY_ONE + timedelta(days=offset)).isoformat()


def window(first: int, last: int, label: str = "all data") -> Window:
    return Window(start=DAY_ONE + timedelta(days=first), end=DAY_ONE + timedelta(days=last), label=label)


def rows(days: Window, *tests: Test) -> All | Where:
    """The days of a window on which every test holds."""
    chosen: All | Where = All(table=Table.DAYS, window=days)
    for test in tests:
        chosen = Where(rows=chosen, test=test)
    return chosen


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


def finding(
    kind: FindingKind = FindingKind.SCALAR,
    *,
    id: str = "ds-001",  # noqa: A002, the field's name
    feature: str = "steps",
    target: str = "sleep_minutes",
    days: Window | None = None,
    baseline: Window | None = None,
    lag_days: int = 0,
    tests: tuple[Test, ...] = (),
    statistic: Statistic = Statistic.MEAN,
    numbers: Mapping[str, float] | None = None,
) -> Finding:
    """A well-formed finding of a kind; `days` defaults to the first 90, `target` is of an association alone."""
    chosen, column = rows(days or window(0, 89), *tests), Field(name=feature)
    question: Question
    if kind is FindingKind.ASSOCIATION:
        question = Relate(left=column, right=Field(name=target), rows=chosen, lag_days=lag_days)
    elif kind is FindingKind.SCALAR:
        question = Tell(number=Reduce(rows=chosen, column=column, statistic=statistic))
    elif baseline is not None:
        question = Contrast(rows=chosen, baseline=rows(baseline, *tests), column=column)
    else:
        question = Trend(rows=chosen, column=column)
    return Finding(
        id=id,
        kind=kind,
        claim=f"The value is {{{{{id}.effect}}}}.",
        question=question,
        numbers=tuple(NamedNumber(key=k, value=v) for k, v in (numbers or {"effect": 1.0}).items()),
        source="data_science",
    )


def read_daily(claimed: Finding, daily: Mapping[str, DailySeries]) -> Sample | Unreadable:
    """What a finding rests on in a record that holds no more than daily series."""
    return read_sample(claimed, Store(daily=daily))


def truthful(claimed: Finding, daily: Mapping[str, DailySeries]) -> Finding:
    """The finding with the effect that its data has, and nothing else claimed; as it is if it cannot be read."""
    sample = read_daily(claimed, daily)
    effect = None if isinstance(sample, Unreadable) else sample.answer.number("effect")
    if effect is None:
        return claimed
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
