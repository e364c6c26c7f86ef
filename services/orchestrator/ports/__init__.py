"""What the orchestrator needs from the world."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports.durable import Executors, Journal, TurnErasure, TurnSignals, TurnStore
from services.orchestrator.ports.minds import SafetyFloor, SafetyListener, TurnMind
from services.orchestrator.ports.peers import HealthRecords, MemoryKeeper, Specialist, Understander, Validator


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
    journal: Journal
    clock: Clock
    new_turn_id: Callable[[], str]
    behind: Callable[[], Awaitable[Mapping[str, bool]]]
    """Whether each service that is called from here serves, by proto name; soon, even if one is frozen."""
    open: Callable[[], Awaitable[None]]
    warm: Callable[[], Coroutine[Any, Any, None]]
    """Makes what the first turns would otherwise wait for, once turns are served."""
    close: Callable[[], Awaitable[None]]
