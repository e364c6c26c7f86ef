"""The service end to end: real gRPC on both sides, a whole stream recorded, outages told as such."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from google.protobuf import json_format
from google.protobuf.message import Message

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from amy.runtime import errors
from amy.runtime.together import one_by_one
from services.validator import wire
from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.records.series import DailySeries
from tests.unit.validator.builders import finding, series, truthful, window
from tests.unit.validator.conftest import StoredSeries, validator_reading

if TYPE_CHECKING:
    from amy.api.validator.v1.validator_pb2_grpc import ValidatorServiceAsyncStub

GOLDEN = Path(__file__).parent / "golden" / "validate_stream.jsonl"


def fill(stored: StoredSeries) -> None:
    rng = np.random.default_rng(7)
    sleep = 420 + 40 * rng.normal(size=120)
    stored.series = {
        "sleep_minutes": series(sleep),
        "deep_sleep_minutes": series(0.15 * sleep + 8 * rng.normal(size=120)),
        "resting_heart_rate": series(np.round(60 - 0.03 * (sleep - 420) + 1.5 * rng.normal(size=120))),
        "steps": series(8000 + 2000 * rng.normal(size=120)),
        "steps_mean_30d": series(8000 + 300 * rng.normal(size=120)),
    }


def findings() -> list[Finding]:
    days = window(0, 119, "all data")
    association = FindingKind.ASSOCIATION
    stored = StoredSeries()  # type: ignore[abstract]  # a fake of one RPC
    fill(stored)
    claimed = [
        finding(id="ds-001", feature="resting_heart_rate", days=days, numbers={"effect": 60.1, "n": 120.0}),
        finding(association, id="ds-002", feature="resting_heart_rate", days=days, numbers={"effect": -0.6}),
        finding(association, id="ds-002", feature="steps", days=days, numbers={"effect": 0.01}),
        finding(association, id="ds-004", feature="deep_sleep_minutes", days=days, numbers={"effect": 0.6}),
        finding(association, id="ds-005", feature="steps", target="steps", days=days, numbers={"effect": 1.0}),
        finding(id="ds-006", days=window(113, 119, "last 7 days"), numbers={"effect": 8000.0}),
        finding(id="ds-007", feature="mood", days=days),
        finding(
            FindingKind.TREND,
            id="ds-008",
            days=window(90, 119, "last 30 days"),
            baseline=window(60, 89, "the 30 days before"),
            numbers={"effect": 120.0},
        ),
    ]
    return [truthful(each, stored.series) for each in claimed]


def request(*claimed: Finding) -> pb.ValidateRequest:
    return pb.ValidateRequest(user_id="u", findings=map(wire.finding_to_proto, claimed or findings()))


async def stream_of(validator: "ValidatorServiceAsyncStub", asked: pb.ValidateRequest) -> list[pb.ValidateResponse]:
    return [response async for response in one_by_one(validator.Validate(asked, timeout=60))]


def as_line(response: Message) -> str:
    """One JSON line, floats to 9 significant digits: the last ones depend on the processor."""
    text = json_format.MessageToJson(response, indent=None, ensure_ascii=False)
    return re.sub(r"(?<=\": )-?\d+\.\d+(?:e-?\d+)?", lambda match: f"{float(match.group()):.9g}", text)


async def test_a_whole_stream_is_as_recorded(validator: "ValidatorServiceAsyncStub", stored: StoredSeries) -> None:
    fill(stored)
    lines = [as_line(response) for response in await stream_of(validator, request())]
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()


async def test_the_same_data_gives_the_same_bytes(validator: "ValidatorServiceAsyncStub", stored: StoredSeries) -> None:
    fill(stored)
    streams = await asyncio.gather(*(stream_of(validator, request()) for _ in range(3)))
    first, *others = [[response.SerializeToString() for response in stream] for stream in streams]
    assert all(other == first for other in others)


async def test_results_fall_finding_by_finding_gates_then_critic_then_assessment_then_the_end(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    responses = await stream_of(validator, request())
    told = [
        (getattr(response, kind).finding_id, kind)
        for response in responses
        if (kind := response.WhichOneof("event")) and kind != "completed"
    ]
    full = ["gate"] * 11 + ["critic", "assessment"]
    assert [(each, kind) for each, kind in told] == [
        (each, kind)
        for each, kinds in (
            ("ds-001", full),
            ("ds-002", full),
            ("ds-002-2", ["gate"] * 11 + ["critic"]),
            ("ds-004", full),
            ("ds-005", ["gate"] * 3 + ["critic"]),
            ("ds-006", ["gate", "critic"]),
            ("ds-007", ["critic"]),
            ("ds-008", full[:-1]),
        )
        for kind in kinds
    ]
    assert [response.WhichOneof("event") for response in responses].index("completed") == len(responses) - 1


async def test_with_the_second_layer_off_validation_is_as_documented(store_address: str, stored: StoredSeries) -> None:
    fill(stored)
    async with validator_reading(store_address, validation="documented") as plain:
        *told, last = await stream_of(plain, request())
    assert {response.gate.gate for response in told if response.HasField("gate")} == set(range(1, 8))
    assert not any(item.HasField("p_value") for item in last.completed.findings)


async def test_what_the_end_holds_is_what_was_told(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    *told, last = await stream_of(validator, request())
    gates = [gate for item in last.completed.findings for gate in item.gates]
    assert gates == [response.gate for response in told if response.HasField("gate")]
    assert [item.critic for item in last.completed.findings] == [r.critic for r in told if r.HasField("critic")]
    surviving = {item.finding.id for item in last.completed.findings if item.verdict != common.VERDICT_REJECTED}
    assert {fact.claim.split(".")[0] for fact in last.completed.fact_sheet} == surviving


async def test_an_unknown_metric_rejects_its_own_finding_and_no_other(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)
    good = truthful(finding(days=window(0, 119)), stored.series)
    bad = finding(id="ds-002", feature="mood")
    *_, last = await stream_of(validator, request(good, bad))
    assert [item.hard_rejection for item in last.completed.findings] == ["", 'no metric is called "mood"']
    assert last.completed.findings[0].verdict == common.VERDICT_VALIDATED


async def test_known_series_are_read_in_one_call(validator: "ValidatorServiceAsyncStub", stored: StoredSeries) -> None:
    fill(stored)
    steps, sleep = finding(), finding(id="ds-002", feature="sleep_minutes")
    await stream_of(validator, request(steps, sleep, steps))
    assert [list(each.names) for each in stored.requests] == [["sleep_minutes", "steps"]]
    assert stored.requests[0].user_id == "u"


async def test_what_cannot_be_read_at_all_asks_for_nothing(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    *_, last = await stream_of(validator, pb.ValidateRequest(user_id="u", findings=[common.Finding(id="x")]))
    assert last.completed.findings[0].verdict == common.VERDICT_REJECTED
    assert stored.requests == []


async def test_a_store_that_is_not_there_is_an_upstream_error() -> None:
    async with validator_reading("127.0.0.1:1") as validator:
        with pytest.raises(errors.UpstreamUnavailableError):
            await stream_of(validator, request())


async def test_a_store_that_is_too_slow_is_an_upstream_error(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    stored.delay_s = 5
    with pytest.raises(errors.UpstreamUnavailableError):
        await stream_of(validator, request(finding()))


async def test_a_store_that_comes_back_is_asked_again(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    fill(stored)

    def fail_twice() -> None:
        if len(stored.requests) <= 2:
            raise errors.UpstreamUnavailableError("starting")

    stored.before_answer = fail_twice
    *_, last = await stream_of(validator, request(truthful(finding(days=window(0, 119)), stored.series)))
    assert last.completed.findings[0].verdict == common.VERDICT_VALIDATED
    assert len(stored.requests) == 3


async def test_a_store_that_crashes_rejects_every_finding_and_says_why(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    def crash() -> None:
        raise ZeroDivisionError

    stored.before_answer = crash
    *_, last = await stream_of(validator, request(finding()))
    assert [item.hard_rejection for item in last.completed.findings] == ["the stored data could not be read"]


async def test_a_series_that_makes_no_sense_is_not_read(
    validator: "ValidatorServiceAsyncStub", stored: StoredSeries
) -> None:
    stored.series = {"steps": DailySeries(days=np.arange(30), values=np.arange(29.0))}
    *_, last = await stream_of(validator, request(finding()))
    assert [item.hard_rejection for item in last.completed.findings] == ["the stored data could not be read"]


async def test_a_user_is_needed(validator: "ValidatorServiceAsyncStub") -> None:
    with pytest.raises(errors.InvalidFieldError):
        await stream_of(validator, pb.ValidateRequest())


async def test_the_pure_core_gates_what_it_is_given(validator: "ValidatorServiceAsyncStub") -> None:
    rng = np.random.default_rng(0)
    feature = rng.normal(size=90)
    response = await validator.EvaluateGates(
        pb.EvaluateGatesRequest(
            finding_id="x",
            claim="They move together.",
            kind=common.FINDING_KIND_ASSOCIATION,
            feature=feature,
            target=feature + rng.normal(size=90),
        ),
        timeout=60,
    )
    assert [gate.gate for gate in response.gates] == list(pb.Gate.values())[1:]
    assert {(gate.finding_id, gate.claim) for gate in response.gates} == {("x", "They move together.")}
    assert response.verdict == common.VERDICT_VALIDATED


async def test_the_pure_core_refuses_what_it_cannot_gate(validator: "ValidatorServiceAsyncStub") -> None:
    with pytest.raises(errors.InvalidFieldError):
        await validator.EvaluateGates(pb.EvaluateGatesRequest(feature=[1.0]), timeout=60)


async def test_the_server_answers_while_gates_are_running(validator: "ValidatorServiceAsyncStub") -> None:
    """Gating 20,000 pairs takes long; a small question asked meanwhile does not wait for it."""
    values = np.random.default_rng(0).normal(size=(2, 20_000))
    large = pb.EvaluateGatesRequest(kind=common.FINDING_KIND_ASSOCIATION, feature=values[0], target=values[1])
    small = pb.EvaluateGatesRequest(kind=common.FINDING_KIND_SCALAR, feature=[1.0])
    slow = asyncio.ensure_future(validator.EvaluateGates(large, timeout=60))
    await asyncio.sleep(0.05)
    await validator.EvaluateGates(small, timeout=60)
    assert not slow.done()
    assert (await slow).verdict
