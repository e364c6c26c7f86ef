"""A strategy made into an offer: with a goal that starts where the person stands."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final, assert_never

from services.health_coach.domain.asked import LAST_30_DAYS, Level, Question, Workouts
from services.health_coach.domain.case import Case, Fact
from services.health_coach.domain.decisions import Change, Offer
from services.health_coach.domain.goals import AT_MOST, DAYS, Goal, between, capped, in_words, is_better, workout_days
from services.health_coach.domain.preparing import steps_said
from services.health_coach.domain.strategy import OnDays, OnLevel, OnWorkouts, Strategy
from services.health_coach.domain.topics import UNITS

_REVIEW: Final = timedelta(weeks=2)
_BY_DAYS: Final = 3
_MOST_DAYS: Final = 7


def own_level(facts: Mapping[Question, Fact], metric: str) -> tuple[Question, Fact] | None:
    """The person's mean of a daily metric over the last 30 days on record."""
    for question, fact in facts.items():
        if isinstance(question, Level) and question.metric == metric and question.span.label == LAST_30_DAYS:
            return question, fact
    return None


def own_workouts(facts: Mapping[Question, Fact]) -> tuple[Question, Fact] | None:
    """How many workouts the last 30 days hold."""
    return next(((question, fact) for question, fact in facts.items() if isinstance(question, Workouts)), None)


def offer_of(strategy: Strategy, case: Case, today: date) -> Offer:
    """The strategy with the goal that the person's own level allows; of days where there is no level."""
    match strategy.aim:
        case OnLevel(metric=metric):
            return _on_level(strategy, metric, case, today) or offer_on_days(strategy, _BY_DAYS, today)
        case OnWorkouts():
            return _on_workouts(strategy, case, today) or offer_on_days(strategy, _BY_DAYS, today)
        case OnDays(days=days):
            return offer_on_days(strategy, days, today)
        case _:
            assert_never(strategy.aim)


def offer_on_days(strategy: Strategy, days: int, today: date) -> Offer:
    """On so many days a week; nothing on record shows it."""
    return Offer(
        strategy=strategy, goal=_goal(strategy, strategy.text, target=days, unit=DAYS, days_per_week=days, today=today)
    )


def offer_at(strategy: Strategy, metric: str, target: float, case: Case, today: date) -> Offer:
    """The strategy with a given target on a metric."""
    own = own_level(case.facts, metric)
    goal = _goal(
        strategy,
        in_words(metric, target),
        target=target,
        unit=UNITS[metric],
        today=today,
        metric=metric,
        baseline=own,
    )
    return Offer(strategy=strategy, goal=goal, capped_by=own[1].claim if own else "")


def offer_workouts(strategy: Strategy, days: int, case: Case, today: date) -> Offer:
    """Workouts on so many days a week, beside how many there were."""
    own = own_workouts(case.facts)
    goal = _goal(strategy, "work out regularly", target=days, unit=DAYS, days_per_week=days, today=today, baseline=own)
    return Offer(strategy=strategy, goal=goal, capped_by=own[1].claim if own else "")


def on_fewer_days(offer: Offer, days: int, case: Case, today: date) -> Offer:
    """The same strategy on so many days a week."""
    counted = isinstance(offer.goal.baseline_question, Workouts)
    return offer_workouts(offer.strategy, days, case, today) if counted else offer_on_days(offer.strategy, days, today)


def changed(offer: Offer, change: Change, case: Case, today: date) -> Offer | None:
    """The same strategy, nearer or further; None without such a target, or where the own level is unknown."""
    strategy, goal = offer.strategy, offer.goal
    if goal.unit == DAYS:
        days = goal.days_per_week + (1 if change is Change.HARDER else -1)
        if not 1 <= days <= _MOST_DAYS:
            return None
        return on_fewer_days(offer, days, case, today)
    own = own_level(case.facts, goal.metric)
    if own is None:
        return None
    cap = capped(goal.metric, own[1].value)
    if change is Change.HARDER:
        target = cap if cap is not None and is_better(goal.metric, cap, goal.target) else None
    else:
        target = between(goal.metric, own[1].value, goal.target)
        if target is not None and cap is not None and is_better(goal.metric, target, cap):
            target = cap
    return None if target is None else offer_at(strategy, goal.metric, target, case, today)


def _on_level(strategy: Strategy, metric: str, case: Case, today: date) -> Offer | None:
    wanted = steps_said(" ".join(case.said)) if metric == "steps" else None
    own = own_level(case.facts, metric)
    target = capped(metric, own[1].value, wanted) if own else wanted
    return None if target is None else offer_at(strategy, metric, target, case, today)


def _on_workouts(strategy: Strategy, case: Case, today: date) -> Offer | None:
    own = own_workouts(case.facts)
    days = workout_days(own[1].value) if own else None
    return None if days is None else offer_workouts(strategy, days, case, today)


def _goal(
    strategy: Strategy,
    behaviour: str,
    *,
    target: float,
    unit: str,
    today: date,
    metric: str = "",
    days_per_week: int = 0,
    baseline: tuple[Question, Fact] | None = None,
) -> Goal:
    return Goal(
        behaviour=behaviour,
        metric=metric,
        target=target,
        unit=unit,
        at_most=metric in AT_MOST,
        days_per_week=days_per_week,
        baseline=baseline[1].value if baseline else None,
        baseline_question=baseline[0] if baseline else None,
        started_on=today,
        deadline=today + _REVIEW,
        review_on=today + _REVIEW,
        technique_ids=strategy.technique_ids,
        strategy_id=strategy.id,
    )
