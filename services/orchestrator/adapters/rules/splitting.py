"""A message of several kinds, split among those who answer its parts."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.routing import route
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.plan import Agent, Part, RawRouting
from services.orchestrator.domain.understanding import Computable, NotMine, Topic

_DS, _HC = Agent.DATA_SCIENCE.value, Agent.HEALTH_COACH.value
_SEVERAL: Final = 2
_ONLY_TELLS: Final = re.compile(
    r"\W*(?:i['\u2019]?m|i am) (?:an? )?(?:\d|m(?:an|ale)\b|woman\b|female\b)[^?]*$", re.IGNORECASE
)
"""It says how old somebody is, or what sex, which bears on what is asked beside it."""


_NOT_ON_RECORD: Final = "I can't tell: your records hold nothing about"
"""How data science says that it has no such records."""
_OF_ONES_OWN: Final = re.compile(
    r"\b(?:do|did|have|am|was) i\b(?! (?:need|have to|get rid)\b)|\b(?:is|are|was|were|has|have) my\b", re.IGNORECASE
)
"""It asks how something is or was with the person."""


def split(conversation: Conversation, available: frozenset[Agent], parts: Sequence[Part]) -> RawRouting | None:
    """Data science computes the parts that it can, somebody else answers the others; None where it is not like that.

    Where the others only point back to what is computed, they are asked as a whole and told of it; else both answer at
    once, in the order in which they were asked.
    """
    asking = [part for part in parts if not _ONLY_TELLS.match(part.text)]
    routed = [(part, route(_of(conversation, part.text), available, part.understood)) for part in asking]
    asked = [(part, raw) for part, raw in routed if raw.main_agent]
    computed = [part for part, raw in asked if raw.main_agent == _DS]
    others = [(part, raw) for part, raw in asked if raw.main_agent != _DS]
    if len({raw.main_agent for _, raw in asked}) < _SEVERAL or not all(map(_is_computable, computed)):
        return None
    stands_alone = all(_names(part.text) for part, _ in others)
    agents = dict.fromkeys(agent for _, raw in others for agent in (raw.main_agent, *raw.supporting_agents))
    rest = " ".join(part.text for part, _ in others) if stands_alone else conversation.question
    questions = dict.fromkeys(agents, rest)
    if computed:
        questions[_DS] = " ".join(part.text for part in computed)
    lead = _HC if _HC in agents else others[0][1].main_agent
    if stands_alone and lead != _HC and parts[0] in computed:
        lead = _DS
    supporting = tuple(agent for agent in questions if agent != lead)
    return replace(others[0][1], main_agent=lead, supporting_agents=supporting, questions=questions)


def not_on_record(parts: Sequence[Part]) -> str:
    """Why a part that asks of the person's own days is left open, where it asks for what nobody has recorded."""
    reasons = (
        part.understood.reason
        for part in parts
        if isinstance(part.understood, NotMine)
        and part.understood.topic is Topic.NOT_RECORDED
        and part.understood.reason.startswith(_NOT_ON_RECORD)
        and _OF_ONES_OWN.search(part.text)
    )
    return next(reasons, "")


def _is_computable(part: Part) -> bool:
    return isinstance(part.understood, Computable)


def _of(conversation: Conversation, part: str) -> Conversation:
    """The conversation as if the part had been all that was asked."""
    return Conversation(messages=(*conversation.history, Message(role="user", content=part)))


def _names(text: str) -> bool:
    """Whether it names what it is about."""
    return bool(lexicon.METRIC.search(text) or lexicon.CLINICAL.search(text) or lexicon.MEDICAL.search(text))
