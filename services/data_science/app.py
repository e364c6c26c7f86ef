"""The loop of an analysis: describe, approach; of each part code, preflight, run, repair; then summary and findings."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, fields, replace
from typing import Final

import structlog

from amy.runtime import telemetry
from amy.runtime.errors import InvalidFieldError
from amy.runtime.ledger import spent
from amy.runtime.side_by_side import in_order
from amy.runtime.telemetry.instruments import SANDBOX_DURATION
from services.data_science.domain.analysis import (
    MOST_QUESTIONS,
    QUESTION_LIMIT,
    AnalysisEvent,
    AnalysisRequest,
    AnyPart,
    Completed,
    Computed,
    Decline,
    Part,
    Plan,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    recent,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import Draft
from services.data_science.domain.interpretation import (
    BIOMARKERS_LEFT_OUT,
    Interpretation,
    NotMine,
    Topic,
    without_samples,
)
from services.data_science.domain.preflight import Broken, Ready, preflight
from services.data_science.domain.run import Frames, Killed, Raised, RunOutcome, Succeeded
from services.data_science.domain.thoughts import pieces
from services.data_science.domain.traversal import reads_samples
from services.data_science.ports import AnalystMind, CodeRunner, HealthData

_FAILED: Final = (
    "I worked out how to compute this, but the calculation did not run to its end, so I have no number to give you. "
    "Asking again, or for something narrower, may work."
)
_NO_DATA: Final = "There is nothing on record yet. Import a file of your measurements and ask again."
_PARTS_AT_ONCE: Final = 2
"""Of one analysis; more would keep others waiting for the sandbox."""
_log = structlog.get_logger("analysis")


class Analyst:
    """Answers questions about a user's data with code that really ran.

    Args:
        data: the owner of the records.
        mind: reads, writes and tells.
        runner: runs code.
        close: lets go of what the mind holds; None where it holds nothing.
    """

    def __init__(
        self,
        *,
        data: HealthData,
        mind: AnalystMind,
        runner: CodeRunner,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._data = data
        self._mind = mind
        self._runner = runner
        self._close = close

    async def start(self) -> None:
        """An analysis that is asked for before this has ended waits for it."""
        await self._runner.start()

    async def stop(self) -> None:
        await self._runner.stop()
        await self._data.close()
        if self._close is not None:
            await self._close()

    async def analyze(self, request: AnalysisRequest) -> AsyncIterator[AnalysisEvent]:
        """Thoughts, tool calls and tool results as they happen, then one `Completed`.

        Raises:
            InvalidFieldError: the question is empty or too long; what it was understood as cannot be read, or is more
                than is computed at once.
            SandboxUnavailableError: this machine isolates generated code less than the settings demand.
            UpstreamUnavailableError: the user's data cannot be read.
        """
        _check(request)
        catalogue = await self._data.describe(request.user_id)
        if catalogue is None:
            yield _declined(Decline(answer=_NO_DATA))
            return
        plan = await self._plan(request, catalogue)
        if isinstance(plan, Decline):
            yield _declined(plan)
            return
        if not request.biomarkers and any(map(reads_samples, plan.questions)):
            yield _declined(Decline(answer=BIOMARKERS_LEFT_OUT))
            return
        for piece in pieces(plan.approach):
            yield Thought(delta=piece)
        frames = await self._data.frames(request.user_id)
        frames = frames if request.biomarkers else replace(frames, biomarkers=b"")
        parts = [self._part(part, request, frames, number=at) for at, part in enumerate(plan.parts, start=1)]
        done: list[_PartDone] = []
        async with aclosing(in_order(parts, at_once=_PARTS_AT_ONCE)) as events:
            async for event in events:
                if not isinstance(event, _PartDone):
                    yield event
                    continue
                done.append(event)
                if event.computed is None:
                    code = _joined(done) or event.tried
                    yield Completed(
                        status=Status.FAILED,
                        answer=_FAILED,
                        draft=_FAILED,
                        approach=plan.approach,
                        code=code,
                        spent=spent(),
                    )
                    return
        yield await self._completed(plan, done, catalogue, prefix=request.finding_prefix)

    async def interpret(self, user_id: str, messages: Sequence[str], *, biomarkers: bool = True) -> Interpretation:
        """What the last of the person's messages asks, in the light of those before it; nothing is computed.

        Args:
            user_id: whose records are asked about.
            messages: the person's, oldest first.
            biomarkers: whether laboratory values may be used.

        Raises:
            InvalidFieldError: there are no messages, or the last is empty or too long.
            UpstreamUnavailableError: what is on record cannot be read.
        """
        if not messages:
            raise InvalidFieldError("There is no message of the person's.", field="messages")
        _check_question(messages[-1], field="messages")
        catalogue = await self._data.describe(user_id)
        if catalogue is None:
            return NotMine(topic=Topic.NO_RECORDS, reason=_NO_DATA)
        read = await self._mind.interpret(recent(messages), catalogue)
        return read if biomarkers else without_samples(read)

    async def _plan(self, request: AnalysisRequest, catalogue: Catalogue) -> Plan | Decline:
        if request.questions:
            return await self._mind.plan_of(request.questions, catalogue)
        *earlier, question = recent((*request.earlier, request.question))
        return await self._mind.plan(question, catalogue, earlier=earlier)

    async def _part(
        self, part: AnyPart, request: AnalysisRequest, frames: Frames, *, number: int
    ) -> "AsyncIterator[AnalysisEvent | _PartDone]":
        """What happens while one part is computed, last what came of it."""
        work = _Work(request, frames=frames, number=number)
        async for event in self._compute(part, work):
            yield event
        if work.latest is None:
            yield _PartDone(computed=None, codes=(), tried=work.tried)
            return
        result, believable = work.latest.result, None
        if isinstance(part, Part) and part.believable is not None:
            async for event in self._compute(replace(part, question=part.believable, believable=None), work):
                yield event
            believable = work.latest.result if work.latest else None
        computed = Computed(part=part, result=result, believable=believable)
        yield _PartDone(computed=computed, codes=tuple(work.codes), tried=work.tried)

    async def _compute(self, part: AnyPart, work: "_Work") -> AsyncIterator[AnalysisEvent]:
        """Writes, runs and repairs the code of one question; `work.latest` is what came of it, None if nothing did."""
        code = await self._mind.write_code(part, work.frames)
        rounds = max(work.request.max_debug_rounds, 0)
        for attempt in range(1 + rounds):
            call_id = work.next_call_id()
            checked = preflight(code)
            code = checked.code if isinstance(checked, Ready) else code
            yield ToolCall(id=call_id, code=code)
            outcome = checked if isinstance(checked, Broken) else await self._run(code, work.frames, attempt=attempt)
            yield _tool_result(call_id, outcome)
            work.ran(code, outcome)
            if isinstance(outcome, Succeeded) or attempt == rounds:
                return
            repaired = await self._mind.repair(part, code, _problem(outcome), work.frames)
            if repaired == code:
                return
            code = repaired
            yield Thought(delta="\nThe code failed, so I corrected it.")

    async def _run(self, code: str, frames: Frames, *, attempt: int) -> RunOutcome:
        with telemetry.span("sandbox", attempt=attempt) as span:
            outcome = await self._runner.run(code, _named(code, frames))
            span.set(outcome=type(outcome).__name__)
        telemetry.measure(SANDBOX_DURATION, outcome.duration_ms / 1000, outcome=type(outcome).__name__)
        _log.info(
            "sandbox.run",
            outcome=type(outcome).__name__,
            attempt=attempt,
            code_chars=len(code),
            duration_ms=round(outcome.duration_ms, 1),
        )
        return outcome

    async def _completed(
        self, plan: Plan, done: Sequence["_PartDone"], catalogue: Catalogue, *, prefix: str
    ) -> Completed:
        computed = tuple(each.computed for each in done if each.computed is not None)
        summary = await self._mind.summarise(computed, catalogue, prefix=prefix)
        return Completed(
            status=Status.ANSWERED,
            answer=summary.answer,
            draft=summary.draft,
            approach=plan.approach,
            code=_joined(done),
            values=summary.values,
            findings=summary.findings,
            pictures=summary.pictures,
            spent=spent(),
        )


@dataclass(frozen=True, kw_only=True)
class _PartDone:
    """What came of one part.

    Attributes:
        computed: None where its code did not run to its end.
        codes: those that ran.
        tried: the last code.
    """

    computed: Computed | None
    codes: tuple[str, ...]
    tried: str


class _Work:
    """One part under way.

    Attributes:
        latest: the last run, if it succeeded.
        codes: of the runs that succeeded.
        tried: the last code that was tried.
    """

    def __init__(self, request: AnalysisRequest, *, frames: Frames, number: int) -> None:
        self.request = request
        self.frames = frames
        self.latest: Succeeded | None = None
        self.codes: list[str] = []
        self.tried = ""
        self._number = number
        self._runs = 0

    def next_call_id(self) -> str:
        self._runs += 1
        return f"{self.request.finding_prefix}-run-{self._number}.{self._runs}"

    def ran(self, code: str, outcome: RunOutcome | Broken) -> None:
        self.tried = code
        self.latest = outcome if isinstance(outcome, Succeeded) else None
        if self.latest is not None:
            self.codes.append(code)


def _named(code: str, frames: Frames) -> Frames:
    """The tables that the code names; of the others nothing leaves the service, and nothing is read."""
    return replace(frames, **{name.name: b"" for name in fields(frames) if f"{name.name}_df" not in code})


def _joined(done: Sequence[_PartDone]) -> str:
    """The code that produced the values."""
    return "\n".join(code for each in done for code in each.codes)


def _check(request: AnalysisRequest) -> None:
    _check_question(request.question, field="question")
    if request.unreadable:
        raise InvalidFieldError(f"The questions cannot be read: {request.unreadable}.", field="questions")
    if len(request.questions) > MOST_QUESTIONS:
        raise InvalidFieldError(f"There are more than {MOST_QUESTIONS} questions.", field="questions")


def _check_question(question: str, *, field: str) -> None:
    if not question.strip():
        raise InvalidFieldError("The question is empty.", field=field)
    if len(question) > QUESTION_LIMIT:
        raise InvalidFieldError(f"The question is longer than {QUESTION_LIMIT} characters.", field=field)


def _declined(decline: Decline) -> Completed:
    said = Draft.of(decline.answer).spelled
    return Completed(status=Status.DECLINED, answer=said, draft=said, spent=spent())


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
