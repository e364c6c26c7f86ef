"""Where a person stands with a goal on file, by what was computed of the last full weeks."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from services.health_coach.domain.asked import WEEKS, Question
from services.health_coach.domain.case import Case, Fact
from services.health_coach.domain.decisions import Change
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import goal_question

_MISSED: Final = 2
_MET: Final = 3


@dataclass(frozen=True, kw_only=True)
class Week:
    """`met` is whether the goal was reached in it."""

    label: str
    fact: Fact
    met: bool


@dataclass(frozen=True, kw_only=True)
class Standing:
    """`weeks`: those with a number, the newest first."""

    goal: Goal
    weeks: tuple[Week, ...] = ()

    @property
    def asks_for(self) -> Change:
        """Easier after two missed weeks, the next step after three met ones."""
        met = [week.met for week in self.weeks]
        if len(met) >= _MISSED and not any(met[:_MISSED]):
            return Change.EASIER
        return Change.HARDER if len(met) >= _MET and all(met[:_MET]) else Change.NONE


def standing(goal: Goal, case: Case) -> Standing:
    """Of the weeks since the goal was set."""
    weeks = [
        Week(label=question.span.label, fact=fact, met=_met(goal, fact.value))
        for question, fact in case.facts.items()
        if _shows(question, goal) and _since(goal.started_on, question)
    ]
    return Standing(goal=goal, weeks=tuple(sorted(weeks, key=lambda week: WEEKS.index(week.label))))


def _shows(question: Question, goal: Goal) -> bool:
    return question.span.label in WEEKS and question in tuple(goal_question(goal, question.span))


def _since(started: date | None, question: Question) -> bool:
    return started is None or question.span.end > started


def _met(goal: Goal, value: float) -> bool:
    if goal.days_per_week:
        return value >= goal.days_per_week
    return value <= goal.target if goal.at_most else value >= goal.target
