"""What telemetry is told of turns and their steps."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime

from amy.runtime import telemetry
from amy.runtime.telemetry import Span
from amy.runtime.telemetry.instruments import STEP_DURATION, TURN_DURATION, TURNS, TURNS_RUNNING, TURNS_WAITING
from services.orchestrator.domain.steps import Step
from services.orchestrator.domain.turn import Turn, TurnStatus
from services.orchestrator.ports import Clock


class StepOutcome:
    """What a step being run came to; given up, until it says otherwise."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self.code = "given_up"

    def done(self) -> None:
        self.code = "done"

    def failed(self, error_type: str) -> None:
        self.code = "failed"
        self._span.fail(error_type)


@contextmanager
def step_measured(step: Step, clock: Clock, *, turn_id: str) -> Iterator[StepOutcome]:
    """A step that is run now; one with a checkpoint is not."""
    began_s = clock.monotonic_s()
    with telemetry.span(f"step {step.value}", step=step.value, turn_id=turn_id) as span:
        outcome = StepOutcome(span)
        try:
            yield outcome
        finally:
            span.set(outcome=outcome.code)
            elapsed_s = clock.monotonic_s() - began_s
            telemetry.measure(STEP_DURATION, elapsed_s, step=step.value, outcome=outcome.code)


@asynccontextmanager
async def slot_of(slots: asyncio.Semaphore) -> AsyncIterator[None]:
    """A slot for a turn, which waits until there is one."""
    telemetry.measure(TURNS_WAITING, 1)
    try:
        await slots.acquire()
    finally:
        telemetry.measure(TURNS_WAITING, -1)
    telemetry.measure(TURNS_RUNNING, 1)
    try:
        yield
    finally:
        slots.release()
        telemetry.measure(TURNS_RUNNING, -1)


def counting_turns() -> None:
    """Tells that none has ended yet, so that the first that fails is a rise and not the beginning of a series."""
    for status in (TurnStatus.COMPLETED, TurnStatus.FAILED):
        telemetry.measure(TURNS, 0, turn_status=status.value)


def turn_ended(turn: Turn, status: TurnStatus, at: datetime) -> None:
    telemetry.measure(TURNS, 1, turn_status=status.value)
    # Negative where a clock was set back meanwhile.
    elapsed_s = max(0.0, (at - turn.created_at).total_seconds())
    telemetry.measure(TURN_DURATION, elapsed_s, turn_status=status.value)
