"""What the model decides, as it answers."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from services.orchestrator.domain.plan import MemoryKind, Vagueness

AgentName = Literal["Data Science Agent", "Domain Expert Agent", "Health Coach Agent"]
SupportingName = Literal["Data Science Agent", "Domain Expert Agent"]


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class VaguenessDecision(_Decision):
    vagueness: Vagueness


class RoutingDecision(_Decision):
    """Who answers; an empty main agent means nobody, or a look at everything where it is vague."""

    main_agent: AgentName | Literal[""]
    supporting_agents: tuple[SupportingName, ...]
    collaboration_workflow: str
    vague: bool


class SupportingQuestion(_Decision):
    agent: SupportingName
    question: str


class RephraseDecision(_Decision):
    main_agent_question: str = Field(min_length=1)
    supporting_agent_questions: tuple[SupportingQuestion, ...]


class ReflectionDecision(_Decision):
    decision: Literal["YES", "NO"]
    reflection_questions: tuple[SupportingQuestion, ...]


class MemoryDecision(_Decision):
    kind: MemoryKind
    text: str = Field(min_length=1)
    subject: str
    confidence: float = Field(ge=0.0, le=1.0)


class MemoriesDecision(_Decision):
    memories: tuple[MemoryDecision, ...]
