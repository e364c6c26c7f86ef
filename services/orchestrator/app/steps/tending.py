"""What a person asks of memory itself: to tell it, to forget, to put something right."""

from dataclasses import replace
from typing import Final

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.app.steps.telling import reply_to
from services.orchestrator.domain.memory_requests import (
    Chosen,
    MemoryAccess,
    MemoryAction,
    MemoryRequest,
    MemoryTask,
)
from services.orchestrator.domain.steps import MemoryContext, Written

_MOST_TURNS: Final = 20
"""How far back the turn is looked for that a conversation has gone on from."""
_NEEDS_NO_NOTES: Final = frozenset({MemoryAction.CORRECT, MemoryAction.KEEP_ALL, MemoryAction.FORGET_ALL_CONFIRMED})


async def settle_request(running: RunningTurn) -> MemoryTask | None:
    """What the message asks of memory, and which entries that concerns; None where it asks nothing of it.

    Changes nothing: what is settled here is deleted in a later step, so that a turn that starts that step again deletes
    and tells the same.
    """
    mind, turn = running.parts.mind, running.turn
    asked = mind.asked_of_memory(turn.conversation)
    request = await running.best_effort(asked, otherwise=None, what="asked_of_memory")
    if request is None:
        return None
    task = MemoryTask(request=request)
    if not turn.context.include_memory:
        return None if request.action is MemoryAction.CORRECT else replace(task, access=MemoryAccess.OFF)
    if request.action in _NEEDS_NO_NOTES:
        return task
    chosen = await running.best_effort(_chosen(running, request), otherwise=None, what="memory_notes")
    if chosen is None:
        return replace(task, access=MemoryAccess.UNREACHABLE)
    return replace(task, notes=chosen.notes, unclear=not chosen.surely)


async def tend_memory(running: RunningTurn, task: MemoryTask) -> Written:
    """Deletes what is to be forgotten and says so. The same again deletes nothing more and says the same."""
    parts, user_id = running.parts, running.turn.user_id
    if task.forgets:
        await running.recorder.flush()
        is_all = task.request.action is MemoryAction.FORGET_ALL_CONFIRMED
        ids = None if is_all else [note.id for note in task.notes]
        await running.with_retries(lambda: parts.memory.forget(user_id, ids), what="forget")
    said = await parts.mind.tell_of_memory(task)
    return await reply_to(running, MemoryContext(), said=said)


async def _chosen(running: RunningTurn, request: MemoryRequest) -> Chosen:
    parts, user_id = running.parts, running.turn.user_id
    notes = await parts.memory.entries(user_id)
    if request.action is MemoryAction.FORGET_ABOUT:
        return await parts.mind.choose_memories(request, notes)
    if request.action is MemoryAction.RECALL and request.about:
        chosen = await parts.mind.choose_memories(request, notes)
        return replace(chosen, surely=True)
    if request.action is not MemoryAction.FORGET_LAST:
        return Chosen(notes=tuple(notes))
    before = await _turn_before(running)
    return Chosen(notes=tuple(note for note in notes if before and note.turn_id == before))


async def _turn_before(running: RunningTurn) -> str:
    """The turn that asked the message before this one; empty where there is none."""
    turn = running.turn
    asked = [message.content for message in turn.conversation.history if message.role == "user"]
    if not asked:
        return ""
    earlier = await running.parts.store.page(turn.user_id, before_id=turn.id, limit=_MOST_TURNS)
    return next((each.id for each in earlier if each.conversation.question == asked[-1]), "")
