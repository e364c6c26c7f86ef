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
_NUMBERS: Final = re.compile(r"\{\{[^{}]*\}\}|[\d.,:]*\d")


async def remember(
    running: RunningTurn, written: Written, validation: Validation, agreed: ExtractedMemory | None = None
) -> Remembered:
    """Best effort: a turn whose memories are lost is still a turn. `agreed` is a goal that was agreed on."""
    async with running.speaking(Voice.MEMORY) as closing:
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
    extracted = await running.parts.mind.extract_memories(running.turn.conversation, written.answer)
    return await running.parts.memory.record(
        running.turn.user_id,
        running.turn.id,
        extracted=(*extracted, *([agreed] if agreed else []), *_insights(validation)),
        processed=validation.tested,
        outdated_subjects=[_subject(tested) for tested in validation.tested if tested.verdict is not Verdict.VALIDATED],
    )


def _insights(validation: Validation) -> tuple[ExtractedMemory, ...]:
    """The validated findings as things to remember, with their numbers written out."""
    writer = AnswerWriter(validation.fact_sheet)
    validated = (finding for finding in validation.findings if finding.verdict is Verdict.VALIDATED)
    told = ((finding, writer.check(with_effect(finding))) for finding in validated)
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
