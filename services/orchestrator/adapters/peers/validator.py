"""The validator, over gRPC."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Final

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1 import validator_pb2_grpc
from amy.text import quoted
from services.orchestrator import wire
from services.orchestrator.domain.events import ReportPart, ValidatorReport
from services.orchestrator.domain.evidence import DATE, Counted, Fact, FindingSummary, Verdict, reading_id
from services.orchestrator.domain.steps import EarlierTest, Finding, MemoryNote, ProcessedFinding, Validation

SERVICE: Final = pb.DESCRIPTOR.services_by_name["ValidatorService"]

_NOT_CONFIRMED: Final = " could not be confirmed: "
_COUNT_VALUES: Final = frozenset({"n", "n_recent", "n_prior", "count", "count_per", "outliers"})
_COUNT_DAYS: Final = frozenset({"count_days", "days_missing", "held", "longest_streak", "current_streak"})
_ON_DAYS: Final = frozenset(
    {
        common.STATISTIC_SPEARMAN,
        common.STATISTIC_LINEAR_CHANGE,
        common.STATISTIC_CHANGE_POINT,
        common.STATISTIC_SHARE,
        common.STATISTIC_LONGEST_STREAK,
        common.STATISTIC_CURRENT_STREAK,
    }
)
"""Statistics of days, whatever their series is read from."""


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
    findings = {validated.finding.id: validated for validated in proto.findings}
    return Validation(
        findings=tuple(_summary(validated) for validated in proto.findings),
        fact_sheet=(
            *(_fact(entry, findings.get(entry.claim.rpartition(".")[0])) for entry in proto.fact_sheet),
            *(fact for validated in proto.findings if validated.HasField("reading") for fact in _reading(validated)),
        ),
        tested=tuple(_processed(validated) for validated in proto.findings),
        cost_usd=proto.usage.cost_usd if proto.usage.HasField("cost_usd") else None,
    )


def _fact(entry: common.FactEntry, validated: pb.ValidatedFinding | None) -> Fact:
    fact = wire.fact_from_proto(entry)
    if validated is None:
        return fact
    return replace(fact, counts=_counted_by(validated, fact.claim.rpartition(".")[2]))


def _summary(validated: pb.ValidatedFinding) -> FindingSummary:
    finding = validated.finding
    verdict = wire.verdict_from_proto(validated.verdict)
    return FindingSummary(
        id=finding.id,
        kind=wire.finding_kind_from_proto(finding.kind) or "scalar",
        claim=finding.claim,
        feature=_named(finding.selection.feature, finding.selection.source) or validated.feature,
        target=_named(finding.selection.target, finding.selection.target_source) or validated.target,
        verdict=verdict,
        reason="" if verdict is Verdict.VALIDATED else validated.hard_rejection or _why(validated.critic),
        compares=validated.compares or finding.selection.statistic == common.STATISTIC_DIFFERENCE_OF_MEANS,
        mechanism=validated.assessment.mechanism,
        strategy=validated.assessment.strategy,
        citations=tuple(validated.assessment.citations),
        literature=tuple(wire.fact_from_proto(entry) for entry in validated.assessment.literature),
        reading_keys=_reading_keys(finding) if validated.HasField("reading") else (),
    )


def _named(name: str, source: "common.Source.ValueType") -> str:
    """A series by its name; a laboratory value by the laboratory's words, as such."""
    return quoted(name) if name and source == common.SOURCE_BIOMARKER else name


def _why(critic: pb.CriticResult) -> str:
    """Of a finding that is not reported the one reason why; else all that the Critic has to say."""
    _, is_rejected, why = critic.explanation.partition(_NOT_CONFIRMED)
    return why if is_rejected else critic.reasoning


def _reading(validated: pb.ValidatedFinding) -> Iterator[Fact]:
    """What the validator read in the store where too few days let no claim stand: facts about those days alone."""
    finding, reading = validated.finding, validated.reading
    units = {number.key: number.unit for number in finding.numbers}
    stands_for = _reading_keys(finding)
    numbers: dict[str, tuple[float, str]] = {"value": (reading.value, units.get("effect", "")), "n": (reading.n, "")}
    if reading.HasField("epoch_day"):
        numbers["day"] = (reading.epoch_day, DATE)
    for number in reading.numbers:
        unit = number.unit or units.get(number.key, "")
        if number.key in stands_for:
            continue
        if number.HasField("interval"):
            numbers[f"{number.key}_low"] = (number.interval.low, unit)
            numbers[f"{number.key}_high"] = (number.interval.high, unit)
        else:
            numbers.setdefault(number.key, (number.scalar, unit))
    for key, (value, unit) in numbers.items():
        yield Fact(
            claim=f"{reading_id(finding.id)}.{key}",
            value=float(value),
            unit=unit or None,
            source="health_data",
            n=reading.n,
            window=validated.window or finding.selection.window.label or None,
            verdict=Verdict.CONDITIONAL,
            counts=_counted_by(validated, "effect" if key == "value" else key),
        )


def _counted_by(validated: pb.ValidatedFinding, key: str) -> Counted | None:
    """What a number of a finding counts: of a question what its values are one each of."""
    if not validated.finding.HasField("question"):
        return _counted(validated.finding, key)
    if key not in _COUNT_VALUES and key != "effect" and not key.startswith(("n_", "share_n", "ties")):
        return None
    named = {"days": "day", "activities": "activities", "weeks": "week", "months": "month"}
    return named.get(validated.counts, "values")  # type: ignore[return-value]


def _counted(finding: common.Finding, key: str) -> Counted | None:
    """What a number of a finding counts, should it have no unit."""
    statistic, source = finding.selection.statistic, finding.selection.source
    named = _statistic(finding) if key == "effect" else key
    if named in _COUNT_DAYS:
        return "day"
    if named not in _COUNT_VALUES:
        return None
    if source == common.SOURCE_UNSPECIFIED or statistic in _ON_DAYS:
        return "day"
    return "activities" if source == common.SOURCE_ACTIVITY else "values"


def _reading_keys(finding: common.Finding) -> tuple[str, ...]:
    """The keys under which a finding has the number that is the `value` of its reading."""
    return ("effect",) if finding.HasField("question") else ("effect", _statistic(finding))


def _statistic(finding: common.Finding) -> str:
    """The key under which a finding names its statistic: "mean"."""
    return common.Statistic.Name(finding.selection.statistic).removeprefix("STATISTIC_").lower()


def _processed(validated: pb.ValidatedFinding) -> ProcessedFinding:
    finding = validated.finding
    effects = (number.scalar for number in finding.numbers if number.key == "effect" and number.HasField("scalar"))
    return ProcessedFinding(
        claim=finding.claim,
        finding_id=finding.id,
        feature=validated.hypothesis.feature or finding.selection.feature,
        target=validated.hypothesis.target or finding.selection.target,
        verdict=wire.verdict_from_proto(validated.verdict),
        effect=next(effects, None),
        kind=wire.finding_kind_from_proto(finding.kind),
        lag_days=finding.selection.lag_days,
        p_value=validated.p_value if validated.HasField("p_value") else None,
    )
