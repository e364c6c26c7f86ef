"""The loop of an analysis: describe → approach → code → preflight → run → repair → summary and findings."""

import json
from collections.abc import AsyncIterator
from typing import Final

import structlog

from amy.runtime.errors import InvalidFieldError
from services.data_science.domain.analysis import (
    QUESTION_LIMIT,
    AnalysisEvent,
    AnalysisRequest,
    Completed,
    Decline,
    Plan,
    Status,
    Thought,
    ToolCall,
    ToolResult,
)
from services.data_science.domain.preflight import Broken, Ready, preflight
from services.data_science.domain.run import Frames, JsonValue, Killed, Raised, RunOutcome, Succeeded
from services.data_science.domain.thoughts import pieces
from services.data_science.ports import AnalystMind, CodeRunner, HealthData

_FAILED: Final = (
    "I worked out how to compute this, but the calculation did not run to its end, so I have no number to give you. "
    "Asking again, or for something narrower, may work."
)
_log = structlog.get_logger("analysis")


class Analyst:
    """Answers questions about a user's data with code that really ran."""

    def __init__(self, *, data: HealthData, mind: AnalystMind, runner: CodeRunner) -> None:
        self._data = data
        self._mind = mind
        self._runner = runner

    async def start(self) -> None:
        await self._runner.start()

    async def stop(self) -> None:
        await self._runner.stop()
        await self._data.close()

    async def analyze(self, request: AnalysisRequest) -> AsyncIterator[AnalysisEvent]:
        """Thoughts, tool calls and tool results as they happen, then one `Completed`.

        Raises:
            InvalidFieldError: the question is empty or too long.
            SandboxUnavailableError: this machine isolates generated code less than the settings demand.
            UpstreamUnavailableError: the user's data cannot be read.
        """
        _check(request)
        plan = await self._mind.plan(request.question, await self._data.describe(request.user_id))
        if isinstance(plan, Decline):
            yield _declined(plan)
            return
        for piece in pieces(plan.approach):
            yield Thought(delta=piece)
        code = await self._mind.write_code(plan)
        frames = await self._data.frames(request.user_id)
        for attempt in range(1 + max(request.max_debug_rounds, 0)):
            call_id = f"{request.finding_prefix}-run-{attempt + 1}"
            checked = preflight(code)
            code = checked.code if isinstance(checked, Ready) else code
            yield ToolCall(id=call_id, code=code)
            outcome = checked if isinstance(checked, Broken) else await self._run(code, frames, attempt=attempt)
            yield _tool_result(call_id, outcome)
            if isinstance(outcome, Succeeded):
                yield await self._completed(plan, code, outcome.result, prefix=request.finding_prefix)
                return
            repaired = await self._mind.repair(plan, code, _problem(outcome))
            if repaired == code:
                break
            code = repaired
            yield Thought(delta="\nThe code failed, so I corrected it.")
        yield Completed(status=Status.FAILED, answer=_FAILED, draft=_FAILED, approach=plan.approach, code=code)

    async def _run(self, code: str, frames: Frames, *, attempt: int) -> RunOutcome:
        outcome = await self._runner.run(code, frames)
        _log.info(
            "sandbox.run",
            outcome=type(outcome).__name__,
            attempt=attempt,
            code_chars=len(code),
            duration_ms=round(outcome.duration_ms, 1),
        )
        return outcome

    async def _completed(self, plan: Plan, code: str, result: JsonValue, *, prefix: str) -> Completed:
        summary = await self._mind.summarise(plan, result, prefix=prefix)
        if isinstance(summary, Decline):
            return _declined(summary, approach=plan.approach, code=code)
        return Completed(
            status=Status.ANSWERED,
            answer=summary.answer,
            draft=summary.draft,
            approach=plan.approach,
            code=code,
            values=summary.values,
            findings=summary.findings,
        )


def _check(request: AnalysisRequest) -> None:
    if not request.question.strip():
        raise InvalidFieldError("The question is empty.", field="question")
    if len(request.question) > QUESTION_LIMIT:
        raise InvalidFieldError(f"The question is longer than {QUESTION_LIMIT} characters.", field="question")


def _declined(decline: Decline, *, approach: str = "", code: str = "") -> Completed:
    return Completed(status=Status.DECLINED, answer=decline.answer, draft=decline.answer, approach=approach, code=code)


def _tool_result(call_id: str, outcome: RunOutcome | Broken) -> ToolResult:
    match outcome:
        case Succeeded(result=result, duration_ms=duration_ms):
            return ToolResult(
                call_id=call_id, success=True, output=json.dumps(result), error="", duration_ms=round(duration_ms)
            )
        case Raised(stdout=stdout, duration_ms=duration_ms):
            return ToolResult(
                call_id=call_id,
                success=False,
                output=stdout,
                error=_problem(outcome),
                duration_ms=round(duration_ms),
            )
        case Killed(duration_ms=duration_ms):
            return ToolResult(
                call_id=call_id, success=False, output="", error=_problem(outcome), duration_ms=round(duration_ms)
            )
        case Broken():
            return ToolResult(call_id=call_id, success=False, output="", error=_problem(outcome), duration_ms=0)


def _problem(outcome: Raised | Killed | Broken) -> str:
    match outcome:
        case Raised(error_type=error_type, message=message, traceback=traceback):
            return f"{error_type}: {message}\n{traceback}".rstrip()
        case Killed(reason=reason, detail=detail):
            return f"The sandbox ended the run ({reason}): {detail}"
        case Broken(problem=problem):
            return problem
