"""Writing the answer: every sentence is checked before anyone sees it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from services.orchestrator.app.recorder import Recorder
from services.orchestrator.domain.events import AgentThought, FactCheck, FactCheckIssue, Voice
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Sentence, Unverified

NOTHING_LEFT = (
    "I couldn't trace every number of my answer back to your data, so I would rather say nothing than guess. "
    "Please ask about one thing at a time."
)

ANALYSIS_FAILED = (
    "I couldn't finish the analysis of your data this time, so nothing in this answer comes from it. Please ask again, "
    "a little more narrowly."
)
"""Starts every answer of a turn whose analysis broke, whatever the mind says."""

NUMBERS_UNSEEN = "I couldn't look at your numbers this time, so nothing in this answer comes from them."
"""Stands there instead where a coach goes on talking: nobody has to ask again."""

Rewrite: TypeAlias = Callable[[Unverified], Awaitable[str]]


async def write_answer(
    chunks: AsyncIterator[str],
    *,
    writer: AnswerWriter,
    rewrite: Rewrite,
    recorder: Recorder,
    warning: str = "",
    numbered: Callable[[str], str] = lambda text: text,
    below: Callable[[str], str] = lambda _told: "",
) -> str:
    """Streams the sentences that pass and answers all of them together; never empty.

    The warning stands before them and what `below` makes of them behind them, word for word. `numbered` gives the
    sources in a sentence that is told their numbers.

    A sentence with a number that cannot be traced is rewritten once; if that does not help, it is dropped.
    """
    telling = _Telling(writer, rewrite, recorder, numbered)
    if warning:
        telling.say(f"{warning}\n\n")
    async for chunk in chunks:
        for sentence in writer.feed(chunk):
            await telling.tell(sentence)
    for sentence in writer.finish():
        await telling.tell(sentence)
    if not telling.told.strip():
        telling.say(NOTHING_LEFT)
    if behind := below(telling.told):
        telling.say(f"\n\n{behind}")
    if telling.issues:
        recorder.emit(FactCheck(issues=tuple(telling.issues)))
    return telling.told


class _Telling:
    """What of an answer has been told, and which numbers were held back."""

    def __init__(
        self, writer: AnswerWriter, rewrite: Rewrite, recorder: Recorder, numbered: Callable[[str], str]
    ) -> None:
        self._numbered = numbered
        self._writer = writer
        self._rewrite = rewrite
        self._recorder = recorder
        self.told = ""
        self.issues: list[FactCheckIssue] = []

    def say(self, text: str) -> None:
        self.told += text
        self._recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta=text))

    async def tell(self, sentence: Sentence) -> None:
        """Says a clean sentence, or what an unverified one is mended to; of a dropped one the end of its line."""
        if isinstance(sentence, Clean):
            text = sentence.text
        else:
            text, issues = await _mended(sentence, writer=self._writer, rewrite=self._rewrite)
            self.issues += issues
            text = text or _line_end_left(self.told, sentence.source)
        if text:
            self.say(self._numbered(text))


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


def _line_end_left(told: str, source: str) -> str:
    """The white space after a dropped sentence that ends a line, so that what stood behind it stays where it stood.

    Behind a line that has ended it is no more than the empty line that ends a table or a list.
    """
    space = source[len(source.rstrip()) :]
    if not told or "\n" not in space:
        return ""
    if told.endswith("\n"):
        return "\n" if space.count("\n") > 1 and not told.endswith("\n\n") else ""
    return space
