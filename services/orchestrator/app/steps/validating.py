"""What the findings of all agents are worth."""

from collections.abc import Sequence

from amy.runtime.errors import UpstreamUnavailableError
from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.domain.events import ValidatorReport, Voice
from services.orchestrator.domain.steps import AgentRun, MemoryContext, Validation


async def validate(running: RunningTurn, runs: Sequence[AgentRun], memory: MemoryContext) -> Validation:
    """The verdict on every finding of every agent; a trivial one when there is no finding.

    Raises:
        UpstreamUnavailableError, DeadlineExceededError: the validator stays down, and nothing unchecked is told.
    """
    findings = [finding for run in runs for finding in run.findings]
    if not findings:
        return Validation()

    async def attempt() -> Validation:
        validation: Validation | None = None
        async with running.speaking(Voice.VALIDATOR) as closing:
            reports = running.parts.validator.validate(running.turn.user_id, findings, memory.notes, memory.tested)
            async for update in reports:
                if isinstance(update, ValidatorReport):
                    running.recorder.emit(update)
                else:
                    validation = update
            if validation is None:
                raise UpstreamUnavailableError("The validator ended before it had answered.")
            counts = validation.counts
            closing.summary = (
                f"{counts.validated} validated, {counts.conditional} conditional, {counts.rejected} rejected"
            )
        return validation

    return await running.with_retries(attempt, what="validator")
