"""What each service is asked, as the orchestrator asks it of the first person: made by asking the running system.

A coach and an investigator speak of findings that were computed and checked, so those are computed and checked first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import grpc
import numpy as np
from google.protobuf.descriptor import ServiceDescriptor

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as analysis
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.api.domain_expert.v1 import domain_expert_pb2 as expert
from amy.api.health_coach.v1 import health_coach_pb2 as coach
from amy.api.health_coach.v1 import health_coach_pb2_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.api.investigator.v1 import investigator_pb2 as investigator
from amy.api.investigator.v1 import investigator_pb2_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.query.v1 import query_pb2 as query
from amy.api.validator.v1 import validator_pb2 as validator
from amy.api.validator.v1 import validator_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.mesh import Mesh
from amy.runtime.together import one_by_one
from evals.replicas import Replicas
from tests.load.loading import people
from tests.load.loading.k6 import Call

SERVICES: Final[Mapping[str, ServiceDescriptor]] = {
    "health_data": health.DESCRIPTOR.services_by_name["HealthDataService"],
    "memory": memory.DESCRIPTOR.services_by_name["MemoryService"],
    "domain_expert": expert.DESCRIPTOR.services_by_name["DomainExpertService"],
    "validator": validator.DESCRIPTOR.services_by_name["ValidatorService"],
    "data_science": analysis.DESCRIPTOR.services_by_name["DataScienceService"],
    "health_coach": coach.DESCRIPTOR.services_by_name["HealthCoachService"],
    "investigator": investigator.DESCRIPTOR.services_by_name["InvestigatorService"],
    "orchestrator": orchestrator.DESCRIPTOR.services_by_name["OrchestratorService"],
}
"""Those that speak gRPC."""
_USER: Final = people.name(0)
_RELATION: Final = "Is my resting heart rate related to how long I sleep?"
_AVERAGE: Final = "What is my average HRV over the last 30 days?"
_ADVICE: Final = "How can I sleep better?"
_LOOK: Final = "How am I doing?"
_KNOWN: Final = "What causes high blood pressure?"
_TIMEOUT_S: Final = 120.0


@dataclass(frozen=True, kw_only=True)
class Agents:
    """The agents of the running system, and what else is asked to prepare."""

    data: "health_data_pb2_grpc.HealthDataServiceAsyncStub"
    data_science: "data_science_pb2_grpc.DataScienceServiceAsyncStub"
    checker: "validator_pb2_grpc.ValidatorServiceAsyncStub"
    coach: "health_coach_pb2_grpc.HealthCoachServiceAsyncStub"
    investigator: "investigator_pb2_grpc.InvestigatorServiceAsyncStub"

    async def computed(self, question: str, questions: Sequence[query.Question] = ()) -> Sequence[common.Finding]:
        """The findings of an analysis."""
        request = analysis.AnalyzeRequest(user_id=_USER, question=question, finding_prefix="ds", questions=questions)
        events = [event async for event in one_by_one(self.data_science.Analyze(request, timeout=_TIMEOUT_S))]
        assert events[-1].completed.findings, (question, events[-1])
        return events[-1].completed.findings

    async def validated(self, findings: Sequence[common.Finding]) -> validator.ValidationCompleted:
        request = validator.ValidateRequest(user_id=_USER, findings=findings)
        events = [event async for event in one_by_one(self.checker.Validate(request, timeout=_TIMEOUT_S))]
        return events[-1].completed


async def calls(replicas: Replicas) -> Mapping[str, Sequence[Call]]:
    """The calls of each service, by its name."""
    async with _agents(replicas) as agents:
        related = await agents.computed(_RELATION)
        described = await agents.data.DescribeData(health.DescribeDataRequest(user_id=_USER), timeout=_TIMEOUT_S)
        return {
            "health_data": _of_health_data([metric.name for metric in described.metrics], described),
            "memory": _of_memory(),
            "domain_expert": _of_domain_expert(),
            "validator": _of_validator(related),
            "data_science": _of_data_science(),
            "health_coach": await _of_health_coach(agents),
            "investigator": await _of_investigator(agents),
            "orchestrator": _of_orchestrator(),
        }


@asynccontextmanager
async def _agents(replicas: Replicas) -> AsyncIterator[Agents]:
    async with AsyncExitStack() as stack:

        async def channel(service: str) -> grpc.aio.Channel:
            token = replicas.by_service[service][0].env[f"AMY_{service.upper()}_MESH_TOKEN"]
            connected = connect(replicas.address(service), service=SERVICES[service], mesh=Mesh(token=token))
            return await stack.enter_async_context(connected)

        yield Agents(
            data=health_data_pb2_grpc.HealthDataServiceStub(await channel("health_data")),
            data_science=data_science_pb2_grpc.DataScienceServiceStub(await channel("data_science")),
            checker=validator_pb2_grpc.ValidatorServiceStub(await channel("validator")),
            coach=health_coach_pb2_grpc.HealthCoachServiceStub(await channel("health_coach")),
            investigator=investigator_pb2_grpc.InvestigatorServiceStub(await channel("investigator")),
        )


def _of_health_data(metrics: Sequence[str], described: health.DescribeDataResponse) -> Sequence[Call]:
    series = health.GetSeriesRequest(
        user_id=_USER, names=metrics, start_date=described.first_date, end_date=described.reference_date
    )
    return (
        Call(name="DescribeData", request=health.DescribeDataRequest(user_id=_USER)),
        Call(name="GetSeries", request=series),
        Call(name="GetFrames", request=health.GetFramesRequest(user_id=_USER), ends="frame"),
    )


def _of_memory() -> Sequence[Call]:
    said = memory.ExtractedMemory(
        kind=memory.KIND_PREFERENCE, text="I prefer walking to running.", confidence=1.0, subject="preference: walking"
    )
    return (
        Call(name="Summarize", request=memory.SummarizeRequest(user_id=_USER)),
        Call(name="ListMemories", request=memory.ListMemoriesRequest(user_id=_USER, page_size=100)),
        Call(name="ListTestedHypotheses", request=memory.ListTestedHypothesesRequest(user_id=_USER, page_size=200)),
        Call(name="RecordTurn", request=memory.RecordTurnRequest(user_id=_USER, extracted=[said]), new_turn_id=True),
    )


def _of_domain_expert() -> Sequence[Call]:
    return (
        Call(name="Consult", request=expert.ConsultRequest(user_id=_USER, question=_KNOWN), ends="completed"),
        Call(name="ListDocuments", request=expert.ListDocumentsRequest(user_id=_USER, page_size=20)),
    )


def _of_validator(findings: Sequence[common.Finding]) -> Sequence[Call]:
    rng = np.random.default_rng(people.DAYS)
    feature = rng.normal(size=people.DAYS)
    gates = validator.EvaluateGatesRequest(
        finding_id="load",
        kind=common.FINDING_KIND_ASSOCIATION,
        feature=feature,
        target=0.4 * feature + rng.normal(size=people.DAYS),
        effect=0.4,
    )
    return (
        Call(name="EvaluateGates", request=gates, named=False),
        Call(name="Validate", request=validator.ValidateRequest(user_id=_USER, findings=findings), ends="completed"),
    )


def _of_data_science() -> Sequence[Call]:
    asked = [common.Message(role=common.ROLE_USER, content=_AVERAGE)]
    return (
        Call(name="Interpret", request=analysis.InterpretRequest(user_id=_USER, messages=asked)),
        Call(
            name="Analyze",
            request=analysis.AnalyzeRequest(user_id=_USER, question=_AVERAGE, finding_prefix="ds"),
            ends="completed",
        ),
    )


async def _of_health_coach(agents: Agents) -> Sequence[Call]:
    prepare = coach.PrepareRequest(user_id=_USER, message=_ADVICE)
    wanted = await agents.coach.Prepare(prepare, timeout=_TIMEOUT_S)
    validated = await agents.validated(await agents.computed(_ADVICE, wanted.questions))
    advised = coach.CoachRequest(
        user_id=_USER, message=_ADVICE, findings=_checked(validated), fact_sheet=validated.fact_sheet
    )
    return Call(name="Prepare", request=prepare), Call(name="Coach", request=advised, ends="completed")


async def _of_investigator(agents: Agents) -> Sequence[Call]:
    look = investigator.InvestigateRequest(user_id=_USER, question=_LOOK)
    events = [event async for event in agents.investigator.Investigate(look, timeout=_TIMEOUT_S)]
    seen = events[-1].completed
    validated = await agents.validated(await agents.computed(_LOOK, [each.question for each in seen.hypotheses]))
    brief = investigator.BriefRequest(
        user_id=_USER,
        question=_LOOK,
        investigated=seen,
        findings=_checked(validated),
        fact_sheet=validated.fact_sheet,
    )
    return (
        Call(name="Investigate", request=look, ends="completed"),
        Call(name="Brief", request=brief, ends="completed"),
    )


def _checked(validated: validator.ValidationCompleted) -> Sequence[common.CheckedFinding]:
    return [
        common.CheckedFinding(finding=each.finding, verdict=each.verdict, has_reading=bool(each.reading))
        for each in validated.findings
    ]


def _of_orchestrator() -> Sequence[Call]:
    """A question about one's own data, whose events are read to the end."""
    asked = [common.Message(role=common.ROLE_USER, content=_AVERAGE)]
    stream = Call(name="StreamTurn", request=orchestrator.StreamTurnRequest(), within="event", ends="turnCompleted")
    create = orchestrator.CreateTurnRequest(user_id=_USER, messages=asked)
    return (
        Call(name="CreateTurn", request=create, follow=stream),
        Call(name="ListTurns", request=orchestrator.ListTurnsRequest(user_id=_USER, page_size=20)),
    )
