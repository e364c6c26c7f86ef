"""The sources of an answer: one numbering for all agents, and below the answer links to what its markers name."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote, urlsplit

from amy.text import inert
from services.orchestrator.domain.evidence import AgentAnswer, Citation, Evidence, Fact

_MARKER: Final = re.compile(r"\[(\d{1,2})\]")
_SPACED: Final = re.compile(rf"( ?){_MARKER.pattern}")
_DOI: Final = re.compile(r"10\.\d{4,9}/\S+")
_RESOLVER: Final = "https://doi.org/"
_LONGEST: Final = 160
_HEAD: Final = "Sources:"
_CLAIM: Final = re.compile(r"(?<=^cited-)\d+")


class Numbering:
    """The numbers of sources as an answer tells them: 1, 2, 3 ... in the order in which it names them.

    Args:
        citations: what the numbers of the drafts stand for.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._citations = citations
        self._told: dict[int, int] = {}

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Those that were named, in the order of their told numbers."""
        return tuple(self._citations[number - 1] for number in self._told)

    def tell(self, text: str) -> str:
        """The text with the numbers of its sources as they are told."""
        return _MARKER.sub(lambda marker: f"[{self._number(int(marker[1]))}]", text)

    def of(self, fact: Fact) -> Fact:
        """The fact under the number that its source is told by, if it has one."""

        def renamed(claim: str) -> str:
            return _CLAIM.sub(lambda number: str(self._number(int(number[0]))), claim)

        derivation = fact.derivation and replace(
            fact.derivation, operands=tuple(map(renamed, fact.derivation.operands))
        )
        return replace(fact, claim=renamed(fact.claim), derivation=derivation)

    def _number(self, number: int) -> int:
        """What no source has keeps its number."""
        if not 1 <= number <= len(self._citations):
            return number
        return self._told.setdefault(number, len(self._told) + 1)


def numbered_together(evidence: Evidence) -> Evidence:
    """The evidence with one list of sources, so that "[1]" means the same in every agent's draft.

    A marker of a source that its agent does not name is left out.
    """
    answers = (evidence.main, *evidence.supporting, *evidence.reflection)
    together = tuple(dict.fromkeys(cited for answer in answers for cited in answer.citations))

    def numbered(answer: AgentAnswer) -> AgentAnswer:
        if not answer.citations:
            return answer

        def renumbered(marker: re.Match[str]) -> str:
            at = int(marker[2])
            return (
                f"{marker[1]}[{together.index(answer.citations[at - 1]) + 1}]"
                if 1 <= at <= len(answer.citations)
                else ""
            )

        return replace(answer, draft=_SPACED.sub(renumbered, answer.draft), citations=together)

    return replace(
        evidence,
        main=numbered(evidence.main),
        supporting=tuple(map(numbered, evidence.supporting)),
        reflection=tuple(map(numbered, evidence.reflection)),
    )


def sources_of(told: str, citations: Sequence[Citation]) -> str:
    """A line for each source that a text names, with its number there; empty where it names none."""
    named = {int(number) for number in _MARKER.findall(told)}
    lines = [_line(number, cited) for number, cited in enumerate(citations, start=1) if number in named]
    return "\n".join([_HEAD, *lines]) if lines else ""


def _line(number: int, cited: Citation) -> str:
    """What comes from outside is text: it opens no link but the one that was found, or that of its DOI, over https."""
    title, publisher = (_plain(each) for each in (cited.title, cited.publisher))
    address = cited.url if _is_https(cited.url) else f"{_RESOLVER}{cited.doi}" if _DOI.fullmatch(cited.doi) else ""
    link = f"[{title}]({_safe(address)})" if address else title
    return f"{number}. {link}{f', {publisher}' if publisher else ''}"


def _is_https(url: str) -> bool:
    try:
        address = urlsplit(url)
    except ValueError:
        return False
    return address.scheme == "https" and bool(address.hostname)


def _plain(text: str) -> str:
    """On one line and without markup; what is too long is cut behind a word."""
    line = inert(text, limit=2 * _LONGEST)
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST].rsplit(' ', 1)[0].rstrip(',;:')} …"
    return re.sub(r"[\[\]<>`*_|]", " ", line).strip()


def _safe(url: str) -> str:
    return quote(url, safe=":/?#@!$&'*+,;=%~.-_")
