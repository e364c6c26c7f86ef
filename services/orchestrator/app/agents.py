"""Running one specialist: its events, its retries, and what is left when it stays down."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from amy.runtime.errors import DeadlineExceededError, ServiceError, UpstreamUnavailableError
from amy.runtime.ledger import open_ledger
from amy.text import inert
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.retry import RetryPolicy, with_retries
from services.orchestrator.domain.events import AgentCompleted, AgentStarted, AgentThought
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus
from services.orchestrator.domain.pictures import within_limit
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.steps import AgentRun, in_brief
from services.orchestrator.ports import Clock
from services.orchestrator.ports.peers import AgentTask, Completed, Specialist, Thought, ToolUse

_LONGEST_QUESTION: Final = 2000
_log = structlog.get_logger("agents")


@dataclass(frozen=True, kw_only=True)
class AgentDesk:
    """Runs specialists for one turn.

    An agent that stays unreachable, or fails for good, is an answer with status FAILED: the turn goes on without it.
    Different agents run at the same time; one agent finishes before it is asked again, so that what is between its
    `agent.started` and its `agent.completed` is of one run.

    Attributes:
        limit_s: how long an agent may take, all tries together.
    """

    turn_id: str
    recorder: Recorder
    clock: Clock
    retry: RetryPolicy
    limit_s: float
    _busy: defaultdict[Agent, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock), init=False)

    async def run(self, agent: Agent, specialist: Specialist, task: AgentTask) -> AgentRun:
        async with self._busy[agent]:
            return await self._run(agent, specialist, task)

    async def _run(self, agent: Agent, specialist: Specialist, task: AgentTask) -> AgentRun:
        began_s = self.clock.monotonic_s()
        asked = inert(task.question, limit=_LONGEST_QUESTION)

        async def attempt() -> Completed:
            self.recorder.emit(AgentStarted(agent=agent, at=self.clock.now(), question=asked))
            return await self._attempt(agent, specialist, task)

        with open_ledger() as ledger:
            try:
                completed = await self._in_time(agent, attempt, once=task.follow_up)
            except ServiceError as error:
                _log.warning("agent.failed", agent=agent.value, turn_id=self.turn_id, code=error.reason)
                completed = Completed(
                    status=AgentStatus.FAILED, answer="It could not be reached.", draft="", findings=()
                )
        self.recorder.emit(
            AgentCompleted(
                agent=agent,
                at=self.clock.now(),
                duration_ms=round((self.clock.monotonic_s() - began_s) * 1000),
                cost_usd=ledger.spent.cost_usd,
                output_summary=in_brief(completed.answer),
                technique_ids=completed.technique_ids,
            )
        )
        answer = AgentAnswer(
            agent=agent,
            question=task.question,
            status=completed.status,
            draft=completed.draft,
            citations=completed.citations,
            needs=completed.needs,
        )
        pictures = within_limit(completed.pictures)
        if pictures.left_out:
            _log.warning("pictures.left_out", agent=agent.value, turn_id=self.turn_id, count=pictures.left_out)
        return AgentRun(
            answer=answer,
            findings=completed.findings,
            pictures=pictures,
            wanted=completed.wanted,
            proposals=completed.proposals,
            agreed=completed.agreed,
            follow_up=task.follow_up,
        )

    async def _in_time(self, agent: Agent, attempt: Callable[[], Awaitable[Completed]], *, once: bool) -> Completed:
        policy = replace(self.retry, budget_s=0.0) if once else self.retry
        tries = with_retries(attempt, policy=policy, clock=self.clock, what=agent.value, turn_id=self.turn_id)
        try:
            return await asyncio.wait_for(tries, self.limit_s)
        except TimeoutError:
            raise DeadlineExceededError(f"{agent.value} took longer than {self.limit_s:.0f} s.") from None

    async def _attempt(self, agent: Agent, specialist: Specialist, task: AgentTask) -> Completed:
        tools = failed_tools = 0
        completed: Completed | None = None
        async for update in specialist.run(task):
            match update:
                case Thought(delta=delta):
                    self.recorder.emit(AgentThought(agent=agent, delta=delta))
                case ToolUse(success=success):
                    tools += 1
                    failed_tools += not success
                case Completed():
                    completed = update
        if completed is None:
            raise UpstreamUnavailableError(f"{agent.value} ended before it had answered.")
        _log.info(
            "agent.completed",
            agent=agent.value,
            turn_id=self.turn_id,
            status=completed.status.value,
            tools=tools,
            failed_tools=failed_tools,
        )
        return completed
