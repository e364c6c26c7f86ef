"""What the orchestrator needs from the world."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    RawRouting,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)


class TurnMind(Protocol):
    """Everything a turn decides or writes that a language model can do. Rules and model adapters behave alike."""

    async def classify_vagueness(self, question: str) -> Vagueness:
        """How anchored the question is; LOW when in doubt."""

    async def route(self, conversation: Conversation, available: frozenset[Agent]) -> RawRouting:
        """Who should answer, of the six documented patterns; an empty main agent means the fallback."""

    async def rephrase(self, conversation: Conversation, routing: Routing) -> SubQuestions:
        """The question for each agent; for data science, one narrow, concrete computation."""

    async def reflect(self, conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
        """Whether a follow-up is needed; an empty one in most cases."""

    def synthesise(self, conversation: Conversation, evidence: Evidence) -> AsyncIterator[str]:
        """The answer as Markdown chunks. Numbers are references, `{{ds-001.effect}}`, never digits."""

    def reply(
        self,
        conversation: Conversation,
        *,
        memory_summary: str,
        available: frozenset[Agent],
        known_metrics: Sequence[str],
    ) -> AsyncIterator[str]:
        """The conversational fallback: no agent, no number but the user's own."""

    async def rewrite(self, sentence: str, *, unverified: Sequence[str], evidence: Evidence) -> str:
        """A sentence that held numbers nobody can trace, said without them; empty to drop it."""

    async def extract_memories(self, question: str, answer: str) -> Sequence[ExtractedMemory]:
        """What is worth knowing two weeks from now."""
