"""A turn from the question to the terminal event, over gRPC, on both databases."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.ledger import enter_others
from amy.spending import Spent
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.pictures import MOST_BYTES
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import Ports
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed, Thought
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import DATA_QUESTION, THANKS, USER, ScriptedMind, kinds, orchestrating


async def test_a_data_question_runs_all_steps_and_ends_with_the_result(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        turn, events = await system.ask()
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert kinds(events) == [
        "turn_started",
        "agent_started:data_science",
        "agent_thought:data_science",
        "agent_thought:data_science",
        "agent_completed:data_science",
        "agent_started:validator",
        "validator_gate",
        "validator_critic",
        "validator_assessment",
        "agent_completed:validator",
        "agent_started:synthesis",
        "agent_thought:synthesis",
        "agent_thought:synthesis",
        "agent_completed:synthesis",
        "agent_started:memory",
        "agent_completed:memory",
        "turn_completed",
    ]
    assert events[1].agent_started.question == f"Compute: {DATA_QUESTION}"
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result == events[-1].turn_completed.result
    assert turn.result.answer == "Your average resting heart rate is 58.4 bpm. Keep going."
    assert list(turn.result.agents_used) == ["data_science"]
    assert turn.result.cost_usd == 0
    assert turn.result.validator == pb.ValidatorCounts(findings_total=1, findings_validated=1)
    assert [entry.claim for entry in turn.result.fact_sheet] == ["ds-001.effect", "ds-001.n"]


CHART = '{"mark": "line"}'


def picture(*finding_ids: str, title: str = "Steps", vega_lite: str = CHART) -> ds.Picture:
    return ds.Picture(finding_ids=finding_ids, title=title, vega_lite=vega_lite)


async def test_a_picture_of_what_holds_is_part_of_the_result_and_of_the_stream(database_url: str) -> None:
    peers = Peers(pictures=[picture("ds-001"), picture("ds-002"), picture("ds-001", "ds-002"), picture()])
    async with orchestrating(database_url, peers=peers) as system:
        turn, events = await system.ask()
        [listed] = (await system.stub.ListTurns(pb.ListTurnsRequest(user_id=USER), timeout=60)).turns
    assert list(turn.result.pictures) == [pb.Picture(finding_ids=["ds-001"], title="Steps", vega_lite=CHART)]
    assert events[-1].turn_completed.result == turn.result
    assert (listed.result.answer, list(listed.result.pictures)) == (turn.result.answer, [])


READ = common.FactEntry(
    claim="reading-ds-001.value", value=58.4, unit="bpm", source="health_data", n=5, verdict=common.VERDICT_CONDITIONAL
)


@pytest.mark.parametrize(("reading", "shown"), [([], 0), ([READ], 1)])
async def test_a_picture_of_a_rejected_finding_is_shown_only_beside_its_plain_reading(
    sqlite_url: str, reading: list[common.FactEntry], shown: int
) -> None:
    peers = Peers(verdict=common.VERDICT_REJECTED, reading=reading, pictures=[picture("ds-001")])
    async with orchestrating(sqlite_url, peers=peers) as system:
        turn, _ = await system.ask()
    assert len(turn.result.pictures) == shown


async def test_pictures_beyond_what_a_turn_can_carry_are_counted(sqlite_url: str) -> None:
    half = "x" * (MOST_BYTES // 2 - len("a"))
    pictures = [picture("ds-001", title=title, vega_lite=half) for title in "abc"]
    pictures.append(picture("ds-001", title="d", vega_lite=""))
    async with orchestrating(sqlite_url, peers=Peers(pictures=pictures)) as system:
        turn, _ = await system.ask()
    assert [one.title for one in turn.result.pictures] == ["a", "b"]
    assert turn.result.pictures_left_out == 2


async def test_a_thank_you_is_answered_without_agents_or_validator(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        turn, events = await system.ask(THANKS)
    assert kinds(events) == [
        "turn_started",
        "agent_started:synthesis",
        "agent_thought:synthesis",
        "agent_completed:synthesis",
        "agent_started:memory",
        "agent_completed:memory",
        "turn_completed",
    ]
    assert turn.result.answer == "You are welcome."
    assert system.peers.calls["Analyze"] == system.peers.calls["Validate"] == 0


async def test_agents_and_validator_are_given_what_is_remembered(sqlite_url: str) -> None:
    peers = Peers(memory_markdown="## Goals\n- Sleep more.")
    async with orchestrating(sqlite_url, peers=peers) as system:
        await system.ask()
        assert system.peers.analyzed[-1].memory_summary == peers.memory_markdown
        assert [(note.kind, note.text) for note in system.peers.validated[-1].memory] == [("goal", "Sleep more.")]
        assert system.mind.evidence[-1].memory_summary == peers.memory_markdown
        await system.ask(include_memory=False)
    assert system.peers.analyzed[-1].memory_summary == ""
    assert system.peers.calls["Summarize"] == 1
    assert system.peers.calls["RecordTurn"] == 1, "nothing is kept where memory is off"


async def test_memory_learns_what_was_extracted_and_what_was_validated(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url) as system:
        turn, events = await system.ask()
    recorded = system.peers.recorded[turn.id]
    assert [(memory.Kind.Name(one.kind), one.text) for one in recorded.extracted] == [
        ("KIND_GOAL", "Sleep more."),
        ("KIND_INSIGHT", "Your average resting heart rate over all data is 58.4 bpm."),
    ]
    assert [(one.meta.finding_id, one.meta.verdict, one.meta.effect) for one in recorded.tested] == [
        ("ds-001", common.VERDICT_VALIDATED, 58.4)
    ]
    completed = next(event.agent_completed for event in events if event.agent_completed.agent == "memory")
    assert completed.output_summary == "+2 entries (1 insight, 1 goal)"


async def test_a_rejected_finding_is_bookkeeping_and_no_insight(sqlite_url: str) -> None:
    peers = Peers(verdict=common.VERDICT_REJECTED)
    async with orchestrating(sqlite_url, peers=peers, mind=ScriptedMind(sentences=["Nothing holds up."])) as system:
        turn, _ = await system.ask()
    assert turn.result.validator == pb.ValidatorCounts(findings_total=1, findings_rejected=1)
    assert len(turn.result.fact_sheet) == 0
    recorded = system.peers.recorded[turn.id]
    assert [one.kind for one in recorded.extracted] == [memory.KIND_GOAL]
    assert [one.meta.verdict for one in recorded.tested] == [common.VERDICT_REJECTED]


async def test_a_declined_question_is_answered_without_validation(sqlite_url: str) -> None:
    peers = Peers(status=ds.STATUS_DECLINED)
    async with orchestrating(sqlite_url, peers=peers, mind=ScriptedMind(sentences=["That I can't say."])) as system:
        turn, _ = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert system.peers.calls["Validate"] == 0
    assert system.mind.evidence[-1].main.status is AgentStatus.DECLINED
    assert not system.mind.evidence[-1].data_failed


class Meeting:
    """Lets nobody go on before `expected` have come."""

    def __init__(self, expected: int) -> None:
        self._missing = expected
        self._complete = asyncio.Event()

    async def wait(self) -> None:
        self._missing -= 1
        if self._missing <= 0:
            self._complete.set()
        await self._complete.wait()


class Colleague:
    """A further specialist: its first run waits for the others of its barrier, then it answers under its own name."""

    def __init__(self, name: str, *, together: "Meeting | None" = None, delay_s: float = 0.0) -> None:
        self._name = name
        self._together = together
        self._delay_s = delay_s
        self.tasks: list[AgentTask] = []

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        self.tasks.append(task)
        if self._together is not None:
            await asyncio.wait_for(self._together.wait(), 60)
        await asyncio.sleep(self._delay_s)
        yield Thought(delta=self._name)
        enter_others(Spent(known_usd=0.25))
        yield Completed(status=AgentStatus.ANSWERED, answer=self._name, draft=self._name, findings=())


async def test_where_an_analysis_failed_no_other_shows_a_picture(sqlite_url: str) -> None:
    peers = Peers(pictures=[picture("ds-001")])

    async def fail_the_first() -> None:
        peers.status = ds.STATUS_FAILED if peers.calls["Analyze"] == 1 else ds.STATUS_ANSWERED

    peers.before_analyze = fail_the_first
    mind = ScriptedMind(
        main="Health Coach Agent",
        supporting=("Data Science Agent",),
        follow_ups={Agent.DATA_SCIENCE: "And deep sleep?"},
    )

    def coached(ports: Ports) -> Ports:
        return replace(ports, specialists={**ports.specialists, Agent.HEALTH_COACH: Colleague("coach")})

    async with orchestrating(sqlite_url, peers=peers, mind=mind, adapted=coached) as system:
        turn, _ = await system.ask()
    assert peers.calls["Analyze"] == 2
    assert len(turn.result.pictures) == 0


async def test_supporting_agents_run_together_and_answer_in_routing_order(sqlite_url: str) -> None:
    meeting = Meeting(2)
    slow, quick = Colleague("slow", together=meeting, delay_s=0.1), Colleague("quick", together=meeting)
    main = Colleague("main")
    mind = ScriptedMind(
        sentences=["Done."],
        main="Health Coach Agent",
        supporting=("Domain Expert Agent", "Data Science Agent"),
        follow_ups={Agent.DATA_SCIENCE: "And deep sleep?"},
    )
    specialists = {Agent.DOMAIN_EXPERT: slow, Agent.DATA_SCIENCE: quick, Agent.HEALTH_COACH: main}
    async with orchestrating(
        sqlite_url, mind=mind, adapted=lambda ports: replace(ports, specialists=specialists)
    ) as system:
        turn, events = await system.ask()
    evidence = mind.evidence[-1]
    assert [answer.draft for answer in evidence.supporting] == ["slow", "quick"]
    assert [answer.draft for answer in evidence.reflection] == ["quick"]
    assert list(turn.result.agents_used) == ["domain_expert", "data_science", "health_coach"]
    assert [task.finding_prefix for task in quick.tasks] == ["ds", "rf-ds"]
    assert [task.follow_up for task in quick.tasks] == [False, True]
    assert kinds(events)[1:3] == ["agent_started:domain_expert", "agent_started:data_science"]
    assert turn.result.cost_usd == 1.25, "the coach speaks twice"
    warnings = [event.cost_warning for event in events if event.WhichOneof("event") == "cost_warning"]
    assert [(warning.cost_usd, warning.threshold_usd) for warning in warnings] == [(0.75, 0.5)]


async def test_an_unknown_price_makes_the_turns_cost_unknown(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, peers=Peers(analysis_cost_usd=None, validation_cost_usd=0.1)) as system:
        turn, events = await system.ask()
    assert not turn.result.HasField("cost_usd")
    completed = {e.agent_completed.agent: e.agent_completed for e in events if e.HasField("agent_completed")}
    assert not completed["data_science"].HasField("cost_usd")
    assert completed["validator"].cost_usd == 0.1


async def test_one_cost_warning_comes_when_the_threshold_is_reached(sqlite_url: str) -> None:
    peers = Peers(analysis_cost_usd=0.4, validation_cost_usd=0.4)
    async with orchestrating(sqlite_url, peers=peers, cost_warn_usd=0.5) as system:
        turn, events = await system.ask()
    names = kinds(events)
    assert names.count("cost_warning") == 1
    assert names.index("cost_warning") > names.index("agent_completed:validator")
    assert turn.result.cost_usd == 0.8


@pytest.mark.parametrize("what", ["classify", "rephrase", "extract"])
async def test_a_mind_that_fails_at_the_edges_costs_no_turn(sqlite_url: str, what: str) -> None:
    async with orchestrating(sqlite_url, mind=ScriptedMind(fails={what})) as system:
        turn, events = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    asked = DATA_QUESTION if what == "rephrase" else f"Compute: {DATA_QUESTION}"
    assert events[1].agent_started.question == asked


@pytest.mark.parametrize("what", ["route", "synthesise"])
async def test_a_mind_that_fails_at_the_heart_fails_the_turn_once_and_says_nothing_of_its_cause(
    database_url: str, what: str
) -> None:
    async with orchestrating(database_url, mind=ScriptedMind(fails={what})) as system:
        turn, events = await system.ask()
    assert turn.status == pb.TURN_STATUS_FAILED
    assert not turn.HasField("result")
    assert turn.error.code == "internal_error"
    assert turn.error.request_id == "req_TEST"
    assert what not in turn.error.message
    assert kinds(events).count("turn_failed") == 1
    assert events[-1].turn_failed.error == turn.error
