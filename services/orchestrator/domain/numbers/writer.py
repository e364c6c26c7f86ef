"""The gate every answer passes through on its way to the user."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from services.orchestrator.domain.evidence import Fact
from services.orchestrator.domain.numbers.claims import claims_in
from services.orchestrator.domain.numbers.rendering import render
from services.orchestrator.domain.numbers.sentences import SentenceBuffer
from services.orchestrator.domain.numbers.tracing import Known, NumberIssue, known_numbers, trace


@dataclass(frozen=True)
class Clean:
    """A sentence, rendered, with the white space after it. Every number in it is traced."""

    text: str


@dataclass(frozen=True)
class Unverified:
    """A sentence that must not be sent: as written, as it would have read, and the numbers nobody can trace."""

    source: str
    rendered: str
    issues: tuple[NumberIssue, ...]


Sentence: TypeAlias = Clean | Unverified


class AnswerWriter:
    """Renders references and checks numbers while an answer arrives in chunks.

    Args:
        facts: what references may name and numbers may be traced to.
        allowed_text: texts whose numbers may be repeated: the user's messages, literature prose.
    """

    def __init__(self, facts: Sequence[Fact], allowed_text: Sequence[str] = ()) -> None:
        self._facts = {fact.claim: fact for fact in reversed(facts)}
        self._known: tuple[Known, ...] = known_numbers(facts, allowed_text)
        self._buffer = SentenceBuffer()
        self._cited: dict[str, None] = {}

    @property
    def cited(self) -> tuple[str, ...]:
        """The claims that clean sentences rest on, by reference or by number, in the order they came up."""
        return tuple(self._cited)

    def feed(self, chunk: str) -> list[Sentence]:
        """The sentences this chunk completes, checked."""
        return [self.check(sentence) for sentence in self._buffer.feed(chunk)]

    def finish(self) -> list[Sentence]:
        """What is left when the answer has ended, checked."""
        return [self.check(sentence) for sentence in self._buffer.finish()]

    def check(self, text: str) -> Sentence:
        """One sentence, checked on its own; if it is clean, what it rests on counts as cited."""
        rendered = render(text, self._facts)
        issues = [NumberIssue(value=0.0, token=reference) for reference in rendered.unknown]
        traced: list[str] = []
        for token in claims_in(rendered.text):
            known = trace(token, self._known)
            if known is None:
                issues.append(NumberIssue(value=token.value, token=token.text))
            elif known.claim:
                traced.append(known.claim)
        if issues:
            return Unverified(source=text, rendered=rendered.text, issues=tuple(issues))
        self._cited |= dict.fromkeys((*rendered.cited, *traced))
        return Clean(rendered.text)
