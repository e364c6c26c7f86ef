"""Asking why after a briefing is asking of the first thing it found."""

import re
from dataclasses import replace
from typing import Final

from services.orchestrator.domain.conversation import Conversation

NOTHING_TO_EXPLAIN: Final = (
    "Nothing I told you stands out from chance, so there is nothing to explain. Ask about anything of it by its name."
)
_WHY: Final = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|hm+|amy|interesting)\W+)*"
    r"(?:why(?: (?:is|was|would|could|might) (?:that|this|it)(?: be)?| so| that)?|how come"
    r"|what(?:['\u2019]?s| is| could be) (?:behind|causing) (?:that|this|it)"
    r"|(?:do|does) (?:you|that) (?:know|tell) why)\W*",
    re.IGNORECASE,
)
_BRIEFING: Final = re.compile(r"\*\*(?:What stands out|How it stands, on average)\*\*")
_FOUND: Final = re.compile(r"^\s*[-\u2022]\s*[✓~]\s*(?P<line>.+)$", re.MULTILINE)
_SHAPES: Final = (
    (re.compile(r"On weekends (?P<what>.+?) (?:is|are) (?P<way>\w+):"), "Why is my {what} {way} on weekends?"),
    (
        re.compile(r"(?:On|After) days with an? .+?, (?P<what>.+?) tends? to be (?P<way>\w+)"),
        "Why is my {what} {way} on some days?",
    ),
    (re.compile(r"(?P<what>.+?) (?P<be>was|were) (?P<way>\w+):"), "Why {be} my {what} {way}?"),
    (re.compile(r"(?P<what>.+?) (?:has|have) been (?P<way>\w+) since"), "Why was my {what} {way}?"),
)
_LAB: Final = re.compile(r"Your newest (?P<what>.+?) was [^,]+, (?P<side>below|above) the laboratory's own")
_SIDES: Final = {"below": "low", "above": "high"}


def standing_alone(conversation: Conversation) -> Conversation:
    """The conversation, its last message saying what a bare "why?" after a briefing asks about."""
    why = _why_of(_told(conversation))
    if not why:
        return conversation
    *before, last = conversation.messages
    return Conversation(messages=(*before, replace(last, content=why)))


def has_nothing_to_explain(conversation: Conversation) -> bool:
    """Whether it asks why after a briefing in which nothing stood out."""
    told = _told(conversation)
    return bool(told) and not _why_of(told)


def _told(conversation: Conversation) -> str:
    """The briefing that a bare "why?" follows on; empty where it does not."""
    if not conversation.history or not _WHY.fullmatch(conversation.question):
        return ""
    said = conversation.history[-1]
    return said.content if said.role == "assistant" and _BRIEFING.search(said.content) else ""


def _why_of(briefing: str) -> str:
    """Of the first line that stands out, else of a laboratory value outside its range; empty without either."""
    for line in _FOUND.finditer(briefing):
        for shape, why in _SHAPES:
            if found := shape.match(line["line"]):
                named = {name: _inside(text) for name, text in found.groupdict().items()}
                return why.format(**named)
    lab = _LAB.search(briefing)
    return f"Why is my {_inside(lab['what'])} {_SIDES[lab['side']]}?" if lab else ""


def _inside(text: str) -> str:
    """As it stands inside a sentence: an abbreviation keeps its capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
