"""What the rules mind says a finding may mean, and what it leaves unsaid."""

from dataclasses import replace

import pytest

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.review.critique import (
    NO_KNOWN_MECHANISM,
    UNASSESSED,
    Assessment,
    Case,
    LiteratureNumber,
    Novelty,
)
from services.validator.domain.review.priors import Direction, Prior, Support, TypicalSize, applied, is_clear_lever
from tests.unit.validator.builders import finding, series, window
from tests.unit.validator.cases import association_over, case_of, related, scalar_over
from tests.unit.validator.literature import prior

NEGATIVE, POSITIVE = Direction.NEGATIVE, Direction.POSITIVE
ESTABLISHED, SUPPORTED, EMERGING = Support.ESTABLISHED, Support.SUPPORTED, Support.EMERGING


def linked(feature: str, target: str, *, lag_days: int = 0) -> Case:
    """A clear positive association over 120 days."""
    values = related(120)
    claimed = finding(FindingKind.ASSOCIATION, feature=feature, target=target, lag_days=lag_days, days=window(0, 119))
    later = {at + lag_days: value for at, value in enumerate(values["sleep_minutes"])}
    return case_of(claimed, {feature: series(values["steps"]), target: series(later)})


async def assess(case: Case, *priors: Prior) -> Assessment:
    return await RulesMind(priors).assess(case)


async def test_an_assessment_claims_no_mechanism_it_does_not_know() -> None:
    for case in (association_over(120), scalar_over(120)):
        assessment = await assess(case)
        assert assessment.novelty is Novelty.USER_SPECIFIC
        assert assessment.strategy is None
        assert assessment.citations == ()
    assert (await assess(association_over(120))).mechanism == NO_KNOWN_MECHANISM


async def test_what_is_built_in_is_not_explained_by_the_literature() -> None:
    case = linked("deep_sleep_minutes", "sleep_minutes")
    assessment = await assess(case, prior(feature="deep_sleep_minutes"))
    assert assessment.mechanism.startswith("One is a part of the other")
    assert assessment.novelty is Novelty.ESTABLISHED
    assert assessment.citations == ()


async def test_a_known_relation_brings_mechanism_step_source_and_size() -> None:
    size = TypicalSize(statistic="mean difference", value=12.0, unit="min", low=4.0, high=None)
    known = prior(size=size)
    source = known.citation.short
    assert await assess(association_over(120), known) == Assessment(
        mechanism=known.mechanism,
        novelty=Novelty.ESTABLISHED,
        strategy="Walk to work this week.",
        citations=(source,),
        literature=(
            LiteratureNumber(claim=f"lit-{known.id}.size", value=12.0, unit="min", citation=source),
            LiteratureNumber(claim=f"lit-{known.id}.low", value=4.0, unit="min", citation=source),
        ),
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (prior(support=ESTABLISHED, within_person=False), prior(support=SUPPORTED)),
        (prior(support=SUPPORTED, within_person=False), prior(support=EMERGING)),
        (prior(within_person=True, lag_days=1), prior(within_person=False)),
        (prior(lag_days=0), prior(lag_days=1)),
    ],
)
async def test_the_best_prior_explains(better: Prior, worse: Prior) -> None:
    for priors in ((better, worse), (worse, better)):
        assert (await assess(association_over(120), *priors)).mechanism == better.mechanism


@pytest.mark.parametrize(
    ("known", "novelty"),
    [
        (prior(support=SUPPORTED), Novelty.SUPPORTED),
        (prior(support=EMERGING), Novelty.EMERGING),
        (prior(support=ESTABLISHED, lag_days=1), Novelty.EMERGING),
    ],
)
async def test_novelty_is_what_the_literature_says_of_this_lag(known: Prior, novelty: Novelty) -> None:
    assert (await assess(association_over(120), known)).novelty is novelty


async def test_a_prior_of_the_opposite_sign_explains_nothing() -> None:
    assert await assess(association_over(120), prior(direction=NEGATIVE)) == UNASSESSED


async def test_a_prior_of_the_opposite_sign_leaves_room_for_one_that_agrees() -> None:
    agreeing = prior(support=EMERGING)
    assessment = await assess(association_over(120), prior(direction=NEGATIVE), agreeing)
    assert (assessment.mechanism, assessment.novelty) == (agreeing.mechanism, Novelty.EMERGING)


async def test_the_lever_is_the_priors_feature_whichever_way_the_finding_is_put() -> None:
    known = prior()
    assert (await assess(linked("sleep_minutes", "steps"), known)).strategy == known.strategy


async def test_a_finding_with_the_effect_before_its_cause_is_not_about_that_relation() -> None:
    assert await assess(linked("sleep_minutes", "steps", lag_days=1), prior()) == UNASSESSED


async def test_a_rejected_finding_gets_no_step() -> None:
    case = association_over(120)
    rejected = replace(case, report=replace(case.report, verdict=Verdict.REJECTED))
    assert (await assess(rejected, prior())).strategy is None


async def test_a_step_may_come_from_another_prior_which_is_then_cited_too() -> None:
    best, other = prior(strategy=""), prior(support=SUPPORTED)
    assessment = await assess(association_over(120), other, best)
    assert assessment.mechanism == best.mechanism
    assert assessment.strategy == other.strategy
    assert assessment.citations == (best.citation.short, other.citation.short)


@pytest.mark.parametrize(
    ("known", "clear"),
    [
        (prior(feature="sleep_minutes", target="resting_heart_rate", direction=NEGATIVE), True),
        (prior(feature="awake_minutes", target="heart_rate_variability", direction=NEGATIVE), True),
        (prior(feature="weight_kg", target="systolic_blood_pressure"), True),
        (prior(strategy=""), False),
        (prior(feature="sleep_minutes", target="active_zone_minutes", direction=NEGATIVE), False),
        (prior(feature="steps", target="weight_kg", direction=NEGATIVE), False),
        (prior(feature="sleep_minutes", target="testosterone"), False),
    ],
)
def test_a_lever_moves_its_target_the_better_way(known: Prior, clear: bool) -> None:  # noqa: FBT001, a case
    assert is_clear_lever(known) is clear


def test_priors_about_other_pairs_do_not_apply() -> None:
    claimed = finding(FindingKind.ASSOCIATION)
    assert applied(claimed, [prior(target="spo2"), prior(feature="spo2")]) == ()
    assert applied(finding(), [prior()]) == ()
