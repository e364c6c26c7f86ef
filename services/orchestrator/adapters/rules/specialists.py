"""What is for one specialist by its words alone, whatever else could be made of it."""

import re
from typing import Final

from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.plan import MemoryKind
from services.orchestrator.domain.understanding import Computable, NotMine, Topic, Understood

_WEARY: Final = (
    "tired|exhausted|knackered|drained|worn out|wiped(?: out)?|sluggish|fatigued?|no energy|low (?:on )?energy"
    "|lethargic|run ?down"
)
_SOURCES: Final = re.compile(r"\s+Sources:\s+\d+\.\s.*", re.DOTALL)
"""What stands below an answer."""
_WHY_SO: Final = re.compile(
    rf"\bwhy\b(?:(?!\bmy\b).)*\b(?:{_WEARY})\b"
    rf"|\b(?:{_WEARY})\b[^.?!]*[,.!?]*\s*(?:why|what(?:['\u2019]?s| is) (?:wrong|going on|up)|how come)\b",
    re.IGNORECASE,
)


_OF_A_GOAL: Final = re.compile(
    r"\bhow(?:['\u2019]?s| is| am| are| do| did)\b[^.?!]*\b(?:my|the|our) (?:\w+ )?(?:goals?|plan|progress)\b"
    r"|\bam i (?:still )?(?:on track|getting there|keeping up)\b|\b(?:my|any) progress\b|\bcheck[- ]?in\b"
    r"|\b(?:did|have) i (?:\w+ )?(?:reach|reached|meet|met|hit|keep|kept|make|made) (?:my|the|our) (?:\w+ )?"
    r"(?:goals?|plan)\b",
    re.IGNORECASE,
)


def asks_why_so(question: str, understood: Understood | None) -> bool:
    """Whether it asks why somebody has so little energy, of which their records, if there are any, may show a part."""
    has_records = not (isinstance(understood, NotMine) and understood.topic is Topic.NO_RECORDS)
    return has_records and bool(_WHY_SO.search(question))


def is_for_the_coach(conversation: Conversation, understood: Understood | None) -> bool:
    """Whether it answers the coach, or asks how far somebody has come, and asks nothing that can be computed."""
    is_computed = isinstance(understood, Computable) and conversation.question.rstrip().endswith("?")
    return not is_computed and (_answers_the_coach(conversation) or bool(_OF_A_GOAL.search(conversation.question)))


def says_a_goal(question: str) -> bool:
    """Whether it says what somebody wants to reach."""
    return any(memory.kind is MemoryKind.GOAL for memory in extract(question))


def _answers_the_coach(conversation: Conversation) -> bool:
    """Whether Amy's last message ended with a question, as only a coach's do."""
    said = [message.content for message in conversation.history if message.role == "assistant"]
    return bool(said) and _SOURCES.sub("", said[-1]).rstrip().endswith("?")
