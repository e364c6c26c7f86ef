"""Words as documents are found by them."""

from collections.abc import Iterable, Iterator
from typing import Final

from services.domain_expert.domain.knowledge.querying import subjects_in, words_of

_KEPT: Final = ("ss", "us", "is", "as", "os")
_SHORTEST: Final = 3
_MOST_ASKED: Final = 24
DOCUMENT_WORDS: Final = frozenset(
    [
        *("letter", "document", "doc", "report", "note", "file", "paper", "plan", "comment", "summary", "summarise"),
        *("summarize", "discharge", "finding", "result", "say", "said", "write", "wrote", "written", "mention"),
        *("state", "according", "recommend", "advise", "find", "found", "show", "read", "tell", "told", "upload"),
        *("gp", "physician", "doctor", "dr", "specialist", "cardiologist", "nurse", "content", "inside", "include"),
        *("suggest", "ask", "give", "gave"),
    ]
)
"""Words that point to a document, or say that it says something: they name no subject of it."""


def stem(word: str) -> str:
    """A word in the singular, and without the endings of a verb, as far as that can be told from its letters."""
    if word.endswith("ies") and len(word) > _SHORTEST + 2:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(_KEPT) and len(word) > _SHORTEST:
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST and not word.endswith(("eed", "thing")):
            bare = word.removesuffix(ending)
            return bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "ls" else bare
    return word.removesuffix("e") if len(word) > _SHORTEST + 1 else word


def stems_of(text: str) -> tuple[str, ...]:
    """The stems of all words that tell something, in order; a number and the part it counts are one: "week7"."""
    return tuple(_stems(words_of(text)))


def _stems(words: Iterable[str]) -> Iterator[str]:
    before = ""
    for word in words:
        if word.isdigit():
            yield f"{before}{word}" if before in _PARTS else word
        elif len(word) > 1:
            yield stem(word)
        before = stem(word)


_PARTS: Final = frozenset(
    map(stem, ("week", "day", "month", "phase", "step", "session", "stage", "part", "page", "item"))
)
_POINTING: Final = frozenset(map(stem, DOCUMENT_WORDS))


def asked_for(question: str) -> tuple[str, ...]:
    """The stems of a question's words, each once; of a very long question the first ones."""
    return tuple(dict.fromkeys(stems_of(question)))[:_MOST_ASKED]


def subjects_of(question: str) -> tuple[str, ...]:
    """The stems that can name what a question is about, each once."""
    named = {stem(word) for word in subjects_in(tuple(words_of(question)))}
    return tuple(
        each for each in asked_for(question) if each not in _POINTING and (each in named or each[-1:].isdigit())
    )
