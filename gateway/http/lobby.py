"""Every open connection, by address and by whether it waits; who makes way, and who has waited too long."""

import asyncio
from collections import OrderedDict
from typing import Final, Protocol

from amy.runtime import telemetry
from amy.runtime.telemetry.instruments import HTTP_CONNECTIONS, HTTP_CONNECTIONS_LIMIT
from gateway.domain.connections import Counts, Entry, Patience, Phase, Room, entry

_SWEEP_S: Final = 0.5


class Guest(Protocol):
    """A connection, as the lobby knows it."""

    @property
    def address(self) -> str: ...

    @property
    def stalled(self) -> bool:
        """Whether it is the gateway that does not read: then its client cannot be late."""

    def drop(self) -> None:
        """Closes at once, whatever is unsent."""

    def expire(self) -> None:
        """Closes after a phase that lasted too long."""


class _Address:
    """The connections of one address. Of those that wait, the ones never served go before the kept ones."""

    def __init__(self) -> None:
        self.guests: set[Guest] = set()
        self.strangers: OrderedDict[Guest, None] = OrderedDict()
        self.kept: OrderedDict[Guest, None] = OrderedDict()

    @property
    def waiting(self) -> int:
        return len(self.strangers) + len(self.kept)

    def first_to_go(self) -> Guest:
        return next(iter(self.strangers or self.kept))


class Lobby:
    """Knows every connection and its phase.

    Args:
        space: how many there may be.
        patience: how long each phase may last.
    """

    def __init__(self, space: Room, patience: Patience) -> None:
        self.space = space
        self._patience = patience
        self._addresses: dict[str, _Address] = {}
        self._due: dict[Guest, tuple[Phase, float | None]] = {}
        self._waiting = 0

    def __len__(self) -> int:
        return len(self._due)

    def admit(self, address: str) -> bool:
        """Whether one more connection of an address may be served; others may have been dropped for it."""
        own = self._addresses.get(address)
        counts = Counts(
            total=len(self._due),
            waiting=self._waiting,
            of_address=len(own.guests) if own else 0,
            waiting_of_address=own.waiting if own else 0,
        )
        match entry(self.space, counts):
            case Entry.TURN_AWAY:
                return False
            case Entry.INSTEAD_OF_NEIGHBOUR:
                assert own is not None
                self._make_way(own)
            case Entry.INSTEAD_OF_ANY:
                # The address that crowds the lobby most pays for the crowd.
                self._make_way(max(self._addresses.values(), key=lambda each: each.waiting))
            case Entry.LET_IN:
                pass
        return True

    def enter(self, guest: Guest, phase: Phase) -> None:
        """Notes that a connection begins a phase, or begins it anew."""
        own = self._addresses.setdefault(guest.address, _Address())
        self._set_aside(guest, own)
        own.guests.add(guest)
        limit_s = self._patience.limit_s(phase)
        self._due[guest] = (phase, _now_s() + limit_s if limit_s is not None else None)
        if phase.waits:
            (own.kept if phase is Phase.KEPT else own.strangers)[guest] = None
            self._waiting += 1

    def leave(self, guest: Guest) -> None:
        """Forgets a connection; one that is not known is no mistake."""
        own = self._addresses.get(guest.address)
        if own is None or self._due.pop(guest, None) is None:
            return
        self._set_aside(guest, own)
        own.guests.discard(guest)
        if not own.guests:
            del self._addresses[guest.address]

    async def sweep(self) -> None:
        """Ends what has lasted too long, and tells how many are left, twice a second, until it is cancelled."""
        telemetry.measure(HTTP_CONNECTIONS_LIMIT, self.space.total)
        while True:
            telemetry.measure(HTTP_CONNECTIONS, len(self))
            await asyncio.sleep(_SWEEP_S)
            now_s = _now_s()
            for guest, (phase, due_s) in list(self._due.items()):
                if due_s is None or due_s > now_s:
                    continue
                if guest.stalled:
                    self.enter(guest, phase)
                else:
                    guest.expire()

    def _set_aside(self, guest: Guest, own: _Address) -> None:
        for waiting in (own.strangers, own.kept):
            if guest in waiting:
                del waiting[guest]
                self._waiting -= 1

    def _make_way(self, crowd: _Address) -> None:
        guest = crowd.first_to_go()
        self.leave(guest)
        guest.drop()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
