"""The workflow of a turn: which steps run, in which order, and how the turn ends."""

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import structlog

from amy.runtime import telemetry, trace
from amy.runtime.errors import ServiceError
from amy.runtime.ledger import open_ledger
from amy.runtime.storage import StorageError
from amy.runtime.telemetry import Span
from amy.spending import Spent, summed
from services.orchestrator.app import checkpoints
from services.orchestrator.app.checkpoints import Checkpoint, Loaded
from services.orchestrator.app.following import LiveLog
from services.orchestrator.app.measures import slot_of, step_measured, turn_ended
from services.orchestrator.app.parts import Parts
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.retry import TRANSIENT
from services.orchestrator.app.steps.asking import (
    reflect,
    rephrase,
    route,
    run_main_agent,
    run_supporting_agents,
)
from services.orchestrator.app.steps.noting import keep_notes
from services.orchestrator.app.steps.opening import open_turn
from services.orchestrator.app.steps.remembering import remember, remember_nothing
from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.app.steps.speaking_last import prepare, speak
from services.orchestrator.app.steps.telling import reply_to, synthesise, tell_help
from services.orchestrator.app.steps.tending import tend_memory
from services.orchestrator.app.steps.validating import validate
from services.orchestrator.domain.events import TerminalEvent, TurnCompleted, TurnFailed
from services.orchestrator.domain.evidence import Evidence, added, renewed
from services.orchestrator.domain.memory_requests import MemoryAction, MemoryTask
from services.orchestrator.domain.noting import NotingTask
from services.orchestrator.domain.pictures import Pictures, shown
from services.orchestrator.domain.plan import SPEAK_LAST, Agent, ExtractedMemory, Routing
from services.orchestrator.domain.safety import Heard
from services.orchestrator.domain.sources import numbered_together
from services.orchestrator.domain.steps import (
    AgentRun,
    Failure,
    MemoryContext,
    Remembered,
    Validation,
    Written,
    crosses,
    data_failed,
    worth_keeping,
)
from services.orchestrator.domain.turn import Turn, TurnError, TurnResult, TurnStatus
from services.orchestrator.ports.durable import Opened, OwnershipLostError

_log = structlog.get_logger("pipeline")
_T = TypeVar("_T")
_SHORT_ANSWER = 12
"""Words."""


class _TurnFailedError(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


class Pipeline:
    """Runs turns, at most `max_concurrent` at once; the others stay queued.

    `run` is deterministic between its steps: given the same checkpoints it takes the same branches, so that it can be
    run again from the start after a crash and go on at the first step without a checkpoint.
    """

    def __init__(self, parts: Parts, *, max_concurrent: int) -> None:
        self._parts = parts
        self._slots = asyncio.Semaphore(max_concurrent)

    async def run(self, turn: Turn | str) -> None:
        """Runs one turn to its terminal event: one that was created here just now, or any in flight by its id."""
        parts = self._parts
        opened = await parts.store.open(turn, owner=parts.owner) if isinstance(turn, str) else Opened(turn=turn)
        if opened is not None:
            with parts.live.kept(LiveLog(opened.turn, opened.events)) as live:
                await self._run(opened, live)

    async def _run(self, opened: Opened, live: LiveLog) -> None:
        parts, turn = self._parts, opened.turn
        trace.set_trace_id(turn.request_id)
        recorder = Recorder(
            parts.store, opened, owner=parts.owner, live=live, journal=parts.journal, on_commit=parts.on_commit
        )
        with telemetry.resumed("turn", turn.request_id, request_id=turn.request_id, turn_id=turn.id) as span:
            async with slot_of(self._slots):
                try:
                    await _Run(parts, turn, recorder, span).to_the_end()
                finally:
                    await recorder.settle()


class _Run:
    """One turn being run."""

    def __init__(self, parts: Parts, turn: Turn, recorder: Recorder, span: Span) -> None:
        self._parts = parts
        self._span = span
        self._turn = turn
        self._recorder = recorder
        self._running = RunningTurn(parts=parts, turn=turn, recorder=recorder)
        self._spent: list[Spent] = []
        """By each step so far, run now or before."""

    async def to_the_end(self) -> None:
        try:
            event: TerminalEvent = TurnCompleted(turn_id=self._turn.id, result=await self._result())
        except _TurnFailedError as error:
            failure = error.failure
            self._span.fail(failure.code)
            event = TurnFailed(
                turn_id=self._turn.id,
                error=TurnError(code=failure.code, message=failure.message, request_id=self._turn.request_id),
            )
        parts = self._parts
        now = parts.clock.now()
        await self._recorder.finish(event, now)
        status = TurnStatus.COMPLETED if isinstance(event, TurnCompleted) else TurnStatus.FAILED
        self._span.set(turn_status=status.value)
        turn_ended(self._turn, status, now)

    async def _result(self) -> TurnResult:
        opening = await self._step(checkpoints.OPENING, lambda: open_turn(self._running))
        heard = opening.heard
        if heard and not heard.faint:
            return await self._help(heard)
        if not heard and (opening.memory_task or opening.noting_task):
            return await self._do_as_told(opening.memory_task, opening.noting_task)
        routing = await self._step(checkpoints.ROUTED, lambda: route(self._running, opening.vagueness, opening.memory))
        if heard and not self._may_be_answered(routing):
            return await self._help(heard)
        if routing.main is None:
            return await self._fallback(opening.memory, reply=routing.reply)
        if routing.main in SPEAK_LAST:
            return await self._look_first(routing, opening.memory, heard)
        return await self._answer(routing, opening.memory, heard)

    def _may_be_answered(self, routing: Routing) -> bool:
        """Whether a message in which danger is faintly heard is answered, with whom to call below the answer.

        It is where every word of it was read as a question about data, and where it is a short answer to a coach: a few
        words that mean little without the question.
        """
        conversation = self._turn.conversation
        is_short = bool(conversation.history) and len(conversation.question.split()) <= _SHORT_ANSWER
        answers_coach = routing.main is Agent.HEALTH_COACH and is_short
        return answers_coach or (routing.main is not None and routing.all_computed)

    async def _help(self, heard: Heard) -> TurnResult:
        """Somebody is in danger: help is told; nobody is asked, nothing computed and nothing remembered."""
        written = await self._step(checkpoints.WRITTEN, lambda: tell_help(self._running, heard))
        remembered = await self._step(checkpoints.REMEMBERED, lambda: remember_nothing(self._running))
        result = await self._summed_up(written, remembered, runs=(), validation=Validation())
        return replace(result, safety=heard.dangers)

    async def _tend(self, task: MemoryTask) -> TurnResult:
        """Memory is told or changed; nobody is asked, and only what puts something right is remembered."""
        written = await self._step(checkpoints.WRITTEN, lambda: tend_memory(self._running, task))
        remembered = await (
            self._remember(written, Validation())
            if task.request.action is MemoryAction.CORRECT
            else self._step(checkpoints.REMEMBERED, lambda: remember_nothing(self._running))
        )
        return await self._summed_up(written, remembered, runs=(), validation=Validation())

    async def _do_as_told(self, memory: MemoryTask | None, noting: NotingTask | None) -> TurnResult:
        """Nothing is asked that anybody answers: memory is tended, or something noted."""
        if memory is not None:
            return await self._tend(memory)
        assert noting is not None
        return await self._note(noting)

    async def _note(self, task: NotingTask) -> TurnResult:
        """Something is offered to be noted, or noted; nobody is asked, and nothing of it is remembered besides."""
        written = await self._step(checkpoints.WRITTEN, lambda: keep_notes(self._running, task))
        remembered = await self._step(checkpoints.REMEMBERED, lambda: remember_nothing(self._running))
        return await self._summed_up(written, remembered, runs=(), validation=Validation())

    async def _fallback(self, memory: MemoryContext, *, reply: str) -> TurnResult:
        written = await self._step(checkpoints.WRITTEN, lambda: reply_to(self._running, memory, said=reply))
        remembered = await self._remember(written, Validation())
        return await self._summed_up(written, remembered, runs=(), validation=Validation())

    async def _answer(self, routing: Routing, memory: MemoryContext, heard: Heard) -> TurnResult:
        """What was asked is answered; where danger is faintly heard, with help below it and nothing remembered."""
        running = self._running
        questions = await self._step(checkpoints.REPHRASED, lambda: rephrase(running, routing))
        first = await self._step(
            checkpoints.SUPPORTED, lambda: run_supporting_agents(running, routing, questions, memory)
        )
        answered = await self._step(
            checkpoints.ANSWERED, lambda: run_main_agent(running, routing, questions, memory, first=first)
        )
        main, supporting = answered.main, (*first, *answered.beside)
        runs = (*supporting, main)
        follow_ups = await self._step(checkpoints.REFLECTED, lambda: reflect(running, runs, routing, memory))
        runs = (*runs, *follow_ups)
        validation = await self._step(checkpoints.VALIDATED, lambda: validate(running, runs, memory))
        answers = [main.answer, *(run.answer for run in supporting)]
        later = [run.answer for run in follow_ups]
        told, *beside = renewed(answers, later)
        evidence = Evidence(
            main=told,
            supporting=tuple(beside),
            reflection=added(answers, later),
            findings=validation.findings,
            fact_sheet=validation.fact_sheet,
            data_failed=data_failed(runs),
            memory_summary=memory.markdown,
            missing=routing.missing,
            instead=routing.instead,
            remark=routing.remark,
            own_in_support=routing.own_numbers is not None and not routing.own_numbers.asked,
            all_computed=routing.all_computed,
        )
        return await self._told(evidence, heard, runs=runs, validation=validation, kept=validation)

    async def _look_first(self, routing: Routing, memory: MemoryContext, heard: Heard) -> TurnResult:
        """What the main agent wants to know is computed and checked, and then it speaks."""
        running = self._running
        questions = await self._step(checkpoints.REPHRASED, lambda: rephrase(running, routing))
        prepared = await self._step(checkpoints.PREPARED, lambda: prepare(running, routing, questions, memory))
        follow_ups = await self._step(checkpoints.REFLECTED, lambda: reflect(running, prepared.runs, routing, memory))
        before = (*prepared.runs, *follow_ups)
        validation = await self._step(checkpoints.VALIDATED, lambda: validate(running, before, memory))
        answered = await self._step(
            checkpoints.ANSWERED,
            lambda: speak(running, routing, questions, memory, prepared=prepared, before=before, validation=validation),
        )
        main = answered.main
        answers = [run.answer for run in prepared.told_beside(main)]
        later = [run.answer for run in follow_ups]
        evidence = Evidence(
            main=main.answer,
            supporting=renewed(answers, later),
            reflection=added(answers, later),
            findings=validation.findings,
            fact_sheet=(*validation.fact_sheet, *main.proposals),
            data_failed=data_failed(before),
            memory_summary=memory.markdown,
            remark=routing.remark,
            own_in_support=not (routing.questions or (routing.own_numbers and routing.own_numbers.asked)),
        )
        kept = worth_keeping(validation, prepared, main)
        return await self._told(evidence, heard, runs=(*before, main), validation=validation, kept=kept)

    async def _told(
        self,
        evidence: Evidence,
        heard: Heard,
        *,
        runs: tuple[AgentRun, ...],
        validation: Validation,
        kept: Validation,
    ) -> TurnResult:
        """The answer; `kept` is what of the validation goes to memory."""
        running = self._running
        written = await self._step(checkpoints.WRITTEN, lambda: synthesise(running, numbered_together(evidence), heard))
        remembered = await (
            self._step(checkpoints.REMEMBERED, lambda: remember_nothing(running))
            if heard
            else self._remember(written, kept, runs[-1].agreed)
        )
        result = await self._summed_up(written, remembered, runs=runs, validation=validation)
        return replace(result, safety=heard.dangers)

    async def _remember(
        self, written: Written, validation: Validation, agreed: ExtractedMemory | None = None
    ) -> Remembered:
        return await self._step(checkpoints.REMEMBERED, lambda: remember(self._running, written, validation, agreed))

    async def _summed_up(
        self, written: Written, remembered: Remembered, *, runs: tuple[AgentRun, ...], validation: Validation
    ) -> TurnResult:
        assert self._recorder.started_at is not None
        return TurnResult(
            answer=written.answer,
            fact_sheet=written.fact_sheet,
            agents_used=tuple(dict.fromkeys(run.answer.agent for run in runs)),
            validator=validation.counts,
            cost_usd=summed(self._spent).cost_usd,
            profile=self._parts.profile,
            # Negative where a clock was set back meanwhile.
            duration_ms=max(0, (remembered.at - self._recorder.started_at) // timedelta(milliseconds=1)),
            pictures=Pictures() if data_failed(runs) else shown([run.pictures for run in runs], validation.findings),
        )

    async def _step(self, checkpoint: Checkpoint[_T], work: Callable[[], Awaitable[_T]]) -> _T:
        """The step's value, from its checkpoint or by doing the work; the checkpoint is written behind its events.

        What goes wrong in a step is its checkpoint too: a turn that failed does not fail differently when it is
        replayed.
        """
        step, recorder, journal = checkpoint.step, self._recorder, self._parts.journal
        if step in recorder.checkpoints:
            await journal.end(self._turn.id, step, ran=False)
            loaded = checkpoint.load(recorder.checkpoints[step])
        else:
            if journal.is_kept:
                await recorder.flush()
            await journal.begin(self._turn.id, step)
            loaded = await self._worked(checkpoint, work)
            recorder.end_step(step, checkpoint.dump(loaded))
        self._spent.append(loaded.spent)
        if isinstance(loaded.value, Failure):
            raise _TurnFailedError(loaded.value)
        return loaded.value

    async def _worked(self, checkpoint: Checkpoint[_T], work: Callable[[], Awaitable[_T]]) -> Loaded[_T]:
        clock = self._parts.clock
        with step_measured(checkpoint.step, clock, turn_id=self._turn.id) as outcome, open_ledger() as ledger:
            try:
                self._recorder.expect_stored()
                value = await work()
                self._watch_cost(ledger.spent)
                self._recorder.expect_stored()
            except (OwnershipLostError, StorageError):
                raise
            except Exception as error:  # noqa: BLE001, the boundary of a step: whatever broke, the turn must end
                outcome.failed(_reason(error))
                return Loaded(value=self._failure(checkpoint, error), spent=ledger.spent)
            outcome.done()
            return Loaded(value=value, spent=ledger.spent)

    def _watch_cost(self, now: Spent) -> None:
        """Warns in the step in which the turn's known spending reaches the threshold."""
        before = summed(self._spent)
        after = summed([before, now])
        if crosses(before.known_usd, after.known_usd, self._parts.cost_warn_usd):
            self._running.warn_of_cost(after.known_usd)

    def _failure(self, checkpoint: Checkpoint[_T], error: Exception) -> Failure:
        frames = traceback.extract_tb(error.__traceback__)
        _log.error(
            "step.failed",
            step=checkpoint.step.value,
            turn_id=self._turn.id,
            error=_reason(error),
            where=[f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames[-5:]],
        )
        if isinstance(error, TRANSIENT):
            message = "A part of Amy that this answer needs did not respond in time. Please ask again in a moment."
            return Failure(code="upstream_unavailable", message=message)
        return Failure(code="internal_error", message="Something broke while this answer was made. Please ask again.")


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, ServiceError) else type(error).__name__
