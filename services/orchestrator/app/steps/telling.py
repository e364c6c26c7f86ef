"""What the person is told: help, an answer from the evidence, or a reply where nobody answers."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from services.orchestrator.app.steps.running import RunningTurn
from services.orchestrator.app.writing import ANALYSIS_FAILED, NUMBERS_UNSEEN, Rewrite, write_answer
from services.orchestrator.domain.caveats import caveat, changes
from services.orchestrator.domain.events import AgentThought, Voice
from services.orchestrator.domain.evidence import AgentStatus, Evidence, without_data
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, citation_facts, user_facts
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.safety import Heard
from services.orchestrator.domain.sources import Numbering, sources_of
from services.orchestrator.domain.steps import MemoryContext, Written, in_brief


async def tell_help(running: RunningTurn, heard: Heard) -> Written:
    """What to do now and whom to call. It holds no number of the user's, and needs no check of any."""
    answer = running.parts.safety.answer(heard, locale=running.turn.context.locale)
    async with running.speaking(Voice.SYNTHESIS) as closing:
        running.recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta=answer))
        closing.summary = "told where to find help"
    return Written(answer=answer, fact_sheet=())


async def synthesise(running: RunningTurn, evidence: Evidence, heard: Heard) -> Written:
    """The answer from the evidence; where the analysis broke, with a warning and no number but the user's own.

    Where danger is faintly heard, whom to call stands below it.
    """
    parts, conversation = running.parts, running.turn.conversation
    told = without_data(evidence) if evidence.data_failed else evidence
    left_s = parts.rewriting_s

    async def rewrite(sentence: Unverified) -> str:
        nonlocal left_s
        began_s = parts.clock.monotonic_s()
        unverified = [issue.token for issue in sentence.issues]
        rewritten = parts.mind.rewrite(sentence.source, unverified=unverified, evidence=told)
        in_time = asyncio.wait_for(rewritten, max(left_s, 0.0))
        text = await running.best_effort(in_time, otherwise="", what="rewrite")
        left_s -= parts.clock.monotonic_s() - began_s
        return text

    chunks = parts.mind.synthesise(conversation, told)
    below = parts.safety.beside_answer(heard, locale=running.turn.context.locale) if heard else ""
    return await _write(running, chunks, evidence=told, allowed=(), rewrite=rewrite, below=below)


async def reply_to(running: RunningTurn, memory: MemoryContext, *, said: str) -> Written:
    """What is `said` where nobody answers or, where that is nothing, the conversational fallback.

    There is no evidence to mend a sentence with: one that fails is dropped.
    """

    async def drop(_sentence: Unverified) -> str:
        return ""

    if said:
        # Said before anything was computed, from the names and dates of what is on record alone.
        return await _write(running, _at_once(said), evidence=None, allowed=(said,), rewrite=drop)
    known_metrics = await running.best_effort(
        running.parts.records.known_metrics(running.turn.user_id), otherwise=(), what="known_metrics"
    )
    chunks = running.parts.mind.reply(
        running.turn.conversation,
        memory_summary=memory.markdown,
        remembers=running.turn.context.include_memory,
        available=running.available,
        known_metrics=known_metrics,
    )
    return await _write(running, chunks, evidence=None, allowed=(memory.markdown,), rewrite=drop)


async def _write(
    running: RunningTurn,
    chunks: AsyncIterator[str],
    *,
    evidence: Evidence | None,
    allowed: Sequence[str],
    rewrite: Rewrite,
    below: str = "",
) -> Written:
    """Writes the answer; on its sheet are the facts of the evidence, and of all others those that it cites."""
    facts = evidence.fact_sheet if evidence else ()
    # Newest first, as minds number what the user stated: "user.1" is of the question, if it holds a number.
    asked = (message.content for message in reversed(running.turn.conversation.messages) if message.role == "user")
    citations = evidence.citations if evidence else ()
    published = (*(evidence.literature if evidence else ()), *citation_facts(citations))
    optional = (*published, *user_facts("\n".join(asked)))
    data_failed = evidence is not None and evidence.data_failed
    writer = AnswerWriter(
        (*facts, *optional),
        allowed,
        derivations=not data_failed,
        citations=len(citations),
        by_reference=tuple(evidence.by_code) if evidence else (),
    )
    numbering = Numbering(citations)
    warning = _warning(evidence) if evidence and data_failed else ""
    async with running.speaking(Voice.SYNTHESIS) as closing:
        answer = await write_answer(
            chunks,
            writer=writer,
            rewrite=rewrite,
            recorder=running.recorder,
            warning=warning,
            numbered=numbering.tell,
            below=lambda told: "\n\n".join(
                filter(
                    None,
                    (
                        changes(evidence) if evidence else "",
                        _caveat(evidence, told, writer),
                        sources_of(told, numbering.citations),
                        below,
                    ),
                )
            ),
        )
        closing.summary = in_brief(answer)
    cited = tuple(fact for fact in optional if fact.claim in writer.cited)
    return Written(answer=answer, fact_sheet=(*facts, *map(numbering.of, (*cited, *writer.derived))))


def _caveat(evidence: Evidence | None, told: str, writer: AnswerWriter) -> str:
    if evidence is None:
        return ""
    written = writer.check(caveat(evidence, told, cited=writer.cited, derived=writer.derived))
    return written.text if isinstance(written, Clean) else written.rendered


def _warning(evidence: Evidence) -> str:
    main = evidence.main
    is_coached = main.agent is Agent.HEALTH_COACH and main.status is AgentStatus.ANSWERED
    return NUMBERS_UNSEEN if is_coached else ANALYSIS_FAILED


async def _at_once(text: str) -> AsyncIterator[str]:
    yield text
