"""What data science makes of a question reaches routing, and a turn does without it where it cannot be had."""

import asyncio

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.channel import connect
from amy.runtime.errors import DeadlineExceededError, UpstreamUnavailableError
from services.orchestrator.adapters.peers import data_science
from services.orchestrator.adapters.peers.understanding import RemoteUnderstander
from services.orchestrator.app.writing import ANALYSIS_FAILED
from services.orchestrator.domain.conversation import MOST_MESSAGES, Conversation, Message
from services.orchestrator.domain.understanding import Computable, NotMine, OwnNumbers, Partly, Topic, Understood
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers, serving
from tests.unit.orchestrator.durable.turn_system import DATA_QUESTION, USER, create_request, orchestrating

NOT_RECORDED = ds.NotMine(topic=ds.TOPIC_NOT_RECORDED, reason="I have no weight of yours.", nearest="Ask for steps.")
STEPS = ds.Computable(said_back="steps")
ASKED = [
    query.Question(tell=query.Tell(number=query.Number(reference_bound=query.ReferenceBound(biomarker=name))))
    for name in ("LDL", "HDL")
]
SENT = ds.OwnNumbers(said_back="your LDL and HDL", questions=ASKED)
OWN = OwnNumbers(said_back="your LDL and HDL", questions=tuple(asked.SerializeToString() for asked in ASKED))
ANSWERS = [
    (ds.InterpretResponse(computable=ds.Computable(said_back="steps")), Computable(said_back="steps")),
    (
        ds.InterpretResponse(partly=ds.Partly(said_back="steps", unread="I leave out the rest.")),
        Partly(said_back="steps", unread="I leave out the rest."),
    ),
    (
        ds.InterpretResponse(not_mine=NOT_RECORDED),
        NotMine(topic=Topic.NOT_RECORDED, reason="I have no weight of yours.", nearest="Ask for steps."),
    ),
    (
        ds.InterpretResponse(not_mine=ds.NotMine(topic=ds.TOPIC_UNSPECIFIED, reason="Hm.")),
        NotMine(topic=Topic.NOT_UNDERSTOOD, reason="Hm."),
    ),
    (ds.InterpretResponse(), NotMine(topic=Topic.NOT_UNDERSTOOD, reason="")),
    (ds.InterpretResponse(computable=STEPS, own_numbers=SENT), Computable(said_back="steps", own_numbers=OWN)),
    (
        ds.InterpretResponse(
            partly=ds.Partly(said_back="steps", unread="Not all.", questions=ASKED[:1]), own_numbers=SENT
        ),
        Partly(said_back="steps", unread="Not all.", questions=OWN.questions[:1], own_numbers=OWN),
    ),
    (
        ds.InterpretResponse(not_mine=ds.NotMine(topic=ds.TOPIC_ADVICE, reason="Hm."), own_numbers=SENT),
        NotMine(topic=Topic.ADVICE, reason="Hm.", own_numbers=OWN),
    ),
    (
        ds.InterpretResponse(computable=STEPS, own_numbers=ds.OwnNumbers(said_back="none")),
        Computable(said_back="steps"),
    ),
]


def talk(*said: str) -> Conversation:
    """Messages by turns, the last one the person's."""
    roles = ["user" if (len(said) - at) % 2 else "assistant" for at in range(len(said))]
    return Conversation(
        messages=tuple(
            Message(role="user" if role == "user" else "assistant", content=content)
            for role, content in zip(roles, said, strict=True)
        )
    )


async def interpreted(peers: Peers, conversation: Conversation, *, timeout_s: float = 5.0) -> Understood:
    async with serving(peers), connect(peers.address, service=data_science.SERVICE) as channel:
        return await RemoteUnderstander(channel, timeout_s=timeout_s).interpret(USER, conversation, biomarkers=True)


@pytest.mark.parametrize(("answer", "understood"), ANSWERS)
async def test_an_interpretation_arrives_as_it_was_given(answer: ds.InterpretResponse, understood: Understood) -> None:
    peers = Peers(interpretation=answer)
    assert await interpreted(peers, talk("My steps?", "8,000.", "And last week?")) == understood
    (request,) = peers.interpreted
    assert request.user_id == USER
    assert [each.content for each in request.messages] == ["My steps?", "8,000.", "And last week?"]
    assert request.messages[1].role == common.ROLE_ASSISTANT


async def test_who_does_not_say_in_time_is_not_waited_for() -> None:
    with pytest.raises(DeadlineExceededError):
        await interpreted(Peers(before_interpret=Gate()), talk("My steps?"), timeout_s=0.2)


async def test_a_turn_goes_on_without_being_told_how_its_question_is_understood(sqlite_url: str) -> None:
    async def refuse() -> None:
        raise UpstreamUnavailableError("not now")

    for before in (Gate(), refuse):
        peers = Peers(before_interpret=before)
        async with orchestrating(sqlite_url, peers=peers, understanding_timeout_s=0.2) as system:
            turn, _ = await asyncio.wait_for(system.ask(), 60)
            assert turn.status == pb.TURN_STATUS_COMPLETED
            assert system.mind.understood == [None]
            assert turn.result.agents_used == ["data_science"]


async def test_what_cannot_be_computed_is_told_with_its_reason_and_nobody_is_run(sqlite_url: str) -> None:
    peers = Peers(interpretation=ds.InterpretResponse(not_mine=NOT_RECORDED))
    async with orchestrating(sqlite_url, peers=peers) as system:
        turn, _ = await system.ask("How heavy am I?")
        assert turn.result.answer == "I have no weight of yours. Ask for steps."
        assert peers.calls["Analyze"] == 0


async def test_the_last_messages_of_the_person_are_read_and_no_more(sqlite_url: str) -> None:
    request = create_request("question 0")
    for number in range(1, 15):
        request.messages.add(role=common.ROLE_ASSISTANT, content=f"answer {number}")
        request.messages.add(role=common.ROLE_USER, content=f"question {number}")
    request.messages.add(role=common.ROLE_ASSISTANT, content="answer")
    request.messages.add(role=common.ROLE_USER, content=DATA_QUESTION)
    async with orchestrating(sqlite_url) as system:
        created = (await system.stub.CreateTurn(request, timeout=60)).turn
        await system.follow(created.id)
        (interpreted_request,), (analyzed,) = system.peers.interpreted, system.peers.analyzed
    asked = [each.content for each in interpreted_request.messages if each.role == common.ROLE_USER]
    assert asked == [*(f"question {number}" for number in range(15 - MOST_MESSAGES + 1, 15)), DATA_QUESTION]
    assert list(analyzed.history) == list(interpreted_request.messages)[:-1]


async def test_a_turn_whose_data_science_is_down_ends_with_a_plain_answer(sqlite_url: str) -> None:
    async def refuse() -> None:
        raise UpstreamUnavailableError("not now")

    peers = Peers(before_interpret=refuse, before_analyze=refuse)
    async with orchestrating(sqlite_url, peers=peers, peer_retry_s=0.3) as system:
        turn, _ = await asyncio.wait_for(system.ask(), 60)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer.startswith(ANALYSIS_FAILED)
