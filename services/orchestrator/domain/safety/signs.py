"""Signs of danger in plain sentences, and the company in which the same words mean no danger."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from services.orchestrator.domain.safety.dangers import Danger
from services.orchestrator.domain.safety.phrases import Phrases

_SENTENCE: Final = re.compile(r"(?P<words>[^.?]*)(?P<end>[.?]) ")

Scope = Literal["before", "sentence", "message"]


@dataclass(frozen=True, kw_only=True)
class Company:
    """What may stand beside a sign so that it means no danger: "no", "in 2015", "what are the symptoms of".

    Attributes:
        scope: "before" is the sentence up to the sign, "sentence" all of it, "message" everything said at once.
        says: any of this makes the sign harmless,
        unless: but not where any of this stands in the same scope.
    """

    name: str
    scope: Scope
    says: Phrases
    unless: Phrases


@dataclass(frozen=True, kw_only=True)
class Sign:
    """Words by which a person in danger can be known.

    Attributes:
        about: what it is a sign of, in a word or two.
        says: the words.
        harmless: the company in which it means no danger.
        certain: whether it is heard whatever else the message says: it is no clue to be weighed.
    """

    danger: Danger
    about: str
    says: Phrases
    harmless: tuple[Company, ...]
    certain: bool = False


@dataclass(frozen=True)
class Sentence:
    """One sentence of a message, both in plain spelling, with the marks that end it and the one before it.

    Attributes:
        text: without the idioms that only sound like danger.
        said: with them.
        company: names of what stands anywhere in the message and makes signs harmless.
    """

    text: str
    said: str
    message: str
    company: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return frozenset(self.text.split())


def sentences(message: str, *, idioms: Phrases, companies: Sequence[Company]) -> Iterator[Sentence]:
    """The sentences of a message in plain spelling, without the idioms that only sound like danger.

    Args:
        message: in plain spelling.
        idioms: are taken out.
        companies: of any scope; those of the message are looked for here, once.
    """
    harmless = idioms.pattern.sub("_ ", message)
    present = frozenset(each.name for each in companies if each.scope == "message" and _stands_in(harmless, each))
    for as_said, found in zip(_SENTENCE.finditer(message), _SENTENCE.finditer(harmless), strict=True):
        if found["words"].strip():
            yield Sentence(text=_framed(found), said=_framed(as_said), message=harmless, company=present)


def _framed(sentence: re.Match[str]) -> str:
    return f" . {sentence['words'].strip()} {sentence['end']} "


def is_harmless(sentence: Sentence, start: int, companies: Sequence[Company]) -> bool:
    """Whether what begins at `start` of the sentence stands in any of these companies."""
    return any(_holds(sentence, start, company) for company in companies)


def _holds(sentence: Sentence, start: int, company: Company) -> bool:
    match company.scope:
        case "message":
            return company.name in sentence.company
        case "sentence":
            return _stands_in(sentence.text, company)
        case "before":
            return _stands_in(sentence.text[:start], company)
        case _:
            assert_never(company.scope)


def _stands_in(text: str, company: Company) -> bool:
    return bool(company.says.pattern.search(text)) and not company.unless.pattern.search(text)
