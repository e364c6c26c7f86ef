"""What the orchestrator needs from the world."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol, TypeAlias

from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.events import TerminalEvent, TurnEvent, TurnStarted, ValidatorReport
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Citation, Evidence, Fact
from services.orchestrator.domain.memory_requests import Chosen, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.person import Person
from services.orchestrator.domain.pictures import Picture
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
from services.orchestrator.domain.steps import (
    Checked,
    EarlierTest,
    Finding,
    MemoryContext,
    ProcessedFinding,
    Step,
    Validation,
    Wanted,
)
from services.orchestrator.domain.turn import Erased, Turn
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


class OwnershipLostError(Exception):
    """Another orchestrator has taken this turn over: stop, and write nothing more."""


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
        """The associations and trends that earlier turns tested, the newest 200 at most, newest first."""

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


@dataclass(frozen=True, kw_only=True)
class StoredEvent:
    """One event as the log keeps it: `payload` is the serialised public event, its id included."""

    id: int
    payload: bytes
    is_terminal: bool


@dataclass(frozen=True, kw_only=True)
class Ownership:
    """Which orchestrator process runs a turn, and how many have taken it over so far."""

    turn_id: str
    owner: str
    takeovers: int


class TurnStore(Protocol):
    """Turns and their event logs. Ids of a turn's events start at 1 and have no gap.

    Everything that writes for a running turn names the owner it writes as, and raises `OwnershipLostError` when the
    turn is no longer that owner's.
    """

    async def create(self, turn: Turn, *, owner: str, max_in_flight: int) -> Turn | None:
        """Adds a queued turn and answers this very object; decided without a race.

        Where there is a turn with its id already, whosever it is, that one is answered and nothing added. None: its
        user has `max_in_flight` in flight.
        """

    async def get(self, turn_id: str) -> Turn | None: ...

    async def page(self, user_id: str, *, before_id: str | None, limit: int) -> Sequence[Turn]:
        """The user's turns, newest first, those older than `before_id`."""

    async def open(self, turn_id: str, *, owner: str) -> Turn | None:
        """The turn, now run by this owner; None if there is no such turn in flight."""

    async def begin(self, turn_id: str, *, owner: str, started: TurnStarted) -> datetime:
        """Makes a queued turn running, with its first event; answers when it began, which a second call keeps."""

    async def append(self, turn_id: str, *, owner: str, events: Sequence[TurnEvent]) -> None:
        """Adds events to the log, all or none."""

    async def finish(self, turn_id: str, *, owner: str, at: datetime, event: TerminalEvent) -> None:
        """Ends the turn together with its last event. A turn that has ended stays as it ended."""

    async def warned_of_cost(self, turn_id: str) -> bool:
        """Whether the log holds a cost warning."""

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]: ...

    async def last_event_ids(self, turn_ids: Collection[str]) -> Mapping[str, int]: ...

    async def in_flight(self) -> Sequence[Ownership]: ...

    async def claim(self, found: Ownership, *, owner: str) -> bool:
        """Takes a turn over from the owner it was found with; False if someone else was faster, or is writing to it."""

    async def expired(self, *, ended_before: datetime, limit: int) -> Sequence[str]:
        """Turns that ended before then and whose events are still stored."""

    async def purge_events(self, turn_ids: Sequence[str]) -> None:
        """Deletes the events of these turns."""


class TurnErasure(Protocol):
    """Takes turns out of the store for good."""

    async def withdraw(self, user_id: str) -> Erased:
        """Withdraws the user's turns in flight from those who run them; how much there is of the user, those included.

        From then on they can be neither written nor read, and their followers, wherever they are, are woken.
        """

    async def withdrawn(self) -> Sequence[Ownership]:
        """The withdrawn turns of all users that are not removed yet."""

    async def ended(self, user_id: str, *, limit: int) -> Sequence[str]:
        """Turns of the user that nobody runs or is to end."""

    async def has_turns(self, user_id: str) -> bool: ...

    async def remove(self, turn_ids: Sequence[str]) -> None:
        """Deletes these turns with their events."""

    async def scrub(self) -> None:
        """Takes what was deleted out of the files too.

        Raises:
            UpstreamUnavailableError: a file is in use.
        """


class TurnSignals(Protocol):
    """News of other orchestrators' commits."""

    async def listen(self, on_commit: Callable[[str], None]) -> None:
        """Calls back with the id of each turn that got events, for as long as it is awaited."""


class Executors(Protocol):
    """The orchestrator processes that share a database, each with a count that rises while it lives."""

    async def register(self, executor: str, *, replica: str) -> None:
        """Enters this process; earlier processes of the same replica are dead and are removed."""

    async def beat(self, executor: str, *, replica: str) -> None: ...

    async def beats(self) -> Mapping[str, int]: ...

    async def remove(self, executors: Collection[str]) -> None: ...


class StepRunner(Protocol):
    """Runs the steps of one turn, each to its end once."""

    async def __call__(self, step: Step, body: Callable[[], Awaitable[str]]) -> str:
        """The body's checkpoint: from storage if the step has ended before, else by running it."""


class Revival(Enum):
    """What became of a turn whose process died."""

    CONTINUES = "continues"
    ENDED = "ended"


class Engine(Protocol):
    """Runs turns durably: a turn that was launched goes on after a crash at its first unfinished step."""

    async def start(self, workflow: Callable[[str, StepRunner], Awaitable[None]]) -> None: ...

    def launch(self, turn_id: str) -> None:
        """Starts the turn's workflow soon. Launching one that exists changes nothing."""

    def is_running(self, turn_id: str) -> bool:
        """Whether this process runs it or is about to."""

    async def revive(self, turn_id: str) -> Revival:
        """Makes a turn whose owner died go on; `ENDED` means its workflow broke and will not go on."""

    async def abandon(self, turn_ids: Sequence[str]) -> None:
        """Ends what this process runs of these turns, and returns when it has ended."""

    async def forget(self, turn_ids: Sequence[str]) -> None:
        """Deletes the checkpoints of turns that have ended. Of one that still runs none is written any more."""

    async def stop(self, *, grace_s: float) -> None:
        """Lets running turns end for so long; what is left goes on after the next start."""


class Clock(Protocol):
    def now(self) -> datetime: ...

    def monotonic_s(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Identity:
    """This orchestrator process: `replica` survives a restart, `executor` does not."""

    replica: str
    executor: str


@dataclass(frozen=True, kw_only=True)
class Ports:
    """All of them together. `open` comes before the first use, `close` after the last."""

    identity: Identity
    profile: str
    """Names the configuration that says who thinks."""
    mind: TurnMind
    safety: SafetyFloor
    listeners: Sequence[SafetyListener]
    """Hear beside the floor: they can add a danger, and take none away."""
    understander: Understander | None
    """None where no data science is deployed."""
    specialists: Mapping[Agent, Specialist]
    validator: Validator
    memory: MemoryKeeper
    records: HealthRecords
    store: TurnStore
    erasure: TurnErasure
    signals: TurnSignals
    executors: Executors
    engine: Engine
    clock: Clock
    new_turn_id: Callable[[], str]
    behind: Callable[[], Awaitable[Mapping[str, bool]]]
    """Whether each service that is called from here serves, by proto name; soon, even if one is frozen."""
    open: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]
