"""What the deciding steps of a turn decide: how vague the question is, who answers, and what each is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Vagueness(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Agent(StrEnum):
    """The specialists, as they are named on the wire."""

    DATA_SCIENCE = "data_science"
    DOMAIN_EXPERT = "domain_expert"
    HEALTH_COACH = "health_coach"
    INVESTIGATOR = "investigator"


ROUTABLE: Final = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH})


@dataclass(frozen=True, kw_only=True)
class RawRouting:
    """What a mind answered, agent names as it wrote them; `sanitise` makes a `Routing` of it.

    Attributes:
        reply: what is said where none of these agents is installed; empty: the conversational reply.
    """

    main_agent: str
    supporting_agents: tuple[str, ...] = ()
    workflow: str = ""
    reply: str = ""


@dataclass(frozen=True, kw_only=True)
class Routing:
    """Who answers. No main agent means the conversational fallback.

    Attributes:
        missing: the agent that should have answered and is not installed, where another answers.
        reply: what is said where nobody answers; empty: the conversational reply.
    """

    main: Agent | None
    supporting: tuple[Agent, ...] = ()
    workflow: str = ""
    missing: Agent | None = None
    reply: str = ""


@dataclass(frozen=True, kw_only=True)
class SubQuestions:
    """The question as each agent is asked it."""

    main: str
    supporting: Mapping[Agent, str]


@dataclass(frozen=True, kw_only=True)
class Reflection:
    """Follow-up questions, at most one per agent; empty means the answers suffice."""

    questions: Mapping[Agent, str]


class MemoryKind(StrEnum):
    GOAL = "goal"
    BARRIER = "barrier"
    PREFERENCE = "preference"
    INSIGHT = "insight"
    HYPOTHESIS = "hypothesis"
    DECISION = "decision"
    VALUE = "value"


@dataclass(frozen=True, kw_only=True)
class ExtractedMemory:
    kind: MemoryKind
    text: str
    confidence: float
