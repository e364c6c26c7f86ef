"""Findings that answer questions, over real gRPC on both sides."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_data.v1 import health_data_pb2 as health_data
from amy.api.validator.v1 import validator_pb2 as pb
from amy.runtime.together import one_by_one
from services.validator import wire
from services.validator.domain.algebra import Question, Relate, Tell, TellRecords
from services.validator.domain.claims.finding import Finding
from services.validator.domain.records.store import ActivityLog, Store
from tests.unit.validator.asked import DAY_ONE_EPOCH, DURATION, SLEEP, STEPS, activities, claim, days, highest, of
from tests.unit.validator.builders import day, series
from tests.unit.validator.conftest import StoredSeries

if TYPE_CHECKING:
    from amy.api.validator.v1.validator_pb2_grpc import ValidatorServiceAsyncStub

RNG = np.random.default_rng(7)
WALKED = 8000 + 2000 * RNG.normal(size=120)
SLEPT = 0.02 * WALKED + 30 * RNG.normal(size=120)
RUNS = {10: 30.0, 40: 90.0, 70: 60.0}
STORE = Store(
    daily={"steps": series(WALKED), "sleep": series(SLEPT)},
    activities=ActivityLog.of(
        days=[DAY_ONE_EPOCH + at for at in RUNS],
        kinds=["Run"] * 3,
        fields=[{"duration_min": minutes} for minutes in RUNS.values()],
        recorded=list(range(DAY_ONE_EPOCH, DAY_ONE_EPOCH + 120)),
    ),
)


def fill(stored: StoredSeries) -> None:
    stored.series = dict(STORE.daily)
    stored.activities = health_data.GetActivitiesResponse(
        activities=[
            health_data.Activity(date=day(at), kind="Run", fields={"duration_min": minutes})
            for at, minutes in RUNS.items()
        ],
        recorded_days=[day(at) for at in range(120)],
    )


async def validated(
    validator: "ValidatorServiceAsyncStub", *findings: Finding, tested: Sequence[pb.TestedHypothesis] = ()
) -> list[pb.ValidatedFinding]:
    request = pb.ValidateRequest(user_id="u", findings=map(wire.finding_to_proto, findings), tested=tested)
    events = [event async for event in one_by_one(validator.Validate(request, timeout=60))]
    return list(events[-1].completed.findings)


async def test_a_question_travels_is_computed_again_and_its_hypothesis_remembered(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    related = Relate(left=STEPS, right=SLEEP, rows=days(0, 119))
    (result,) = await validated(validator, claim(related, STORE))
    assert result.verdict == common.VERDICT_VALIDATED
    assert (result.hypothesis.feature, result.hypothesis.target) == ("steps", "sleep")
    (wrong,) = await validated(validator, claim(related, STORE, tau=0.9))
    assert wrong.verdict == common.VERDICT_REJECTED


async def test_asked_again_a_hypothesis_keeps_its_place_and_why_its_verdict_is_another_is_said(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    asked = claim(Relate(left=STEPS, right=SLEEP, rows=days(0, 119)), STORE)
    (first,) = await validated(validator, asked)
    assert (first.hypothesis.place, first.hypothesis.level, first.changed) == (1, 0.005, "")
    before = pb.TestedHypothesis(verdict=first.verdict, claim=asked.claim)
    before.MergeFrom(first.hypothesis)
    others = [
        pb.TestedHypothesis(kind=first.hypothesis.kind, feature=f"metric {at}", p_value=0.9, place=at, level=1e-9)
        for at in range(2, 40)
    ]
    (again,) = await validated(validator, asked, tested=[*others, before])
    assert again == first
    before.MergeFrom(pb.TestedHypothesis(verdict=common.VERDICT_REJECTED, p_value=0.2))
    (otherwise,) = await validated(validator, asked, tested=[*others, before])
    assert otherwise.changed == (
        "When you last asked, the link could not be confirmed; what has been recorded since then makes the difference."
    )


async def test_what_is_picked_out_is_read_with_all_its_numbers(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    longest = TellRecords(rows=highest(activities(), DURATION), columns=(DURATION,))
    (result,) = await validated(validator, claim(longest, STORE))
    assert result.verdict == common.VERDICT_REJECTED
    read = {each.claim.removeprefix("reading-ds-001."): each.value for each in result.reading}
    assert read == {"value": 90.0, "n": 1.0, "day_1": DAY_ONE_EPOCH + 40, "c1_1": 90.0}


async def test_a_question_that_is_too_large_rejects_its_own_finding_and_no_other(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    asked: Question = Tell(number=of(days(0, 119)))
    rows = highest(days(0, 119), STEPS, count=300)
    for _ in range(12):
        rows = highest(rows, STEPS, count=300)
    deep = claim(Tell(number=of(rows)), STORE, effect=1.0)
    told, rejected = await validated(validator, claim(asked, STORE), deep)
    assert told.verdict == common.VERDICT_VALIDATED
    assert rejected.verdict == common.VERDICT_REJECTED
    assert "levels deep" in rejected.hard_rejection
