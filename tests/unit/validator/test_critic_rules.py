"""What the rules mind objects to, how gravely, and what that does to a verdict."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.algebra import Statistic
from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates.gate import Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import (
    Case,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    MemoryNote,
    Novelty,
    Severity,
    bound_by_severity,
    critique_of_rejected,
    final_verdict,
    memory_for_critic,
    mildest_decision,
)
from services.validator.domain.verdict.validation import examine
from tests.unit.validator.builders import finding, series, window
from tests.unit.validator.cases import association_over, case_of, concerns_of, related, scalar_over

LOW, MEDIUM, HIGH = Severity.LOW, Severity.MEDIUM, Severity.HIGH
SMALL_N, NOISE = ConcernCategory.SMALL_N, ConcernCategory.NOISE
SELECTION_BIAS, TAUTOLOGY = ConcernCategory.SELECTION_BIAS, ConcernCategory.TAUTOLOGY
ASSOCIATION, TREND = FindingKind.ASSOCIATION, FindingKind.TREND


async def test_a_descriptive_number_over_enough_days_is_accepted() -> None:
    critique = await RulesMind().critique(scalar_over(160))
    assert critique == Critique(
        decision=Decision.ACCEPT,
        reasoning="Descriptive summary across 160 daily readings, not a causal claim.",
    )


async def test_a_clear_association_over_many_days_is_accepted() -> None:
    critique = await RulesMind().critique(association_over(120))
    assert critique.decision is Decision.ACCEPT
    assert critique.reasoning == "Observed together on 120 days, not a causal claim."


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (association_over(29), {(SMALL_N, MEDIUM)}),
        (association_over(30), {(SMALL_N, LOW)}),
        (association_over(59), {(SMALL_N, LOW)}),
        (association_over(60), set()),
        (scalar_over(13), {(SMALL_N, LOW)}),
        (scalar_over(14), set()),
    ],
)
async def test_few_days_are_a_concern(case: Case, expected: set[tuple[ConcernCategory, Severity]]) -> None:
    assert {each for each in await concerns_of(case) if each[0] is SMALL_N} == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (401, {(SELECTION_BIAS, HIGH)}),
        (400, {(SELECTION_BIAS, MEDIUM)}),
        (201, {(SELECTION_BIAS, MEDIUM)}),
        (200, {(SELECTION_BIAS, LOW)}),
        (126, {(SELECTION_BIAS, LOW)}),
        (125, set()),
    ],
)
async def test_days_without_a_value_are_a_concern(span: int, expected: set[tuple[ConcernCategory, Severity]]) -> None:
    assert await concerns_of(scalar_over(100, span=span)) == expected


@pytest.mark.parametrize("statistic", [Statistic.COUNT, Statistic.LATEST])
async def test_gaps_do_not_bias_a_count_of_days_or_the_latest_value(statistic: Statistic) -> None:
    assert await concerns_of(scalar_over(100, span=500, statistic=statistic)) == set()


async def test_one_poor_window_spoils_a_comparison() -> None:
    level = np.random.default_rng(0).normal(size=60) + 3 * (np.arange(60) >= 30)
    store = {"steps": series({at: float(level[at]) for at in range(26, 60)})}
    compared = finding(TREND, days=window(30, 59), baseline=window(26, 29), numbers={"effect": 3.0})
    critique = await RulesMind().critique(case_of(compared, store))
    assert (SMALL_N, HIGH) in {(c.category, c.severity) for c in critique.concerns}
    assert critique.decision is Decision.DOWNGRADE


async def test_a_change_within_the_usual_variation_is_noise() -> None:
    values = np.random.default_rng(2).normal(size=60)
    small = finding(TREND, days=window(0, 59), numbers={"effect": 0.1})
    large = finding(TREND, days=window(0, 59), numbers={"effect": 3.0})
    assert (NOISE, MEDIUM) in await concerns_of(case_of(small, {"steps": series(values)}))
    assert await concerns_of(case_of(large, {"steps": series(values + np.linspace(0, 3, 60))})) == set()


async def test_a_claimed_change_that_chance_can_bring_about_is_noise() -> None:
    store = {"steps": series(np.random.default_rng(2).normal(size=60))}
    case = case_of(finding(TREND, days=window(0, 59), numbers={"effect": 3.0}), store)
    noise = [c for c in (await RulesMind().critique(case)).concerns if c.category is NOISE]
    assert [(c.severity, "by chance" in c.detail) for c in noise] == [(MEDIUM, True)]


@pytest.mark.parametrize(("statistic", "expected"), [(Statistic.MEAN, {(NOISE, LOW)}), (Statistic.MEDIAN, set())])
async def test_a_few_extreme_days_pull_a_mean_and_not_a_median(
    statistic: Statistic, expected: set[tuple[ConcernCategory, Severity]]
) -> None:
    values = np.concatenate([np.full(40, 400.0), np.random.default_rng(0).normal(60, 1, size=120)])
    claimed = finding(days=window(0, 159), statistic=statistic, numbers={"effect": 145.0})
    assert await concerns_of(case_of(claimed, {"steps": series(values)})) == expected


async def test_a_correlation_that_may_be_none_at_all_is_noise() -> None:
    case = next(
        case
        for case in (association_over(60, strength=0.25, seed=seed) for seed in range(50))
        if case.report.verdict is Verdict.CONDITIONAL
        and case.report.outcomes[3].number("ci_low") < 0 < case.report.outcomes[3].number("ci_high")
    )
    critique = await RulesMind().critique(case)
    assert (NOISE, HIGH) in {(c.category, c.severity) for c in critique.concerns}
    assert critique.decision is Decision.DOWNGRADE


async def test_what_the_gates_rejected_the_critic_rejects() -> None:
    rejected = next(
        case
        for case in (association_over(60, strength=0.0, seed=seed) for seed in range(50))
        if case.report.verdict is Verdict.REJECTED
    )
    assert (await RulesMind().critique(rejected)).decision is Decision.REJECT


async def test_a_constant_series_is_said_to_be_one() -> None:
    store = {"steps": series(np.full(40, 3.0)), "sleep_minutes": series(np.arange(40.0))}
    critique = await RulesMind().critique(case_of(finding(ASSOCIATION, days=window(0, 39)), store))
    assert "does not vary" in critique.reasoning


async def test_halves_that_differ_are_noise_even_where_they_agree_in_sign() -> None:
    rng = np.random.default_rng(5)
    steps = rng.normal(size=120)
    sleep = np.concatenate([0.2 * steps[:60], 3.0 * steps[60:]]) + rng.normal(size=120)
    case = case_of(finding(ASSOCIATION, days=window(0, 119)), {"steps": series(steps), "sleep_minutes": series(sleep)})
    details = [each.detail for each in (await RulesMind().critique(case)).concerns if each.category is NOISE]
    assert details == ["The correlation differs much between the first and the second half of the days."]


def measured(*, low: float, high: float, rho: float, halves: tuple[float, float]) -> Case:
    """An association over enough days whose gates measured exactly this."""
    details: dict[Gate, dict[str, float]] = {
        Gate.CONSTRUCT_VALIDITY: {"rho": rho},
        Gate.BOOTSTRAP: {"ci_low": low, "ci_high": high},
        Gate.SUBGROUP_CONSISTENCY: {"rho_first_half": halves[0], "rho_second_half": halves[1]},
        Gate.DISCRIMINATIVE_POWER: {"abs_rho": abs(rho)},
    }
    outcomes = [GateOutcome(gate=gate, verdict=GateVerdict.PASSED, detail=details.get(gate, {})) for gate in Gate]
    report = GateReport(outcomes=tuple(outcomes), verdict=Verdict.VALIDATED, documented_verdict=Verdict.VALIDATED)
    return replace(association_over(120), report=report)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (measured(low=0.3, high=0.6, rho=0.45, halves=(0.4, 0.5)), []),
        (measured(low=-0.6, high=-0.3, rho=-0.45, halves=(-0.4, -0.5)), []),
        (measured(low=0.05, high=0.6, rho=0.45, halves=(0.4, 0.5)), []),
        (measured(low=0.04, high=0.6, rho=0.45, halves=(0.4, 0.5)), ["close to none"]),
        (measured(low=-0.6, high=-0.04, rho=-0.45, halves=(-0.4, -0.5)), ["close to none"]),
        (measured(low=0.1, high=0.69, rho=0.45, halves=(0.4, 0.5)), []),
        (measured(low=0.1, high=0.71, rho=0.45, halves=(0.4, 0.5)), ["is wide"]),
        (measured(low=0.1, high=0.3, rho=0.2, halves=(0.2, 0.2)), []),
        (measured(low=0.1, high=0.3, rho=0.19, halves=(0.2, 0.2)), ["is weak"]),
        (measured(low=0.3, high=0.6, rho=0.45, halves=(0.2, 0.59)), []),
        (measured(low=0.3, high=0.6, rho=0.45, halves=(0.2, 0.61)), ["differs much"]),
        (measured(low=0.3, high=0.6, rho=0.45, halves=(-0.1, 0.7)), ["same way"]),
        (measured(low=0.0, high=0.5, rho=0.25, halves=(0.2, 0.3)), ["includes none"]),
    ],
)
async def test_noise_is_what_the_gates_measured(case: Case, words: list[str]) -> None:
    concerns = [concern for concern in (await RulesMind().critique(case)).concerns if concern.category is NOISE]
    assert len(concerns) == len(words)
    assert all(word in concern.detail for word, concern in zip(words, concerns, strict=True))


async def test_two_series_nearly_in_lockstep_may_be_one_thing() -> None:
    case = association_over(200, strength=1.6)
    outcome = next(o for o in case.report.outcomes if "rho" in o.detail)
    assert 0.75 < outcome.number("rho") <= 0.85
    assert await concerns_of(case) == {(TAUTOLOGY, MEDIUM)}


@pytest.mark.parametrize(
    ("target", "severity", "decision"),
    [
        ("steps_mean_30d", HIGH, Decision.REJECT),
        ("distance_km", HIGH, Decision.DOWNGRADE),
        ("calories_kcal", HIGH, Decision.DOWNGRADE),
        ("stress_management_score", HIGH, Decision.DOWNGRADE),
    ],
)
async def test_a_shared_measurement_is_a_tautology(target: str, severity: Severity, decision: Decision) -> None:
    values = related(120)
    claimed = finding(ASSOCIATION, target=target, days=window(0, 119))
    case = case_of(claimed, {"steps": series(values["steps"]), target: series(values["sleep_minutes"])})
    critique = await RulesMind().critique(case)
    assert (TAUTOLOGY, severity) in {(c.category, c.severity) for c in critique.concerns}
    assert critique.decision is decision


@pytest.mark.parametrize(
    ("feature", "target", "decision"),
    [
        ("sleep_efficiency", "sleep_minutes", Decision.DOWNGRADE),
        ("awake_percent", "sleep_minutes", Decision.DOWNGRADE),
        ("deep_sleep_percent", "rem_sleep_percent", Decision.DOWNGRADE),
        ("active_zone_minutes", "calories_kcal", Decision.DOWNGRADE),
        ("distance_km", "calories_kcal", Decision.ACCEPT),
        ("active_zone_minutes", "steps", Decision.ACCEPT),
    ],
)
async def test_what_goes_into_the_other_caps_what_only_shares_an_ingredient_does_not(
    feature: str, target: str, decision: Decision
) -> None:
    values = related(120)
    claimed = finding(ASSOCIATION, feature=feature, target=target, days=window(0, 119))
    case = case_of(claimed, {feature: series(values["steps"]), target: series(values["sleep_minutes"])})
    assert (await RulesMind().critique(case)).decision is decision


async def test_a_part_and_its_whole_are_downgraded() -> None:
    values = related(120)
    claimed = finding(ASSOCIATION, feature="deep_sleep_minutes", days=window(0, 119))
    store = {"deep_sleep_minutes": series(values["steps"]), "sleep_minutes": series(values["sleep_minutes"])}
    case = case_of(claimed, store)
    assert (await RulesMind().critique(case)).decision is Decision.DOWNGRADE
    assessment = await RulesMind().assess(case)
    assert assessment.mechanism.startswith("One is a part of the other")
    assert assessment.novelty is Novelty.ESTABLISHED


def concern(severity: Severity) -> Concern:
    return Concern(category=NOISE, detail="", severity=severity)


@pytest.mark.parametrize(
    ("severities", "expected"),
    [
        ([], Decision.ACCEPT),
        ([LOW], Decision.ACCEPT),
        ([LOW, LOW, MEDIUM], Decision.ACCEPT),
        ([MEDIUM, MEDIUM], Decision.DOWNGRADE),
        ([HIGH], Decision.DOWNGRADE),
        ([LOW, HIGH], Decision.DOWNGRADE),
    ],
)
def test_severities_bound_the_decision(severities: list[Severity], expected: Decision) -> None:
    concerns = tuple(map(concern, severities))
    assert mildest_decision(concerns) is expected
    accepted = Critique(decision=Decision.ACCEPT, reasoning="", concerns=concerns)
    assert bound_by_severity(accepted).decision is expected
    rejected = replace(accepted, decision=Decision.REJECT)
    assert bound_by_severity(rejected) is rejected


def test_the_critic_lowers_a_verdict_and_never_raises_it() -> None:
    rank = {Verdict.REJECTED: 0, Verdict.CONDITIONAL: 1, Verdict.VALIDATED: 2}
    for gates, decision in itertools.product(Verdict, Decision):
        assert rank[final_verdict(gates, decision)] <= rank[gates]
    assert final_verdict(Verdict.VALIDATED, Decision.ACCEPT) is Verdict.VALIDATED
    assert final_verdict(Verdict.VALIDATED, Decision.DOWNGRADE) is Verdict.CONDITIONAL
    assert final_verdict(Verdict.CONDITIONAL, Decision.DOWNGRADE) is Verdict.CONDITIONAL
    assert final_verdict(Verdict.VALIDATED, Decision.REJECT) is Verdict.REJECTED


def test_a_hard_rejection_is_its_own_critique() -> None:
    report = examine(finding(days=window(0, 6)), Store(daily={"steps": series(range(7))})).report
    assert critique_of_rejected(report) == Critique(
        decision=Decision.REJECT,
        reasoning="Only 7 days with a value; at least 10 are needed.",
        concerns=(
            Concern(
                category=SMALL_N, detail="Only 7 days with a value; at least 10 are needed.", severity=Severity.HIGH
            ),
        ),
    )
    unread = GateReport(
        outcomes=(),
        verdict=Verdict.REJECTED,
        documented_verdict=Verdict.REJECTED,
        hard_rejection='no metric is called "mood"',
    )
    assert critique_of_rejected(unread).concerns == ()


def test_the_critic_weighs_twelve_memories_of_the_documented_kinds() -> None:
    kinds = ["goal", "barrier", "preference", "decision", "value", "insight", "hypothesis"] * 3
    notes = [MemoryNote(kind=kind, text=str(at)) for at, kind in enumerate(kinds)]
    kept = memory_for_critic(notes)
    assert len(kept) == 12
    assert {note.kind for note in kept} == {"barrier", "preference", "decision", "value", "insight"}
    assert kept[0] is notes[1]
