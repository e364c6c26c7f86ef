"""Who is asked what, and what they answer."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.person import Person
from services.orchestrator.domain.plan import SPEAK_LAST, Agent, Part, Reflection, Routing, SubQuestions, Vagueness
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.steps import (
    AgentRun,
    Finding,
    MainRun,
    MemoryContext,
)
from services.orchestrator.domain.understanding import Computable, Partly, Understood, in_support
from services.orchestrator.ports.peers import AgentTask


async def route(running: RunningTurn, vagueness: Vagueness, memory: MemoryContext) -> Routing:
    """Who answers, by what data science makes of the question; without it where that cannot be had in time.

    A question that names nothing, and that cannot be computed, is looked into by the investigator.
    """
    conversation = running.parts.mind.standing_alone(running.turn.conversation.recent())
    understood = await _understood(running, conversation)

    async def parts() -> Sequence[Part]:
        return await _parts(running, conversation) if understood else ()

    has_goal = any(note.goal is not None for note in memory.notes)
    raw = await running.parts.mind.route(conversation, running.available, understood, parts, has_goal=has_goal)
    unclaimed = not (raw.main_agent or raw.reply or isinstance(understood, Computable | Partly))
    is_vague = vagueness is Vagueness.HIGH and unclaimed
    routing = sanitise(replace(raw, vague=raw.vague or is_vague), running.available)
    if understood is None or routing.questions:
        return routing
    return replace(routing, all_computed=isinstance(understood, Computable), own_numbers=in_support(understood))


async def _parts(running: RunningTurn, conversation: Conversation) -> Sequence[Part]:
    """The parts of what is asked, each with what data science makes of it behind those before it."""
    texts = running.parts.mind.parts(conversation.question)
    said = [Message(role="user", content=text) for text in texts]
    up_to = (Conversation(messages=(*conversation.history, *said[: at + 1])) for at in range(len(said)))
    understood = await asyncio.gather(*(_understood(running, each) for each in up_to))
    return [Part(text=text, understood=each) for text, each in zip(texts, understood, strict=True)]


async def _understood(running: RunningTurn, conversation: Conversation) -> Understood | None:
    understander = running.parts.understander
    if understander is None:
        return None
    interpreted = understander.interpret(
        running.turn.user_id, conversation, biomarkers=running.turn.context.include_biomarkers
    )
    return await running.best_effort(interpreted, otherwise=None, what="interpret")


async def rephrase(running: RunningTurn, routing: Routing) -> SubQuestions:
    """What each agent is asked; the user's own words if that cannot be said better."""
    conversation = running.parts.mind.standing_alone(running.turn.conversation)
    return await running.best_effort(
        running.parts.mind.rephrase(conversation, routing),
        otherwise=SubQuestions(main=conversation.question, supporting={}),
        what="rephrase",
    )


async def run_supporting_agents(
    running: RunningTurn, routing: Routing, questions: SubQuestions, memory: MemoryContext
) -> tuple[AgentRun, ...]:
    """Those whom the main agent is to hear, all at once; the results in routing order."""
    runs = await asyncio.gather(
        *(run_supporting(running, agent, routing, questions, memory) for agent in routing.first)
    )
    return tuple(runs)


async def run_main_agent(
    running: RunningTurn, routing: Routing, questions: SubQuestions, memory: MemoryContext, *, first: Sequence[AgentRun]
) -> MainRun:
    """The main agent, told what those before it found, and at the same time those it need not hear."""
    assert routing.main is not None
    findings = tuple(finding for earlier in first for finding in earlier.findings)
    person = Person() if routing.main is Agent.DATA_SCIENCE else await _person(running)
    task = task_for(running, routing.main, questions.main, memory)
    main, *beside = await asyncio.gather(
        run_agent(running, routing.main, replace(task, findings=findings, person=person)),
        *(run_supporting(running, agent, routing, questions, memory) for agent in routing.beside),
    )
    return MainRun(main=main, beside=tuple(beside))


async def reflect(
    running: RunningTurn, runs: Sequence[AgentRun], routing: Routing, memory: MemoryContext
) -> tuple[AgentRun, ...]:
    """Follow-ups, at most one per agent, where there is something to disagree on or to have been left out.

    Data science is asked first; the others are told what it and those before it found.
    """
    conversation, mind = running.turn.conversation, running.parts.mind
    is_coached = routing.main is Agent.HEALTH_COACH
    needs = any(run.answer.needs for run in runs)
    several = routing.supporting or is_coached or needs or mind.parts(conversation.question)
    if not several:
        return ()
    reflection = await running.best_effort(
        mind.reflect(conversation, [run.answer for run in runs]),
        otherwise=Reflection(questions={}),
        what="reflection",
    )
    askable = running.available - SPEAK_LAST
    asked = {agent: text for agent, text in reflection.questions.items() if agent in askable}
    computed = [
        await _follow_up(running, agent, text, memory) for agent, text in asked.items() if agent is Agent.DATA_SCIENCE
    ]
    findings = tuple(finding for run in (*runs, *computed) for finding in run.findings)
    others = {agent: text for agent, text in asked.items() if agent is not Agent.DATA_SCIENCE}
    person = await _person(running) if others else Person()
    told = await asyncio.gather(
        *(_follow_up(running, agent, text, memory, findings, person) for agent, text in others.items())
    )
    return (*computed, *told)


async def run_supporting(
    running: RunningTurn, agent: Agent, routing: Routing, questions: SubQuestions, memory: MemoryContext
) -> AgentRun:
    """One of those who support the main agent, asked its own part of the question."""
    own = routing.own_numbers
    if agent is Agent.DATA_SCIENCE and own:
        task = task_for(running, agent, own.said_back, memory)
        return await run_agent(running, agent, replace(task, questions=own.questions))
    asked = questions.supporting.get(agent, questions.main)
    return await run_agent(running, agent, task_for(running, agent, asked, memory))


async def _follow_up(
    running: RunningTurn,
    agent: Agent,
    question: str,
    memory: MemoryContext,
    findings: tuple[Finding, ...] = (),
    person: Person | None = None,
) -> AgentRun:
    task = task_for(running, agent, question, memory)
    told = replace(task, findings=findings, person=person or task.person)
    return await run_agent(running, agent, replace(told, follow_up=True, finding_prefix=f"rf-{task.finding_prefix}"))


async def _person(running: RunningTurn) -> Person:
    found = running.parts.records.person(running.turn.user_id)
    return await running.best_effort(found, otherwise=Person(), what="profile")


def task_for(running: RunningTurn, agent: Agent, question: str, memory: MemoryContext) -> AgentTask:
    """What an agent is asked, with what it may always know."""
    return AgentTask(
        user_id=running.turn.user_id,
        question=question,
        finding_prefix=finding_prefix(agent),
        history=running.turn.conversation.recent().history,
        memory_markdown=memory.markdown,
        tested=memory.tested,
        memories=memory.notes,
        biomarkers=running.turn.context.include_biomarkers,
    )


async def run_agent(running: RunningTurn, agent: Agent, task: AgentTask) -> AgentRun:
    return await running.desk.run(agent, running.parts.specialists[agent], task)


def finding_prefix(agent: Agent) -> str:
    """Distinct per run of a turn, so that references stay unambiguous: "ds", and "rf-ds" for a follow-up."""
    return "".join(word[0] for word in agent.value.split("_"))
