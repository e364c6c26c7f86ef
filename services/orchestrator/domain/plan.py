"""What the deciding steps of a turn decide: how vague the question is, who answers, and what each is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from services.orchestrator.domain.understanding import OwnNumbers, Understood


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


SPEAK_LAST: Final = frozenset({Agent.HEALTH_COACH, Agent.INVESTIGATOR})
"""They first say what should be computed, and speak when it was computed and checked."""
ROUTABLE: Final = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH})


@dataclass(frozen=True, kw_only=True)
class RawRouting:
    """What a mind answered, agent names as it wrote them; `sanitise` makes a `Routing` of it.

    Attributes:
        reply: what is said where none of these agents is installed; empty: the conversational reply.
        instead: what is said where the main agent has nothing to say; empty: that it has not.
        remark: what is said behind its answer.
        questions: what an agent is asked where that is not the whole message, by the name of the agent.
        vague: it asks for a look at everything: where there is an investigator, it takes it.
    """

    main_agent: str
    supporting_agents: tuple[str, ...] = ()
    workflow: str = ""
    reply: str = ""
    instead: str = ""
    remark: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)
    vague: bool = False


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a message that may ask for something else than the others; `understood` as of a whole message."""

    text: str
    understood: Understood | None


@dataclass(frozen=True, kw_only=True)
class Routing:
    """Who answers. No main agent means the conversational fallback.

    Attributes:
        missing: the agent that should have answered and is not installed, where another answers.
        reply: what is said where nobody answers; empty: the conversational reply.
        instead: what is said where the main agent has nothing to say; empty: that it has not.
        remark: what is said behind its answer.
        questions: what an agent is asked where that is not the whole message.
        all_computed: every word of what is asked was read as a question about the person's data.
        own_numbers: what data science computes in support of another agent; None: the question as it is.
    """

    main: Agent | None
    supporting: tuple[Agent, ...] = ()
    workflow: str = ""
    missing: Agent | None = None
    reply: str = ""
    instead: str = ""
    remark: str = ""
    questions: Mapping[Agent, str] = field(default_factory=dict)
    all_computed: bool = False
    own_numbers: OwnNumbers | None = None

    @property
    def first(self) -> tuple[Agent, ...]:
        """Those who support the main agent and run before it, since it is told what they found."""
        return self.supporting if self.main is not Agent.DATA_SCIENCE else ()

    @property
    def beside(self) -> tuple[Agent, ...]:
        """Those who support the main agent and run at the same time: data science is told nothing that others found."""
        return self.supporting if self.main is Agent.DATA_SCIENCE else ()


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
    """A durable fact about the person, to be kept.

    Attributes:
        subject: what it is about, "diet": it replaces what is on record about the same. Empty: nothing.
        goal: the terms of a goal, as its serialised message; they are for others to read.
    """

    kind: MemoryKind
    text: str
    confidence: float
    subject: str = ""
    goal: bytes | None = None
