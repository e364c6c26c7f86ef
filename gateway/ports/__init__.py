"""What the gateway needs from the world."""

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gateway.domain.event import Event
from gateway.domain.idempotency import Outcome, Reply
from gateway.domain.keys import KeyRecord
from gateway.domain.model import (
    Document,
    DocumentPage,
    Memory,
    MemoryPage,
    MemoryQuery,
    NewDocument,
    NewMemory,
    NewTurn,
    PageQuery,
    Turn,
    TurnPage,
    WholeDocument,
)
from gateway.ports.health_data import HealthData


class Turns(Protocol):
    """The orchestrator."""

    async def create(self, user_id: str, new: NewTurn, *, request_id: str, turn_id: str) -> Turn:
        """Starts a turn with this id; the one that was started with it before, where the question is the same.

        Raises:
            InvalidRequestError: the conversation cannot be answered.
            InvalidFieldError: `turn_id` is taken.
            ConcurrencyLimitError: the user has too many turns in flight.
        """

    async def get(self, user_id: str, turn_id: str) -> Turn:
        """One turn as it is now.

        Raises:
            TurnNotFoundError: there is none, or it is another user's.
        """

    async def list(self, user_id: str, page: PageQuery) -> TurnPage:
        """A page of turns, newest first.

        Raises:
            InvalidFieldError: the cursor is not one of ours.
        """

    def events(self, user_id: str, turn_id: str, after: int) -> AsyncGenerator[Event]:
        """The events after an id, then those to come, up to the terminal one. Closing it cancels the call.

        Raises:
            TurnNotFoundError, TurnEventsExpiredError: before the first event.
            UpstreamUnavailableError, DeadlineExceededError, InternalError: the stream broke; it may be asked for again.
        """


class Memories(Protocol):
    """The memory service."""

    async def create(self, user_id: str, new: NewMemory) -> Memory:
        """Writes an entry in the user's own words.

        Raises:
            InvalidFieldError: the text or the category is not allowed.
        """

    async def list(self, user_id: str, query: MemoryQuery) -> MemoryPage:
        """A page of entries, newest first.

        Raises:
            InvalidFieldError: the cursor is not one of ours.
        """

    async def delete(self, user_id: str, memory_id: str) -> None:
        """Deletes an entry for good.

        Raises:
            MemoryNotFoundError: there is none, or it is another user's.
        """


class Documents(Protocol):
    """The documents that the domain expert keeps."""

    async def create(self, user_id: str, new: NewDocument) -> Document:
        """Keeps a document of the user's own.

        Raises:
            InvalidFieldError: the title or the text is not allowed.
            UnprocessableError: the text holds no word, or the user has too many documents.
        """

    async def list(self, user_id: str, page: PageQuery) -> DocumentPage:
        """A page of documents, newest first.

        Raises:
            InvalidFieldError: the cursor is not one of ours.
        """

    async def get(self, user_id: str, document_id: str) -> WholeDocument:
        """A document with its text.

        Raises:
            DocumentNotFoundError: there is none, or it is another user's.
        """

    async def delete(self, user_id: str, document_id: str) -> None:
        """Deletes a document for good.

        Raises:
            DocumentNotFoundError: there is none, or it is another user's.
        """


class Eraser(Protocol):
    """A service that keeps something of users."""

    async def erase(self, user_id: str) -> Mapping[str, int]:
        """Deletes everything there is of a user; how much there was, by kind.

        Raises:
            UpstreamUnavailableError, DeadlineExceededError: not all of it is deleted; to be asked again.
        """


class Probes(Protocol):
    """The health of every service of the system."""

    async def serving(self) -> Mapping[str, bool]:
        """Whether each service says that it serves, by name; one that does not answer in two seconds does not."""


@dataclass(frozen=True, kw_only=True)
class Upstream:
    """Everything behind the gateway."""

    turns: Turns
    memories: Memories
    documents: Documents
    health_data: HealthData
    erasers: Sequence[Eraser]
    """In the order to go by."""
    probes: Probes


class KeyStore(Protocol):
    async def add(self, record: KeyRecord) -> None: ...

    async def find(self, digest: str) -> KeyRecord | None: ...

    async def of_user(self, user_id: str) -> Sequence[KeyRecord]:
        """The user's keys, oldest first."""

    async def surviving(self, key_ids: Collection[str]) -> frozenset[str]:
        """Those of these keys that have not been removed."""

    async def remove(self, key_id: str) -> bool:
        """Whether there was such a key."""

    async def remove_all(self, user_id: str) -> int:
        """How many keys the user had."""


class KeyedStreams(Protocol):
    """The event streams that are open, by the key they were opened with."""

    def key_ids(self) -> frozenset[str]: ...

    def end_of(self, key_ids: Collection[str]) -> None:
        """Ends the streams of these keys."""


class ReplyStore(Protocol):
    """The replies to requests that carried an idempotency key, per `scope`: a user, or the administration."""

    async def begin(self, scope: str, key: str, *, lease_s: float, turn_id: str) -> Outcome:
        """Claims the key, unless it is claimed or done. A claim that is not renewed lapses after `lease_s`.

        Args:
            scope: whose keys they are.
            key: the idempotency key.
            lease_s: how long the claim stands.
            turn_id: kept with the first claim, for 24 hours; later claims to the same key are given the first one's.
        """

    async def renew(self, scope: str, key: str, *, claim: str, lease_s: float) -> None:
        """Lets a claim stand for `lease_s` from now, unless another has taken its place."""

    async def keep(self, scope: str, key: str, *, claim: str, fingerprint: str, reply: Reply) -> None:
        """Settles a claim with the reply, for 24 hours. A claim that has lapsed and gone to another is not settled."""

    async def release(self, scope: str, key: str, *, claim: str) -> None:
        """Ends a claim without a reply: the key is free again, its turn's id stays."""

    async def forget(self, scope: str, location: str) -> None:
        """Drops the replies that speak of a thing which has been deleted."""


class Erasures(Protocol):
    """Which users are being deleted, known to every gateway; and the last of what there is of them.

    Attributes:
        has_others: other gateways may begin and end deletions too.
    """

    has_others: bool

    async def begin(self, user_id: str) -> None:
        """Notes that a user is to be deleted, where that is not noted yet."""

    async def begun(self) -> frozenset[str]:
        """The users that are being deleted."""

    async def end(self, user_id: str, *, scope: str, admin_scope: str) -> Mapping[str, int]:
        """Deletes the gateway's own rows of a user, keys, replies and that note; how much there was, by kind.

        Args:
            user_id: who.
            scope: of the user's idempotency keys.
            admin_scope: of those under which an admin was told of the user.

        Raises:
            UpstreamUnavailableError: they are deleted, but a file is in use.
        """


class Rates(Protocol):
    """How often every user asks."""

    async def take(self, user_id: str) -> float:
        """Counts a request; how long it would have had to wait, 0 when it may go on."""


@dataclass(frozen=True, kw_only=True)
class Stores:
    """What the gateway itself remembers."""

    keys: KeyStore
    replies: ReplyStore
    erasures: Erasures
    rates: Rates


class Clock(Protocol):
    def now(self) -> datetime:
        """An aware UTC instant."""

    def monotonic_s(self) -> float:
        """Seconds that never go back."""
