"""How a turn begins: is somebody in danger, how vague is the question, and what is remembered."""

import asyncio
from dataclasses import replace

from services.orchestrator.app.steps.noting import settle_noting
from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.app.steps.tending import settle_request
from services.orchestrator.domain.plan import Vagueness
from services.orchestrator.domain.safety import Heard, together
from services.orchestrator.domain.steps import MemoryContext, Opening, each_once


async def open_turn(running: RunningTurn) -> Opening:
    """The turn's first event, then whether somebody is in danger; if nobody is, how vague the question is.

    With the vagueness comes what is remembered of the user, what the message asks of memory, and what it tells that
    may be noted.
    """
    parts, turn = running.parts, running.turn
    await running.recorder.begin(parts.clock.now())
    heard = await _heard(running)
    if heard and not heard.faint:
        return Opening(heard=heard)
    classified = parts.mind.classify_vagueness(turn.conversation.question)
    vagueness, memory, task, noting = await asyncio.gather(
        running.best_effort(classified, otherwise=Vagueness.LOW, what="vagueness"),
        _memory_context(running),
        settle_request(running),
        settle_noting(running),
    )
    return Opening(heard=heard, vagueness=vagueness, memory=memory, memory_task=task, noting_task=noting)


async def _heard(running: RunningTurn) -> Heard:
    """What anybody hears of danger. Whoever fails beside the floor has heard nothing."""
    parts, conversation = running.parts, running.turn.conversation
    heard = await parts.safety.listen(conversation)
    for listener in parts.listeners:
        added = await running.best_effort(listener.listen(conversation), otherwise=Heard(), what="safety")
        heard = together(heard, added)
    return heard


async def _memory_context(running: RunningTurn) -> MemoryContext:
    if not running.turn.context.include_memory:
        return MemoryContext()
    keeper, user_id = running.parts.memory, running.turn.user_id
    context, tested = await asyncio.gather(
        running.best_effort(keeper.summarize(user_id), otherwise=MemoryContext(), what="memory_summary"),
        running.best_effort(keeper.tested(user_id), otherwise=(), what="memory_tested"),
    )
    return replace(context, tested=each_once(tested))
