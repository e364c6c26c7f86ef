"""Agents that first say what should be computed, and speak when it was computed and checked."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from services.orchestrator.app.steps.asking import finding_prefix, run_agent, run_supporting, task_for
from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.plan import Agent, Routing, SubQuestions
from services.orchestrator.domain.steps import AgentRun, MainRun, MemoryContext, Prepared, Validation, may_be_told


async def prepare(running: RunningTurn, routing: Routing, questions: SubQuestions, memory: MemoryContext) -> Prepared:
    """What the main agent wants computed, and the computation of it; at the same time those who support it."""
    assert routing.main is not None
    beside = asyncio.gather(*(run_supporting(running, each, routing, questions, memory) for each in routing.first))
    supporting, looked = await asyncio.gather(beside, _look(running, routing.main, questions.main, memory))
    return Prepared(main=looked[0], computed=looked[1:], supporting=tuple(supporting))


async def _look(running: RunningTurn, agent: Agent, question: str, memory: MemoryContext) -> tuple[AgentRun, ...]:
    main = await run_agent(running, agent, task_for(running, agent, question, memory))
    if not main.wanted.questions or Agent.DATA_SCIENCE not in running.available:
        return (main,)
    task = task_for(running, Agent.DATA_SCIENCE, main.wanted.said_back, memory)
    task = replace(task, questions=main.wanted.questions, finding_prefix=finding_prefix(agent))
    return main, await run_agent(running, Agent.DATA_SCIENCE, task)


async def speak(
    running: RunningTurn,
    routing: Routing,
    questions: SubQuestions,
    memory: MemoryContext,
    *,
    prepared: Prepared,
    before: Sequence[AgentRun],
    validation: Validation,
) -> MainRun:
    """The answer of the main agent, told what became of the findings of all those who ran `before` it."""
    assert routing.main is not None
    first = prepared.main
    if first.answer.status is AgentStatus.FAILED:
        return MainRun(main=first)
    findings = [finding for run in before for finding in run.findings]
    task = task_for(running, routing.main, questions.main, memory)
    told = may_be_told(first.wanted, findings, validation)
    main = await run_agent(running, routing.main, replace(task, checked=told))
    if main.answer.status is AgentStatus.DECLINED and _may_ask_the_expert(running, routing):
        task = task_for(running, Agent.DOMAIN_EXPERT, questions.main, memory)
        main = await run_agent(running, Agent.DOMAIN_EXPERT, task)
    return MainRun(main=main)


def _may_ask_the_expert(running: RunningTurn, routing: Routing) -> bool:
    """What is nothing to coach about may still be known, unless the expert was asked already."""
    return Agent.DOMAIN_EXPERT in running.available and Agent.DOMAIN_EXPERT not in routing.supporting
