"""What a person tells that no device records: asked once whether to note it, then kept."""

from typing import Final

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.app.steps.telling import reply_to
from services.orchestrator.domain.noting import NotingAction, NotingRequest, NotingTask
from services.orchestrator.domain.steps import MemoryContext, Written

_OF_A_TAG: Final = frozenset({NotingAction.LOG, NotingAction.LOG_NO_MORE})
_LEFT_TO_OTHERS: Final = frozenset({"symptom", "illness", "stress"})
"""Who tells of these may want to hear what helps, and is not asked whether to note it."""


async def settle_noting(running: RunningTurn) -> NotingTask | None:
    """What the message tells that may be noted; None where it tells nothing of the kind. Changes nothing."""
    mind, turn = running.parts.mind, running.turn
    asked = mind.asked_to_note(turn.conversation)
    request = await running.best_effort(asked, otherwise=None, what="asked_to_note")
    if request is None:
        return None
    if request.action is NotingAction.LEAVE:
        return NotingTask(action=request.action)
    return await running.best_effort(_settled(running, request), otherwise=None, what="read_notes")


async def keep_notes(running: RunningTurn, task: NotingTask) -> Written:
    """Keeps what is to be noted and says so. The same again keeps nothing more and says the same."""
    records, user_id = running.parts.records, running.turn.user_id
    if task.notes and task.action is NotingAction.KEEP:
        await running.recorder.flush()
        await running.with_retries(lambda: records.note(user_id, task.notes), what="note")
    if task.notes and task.action in _OF_A_TAG:
        await running.recorder.flush()
        tag, logged = task.notes[0].tag, task.action is NotingAction.LOG
        await running.with_retries(lambda: records.set_logged(user_id, tag, logged=logged), what="set_logged")
    return await reply_to(running, MemoryContext(), said=await running.parts.mind.tell_of_notes(task))


async def _settled(running: RunningTurn, request: NotingRequest) -> NotingTask | None:
    """None where it cannot be noted, and may be meant otherwise.

    What was offered is kept only as it was offered: over midnight "yesterday" is another day, and is asked again.
    """
    read = await running.parts.records.read_notes(running.turn.user_id, request.text)
    if request.action in _OF_A_TAG:
        known = [each.tag for each in read.notes]
        said = known[0].replace("_", " ") if known else ""
        return NotingTask(action=request.action, notes=read.notes, said=said) if len(set(known)) == 1 else None
    if request.action is NotingAction.OFFER:
        wanted = read.whole and read.notes and not _LEFT_TO_OTHERS & {each.tag for each in read.notes}
        return NotingTask(action=NotingAction.OFFER, notes=read.notes, said=read.said) if wanted else None
    if request.offered and request.offered != read.said:
        return NotingTask(action=NotingAction.OFFER, notes=read.notes, said=read.said) if read.notes else None
    if not read.notes and not request.offered:
        return None
    return NotingTask(action=NotingAction.KEEP, notes=read.notes, said=read.said, unclear=read.unclear)
