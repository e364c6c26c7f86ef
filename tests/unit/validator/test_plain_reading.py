"""Too few days: the claim is rejected, and what the store says is still said, recomputed and never more than that."""

import math

import numpy as np
import pytest

from services.validator.domain.claims.finding import Finding, FindingKind, NamedNumber, Selection, Statistic
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.gates.documented import evaluate
from services.validator.domain.verdict.reading import Reading, plain_reading
from services.validator.domain.selection import SelectedSample

VALUES = [61.0, 58.0, 64.0, 59.0, 60.0]


def reading(statistic: Statistic | None, claimed: float, values: list[float], kind: FindingKind) -> Reading | None:
    selection = Selection(feature="steps", statistic=statistic)
    finding = Finding(
        id="ds-001",
        kind=kind,
        claim="",
        selection=selection,
        numbers=(NamedNumber(key="effect", value=claimed),),
    )
    feature = np.array(values)
    target = feature if kind is FindingKind.ASSOCIATION else None
    days = np.arange(feature.size)
    report = evaluate(GateInput(kind=kind, feature=feature, target=target, effect=claimed, days=days))
    sample = SelectedSample(
        selection=selection, feature=feature, target=target, days=days, calendar=np.arange(30), chosen=30
    )
    return plain_reading(finding, report, sample)


@pytest.mark.parametrize(
    ("statistic", "value", "day"),
    [
        (Statistic.MEAN, 60.4, None),
        (Statistic.MEDIAN, 60.0, None),
        (Statistic.MIN, 58.0, 1),
        (Statistic.MAX, 64.0, 2),
        (Statistic.SUM, 302.0, None),
        (Statistic.SD, 2.302172886644268, None),
        (Statistic.COUNT, 5.0, None),
        (Statistic.LATEST, 60.0, 4),
    ],
)
def test_every_descriptive_statistic_of_too_few_days_has_a_reading(
    statistic: Statistic, value: float, day: int | None
) -> None:
    read = reading(statistic, value, VALUES, FindingKind.SCALAR)
    assert read == Reading(value=pytest.approx(value), n=5, day=day)  # type: ignore[arg-type]


def test_a_claim_that_differs_from_the_store_has_none() -> None:
    assert reading(Statistic.MEAN, 60.41, VALUES, FindingKind.SCALAR) is None


def test_enough_days_need_none() -> None:
    assert reading(Statistic.MEAN, 60.4, VALUES * 2, FindingKind.SCALAR) is None


@pytest.mark.parametrize("kind", [FindingKind.ASSOCIATION, FindingKind.TREND])
def test_only_a_description_has_one(kind: FindingKind) -> None:
    assert reading(Statistic.MEAN, 60.4, VALUES, kind) is None


def test_no_day_at_all_can_only_be_counted() -> None:
    assert reading(Statistic.COUNT, 0.0, [], FindingKind.SCALAR) == Reading(value=0.0, n=0)
    assert reading(Statistic.MEAN, math.nan, [], FindingKind.SCALAR) is None


def test_the_spread_of_one_day_is_not_defined() -> None:
    assert reading(Statistic.SD, 0.0, [60.0], FindingKind.SCALAR) is None
