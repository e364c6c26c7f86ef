"""Follow-ups: who is asked once more, what becomes of what they find, and that a broken one changes nothing."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.errors import UpstreamUnavailableError
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.domain.evidence import AgentStatus, Citation
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.steps import Finding
from services.orchestrator.ports import Ports
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed
from tests.unit.orchestrator.durable.turn_peers import Peers, finding
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, kinds, orchestrating

DS, DE = Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT
PULSE = Citation(title="Pulse", publisher="A Society", url="https://example.org/pulse", doi="", text="It varies.")
QUESTION = "Is it as it should be?"


def said(draft: str, *, prefix: str = "", status: AgentStatus = AgentStatus.ANSWERED) -> Completed:
    found = (Finding(id=f"{prefix}-001", payload=finding(prefix).SerializeToString()),) if prefix else ()
    return Completed(status=status, answer=draft, draft=draft, findings=found)


@dataclass
class Told:
    """A specialist that answers as it is told, the last answer again and again; an exception is raised."""

    answers: Sequence[Completed | Exception]
    tasks: list[AgentTask] = field(default_factory=list)

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        self.tasks.append(task)
        now = self.answers[min(len(self.tasks), len(self.answers)) - 1]
        if isinstance(now, Exception):
            raise now
        yield now


@dataclass
class Played:
    turn: pb.Turn
    events: list[pb.TurnEvent]
    peers: Peers
    mind: ScriptedMind


async def played(url: str, mind: ScriptedMind, *, data: Told, expert: Told) -> Played:
    def adapted(ports: Ports) -> Ports:
        return replace(ports, specialists={DS: data, DE: expert})

    peers = Peers()
    async with orchestrating(url, peers=peers, mind=mind, adapted=adapted, peer_retry_s=30.0) as system:
        turn, events = await system.ask(QUESTION)
    return Played(turn=turn, events=events, peers=peers, mind=mind)


def interpreting(**follow_ups: str) -> ScriptedMind:
    """The expert speaks, data science supports it, and the mind reflects as it is told."""
    return ScriptedMind(
        sentences=["Done."],
        main="Domain Expert Agent",
        supporting=("Data Science Agent",),
        follow_ups={Agent(name): text for name, text in follow_ups.items()},
    )


async def test_findings_of_a_follow_up_are_validated_with_the_rest(database_url: str) -> None:
    data = Told([said("One.", prefix="ds"), said("Two.", prefix="rf-ds")])
    done = await played(
        database_url, interpreting(data_science="And deep sleep?"), data=data, expert=Told([said("A.")])
    )
    (request,) = done.peers.validated
    assert [found.id for found in request.findings] == ["ds-001", "rf-ds-001"]
    assert [answer.draft for answer in done.mind.evidence[-1].reflection] == ["Two."]
    names = [name for name in kinds(done.events) if name.startswith("agent_started")]
    assert names[:4] == [
        "agent_started:data_science",
        "agent_started:domain_expert",
        "agent_started:data_science",
        "agent_started:validator",
    ]


async def test_the_expert_is_asked_after_data_science_and_told_all_that_was_found(sqlite_url: str) -> None:
    data = Told([said("One.", prefix="ds"), said("Two.", prefix="rf-ds")])
    expert = Told([said("A.")])
    mind = interpreting(domain_expert="Is that normal?", data_science="And deep sleep?")
    await played(sqlite_url, mind, data=data, expert=expert)
    assert [task.question for task in expert.tasks][1:] == ["Is that normal?"]
    assert [found.id for found in expert.tasks[1].findings] == ["ds-001", "rf-ds-001"]
    assert expert.tasks[1].follow_up


async def test_who_is_asked_its_own_question_again_takes_its_first_answer_back(sqlite_url: str) -> None:
    expert = Told([said("I lack your number."), said("Yours is fine.")])
    own = f"Compute: {QUESTION}"
    data = Told([said("One.", prefix="ds")])
    done = await played(sqlite_url, interpreting(domain_expert=own), data=data, expert=expert)
    evidence = done.mind.evidence[-1]
    assert evidence.main.draft == "Yours is fine."
    assert evidence.reflection == ()


@pytest.mark.parametrize(
    "broken",
    [
        said("", status=AgentStatus.FAILED),
        said("I can't.", status=AgentStatus.DECLINED),
        UpstreamUnavailableError("gone"),
    ],
    ids=["failed", "declined", "unreachable"],
)
async def test_a_follow_up_that_gives_nothing_changes_nothing(sqlite_url: str, broken: Completed | Exception) -> None:
    own = f"Compute: {QUESTION}"
    mind = interpreting(data_science="And deep sleep?", domain_expert=own)
    data, expert = Told([said("One.", prefix="ds"), broken]), Told([said("A."), broken])
    done = await played(sqlite_url, mind, data=data, expert=expert)
    evidence = done.mind.evidence[-1]
    assert done.turn.status == pb.TURN_STATUS_COMPLETED
    assert not evidence.data_failed
    assert (evidence.main.draft, evidence.reflection) == ("A.", ())
    assert [answer.draft for answer in evidence.supporting] == ["One."]
    assert (len(data.tasks), len(expert.tasks)) == (2, 2), "a follow-up gets one try"


async def test_those_who_speak_last_get_no_follow_up(sqlite_url: str) -> None:
    mind = interpreting(health_coach="And now?")
    expert = Told([said("A.")])
    done = await played(sqlite_url, mind, data=Told([said("One.", prefix="ds")]), expert=expert)
    assert list(done.turn.result.agents_used) == ["data_science", "domain_expert"]


async def test_what_nobody_answered_is_asked_by_the_rules_and_told_in_one_answer(database_url: str) -> None:
    question = "What does HRV mean and does alcohol raise triglycerides?"
    expert = Told([_cited("Alcohol raises triglycerides [1]."), _cited("HRV is how much the beat varies [1].")])

    def adapted(ports: Ports) -> Ports:
        return replace(ports, mind=RulesMind(), specialists={DE: expert}, understander=None)

    async with orchestrating(database_url, adapted=adapted) as system:
        turn, events = await system.ask(question)
    assert [task.question for task in expert.tasks] == [question, "What does HRV mean"]
    assert turn.result.answer == (
        "Alcohol raises triglycerides [1].\n\nHRV is how much the beat varies [1].\n\n"
        "Sources:\n1. [Pulse](https://example.org/pulse), A Society"
    )
    assert kinds(events).count("agent_completed:domain_expert") == 2


def _cited(draft: str) -> Completed:
    return replace(said(draft), citations=(PULSE,))
