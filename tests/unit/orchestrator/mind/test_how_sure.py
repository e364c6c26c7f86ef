"""How sure an answer is: told of differences and changes, and of anything else to whoever asks."""

from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules.how_sure import asks_how_sure, standing_alone, with_ranges, without_yes_or_no
from services.orchestrator.domain.evidence import FindingSummary, Verdict
from services.orchestrator.domain.numbers import references
from tests.unit.orchestrator.mind.builders import answer, conversation, evidence, fact, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import told

RANGE = "Most likely the real difference is between {{ds-001.ci_low}} and {{ds-001.ci_high}}."
BASIS = "Chance alone would seldom give as much. This rests on {{ds-001.n}} days."
DRAFT = "Yes, {{ds-001.effect}} higher: it was {{ds-001.mean_recent}}. Your days differ more."
FACTS = (
    fact("ds-001.effect", 3.0),
    fact("ds-001.mean_recent", 60.0),
    fact("ds-001.ci_low", 1.0, source="validator"),
    fact("ds-001.ci_high", 5.0, source="validator"),
    fact("ds-001.n", 40.0, None),
)


def sure(kind: str) -> FindingSummary:
    return replace(finding(Verdict.VALIDATED, kind=kind), range=RANGE, basis=BASIS)


@pytest.mark.parametrize(
    "question",
    [
        "How sure are you?",
        "are you sure about that?",
        "so how certain are you of this",
        "Could that be chance?",
        "could it just be a coincidence?",
        "might this be random noise",
        "Is that significant?",
        "is that a statistically significant difference?",
        "is it real or just luck?",
    ],
)
def test_asking_how_sure_asks_the_question_before_once_more(question: str) -> None:
    asked = conversation("Do I sleep more on weekends?", "Yes.", question)
    assert standing_alone(asked) == conversation("Do I sleep more on weekends?")
    twice = conversation("Do I sleep more on weekends?", "Yes.", "are you sure?", "Yes.", question)
    assert standing_alone(twice) == conversation("Do I sleep more on weekends?")
    alone = conversation(question)
    assert standing_alone(alone) == alone


@pytest.mark.parametrize(
    "question",
    [
        "Could that be the coffee?",
        "Is my pulse significant?",
        "How sure are doctors about cholesterol?",
        "Are you sure I walked more in May?",
        "Is that a significant risk for me?",
        "is it real food?",
    ],
)
def test_what_asks_more_than_that_is_left_alone(question: str) -> None:
    asked = conversation("Do I sleep more on weekends?", "Yes.", question)
    assert not asks_how_sure(question)
    assert standing_alone(asked) == asked


async def test_a_difference_is_told_with_its_range() -> None:
    found = evidence(answer(DRAFT), findings=[sure("trend")], facts=FACTS)
    assert await told(found, "Is it higher?") == (
        "Yes, 3 bpm higher: it was 60 bpm. Your days differ more. "
        "Most likely the real difference is between 1 bpm and 5 bpm."
    )


@pytest.mark.parametrize("kind", ["scalar", "association"])
async def test_anything_else_is_told_as_it_is(kind: str) -> None:
    found = evidence(answer(DRAFT), findings=[sure(kind)], facts=FACTS)
    assert await told(found, "Is it higher?") == "Yes, 3 bpm higher: it was 60 bpm. Your days differ more."


@pytest.mark.parametrize("kind", ["scalar", "association", "trend"])
async def test_whoever_asks_is_told_the_range_and_what_it_rests_on(kind: str) -> None:
    found = evidence(answer(DRAFT), findings=[sure(kind)], facts=FACTS)
    assert await told(found, "Is it higher?", "Yes.", "How sure are you?") == (
        "3 bpm higher: it was 60 bpm. Your days differ more. "
        "Most likely the real difference is between 1 bpm and 5 bpm. "
        "Chance alone would seldom give as much. This rests on 40 days."
    )


async def test_where_nothing_holds_no_yes_or_no_answers_how_sure() -> None:
    found = evidence(
        answer("Yes. They go together ({{ds-001.n}} days)."),
        findings=[finding(Verdict.REJECTED, kind="association", reason="Chance alone could do it.")],
        facts=FACTS[:1],
    )
    unclear = "I see no link between resting heart rate and time asleep that holds in general."
    assert await told(found, "Do they?") == f"No, not clearly. {unclear} Chance alone could do it."
    assert await told(found, "Do they?", "No.", "Could that be chance?") == f"{unclear} Chance alone could do it."


def test_a_finding_is_said_to_be_sure_once() -> None:
    def cited(text: str) -> list[FindingSummary]:
        return [sure("trend")] if references(text) else []

    first, second = with_ranges(["It rose, {{ds-001.effect}}.", "Again {{ds-001.effect}}."], cited, is_asked=False)
    assert first == f"It rose, {{{{ds-001.effect}}}}. {RANGE}"
    assert second == "Again {{ds-001.effect}}."


@pytest.mark.parametrize(
    ("block", "left"),
    [
        ("Yes, {{a.b}} more.", "{{a.b}} more."),
        ("No, not clearly. They hardly go.", "They hardly go."),
        ("No. A later bed.", "A later bed."),
        ("None of it.", "None of it."),
    ],
)
def test_a_yes_or_no_to_the_question_before_is_left_out(block: str, left: str) -> None:
    assert without_yes_or_no(block) == left
