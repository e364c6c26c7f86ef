"""How far a goal may be from where a person stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_coach.domain.goals import STEPPED, between, capped, is_better, workout_days
from tests.unit.health_coach.coaching import Records, converse


@given(st.floats(500, 40_000), st.none() | st.floats(0, 60_000))
def test_steps_grow_by_at_most_a_tenth_and_a_thousand(own: float, wanted: float | None) -> None:
    target = capped("steps", own, wanted)
    if target is not None:
        assert own < target <= own + min(own / 10, 1000)


@given(st.floats(120, 700))
def test_a_night_grows_by_a_quarter_to_half_an_hour_and_to_nine_hours_at_most(own: float) -> None:
    target = capped("sleep_minutes", own)
    if own <= 510:
        assert target is not None
        assert 15 <= target - own <= 30
    assert target is None or target <= 540


@given(st.floats(1290, 1620))
def test_a_bedtime_moves_by_a_quarter_to_half_an_hour(own: float) -> None:
    target = capped("bed_time_clock", own)
    assert target is not None
    assert 15 <= own - target <= 30


@given(st.sampled_from(sorted(STEPPED)), st.floats(10, 1600))
def test_a_target_between_is_between(metric: str, own: float) -> None:
    target = capped(metric, own)
    if target is not None and (middle := between(metric, own, target)) is not None:
        assert is_better(metric, middle, own)
        assert is_better(metric, target, middle)


@pytest.mark.parametrize(("count", "days"), [(0, 1), (9, 3), (13, 4), (25, None)])
def test_workouts_grow_by_one_a_week(count: float, days: int | None) -> None:
    assert workout_days(count) == days


async def test_the_number_is_proposed_and_capped_by_the_claim_of_the_own_level() -> None:
    (turn,) = await converse("Just tell me how to walk more")
    (proposal,) = turn.reply.proposals
    assert (proposal.claim, proposal.value, proposal.unit) == ("goal-1.target", 8100, "count")
    assert proposal.capped_by in {fact.claim for fact in turn.facts.values()}


async def test_a_number_of_the_persons_own_is_a_first_step_towards_it() -> None:
    (turn,) = await converse("I want 12,000 steps a day, just tell me how")
    assert turn.reply.proposals[0].value == 8100


async def test_without_a_level_on_record_the_own_number_is_the_goal_and_without_one_days_are() -> None:
    nothing = Records(record=None)
    (own,) = await converse("I want 9,000 steps a day, just tell me how", records=nothing)
    (days,) = await converse("Just tell me how to walk more", records=nothing)
    assert [(each.value, each.unit, each.capped_by) for each in own.reply.proposals] == [(9000, "count", "")]
    assert [(each.value, each.unit) for each in days.reply.proposals] == [(3, "days")]


async def test_a_level_that_is_good_enough_is_left_alone() -> None:
    (turn,) = await converse("Just tell me how to sleep more", records=Records(levels={"sleep_minutes": 545.0}))
    assert [each.unit for each in turn.reply.proposals] == ["days"]
