"""What an answer must keep to, whoever wrote it: cited, no diagnosis, no dose, no address that nobody found.

A statement that breaks a rule is left out; an address that no tool has found is taken out of its statement.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from services.domain_expert.domain.case import OwnNumber
from services.domain_expert.domain.citing import Citable, Source
from services.domain_expert.domain.decisions import Answer, Observed, Statement
from services.domain_expert.domain.forbidden import breaks_a_rule

_REFERENCE: Final = re.compile(r"\{\{\s*(?P<claim>[^{}]+?)\s*\}\}")
_REST: Final = r"(?:\([^\s()]*\)|[^\s()\]>])"
"""A sign of an address, or signs in brackets: publishers write DOIs so."""
_LINK: Final = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<url>(?:\([^()]*\)|[^()])*)\)")
_URL: Final = re.compile(
    rf"(?:\b[a-z][a-z+.-]*://|\bwww\.|\bmailto:|(?<![\w:])//(?=\w)){_REST}+"
    rf"|\b(?:[a-z0-9-]+\.)+[a-z]{{2,}}/{_REST}*"
    rf"|\bdoi:?\s*10\.{_REST}+|\bdoi:\s*{_REST}+|\b10\.\d{{4,9}}/{_REST}+",
    re.IGNORECASE,
)
"""Addresses with a scheme or without, and DOIs."""
_STOPS: Final = ".,;:!?"
_EMPTY: Final = re.compile(r"<\s*>|\(\s*\)|\[\s*\]:?")
_TOO_WIDE: Final = re.compile(r" +(?=[.,;)])|(?<= ) +")
_MARKER: Final = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True, kw_only=True)
class Cited:
    """A source as an answer cites it; `text` is what was found there, all of it that the answer rests on."""

    source: Source
    text: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What may be said: each statement with the numbers of its citations behind it, and the citations in that order."""

    draft: str
    citations: tuple[Cited, ...]


def checked(answer: Answer, seen: Sequence[Observed], own_numbers: Sequence[OwnNumber]) -> Checked:
    """The statements that keep the rules; an empty draft where none does."""
    found = {citable.id: citable for observed in seen for citable in observed.citable}
    own = {cited for number in own_numbers for cited in (number.claim, number.day) if cited}
    kept = [
        replace(statement, text=text)
        for statement in answer.statements
        if is_supported(statement, found, own) and not breaks_a_rule(statement.text)
        if (text := without_strange_addresses(statement.text, found.values()))
    ]
    cited: dict[Source, dict[str, None]] = {}
    parts = []
    for statement in kept:
        numbers = []
        for name in statement.rests_on:
            for source in found[name].sources:
                cited.setdefault(source, {})[found[name].text] = None
                numbers.append(list(cited).index(source) + 1)
        parts.append(_marked(statement.text, list(dict.fromkeys(numbers))))
    texts = (Cited(source=source, text="\n".join(texts)) for source, texts in cited.items())
    return Checked(draft="\n\n".join(parts), citations=tuple(texts))


def may_be_thought_aloud(thought: str) -> bool:
    """Whether what a mind thinks may be told: what no answer may say is not thought aloud, and no address is."""
    return not breaks_a_rule(thought) and not _URL.search(thought)


def is_supported(statement: Statement, found: dict[str, Citable], own: set[str]) -> bool:
    """Whether everything it rests on was found, and it rests on something: a citation or a number of the person's."""
    claims = [reference["claim"] for reference in _REFERENCE.finditer(statement.text)]
    if not set(statement.rests_on) <= set(found) or not set(claims) <= own:
        return False
    return bool(statement.rests_on or claims)


def without_strange_addresses(text: str, found: Iterable[Citable]) -> str:
    """The text without addresses and DOIs that no tool has found; the words of such a link stay."""
    known = {address for citable in found for source in citable.sources for address in _addresses(source)}
    linked = _LINK.sub(lambda link: link[0] if link["url"].casefold() in known else link["text"], text)
    kept = _URL.sub(lambda url: url[0] if _is_known(url[0], known) else url[0][len(url[0].rstrip(_STOPS)) :], linked)
    return _TOO_WIDE.sub("", _EMPTY.sub("", kept)).strip() if kept != linked else kept.strip()


def _is_known(address: str, known: set[str]) -> bool:
    return bool({address.casefold(), address.rstrip(_STOPS).casefold()} & known)


def _addresses(source: Source) -> Iterator[str]:
    """Every way to write where a source is, in lower case."""
    if source.url:
        yield source.url.casefold()
    if source.doi:
        yield from (f"{before}{source.doi}".casefold() for before in ("", "doi:", "doi: ", "doi ", "https://doi.org/"))


def _marked(text: str, numbers: Sequence[int]) -> str:
    """The text with the numbers of its citations before its last full stop."""
    body = _MARKER.sub("", text).rstrip()
    marks = " ".join(f"[{number}]" for number in numbers)
    end = body[-1:] if body[-1:] in ".!?" else ""
    return f"{body.removesuffix(end)} {marks}{end}" if marks else body
