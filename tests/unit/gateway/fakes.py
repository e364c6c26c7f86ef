"""Hand-written stand-ins for the gateway's ports."""

from collections.abc import AsyncGenerator, Callable, Collection
from datetime import UTC, datetime, timedelta

from gateway.domain.event import Event
from gateway.domain.keys import KeyRecord
from gateway.domain.model import NewTurn, PageQuery, Turn, TurnPage
from gateway.domain.turn_events import AgentThought

Stream = Callable[[int], AsyncGenerator[Event]]


class SetClock:
    """Stands still until it is advanced."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._now = start

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)

    def now(self) -> datetime:
        return self._now

    def monotonic_s(self) -> float:
        return (self._now - self._start).total_seconds()


class ListedKeys:
    """A `KeyStore` in a list."""

    def __init__(self, *records: KeyRecord) -> None:
        self.records = list(records)

    async def add(self, record: KeyRecord) -> None:
        self.records.append(record)

    async def find(self, digest: str) -> KeyRecord | None:
        return next((record for record in self.records if record.digest == digest), None)

    async def of_user(self, user_id: str) -> list[KeyRecord]:
        return [record for record in self.records if record.user_id == user_id]

    async def surviving(self, key_ids: Collection[str]) -> frozenset[str]:
        return frozenset(record.id for record in self.records if record.id in key_ids)

    async def remove(self, key_id: str) -> bool:
        before = len(self.records)
        self.records = [record for record in self.records if record.id != key_id]
        return len(self.records) < before

    async def remove_all(self, user_id: str) -> int:
        before = len(self.records)
        self.records = [record for record in self.records if record.user_id != user_id]
        return before - len(self.records)


class ScriptedTurns:
    """A `Turns` whose event stream is opened as scripted, once per entry."""

    def __init__(self, turn: Turn, *streams: Stream) -> None:
        self._turn = turn
        self._streams = list(streams)
        self.opened_after: list[int] = []
        self.closed = 0

    async def create(self, user_id: str, new: NewTurn, *, request_id: str, turn_id: str) -> Turn:
        return self._turn

    async def get(self, user_id: str, turn_id: str) -> Turn:
        return self._turn.model_copy(update={"status": "completed"})

    async def list(self, user_id: str, page: PageQuery) -> TurnPage:
        return TurnPage(data=[self._turn], next_cursor=None, has_more=False)

    async def events(self, user_id: str, turn_id: str, after: int) -> AsyncGenerator[Event]:
        self.opened_after.append(after)
        assert self._streams, "an unexpected stream"
        try:
            async for event in self._streams.pop(0)(after):
                yield event
        finally:
            self.closed += 1


def thought(number: int) -> Event:
    return Event(number, "agent.thought", AgentThought(agent="data_science", delta=str(number)))


def last(number: int) -> Event:
    return Event(number, "turn.completed", AgentThought(agent="synthesis", delta="done"))


def plays(*steps: Event | Exception) -> Stream:
    """A stream that sends events and breaks where there is an exception."""

    async def play(_after: int) -> AsyncGenerator[Event]:
        for step in steps:
            if isinstance(step, Exception):
                raise step
            yield step

    return play
