"""Too few days: the claim is rejected, and what the store says is still said, recomputed and never more than that."""

import math

import pytest

from services.validator.domain.algebra import Statistic
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.reading import Reading, plain_reading
from services.validator.domain.verdict.validation import examine
from tests.unit.validator.builders import DAY_ONE_EPOCH, finding, series, window

VALUES = [61.0, 58.0, 64.0, 59.0, 60.0]


def reading(
    statistic: Statistic, claimed: float, values: list[float], kind: FindingKind = FindingKind.SCALAR
) -> Reading | None:
    """Of the first days, each of which is on record."""
    asked = finding(kind, days=window(0, 29), statistic=statistic, numbers={"effect": claimed})
    store = Store(daily={"steps": series(values), "sleep_minutes": series(values)})
    result = examine(asked, store)
    return plain_reading(asked, result.report, result.sample)


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
    read = reading(statistic, value, VALUES)
    on_day = None if day is None else DAY_ONE_EPOCH + day
    assert read == Reading(value=pytest.approx(value), n=5, day=on_day)  # type: ignore[arg-type]


def test_a_claim_that_differs_from_the_store_has_none() -> None:
    assert reading(Statistic.MEAN, 60.41, VALUES) is None


def test_enough_days_need_none() -> None:
    assert reading(Statistic.MEAN, 60.4, VALUES * 2) is None


def test_a_link_has_none() -> None:
    assert reading(Statistic.MEAN, 1.0, VALUES, FindingKind.ASSOCIATION) is None


def test_a_change_that_may_be_chance_is_told_as_it_was() -> None:
    read = reading(Statistic.MEAN, 4 * -0.1, VALUES, FindingKind.TREND)
    assert read == Reading(value=pytest.approx(-0.4), n=5)  # type: ignore[arg-type]
    assert reading(Statistic.MEAN, 3.0, VALUES, FindingKind.TREND) is None


def test_no_day_at_all_can_only_be_counted() -> None:
    assert reading(Statistic.COUNT, 0.0, []) == Reading(value=0.0, n=0)
    assert reading(Statistic.MEAN, math.nan, []) is None


def test_the_spread_of_one_day_is_not_defined() -> None:
    assert reading(Statistic.SD, 0.0, [60.0]) is None
