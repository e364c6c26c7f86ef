"""What holds for every reply, whoever worded it."""

import re
from collections.abc import Iterator
from typing import Final

from services.health_coach.domain.asked import LAST_30_DAYS
from services.health_coach.domain.case import Case
from services.health_coach.domain.events import Reply

MOST_WORDS: Final = 120
REFERENCE: Final = re.compile(r"\{\{(?P<claim>[^{}]+)\}\}")
_MARK: Final = re.compile(r"\[\d+\]")
_QUOTE: Final = re.compile(r"“[^”]*”")
_ANNOUNCES: Final = re.compile(
    r"\blet me (?:look|check|pull|see|analy)|\bi(?:'ll| will) (?:look|check|analy|pull)", re.IGNORECASE
)


def broken_rules(reply: Reply, case: Case) -> tuple[str, ...]:
    """The rules that a reply breaks, in words."""
    return tuple(_broken(reply, case))


def _broken(reply: Reply, case: Case) -> Iterator[str]:
    own = _QUOTE.sub("", reply.draft)
    questions = own.count("?")
    if questions != (0 if reply.finished else 1) or (questions and not own.rstrip().endswith("?")):
        yield "exactly one question, last; none at the end of a conversation"
    known = {fact.claim for fact in case.facts.values()} | {each.claim for each in reply.proposals}
    if not known >= {found["claim"] for found in REFERENCE.finditer(reply.draft)}:
        yield "every number is on the fact sheet or proposed"
    if re.search(r"\d", _MARK.sub("", REFERENCE.sub("", own)).replace(LAST_30_DAYS, "")):
        yield "every number is a reference"
    if len(own.split()) > MOST_WORDS:
        yield "too long"
    if _ANNOUNCES.search(own):
        yield "work is not announced"
