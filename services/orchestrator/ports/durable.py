"""What keeps turns: their store, and the other orchestrators on the same database."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from services.orchestrator.domain.events import TerminalEvent, TurnEvent, TurnStarted
from services.orchestrator.domain.steps import Step
from services.orchestrator.domain.turn import Erased, Turn


class OwnershipLostError(Exception):
    """Another orchestrator has taken this turn over: stop, and write nothing more."""


@dataclass(frozen=True, kw_only=True)
class StoredEvent:
    """One event as the log keeps it: `payload` is the serialised public event, its id included."""

    id: int
    payload: bytes
    is_terminal: bool


@dataclass(frozen=True, kw_only=True)
class Ownership:
    """Which orchestrator process runs a turn, and how many have taken it over so far.

    Attributes:
        is_withdrawn: its user is being deleted, and whoever runs it ends it.
    """

    turn_id: str
    owner: str
    takeovers: int
    is_withdrawn: bool = False


@dataclass(frozen=True, kw_only=True)
class LogPlace:
    """Where a log ends: how many entries it has, and the id of its last event."""

    entries: int = 0
    last_event_id: int = 0

    def after(self, events: Sequence[StoredEvent]) -> "LogPlace":
        """Where the log ends with one entry more, which holds these events."""
        return LogPlace(entries=self.entries + 1, last_event_id=self.last_event_id + len(events))


BEGINNING = LogPlace()


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """What is written to a turn's log at once: events, and the checkpoints of the steps that ended with them."""

    events: Sequence[TurnEvent] = ()
    checkpoints: Mapping[Step, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A turn to go on with, and what its log holds.

    Attributes:
        events: all of them so far.
        checkpoints: of the steps that have ended.
        has_warned: whether a cost warning is among the events.
    """

    turn: Turn
    place: LogPlace = BEGINNING
    events: Sequence[StoredEvent] = ()
    checkpoints: Mapping[Step, str] = field(default_factory=dict)
    has_warned: bool = False


class TurnStore(Protocol):
    """Turns and their logs. Ids of a turn's events start at 1 and have no gap.

    Everything that writes for a running turn names the owner it writes as and where it takes the log to end, and raises
    `OwnershipLostError` when the turn is no longer that owner's, or its log has gone on without it.
    """

    async def create(self, turn: Turn, *, owner: str, max_in_flight: int) -> Turn | None:
        """Adds a queued turn and answers this very object; decided without a race.

        Where there is a turn with its id already, whosever it is, that one is answered and nothing added. None: its
        user has `max_in_flight` in flight.
        """

    async def get(self, turn_id: str) -> Turn | None: ...

    async def page(self, user_id: str, *, before_id: str | None, limit: int) -> Sequence[Turn]:
        """The user's turns, newest first, those older than `before_id`."""

    async def open(self, turn_id: str, *, owner: str) -> Opened | None:
        """The turn, now run by this owner; None if there is no such turn in flight.

        Checkpoints of a build whose workflow has another shape are gone from then on: the turn is begun anew.
        """

    async def begin(self, turn_id: str, *, owner: str, started: TurnStarted) -> tuple[datetime, Sequence[StoredEvent]]:
        """Makes a queued turn running, with the first event of its log; when it began, and that event.

        Raises:
            OwnershipLostError: it is not queued, or another's.
        """

    async def append(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry
    ) -> tuple[LogPlace, Sequence[StoredEvent]]:
        """Adds an entry to the log, all or nothing; where the log ends then, and its events as they are stored."""

    async def finish(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry, at: datetime, event: TerminalEvent
    ) -> Sequence[StoredEvent]:
        """Ends the turn together with the last entry of its log and, behind it, its last event.

        A turn that has ended stays as it ended, and nothing is added.
        """

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]: ...

    async def last_event_ids(self, turn_ids: Collection[str]) -> Mapping[str, int]:
        """Of those of the turns that have any event."""

    async def under_way(self) -> Sequence[Ownership]:
        """The turns of all users in flight, and those withdrawn that are not removed yet."""

    async def claim(self, found: Ownership, *, owner: str) -> bool:
        """Takes a turn over from the owner it was found with; False if someone else was faster, or is writing to it."""

    async def expired(self, *, ended_before: datetime, limit: int) -> Sequence[str]:
        """Turns that ended before then and whose logs are still stored."""

    async def purge(self, turn_ids: Sequence[str]) -> None:
        """Deletes the logs of these turns."""


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
        """Deletes these turns with their logs."""

    async def scrub(self) -> None:
        """Takes what was deleted out of the files too.

        Raises:
            UpstreamUnavailableError: a file is in use.
        """


class TurnSignals(Protocol):
    """News of other orchestrators' commits."""

    @property
    def has_others(self) -> bool:
        """Whether there can be other orchestrators on the same database."""

    async def listen(self, on_commit: Callable[[str], None]) -> None:
        """Calls back with the id of each turn that got events, for as long as it is awaited."""


class Executors(Protocol):
    """The orchestrator processes that share a database, each with a count that rises while it lives."""

    async def register(self, executor: str, *, replica: str) -> None:
        """Enters this process; earlier processes of the same replica are dead and are removed."""

    async def beat(self, executor: str, *, replica: str) -> None: ...

    async def beats(self) -> Mapping[str, int]: ...

    async def remove(self, executors: Collection[str]) -> None: ...


class Journal(Protocol):
    """Counts the beginnings and ends of steps outside the process, for those who kill it."""

    @property
    def is_kept(self) -> bool: ...

    async def begin(self, turn_id: str, step: Step) -> None: ...

    async def end(self, turn_id: str, step: Step, *, ran: bool) -> None:
        """Written once the step's checkpoint is stored; `ran`: here, and was not only read back."""
