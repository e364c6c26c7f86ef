"""What of a question an answer leaves open, in plain words: a part that nobody took up, a group without figures."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from amy.text import inert
from services.orchestrator.adapters.rules.parting import parts_of
from services.orchestrator.adapters.rules.subjects import subjects_in
from services.orchestrator.domain.numbers import references

_LEAD: Final = re.compile(r"^\W*(?:(?:and|but|also|plus|so|then|btw|by the way)\b\W*)+", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"(?:what|how|which|when|where|why|who|is|are|am|was|were|do|does|did|can|could|has|have|should)\b", re.IGNORECASE
)
_WORD: Final = re.compile(r"[a-z]{4,}", re.IGNORECASE)
_SAYS_LITTLE: Final = re.compile(
    r"what|when|where|which|does|have|should|would|could|about|with|that|this|from|they|them|there|than|then"
    r"|your|mine|much|many|more|most|less|good|best|well|like|need|want|make|take|time|over|last|week|month"
    r"|year|days|day|average|number|numbers|often|long|improve|increase|raise|lower|reduce|change|better|worry"
    r"|worried|concerned|normal|healthy|health|okay|fine|enough|other|others|people|person|usual|usually"
    r"|really|actually|affect|affects|mean|means|help|helps|work|works|working|tell|know|between|during|into"
    r"|also|just|some|any",
    re.IGNORECASE,
)
"""Words that name nothing a part could be about."""
_STEM: Final = 5
_LONGEST: Final = 120
_REFERENCE: Final = re.compile(r"\{\{[^}]*\}\}")
_FEWEST_WORDS: Final = 2
_MARKER: Final = re.compile(r"\[\d{1,2}\]")
_POINTS_BACK: Final = re.compile(r"\b(?:it|they|them|that|this|these|those)\b", re.IGNORECASE)
_OF_A_GROUP: Final = re.compile(
    r"\bcompare[sd]?(?: up)? (?:to|with|against) (?P<group>(?:other |the )?[a-z][^.?!,;]{2,60}?)\s*(?:[.?!,;]|$)",
    re.IGNORECASE,
)
_ANYBODY: Final = re.compile(
    r"\b(?:other|others|people|persons|individuals|adults|anyone|everyone|someone|somebody|average|women|woman|men"
    r"|man|male|female|females|males|peers|group|groups|age|aged|ages|years|year|old|my|same|mine|the|a|an|of"
    r"|in|with|and|for|fitness|level|levels|sex|gender|healthy|normal|typical|usual|most|rest|range|ranges"
    r"|guidelines|guideline|recommendations|recommended|similar|like|around|general|population|who|are|at"
    r"|their|those)\b",
    re.IGNORECASE,
)
"""Words of a group on which ranges and surveys are."""
_OWN: Final = re.compile(
    r"\b(?:my|mine|i|week|weekend|weekday|month|season|yesterday|today|before|earlier)\w*\b", re.IGNORECASE
)


def left_open(question: str, told: Sequence[str]) -> Iterator[str]:
    """A sentence for a part of a question that nothing told takes up, and for a group that nobody has figures on.

    Silence would let somebody think that they were answered. Nothing is said of a part of which a telling word is told,
    of one that points back, nor where as many things are told as were asked.
    """
    parts = [part for text in parts_of(question) if _ASKS.match(part := _LEAD.sub("", text))]
    if len(_grounds(told)) < len(parts) and len(parts) > 1:
        said = _named("\n".join(told))
        for part in parts:
            telling = _stems(part)
            is_clear = len(telling) >= _FEWEST_WORDS and not _POINTS_BACK.search(part)
            if is_clear and said.isdisjoint(_named(part)):
                words = inert(part, limit=_LONGEST).strip(" ?.!,;")
                yield f"One part I leave open, “{words}”: I found nothing on it in your records or in my sources."
    if (group := _group(question)) and not _stems(_ANYBODY.sub(" ", group)) <= _stems("\n".join(told)):
        yield f"I have no figures on {group} to set yours beside."


def is_on(question: str, told: str) -> bool:
    """Whether a text takes up anything that a question names."""
    return not _named(question).isdisjoint(_named(told))


def _grounds(told: Sequence[str]) -> set[frozenset[str]]:
    """What the paragraphs rest on, each set of sources or numbers once."""
    grounds = (frozenset((*_MARKER.findall(block), *references(block))) for block in told)
    return {each for each in grounds if each}


def _group(question: str) -> str:
    """The group that the person wants to be compared with, where it is a particular one of other people."""
    found = _OF_A_GROUP.search(question)
    group = found["group"].strip() if found else ""
    words = re.findall(r"[a-z']+", group.lower())
    is_particular = any(not _ANYBODY.fullmatch(word) for word in words)
    return group if is_particular and not _OWN.search(group) and _PEOPLE.search(group) else ""


_PEOPLE: Final = re.compile(
    r"\b(?:people|persons?|individuals|adults|wom[ae]n|m[ae]n|males?|females?|others|runners|athletes|students|teens?"
    r"|teenagers|mothers|fathers|parents|workers|nurses|drivers|patients|folks?|guys|girls|boys)\b",
    re.IGNORECASE,
)


def _named(text: str) -> frozenset[str]:
    """What a text names: quantities by one name each, and the beginnings of its other telling words."""
    plain = _REFERENCE.sub(" ", text)
    return _stems(plain) | subjects_in(plain)


def _stems(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(word[:_STEM] for word in words if not _SAYS_LITTLE.fullmatch(word))
