"""Writing the answer: every sentence is checked before anyone sees it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from services.orchestrator.app.recorder import Recorder
from services.orchestrator.domain.events import AgentThought, FactCheck, FactCheckIssue, Voice
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Sentence, Unverified

NOTHING_LEFT = (
    "I can't put this into words without numbers that I could not trace back to your data, so I would rather say "
    "nothing than guess. Please ask again, a little more narrowly."
)

ANALYSIS_FAILED = (
    "I couldn't finish the analysis of your data this time, so nothing in this answer comes from it. Please ask again, "
    "a little more narrowly."
)
"""Starts every answer of a turn whose analysis broke, whatever the mind says."""

Rewrite: TypeAlias = Callable[[Unverified], Awaitable[str]]


async def write_answer(
    chunks: AsyncIterator[str], *, writer: AnswerWriter, rewrite: Rewrite, recorder: Recorder, warning: str = ""
) -> str:
    """Streams the sentences that pass and answers all of them together, behind the warning if any; never empty.

    A sentence with a number that cannot be traced is rewritten once; if that does not help, it is dropped.
    """
    released: list[str] = []
    issues: list[FactCheckIssue] = []

    async def release(sentence: Sentence) -> None:
        if isinstance(sentence, Unverified):
            text, found = await _mended(sentence, writer=writer, rewrite=rewrite)
            issues.extend(found)
        else:
            text = sentence.text
        if text:
            released.append(text)
            recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta=text))

    if warning:
        await release(Clean(f"{warning}\n\n"))
    async for chunk in chunks:
        for sentence in writer.feed(chunk):
            await release(sentence)
    for sentence in writer.finish():
        await release(sentence)
    if not "".join(released).strip():
        await release(Clean(NOTHING_LEFT))
    if issues:
        recorder.emit(FactCheck(issues=tuple(issues)))
    return "".join(released)


async def _mended(sentence: Unverified, *, writer: AnswerWriter, rewrite: Rewrite) -> tuple[str, list[FactCheckIssue]]:
    rewritten = await rewrite(sentence)
    checked = writer.check(_with_space_of(sentence.source, rewritten)) if rewritten.strip() else None
    mended = isinstance(checked, Clean)
    issues = [
        FactCheckIssue(value=issue.value, token=issue.token, action="rewritten" if mended else "dropped")
        for issue in sentence.issues
    ]
    return checked.text if isinstance(checked, Clean) else "", issues


def _with_space_of(source: str, rewritten: str) -> str:
    """The rewritten sentence, followed by the white space that followed the one it stands for."""
    return rewritten.rstrip() + source[len(source.rstrip()) :]
