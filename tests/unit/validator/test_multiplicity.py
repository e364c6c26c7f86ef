"""What was tested before counts, and what a hypothesis has to show is settled when it is first tested."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates.gate import GateOutcome
from services.validator.domain.gates.multiplicity import (
    MAX_FALSE_VALIDATED,
    Subject,
    Test,
    TestedHypothesis,
    among_all,
    last_of_each,
    subject_of,
)
from tests.unit.validator.builders import finding

ASSOCIATION = FindingKind.ASSOCIATION
CHANCES = st.sampled_from([1e-7, 1e-4, 1e-3, 0.003, 0.006, 0.02, 0.4, 0.9])


def about(name: str, p_value: float | None) -> Test:
    return Test(subject=Subject.of(ASSOCIATION, name, "steps", 0), p_value=p_value)


def hypothesis(name: str, p_value: float | None, *, place: int = 0, level: float | None = None) -> TestedHypothesis:
    return TestedHypothesis(
        kind=ASSOCIATION, feature=name, target="steps", lag_days=0, p_value=p_value, place=place, level=level
    )


def after(
    turn: Sequence[Test], outcomes: Sequence[GateOutcome], earlier: Sequence[TestedHypothesis]
) -> list[TestedHypothesis]:
    """What memory holds after a turn, newest first."""
    kept = [
        TestedHypothesis(
            kind=ASSOCIATION,
            feature=test.subject.series[0],
            target=test.subject.series[1],
            lag_days=0,
            p_value=test.p_value,
            place=int(each.number("place")),
            level=each.number("level"),
        )
        for test, each in zip(turn, outcomes, strict=True)
        if test.subject is not None and test.p_value is not None
    ]
    now = {each.subject for each in kept}
    return [*kept, *(each for each in earlier if each.subject not in now)]


def levels_of_turns(p_values: Sequence[float]) -> list[float]:
    """The level of each of hypotheses that are tested one a turn."""
    earlier: list[TestedHypothesis] = []
    levels = []
    for at, p_value in enumerate(p_values):
        turn = [about(f"metric {at}", p_value)]
        outcomes = among_all(turn, earlier)
        levels.append(outcomes[0].number("level"))
        earlier = after(turn, outcomes, earlier)
    return levels


def test_what_was_tested_before_makes_a_result_preliminary_and_does_not_reject_it() -> None:
    earlier = [hypothesis(f"metric {at}", 0.8, place=at, level=1e-4) for at in range(1, 61)]
    (outcome,) = among_all([about("mood", 0.004)], earlier)
    assert outcome.ceiling is Verdict.CONDITIONAL
    assert among_all([about("mood", 0.004)])[0].ceiling is Verdict.VALIDATED


def test_all_that_is_handed_out_where_nothing_is_found_is_what_may_be_false() -> None:
    levels = levels_of_turns([0.9] * 60)
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == MAX_FALSE_VALIDATED / 2
    assert sum(levels) == pytest.approx(MAX_FALSE_VALIDATED * 60 / 61)


def test_a_turn_that_finds_something_earns_a_share_anew_but_the_first() -> None:
    nothing, once, twice = (
        levels_of_turns([*found, *[0.9] * 5])[2:] for found in ([0.9, 0.9], [1e-9, 0.9], [1e-9, 1e-9])
    )
    assert once == pytest.approx(nothing)
    assert twice[0] == pytest.approx(nothing[0] + MAX_FALSE_VALIDATED / 2)
    assert max(levels_of_turns([1e-9] * 40)) <= MAX_FALSE_VALIDATED


def test_what_was_tested_before_an_order_was_kept_is_one_turn_and_tested_again_is_new() -> None:
    earlier = [hypothesis("mood", 0.5), hypothesis("stress", None)]
    (outcome,) = among_all([about("calories", 0.5)], earlier)
    assert outcome.number("place") == 2
    assert outcome.number("level") == pytest.approx(MAX_FALSE_VALIDATED / 6)
    assert among_all([about("mood", 0.5)], earlier)[0].number("place") == 2


def test_a_hypothesis_keeps_its_place_whichever_series_comes_first() -> None:
    now = Test(subject=subject_of(finding(ASSOCIATION)), p_value=0.004)
    (feature, target) = now.subject.series if now.subject else ("", "")
    for one, other in ((feature, target), (target, feature)):
        before = replace(hypothesis(one, 0.5, place=3, level=0.002), target=other)
        (outcome,) = among_all([now], [before, hypothesis("mood", 0.5, place=9, level=1e-4)])
        assert (outcome.number("place"), outcome.number("level")) == (3, 0.002)
    assert Subject.of(ASSOCIATION, "a", "b", 1) != Subject.of(ASSOCIATION, "b", "a", 1)


def test_two_tests_of_one_hypothesis_in_a_turn_have_to_show_the_same() -> None:
    first, second, _ = among_all([about("mood", 1e-6), about("mood", 0.002), about("stress", 0.001)])
    assert first.number("level") == second.number("level")


@given(st.lists(st.lists(CHANCES, min_size=1, max_size=5), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_a_turn_asked_again_after_any_others_comes_out_as_it_did(turns: list[list[float]]) -> None:
    earlier: list[TestedHypothesis] = []
    first: list[tuple[list[Test], tuple[GateOutcome, ...]]] = []
    for at, p_values in enumerate(turns):
        turn = [about(f"metric {at}.{place}", p_value) for place, p_value in enumerate(p_values)]
        first.append((turn, among_all(turn, earlier)))
        earlier = after(turn, first[-1][1], earlier)
    for turn, outcomes in [*first, *reversed(first)]:
        again = among_all(turn, earlier)
        assert again == outcomes
        earlier = after(turn, again, earlier)


def test_how_a_finding_was_last_asked_about_is_the_newest_entry_unless_the_turn_asks_the_same_of_several_rows() -> None:
    mood, stress = (about(name, 0.5).subject for name in ("mood", "stress"))
    newest, older = hypothesis("mood", 0.1), hypothesis("mood", 0.2)
    assert last_of_each([mood, stress, None], [newest, older]) == (newest, None, None)
    assert last_of_each([mood, mood], [newest]) == (None, None)
