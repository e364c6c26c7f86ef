"""A gateway over scripted services: real gRPC behind it, real HTTP in front of it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import httpx
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc as expert_grpc
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc as orchestrator_grpc
from amy.api.validator.v1 import validator_pb2 as validator
from amy.runtime import errors, trace
from amy.runtime.ids import new_id
from amy.runtime.server import GrpcApp, serve
from amy.runtime.settings import ServiceSettings
from gateway.__main__ import run
from tests.unit.gateway.kept_documents import Documents
from tests.unit.gateway.kept_health_data import HealthData
from tests.unit.gateway.kept_memories import Memory

ADMIN_KEY = "amy_live_admin_0123456789abcdefghijklmnopqrstuv"
TURN_ID = "turn_01HX2K3M4N5P6Q7R8S9T0V1W2X"
Context = grpc.aio.ServicerContext[object, object]
Event = orchestrator.TurnEvent


def at(text: str) -> Timestamp:
    stamp = Timestamp()
    stamp.FromJsonString(text)
    return stamp


def thought(delta: str) -> Event:
    return Event(agent_thought=orchestrator.AgentThought(agent="data_science", delta=delta))


def completed(turn_id: str, answer: str = "Your average resting heart rate is 60.39 bpm...") -> Event:
    fact = common.FactEntry(
        claim="ds-001.avg",
        value=60.39,
        unit="bpm",
        source="data_science",
        n=160,
        window="all",
        verdict=common.Verdict.VERDICT_VALIDATED,
    )
    result = orchestrator.TurnResult(
        answer=answer,
        fact_sheet=[fact],
        agents_used=["data_science"],
        validator=orchestrator.ValidatorCounts(findings_total=1, findings_validated=1),
        cost_usd=0.1288,
        duration_ms=222000,
    )
    return Event(turn_completed=orchestrator.TurnCompleted(turn_id=turn_id, result=result))


def transcript(turn_id: str) -> list[Event]:
    """One event of every kind, in the order of a turn."""
    gate = validator.GateResult(
        finding_id="ds-001",
        claim="average resting heart rate",
        gate=validator.Gate.GATE_SAMPLE_SIZE,
        verdict=validator.GateVerdict.GATE_VERDICT_PASSED,
        detail=[common.Detail(key="n", integer=160), common.Detail(key="min_required", number=10.0)],
    )
    critic = validator.CriticResult(
        finding_id="ds-001",
        decision=validator.Decision.DECISION_ACCEPT,
        reasoning="Descriptive summary across 160 daily readings, not a causal claim.",
    )
    assessment = validator.AssessmentResult(
        finding_id="ds-001", mechanism="Fitness.", novelty=validator.Novelty.NOVELTY_USER_SPECIFIC
    )
    started = at("2026-05-25T10:00:04.500Z")
    issue = orchestrator.FactCheckIssue(value=58, token="58", severity="warn", action="dropped")
    return [
        Event(turn_started=orchestrator.TurnStarted(turn_id=turn_id, at=at("2026-05-25T10:00:00.123Z"))),
        Event(agent_started=orchestrator.AgentStarted(agent="data_science", at=started, question="Average?")),
        thought("Looking at "),
        thought("your daily\nsummary table,\u2028 "),
        Event(
            agent_completed=orchestrator.AgentCompleted(
                agent="data_science",
                at=at("2026-05-25T10:01:42.900Z"),
                duration_ms=98400,
                cost_usd=0.0895,
                output_summary="Average RHR 60.39 bpm...",
            )
        ),
        Event(validator_gate=gate),
        Event(validator_critic=critic),
        Event(validator_assessment=assessment),
        Event(cost_warning=orchestrator.CostWarning(cost_usd=0.51, threshold_usd=0.5, at=started)),
        Event(fact_check=orchestrator.FactCheck(issues=[issue])),
        completed(turn_id),
    ]


@dataclass
class Log:
    """One user's turn: its events so far, and a bell for those who follow."""

    user_id: str
    turn: orchestrator.Turn
    events: list[Event] = field(default_factory=list)
    expired: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def append(self, *events: Event) -> None:
        for event in events:
            numbered = Event(id=len(self.events) + 1)
            numbered.MergeFrom(event)
            numbered.id = len(self.events) + 1
            self.events.append(numbered)
            if numbered.HasField("turn_completed"):
                self.turn.status = orchestrator.TurnStatus.TURN_STATUS_COMPLETED
                self.turn.completed_at.CopyFrom(at("2026-05-25T10:03:42Z"))
                self.turn.result.CopyFrom(numbered.turn_completed.result)
            if numbered.HasField("turn_failed"):
                self.turn.status = orchestrator.TurnStatus.TURN_STATUS_FAILED
                self.turn.error.CopyFrom(numbered.turn_failed.error)
        self.changed.set()
        self.changed = asyncio.Event()


class Orchestrator(orchestrator_grpc.OrchestratorServiceServicer):
    """Answers every question with the transcript, unless told to leave the turn open."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        self.created: list[orchestrator.CreateTurnRequest] = []
        self.trace_ids: list[str] = []
        self.resumed_after: list[int] = []
        self.followers = 0
        self.left = asyncio.Event()
        self.leave_open = False
        self.break_after: list[int] = []
        self.refuse: errors.ServiceError | None = None
        self.refused = asyncio.Event()
        self.delay_s = 0.0

    def open_turn(self, user_id: str, turn_id: str | None = None) -> Log:
        turn_id = turn_id or new_id("turn")
        turn = orchestrator.Turn(
            id=turn_id,
            status=orchestrator.TurnStatus.TURN_STATUS_RUNNING,
            created_at=at("2026-05-25T10:00:00Z"),
            messages=[common.Message(role=common.Role.ROLE_USER, content="Is my sleep score drop meaningful?")],
        )
        self.logs[turn_id] = Log(user_id=user_id, turn=turn)
        return self.logs[turn_id]

    def _log(self, user_id: str, turn_id: str) -> Log:
        log = self.logs.get(turn_id)
        if log is None or log.user_id != user_id:
            raise errors.TurnNotFoundError("There is no such turn.")
        return log

    async def CreateTurn(  # noqa: N802
        self, request: orchestrator.CreateTurnRequest, context: Context
    ) -> orchestrator.CreateTurnResponse:
        self.created.append(request)
        self.trace_ids.append(trace.current_trace_id())
        await asyncio.sleep(self.delay_s)
        if self.refuse is not None:
            self.refused.set()
            raise self.refuse
        known = self.logs.get(request.turn_id)
        if known is not None:
            if (known.user_id, list(known.turn.messages)) != (request.user_id, list(request.messages)):
                raise errors.InvalidFieldError("turn_id must be a turn id that was just made.", field="turn_id")
            return orchestrator.CreateTurnResponse(turn=known.turn)
        log = self.open_turn(request.user_id, request.turn_id)
        del log.turn.messages[:]
        log.turn.messages.extend(request.messages)
        response = orchestrator.CreateTurnResponse()
        response.turn.CopyFrom(log.turn)
        if not self.leave_open:
            log.append(*transcript(log.turn.id))
        return response

    async def GetTurn(  # noqa: N802
        self, request: orchestrator.GetTurnRequest, context: Context
    ) -> orchestrator.GetTurnResponse:
        return orchestrator.GetTurnResponse(turn=self._log(request.user_id, request.turn_id).turn)

    async def ListTurns(  # noqa: N802
        self, request: orchestrator.ListTurnsRequest, context: Context
    ) -> orchestrator.ListTurnsResponse:
        if request.page_token and not request.page_token.isdigit():
            raise errors.InvalidFieldError("cursor: not one of ours", field="cursor")
        turns = [log.turn for log in self.logs.values() if log.user_id == request.user_id][::-1]
        begin = int(request.page_token or 0)
        end = begin + request.page_size
        token = str(end) if end < len(turns) else ""
        return orchestrator.ListTurnsResponse(turns=turns[begin:end], next_page_token=token)

    async def StreamTurn(  # noqa: N802
        self, request: orchestrator.StreamTurnRequest, context: Context
    ) -> AsyncIterator[orchestrator.StreamTurnResponse]:
        log = self._log(request.user_id, request.turn_id)
        if log.expired:
            raise errors.TurnEventsExpiredError("The events are gone; the turn is not.")
        self.resumed_after.append(request.after_event_id)
        sent = request.after_event_id
        self.followers += 1
        try:
            while True:
                for event in log.events[sent:]:
                    sent = event.id
                    yield orchestrator.StreamTurnResponse(event=event)
                    if sent in self.break_after:
                        self.break_after.remove(sent)
                        raise errors.UpstreamUnavailableError("broken on purpose")
                if sent < len(log.events):
                    continue
                if log.turn.HasField("completed_at") or log.turn.HasField("error"):
                    return
                await log.changed.wait()
        finally:
            self.followers -= 1
            self.left.set()

    async def EraseUser(  # noqa: N802
        self, request: orchestrator.EraseUserRequest, context: Context
    ) -> orchestrator.EraseUserResponse:
        mine = [turn_id for turn_id, log in self.logs.items() if log.user_id == request.user_id]
        events = sum(len(self.logs.pop(turn_id).events) for turn_id in mine)
        return orchestrator.EraseUserResponse(turns=len(mine), events=events)


class BackendSettings(ServiceSettings):
    service = "backend"


@dataclass
class Backend:
    """The four services on one port; it can be stopped and started again on the same one."""

    orchestrator: Orchestrator = field(default_factory=Orchestrator)
    memory: Memory = field(default_factory=Memory)
    documents: Documents = field(default_factory=Documents)
    health_data: HealthData = field(default_factory=HealthData)
    address: str = "127.0.0.1:0"
    behind: dict[str, bool] = field(
        default_factory=lambda: {
            "amy.api.data_science.v1.DataScienceService": True,
            "amy.api.health_coach.v1.HealthCoachService": True,
            "amy.api.investigator.v1.InvestigatorService": True,
            "amy.api.validator.v1.ValidatorService": True,
        }
    )

    async def serving(self) -> Mapping[str, bool]:
        return dict(self.behind)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        def register(server: grpc.aio.Server) -> None:
            orchestrator_grpc.add_OrchestratorServiceServicer_to_server(self.orchestrator, server)
            memory_grpc.add_MemoryServiceServicer_to_server(self.memory, server)
            expert_grpc.add_DomainExpertServiceServicer_to_server(self.documents, server)
            health_grpc.add_HealthDataServiceServicer_to_server(self.health_data, server)

        descriptor = orchestrator.DESCRIPTOR.services_by_name["OrchestratorService"]
        app = GrpcApp(descriptor=descriptor, register=register, behind=self.serving)
        settings = BackendSettings(listen=self.address, drain_s=0.1)
        stop = asyncio.Event()
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(serve(app, settings=settings, ready=ready.set_result, stop=stop))
        try:
            self.address = await asyncio.wait_for(ready, 60)
            yield
        finally:
            stop.set()
            await asyncio.wait_for(task, 60)


@dataclass
class System:
    """A gateway that serves, and the services behind it."""

    backend: Backend
    base_url: str
    stop: asyncio.Event
    http: httpx.AsyncClient

    def as_user(self, user_id: str) -> dict[str, str]:
        """The headers of a request for a user."""
        return {"Authorization": f"Bearer {ADMIN_KEY}", "Amy-User": user_id}


@asynccontextmanager
async def gateway(folder: Path, env: Mapping[str, str] | None = None) -> AsyncIterator[System]:
    """Runs a gateway as `amy up` does, over a backend of its own."""
    backend, stop = Backend(), asyncio.Event()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(backend.running())
        settings = {
            "LISTEN": "127.0.0.1:0",
            "DATABASE_URL": f"sqlite:///{folder / 'gateway.db'}",
            "ADMIN_KEY": ADMIN_KEY,
            "DRAIN_S": "1",
            "RESUME_S": "10",
            "ORCHESTRATOR_ADDRESS": backend.address,
            "MEMORY_ADDRESS": backend.address,
            "HEALTH_DATA_ADDRESS": backend.address,
            "DOMAIN_EXPERT_ADDRESS": backend.address,
            **(env or {}),
        }
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(
            run({f"AMY_GATEWAY_{name}": value for name, value in settings.items()}, ready.set_result, stop)
        )
        waiting = asyncio.ensure_future(asyncio.wait_for(ready, 60))
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        base_url = f"http://{await waiting}"
        async with httpx.AsyncClient(base_url=base_url, timeout=60) as http:
            try:
                yield System(backend=backend, base_url=base_url, stop=stop, http=http)
            finally:
                stop.set()
                await asyncio.wait_for(task, 60)
