"""A clock that goes back with every look at it: a turn's moments are in order all the same."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from services.orchestrator.ports import Clock, Ports
from tests.unit.orchestrator.durable.turn_system import orchestrating


@dataclass
class BackwardClock:
    """Monotonic time goes on as it must; the time of day goes back by an hour at each look."""

    real: Clock
    day: datetime = field(default=datetime(2026, 5, 25, 12, tzinfo=UTC))

    def now(self) -> datetime:
        self.day -= timedelta(hours=1)
        return self.day

    def monotonic_s(self) -> float:
        return self.real.monotonic_s()

    async def sleep(self, seconds: float) -> None:
        await self.real.sleep(seconds)


async def test_no_turn_ends_before_it_began_or_takes_less_than_no_time(database_url: str) -> None:
    def backward(ports: Ports) -> Ports:
        return replace(ports, clock=BackwardClock(ports.clock))

    async with orchestrating(database_url, adapted=backward) as system:
        turn, events = await system.ask()
    created, completed = turn.created_at.ToDatetime(), turn.completed_at.ToDatetime()
    assert created <= events[0].turn_started.at.ToDatetime() <= completed
    assert turn.result.duration_ms == 0
    assert turn.result.answer
