"""Which numbers of a person's records a coach has to know before it speaks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from amy.spending import Spent
from services.health_coach.domain.asked import (
    DaysMet,
    Level,
    Question,
    Span,
    WorkoutDays,
    Workouts,
    full_weeks,
    last_30_days,
)
from services.health_coach.domain.case import Case
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.record import Record
from services.health_coach.domain.topics import MEASURES, WORKOUTS, Topic

MOST: Final = 12
_MOST_GOALS: Final = 3
_STEPS_SAID: Final = re.compile(
    r"\b(?P<number>\d{1,2}[,. ]?\d{3}|\d{1,2}(?=k\b))(?P<k>k)? ?(?:steps|a day)", re.IGNORECASE
)
_NOTHING: Final = "Nothing on record has to do with it."


@dataclass(frozen=True, kw_only=True)
class Preparation:
    questions: tuple[Question, ...]
    said_back: str
    spent: Spent = field(default_factory=Spent)


def preparation(case: Case, topics: Sequence[Topic], record: Record | None) -> Preparation:
    """The person's own level of what they want to change, and how each goal on file went in the last full weeks."""
    if record is None:
        return Preparation(questions=(), said_back=_NOTHING)
    weeks = full_weeks(record.today)
    of_goals = [question for goal in goals_on_file(case) for week in weeks for question in goal_question(goal, week)]
    levels = [
        *_levels(topics[0], record),
        *_levels_of_goals(case, record),
        *(level for topic in topics[1:] for level in _levels(topic, record)),
        *_said(case, record, weeks[0]),
    ]
    questions = tuple(dict.fromkeys((*list(dict.fromkeys(levels))[: MOST - len(of_goals)], *of_goals)))
    if not questions:
        return Preparation(questions=(), said_back=_NOTHING)
    said = [
        *(["your own level over the last 30 days"] if levels else []),
        *(["your goals in the last weeks"] if of_goals else []),
    ]
    return Preparation(questions=questions, said_back=" and ".join(said))


def goals_on_file(case: Case) -> tuple[Goal, ...]:
    """The newest ones, as many as there is room for; of one metric or behaviour the newest."""
    newest = {goal.metric or goal.behaviour.casefold(): goal for goal in case.goals}
    return tuple(newest.values())[-_MOST_GOALS:]


def goal_question(goal: Goal, week: Span) -> Iterator[Question]:
    """What shows how a goal went in a week; nothing where nothing on record does."""
    if isinstance(goal.baseline_question, Workouts):
        yield WorkoutDays(span=week)
    elif goal.metric and goal.days_per_week:
        yield DaysMet(metric=goal.metric, target=goal.target, unit=goal.unit, at_most=goal.at_most, span=week)
    elif goal.metric:
        yield Level(metric=goal.metric, span=week)


def _levels(topic: Topic, record: Record) -> Iterator[Question]:
    span = last_30_days(record.today)
    for measure in MEASURES[topic]:
        if measure == WORKOUTS and record.has_activities:
            yield Workouts(span=span)
        elif measure in record.metrics:
            yield Level(metric=measure, span=span)


def _levels_of_goals(case: Case, record: Record) -> Iterator[Question]:
    span = last_30_days(record.today)
    for goal in goals_on_file(case):
        if isinstance(goal.baseline_question, Workouts):
            yield Workouts(span=span)
        elif goal.metric in record.metrics:
            yield Level(metric=goal.metric, span=span)


def _said(case: Case, record: Record, week: Span) -> Iterator[Question]:
    """On how many days of the last full week the person reached the steps that they speak of."""
    if "steps" in record.metrics and (steps := steps_said(case.message)):
        yield DaysMet(metric="steps", target=steps, unit="count", at_most=False, span=week)


def steps_said(text: str) -> float | None:
    """A number of steps a day that a text names."""
    found = _STEPS_SAID.search(text)
    if not found:
        return None
    return float(re.sub(r"\D", "", found["number"])) * (1000 if found["k"] else 1)
