"""The gate every answer passes through on its way to the user."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from services.orchestrator.domain.evidence import MOMENT, Derivation, Fact
from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.orchestrator.domain.numbers.checking.quoting import quoted_numbers, unquoted
from services.orchestrator.domain.numbers.checking.tracing import Known, NumberIssue, known_numbers, trace
from services.orchestrator.domain.numbers.writing.derivations import derived_facts
from services.orchestrator.domain.numbers.writing.markup import passive
from services.orchestrator.domain.numbers.writing.rendering import derivations_in, render
from services.orchestrator.domain.numbers.writing.sentences import SentenceBuffer, split_sentences


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


@dataclass(frozen=True, kw_only=True)
class _Checked:
    """One sentence as it reads, what it rests on, and what nobody can trace."""

    text: str
    cited: tuple[str, ...]
    issues: tuple[NumberIssue, ...]


_MARKER: Final = re.compile(r"(?:^\[(?P<first>\d{1,2})\] ?| ?\[(?P<number>\d{1,2})\])")


def without_markers(text: str) -> str:
    """The text without the numbers of sources in brackets."""
    return _MARKER.sub("", text)


def without_dangling_markers(text: str, citations: int) -> str:
    """The text without numbers in brackets that no source has: what they stood for is not there to be looked up."""

    def named(found: re.Match[str]) -> str:
        return found[0] if 1 <= int(found["first"] or found["number"]) <= citations else ""

    return _MARKER.sub(named, text)


class AnswerWriter:
    """Renders references and checks numbers while an answer arrives in chunks.

    Args:
        facts: what references may name and numbers may be traced to.
        allowed_text: texts whose numbers may be repeated: the user's messages, literature prose.
        derivations: whether the answer may declare arithmetic on facts.
        by_reference: the claims of facts that are told by reference alone: a number that only looks like one of them is
            not traced to it.
        citations: how many sources there are; "[2]" names the second of them and states no number. Where there is
            no second it is not told.
    """

    def __init__(
        self,
        facts: Sequence[Fact],
        allowed_text: Sequence[str] = (),
        *,
        derivations: bool = True,
        citations: int = 0,
        by_reference: Collection[str] = (),
    ) -> None:
        self._facts = {fact.claim: fact for fact in reversed(facts) if fact.unit != MOMENT}
        self._by_reference = {claim: self._facts[claim] for claim in by_reference if claim in self._facts}
        told_freely = [fact for fact in facts if fact.claim not in self._by_reference]
        self._known: tuple[Known, ...] = known_numbers(told_freely, allowed_text)
        self._documented = _exactly(known_numbers([fact for fact in facts if fact.source == "document"], ()))
        stated = _exactly(known_numbers([fact for fact in facts if fact.source == "user"], allowed_text))
        self._said = (*self._documented, *stated)
        self._derivations = derivations
        self._citations = citations
        self._derived: dict[Derivation, Fact] = {}
        self._buffer = SentenceBuffer()
        self._cited: dict[str, None] = {}

    @property
    def cited(self) -> tuple[str, ...]:
        """The claims that clean sentences rest on, by reference or by number, in the order they came up."""
        return tuple(self._cited)

    @property
    def derived(self) -> tuple[Fact, ...]:
        """The numbers that clean sentences computed from other facts, as they declared."""
        return tuple(self._derived.values())

    def feed(self, chunk: str) -> list[Sentence]:
        """The sentences this chunk completes, checked."""
        return [self.check(sentence) for sentence in self._buffer.feed(chunk)]

    def finish(self) -> list[Sentence]:
        """What is left when the answer has ended, checked."""
        return [self.check(sentence) for sentence in self._buffer.finish()]

    def check_alone(self, text: str) -> Sentence:
        """As `check`, as if nothing were written before; what is written and cited stays as it is."""
        written = self._derived, self._cited
        self._derived, self._cited = {}, {}
        try:
            return self.check(text)
        finally:
            self._derived, self._cited = written

    def check(self, text: str) -> Sentence:
        """One sentence, or several that stand or fall together; if all is clean, what it rests on counts as cited."""
        declared = derivations_in(text) if self._derivations else ()
        derived = derived_facts(declared, self._facts, self._derived)
        known = (*self._known, *known_numbers(derived.values(), ()))
        sentences = [self._checked(sentence, derived, known) for sentence in split_sentences(text)]
        issues = tuple(issue for sentence in sentences for issue in sentence.issues)
        rendered = "".join(sentence.text for sentence in sentences)
        if issues:
            return Unverified(source=text, rendered=rendered, issues=issues)
        self._derived = derived
        self._cited |= dict.fromkeys(claim for sentence in sentences for claim in sentence.cited)
        return Clean(rendered)

    def _checked(self, sentence: str, derived: Mapping[Derivation, Fact], known: Sequence[Known]) -> _Checked:
        apart = unquoted(passive(sentence), self._said)
        rendered = render(without_dangling_markers(apart.text, self._citations), self._facts, derived)
        issues = [NumberIssue(value=0.0, token=reference) for reference in rendered.unknown]
        referred = [self._by_reference[claim] for claim in rendered.cited if claim in self._by_reference]
        if new := (*referred, *rendered.converted):
            known = (*known, *known_numbers(new, ()))
        traced: list[str] = []
        for token in claims_in(without_markers(rendered.text)):
            found = trace(token, known)
            if found is None:
                issues.append(NumberIssue(value=token.value, token=token.text))
            elif found.claim:
                traced.append(found.claim)
        traced += (found.claim for found in quoted_numbers(apart, self._documented) if found.claim)
        return _Checked(text=apart.put_back(rendered.text), cited=(*rendered.cited, *traced), issues=tuple(issues))


def _exactly(known: Sequence[Known]) -> tuple[Known, ...]:
    return tuple(replace(number, exact=True) for number in known)
