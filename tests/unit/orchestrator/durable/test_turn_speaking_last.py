"""Agents that first say what should be computed, and speak when it was computed and checked."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import grpc
import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from amy.api.health_coach.v1 import health_coach_pb2 as hc
from amy.api.health_coach.v1 import health_coach_pb2_grpc as hc_grpc
from amy.api.investigator.v1 import investigator_pb2 as inv
from amy.api.investigator.v1 import investigator_pb2_grpc as inv_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.interceptors import ServerInterceptor
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.ports import Ports
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, System, create_request, kinds, orchestrating

LOOK = "How am I doing?"
ADVICE = "I want to set a goal for my steps"
VAGUE = ds.InterpretResponse(not_mine=ds.NotMine(topic=ds.TOPIC_NOT_UNDERSTOOD, reason="I can't say."))
WANTED = query.Question(
    tell=query.Tell(number=query.Number(reference_bound=query.ReferenceBound(biomarker="resting heart rate")))
)
GOAL = common.Goal(behaviour="walk 8,000 steps", metric="steps", target=8000, unit="count", days_per_week=5)


async def nothing() -> None:
    return None


@dataclass
class SpeakLast(inv_grpc.InvestigatorServiceServicer, hc_grpc.HealthCoachServiceServicer):
    """The investigator and the coach, played by hand."""

    briefing: str = "✓ Your resting heart rate was {{i-001.effect}}."
    coaching: hc.CoachCompleted = field(
        default_factory=lambda: hc.CoachCompleted(
            status=hc.STATUS_ANSWERED,
            draft="Your resting heart rate is {{hc-001.effect}}. Does {{goal-1.target}} a day fit you?",
            proposals=[
                hc.Proposal(claim="goal-1.target", value=8000, unit="count", capped_by="hc-001.effect"),
            ],
            agreed=GOAL,
            technique_ids=["BCIO:007003"],
        )
    )
    before_first: Callable[[], Awaitable[None]] = nothing
    """Runs at the start of the call that says what should be computed."""
    before_last: Callable[[], Awaitable[None]] = nothing
    """Runs at the start of the call that speaks."""
    looked: list[inv.InvestigateRequest] = field(default_factory=list)
    briefed: list[inv.BriefRequest] = field(default_factory=list)
    prepared: list[hc.PrepareRequest] = field(default_factory=list)
    coached: list[hc.CoachRequest] = field(default_factory=list)

    async def Investigate(  # noqa: N802
        self, request: inv.InvestigateRequest, context: object
    ) -> AsyncIterator[inv.InvestigateResponse]:
        self.looked.append(request)
        await self.before_first()
        yield inv.InvestigateResponse(thought=common.Thought(delta="Looking."))
        hypothesis = inv.Hypothesis(id="h-01", title="resting heart rate", question=WANTED)
        yield inv.InvestigateResponse(
            completed=inv.InvestigateCompleted(status=inv.STATUS_ANSWERED, hypotheses=[hypothesis])
        )

    async def Brief(self, request: inv.BriefRequest, context: object) -> AsyncIterator[inv.BriefResponse]:  # noqa: N802
        self.briefed.append(request)
        await self.before_last()
        yield inv.BriefResponse(completed=inv.BriefCompleted(status=inv.STATUS_ANSWERED, draft=self.briefing))

    async def Prepare(self, request: hc.PrepareRequest, context: object) -> hc.PrepareResponse:  # noqa: N802
        self.prepared.append(request)
        await self.before_first()
        return hc.PrepareResponse(questions=[WANTED], said_back="your resting heart rate")

    async def Coach(self, request: hc.CoachRequest, context: object) -> AsyncIterator[hc.CoachResponse]:  # noqa: N802
        self.coached.append(request)
        await self.before_last()
        yield hc.CoachResponse(completed=self.coaching)


def by_rules(ports: Ports) -> Ports:
    return replace(ports, mind=RulesMind())


def unchanged(ports: Ports) -> Ports:
    return ports


@asynccontextmanager
async def system_of(
    database_url: str,
    played: SpeakLast,
    peers: Peers,
    mind: ScriptedMind | None = None,
    *,
    agent_timeout_s: float = 60.0,
    peer_retry_s: float = 10.0,
) -> AsyncIterator[System]:
    """A system with these who speak last, by the rules unless there is another mind."""
    server = grpc.aio.server(interceptors=(ServerInterceptor(mesh_tokens=()),), options=(("grpc.so_reuseport", 0),))
    inv_grpc.add_InvestigatorServiceServicer_to_server(played, server)
    hc_grpc.add_HealthCoachServiceServicer_to_server(played, server)
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    running = orchestrating(
        database_url,
        peers=peers,
        mind=mind,
        adapted=unchanged if mind else by_rules,
        investigator_address=address,
        health_coach_address=address,
        agent_timeout_s=agent_timeout_s,
        peer_retry_s=peer_retry_s,
    )
    try:
        async with running as system:
            yield system
    finally:
        await server.stop(grace=None)


async def test_what_the_investigator_wants_is_computed_and_checked_before_it_speaks(sqlite_url: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE)
    async with system_of(sqlite_url, played, peers) as system:
        turn, events = await system.ask(LOOK)
    assert turn.result.answer == "✓ Your resting heart rate was 58.4 bpm."
    assert list(turn.result.agents_used) == ["data_science", "investigator"]
    order = [kind for kind in kinds(events) if kind.startswith("agent_started")]
    assert [kind.partition(":")[2] for kind in order][:4] == [
        "investigator",
        "data_science",
        "validator",
        "investigator",
    ]
    assert list(peers.analyzed[0].questions) == [WANTED]
    assert [each.finding.id for each in played.briefed[0].findings] == ["i-001"]
    assert played.briefed[0].investigated.hypotheses[0].title == "resting heart rate"
    assert "i-001.effect" in {entry.claim for entry in played.briefed[0].fact_sheet}


@pytest.mark.parametrize("question", [LOOK, ADVICE])
async def test_rejected_findings_reach_nobody_who_speaks_last(sqlite_url: str, question: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE, verdict=common.VERDICT_REJECTED)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(question)
    told = played.briefed[0] if question == LOOK else played.coached[0]
    assert not told.findings
    assert "58.4" not in turn.result.answer


@pytest.mark.parametrize("question", [LOOK, ADVICE])
async def test_what_only_code_could_compute_reaches_nobody_who_speaks_last(sqlite_url: str, question: str) -> None:
    played = SpeakLast()
    peers = Peers(interpretation=VAGUE, by_code=True, verdict=common.VERDICT_CONDITIONAL)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(question)
    told = played.briefed[0] if question == LOOK else played.coached[0]
    assert (list(told.findings), list(told.fact_sheet)) == ([], [])
    assert turn.result.validator.findings_conditional == 1


async def test_a_briefing_tells_no_number_that_is_not_on_the_sheet(sqlite_url: str) -> None:
    played = SpeakLast(briefing="All is well. You walked 12,345 steps.")
    async with system_of(sqlite_url, played, Peers(interpretation=VAGUE)) as system:
        turn, _ = await system.ask(LOOK)
    assert turn.result.answer == "All is well."


async def test_a_coach_tells_what_it_proposes_and_the_goal_is_kept(sqlite_url: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE)
    async with system_of(sqlite_url, played, peers) as system:
        turn, events = await system.ask(ADVICE)
    shown = [each.agent_completed for each in events if each.WhichOneof("event") == "agent_completed"]
    assert [(each.agent, list(each.technique_ids)) for each in shown if each.technique_ids] == [
        ("health_coach", ["BCIO:007003"])
    ]
    assert turn.result.answer == "Your resting heart rate is 58.4 bpm.\n\nDoes 8,000 steps a day fit you?"
    (kept,) = [each for each in peers.recorded[turn.id].extracted if each.HasField("goal")]
    assert kept.goal == GOAL
    assert {entry.claim: entry.source for entry in turn.result.fact_sheet}["goal-1.target"] == "proposal"


async def test_an_agent_finishes_before_it_is_asked_again(sqlite_url: str) -> None:
    """Data science supports a coach that wants numbers of its own."""
    peers = Peers(before_analyze=lambda: asyncio.sleep(0.1))
    mind = ScriptedMind(sentences=["Done."], main="Health Coach Agent", supporting=("Data Science Agent",))
    async with system_of(sqlite_url, SpeakLast(), peers, mind) as system:
        _, events = await system.ask()
    ends = ("agent_started:data_science", "agent_completed:data_science")
    assert [kind for kind in kinds(events) if kind in ends] == [*ends, *ends]


@pytest.mark.parametrize(
    ("answer", "is_coached"), [("the river path", True), (" ".join(["the river path"] * 5), False)]
)
async def test_a_short_answer_to_a_coach_in_which_danger_is_faintly_heard_is_answered_with_help_below(
    sqlite_url: str, answer: str, *, is_coached: bool
) -> None:
    request = create_request("I want to walk more")
    request.messages.add(role=common.ROLE_ASSISTANT, content="What would you enjoy trying?")
    request.messages.add(role=common.ROLE_USER, content=answer)
    async with system_of(sqlite_url, SpeakLast(), Peers(interpretation=VAGUE)) as system:
        response = await system.stub.CreateTurn(request, timeout=60)
        await system.follow(response.turn.id)
        turn = await system.get(response.turn.id)
    assert turn.result.safety
    assert ("health_coach" in turn.result.agents_used) is is_coached
    assert "findahelpline.com" in turn.result.answer


async def test_what_is_nothing_to_coach_about_is_looked_up(sqlite_url: str) -> None:
    declined = hc.CoachCompleted(status=hc.STATUS_DECLINED, draft="That is nothing I coach.")
    known = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft="Salt and little sleep raise it.")
    peers = Peers(interpretation=VAGUE, consultation=known)
    async with system_of(sqlite_url, SpeakLast(coaching=declined), peers) as system:
        turn, _ = await system.ask(ADVICE)
    assert turn.result.answer == "Salt and little sleep raise it."
    assert turn.result.agents_used[-1] == "domain_expert"


async def test_a_proposal_without_the_level_that_caps_it_is_not_told(sqlite_url: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE, verdict=common.VERDICT_REJECTED)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(ADVICE)
    assert "8,000" not in turn.result.answer


async def test_laboratory_values_that_are_left_out_are_left_out_by_everybody(sqlite_url: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE)
    async with system_of(sqlite_url, played, peers) as system:
        await system.ask(LOOK)
        await system.ask(LOOK, include_biomarkers=False)
    for requests in (peers.interpreted, peers.analyzed, played.looked):
        assert [request.without_biomarkers for request in requests] == [False, True]
