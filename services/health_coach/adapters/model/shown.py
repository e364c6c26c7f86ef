"""What a prompt shows of a situation: words, and numbers by their claims; each list and each text has an end."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from services.health_coach.adapters.rules.asking import NOUNS
from services.health_coach.domain.decisions import (
    Agree,
    Ask,
    Change,
    Decision,
    Decline,
    Explore,
    Finish,
    FollowUp,
    NothingFits,
    Recommend,
    Unknown,
)
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.wording import visible_facts

MOST_MESSAGES: Final = 10
LONGEST_MESSAGE: Final = 2000
LONGEST_QUESTION: Final = 4000
MOST_MEMORIES: Final = 40
LONGEST_MEMORY: Final = 300
MOST_STRATEGIES: Final = 12
MOST_FACTS: Final = 12
MOST_LIMITS: Final = 12
NONE: Final = "(none)"
_UNKNOWN: Final = {
    Unknown.TOPIC: "where they would like to start",
    Unknown.WHY: "why it matters to them now",
    Unknown.MEANING: "how they would notice in their days that it got better",
    Unknown.CONSTRAINTS: "what has to be planned around",
    Unknown.ACTIONS: "what they have tried or would enjoy trying",
}
_CHANGES: Final = {
    Change.NONE: "one step is recommended",
    Change.EASIER: "an easier version of the step is offered",
    Change.HARDER: "a further version of the step is offered",
    Change.OTHER: "another step is offered in the place of the last",
}


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def message(situation: Situation) -> str:
    return cut(situation.case.message, LONGEST_QUESTION)


def history(situation: Situation) -> str:
    """The newest messages before this one, oldest first."""
    newest = situation.case.history[-MOST_MESSAGES:]
    return _listed(f"{'person' if each.by_person else 'Amy'}: {cut(each.text, LONGEST_MESSAGE)}" for each in newest)


def memory(situation: Situation) -> str:
    kept = situation.case.memories[-MOST_MEMORIES:]
    return _listed(f"- {cut(each.kind, LONGEST_MEMORY)}: {cut(each.text, LONGEST_MEMORY)}" for each in kept)


def limits(situation: Situation) -> str:
    return _listed(f"- {each.called}" for each in situation.limits.found[:MOST_LIMITS])


def facts(situation: Situation) -> str:
    told = visible_facts(situation)[:MOST_FACTS]
    return _listed(
        f"- {{{{{fact.claim}}}}}: {name.replace('_', ' ') or 'workouts'}, {fact.value:g} {fact.unit}".rstrip()
        for name, fact in told
    )


def strategies(options: Sequence[Strategy]) -> str:
    return _listed(f"- {each.id}: {each.text} ({each.how_it_helps})" for each in options[:MOST_STRATEGIES])


def lines(texts: Iterable[str]) -> str:
    return _listed(texts)


def decision(decided: Decision) -> str:
    """What is done, in words of ours."""
    match decided:
        case Ask(topic=topic, unknown=unknown):
            said = f"one thing is asked about {NOUNS[topic]}: {_UNKNOWN[unknown]}"
        case Recommend(change=change):
            said = _CHANGES[change]
        case Agree():
            said = "the person agreed, and the goal is written down"
        case FollowUp(revised=None):
            said = "a goal on file is looked at, and what helped or got in the way is asked"
        case FollowUp():
            said = "a goal on file is looked at, and it is offered in another size"
        case Explore():
            said = "the step that was just offered is stayed with, and no other is offered"
        case NothingFits():
            said = "there is no other step that fits, and something is asked instead"
        case Finish():
            said = "the conversation ends with a short goodbye"
        case Decline():
            said = "there is nothing to coach about"
        case _:
            assert_never(decided)
    return said


def _listed(texts: Iterable[str]) -> str:
    return "\n".join(texts) or NONE
