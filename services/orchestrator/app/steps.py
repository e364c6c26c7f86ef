"""What each of the nine steps does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

import structlog

from amy.runtime.errors import ServiceError, UpstreamUnavailableError
from services.orchestrator.app.agents import AgentDesk
from services.orchestrator.app.parts import Parts
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.retry import with_retries
from services.orchestrator.app.writing import ANALYSIS_FAILED, Rewrite, write_answer
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    CostWarning,
    Speaker,
    TurnStarted,
    ValidatorReport,
    Voice,
)
from services.orchestrator.domain.evidence import Evidence, Verdict, without_data
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, user_facts
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    MemoryKind,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)
from services.orchestrator.domain.safety import Heard, together
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.steps import (
    AgentRun,
    MemoryContext,
    Opening,
    Remembered,
    Validation,
    Written,
    crosses,
    each_once,
    in_brief,
    memory_summary,
    with_effect,
)
from services.orchestrator.domain.turn import Turn
from services.orchestrator.domain.understanding import Understood
from services.orchestrator.ports import AgentTask

_log = structlog.get_logger("steps")
_T = TypeVar("_T")

_MAX_MEMORY_CHARACTERS = 500
_VALIDATED_CONFIDENCE = 0.9


class _Closing:
    """What a speaker's last event says, filled in while it speaks."""

    def __init__(self) -> None:
        self.summary = ""
        self.cost_usd: float | None = 0.0


class TurnSteps:
    """The bodies of one turn's steps. Each may be run again after a crash, so each is safe to repeat."""

    def __init__(self, parts: Parts, turn: Turn, recorder: Recorder) -> None:
        self._parts = parts
        self._turn = turn
        self._recorder = recorder
        self._desk = AgentDesk(turn_id=turn.id, recorder=recorder, clock=parts.clock, retry=parts.retry)

    @property
    def _available(self) -> frozenset[Agent]:
        return frozenset(self._parts.specialists)

    async def open(self) -> Opening:
        """The turn's first event, then whether somebody is in danger; if nobody is, how vague the question is.

        With the vagueness comes what is remembered of the user.
        """
        parts, turn = self._parts, self._turn
        await parts.store.begin(turn.id, owner=parts.owner, started=TurnStarted(turn_id=turn.id, at=parts.clock.now()))
        parts.on_commit(turn.id)
        if heard := await self._heard():
            return Opening(heard=heard)
        classified = parts.mind.classify_vagueness(turn.conversation.question)
        vagueness, memory = await asyncio.gather(
            self._best_effort(classified, otherwise=Vagueness.LOW, what="vagueness"), self._memory_context()
        )
        return Opening(vagueness=vagueness, memory=memory)

    async def _heard(self) -> Heard:
        """What anybody hears of danger. Whoever fails beside the floor has heard nothing."""
        parts, conversation = self._parts, self._turn.conversation
        heard = await parts.safety.listen(conversation)
        for listener in parts.listeners:
            added = await self._best_effort(listener.listen(conversation), otherwise=Heard(), what="safety")
            heard = together(heard, added)
        return heard

    async def help(self, heard: Heard) -> Written:
        """What to do now and whom to call. It holds no number of the user's, and needs no check of any."""
        answer = self._parts.safety.answer(heard, locale=self._turn.context.locale)
        async with self._speaking(Voice.SYNTHESIS) as closing:
            self._recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta=answer))
            closing.summary = "told where to find help"
        return Written(answer=answer, fact_sheet=())

    async def remember_nothing(self) -> Remembered:
        """The end of a turn that leaves nothing in memory."""
        return Remembered(at=self._parts.clock.now())

    async def route(self) -> Routing:
        """Who answers, by what data science makes of the question; without it where that cannot be had in time."""
        conversation = self._turn.conversation.recent()
        understood = await self._understood(conversation)
        return sanitise(await self._parts.mind.route(conversation, self._available, understood), self._available)

    async def _understood(self, conversation: Conversation) -> Understood | None:
        understander = self._parts.understander
        if understander is None:
            return None
        interpreted = understander.interpret(self._turn.user_id, conversation)
        return await self._best_effort(interpreted, otherwise=None, what="interpret")

    async def rephrase(self, routing: Routing) -> SubQuestions:
        """What each agent is asked; the user's own words if that cannot be said better."""
        conversation = self._turn.conversation
        return await self._best_effort(
            self._parts.mind.rephrase(conversation, routing),
            otherwise=SubQuestions(main=conversation.question, supporting={}),
            what="rephrase",
        )

    async def run_supporting_agents(
        self, routing: Routing, questions: SubQuestions, memory: MemoryContext
    ) -> tuple[AgentRun, ...]:
        """All at once; the results in routing order."""
        runs = await asyncio.gather(
            *(
                self._run_agent(agent, questions.supporting.get(agent, questions.main), memory)
                for agent in routing.supporting
            )
        )
        await self._watch_cost(before=(), after=[run.cost_usd for run in runs])
        return tuple(runs)

    async def run_main_agent(
        self, routing: Routing, questions: SubQuestions, memory: MemoryContext, *, spent: Sequence[AgentRun]
    ) -> AgentRun:
        assert routing.main is not None
        run = await self._run_agent(routing.main, questions.main, memory)
        before = [earlier.cost_usd for earlier in spent]
        await self._watch_cost(before=before, after=[*before, run.cost_usd])
        return run

    async def reflect(self, runs: Sequence[AgentRun], routing: Routing, memory: MemoryContext) -> tuple[AgentRun, ...]:
        """Follow-ups, at most one per agent, if there were supporting agents to disagree or leave gaps."""
        if not routing.supporting:
            return ()
        reflection = await self._best_effort(
            self._parts.mind.reflect(self._turn.conversation, [run.answer for run in runs]),
            otherwise=Reflection(questions={}),
            what="reflection",
        )
        asked = [(agent, text) for agent, text in reflection.questions.items() if agent in self._available]
        follow_ups = await asyncio.gather(
            *(self._run_agent(agent, text, memory, follow_up=True) for agent, text in asked)
        )
        before = [run.cost_usd for run in runs]
        await self._watch_cost(before=before, after=[*before, *(run.cost_usd for run in follow_ups)])
        return tuple(follow_ups)

    async def validate(self, runs: Sequence[AgentRun], memory: MemoryContext) -> Validation:
        """The verdict on every finding of every agent; a trivial one when there is no finding.

        Raises:
            UpstreamUnavailableError, DeadlineExceededError: the validator stays down, and nothing unchecked is told.
        """
        findings = [finding for run in runs for finding in run.findings]
        if not findings:
            return Validation()

        async def attempt() -> Validation:
            validation: Validation | None = None
            async with self._speaking(Voice.VALIDATOR) as closing:
                reports = self._parts.validator.validate(self._turn.user_id, findings, memory.notes, memory.tested)
                async for update in reports:
                    if isinstance(update, ValidatorReport):
                        self._recorder.emit(update)
                    else:
                        validation = update
                if validation is None:
                    raise UpstreamUnavailableError("The validator ended before it had answered.")
                counts = validation.counts
                closing.cost_usd = validation.cost_usd
                closing.summary = (
                    f"{counts.validated} validated, {counts.conditional} conditional, {counts.rejected} rejected"
                )
            return validation

        validation = await self._with_retries(attempt, what="validator")
        before = [run.cost_usd for run in runs]
        await self._watch_cost(before=before, after=[*before, validation.cost_usd])
        return validation

    async def synthesise(self, evidence: Evidence) -> Written:
        """The answer from the evidence; where the analysis broke, with a warning and no number but the user's own."""
        parts, conversation = self._parts, self._turn.conversation
        told = without_data(evidence) if evidence.data_failed else evidence
        left_s = parts.rewriting_s

        async def rewrite(sentence: Unverified) -> str:
            nonlocal left_s
            began_s = parts.clock.monotonic_s()
            unverified = [issue.token for issue in sentence.issues]
            rewritten = parts.mind.rewrite(sentence.source, unverified=unverified, evidence=told)
            in_time = asyncio.wait_for(rewritten, max(left_s, 0.0))
            text = await self._best_effort(in_time, otherwise="", what="rewrite")
            left_s -= parts.clock.monotonic_s() - began_s
            return text

        return await self._write(parts.mind.synthesise(conversation, told), evidence=told, allowed=(), rewrite=rewrite)

    async def reply(self, memory: MemoryContext, *, said: str) -> Written:
        """What is `said` where nobody answers or, where that is nothing, the conversational fallback.

        There is no evidence to mend a sentence with: one that fails is dropped.
        """

        async def drop(_sentence: Unverified) -> str:
            return ""

        if said:
            # Said before anything was computed, from the names and dates of what is on record alone.
            return await self._write(_at_once(said), evidence=None, allowed=(said,), rewrite=drop)
        known_metrics = await self._best_effort(
            self._parts.metrics.known_metrics(self._turn.user_id), otherwise=(), what="known_metrics"
        )
        chunks = self._parts.mind.reply(
            self._turn.conversation,
            memory_summary=memory.markdown,
            available=self._available,
            known_metrics=known_metrics,
        )
        return await self._write(chunks, evidence=None, allowed=(memory.markdown,), rewrite=drop)

    async def remember(self, written: Written, validation: Validation) -> Remembered:
        """Best effort: a turn whose memories are lost is still a turn."""
        async with self._speaking(Voice.MEMORY) as closing:
            added = await self._best_effort(self._record(written, validation), otherwise=(), what="memory_extraction")
            closing.summary = memory_summary(added)
        return Remembered(at=self._parts.clock.now())

    async def _record(self, written: Written, validation: Validation) -> Sequence[tuple[str, int]]:
        extracted = await self._parts.mind.extract_memories(self._turn.conversation.question, written.answer)
        return await self._parts.memory.record(
            self._turn.user_id,
            self._turn.id,
            extracted=(*extracted, *_insights(validation)),
            processed=validation.tested,
        )

    async def _run_agent(
        self, agent: Agent, question: str, memory: MemoryContext, *, follow_up: bool = False
    ) -> AgentRun:
        task = AgentTask(
            user_id=self._turn.user_id,
            question=question,
            finding_prefix=_finding_prefix(agent, follow_up=follow_up),
            history=self._turn.conversation.recent().history,
            memory_markdown=memory.markdown,
            follow_up=follow_up,
        )
        return await self._desk.run(agent, self._parts.specialists[agent], task)

    async def _write(
        self, chunks: AsyncIterator[str], *, evidence: Evidence | None, allowed: Sequence[str], rewrite: Rewrite
    ) -> Written:
        """Writes the answer; on its sheet are the facts of the evidence, and of all others those that it cites."""
        facts = evidence.fact_sheet if evidence else ()
        # Newest first, as minds number what the user stated: "user.1" is of the question, if it holds a number.
        asked = (message.content for message in reversed(self._turn.conversation.messages) if message.role == "user")
        optional = (*(evidence.literature if evidence else ()), *user_facts("\n".join(asked)))
        data_failed = evidence is not None and evidence.data_failed
        writer = AnswerWriter((*facts, *optional), allowed, derivations=not data_failed)
        warning = ANALYSIS_FAILED if data_failed else ""
        async with self._speaking(Voice.SYNTHESIS) as closing:
            answer = await write_answer(
                chunks, writer=writer, rewrite=rewrite, recorder=self._recorder, warning=warning
            )
            closing.summary = in_brief(answer)
        cited = tuple(fact for fact in optional if fact.claim in writer.cited)
        return Written(answer=answer, fact_sheet=(*facts, *cited, *writer.derived))

    async def _memory_context(self) -> MemoryContext:
        if not self._turn.context.include_memory:
            return MemoryContext()
        keeper, user_id = self._parts.memory, self._turn.user_id
        context, tested = await asyncio.gather(
            self._best_effort(keeper.summarize(user_id), otherwise=MemoryContext(), what="memory_summary"),
            self._best_effort(keeper.tested(user_id), otherwise=(), what="memory_tested"),
        )
        return replace(context, tested=each_once(tested))

    async def _best_effort(self, work: Awaitable[_T], *, otherwise: _T, what: str) -> _T:
        try:
            return await work
        except Exception as error:  # noqa: BLE001, by contract nothing that goes wrong here may fail the turn
            code = error.reason if isinstance(error, ServiceError) else type(error).__name__
            _log.warning("best_effort.failed", what=what, turn_id=self._turn.id, code=code)
            return otherwise

    async def _with_retries(self, attempt: Callable[[], Awaitable[_T]], *, what: str) -> _T:
        return await with_retries(
            attempt, policy=self._parts.retry, clock=self._parts.clock, what=what, turn_id=self._turn.id
        )

    async def _watch_cost(self, *, before: Sequence[float | None], after: Sequence[float | None]) -> None:
        """Warns once when the turn's known spending reaches the threshold."""
        spent_usd = sum(cost for cost in after if cost is not None)
        threshold_usd = self._parts.cost_warn_usd
        if not crosses(sum(cost for cost in before if cost is not None), spent_usd, threshold_usd):
            return
        await self._recorder.flush()
        if not await self._parts.store.warned_of_cost(self._turn.id):
            self._recorder.emit(
                CostWarning(cost_usd=spent_usd, threshold_usd=threshold_usd, at=self._parts.clock.now())
            )

    @asynccontextmanager
    async def _speaking(self, speaker: Speaker) -> AsyncIterator[_Closing]:
        """Brackets what a speaker says with its started and completed events."""
        clock = self._parts.clock
        began_s = clock.monotonic_s()
        self._recorder.emit(AgentStarted(agent=speaker, at=clock.now()))
        closing = _Closing()
        yield closing
        self._recorder.emit(
            AgentCompleted(
                agent=speaker,
                at=clock.now(),
                duration_ms=round((clock.monotonic_s() - began_s) * 1000),
                cost_usd=closing.cost_usd,
                output_summary=closing.summary,
            )
        )


async def _at_once(text: str) -> AsyncIterator[str]:
    yield text


def _finding_prefix(agent: Agent, *, follow_up: bool) -> str:
    """Distinct per run of a turn, so that references stay unambiguous: "ds", and "rf-ds" for a follow-up."""
    initials = "".join(word[0] for word in agent.value.split("_"))
    return f"rf-{initials}" if follow_up else initials


def _insights(validation: Validation) -> tuple[ExtractedMemory, ...]:
    """The validated findings as things to remember, with their numbers written out."""
    writer = AnswerWriter(validation.fact_sheet)
    told = (writer.check(with_effect(f)) for f in validation.findings if f.verdict is Verdict.VALIDATED)
    return tuple(
        ExtractedMemory(
            kind=MemoryKind.INSIGHT,
            text=in_brief(sentence.text, limit=_MAX_MEMORY_CHARACTERS),
            confidence=_VALIDATED_CONFIDENCE,
        )
        for sentence in told
        if isinstance(sentence, Clean) and sentence.text.strip()
    )
