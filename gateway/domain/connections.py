"""Who may be connected, for how long, and who makes way when it gets full: arithmetic on counts and seconds."""

import ipaddress
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, assert_never

WAITING_SHARE: Final = 0.5
"""Of all connections, how many may wait for a request: the rest stays free for requests and open streams."""
RESERVED_DESCRIPTORS: Final = 384
"""What a whole system in one process opens besides: databases, calls between services, workers, logs."""
FEWEST_CONNECTIONS: Final = 16
_IPV6_SITE_BITS: Final = 64


class Phase(Enum):
    """What a connection is at."""

    NEW = "new"
    """Nothing has come yet."""
    HEADERS = "headers"
    """A request has begun, and its headers have not ended."""
    BODY = "body"
    """The headers are read; the body is not."""
    ANSWERING = "answering"
    """The request is read, and its answer, perhaps a stream, is on its way."""
    UNTAKEN = "untaken"
    """The answer waits for a client that takes nothing of it."""
    KEPT = "kept"
    """Answered, and open for another request."""
    ENDING = "ending"
    """The last answer is written; what the client still sends is dropped."""

    @property
    def waits(self) -> bool:
        """Whether nobody is being served: such a connection may be closed to make room."""
        return self in _WAITING


_WAITING: Final = frozenset({Phase.NEW, Phase.HEADERS, Phase.KEPT, Phase.ENDING})


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long each phase may last.

    Attributes:
        first_request_s: from the connection to the first byte.
        header_s: from a request's first byte to the end of its headers, however steadily they drip.
        body_s: between two pieces of a body, and for a client that takes nothing of its answer.
        keep_alive_s: between an answer and the next request.
        ending_s: for the client to take the last answer.
    """

    first_request_s: float
    header_s: float
    body_s: float
    keep_alive_s: float
    ending_s: float = 2.0

    def limit_s(self, phase: Phase) -> float | None:
        """Seconds after which a phase has lasted too long; None for the one that the gateway itself ends."""
        match phase:
            case Phase.NEW:
                return self.first_request_s
            case Phase.HEADERS:
                return self.header_s
            case Phase.BODY | Phase.UNTAKEN:
                return self.body_s
            case Phase.KEPT:
                return self.keep_alive_s
            case Phase.ENDING:
                return self.ending_s
            case Phase.ANSWERING:
                return None
            case _:
                assert_never(phase)


@dataclass(frozen=True, kw_only=True)
class Room:
    """How many connections there may be: in all, of one address, and of those that wait."""

    total: int
    per_address: int
    waiting: int


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many connections there are when one more arrives, and how many are of its address."""

    total: int
    waiting: int
    of_address: int
    waiting_of_address: int


class Entry(Enum):
    """What happens to a connection that arrives, or for it."""

    LET_IN = "let_in"
    INSTEAD_OF_ANY = "instead_of_any"
    """Another that waits makes way."""
    INSTEAD_OF_NEIGHBOUR = "instead_of_neighbour"
    """Another of the same address that waits makes way."""
    TURN_AWAY = "turn_away"


def room(*, most: int, descriptors: int, address_share: float) -> Room:
    """The room there is.

    Args:
        most: connections allowed.
        descriptors: files and sockets that this process may have open; a connection takes one.
        address_share: of all connections, how many one address may have.
    """
    total = max(FEWEST_CONNECTIONS, min(most, descriptors - RESERVED_DESCRIPTORS))
    return Room(
        total=total,
        per_address=max(1, round(total * address_share)),
        waiting=max(1, round(total * WAITING_SHARE)),
    )


def entry(space: Room, now: Counts) -> Entry:
    """Whether one more may come in, and at whose cost: only those that wait make way, never a request or a stream."""
    if now.of_address >= space.per_address:
        return Entry.INSTEAD_OF_NEIGHBOUR if now.waiting_of_address else Entry.TURN_AWAY
    if now.total >= space.total or now.waiting >= space.waiting:
        return Entry.INSTEAD_OF_ANY if now.waiting else Entry.TURN_AWAY
    return Entry.LET_IN


@lru_cache(maxsize=4096)
def address_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network that an IPv6 site has for itself."""
    try:
        parsed = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, _IPV6_SITE_BITS), strict=False))
