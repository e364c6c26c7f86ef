"""A turn in which somebody is in danger: help, and nothing else, whatever runs and whatever is down."""

from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.safety import Danger, Heard
from services.orchestrator.ports import Ports
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import DATA_QUESTION, ScriptedMind, kinds, orchestrating

IN_DANGER = "I want to end it all. What is my average resting heart rate?"


class Listener:
    """Hears what it is told to hear, or fails."""

    def __init__(self, *dangers: Danger, fails: bool = False) -> None:
        self._dangers = dangers
        self._fails = fails

    async def listen(self, conversation: Conversation) -> Heard:
        if self._fails:
            raise ValueError("no model")
        assert conversation.question
        return Heard(dangers=self._dangers)


async def test_help_is_told_and_nobody_is_asked_and_nothing_remembered(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        turn, events = await system.ask(IN_DANGER)
        calls = dict(system.peers.calls)
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert kinds(events) == [
        "turn_started",
        "agent_started:synthesis",
        "agent_thought:synthesis",
        "agent_completed:synthesis",
        "turn_completed",
    ]
    assert calls == {}
    assert list(turn.result.safety) == ["self_harm"]
    assert "glad you told me" in turn.result.answer
    assert not turn.result.fact_sheet
    assert not turn.result.agents_used
    assert turn.result.duration_ms >= 0


async def test_help_needs_no_other_service_and_no_mind(sqlite_url: str) -> None:
    mind = ScriptedMind(fails={"classify", "route", "rephrase", "synthesise", "extract"})
    nowhere = Peers(address="127.0.0.1:9")
    async with orchestrating(sqlite_url, peers=nowhere, mind=mind) as system:
        turn, _ = await system.ask(IN_DANGER)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert list(turn.result.safety) == ["self_harm"]


async def test_the_numbers_are_those_of_the_persons_country(sqlite_url: str) -> None:
    request = pb.CreateTurnRequest(
        user_id="u1",
        messages=[common.Message(role=common.ROLE_USER, content="my chest hurts and my left arm is numb")],
        context=pb.TurnContext(locale="en-GB"),
    )
    async with orchestrating(sqlite_url) as system:
        response = await system.stub.CreateTurn(request, timeout=60)
        await system.follow(response.turn.id)
        turn = await system.get(response.turn.id)
    assert "**999**" in turn.result.answer


async def test_a_listener_can_add_a_danger(sqlite_url: str) -> None:
    def adapted(ports: Ports) -> Ports:
        return replace(ports, listeners=(Listener(Danger.VIOLENCE),))

    async with orchestrating(sqlite_url, adapted=adapted) as system:
        turn, _ = await system.ask(DATA_QUESTION)
        assert not system.peers.calls
    assert list(turn.result.safety) == ["violence"]


@pytest.mark.parametrize("listener", [Listener(), Listener(fails=True)])
async def test_a_listener_cannot_take_a_danger_away(sqlite_url: str, listener: Listener) -> None:
    def adapted(ports: Ports) -> Ports:
        return replace(ports, listeners=(listener,))

    async with orchestrating(sqlite_url, adapted=adapted) as system:
        turn, _ = await system.ask(IN_DANGER)
    assert list(turn.result.safety) == ["self_harm"]


async def test_a_listener_that_fails_does_not_fail_the_turn(sqlite_url: str) -> None:
    def adapted(ports: Ports) -> Ports:
        return replace(ports, listeners=(Listener(fails=True),))

    async with orchestrating(sqlite_url, adapted=adapted) as system:
        turn, _ = await system.ask(DATA_QUESTION)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert not turn.result.safety


class Faintly:
    """A floor that hears danger faintly in everything."""

    async def listen(self, conversation: Conversation) -> Heard:
        assert conversation.question
        return Heard(dangers=(Danger.EATING,), faint=True)

    def answer(self, heard: Heard, *, locale: str) -> str:
        return f"help alone with {heard.dangers} {locale}"

    def beside_answer(self, heard: Heard, *, locale: str) -> str:
        return f"help below with {heard.dangers} {locale}"


def faintly(ports: Ports) -> Ports:
    return replace(ports, safety=Faintly())


async def test_what_is_faint_leaves_a_question_that_can_be_computed_its_answer(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, adapted=faintly) as system:
        turn, events = await system.ask(DATA_QUESTION)
        remembered = system.peers.calls["RecordTurn"]
    assert list(turn.result.safety) == ["eating"]
    assert turn.result.fact_sheet
    assert "help below" in turn.result.answer
    told = "".join(
        event.agent_thought.delta
        for event in events
        if event.WhichOneof("event") == "agent_thought" and event.agent_thought.agent == "synthesis"
    )
    assert told == turn.result.answer
    assert not remembered


@pytest.mark.parametrize(
    "peers",
    [
        Peers(),
        Peers(interpretation=ds.InterpretResponse(partly=ds.Partly(said_back="your steps", unread="I left some out."))),
    ],
)
async def test_what_is_faint_is_answered_by_help_alone_where_that_is_not_all(sqlite_url: str, peers: Peers) -> None:
    asked = "hello there" if peers.interpretation.HasField("computable") else DATA_QUESTION
    async with orchestrating(sqlite_url, adapted=faintly, peers=peers) as system:
        turn, _ = await system.ask(asked)
    assert turn.result.answer.startswith("help alone")
    assert not turn.result.fact_sheet
