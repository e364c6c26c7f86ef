"""A turn in which the domain expert is asked: who is told what, and what the answer holds whoever fails."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.errors import UpstreamUnavailableError
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.rules.synthesis import NOT_LOOKED_UP, ONLY_YOUR_DATA
from services.orchestrator.app.writing import ANALYSIS_FAILED
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import Ports
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, create_request, kinds, orchestrating

GENERAL = "What causes high blood pressure?"
JUDGED = "Is my resting heart rate normal?"
ABOUT = ds.InterpretResponse(not_mine=ds.NotMine(topic=ds.TOPIC_KNOWLEDGE, reason="I can't say."))
OWN = query.Question(
    tell=query.Tell(number=query.Number(reference_bound=query.ReferenceBound(biomarker="resting heart rate")))
)
NAMED = ds.InterpretResponse(
    not_mine=ds.NotMine(topic=ds.TOPIC_NOT_UNDERSTOOD, reason="I can't say."),
    own_numbers=ds.OwnNumbers(said_back="your average resting heart rate over the last 30 days", questions=[OWN]),
)
PULSE = de.Citation(
    title="Pulse",
    publisher="A Society, 2019",
    url="https://example.org/pulse",
    text="At rest the heart of most adults beats 60 bpm to 100 bpm.",
)
SALT = de.Citation(title="Salt", publisher="A Journal", url="https://example.org/salt", text="Salt raises it.")
CAUSES = de.ConsultCompleted(
    status=de.STATUS_ANSWERED, draft="Salt and little sleep raise it [2].", citations=[PULSE, SALT]
)
USUAL = de.ConsultCompleted(
    status=de.STATUS_ANSWERED,
    draft="Most adults have a resting heart rate of 60 bpm to 100 bpm [1]. Yours is {{ds-001.effect}}.",
    citations=[PULSE],
)
DECLINED = de.ConsultCompleted(status=de.STATUS_DECLINED, draft="I have found nothing on that.")
SOURCES = "Sources:\n1. [Pulse](https://example.org/pulse), A Society, 2019"


def by_rules(ports: Ports) -> Ports:
    return replace(ports, mind=RulesMind())


def agents(events: list[pb.TurnEvent]) -> list[str]:
    return [kind for kind in dict.fromkeys(kinds(events)) if kind.startswith(("agent_started", "agent_completed"))]


async def unavailable() -> None:
    raise UpstreamUnavailableError("not now")


async def failing() -> None:
    raise RuntimeError("broken")


async def test_a_general_question_is_the_experts_and_names_the_sources_it_used(database_url: str) -> None:
    peers = Peers(interpretation=ABOUT, consultation=CAUSES)
    async with orchestrating(database_url, peers=peers, adapted=by_rules) as system:
        turn, events = await system.ask(GENERAL)
    told = "Salt and little sleep raise it [1].\n\nSources:\n1. [Salt](https://example.org/salt), A Journal"
    assert turn.result.answer == told
    assert list(turn.result.agents_used) == ["domain_expert"]
    assert len(turn.result.fact_sheet) == 0
    assert peers.calls["Analyze"] == peers.calls["Validate"] == 0
    assert agents(events)[:2] == ["agent_started:domain_expert", "agent_completed:domain_expert"]


async def test_a_document_of_the_persons_own_is_quoted_with_its_title_and_its_numbers_are_facts_of_it(
    sqlite_url: str,
) -> None:
    quoted = "Your document “Letter of 3 March” says: “Ferritin was 18 ug/L; repeat it in the second week of June” [1]."
    letter = de.Citation(
        title="Letter of 3 March",
        publisher="your own document",
        text="Letter of 3 March: Ferritin was 18 ug/L; repeat it in the second week of June.",
        document_id="doc_1",
    )
    said = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft=quoted, citations=[letter])
    peers = Peers(interpretation=NAMED, consultation=said)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask("What does my letter say about my ferritin?")
    assert turn.result.answer == f"{quoted}\n\nSources:\n1. Letter of 3 March, your own document"
    assert {(fact.source, fact.citation) for fact in turn.result.fact_sheet} == {
        ("document", "Letter of 3 March. your own document")
    }
    assert 18.0 in [fact.value for fact in turn.result.fact_sheet]
    assert list(turn.result.agents_used) == ["domain_expert"]


async def test_an_own_number_stands_beside_what_is_known_each_with_where_it_is_from(database_url: str) -> None:
    peers = Peers(interpretation=NAMED, consultation=USUAL)
    async with orchestrating(database_url, peers=peers, adapted=by_rules) as system:
        turn, events = await system.ask(JUDGED)
    told = "Most adults have a resting heart rate of 60 bpm to 100 bpm [1]. Yours is 58.4 bpm."
    assert turn.result.answer.startswith(told)
    assert turn.result.answer.endswith(f"\n\n{SOURCES}")
    assert list(turn.result.agents_used) == ["data_science", "domain_expert"]
    cited = [(fact.claim, fact.value, fact.citation) for fact in turn.result.fact_sheet if fact.source == "literature"]
    source = "Pulse. A Society, 2019. https://example.org/pulse"
    assert cited == [("cited-1.1", 60.0, source), ("cited-1.2", 100.0, source)]
    assert [fact.claim for fact in turn.result.fact_sheet if fact.source == "data_science"] == [
        "ds-001.effect",
        "ds-001.n",
    ]
    assert agents(events) == [
        f"{what}:{who}"
        for who in ("data_science", "domain_expert", "validator", "synthesis", "memory")
        for what in ("agent_started", "agent_completed")
    ]


async def test_who_supports_computes_the_own_numbers_and_the_expert_is_told_what_was_found(sqlite_url: str) -> None:
    peers = Peers(
        interpretation=NAMED,
        consultation=USUAL,
        memory_markdown="## Goals\n- Sleep more.",
        profile=health.Profile(age_years=44, sex="Female"),
    )
    request = create_request("What was my resting heart rate?")
    request.messages.add(role=common.ROLE_ASSISTANT, content="It was fine.")
    request.messages.add(role=common.ROLE_USER, content=JUDGED)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        created = (await system.stub.CreateTurn(request, timeout=60)).turn
        await system.follow(created.id)
    (analyzed,), (consulted,) = peers.analyzed, peers.consulted
    assert list(analyzed.questions) == [OWN]
    assert analyzed.question == "your average resting heart rate over the last 30 days"
    assert consulted.question == JUDGED
    assert list(consulted.history) == list(analyzed.history) == list(request.messages[:-1])
    assert consulted.memory_summary == analyzed.memory_summary == peers.memory_markdown
    assert [found.id for found in consulted.findings] == ["ds-001"]
    assert consulted.findings[0].numbers[0].scalar == 58.4
    assert consulted.person == de.Person(sex=de.SEX_FEMALE, age_years=44)


async def test_the_part_of_a_question_that_can_be_computed_is_computed_for_the_expert(sqlite_url: str) -> None:
    last_week = query.Question(
        tell=query.Tell(number=query.Number(reference_bound=query.ReferenceBound(biomarker="of last week")))
    )
    part = ds.Partly(said_back="your resting heart rate last week", unread="Not that.", questions=[last_week])
    understood = ds.InterpretResponse(partly=part, own_numbers=NAMED.own_numbers)
    peers = Peers(interpretation=understood, consultation=USUAL)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask("What was my resting heart rate last week and is that healthy?")
    assert list(turn.result.agents_used) == ["data_science", "domain_expert"]
    assert list(peers.analyzed[0].questions) == [last_week]
    assert peers.analyzed[0].question == "your resting heart rate last week"


async def test_a_question_for_data_science_alone_is_computed_as_it_is_asked(sqlite_url: str) -> None:
    computable = ds.InterpretResponse(computable=ds.Computable(said_back="it"), own_numbers=NAMED.own_numbers)
    peers = Peers(interpretation=computable, consultation=USUAL)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask("What was my average resting heart rate last week?")
    assert list(turn.result.agents_used) == ["data_science"]
    assert len(peers.analyzed[0].questions) == 0
    assert peers.calls["GetProfile"] == 0


@pytest.mark.parametrize(
    ("profile", "person"),
    [
        (health.Profile(), de.Person()),
        (health.Profile(age_years=0, sex="?"), de.Person()),
        (health.Profile(age_years=131, sex=" M "), de.Person(sex=de.SEX_MALE)),
        (health.Profile(age_years=130, sex="woman"), de.Person(sex=de.SEX_FEMALE, age_years=130)),
    ],
)
async def test_what_a_profile_does_not_say_plainly_is_unknown(
    sqlite_url: str, profile: health.Profile, person: de.Person
) -> None:
    peers = Peers(interpretation=ABOUT, consultation=CAUSES, profile=profile)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        await system.ask(GENERAL)
    assert peers.consulted[0].person == person


async def test_where_the_expert_declines_the_persons_number_is_told_all_the_same(sqlite_url: str) -> None:
    peers = Peers(interpretation=NAMED, consultation=DECLINED)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(JUDGED)
    assert turn.result.answer.startswith("I have found nothing on that.")
    assert "58.4 bpm" in turn.result.answer
    assert "Sources:" not in turn.result.answer


@pytest.mark.parametrize("before", [unavailable, failing, Gate()], ids=["down", "failing", "hanging"])
async def test_an_expert_that_does_not_answer_leaves_the_persons_number_and_an_honest_sentence(
    sqlite_url: str, before: Callable[[], Awaitable[None]]
) -> None:
    peers = Peers(interpretation=NAMED, consultation=USUAL, before_consult=before)
    async with orchestrating(
        sqlite_url, peers=peers, adapted=by_rules, agent_timeout_s=0.5, peer_retry_s=0.3
    ) as system:
        turn, events = await asyncio.wait_for(system.ask(JUDGED), 60)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer.startswith(ONLY_YOUR_DATA)
    assert "58.4 bpm" in turn.result.answer
    assert "100" not in turn.result.answer
    assert peers.calls["Analyze"] == 1
    assert kinds(events).count("agent_completed:domain_expert") == 1


@pytest.mark.parametrize("before", [unavailable, failing, Gate()], ids=["down", "failing", "hanging"])
async def test_where_the_expert_does_not_answer_a_general_question_the_answer_says_so(
    sqlite_url: str, before: Callable[[], Awaitable[None]]
) -> None:
    peers = Peers(interpretation=ABOUT, consultation=CAUSES, before_consult=before)
    async with orchestrating(
        sqlite_url, peers=peers, adapted=by_rules, agent_timeout_s=0.5, peer_retry_s=0.3
    ) as system:
        turn, _ = await asyncio.wait_for(system.ask(GENERAL), 60)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer == NOT_LOOKED_UP


async def test_an_agents_deadline_holds_for_all_its_tries_together(sqlite_url: str) -> None:
    peers = Peers(interpretation=ABOUT, consultation=CAUSES, before_consult=Gate())
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules, agent_timeout_s=1, peer_retry_s=60) as system:
        turn, events = await asyncio.wait_for(system.ask(GENERAL), 60)
    assert turn.result.answer == NOT_LOOKED_UP
    assert kinds(events).count("agent_started:domain_expert") == peers.calls["Consult"] == 1
    (completed,) = [each.agent_completed for each in events if each.agent_completed.agent == "domain_expert"]
    assert completed.duration_ms < 3000


async def test_both_agents_may_fail_and_the_answer_says_both(sqlite_url: str) -> None:
    peers = Peers(interpretation=NAMED, consultation=USUAL, before_consult=failing, status=ds.STATUS_FAILED)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(JUDGED)
    assert turn.result.answer == f"{ANALYSIS_FAILED}\n\n{NOT_LOOKED_UP}"


async def test_where_data_science_fails_in_support_the_experts_cited_numbers_stay(sqlite_url: str) -> None:
    peers = Peers(interpretation=NAMED, consultation=USUAL, status=ds.STATUS_FAILED)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(JUDGED)
    assert turn.result.answer == (
        f"{ANALYSIS_FAILED}\n\nMost adults have a resting heart rate of 60 bpm to 100 bpm [1].\n\n{SOURCES}"
    )
    assert [fact.claim for fact in turn.result.fact_sheet] == ["cited-1.1", "cited-1.2"]


async def test_a_number_that_no_source_of_the_expert_states_is_not_told(sqlite_url: str) -> None:
    invented = de.ConsultCompleted(
        status=de.STATUS_ANSWERED, draft="Most have 60 bpm to 100 bpm [1]. Some have 47 bpm [1].", citations=[PULSE]
    )
    peers = Peers(interpretation=ABOUT, consultation=invented)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(GENERAL)
    assert turn.result.answer == f"Most have 60 bpm to 100 bpm [1].\n\n{SOURCES}"


async def test_a_source_that_is_hostile_fails_no_turn_and_opens_nothing(sqlite_url: str) -> None:
    hostile = de.Citation(title="x](https://evil.example)", url="https://[::1", text=PULSE.text)
    told = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft="Most have 60 bpm [1].", citations=[hostile])
    peers = Peers(interpretation=ABOUT, consultation=told)
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(GENERAL)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer.startswith("Most have 60 bpm [1].\n\nSources:\n1. x")
    assert "](" not in turn.result.answer


class Coach:
    """A main agent that says one thing."""

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        said = "Go to bed earlier."
        yield Completed(status=AgentStatus.ANSWERED, answer=said, draft=said, findings=())


async def test_two_who_support_work_at_the_same_time(sqlite_url: str) -> None:
    analyzing, consulting = asyncio.Event(), asyncio.Event()

    async def analyze() -> None:
        analyzing.set()
        await asyncio.wait_for(consulting.wait(), 60)

    async def consult() -> None:
        consulting.set()
        await asyncio.wait_for(analyzing.wait(), 60)

    peers = Peers(consultation=CAUSES, before_analyze=analyze, before_consult=consult)
    mind = ScriptedMind(
        sentences=["Done."], main="Health Coach Agent", supporting=("Data Science Agent", "Domain Expert Agent")
    )

    def coached(ports: Ports) -> Ports:
        return replace(ports, specialists={**ports.specialists, Agent.HEALTH_COACH: Coach()})

    async with orchestrating(sqlite_url, peers=peers, mind=mind, adapted=coached) as system:
        turn, _ = await system.ask()
    assert [answer.status for answer in mind.evidence[-1].supporting] == [AgentStatus.ANSWERED] * 2
    assert list(turn.result.agents_used) == ["data_science", "domain_expert", "health_coach"]


async def test_a_number_that_the_expert_needed_is_computed_and_it_judges_that(sqlite_url: str) -> None:
    """The orchestrator had no number for it, so that it said what is usual and what it lacked."""
    lacking = de.ConsultCompleted(
        status=de.STATUS_ANSWERED,
        draft="I have no resting heart rate of yours [1].",
        citations=[PULSE],
        needs=["resting_heart_rate"],
    )
    judging = "A resting heart rate of {{rf-ds-001.effect}} is common and harmless [1]."
    peers = Peers(interpretation=ABOUT, consultation=lacking)

    async def judge_when_told() -> None:
        if peers.calls["Consult"] == 2:
            peers.consultation = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft=judging, citations=[PULSE])

    peers.before_consult = judge_when_told
    async with orchestrating(sqlite_url, peers=peers, adapted=by_rules) as system:
        turn, _ = await system.ask(GENERAL)
    assert peers.analyzed[0].question == "What was my average resting heart rate over the last 30 days?"
    assert [found.id for found in peers.consulted[1].findings] == ["rf-ds-001"]
    assert turn.result.answer.startswith("A resting heart rate of 58.4 bpm is common and harmless [1].")
    assert "I have no" not in turn.result.answer
