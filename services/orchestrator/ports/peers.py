"""What the orchestrator asks of other services."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.events import ValidatorReport
from services.orchestrator.domain.evidence import AgentStatus, Citation, Fact
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import Note, ReadNotes
from services.orchestrator.domain.person import Person
from services.orchestrator.domain.pictures import Picture
from services.orchestrator.domain.plan import ExtractedMemory
from services.orchestrator.domain.steps import (
    Checked,
    EarlierTest,
    Finding,
    MemoryContext,
    ProcessedFinding,
    Validation,
    Wanted,
)
from services.orchestrator.domain.understanding import Understood


@dataclass(frozen=True, kw_only=True)
class AgentTask:
    """What a specialist is asked. A follow-up gets one try and no debugging.

    Attributes:
        questions: for data science, what it computes instead of reading `question`: its own serialised messages.
        findings: what others found for this question.
        person: whom it is about; told to those who compare with others.
        tested: what was tested in earlier turns.
        memories: what is remembered of the user, entry by entry.
        biomarkers: whether laboratory values may be used.
        checked: of an agent that speaks last, what came of what it wanted computed; None where it is to say that.
    """

    user_id: str
    question: str
    finding_prefix: str
    history: tuple[Message, ...]
    memory_markdown: str
    follow_up: bool = False
    questions: tuple[bytes, ...] = ()
    findings: tuple[Finding, ...] = ()
    person: Person = field(default_factory=Person)
    tested: tuple[EarlierTest, ...] = ()
    memories: tuple[MemoryNote, ...] = ()
    biomarkers: bool = True
    checked: Checked | None = None


@dataclass(frozen=True, kw_only=True)
class Thought:
    """A piece of the specialist's narration."""

    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """The end of one tool call."""

    success: bool


@dataclass(frozen=True, kw_only=True)
class Completed:
    """The end of a run. `answer` is for people, `draft` the same with numbers as references.

    `wanted`, `proposals` and `agreed` are those of an `AgentRun`, `needs` those of an `AgentAnswer`; `technique_ids`
    are of the Behaviour Change Technique Ontology, of what a coach says.
    """

    status: AgentStatus
    answer: str
    draft: str
    findings: tuple[Finding, ...]
    pictures: tuple[Picture, ...] = ()
    citations: tuple[Citation, ...] = ()
    wanted: Wanted = field(default_factory=Wanted)
    proposals: tuple[Fact, ...] = ()
    agreed: ExtractedMemory | None = None
    technique_ids: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


AgentUpdate: TypeAlias = Thought | ToolUse | Completed


class Specialist(Protocol):
    """An agent of its own service. Runs have no side effects: a broken one may be repeated."""

    def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        """Ends with exactly one `Completed`.

        Raises:
            UpstreamUnavailableError, DeadlineExceededError: worth another try.
            ServiceError: it cannot do this, now or later.
        """


class Understander(Protocol):
    """Says what of a question can be computed, before anybody answers it. Repeatable, and quick."""

    async def interpret(self, user_id: str, conversation: Conversation, *, biomarkers: bool) -> Understood:
        """What the last message asks, in the light of those before it; of laboratory values only if they may be used.

        Raises:
            ServiceError: it cannot say.
        """


class Validator(Protocol):
    """Decides what findings are worth. Repeatable: the same data gives the same reports."""

    def validate(
        self, user_id: str, findings: Sequence[Finding], notes: Sequence[MemoryNote], tested: Sequence[EarlierTest]
    ) -> AsyncIterator[ValidatorReport | Validation]:
        """Reports as they fall, then exactly one `Validation`. What was tested before counts beside the findings.

        Raises:
            UpstreamUnavailableError, DeadlineExceededError: worth another try.
        """


class MemoryKeeper(Protocol):
    """What is remembered of a user between turns."""

    async def summarize(self, user_id: str) -> MemoryContext:
        """All but what was tested."""

    async def entries(self, user_id: str) -> Sequence[MemoryNote]:
        """Everything but what was tested, newest first."""

    async def forget(self, user_id: str, ids: Sequence[str] | None) -> None:
        """Deletes these entries for good, None everything. Repeatable."""

    async def tested(self, user_id: str) -> Sequence[EarlierTest]:
        """The associations and trends that earlier turns tested, the newest 500 at most, newest first."""

    async def record(
        self,
        user_id: str,
        turn_id: str,
        *,
        extracted: Sequence[ExtractedMemory],
        processed: Sequence[ProcessedFinding],
        outdated_subjects: Sequence[str] = (),
    ) -> Sequence[tuple[str, int]]:
        """Writes once per turn id; answers how many entries each public category got.

        What is on record about outdated subjects no longer holds.
        """


class HealthRecords(Protocol):
    async def known_metrics(self, user_id: str) -> tuple[str, ...]:
        """The metrics on record for this user, by name."""

    async def person(self, user_id: str) -> Person:
        """Whom the records are of, as far as they say."""

    async def read_notes(self, user_id: str, text: str) -> ReadNotes:
        """What a line of the journal says; keeps nothing."""

    async def note(self, user_id: str, notes: Sequence[Note]) -> None:
        """Keeps entries of the journal. The same again keeps nothing more."""

    async def set_logged(self, user_id: str, tag: str, *, logged: bool) -> None:
        """Keeps whether the person notes a tag whenever there is something to note."""
