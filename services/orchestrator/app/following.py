"""Following a turn: whoever watches is woken when something was stored, and reads it from the log."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Generic, TypeVar

from services.orchestrator.domain.turn import Turn
from services.orchestrator.ports.durable import StoredEvent, TurnStore

_K = TypeVar("_K")
_V = TypeVar("_V")


class Wakeups:
    """Wakes the followers of a turn in this process."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._last_ids: dict[str, int] = {}
        self._tick = count()
        self._ticks: dict[str, int] = {}

    @contextmanager
    def following(self, turn_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the turn may have news."""
        woken = asyncio.Event()
        self._followers[turn_id].add(woken)
        self._ticks.setdefault(turn_id, next(self._tick))
        try:
            yield woken
        finally:
            self._followers[turn_id].discard(woken)
            if not self._followers[turn_id]:
                del self._followers[turn_id]
                self._last_ids.pop(turn_id, None)
                del self._ticks[turn_id]

    @property
    def followed(self) -> Collection[str]:
        """The turns that somebody here follows."""
        return tuple(self._followers)

    def last_wake(self, turn_id: str) -> int:
        """Which wake of a followed turn was its last; what was read since then holds what it was about."""
        return self._ticks[turn_id]

    def wake(self, turn_id: str) -> None:
        if turn_id in self._followers:
            self._ticks[turn_id] = next(self._tick)
            for woken in self._followers[turn_id]:
                woken.set()

    def compare(self, last_ids: Mapping[str, int]) -> None:
        """Wakes the followers of turns whose last event id has changed since the last comparison."""
        for turn_id, last_id in last_ids.items():
            if turn_id in self._followers and self._last_ids.get(turn_id) != last_id:
                self._last_ids[turn_id] = last_id
                self.wake(turn_id)


class LiveLog:
    """The events of a turn that runs in this process, as far as they are stored.

    Args:
        turn: as it stood when it began to run here.
        events: all that were stored by then.
    """

    def __init__(self, turn: Turn, events: Sequence[StoredEvent] = ()) -> None:
        self.turn = turn
        self._events = list(events)
        self.is_over = False
        """Nothing is added here any more; without a terminal event it may go on elsewhere."""

    def add(self, events: Sequence[StoredEvent]) -> None:
        self._events += events

    def after(self, event_id: int) -> Sequence[StoredEvent]:
        return self._events[event_id:]


class LiveLogs:
    """The logs of the turns that run in this process: their followers need not read them from the store."""

    def __init__(self) -> None:
        self._logs: dict[str, LiveLog] = {}

    def find(self, turn_id: str) -> LiveLog | None:
        return self._logs.get(turn_id)

    @contextmanager
    def kept(self, log: LiveLog) -> Iterator[LiveLog]:
        """Found under its turn until the block ends; who follows it then still sees all of it."""
        self._logs[log.turn.id] = log
        try:
            yield log
        finally:
            log.is_over = True
            if self._logs.get(log.turn.id) is log:
                del self._logs[log.turn.id]


class SharedReads:
    """Reads once for all followers of a turn that were woken for the same reason; events, for those at the same one."""

    def __init__(self, store: TurnStore, wakeups: Wakeups) -> None:
        self._store = store
        self._wakeups = wakeups
        self._events: Shared[tuple[str, int, int], Sequence[StoredEvent]] = Shared()
        self._turns: Shared[tuple[str, int], Turn | None] = Shared()

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]:
        """The events after that one, as stored when the turn's followers were last woken or later."""
        key = (turn_id, after, self._wakeups.last_wake(turn_id))
        return await self._events.read(key, lambda: self._store.events(turn_id, after=after, limit=limit))

    async def turn(self, turn_id: str) -> Turn | None:
        """The turn, as stored when its followers were last woken or later."""
        key = (turn_id, self._wakeups.last_wake(turn_id))
        return await self._turns.read(key, lambda: self._store.get(turn_id))


class Shared(Generic[_K, _V]):
    """Who asks for what is being read already waits for that."""

    def __init__(self) -> None:
        self._reading: dict[_K, asyncio.Task[_V]] = {}

    async def read(self, key: _K, start: Callable[[], Coroutine[Any, Any, _V]]) -> _V:
        reading = self._reading.get(key)
        if reading is None:
            reading = asyncio.ensure_future(start())
            self._reading[key] = reading
            reading.add_done_callback(lambda _: self._reading.pop(key))
        # One follower that leaves must not take the read away from the others.
        return await asyncio.shield(reading)
