"""Concerns from the Critic's own evidence: each appears on data built to have it, and not on data built without it."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.algebra import Relate, Statistic
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.records.series import Floats
from services.validator.domain.review.critique import Case, ConcernCategory, Decision, Severity
from services.validator.domain.review.evidence import AssociationEvidence, Evidence, SharedPattern, TrendEvidence
from services.validator.domain.review.missingness import Compared, GapContrast, WeekdayGaps
from services.validator.domain.review.precedence import Precedence
from services.validator.domain.review.priors import Direction, Prior, Support
from services.validator.domain.statistics.calendar_patterns import Pattern
from tests.unit.validator.builders import DAY_ONE_EPOCH, finding, series, window
from tests.unit.validator.cases import case_of, concerns_of, details_of, related, scalar_over
from tests.unit.validator.literature import prior

ASSOCIATION, TREND = FindingKind.ASSOCIATION, FindingKind.TREND
LOW, MEDIUM, HIGH = Severity.LOW, Severity.MEDIUM, Severity.HIGH
CONFOUNDER, REVERSE = ConcernCategory.CONFOUNDER, ConcernCategory.REVERSE_CAUSATION
SELECTION_BIAS, CONTRADICTION = ConcernCategory.SELECTION_BIAS, ConcernCategory.LITERATURE_CONTRADICTION
SELDOM = 0.05
"""How often at most a medium or high concern may be raised where there is nothing to raise it for."""


def noise(n: int, seed: int) -> Floats:
    return np.random.default_rng(seed).normal(size=n)


def weekend(n: int) -> Floats:
    return np.asarray((np.arange(n) + DAY_ONE_EPOCH + 3) % 7 >= 5, np.float64)


def association(x: Floats, y: Floats, *, lag_days: int = 0) -> Case:
    claimed = finding(ASSOCIATION, days=window(0, x.size - 1), lag_days=lag_days)
    return case_of(claimed, {"steps": series(x), "sleep_minutes": series(y)})


def before_and_after(values: Floats, effect: float) -> Case:
    half = values.size // 2
    claimed = finding(
        TREND, days=window(half, values.size - 1), baseline=window(0, half - 1), numbers={"effect": effect}
    )
    return case_of(claimed, {"steps": series(values)})


@pytest.mark.parametrize(
    ("shape", "named"),
    [(3 * weekend(200), "the day of the week"), (np.linspace(0, 4, 200), "a steady drift over time")],
)
async def test_a_shared_pattern_that_makes_the_link_is_a_grave_concern(shape: Floats, named: str) -> None:
    case = association(shape + noise(200, 1), shape + noise(200, 2))
    assert (CONFOUNDER, HIGH) in await concerns_of(case)
    assert await details_of(case, CONFOUNDER) == [f"More than half of the link can come from {named}."]
    assert (await RulesMind().critique(case)).decision is not Decision.ACCEPT


async def test_two_shared_patterns_are_both_named() -> None:
    shape = 2 * weekend(300) + np.linspace(0, 3, 300)
    (detail,) = await details_of(association(shape + noise(300, 1), shape + noise(300, 2)), CONFOUNDER)
    assert detail.endswith("can come from the day of the week and a steady drift over time.")


async def test_a_link_beside_a_shared_pattern_is_a_lesser_concern() -> None:
    common, shape = noise(300, 1), 1.8 * weekend(300)
    case = association(common + shape + 0.9 * noise(300, 2), common + shape + 0.9 * noise(300, 3))
    (severity,) = {severity for category, severity in await concerns_of(case) if category is CONFOUNDER}
    assert severity is not HIGH


async def test_a_target_that_leads_may_be_the_cause() -> None:
    target = noise(200, 1)
    feature = np.concatenate([[0.0], target[:-1]]) + noise(200, 2)
    case = association(feature, target + 0.35 * np.concatenate([[0.0], feature[:-1]]), lag_days=1)
    assert await details_of(case, REVERSE) == [
        "Sleep goes before steps at least as clearly as after, so cause and effect may be swapped."
    ]


async def test_of_a_claim_backwards_in_time_it_is_the_feature_that_leads() -> None:
    target = noise(200, 1)
    feature = np.concatenate([[0.0], target[:-1]]) + noise(200, 2)
    case = association(target + 0.35 * np.concatenate([[0.0], feature[:-1]]), feature, lag_days=-1)
    (detail,) = await details_of(case, REVERSE)
    assert detail.startswith("Steps goes before sleep")


async def test_a_target_whose_day_before_says_more_than_its_day_after_may_be_the_cause() -> None:
    target = noise(200, 1)
    feature = 0.8 * np.concatenate([[0.0], target[:-1]]) + 0.5 * target + noise(200, 2)
    case = association(feature, target)
    assert "on the day after rather than before" in (await details_of(case, REVERSE))[0]
    assert not await details_of(association(target, feature), REVERSE)


async def test_a_feature_that_leads_as_claimed_is_no_concern() -> None:
    feature = noise(200, 1)
    target = 0.8 * np.concatenate([[0.0], feature[:-1]]) + noise(200, 2)
    assert not await details_of(association(feature, target, lag_days=1), REVERSE)


async def test_values_that_decide_what_is_missing_are_a_concern() -> None:
    steps = noise(200, 1)
    sleep = np.where(steps > 0.5, np.nan, steps + noise(200, 2))
    details = await details_of(association(steps, sleep), SELECTION_BIAS)
    assert "Days on which sleep is missing have higher steps than the others, so they are no fair sample." in details
    assert (SELECTION_BIAS, MEDIUM) in await concerns_of(association(steps, sleep))


async def test_few_such_days_are_a_small_concern() -> None:
    steps = noise(200, 1)
    sleep = np.where(steps > np.sort(steps)[-15], np.nan, steps + noise(200, 2))
    assert {each for each in await concerns_of(association(steps, sleep)) if each[0] is SELECTION_BIAS} == {
        (SELECTION_BIAS, LOW)
    }


async def test_weekdays_without_values_are_named() -> None:
    values = np.where(weekend(140) > 0, np.nan, noise(140, 1))
    case = case_of(finding(days=window(0, 139)), {"steps": series(values)})
    details = await details_of(case, SELECTION_BIAS)
    assert "Values are missing mostly on Saturdays and Sundays, so those days count for too little." in details


async def test_values_next_to_gaps_that_differ_are_a_concern() -> None:
    gaps = np.arange(200) % 10 == 5
    near = np.roll(gaps, 1) | np.roll(gaps, -1)
    store = {"steps": series(np.where(gaps, np.nan, noise(200, 1) - 2 * near))}
    assert await details_of(case_of(finding(days=window(0, 199)), store), SELECTION_BIAS) == [
        "Next to days without a value steps is lower than usual, so the missing days may be unusual too."
    ]
    counted = case_of(finding(days=window(0, 199), statistic=Statistic.COUNT), store)
    assert not await details_of(counted, SELECTION_BIAS)


async def test_windows_of_other_weekdays_are_a_concern() -> None:
    off = weekend(168) > 0
    late = np.arange(168) >= 84
    values = noise(168, 1) + 2 * late
    apart = before_and_after(np.where(late == off, values, np.nan), 2.0)
    assert (CONFOUNDER, HIGH) in await concerns_of(apart)
    assert not await details_of(before_and_after(values, 2.0), CONFOUNDER)


async def test_weekdays_that_make_a_change_are_a_concern() -> None:
    late = np.arange(120) >= 60
    rhythm = 4 * weekend(120) + noise(120, 1)
    fewer = np.where(late & (weekend(120) == 0) & (np.arange(120) % 4 > 1), np.nan, rhythm)
    details = await details_of(before_and_after(fewer, 1.5), CONFOUNDER)
    assert details == ["More than half of the change can come from the day of the week."]


async def test_a_change_across_seasons_on_a_short_record_is_a_small_concern() -> None:
    case = before_and_after(noise(200, 1) + 2 * (np.arange(200) >= 100), 2.0)
    assert await concerns_of(case) == {(CONFOUNDER, LOW)}
    assert "too short to tell" in (await details_of(case, CONFOUNDER))[0]


async def test_a_change_that_comes_back_every_year_is_the_seasons() -> None:
    record = 3 * np.sin(2 * np.pi * np.arange(800) / 365.25) + noise(800, 1)
    claimed = finding(TREND, days=window(180, 269), baseline=window(0, 179), numbers={"effect": -4.0})
    details = await details_of(case_of(claimed, {"steps": series(record)}), CONFOUNDER)
    assert details == ["More than half of the change can come from the time of year."]


@pytest.mark.parametrize(
    ("support", "severity"), [(Support.ESTABLISHED, HIGH), (Support.SUPPORTED, MEDIUM), (Support.EMERGING, LOW)]
)
async def test_a_sign_against_the_literature_weighs_as_much_as_the_literature(
    support: Support, severity: Severity
) -> None:
    known = (prior(direction=Direction.NEGATIVE, support=support),)
    values = related(120)
    case = association(values["steps"], values["sleep_minutes"])
    assert await concerns_of(case, known) == {(CONTRADICTION, severity)}
    (detail,) = await details_of(case, CONTRADICTION, known)
    assert detail.endswith("the opposite: there, steps and sleep move in opposite directions.")


@pytest.mark.parametrize(
    "known",
    [
        (),
        (prior(direction=Direction.POSITIVE),),
        (prior(direction=Direction.NEGATIVE, lag_days=1),),
        (prior(direction=Direction.NEGATIVE, target="resting_heart_rate"),),
        (prior(direction=Direction.NEGATIVE, support=Support.EMERGING), prior(direction=Direction.POSITIVE)),
    ],
)
async def test_the_literature_is_not_contradicted_by_what_it_does_not_say(known: tuple[Prior, ...]) -> None:
    values = related(120)
    assert not await details_of(association(values["steps"], values["sleep_minutes"]), CONTRADICTION, known)


async def test_the_same_lag_is_the_same_order_in_time() -> None:
    """The prior: more steps, less sleep a day later. A finding about the steps on the day after is not about it."""
    known = (prior(direction=Direction.NEGATIVE, lag_days=1),)
    steps = noise(200, 1)
    sleep = np.concatenate([[0.0], steps[:-1]]) + noise(200, 2)
    assert await details_of(association(steps, sleep, lag_days=1), CONTRADICTION, known)
    swapped = finding(ASSOCIATION, feature="sleep_minutes", target="steps", lag_days=-1, days=window(0, 199))
    store = {"steps": series(steps), "sleep_minutes": series(sleep)}
    assert await details_of(case_of(swapped, store), CONTRADICTION, known)
    forwards = finding(ASSOCIATION, feature="sleep_minutes", target="steps", lag_days=1, days=window(0, 199))
    assert not await details_of(case_of(forwards, store), CONTRADICTION, known)


async def test_a_sign_of_next_to_nothing_contradicts_nothing() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        case = association(rng.normal(size=200), rng.normal(size=200))
        rho = case.report.outcomes[2].number("rho")
        direction = Direction.NEGATIVE if rho > 0 else Direction.POSITIVE
        assert bool(await details_of(case, CONTRADICTION, (prior(direction=direction),))) is (abs(rho) >= 0.1)


def weighed(evidence: Evidence, kind: FindingKind = ASSOCIATION) -> Case:
    """A finding without any concern but those that this evidence gives rise to."""
    values = related(120)["steps"]
    if kind is TREND:
        return replace(before_and_after(values + 2 * (np.arange(120) >= 60), 2.0), evidence=evidence)
    return replace(association(values, related(120)["sleep_minutes"]), evidence=evidence)


def ordered(claimed: float, reverse: float, forward: float, *, lag_days: int = 0) -> Case:
    """An association whose correlations in time are these, each with a standard error of 0.1."""
    order = Precedence(claimed=claimed, reverse=reverse, forward=forward, error=0.1)
    found = AssociationEvidence(rho=0.5, rho_left=0.5, patterns=(), precedence=order)
    case = weighed(Evidence(association=found))
    assert isinstance(case.sample.question, Relate)
    question = replace(case.sample.question, lag_days=lag_days)
    return replace(
        case,
        finding=replace(case.finding, question=question),
        sample=replace(case.sample, question=question),
    )


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (ordered(0.3, 0.31, math.nan, lag_days=1), {MEDIUM}),
        (ordered(0.3, 0.29, math.nan, lag_days=1), set()),
        (ordered(0.2, 0.23, math.nan, lag_days=1), set()),
        (ordered(0.3, 0.59, math.nan, lag_days=1), {HIGH}),
        (ordered(0.3, 0.31, math.nan, lag_days=-1), {MEDIUM}),
        (ordered(0.5, 0.30, 0.01), {MEDIUM}),
        (ordered(0.5, 0.30, 0.03), set()),
        (ordered(0.3, 0.59, 0.01), {HIGH}),
        (ordered(0.5, 0.30, math.nan), set()),
        (ordered(0.5, math.nan, 0.0), set()),
    ],
)
async def test_the_other_order_is_a_concern_if_it_beats_noise_and_the_claim(
    case: Case, expected: set[Severity]
) -> None:
    assert await concerns_of(case) == {(REVERSE, severity) for severity in expected}


def shared(left: float, *, brought: float = 0.2, in_both: bool = True, rho: float = 0.5) -> Case:
    """An association of which a share is left without the weekday."""
    weekday = SharedPattern(
        pattern=Pattern.WEEKDAY, feature_share=0.2, target_share=0.2, brought=brought, in_both=in_both
    )
    found = AssociationEvidence(rho=rho, rho_left=left * rho, patterns=(weekday,), precedence=None)
    return weighed(Evidence(association=found))


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (shared(-0.2), {HIGH}),
        (shared(0.49), {HIGH}),
        (shared(0.51), {MEDIUM}),
        (shared(0.76), {LOW}),
        (shared(0.91), set()),
        (shared(0.4, brought=-0.2), set()),
        (shared(0.4, in_both=False), set()),
        (shared(0.4, rho=0.09), set()),
        (shared(0.4, rho=-0.5, brought=-0.2), {HIGH}),
    ],
)
async def test_a_shared_pattern_weighs_as_much_as_it_takes_away(case: Case, expected: set[Severity]) -> None:
    assert await concerns_of(case) == {(CONFOUNDER, severity) for severity in expected}


def changed(*, overlap: float = 0.0, weekday_left: float = 1.0, season_left: float = 1.0, swing: float = 0.0) -> Case:
    found = TrendEvidence(
        error_ratio=5.0,
        weekday_overlap=overlap,
        weekday_left=weekday_left,
        season_left=season_left,
        season_swing=swing,
    )
    return weighed(Evidence(trend=found), TREND)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (changed(), set()),
        (changed(overlap=1.0, weekday_left=math.nan), {HIGH}),
        (changed(overlap=0.5), {MEDIUM}),
        (changed(overlap=0.49), set()),
        (changed(weekday_left=0.6), {MEDIUM}),
        (changed(season_left=0.4, swing=2.0), {HIGH}),
        (changed(season_left=math.nan, swing=0.9), set()),
        (changed(season_left=math.nan, swing=1.1), {LOW}),
    ],
)
async def test_other_days_weigh_as_much_as_they_can_bring_about(case: Case, expected: set[Severity]) -> None:
    assert await concerns_of(case) == {(CONFOUNDER, severity) for severity in expected}


def at_gaps(difference_sd: float, z: float, gap_share: float) -> Case:
    contrast = GapContrast(
        compared=Compared.FEATURE_WITHOUT_TARGET, difference_sd=difference_sd, z=z, gap_share=gap_share
    )
    return weighed(Evidence(gaps=(contrast,)))


def on_weekdays(cramers_v: float, chance: float, gap_share: float) -> Case:
    uneven = WeekdayGaps(cramers_v=cramers_v, chance=chance, gap_share=gap_share, iso_weekdays=(6,))
    return weighed(Evidence(weekday_gaps=uneven))


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (at_gaps(0.6, 3.0, 0.2), {MEDIUM}),
        (at_gaps(-0.6, -3.0, 0.1), {LOW}),
        (at_gaps(0.6, 2.5, 0.2), set()),
        (at_gaps(0.4, 3.0, 0.2), set()),
        (on_weekdays(0.4, 0.001, 0.2), {MEDIUM}),
        (on_weekdays(0.4, 0.001, 0.1), {LOW}),
        (on_weekdays(0.4, 0.02, 0.2), set()),
        (on_weekdays(0.2, 0.001, 0.2), set()),
    ],
)
async def test_gaps_weigh_if_they_are_clear_and_many(case: Case, expected: set[Severity]) -> None:
    assert await concerns_of(case) == {(SELECTION_BIAS, severity) for severity in expected}


async def test_clean_data_seldom_raise_a_grave_concern() -> None:
    """80 related pairs of independent days, rho 0.5, n = 120, a tenth of the values of each missing at random."""
    raised: Counter[ConcernCategory] = Counter()
    for seed in range(80):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=120)
        y = 0.5 * x + np.sqrt(0.75) * rng.normal(size=120)
        x, y = (np.where(rng.random(120) < 0.1, np.nan, z) for z in (x, y))
        raised.update({category for category, severity in await concerns_of(association(x, y)) if severity is not LOW})
    assert max(raised.values(), default=0) <= SELDOM * 80


async def test_no_sentence_of_a_concern_is_empty_or_names_a_column() -> None:
    shape = 3 * weekend(200)
    for case in (association(shape + noise(200, 1), shape + noise(200, 2)), scalar_over(30, span=200)):
        for concern in (await RulesMind().critique(case)).concerns:
            assert concern.detail.endswith(".")
            assert concern.detail[0].isupper()
            assert "_" not in concern.detail
