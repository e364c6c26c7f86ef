"""What the health coach asks others can read, and what it drafts the orchestrator's check of numbers lets through."""

import pytest

from services.data_science import wire as data_science
from services.health_coach import wire
from services.health_coach.domain.asked import DaysMet, Level, Question, WorkoutDays, Workouts, full_weeks, last_30_days
from services.health_coach.domain.goals import Goal
from services.orchestrator.domain.evidence import Counted, Fact, Verdict
from services.orchestrator.domain.numbers.answer_writer import AnswerWriter, Clean
from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.validator import wire as validator
from tests.unit.health_coach.coaching import LIBRARY, TODAY, Records, Turn, converse, remembered
from tests.unit.health_coach.test_coach_gate import TALKS
from tests.unit.health_coach.test_coach_progress import BEDTIME, STEPS, TRAINING

WEEK = full_weeks(TODAY)[0]
QUESTIONS: tuple[Question, ...] = (
    Level(metric="steps", span=last_30_days(TODAY)),
    DaysMet(metric="steps", target=8000, unit="count", at_most=False, span=WEEK),
    DaysMet(metric="bed_time_clock", target=1410, unit="clock", at_most=True, span=WEEK),
    Workouts(span=last_30_days(TODAY)),
    WorkoutDays(span=WEEK),
)
BY_DAYS = Goal(behaviour="walk 8,000 steps", metric="steps", target=8000, unit="count", days_per_week=5)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_reads_alike_everywhere(question: Question) -> None:
    asked = wire.question_to_proto(question)
    assert data_science.QUESTIONS.encode(data_science.QUESTIONS.decode(asked)) == asked
    assert validator.QUESTIONS.encode(validator.QUESTIONS.decode(asked)) == asked
    assert wire.question_from_proto(asked) == question


def counted(question: Question) -> Counted | None:
    match question:
        case Workouts():
            return "activities"
        case WorkoutDays() | DaysMet():
            return "day"
        case _:
            return None


def facts_of(turn: Turn) -> list[Fact]:
    """The sheet as it stands when the answer is written: what was computed, and what the coach proposes."""
    return [
        *(
            _fact(fact.claim, fact.value, fact.unit, "data_science", question.span.label, counted(question))
            for question, fact in turn.facts.items()
        ),
        *(_fact(each.claim, each.value, each.unit, "health_coach", None, None) for each in turn.reply.proposals),
    ]


def _fact(claim: str, value: float, unit: str, source: str, window: str | None, counts: Counted | None) -> Fact:
    return Fact(
        claim=claim,
        value=value,
        unit=unit or None,
        source=source,
        n=30,
        window=window,
        verdict=Verdict.VALIDATED,
        counts=counts,
    )


MEMORIES = [
    [],
    [remembered(STEPS)],
    [remembered(BEDTIME), remembered(TRAINING)],
    [remembered(BY_DAYS)],
]


@pytest.mark.parametrize("memories", MEMORIES)
@pytest.mark.parametrize("messages", TALKS)
async def test_every_sentence_of_a_draft_is_clean(messages: tuple[str, ...], memories: list[object]) -> None:
    weeks = {"steps": (7300.0, 7400.0, 8100.0), "bed_time_clock": (1431.0, 1400.0), "workouts": (1.0, 2.0)}
    turns = await converse(*messages, memories=memories, records=Records(weeks=weeks))  # type: ignore[arg-type]
    for turn in turns:
        writer = AnswerWriter(facts_of(turn), turn.case.said, citations=len(turn.reply.sources))
        sentences = [*writer.feed(turn.reply.draft), *writer.finish()]
        assert all(isinstance(each, Clean) for each in sentences), [s for s in sentences if not isinstance(s, Clean)]
        assert "{{" not in "".join(each.text for each in sentences if isinstance(each, Clean))


@pytest.mark.parametrize("strategy", LIBRARY.strategies, ids=lambda each: each.id)
def test_no_strategy_states_a_number(strategy: object) -> None:
    text = f"You could {strategy.text}. {strategy.how_it_helps}"  # type: ignore[attr-defined]
    assert not claims_in(text)
    assert not any(sign.isdigit() for sign in text)
