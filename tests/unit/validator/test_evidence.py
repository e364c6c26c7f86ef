"""What the Critic measures: on data that have it, and on data that do not."""

import math
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.validator.domain.algebra import Calendar as OnDays
from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.claims.sample import Sample
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.review.evidence import AssociationEvidence, Evidence, TrendEvidence, gather
from services.validator.domain.review.missingness import Compared
from services.validator.domain.review.precedence import Precedence
from services.validator.domain.statistics.calendar_patterns import Calendar, Pattern
from tests.unit.validator.builders import DAY_ONE_EPOCH, finding, read_daily, series, window

ASSOCIATION, TREND = FindingKind.ASSOCIATION, FindingKind.TREND


def evidence_of(claimed: Finding, store: dict[str, DailySeries]) -> Evidence:
    sample = read_daily(claimed, store)
    assert isinstance(sample, Sample)
    return gather(claimed, sample)


def association_of(x: Floats, y: Floats, *, lag_days: int = 0) -> AssociationEvidence:
    claimed = finding(ASSOCIATION, days=window(0, x.size - 1), lag_days=lag_days)
    association = evidence_of(claimed, {"steps": series(x), "sleep_minutes": series(y)}).association
    assert association is not None
    return association


def precedence_of(x: Floats, y: Floats, *, lag_days: int = 0) -> Precedence:
    precedence = association_of(x, y, lag_days=lag_days).precedence
    assert precedence is not None
    return precedence


def trend_of(values: Floats, *, earlier: int = 0, record: Floats | None = None) -> TrendEvidence:
    n = values.size
    days, baseline = (window(earlier, n - 1), window(0, earlier - 1)) if earlier else (window(0, n - 1), None)
    store = {"steps": series(values if record is None else record)}
    trend = evidence_of(finding(TREND, days=days, baseline=baseline), store).trend
    assert trend is not None
    return trend


def noise(n: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=n)


def weekend(n: int) -> Floats:
    """1 on Saturdays and Sundays."""
    return np.asarray((np.arange(n) + DAY_ONE_EPOCH + 3) % 7 >= 5, np.float64)


def yearly(n: int) -> Floats:
    return np.asarray(np.sin(2 * np.pi * np.arange(n) / 365.25), np.float64)


@pytest.mark.parametrize(
    ("pattern", "shape"),
    [
        (Pattern.WEEKDAY, 3 * weekend(400)),
        (Pattern.TREND, np.linspace(0, 4, 400)),
        (Pattern.SEASON, 2 * yearly(900)[91:822]),
    ],
)
def test_a_shared_pattern_is_named_and_taken_out(pattern: Pattern, shape: Floats) -> None:
    association = association_of(shape + noise(shape.size, 1), shape + noise(shape.size, 2))
    shared = {p.pattern: p for p in association.patterns}
    assert [p.pattern for p in association.patterns if p.in_both] == [pattern]
    assert shared[pattern].feature_share > 0.3
    assert shared[pattern].target_share > 0.3
    assert association.rho > 0.3
    assert abs(association.rho_left) < 0.15
    assert shared[pattern].brought == pytest.approx(association.rho, abs=0.1)


def test_a_pattern_in_one_series_alone_is_not_shared() -> None:
    association = association_of(noise(200, 1), noise(200, 1) + 3 * weekend(200))
    weekday = association.patterns[0]
    assert weekday.target_share > 0.3
    assert not weekday.in_both
    assert association.rho_left == pytest.approx(association.rho, abs=0.05)


def test_a_link_of_its_own_survives_without_the_patterns_of_both() -> None:
    common = noise(365, 1)
    shape = weekend(365)
    association = association_of(common + noise(365, 2) + shape, common + noise(365, 3) + shape)
    assert association.rho_left / association.rho > 0.75


def test_no_season_is_seen_in_less_than_half_a_year() -> None:
    days = np.arange(400)
    assert Pattern.SEASON not in Calendar.of(days[:180]).columns
    assert Pattern.SEASON in Calendar.of(days[:181]).columns


def test_the_patterns_of_any_days_are_orthonormal() -> None:
    rng = np.random.default_rng(0)
    for n in (1, 2, 8, 30, 300):
        basis = Calendar.of(np.sort(rng.choice(1000, size=n, replace=False))).basis
        np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-8)


def test_a_drift_that_memory_alone_brings_about_is_no_trend() -> None:
    """A random walk's line explains much of it, and stands out of independent noise; not out of a walk's own."""
    walks = [np.cumsum(noise(120, seed)) for seed in range(100)]
    named = [association_of(x, noise(120, 500 + at)).patterns[1] for at, x in enumerate(walks)]
    explained = [Calendar.of(np.arange(120)).explains(walk - walk.mean())[Pattern.TREND] for walk in walks]
    assert np.mean([p.feature_share > 0.1 for p in named]) > 0.6
    assert np.mean([e.stands_out for e in explained]) < 0.35


def test_the_series_that_leads_is_seen_to_lead() -> None:
    target = noise(181, 1)
    feature = np.concatenate([[0.0], target[:-1]]) + noise(181, 2)
    order = precedence_of(feature, target + 0.3 * np.concatenate([[0.0], feature[:-1]]), lag_days=1)
    assert order.reverse > 0.5 > order.claimed > 0
    assert math.isnan(order.forward)


def test_of_a_claim_backwards_in_time_the_reverse_is_forwards() -> None:
    """The target a day before the feature goes with it, and the target a day after does not."""
    leader = noise(200, 1)
    follower = np.concatenate([[0.0], leader[:-1]]) + noise(200, 2)
    order = precedence_of(follower, leader, lag_days=-1)
    assert order.claimed > 0.5
    assert order.reverse < 0.3


def test_of_the_same_day_the_day_before_is_held_against_the_day_after() -> None:
    target = noise(200, 1)
    order = precedence_of(np.concatenate([[0.0], target[:-1]]) + 0.5 * target + noise(200, 2), target)
    assert order.reverse > 5 * order.error > 0
    assert order.forward < 3 * order.error


def test_a_gap_is_no_neighbourhood() -> None:
    """Every second day is missing in both, so no two days have a neighbour: nothing can be said of the day before."""
    values = noise(200, 1)
    values[1::2] = np.nan
    order = precedence_of(values, values + noise(200, 2))
    assert math.isnan(order.reverse)
    assert math.isnan(order.forward)
    assert order.claimed > 0.5


def test_a_shared_weekly_rhythm_is_no_order_in_time() -> None:
    feature = 3 * weekend(200) + noise(200, 1)
    target = 3 * np.roll(weekend(200), -1) + noise(200, 2)
    order = precedence_of(feature, target)
    assert abs(order.reverse) < 3 * order.error


def test_memory_makes_the_error_larger() -> None:
    rng = np.random.default_rng(3)
    walk = np.zeros(200)
    for at in range(1, 200):
        walk[at] = 0.8 * walk[at - 1] + rng.normal()
    assert precedence_of(walk, walk + 0.3 * noise(200, 2)).error > 1.4 * precedence_of(noise(200), noise(200, 1)).error


@pytest.mark.parametrize(
    ("swapped", "compared"), [(False, Compared.FEATURE_WITHOUT_TARGET), (True, Compared.TARGET_WITHOUT_FEATURE)]
)
def test_values_that_decide_what_is_missing_are_seen(swapped: bool, compared: Compared) -> None:  # noqa: FBT001, a case
    whole = noise(200, 1)
    holed = np.where(whole > 0.5, np.nan, noise(200, 2))
    x, y = (holed, whole) if swapped else (whole, holed)
    claimed = finding(ASSOCIATION, days=window(0, 199))
    (contrast,) = evidence_of(claimed, {"steps": series(x), "sleep_minutes": series(y)}).gaps
    assert contrast.compared is compared
    assert contrast.difference_sd > 1
    assert contrast.z > 5
    assert contrast.gap_share == pytest.approx(np.mean(whole > 0.5))


def test_values_next_to_a_gap_are_compared_with_the_others() -> None:
    values = noise(200, 1)
    gaps = np.arange(200) % 10 == 5
    near = np.roll(gaps, 1) | np.roll(gaps, -1)
    (contrast,) = evidence_of(
        finding(days=window(0, 199)), {"steps": series(np.where(gaps, np.nan, values + 2 * near))}
    ).gaps
    assert contrast.compared is Compared.NEXT_TO_GAP
    assert contrast.difference_sd > 1
    assert contrast.gap_share == pytest.approx(40 / 180)


def test_the_ends_of_the_record_are_no_gaps() -> None:
    assert evidence_of(finding(days=window(0, 99)), {"steps": series({at: at % 3 for at in range(10, 90)})}).gaps == ()


def test_the_weekdays_that_are_missing_are_named() -> None:
    values = noise(140, 1)
    found = evidence_of(finding(days=window(0, 139)), {"steps": series(np.where(weekend(140) > 0, np.nan, values))})
    assert found.weekday_gaps is not None
    assert found.weekday_gaps.iso_weekdays == (6, 7)
    assert found.weekday_gaps.cramers_v == pytest.approx(1)
    assert found.weekday_gaps.chance < 1e-6


def test_days_before_and_after_the_record_are_not_missing() -> None:
    recorded = {at: float(at % 3) for at in range(40, 100)}
    assert evidence_of(finding(days=window(0, 139)), {"steps": series(recorded)}).weekday_gaps is None


def test_days_that_a_filter_leaves_out_are_not_missing() -> None:
    weekdays = finding(days=window(0, 139), tests=(OnDays(iso_weekdays=frozenset({1, 2, 3, 4, 5})),))
    found = evidence_of(weekdays, {"steps": series(np.where(weekend(140) > 0, np.nan, noise(140)))})
    assert found.weekday_gaps is None


def test_a_change_is_held_against_its_own_error() -> None:
    assert trend_of(noise(90, 1) + np.linspace(0, 3, 90)).error_ratio > 5
    assert trend_of(noise(90, 1)).error_ratio < 2


def test_weekdays_that_only_one_window_has_cannot_be_told_from_the_change() -> None:
    values = noise(120, 1)
    off = weekend(120) > 0
    only = np.where(np.arange(120) < 60, np.where(off, np.nan, values), np.where(off, values, np.nan))
    trend = trend_of(only, earlier=60)
    assert trend.weekday_overlap == pytest.approx(1)
    assert math.isnan(trend.weekday_left)


def test_a_change_of_weekdays_is_told_from_a_change() -> None:
    rhythm = 4 * weekend(120) + noise(120, 1)
    fewer = np.where((np.arange(120) >= 60) & (weekend(120) == 0) & (np.arange(120) % 4 > 0), np.nan, rhythm)
    assert trend_of(fewer, earlier=60).weekday_left < 0.5
    assert (
        trend_of(np.where(np.isnan(fewer), np.nan, noise(120, 5) + (np.arange(120) >= 60)), earlier=60).weekday_left
        == 1
    )
    assert trend_of(rhythm + 3 * (np.arange(120) >= 60), earlier=60).weekday_left == pytest.approx(1, abs=0.1)


def test_a_yearly_rhythm_on_a_long_record_explains_a_change_within_it() -> None:
    record = 3 * yearly(800) + noise(800, 1)
    assert abs(trend_of(record[:270], earlier=180, record=record).season_left) < 0.5
    flat = noise(800, 1) + 4 * (np.arange(800) >= 180)
    assert trend_of(flat[:270], earlier=180, record=flat).season_left > 0.75


def test_of_a_short_record_the_season_is_not_known() -> None:
    trend = trend_of(noise(300, 1) + 3 * yearly(300))
    assert math.isnan(trend.season_left)
    assert trend.season_swing > 1
    assert trend_of(noise(120, 1)).season_swing == 0


def test_too_few_days_give_no_evidence() -> None:
    assert evidence_of(finding(days=window(0, 8)), {"steps": series(noise(9))}) == Evidence()


def test_rising_transformations_change_nothing() -> None:
    x, y = noise(150, 1) + weekend(150), noise(150, 1) + weekend(150) + noise(150, 2)
    assert association_of(np.exp(x), y**3) == association_of(x, y)


VALUES = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([0.0, 1.0, -1.0, 1e308, -1e308, 5e-324]),
    st.integers(0, 3).map(float),
)


@settings(deadline=timedelta(seconds=2), max_examples=150)
@given(
    kind=st.sampled_from(FindingKind),
    x=st.dictionaries(st.integers(-40, 900), VALUES, max_size=60),
    y=st.dictionaries(st.integers(-40, 900), VALUES, max_size=60),
    last=st.integers(0, 900),
    lag_days=st.integers(-5, 5),
    with_baseline=st.booleans(),
)
def test_gathering_never_raises(
    kind: FindingKind,
    x: dict[int, float],
    y: dict[int, float],
    last: int,
    lag_days: int,
    with_baseline: bool,  # noqa: FBT001, drawn
) -> None:
    baseline = window(-40, -1) if with_baseline and kind is TREND else None
    claimed = finding(kind, days=window(0, last), baseline=baseline, lag_days=lag_days)
    store = {"steps": series(x), "sleep_minutes": series(y)}
    sample = read_daily(claimed, store)
    if isinstance(sample, Sample):
        assert isinstance(gather(claimed, sample), Evidence)


@settings(deadline=timedelta(seconds=2), max_examples=60)
@given(
    kind=st.sampled_from(FindingKind),
    levels=st.integers(1, 4),
    n=st.integers(10, 60),
    seed=st.integers(0, 10_000),
    scale=st.sampled_from([1.0, 1e300, 1e-300]),
)
def test_gathering_never_raises_on_ties(kind: FindingKind, levels: int, n: int, seed: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    x, y = (np.where(rng.random(n) < 0.2, np.nan, scale * rng.integers(0, levels, size=n)) for _ in range(2))
    claimed = finding(kind, days=window(0, n - 1))
    store = {"steps": series(x), "sleep_minutes": series(y)}
    sample = read_daily(claimed, store)
    assert isinstance(sample, Sample)
    assert isinstance(gather(claimed, sample), Evidence)
