"""Making a routing of what a mind wrote: known agents by their names, everything else dropped."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from services.orchestrator.domain.plan import Agent, RawRouting, Routing

_NAMES: Final = {
    "ds": Agent.DATA_SCIENCE,
    "data science": Agent.DATA_SCIENCE,
    "data scientist": Agent.DATA_SCIENCE,
    "de": Agent.DOMAIN_EXPERT,
    "domain expert": Agent.DOMAIN_EXPERT,
    "hc": Agent.HEALTH_COACH,
    "coach": Agent.HEALTH_COACH,
    "health coach": Agent.HEALTH_COACH,
}
_MISSPELT_FROM: Final = 5
"""Names shorter than this are never guessed: every pair of letters is close to "ds"."""


def sanitise(raw: RawRouting, available: frozenset[Agent]) -> Routing:
    """The routing a mind meant, with the agents that exist.

    Only data science and the domain expert support; the investigator is not named, it takes what is vague. If the main
    agent is not available, data science answers alone if it was to support; otherwise there is no main agent: the
    fallback.
    """
    wanted = canonical_agent(raw.main_agent)
    supporting = _supporting(raw.supporting_agents, available)
    if raw.vague and Agent.INVESTIGATOR in available:
        return Routing(main=Agent.INVESTIGATOR, supporting=supporting, workflow=raw.workflow, remark=raw.remark)
    main = wanted
    if main not in available:
        main = Agent.DATA_SCIENCE if main is not None and Agent.DATA_SCIENCE in supporting else None
    if main is None:
        return Routing(main=None, workflow=raw.workflow, reply=raw.reply)
    return Routing(
        main=main,
        supporting=tuple(agent for agent in supporting if agent is not main),
        workflow=raw.workflow,
        missing=wanted if wanted is not main else None,
        instead=raw.instead,
        remark=raw.remark,
        questions={
            agent: text for name, text in raw.questions.items() if (agent := canonical_agent(name)) in available
        },
    )


def canonical_agent(name: str) -> Agent | None:
    """The routable agent that a name means, whatever its case, punctuation or small misspelling."""
    words = re.sub(r"[^a-z]+", " ", name.lower()).strip()
    words = words.removeprefix("the ").removesuffix(" agent").strip()
    if words in _NAMES:
        return _NAMES[words]
    if len(words) < _MISSPELT_FROM:
        return None
    close = get_close_matches(words, [known for known in _NAMES if len(known) >= _MISSPELT_FROM], n=1, cutoff=0.85)
    return _NAMES[close[0]] if close else None


def _supporting(names: Iterable[str], available: frozenset[Agent]) -> tuple[Agent, ...]:
    """In the order given; one entry may list several names, as in "Data Science Agent; Domain Expert Agent"."""
    agents = (canonical_agent(part) for name in names for part in re.split(r"[;,]", name))
    return tuple(
        dict.fromkeys(agent for agent in agents if agent in available and agent not in (None, Agent.HEALTH_COACH))
    )
