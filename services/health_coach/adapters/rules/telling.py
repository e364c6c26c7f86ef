"""Numbers in words: where a person stands, and what a goal comes to. Each number is a reference."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from amy.text import inert
from services.health_coach.domain.asked import LAST_30_DAYS, Level, Workouts
from services.health_coach.domain.case import Case, Fact
from services.health_coach.domain.events import Proposal
from services.health_coach.domain.goals import DAYS, Goal
from services.health_coach.domain.offering import own_level, own_workouts
from services.health_coach.domain.progress import Standing
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.topics import MEASURES, WORKOUTS, Topic
from services.health_coach.domain.wording import GOAL_OPENS, hidden_from

_LEVELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "steps": "you walked {number} steps a day on average",
        "sleep_minutes": "you slept {number} a night on average",
        "bed_time_clock": "you went to bed at {number} on average",
        "active_zone_minutes": "you had {number} of active zone time a day on average",
        "resting_heart_rate": "your resting heart rate was {number} on average",
        "heart_rate_variability": "your heart rate variability was {number} on average",
        "stress_management_score": "your stress management score was {number} on average",
        "weight_kg": "your weight was {number} on average",
        WORKOUTS: "your records hold {number} workouts",
    }
)
_TARGETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "steps": "{number} steps a day on average",
        "sleep_minutes": "{number} of sleep a night on average",
        "bed_time_clock": "a bedtime of {number} on average",
        "active_zone_minutes": "{number} of active zone time a day on average",
    }
)
_AMOUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "steps": "{number} steps",
        "sleep_minutes": "{number} of sleep",
        "bed_time_clock": "a bedtime of {number}",
        "active_zone_minutes": "{number} of active zone time",
    }
)
"""Of a goal that counts the days on which the metric was as it should be."""
_CALLED: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {"heart_rate_variability": re.compile(r"\bhrv\b|variability", re.IGNORECASE)}
)
"""What is told first where it is named, though the topic has another measure that tells more."""
WAYS: Final = ("What helps many people is to", "Another way is to")
"""What is told beside the first question to whoever begins with one, each before a step."""
GOAL_LEADS: Final = ("A first goal could be", "You could begin with", "That would come to")
"""What the goal of a recommendation begins with; by it its number is found again."""
IN_THE_WAY: Final = "what got in the way?"
HELPED: Final = "What has helped you most?"
WHAT_FITS: Final = "What would have to be different for that step to fit your week?"
KEEP: Final = "Shall we keep it at that?"
HOW_GONE: Final = "How has it gone so far?"
_SAME: Final = "Where you start from is the same"
_MOST_WEEKS: Final = 2
_ENOUGH_SLEEP: Final = 420.0
"""Minutes: adults should sleep seven hours or more (consensus statement, doi.org/10.5664/jcsm.4758)."""


def reference(claim: str) -> str:
    return f"{{{{{claim}}}}}"


def anchor(situation: Situation, topic: Topic) -> str:
    """One number of the person's own: one that was not told yet, else one that the last answer did not tell.

    What they speak of comes first.

    Who should not weigh themselves is not told a weight, and who does not walk no steps.
    """
    case = situation.case
    hidden = hidden_from(situation)
    said = " ".join(case.said)
    measures = sorted(MEASURES[topic], key=lambda each: not (each in _CALLED and _CALLED[each].search(said)))
    facts = {each: fact for each in measures if each not in hidden and (fact := own(case, each))}
    for earlier in (" ".join(case.told), case.last_told):
        for measure, fact in facts.items():
            if _LEVELS[measure].partition("{number}")[0] not in earlier:
                return level(measure, fact)
    if facts and _SAME not in case.last_told:
        measure, fact = next(iter(facts.items()))
        return f"{_SAME}: over {LAST_30_DAYS} {_LEVELS[measure].format(number=reference(fact.claim))}."
    return ""


def where_it_stands(situation: Situation, topic: Topic) -> tuple[str, ...]:
    """The person's own level, and of sleep how it compares with what most adults need; empty where it is unknown."""
    stands = anchor(situation, topic)
    asleep = own(situation.case, "sleep_minutes") if topic is Topic.SLEEP else None
    if asleep is None:
        return (stands,) if stands else ()
    enough = asleep.value >= _ENOUGH_SLEEP
    compared = "That is within what most adults need." if enough else "That is less than most adults need."
    return level("sleep_minutes", asleep), compared


def own(case: Case, measure: str) -> Fact | None:
    """The person's own level of a measure over the last 30 days."""
    found = own_workouts(case.facts) if measure == WORKOUTS else own_level(case.facts, measure)
    return found[1] if found else None


def level(measure: str, fact: Fact) -> str:
    return f"Over {LAST_30_DAYS} {_LEVELS[measure].format(number=reference(fact.claim))}."


def goal_phrase(goal: Goal, claim: str) -> str:
    """What a goal comes to, as a noun: "7,900 steps a day on average", "3 days a week"."""
    if isinstance(goal.baseline_question, Workouts):
        return f"workouts on {_days(goal, claim)}"
    if goal.metric in _TARGETS and not goal.days_per_week:
        return _TARGETS[goal.metric].format(number=reference(claim))
    if goal.metric in _AMOUNTS:
        amount = _AMOUNTS[goal.metric].format(number=reference(_amount_claim(claim)))
        return f"{amount} on {_days(goal, claim)}"
    return _days(goal, claim) if goal.days_per_week else reference(claim)


def _amount_claim(claim: str) -> str:
    return claim.replace(".target", ".amount")


def _days(goal: Goal, claim: str) -> str:
    return f"{reference(claim)} {'day' if goal.days_per_week == 1 else 'days'} a week"


def proposals(goal: Goal, claim: str, capped_by: str = "") -> tuple[Proposal, ...]:
    """The numbers of a goal: its target; of one that counts days of an amount, the amount as well."""
    counts_days = goal.unit == DAYS or goal.days_per_week
    value = float(goal.days_per_week) if counts_days else goal.target
    target = Proposal(claim=claim, value=value, unit=DAYS if counts_days else goal.unit, capped_by=capped_by)
    if goal.days_per_week and goal.metric in _AMOUNTS:
        return target, Proposal(claim=_amount_claim(claim), value=goal.target, unit=goal.unit, capped_by=capped_by)
    return (target,)


def from_now(goal: Goal, case: Case) -> str:
    """Where the person is now, behind a goal; empty where it is unknown."""
    if isinstance(goal.baseline_question, Workouts) and (own := own_workouts(case.facts)):
        return f", with {reference(own[1].claim)} workouts over {LAST_30_DAYS}"
    if isinstance(goal.baseline_question, Level) and (own := own_level(case.facts, goal.metric)):
        return f", from {reference(own[1].claim)} over {LAST_30_DAYS}"
    return ""


def standing_words(standing: Standing, claim: str) -> str:
    """The goal, and how the last full weeks went."""
    goal = standing.goal
    if not goal.metric and not isinstance(goal.baseline_question, Workouts):
        days = f", on {_days(goal, claim)}" if goal.days_per_week else ""
        return f"{GOAL_OPENS} to {_behaviour(goal)}{days}; your records cannot show it, so you are the one who counts."
    opening = f"{GOAL_OPENS} {goal_phrase(goal, claim)}"
    weeks = list(_weeks(standing))
    return f"{opening}: {', '.join(weeks)}." if weeks else f"{opening}; there is no full week on record since."


def _weeks(standing: Standing) -> Iterator[str]:
    counts = standing.goal.days_per_week
    for place, week in enumerate(standing.weeks[:_MOST_WEEKS]):
        number = f"{reference(week.fact.claim)} days" if counts else reference(week.fact.claim)
        yield f"{week.label} {'it was ' if place == 0 else ''}{number}"


def _behaviour(goal: Goal) -> str:
    """As it was agreed on, if it holds no number."""
    words = inert(goal.behaviour, limit=120)
    return "do what you set out to" if any(sign.isdigit() for sign in words) else words
