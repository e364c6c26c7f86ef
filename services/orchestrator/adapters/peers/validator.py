"""The validator, over gRPC."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, Literal

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1 import validator_pb2_grpc
from services.orchestrator import wire
from services.orchestrator.domain.events import ReportPart, ValidatorReport
from services.orchestrator.domain.evidence import Fact, FindingSummary, Verdict, reading_id
from services.orchestrator.domain.steps import Finding, MemoryNote, ProcessedFinding, Validation

SERVICE: Final = pb.DESCRIPTOR.services_by_name["ValidatorService"]

_KINDS: Final[Mapping["common.FindingKind.ValueType", Literal["association", "trend", "scalar"]]] = {
    common.FINDING_KIND_ASSOCIATION: "association",
    common.FINDING_KIND_TREND: "trend",
    common.FINDING_KIND_SCALAR: "scalar",
}


class RemoteValidator:
    """A `Validator`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = validator_pb2_grpc.ValidatorServiceStub(channel)
        self._timeout_s = timeout_s

    async def validate(
        self, user_id: str, findings: Sequence[Finding], notes: Sequence[MemoryNote]
    ) -> AsyncIterator[ValidatorReport | Validation]:
        request = pb.ValidateRequest(
            user_id=user_id,
            findings=[common.Finding.FromString(finding.payload) for finding in findings],
            memory=[pb.MemoryNote(kind=note.kind.value, text=note.text) for note in notes],
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
        kind=_KINDS.get(finding.kind, "scalar"),
        claim=finding.claim,
        feature=finding.selection.feature,
        target=finding.selection.target,
        verdict=verdict,
        reason="" if verdict is Verdict.VALIDATED else validated.hard_rejection or validated.critic.reasoning,
        mechanism=validated.assessment.mechanism,
        strategy=validated.assessment.strategy,
        reading_keys=("effect", _statistic(finding)) if validated.HasField("reading") else (),
    )


def _reading(validated: pb.ValidatedFinding) -> tuple[Fact, ...]:
    """What the validator read in the store where too few days let no claim stand: a fact about those days alone."""
    finding, reading = validated.finding, validated.reading
    units = (number.unit for number in finding.numbers if number.key == "effect")
    return tuple(
        Fact(
            claim=f"{reading_id(finding.id)}.{key}",
            value=value,
            unit=unit,
            source="health_data",
            n=reading.n,
            window=finding.selection.window.label or None,
            verdict=Verdict.CONDITIONAL,
        )
        for key, value, unit in (("value", reading.value, next(units, "") or None), ("n", float(reading.n), None))
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
    )
