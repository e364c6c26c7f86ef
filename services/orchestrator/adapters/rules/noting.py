"""What a message tells of coffee, drinks, travel and the like, and what the person is told of what was noted."""

import re
from typing import Final

from services.orchestrator.adapters.rules.plain_words import plain
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.noting import OFFER, NotingAction, NotingRequest, NotingTask

_MOST_WORDS: Final = 20
_LEAD: Final = r"\W*(?:(?:hi|hey|ok(?:ay)?|so|well|oh|amy|btw|also|just|yes|yeah)\W+)*"
_TELLS: Final = re.compile(
    rf"{_LEAD}(?:i(?:'ve| have)? (?:just |only |also )?(?:had|drank|drunk|took|taken|ate|eaten|flew|flown|napped|nap"
    r"|meditated|travel+ed)\b|i'm on my period|(?:had|drank|took|ate|flew|napped|meditated|travel+ed)\b"
    r"|(?:my )?period (?:started|came)\b|(?:i )?got my period|(?:my )?mood (?:is|was|today)?\W*\d"
    r"|no (?:coffee|alcohol|caffeine|drinks)\b"
    r"|(?:\d+|one|two|three|four|five|a) (?:\w+ ){0,3}?(?:coffees?|beers?|wines?|drinks|espressos?|naps?)\b)",
    re.IGNORECASE,
)
"""Begins as somebody does who tells what they had or did."""
_ORDER: Final = re.compile(
    rf"{_LEAD}(?:please |can you |could you )*(?:log|note|record|write down|add)(?: down)?(?: that)?[\s:]+"
    r"(?P<line>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LOG: Final = "(?:log|note|track|record|write down)"
_ALWAYS: Final = re.compile(
    rf"{_LEAD}i (?:do )?(?:always {_LOG}|{_LOG}(?= (?:all|every|each)\b))(?: down)?"
    r" (?:all |every |each |of |single |my )*(?P<what>[\w -]+?)"
    r"(?: (?:that )?i (?:have|had|drink|take|do|get|make|go on))?(?: (?:here|in the journal|every time|always))?\W*",
    re.IGNORECASE,
)
_NO_MORE: Final = re.compile(
    rf"{_LEAD}i (?:(?:do not|don't|no longer) (?:always )?(?:log|note|track|record)|(?:have )?stopped"
    r" (?:logging|noting|tracking|recording)) (?:all |every |each |of |my )*(?P<what>[\w -]+?)"
    r"(?: (?:any ?more|always|every time|now))*\W*",
    re.IGNORECASE,
)
_OFFERED: Final = re.compile(rf"{re.escape(OFFER).replace(re.escape('{said}'), '(?P<said>.+?)')}")
_SUGGESTED: Final = re.compile("say “I always log my (?P<what>[^”]+)”")
_YES: Final = re.compile(
    r"\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|please(?: do)?|do it|go ahead|correct|note it|i do)"
    r"(?:[\s,.!]+(?:please|do|it|note|that|i do|thanks|thank you|go ahead))*\W*",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"\W*(?:no|nope|nah|don't|do not|leave it|not now)\b[\w\s,.!']{0,20}\W*", re.IGNORECASE)
_IT: Final = re.compile(r"(?:it|that|them)(?: every time)?", re.IGNORECASE)


def asked_to_note(conversation: Conversation) -> NotingRequest | None:
    """What the last message tells that may be noted; None where it asks or tells anything else."""
    said = plain(conversation.question).strip()
    if "?" in said or len(said.split()) > _MOST_WORDS:
        return None
    answered = _answered(conversation, said)
    if answered is not None:
        return answered
    for action, pattern in ((NotingAction.LOG, _ALWAYS), (NotingAction.LOG_NO_MORE, _NO_MORE)):
        if found := pattern.fullmatch(said):
            what = _suggested(conversation) if _IT.fullmatch(found["what"]) else found["what"]
            return NotingRequest(action=action, text=what) if what else None
    if order := _ORDER.fullmatch(said):
        return NotingRequest(action=NotingAction.KEEP, text=order["line"])
    return NotingRequest(action=NotingAction.OFFER, text=said) if _TELLS.match(said) else None


def _answered(conversation: Conversation, said: str) -> NotingRequest | None:
    """What a yes or a no is about, where something was offered."""
    told = [message for message in conversation.history if message.role == "user"]
    last = conversation.history[-1] if conversation.history else None
    if last is None or last.role != "assistant" or not told:
        return None
    offered = _OFFERED.search(last.content)
    if offered and _YES.fullmatch(said):
        return NotingRequest(action=NotingAction.KEEP, text=plain(told[-1].content).strip(), offered=offered["said"])
    if offered and _NO.fullmatch(said):
        return NotingRequest(action=NotingAction.LEAVE)
    if (what := _suggested(conversation)) and _YES.fullmatch(said):
        return NotingRequest(action=NotingAction.LOG, text=what)
    return None


def _suggested(conversation: Conversation) -> str:
    """What the person was asked whether they note it every time."""
    last = conversation.history[-1].content if conversation.history else ""
    found = _SUGGESTED.search(last)
    return found["what"] if found else ""


def told_of_notes(task: NotingTask) -> str:
    """What the person is told."""
    if task.unclear:
        return task.unclear
    match task.action:
        case NotingAction.OFFER:
            return OFFER.format(said=task.said)
        case NotingAction.KEEP:
            return f"Noted: {task.said}."
        case NotingAction.LEAVE:
            return "All right, I have noted nothing."
        case NotingAction.LOG:
            return (
                f"Good: from your first entry for {task.said} on, I take a day without one as a day without "
                f"{task.said}. If that changes, say “I don't always log my {task.said}”."
            )
        case NotingAction.LOG_NO_MORE:
            return f"All right: a day without an entry for {task.said} counts as unknown again."
