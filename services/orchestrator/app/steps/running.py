"""What every step of one turn has at hand."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import structlog

from amy.runtime.errors import ServiceError
from amy.runtime.ledger import open_ledger
from services.orchestrator.app.agents import AgentDesk
from services.orchestrator.app.parts import Parts
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.retry import with_retries
from services.orchestrator.domain.events import AgentCompleted, AgentStarted, CostWarning, Speaker
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.turn import Turn

_log = structlog.get_logger("steps")
_T = TypeVar("_T")


class Closing:
    """What a speaker's last event says, filled in while it speaks."""

    def __init__(self) -> None:
        self.summary = ""


@dataclass(frozen=True, kw_only=True)
class RunningTurn:
    """One turn that runs: its ports, its log, and how its steps speak, spend and bear what goes wrong."""

    parts: Parts
    turn: Turn
    recorder: Recorder

    @property
    def available(self) -> frozenset[Agent]:
        return frozenset(self.parts.specialists)

    @cached_property
    def desk(self) -> AgentDesk:
        parts = self.parts
        return AgentDesk(
            turn_id=self.turn.id, recorder=self.recorder, clock=parts.clock, retry=parts.retry, limit_s=parts.agent_s
        )

    async def best_effort(self, work: Awaitable[_T], *, otherwise: _T, what: str) -> _T:
        """What the work comes to; `otherwise` where it fails, however it does."""
        try:
            return await work
        except Exception as error:  # noqa: BLE001, by contract nothing that goes wrong here may fail the turn
            code = error.reason if isinstance(error, ServiceError) else type(error).__name__
            _log.warning("best_effort.failed", what=what, turn_id=self.turn.id, code=code)
            return otherwise

    async def with_retries(self, attempt: Callable[[], Awaitable[_T]], *, what: str) -> _T:
        return await with_retries(
            attempt, policy=self.parts.retry, clock=self.parts.clock, what=what, turn_id=self.turn.id
        )

    def warn_of_cost(self, spent_usd: float) -> None:
        """Warns, once, that the turn has spent as much as its threshold."""
        if not self.recorder.has_warned:
            threshold_usd, at = self.parts.cost_warn_usd, self.parts.clock.now()
            self.recorder.emit(CostWarning(cost_usd=spent_usd, threshold_usd=threshold_usd, at=at))

    @asynccontextmanager
    async def speaking(self, speaker: Speaker) -> AsyncIterator[Closing]:
        """Brackets what a speaker says with its started and completed events."""
        clock = self.parts.clock
        began_s = clock.monotonic_s()
        self.recorder.emit(AgentStarted(agent=speaker, at=clock.now()))
        closing = Closing()
        with open_ledger() as ledger:
            yield closing
        self.recorder.emit(
            AgentCompleted(
                agent=speaker,
                at=clock.now(),
                duration_ms=round((clock.monotonic_s() - began_s) * 1000),
                cost_usd=ledger.spent.cost_usd,
                output_summary=closing.summary,
            )
        )
