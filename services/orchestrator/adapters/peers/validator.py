"""The validator, over gRPC."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1 import validator_pb2_grpc
from services.orchestrator import wire
from services.orchestrator.domain.events import ReportPart, ValidatorReport
from services.orchestrator.domain.evidence import DATE, Fact, FindingSummary, Verdict, reading_id
from services.orchestrator.domain.steps import EarlierTest, Finding, MemoryNote, ProcessedFinding, Validation

SERVICE: Final = pb.DESCRIPTOR.services_by_name["ValidatorService"]


class RemoteValidator:
    """A `Validator`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = validator_pb2_grpc.ValidatorServiceStub(channel)
        self._timeout_s = timeout_s

    async def validate(
        self, user_id: str, findings: Sequence[Finding], notes: Sequence[MemoryNote], tested: Sequence[EarlierTest]
    ) -> AsyncIterator[ValidatorReport | Validation]:
        request = pb.ValidateRequest(
            user_id=user_id,
            findings=[common.Finding.FromString(finding.payload) for finding in findings],
            memory=[pb.MemoryNote(kind=note.kind.value, text=note.text) for note in notes],
            tested=map(_earlier, tested),
        )
        async for response in self._stub.Validate(request, timeout=self._timeout_s):
            match response.WhichOneof("event"):
                case "gate":
                    yield ValidatorReport(part=ReportPart.GATE, payload=response.gate.SerializeToString())
                case "critic":
                    yield ValidatorReport(part=ReportPart.CRITIC, payload=response.critic.SerializeToString())
                case "assessment":
                    payload = response.assessment.SerializeToString()
                    yield ValidatorReport(part=ReportPart.ASSESSMENT, payload=payload)
                case "completed":
                    yield _validation(response.completed)


def _earlier(test: EarlierTest) -> pb.TestedHypothesis:
    return pb.TestedHypothesis(
        kind=wire.finding_kind_to_proto(test.kind),
        feature=test.feature,
        target=test.target,
        lag_days=test.lag_days,
        p_value=test.p_value,
    )


def _validation(proto: pb.ValidationCompleted) -> Validation:
    return Validation(
        findings=tuple(_summary(validated) for validated in proto.findings),
        fact_sheet=(
            *(wire.fact_from_proto(entry) for entry in proto.fact_sheet),
            *(fact for validated in proto.findings if validated.HasField("reading") for fact in _reading(validated)),
        ),
        tested=tuple(_processed(validated) for validated in proto.findings),
        cost_usd=proto.usage.cost_usd if proto.usage.HasField("cost_usd") else None,
    )


def _summary(validated: pb.ValidatedFinding) -> FindingSummary:
    finding = validated.finding
    verdict = wire.verdict_from_proto(validated.verdict)
    return FindingSummary(
        id=finding.id,
        kind=wire.finding_kind_from_proto(finding.kind) or "scalar",
        claim=finding.claim,
        feature=finding.selection.feature,
        target=finding.selection.target,
        verdict=verdict,
        reason="" if verdict is Verdict.VALIDATED else validated.hard_rejection or validated.critic.reasoning,
        mechanism=validated.assessment.mechanism,
        strategy=validated.assessment.strategy,
        citations=tuple(validated.assessment.citations),
        literature=tuple(wire.fact_from_proto(entry) for entry in validated.assessment.literature),
        reading_keys=("effect", _statistic(finding)) if validated.HasField("reading") else (),
    )


def _reading(validated: pb.ValidatedFinding) -> tuple[Fact, ...]:
    """What the validator read in the store where too few days let no claim stand: a fact about those days alone."""
    finding, reading = validated.finding, validated.reading
    unit_of_effect = next((number.unit for number in finding.numbers if number.key == "effect"), "") or None
    numbers: list[tuple[str, float, str | None]] = [("value", reading.value, unit_of_effect), ("n", reading.n, None)]
    if reading.HasField("epoch_day"):
        numbers.append(("day", reading.epoch_day, DATE))
    return tuple(
        Fact(
            claim=f"{reading_id(finding.id)}.{key}",
            value=float(value),
            unit=unit,
            source="health_data",
            n=reading.n,
            window=finding.selection.window.label or None,
            verdict=Verdict.CONDITIONAL,
        )
        for key, value, unit in numbers
    )


def _statistic(finding: common.Finding) -> str:
    """The key under which a finding names its statistic: "mean"."""
    return common.Statistic.Name(finding.selection.statistic).removeprefix("STATISTIC_").lower()


def _processed(validated: pb.ValidatedFinding) -> ProcessedFinding:
    finding = validated.finding
    effects = (number.scalar for number in finding.numbers if number.key == "effect" and number.HasField("scalar"))
    return ProcessedFinding(
        claim=finding.claim,
        finding_id=finding.id,
        feature=finding.selection.feature,
        target=finding.selection.target,
        verdict=wire.verdict_from_proto(validated.verdict),
        effect=next(effects, None),
        kind=wire.finding_kind_from_proto(finding.kind),
        lag_days=finding.selection.lag_days,
        p_value=validated.p_value if validated.HasField("p_value") else None,
    )
