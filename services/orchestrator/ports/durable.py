"""What keeps turns: their store, the workflow engine, and the other orchestrators on the same database."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
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
