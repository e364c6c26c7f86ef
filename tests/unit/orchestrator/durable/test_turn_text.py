"""Text that cannot invent: what a scripted mind streams, piece by piece, and what of it reaches the user."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator.app.writing import ANALYSIS_FAILED, NOTHING_LEFT
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.steps import Finding
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers, finding
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, orchestrating

AIM = "I aim for 60 bpm: is my resting heart rate fine?"
RATIO = "{{ratio(ds-001.effect, user.1)}}"
INVENTED = "It will be 71.3 bpm tomorrow. "
CITATION = "Kim J, Lee S (2020). A study. doi:10.1000/x"
PUBLISHED = common.FactEntry(
    claim="lit-x.size",
    value=-0.31,
    source="literature",
    verdict=common.VERDICT_VALIDATED,
    citation=CITATION,
)


def thoughts(events: list[pb.TurnEvent]) -> list[str]:
    return [event.agent_thought.delta for event in events if event.agent_thought.agent == "synthesis"]


def checked(events: list[pb.TurnEvent]) -> list[tuple[str, str]]:
    return [(one.token, one.action) for event in events for one in event.fact_check.issues]


async def test_an_answer_that_comes_letter_by_letter_is_told_sentence_by_sentence(sqlite_url: str) -> None:
    text = f"Your average is {{{{ds-001.effect}}}}. {INVENTED}That is {RATIO} of your aim.\n\n- Keep going!"
    async with orchestrating(sqlite_url, mind=ScriptedMind(sentences=list(text))) as system:
        turn, events = await system.ask(AIM)
    told = ["Your average is 58.4 bpm. ", "That is 0.97 of your aim.\n\n", "- Keep going!"]
    assert thoughts(events) == told
    assert turn.result.answer == "".join(told)
    assert checked(events) == [("71.3", "dropped")]
    assert [event.WhichOneof("event") for event in events].count("fact_check") == 1


async def test_a_dropped_sentence_leaves_the_next_block_on_a_line_of_its_own(sqlite_url: str) -> None:
    text = f"All is well. {INVENTED.rstrip()}\n\n- Keep going!\n- {INVENTED.rstrip()}\n- Sleep well!"
    async with orchestrating(sqlite_url, mind=ScriptedMind(sentences=[text])) as system:
        turn, events = await system.ask(AIM)
    assert turn.result.answer == "All is well. \n\n- Keep going!\n- Sleep well!"
    assert "".join(thoughts(events)) == turn.result.answer


async def test_a_derived_number_is_on_the_sheet_with_its_operands(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=[f"That is {RATIO} of your aim, ", "so 0.97."])
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, events = await system.ask(AIM)
    facts = {fact.claim: fact for fact in turn.result.fact_sheet}
    assert list(facts) == ["ds-001.effect", "ds-001.n", "user.1", "derived.1"]
    derived = facts["derived.1"]
    assert (derived.source, derived.verdict) == ("derived", common.VERDICT_VALIDATED)
    assert derived.value == pytest.approx(58.4 / 60)
    assert derived.derivation.operation == common.OPERATION_RATIO
    assert list(derived.derivation.operands) == ["ds-001.effect", "user.1"]
    assert events[-1].turn_completed.result == turn.result


async def test_a_derivation_nobody_can_compute_is_not_told(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=["That is {{ratio(ds-001.effect, ds-001.n)}} of it. ", "Keep going."])
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, events = await system.ask()
    assert turn.result.answer == "Keep going."
    assert ("{{ratio(ds-001.effect, ds-001.n)}}", "dropped") in checked(events)
    assert [fact.claim for fact in turn.result.fact_sheet] == ["ds-001.effect", "ds-001.n"]


@pytest.mark.parametrize(
    ("sentence", "on_the_sheet"),
    [("In studies it is {{lit-x.size}}.", True), ("In studies it is -0.31.", True), ("Keep going.", False)],
)
async def test_a_number_of_the_literature_is_on_the_sheet_with_its_source_if_it_is_told(
    sqlite_url: str, sentence: str, *, on_the_sheet: bool
) -> None:
    peers, mind = Peers(literature=[PUBLISHED]), ScriptedMind(sentences=[sentence])
    async with orchestrating(sqlite_url, peers=peers, mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == sentence.replace("{{lit-x.size}}", "-0.31")
    cited = [(fact.claim, fact.citation) for fact in turn.result.fact_sheet if fact.source == "literature"]
    assert cited == ([("lit-x.size", CITATION)] if on_the_sheet else [])


async def test_the_literature_beside_a_rejected_finding_is_no_fact(sqlite_url: str) -> None:
    peers = Peers(literature=[PUBLISHED], verdict=common.VERDICT_REJECTED)
    mind = ScriptedMind(sentences=["In studies it is {{lit-x.size}}."])
    async with orchestrating(sqlite_url, peers=peers, mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == NOTHING_LEFT


def read(
    key: str, value: float, unit: str = "", counts: common.Counted.ValueType = common.COUNTED_UNSPECIFIED
) -> common.FactEntry:
    """A number of a plain reading, as the validator sends it."""
    return common.FactEntry(
        claim=f"reading-ds-001.{key}",
        value=value,
        unit=unit or None,
        source="health_data",
        n=5,
        window="all data",
        verdict=common.VERDICT_CONDITIONAL,
        counts=counts,
    )


async def test_every_number_of_a_plain_reading_is_a_fact_as_the_validator_sends_it(sqlite_url: str) -> None:
    reading = [
        read("value", 58.4, "bpm"),
        read("n", 5, counts=common.COUNTED_DAYS),
        read("day", 20551, "date"),
        read("sd", 2.5, "bpm"),
    ]
    peers = Peers(verdict=common.VERDICT_REJECTED, reading=reading)
    mind = ScriptedMind(
        sentences=[
            "It was {{reading-ds-001.value}} on {{reading-ds-001.day}}. ",
            "From {{reading-ds-001.n}} days. ",
            "Spread: {{reading-ds-001.sd}} over 5 runs.",
        ]
    )
    async with orchestrating(sqlite_url, peers=peers, mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == "It was 58.4 bpm on 8 April 2026. From 5 days. ", "five days are no five runs"
    assert list(turn.result.fact_sheet) == reading
    assert [found.reading_keys for found in system.mind.evidence[-1].findings] == [("effect",)]


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        (common.COUNTED_DAYS, "From 160 days. From 160 samples. "),
        (common.COUNTED_ACTIVITIES, "From 160 runs. From 160 samples. "),
        (common.COUNTED_VALUES, "From 160 samples. "),
    ],
)
async def test_a_count_is_of_what_the_validator_says_it_counts(
    sqlite_url: str, counts: common.Counted.ValueType, told: str
) -> None:
    mind = ScriptedMind(sentences=[f"From {{{{ds-001.n}}}} {what}. " for what in ("days", "runs", "samples", "bpm")])
    async with orchestrating(sqlite_url, peers=Peers(counts=counts), mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == told


@pytest.mark.parametrize(
    ("verdict", "explanation", "reason"),
    [
        (common.VERDICT_REJECTED, "The link could not be confirmed: it may be luck.", "it may be luck."),
        (common.VERDICT_REJECTED, "", "Plain."),
        (common.VERDICT_CONDITIONAL, "Take the link with care: few days.", "Plain."),
        (common.VERDICT_VALIDATED, "The link held up in every check.", ""),
    ],
)
async def test_a_mind_is_told_why_a_finding_is_not_reported(
    sqlite_url: str, verdict: common.Verdict.ValueType, explanation: str, reason: str
) -> None:
    async with orchestrating(sqlite_url, peers=Peers(verdict=verdict, explanation=explanation)) as system:
        await system.ask()
    assert [found.reason for found in system.mind.evidence[-1].findings] == [reason]


async def test_a_rewriting_that_hangs_drops_the_sentence_and_the_turn_goes_on(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=[INVENTED, "Fine. ", INVENTED, "Keep going."], rewritten="Fine.")
    mind.before_rewrite = Gate()
    async with orchestrating(sqlite_url, mind=mind, rewriting_s=0.2) as system:
        turn, events = await asyncio.wait_for(system.ask(), 60)
    assert turn.result.answer == "Fine. Keep going."
    assert [action for _, action in checked(events)] == ["dropped", "dropped"]
    assert mind.rewriting == [INVENTED], "the time for rewriting is that of the whole answer"


async def test_a_rewriting_that_breaks_drops_the_sentence(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=[INVENTED, "Keep going."], fails={"rewrite"})
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, events = await system.ask()
    assert turn.result.answer == "Keep going."
    assert checked(events) == [("71.3", "dropped")]


@pytest.mark.parametrize(
    "rewritten", ["It may change.\n| 61 |", "It may change. It was 71.3 bpm.", "{{ds-001.nothing}}"]
)
async def test_a_rewriting_is_checked_sentence_by_sentence_and_not_mended_again(
    sqlite_url: str, rewritten: str
) -> None:
    mind = ScriptedMind(sentences=[INVENTED, "Keep going."], rewritten=rewritten)
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, events = await system.ask()
    assert turn.result.answer == "Keep going."
    assert checked(events) == [("71.3", "dropped")]
    assert mind.rewriting == [INVENTED]


class Broken:
    """An analyst that fails with numbers on its lips."""

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        claimed = finding(task.finding_prefix)
        yield Completed(
            status=AgentStatus.FAILED,
            answer="It was 58.4 bpm.",
            draft="It was {{ds-001.effect}}, so 58.4 bpm.",
            findings=(Finding(id=claimed.id, payload=claimed.SerializeToString()),),
        )


BROKEN = {Agent.DATA_SCIENCE: Broken()}


async def test_a_failed_analysis_leaves_no_number_but_the_users_own_whatever_the_mind_writes(sqlite_url: str) -> None:
    sentences = [
        "You aim for 60 bpm. ",
        "It was 58.4 bpm. ",
        "It was {{ds-001.effect}}. ",
        f"That is {RATIO} of your aim. ",
        "That is {{difference(user.1, user.1)}} off. ",
        "In studies it is {{lit-x.size}}. ",
        "Rest well.",
    ]
    peers = Peers(literature=[PUBLISHED])
    mind = ScriptedMind(without_data=list("".join(sentences)))
    async with orchestrating(
        sqlite_url, peers=peers, mind=mind, adapted=lambda ports: replace(ports, specialists=BROKEN)
    ) as system:
        turn, events = await system.ask(AIM)
    assert turn.result.answer == f"{ANALYSIS_FAILED}\n\nYou aim for 60 bpm. Rest well."
    assert thoughts(events)[0] == f"{ANALYSIS_FAILED}\n\n"
    assert [fact.claim for fact in turn.result.fact_sheet] == ["user.1"]
    assert {action for _, action in checked(events)} == {"dropped"}


async def test_a_mind_is_given_no_number_of_a_failed_analysis(sqlite_url: str) -> None:
    mind = ScriptedMind()
    async with orchestrating(sqlite_url, mind=mind, adapted=lambda ports: replace(ports, specialists=BROKEN)) as system:
        await system.ask()
    (evidence,) = mind.evidence
    assert evidence.data_failed
    assert evidence.main.status is AgentStatus.FAILED
    assert evidence.main.draft == ""
    assert (evidence.findings, evidence.fact_sheet, evidence.literature) == ((), (), ())


async def test_a_failed_analysis_is_said_even_if_the_mind_says_nothing(sqlite_url: str) -> None:
    mind = ScriptedMind(without_data=[INVENTED])
    async with orchestrating(sqlite_url, mind=mind, adapted=lambda ports: replace(ports, specialists=BROKEN)) as system:
        turn, _ = await system.ask()
    assert turn.result.answer.strip() == ANALYSIS_FAILED
