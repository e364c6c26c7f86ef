"""Conversations with the health coach: what it needs is computed, and its references are written out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from services.health_coach.adapters.library_files import LibraryFiles
from services.health_coach.adapters.rules import RulesMind
from services.health_coach.app import Coach
from services.health_coach.domain.asked import Level, Question, WorkoutDays, Workouts
from services.health_coach.domain.case import Case, Fact, Message, Remembered
from services.health_coach.domain.events import Completed, Reply
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import Preparation
from services.health_coach.domain.record import Record
from services.health_coach.domain.topics import UNITS
from services.health_coach.ports import CoachMind

TODAY = date(2026, 6, 17)
EVERYTHING = Record(today=TODAY, metrics=frozenset(UNITS), has_activities=True)
LEVELS: Mapping[str, float] = {
    "steps": 7432.4,
    "sleep_minutes": 402.3,
    "bed_time_clock": 1431.0,
    "active_zone_minutes": 23.4,
    "resting_heart_rate": 61.2,
    "heart_rate_variability": 43.2,
    "stress_management_score": 71.0,
    "weight_kg": 82.4,
}
LIBRARY = LibraryFiles()
_REFERENCE = re.compile(r"\{\{([^}]+)\}\}")


@dataclass
class Records:
    """A `HealthData` that is told what there is, and what each question comes to."""

    record: Record | None = EVERYTHING
    levels: Mapping[str, float] = field(default_factory=lambda: LEVELS)
    weeks: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Of a metric, or of "workouts", the last full weeks, the newest first."""
    workouts: float = 9.0

    async def describe(self, user_id: str) -> Record | None:
        return self.record

    def answer(self, question: Question) -> float | None:
        place = {"last week": 0, "the week before": 1, "the week before that": 2}.get(question.span.label)
        if isinstance(question, Workouts):
            return self.workouts
        of = "workouts" if isinstance(question, WorkoutDays) else question.metric
        if place is not None:
            weeks = self.weeks.get(of, ())
            return weeks[place] if place < len(weeks) else None
        return self.levels.get(of) if isinstance(question, Level) else None


def unit_of(question: Question) -> str:
    return UNITS[question.metric] if isinstance(question, Level) else ""


def facts_of(prepared: Preparation, records: Records) -> dict[Question, Fact]:
    return {
        question: Fact(claim=f"ds-{number:03}.effect", value=value, unit=unit_of(question))
        for number, question in enumerate(prepared.questions, 1)
        if (value := records.answer(question)) is not None
    }


def written(reply: Reply, facts: Mapping[Question, Fact]) -> str:
    """As a person reads it, nearly: each reference as its number."""
    numbers = {fact.claim: (fact.value, fact.unit) for fact in facts.values()}
    numbers |= {each.claim: (each.value, each.unit) for each in reply.proposals}
    return _REFERENCE.sub(lambda found: _number(*numbers[found[1]]), reply.draft)


def _number(value: float, unit: str) -> str:
    hours, minutes = divmod(round(value), 60)
    match unit:
        case "min" if value >= 60:
            return f"{hours} h {minutes} min"
        case "clock":
            return f"{hours % 24:02}:{minutes:02}"
        case "count":
            return f"{value:,.0f}"
        case _:
            return f"{value:g}"


@dataclass(kw_only=True)
class Turn:
    reply: Reply
    status: str
    text: str
    facts: Mapping[Question, Fact]
    case: Case
    thoughts: Sequence[str]


async def converse(
    *messages: str,
    memories: Sequence[Remembered] = (),
    records: Records | None = None,
    library: LibraryFiles = LIBRARY,
    mind: CoachMind | None = None,
) -> list[Turn]:
    """Every turn of a conversation; a goal that is agreed on is remembered from then on."""
    records = records or Records()
    coach = Coach(mind=mind or RulesMind(), data=records, library=library, today=lambda: TODAY)
    history: list[Message] = []
    kept = list(memories)
    turns: list[Turn] = []
    for message in messages:
        asked = Case(message=message, history=tuple(history), memories=tuple(kept))
        facts = facts_of(await coach.prepare("ada", asked), records)
        case = Case(message=message, history=tuple(history), memories=tuple(kept), facts=facts)
        *thoughts, end = [event async for event in coach.coach(case)]
        assert isinstance(end, Completed)
        text = written(end.reply, facts)
        said = [each.delta for each in thoughts if not isinstance(each, Completed)]
        turns.append(Turn(reply=end.reply, status=end.status, text=text, facts=facts, case=case, thoughts=said))
        history += [Message(message, by_person=True), Message(text, by_person=False)]
        if end.reply.agreed:
            kept.append(remembered(end.reply.agreed))
    return turns


def remembered(goal: Goal) -> Remembered:
    return Remembered(kind="goal", text=f"Goal: {goal.behaviour}.", goal=goal)
