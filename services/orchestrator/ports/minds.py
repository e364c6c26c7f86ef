"""What the orchestrator asks whoever thinks, and whoever looks out for people in danger."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.memory_requests import Chosen, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import NotingRequest, NotingTask
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    Part,
    RawRouting,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)
from services.orchestrator.domain.safety import Heard
from services.orchestrator.domain.understanding import Understood

ReadParts: TypeAlias = Callable[[], Awaitable[Sequence[Part]]]


async def without_parts() -> Sequence[Part]:
    """Of a question that is read as a whole."""
    return ()


class TurnMind(Protocol):
    """Everything a turn decides or writes that a language model can do. Rules and model adapters behave alike."""

    async def classify_vagueness(self, question: str) -> Vagueness:
        """How anchored the question is; LOW when in doubt."""

    def standing_alone(self, conversation: Conversation) -> Conversation:
        """The conversation, its last message in words that say what it asks about, where only Amy's last one does."""

    def parts(self, message: str) -> Sequence[str]:
        """The parts of a message that may ask for different things; none where it has one alone."""

    async def route(
        self,
        conversation: Conversation,
        available: frozenset[Agent],
        understood: Understood | None,
        parts: ReadParts = without_parts,
        *,
        has_goal: bool = False,
    ) -> RawRouting:
        """Who should answer, of the six documented patterns; an empty main agent means the fallback.

        Args:
            conversation: the last message is what is asked.
            available: the agents that are installed.
            understood: what data science makes of the question; None where it could not be asked.
            parts: of the question, and what data science makes of each, read for who needs them: each may cost a call.
            has_goal: whether the person has agreed on a goal.
        """

    async def rephrase(self, conversation: Conversation, routing: Routing) -> SubQuestions:
        """The question for each agent; for data science, in the person's own words."""

    async def reflect(self, conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
        """Whether a follow-up is needed; an empty one in most cases.

        It looks for what was asked and no answer gave, a number that an agent needed, and answers that disagree. Data
        science is asked first, and the others are told what it found: an agent that is asked its own question again
        takes its first answer back.
        """

    def synthesise(self, conversation: Conversation, evidence: Evidence) -> AsyncIterator[str]:
        """The answer as Markdown chunks. Numbers are references, `{{ds-001.effect}}`, never digits.

        What is computed from facts is declared, `{{ratio(ds-001.effect, user.1)}}`. Where the analysis broke, the
        answer already starts with a warning, and only the user's own numbers may be told.
        """

    def reply(
        self,
        conversation: Conversation,
        *,
        memory_summary: str,
        remembers: bool,
        available: frozenset[Agent],
        known_metrics: Sequence[str],
    ) -> AsyncIterator[str]:
        """The conversational fallback: no agent, no number but the user's own. It `remembers` what is said, or not."""

    async def rewrite(self, sentence: str, *, unverified: Sequence[str], evidence: Evidence) -> str:
        """A sentence that held numbers nobody can trace, said without them; empty to drop it. May be cut short."""

    async def extract_memories(self, conversation: Conversation, answer: str) -> Sequence[ExtractedMemory]:
        """What the last message says that is worth knowing two weeks from now; those before it say what it corrects."""

    async def asked_of_memory(self, conversation: Conversation) -> MemoryRequest | None:
        """What the last message asks of memory itself; None where it asks anything else."""

    async def choose_memories(self, request: MemoryRequest, notes: Sequence[MemoryNote]) -> Chosen:
        """Which of the notes the person means who asks that something be forgotten."""

    async def tell_of_memory(self, task: MemoryTask) -> str:
        """What the person is told of what was done with memory; the same each time."""

    async def asked_to_note(self, conversation: Conversation) -> NotingRequest | None:
        """What the last message tells that no device records and that may be noted; None where it asks anything."""

    async def tell_of_notes(self, task: NotingTask) -> str:
        """What the person is told of what was noted, or asked; the same each time."""


class SafetyListener(Protocol):
    """Hears that somebody is in danger. It may be a model."""

    async def listen(self, conversation: Conversation) -> Heard:
        """What the newest message, or one of the last few of the person's, says of danger."""


class SafetyFloor(SafetyListener, Protocol):
    """The check that runs first on every turn and that nothing switches off; it needs nobody's help to answer."""

    def answer(self, heard: Heard, *, locale: str) -> str:
        """What to do now and whom to call; `locale` is a BCP 47 tag, or empty."""

    def beside_answer(self, heard: Heard, *, locale: str) -> str:
        """Whom to call, to stand below an answer where danger is faintly heard."""
