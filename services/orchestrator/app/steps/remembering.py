"""What a turn leaves in memory."""

from collections.abc import Sequence
from typing import Final

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.domain.events import Voice
from services.orchestrator.domain.evidence import Verdict
from services.orchestrator.domain.numbers import AnswerWriter, Clean
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind
from services.orchestrator.domain.steps import Remembered, Validation, Written, in_brief, memory_summary, with_effect

_MAX_MEMORY_CHARACTERS: Final = 500
_VALIDATED_CONFIDENCE: Final = 0.9


async def remember(running: RunningTurn, written: Written, validation: Validation) -> Remembered:
    """Best effort: a turn whose memories are lost is still a turn."""
    async with running.speaking(Voice.MEMORY) as closing:
        added = await running.best_effort(_record(running, written, validation), otherwise=(), what="memory_extraction")
        closing.summary = memory_summary(added)
    return Remembered(at=running.parts.clock.now())


async def remember_nothing(running: RunningTurn) -> Remembered:
    """The end of a turn that leaves nothing in memory."""
    return Remembered(at=running.parts.clock.now())


async def _record(running: RunningTurn, written: Written, validation: Validation) -> Sequence[tuple[str, int]]:
    extracted = await running.parts.mind.extract_memories(running.turn.conversation.question, written.answer)
    return await running.parts.memory.record(
        running.turn.user_id,
        running.turn.id,
        extracted=(*extracted, *_insights(validation)),
        processed=validation.tested,
    )


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
