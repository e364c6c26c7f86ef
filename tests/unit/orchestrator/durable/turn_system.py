"""A whole orchestrator for tests: real gRPC, real database, real engine; peers and mind played by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from amy.api.common.v1 import common_pb2 as common
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.mesh import OPEN
from amy.runtime.server import serve
from services.orchestrator.adapters.journal import StepJournal
from services.orchestrator.adapters.peers.connected import Peers as ConnectedPeers
from services.orchestrator.adapters.world import Thinking, world
from services.orchestrator.app.checkpoints import workflow_shape
from services.orchestrator.app.orchestrator import Orchestrator
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.memory_requests import Chosen, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import NotingRequest, NotingTask
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    MemoryKind,
    RawRouting,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)
from services.orchestrator.domain.understanding import NotMine, Understood
from services.orchestrator.ports import Ports
from services.orchestrator.ports.minds import ReadParts, without_parts
from services.orchestrator.servicer import served
from services.orchestrator.settings import Settings
from tests.unit.orchestrator.durable.turn_peers import Peers, serving

SERVICE = pb.DESCRIPTOR.services_by_name["OrchestratorService"]
USER = "u1"
DATA_QUESTION = "What is my average resting heart rate?"
THANKS = "thanks!"
SHAPE = workflow_shape()


async def _nothing() -> None:
    return None


@dataclass
class ScriptedMind:
    """A `TurnMind` that routes what ends in a question mark to data science and answers as it is told."""

    sentences: Sequence[str] = ("Your average resting heart rate is {{ds-001.effect}}. ", "Keep going.")
    replies: Sequence[str] = ("You are welcome.",)
    without_data: Sequence[str] = ("I could not analyse your data.",)
    rewritten: str = ""
    before_rewrite: Callable[[], Awaitable[None]] = _nothing
    main: str = "Data Science Agent"
    supporting: tuple[str, ...] = ()
    follow_ups: dict[Agent, str] = field(default_factory=dict)
    fails: set[str] = field(default_factory=set)
    evidence: list[Evidence] = field(default_factory=list)
    rewriting: list[str] = field(default_factory=list)
    understood: list[Understood | None] = field(default_factory=list)
    memory_requests: dict[str, MemoryRequest] = field(default_factory=dict)

    def _may_fail(self, what: str) -> None:
        if what in self.fails:
            raise ValueError(what)

    async def classify_vagueness(self, question: str) -> Vagueness:
        self._may_fail("classify")
        return Vagueness.LOW

    def standing_alone(self, conversation: Conversation) -> Conversation:
        return conversation

    def parts(self, message: str) -> Sequence[str]:
        return ()

    async def route(
        self,
        conversation: Conversation,
        available: frozenset[Agent],
        understood: Understood | None,
        parts: ReadParts = without_parts,
        *,
        has_goal: bool = False,
    ) -> RawRouting:
        self._may_fail("route")
        assert not await parts()
        self.understood.append(understood)
        if isinstance(understood, NotMine):
            return RawRouting(main_agent="", reply=f"{understood.reason} {understood.nearest}")
        if not conversation.question.endswith("?"):
            return RawRouting(main_agent="")
        return RawRouting(main_agent=self.main, supporting_agents=self.supporting)

    async def rephrase(self, conversation: Conversation, routing: Routing) -> SubQuestions:
        self._may_fail("rephrase")
        return SubQuestions(main=f"Compute: {conversation.question}", supporting={})

    async def reflect(self, conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
        return Reflection(questions=self.follow_ups)

    async def synthesise(self, conversation: Conversation, evidence: Evidence) -> AsyncIterator[str]:
        self._may_fail("synthesise")
        self.evidence.append(evidence)
        for sentence in self.without_data if evidence.data_failed else self.sentences:
            yield sentence

    async def reply(
        self,
        conversation: Conversation,
        *,
        memory_summary: str,
        remembers: bool,
        available: frozenset[Agent],
        known_metrics: Sequence[str],
    ) -> AsyncIterator[str]:
        for sentence in self.replies:
            yield sentence

    async def rewrite(self, sentence: str, *, unverified: Sequence[str], evidence: Evidence) -> str:
        self._may_fail("rewrite")
        self.rewriting.append(sentence)
        await self.before_rewrite()
        return self.rewritten

    async def extract_memories(self, conversation: Conversation, answer: str) -> Sequence[ExtractedMemory]:
        self._may_fail("extract")
        return (ExtractedMemory(kind=MemoryKind.GOAL, text="Sleep more.", confidence=0.8),)

    async def asked_of_memory(self, conversation: Conversation) -> MemoryRequest | None:
        self._may_fail("asked_of_memory")
        return self.memory_requests.get(conversation.question)

    async def choose_memories(self, request: MemoryRequest, notes: Sequence[MemoryNote]) -> Chosen:
        self._may_fail("choose_memories")
        return Chosen(notes=tuple(note for note in notes if request.about in note.text))

    async def tell_of_memory(self, task: MemoryTask) -> str:
        return f"{task.request.action} {task.access}: {[note.text for note in task.notes]}"

    async def asked_to_note(self, conversation: Conversation) -> NotingRequest | None:
        del conversation
        return None

    async def tell_of_notes(self, task: NotingTask) -> str:
        return task.said


@dataclass
class System:
    """One running orchestrator and what is around it."""

    peers: Peers
    mind: ScriptedMind
    ports: Ports
    stub: Any

    async def create(self, question: str = DATA_QUESTION, *, user_id: str = USER) -> pb.Turn:
        response = await self.stub.CreateTurn(create_request(question, user_id=user_id), timeout=60)
        turn: pb.Turn = response.turn
        return turn

    async def get(self, turn_id: str, *, user_id: str = USER) -> pb.Turn:
        response = await self.stub.GetTurn(pb.GetTurnRequest(user_id=user_id, turn_id=turn_id), timeout=60)
        turn: pb.Turn = response.turn
        return turn

    async def follow(self, turn_id: str, *, after: int = 0, user_id: str = USER) -> list[pb.TurnEvent]:
        request = pb.StreamTurnRequest(user_id=user_id, turn_id=turn_id, after_event_id=after)
        return [event async for response in self.stub.StreamTurn(request, timeout=60) for event in told_by(response)]

    async def ask(self, question: str = DATA_QUESTION, **context: bool) -> tuple[pb.Turn, list[pb.TurnEvent]]:
        response = await self.stub.CreateTurn(create_request(question, context=context), timeout=60)
        turn: pb.Turn = response.turn
        events = await self.follow(turn.id)
        return await self.get(turn.id), events

    async def say(self, *said: str, **context: bool) -> pb.Turn:
        """The turn of the last message, which goes on from the others, all the person's."""
        request = create_request(said[0], context=context)
        request.messages.extend(common.Message(role=common.ROLE_USER, content=content) for content in said[1:])
        response = await self.stub.CreateTurn(request, timeout=60)
        await self.follow(response.turn.id)
        return await self.get(response.turn.id)


def create_request(
    question: str, *, user_id: str = USER, context: Mapping[str, Any] | None = None
) -> pb.CreateTurnRequest:
    return pb.CreateTurnRequest(
        user_id=user_id,
        messages=[common.Message(role=common.ROLE_USER, content=question)],
        context=pb.TurnContext(**(context or {})),
        request_id="req_TEST",
    )


def told_by(response: pb.StreamTurnResponse) -> list[pb.TurnEvent]:
    return [response.event, *response.following]


def kinds(events: Sequence[pb.TurnEvent]) -> list[str]:
    """What happened, in order: "agent_started:data_science", "validator_gate" ..."""
    names = []
    for event in events:
        kind = event.WhichOneof("event")
        assert kind is not None
        agent = getattr(getattr(event, kind), "agent", "")
        names.append(f"{kind}:{agent}" if agent else kind)
    return names


def settings_for(database_url: str, peers: Peers, **changes: object) -> Settings:
    return Settings.model_validate(
        {
            "database_url": database_url,
            "executor_id": "test",
            "data_science_address": peers.address,
            "domain_expert_address": peers.address if peers.consultation else "",
            "validator_address": peers.address,
            "memory_address": peers.address,
            "health_data_address": peers.address,
            "drain_s": 0.2,
            "heartbeat_s": 0.2,
            "takeover_after_s": 1.0,
            "peer_retry_s": 5.0,
            **changes,
        }
    )


@asynccontextmanager
async def orchestrating(
    database_url: str,
    *,
    peers: Peers | None = None,
    mind: ScriptedMind | None = None,
    adapted: Callable[[Ports], Ports] = lambda ports: ports,
    shape: str = "",
    **changes: object,
) -> AsyncIterator[System]:
    """An orchestrator over these peers, which are served here unless they have an address already."""
    peers = peers or Peers()
    mind = mind or ScriptedMind()
    if not peers.address:
        async with serving(peers):
            settings = settings_for(database_url, peers, **changes)
            async with _running(settings, peers, mind, adapted, shape) as system:
                yield system
    else:
        async with _running(settings_for(database_url, peers, **changes), peers, mind, adapted, shape) as system:
            yield system


@asynccontextmanager
async def _running(
    settings: Settings, peers: Peers, mind: ScriptedMind, adapted: Callable[[Ports], Ports], shape: str
) -> AsyncIterator[System]:
    ports = adapted(
        world(
            settings.database_url.get_secret_value(),
            identity=settings.new_identity(),
            workflow_shape=shape or SHAPE,
            journal=StepJournal(settings.step_journal, pause_s=settings.step_pause_s),
            peers=ConnectedPeers(settings.addresses(), timeouts=settings.timeouts(), mesh=OPEN),
            thinking=Thinking(mind=mind, profile=settings.profile_name()),
        )
    )
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    app = served(Orchestrator(ports, settings.limits()))
    task = asyncio.create_task(serve(app, settings=settings, ready=address.set_result, stop=stop))
    task.add_done_callback(lambda _: address.cancel())
    try:
        async with connect(await address, service=SERVICE) as channel:
            yield System(
                peers=peers, mind=mind, ports=ports, stub=orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
            )
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)
