"""What a turn leaves in memory."""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.domain.events import Voice
from services.orchestrator.domain.evidence import FindingSummary, Verdict
from services.orchestrator.domain.numbers import AnswerWriter, Clean
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind
from services.orchestrator.domain.steps import (
    ProcessedFinding,
    Remembered,
    Validation,
    Written,
    in_brief,
    memory_summary,
    with_effect,
)

_MAX_MEMORY_CHARACTERS: Final = 500
_VALIDATED_CONFIDENCE: Final = 0.9
_NOT_KEPT: Final = "memory is off: +0 entries (would have been {count})"
_NUMBERS: Final = re.compile(r"\{\{[^{}]*\}\}|[\d.,:]*\d")


async def remember(
    running: RunningTurn, written: Written, validation: Validation, agreed: ExtractedMemory | None = None
) -> Remembered:
    """Best effort: a turn whose memories are lost is still a turn. `agreed` is a goal that was agreed on.

    Where memory is off nothing is kept, and the event says what would have been.
    """
    async with running.speaking(Voice.MEMORY) as closing:
        if not running.turn.context.include_memory:
            facts = await running.best_effort(
                _learned(running, written, validation, agreed), otherwise=(), what="facts"
            )
            closing.summary = _NOT_KEPT.format(count=len(facts))
            return Remembered(at=running.parts.clock.now())
        added = await running.best_effort(
            _record(running, written, validation, agreed), otherwise=(), what="memory_extraction"
        )
        closing.summary = memory_summary(added)
    return Remembered(at=running.parts.clock.now())


async def remember_nothing(running: RunningTurn) -> Remembered:
    """The end of a turn that leaves nothing in memory."""
    return Remembered(at=running.parts.clock.now())


async def _record(
    running: RunningTurn, written: Written, validation: Validation, agreed: ExtractedMemory | None
) -> Sequence[tuple[str, int]]:
    extracted = await _learned(running, written, validation, agreed)
    # What is remembered for good is of the answer that is told, whatever dies now.
    await running.recorder.flush()
    return await running.parts.memory.record(
        running.turn.user_id,
        running.turn.id,
        extracted=extracted,
        processed=validation.tested,
        outdated_subjects=[_subject(tested) for tested in validation.tested if tested.verdict is not Verdict.VALIDATED],
    )


async def _learned(
    running: RunningTurn, written: Written, validation: Validation, agreed: ExtractedMemory | None
) -> tuple[ExtractedMemory, ...]:
    extracted = await running.parts.mind.extract_memories(running.turn.conversation, written.answer)
    return (*extracted, *([agreed] if agreed else []), *_insights(validation))


def _insights(validation: Validation) -> tuple[ExtractedMemory, ...]:
    """The validated findings as things to remember, with their numbers written out."""
    writer = AnswerWriter(validation.fact_sheet)
    validated = (finding for finding in validation.findings if finding.verdict is Verdict.VALIDATED)
    told = ((finding, writer.check(with_effect(finding, validation.fact_sheet))) for finding in validated)
    return tuple(
        ExtractedMemory(
            kind=MemoryKind.INSIGHT,
            text=in_brief(sentence.text, limit=_MAX_MEMORY_CHARACTERS),
            confidence=_VALIDATED_CONFIDENCE,
            subject=_subject(finding),
        )
        for finding, sentence in told
        if isinstance(sentence, Clean) and sentence.text.strip()
    )


def _subject(finding: FindingSummary | ProcessedFinding) -> str:
    """What was asked, whatever came out of it: the same of the same series, numbers and dates aside."""
    words = " ".join(_NUMBERS.sub(" ", finding.claim.casefold()).split())
    asked = hashlib.sha256(words.encode()).hexdigest()[:16]
    return " ".join(filter(None, ("insight", finding.feature, finding.target, finding.kind, asked)))
