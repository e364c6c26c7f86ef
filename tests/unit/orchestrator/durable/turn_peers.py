"""The services an orchestrator calls, played by hand on a real gRPC server that counts the calls."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.data_science.v1 import data_science_pb2_grpc as ds_grpc
from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc as de_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.api.validator.v1 import validator_pb2 as validator
from amy.api.validator.v1 import validator_pb2_grpc as validator_grpc
from amy.runtime.interceptors import ServerInterceptor

CLAIM = "Your average resting heart rate over all data is {{ds-001.effect}}."


async def _nothing() -> None:
    return None


def _computable() -> ds.InterpretResponse:
    return ds.InterpretResponse(computable=ds.Computable(said_back="your average resting heart rate"))


def finding(prefix: str = "ds") -> common.Finding:
    return common.Finding(
        id=f"{prefix or 'ds'}-001",
        kind=common.FINDING_KIND_SCALAR,
        claim=CLAIM.replace("ds-", f"{prefix or 'ds'}-"),
        numbers=[common.NamedNumber(key="effect", scalar=58.4, unit="bpm"), common.NamedNumber(key="n", scalar=160)],
        source="data_science",
    )


@dataclass
class Peers:
    """What the peers did and are to do; `before_*` runs at the start of a call."""

    address: str = ""
    calls: Counter[str] = field(default_factory=Counter)
    recorded: dict[str, memory.RecordTurnRequest] = field(default_factory=dict)
    analyzed: list[ds.AnalyzeRequest] = field(default_factory=list)
    interpreted: list[ds.InterpretRequest] = field(default_factory=list)
    interpretation: ds.InterpretResponse = field(default_factory=_computable)
    consulted: list[de.ConsultRequest] = field(default_factory=list)
    consultation: de.ConsultCompleted | None = None
    """What the domain expert says; None where none is deployed."""
    profile: health.Profile = field(default_factory=health.Profile)
    validated: list[validator.ValidateRequest] = field(default_factory=list)
    status: ds.Status.ValueType = ds.STATUS_ANSWERED
    verdict: common.Verdict.ValueType = common.VERDICT_VALIDATED
    analysis_cost_usd: float | None = 0.0
    validation_cost_usd: float | None = 0.0
    memory_markdown: str = ""
    tested: Sequence[memory.FindingMeta] = ()
    lag_days: int = 0
    p_value: float | None = None
    hypothesis: validator.TestedHypothesis | None = None
    changed: str = ""
    certainty: validator.Certainty | None = None
    literature: Sequence[common.FactEntry] = ()
    reading: Sequence[common.FactEntry] = ()
    pictures: Sequence[ds.Picture] = ()
    counts: common.Counted.ValueType = common.COUNTED_UNSPECIFIED
    question: query.Question | None = None
    by_code: bool = False
    reasoning: str = "Plain."
    explanation: str = ""
    before_interpret: Callable[[], Awaitable[None]] = _nothing
    before_analyze: Callable[[], Awaitable[None]] = _nothing
    before_consult: Callable[[], Awaitable[None]] = _nothing
    before_validate: Callable[[], Awaitable[None]] = _nothing
    before_list_tested: Callable[[], Awaitable[None]] = _nothing
    before_record: Callable[[], Awaitable[None]] = _nothing
    entries: list[memory.Memory] = field(default_factory=list)
    """What memory holds, newest first."""
    lost_replies: int = 0
    """How many times what was deleted is not told."""


class _DataScience(ds_grpc.DataScienceServiceServicer):
    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def Interpret(self, request: ds.InterpretRequest, context: object) -> ds.InterpretResponse:  # noqa: N802
        self._peers.calls["Interpret"] += 1
        self._peers.interpreted.append(request)
        await self._peers.before_interpret()
        return self._peers.interpretation

    async def Analyze(self, request: ds.AnalyzeRequest, context: object) -> AsyncIterator[ds.AnalyzeResponse]:  # noqa: N802
        peers = self._peers
        peers.calls["Analyze"] += 1
        peers.analyzed.append(request)
        yield ds.AnalyzeResponse(thought=common.Thought(delta="Looking at "))
        await peers.before_analyze()
        yield ds.AnalyzeResponse(thought=common.Thought(delta="your data."))
        yield ds.AnalyzeResponse(tool_call=common.ToolCall(id="c1", tool="sandbox", input="return 1"))
        yield ds.AnalyzeResponse(tool_result=common.ToolResult(call_id="c1", success=True))
        usage = common.Usage(cost_usd=peers.analysis_cost_usd)
        answered = peers.status == ds.STATUS_ANSWERED
        yield ds.AnalyzeResponse(
            completed=ds.AnalysisCompleted(
                status=peers.status,
                answer="Your average resting heart rate is 58.4 bpm." if answered else "I can't compute that.",
                draft=finding(request.finding_prefix).claim if answered else "I can't compute that.",
                findings=[self._finding(request.finding_prefix)] if answered else [],
                usage=usage,
                pictures=peers.pictures,
            )
        )

    def _finding(self, prefix: str) -> common.Finding:
        found = finding(prefix)
        found.by_code = self._peers.by_code
        if self._peers.question is not None:
            found.question.CopyFrom(self._peers.question)
        return found


class _DomainExpert(de_grpc.DomainExpertServiceServicer):
    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def Consult(self, request: de.ConsultRequest, context: object) -> AsyncIterator[de.ConsultResponse]:  # noqa: N802
        peers = self._peers
        peers.calls["Consult"] += 1
        peers.consulted.append(request)
        yield de.ConsultResponse(thought=common.Thought(delta="Looking that up."))
        await peers.before_consult()
        yield de.ConsultResponse(
            tool_call=common.ToolCall(id="k1", tool="knowledge_search", input="resting heart rate")
        )
        yield de.ConsultResponse(tool_result=common.ToolResult(call_id="k1", success=True))
        yield de.ConsultResponse(completed=peers.consultation)


class _Validator(validator_grpc.ValidatorServiceServicer):
    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def Validate(  # noqa: N802
        self, request: validator.ValidateRequest, context: object
    ) -> AsyncIterator[validator.ValidateResponse]:
        peers = self._peers
        peers.calls["Validate"] += 1
        peers.validated.append(request)
        await peers.before_validate()
        validated = []
        facts = []
        for one in request.findings:
            gate = validator.GateResult(
                finding_id=one.id,
                claim=one.claim,
                gate=validator.GATE_SAMPLE_SIZE,
                verdict=validator.GATE_VERDICT_PASSED,
                detail=[common.Detail(key="n", integer=160)],
            )
            critic = validator.CriticResult(
                finding_id=one.id,
                decision=validator.DECISION_ACCEPT,
                reasoning=peers.reasoning,
                explanation=peers.explanation,
            )
            assessment = validator.AssessmentResult(
                finding_id=one.id, novelty=validator.NOVELTY_USER_SPECIFIC, literature=peers.literature
            )
            yield validator.ValidateResponse(gate=gate)
            yield validator.ValidateResponse(critic=critic)
            yield validator.ValidateResponse(assessment=assessment)
            validated.append(
                validator.ValidatedFinding(
                    finding=one,
                    verdict=peers.verdict,
                    gates=[gate],
                    critic=critic,
                    assessment=assessment,
                    reading=peers.reading,
                    p_value=peers.p_value,
                    hypothesis=peers.hypothesis,
                    changed=peers.changed,
                    certainty=peers.certainty,
                    feature="resting_heart_rate",
                    lag_days=peers.lag_days,
                )
            )
            if peers.verdict != common.VERDICT_REJECTED:
                for key, value, unit in (("effect", 58.4, "bpm"), ("n", 160.0, None)):
                    facts.append(
                        common.FactEntry(
                            claim=f"{one.id}.{key}",
                            value=value,
                            unit=unit,
                            source="data_science",
                            n=160,
                            window="all data",
                            verdict=peers.verdict,
                            counts=common.COUNTED_UNSPECIFIED if unit else peers.counts,
                        )
                    )
        usage = common.Usage(cost_usd=peers.validation_cost_usd)
        completed = validator.ValidationCompleted(findings=validated, fact_sheet=facts, usage=usage)
        yield validator.ValidateResponse(completed=completed)


class _Memory(memory_grpc.MemoryServiceServicer):
    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def Summarize(self, request: memory.SummarizeRequest, context: object) -> memory.SummarizeResponse:  # noqa: N802
        self._peers.calls["Summarize"] += 1
        goal = memory.Memory(id="mem_1", text="Sleep more.", category=memory.CATEGORY_GOAL, kind=memory.KIND_GOAL)
        noted = self._peers.memory_markdown
        return memory.SummarizeResponse(markdown=noted, memories=[goal] if noted else [])

    async def ListMemories(  # noqa: N802
        self, request: memory.ListMemoriesRequest, context: object
    ) -> memory.ListMemoriesResponse:
        self._peers.calls["ListMemories"] += 1
        begin, end = int(request.page_token or 0), int(request.page_token or 0) + request.page_size
        more = str(end) if end < len(self._peers.entries) else ""
        return memory.ListMemoriesResponse(memories=self._peers.entries[begin:end], next_page_token=more)

    async def DeleteMemories(  # noqa: N802
        self,
        request: memory.DeleteMemoriesRequest,
        context: "grpc.aio.ServicerContext[memory.DeleteMemoriesRequest, memory.DeleteMemoriesResponse]",
    ) -> memory.DeleteMemoriesResponse:
        self._peers.calls["DeleteMemories"] += 1
        kept = [] if request.all else [one for one in self._peers.entries if one.id not in request.memory_ids]
        self._peers.entries[:] = kept
        if self._peers.lost_replies:
            self._peers.lost_replies -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE)
        return memory.DeleteMemoriesResponse()

    async def ListTestedHypotheses(  # noqa: N802
        self, request: memory.ListTestedHypothesesRequest, context: object
    ) -> memory.ListTestedHypothesesResponse:
        self._peers.calls["ListTestedHypotheses"] += 1
        await self._peers.before_list_tested()
        newest = self._peers.tested[: request.page_size]
        return memory.ListTestedHypothesesResponse(hypotheses=[memory.Memory(meta=meta) for meta in newest])

    async def RecordTurn(self, request: memory.RecordTurnRequest, context: object) -> memory.RecordTurnResponse:  # noqa: N802
        self._peers.calls["RecordTurn"] += 1
        await self._peers.before_record()
        self._peers.recorded[request.turn_id] = request
        insights = sum(one.kind == memory.KIND_INSIGHT for one in request.extracted)
        goals = sum(one.kind == memory.KIND_GOAL for one in request.extracted)
        counts = [
            memory.CategoryCount(category=memory.CATEGORY_GOAL, count=goals),
            memory.CategoryCount(category=memory.CATEGORY_INSIGHT, count=insights),
            memory.CategoryCount(category=memory.CATEGORY_TESTED_HYPOTHESIS, count=len(request.tested)),
        ]
        return memory.RecordTurnResponse(added=counts)


class _HealthData(health_grpc.HealthDataServiceServicer):
    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def DescribeData(  # noqa: N802
        self, request: health.DescribeDataRequest, context: object
    ) -> health.DescribeDataResponse:
        self._peers.calls["DescribeData"] += 1
        return health.DescribeDataResponse(metrics=[health.MetricDescription(name="resting_heart_rate", unit="bpm")])

    async def GetProfile(self, request: health.GetProfileRequest, context: object) -> health.GetProfileResponse:  # noqa: N802
        self._peers.calls["GetProfile"] += 1
        return health.GetProfileResponse(profile=self._peers.profile)


@asynccontextmanager
async def serving(peers: Peers, *, port: int = 0) -> AsyncIterator[grpc.aio.Server]:
    """All peers on one address, until the block ends; `peers.address` is where."""
    server = grpc.aio.server(interceptors=(ServerInterceptor(mesh_tokens=()),), options=(("grpc.so_reuseport", 0),))
    ds_grpc.add_DataScienceServiceServicer_to_server(_DataScience(peers), server)
    de_grpc.add_DomainExpertServiceServicer_to_server(_DomainExpert(peers), server)  # type: ignore[abstract]
    validator_grpc.add_ValidatorServiceServicer_to_server(_Validator(peers), server)  # type: ignore[abstract]
    memory_grpc.add_MemoryServiceServicer_to_server(_Memory(peers), server)  # type: ignore[abstract]  # three RPCs of it
    health_grpc.add_HealthDataServiceServicer_to_server(_HealthData(peers), server)  # type: ignore[abstract]
    peers.address = f"127.0.0.1:{server.add_insecure_port(f'127.0.0.1:{port}')}"
    await server.start()
    try:
        yield server
    finally:
        await server.stop(grace=None)


class Gate:
    """Holds calls until it is opened, and says when the first is held."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._open = asyncio.Event()

    def open(self) -> None:
        self._open.set()

    async def __call__(self) -> None:
        self.reached.set()
        await self._open.wait()
