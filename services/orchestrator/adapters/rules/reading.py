"""How much of what a person writes is read."""

import re
from dataclasses import replace
from typing import Final

from services.orchestrator.domain.conversation import Conversation

_MOST_READ: Final = 2000


def readable(text: str) -> str:
    """As much of a text as the rules read: its first characters, runs of blanks as one, so that reading stays quick."""
    return re.sub(r"\n\s*", "\n", re.sub(r"[^\S\n]+", " ", text[:_MOST_READ]))


def readable_conversation(conversation: Conversation) -> Conversation:
    return Conversation(
        messages=tuple(replace(message, content=readable(message.content)) for message in conversation.messages)
    )
