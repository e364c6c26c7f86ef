"""The validator, over gRPC."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1 import validator_pb2_grpc
from amy.runtime.together import one_by_one
from amy.runtime.usage import enter_usage
from services.orchestrator import wire
from services.orchestrator.domain.events import ReportPart, ValidatorReport
from services.orchestrator.domain.evidence import FindingSummary, Verdict
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.steps import EarlierTest, Finding, ProcessedFinding, Validation

SERVICE: Final = pb.DESCRIPTOR.services_by_name["ValidatorService"]

_NOT_CONFIRMED: Final = " could not be confirmed: "
_READ_AS_VALUE: Final = ("effect",)
"""The keys under which a finding has the number that is the `value` of its reading."""
_COMPARED: Final = frozenset({"n_recent", "n_prior"})
"""The keys of how many values stand on either side of a comparison."""


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
        async for response in one_by_one(self._stub.Validate(request, timeout=self._timeout_s)):
            match response.WhichOneof("event"):
                case "gate":
                    yield ValidatorReport(part=ReportPart.GATE, payload=response.gate.SerializeToString())
                case "critic":
                    yield ValidatorReport(part=ReportPart.CRITIC, payload=response.critic.SerializeToString())
                case "assessment":
                    payload = response.assessment.SerializeToString()
                    yield ValidatorReport(part=ReportPart.ASSESSMENT, payload=payload)
                case "completed":
                    enter_usage(response.completed)
                    yield _validation(response.completed)


def _earlier(test: EarlierTest) -> pb.TestedHypothesis:
    return pb.TestedHypothesis(
        kind=wire.finding_kind_to_proto(test.kind),
        feature=test.feature,
        target=test.target,
        lag_days=test.lag_days,
        p_value=test.p_value,
        place=test.place,
        level=test.level,
        verdict=wire.verdict_to_proto(test.verdict) if test.verdict else common.VERDICT_UNSPECIFIED,
        claim=test.claim,
    )


def _validation(proto: pb.ValidationCompleted) -> Validation:
    readings = (entry for validated in proto.findings for entry in validated.reading)
    return Validation(
        findings=tuple(map(_summary, proto.findings)),
        fact_sheet=tuple(map(wire.fact_from_proto, (*proto.fact_sheet, *readings))),
        tested=tuple(_processed(validated) for validated in proto.findings if not _is_by_code(validated)),
    )


def _summary(validated: pb.ValidatedFinding) -> FindingSummary:
    finding = validated.finding
    verdict = wire.verdict_from_proto(validated.verdict)
    return FindingSummary(
        id=finding.id,
        kind=wire.finding_kind_from_proto(finding.kind) or "scalar",
        claim=finding.claim,
        feature=validated.feature,
        target=validated.target,
        verdict=verdict,
        reason="" if verdict is Verdict.VALIDATED else validated.hard_rejection or _why(validated.critic),
        compares=validated.compares,
        of_one_day=any(each.key in _COMPARED and each.scalar == 1 for each in finding.numbers),
        mechanism=validated.assessment.mechanism,
        strategy=validated.assessment.strategy,
        citations=tuple(validated.assessment.citations),
        literature=tuple(wire.fact_from_proto(entry) for entry in validated.assessment.literature),
        reading_keys=_READ_AS_VALUE if validated.reading else (),
        range=validated.certainty.range,
        basis=validated.certainty.basis,
        by_code=_is_by_code(validated),
        changed=validated.changed,
    )


def _is_by_code(validated: pb.ValidatedFinding) -> bool:
    """Whether the validator believes that only code could compute its numbers; what it did not believe it rejected."""
    return validated.finding.by_code and validated.verdict == common.VERDICT_CONDITIONAL


def _why(critic: pb.CriticResult) -> str:
    """Of a finding that is not reported the one reason why; else all that the Critic has to say."""
    _, is_rejected, why = critic.explanation.partition(_NOT_CONFIRMED)
    return why if is_rejected else critic.reasoning


def _processed(validated: pb.ValidatedFinding) -> ProcessedFinding:
    finding = validated.finding
    effects = (number.scalar for number in finding.numbers if number.key == "effect" and number.HasField("scalar"))
    return ProcessedFinding(
        claim=finding.claim,
        finding_id=finding.id,
        feature=validated.hypothesis.feature or validated.feature,
        target=validated.hypothesis.target or validated.target,
        verdict=wire.verdict_from_proto(validated.verdict),
        effect=next(effects, None),
        kind=wire.finding_kind_from_proto(finding.kind),
        lag_days=validated.lag_days,
        p_value=validated.p_value if validated.HasField("p_value") else None,
        place=validated.hypothesis.place,
        level=validated.hypothesis.level if validated.hypothesis.HasField("level") else None,
    )
