"""What memory holds of a person, entry by entry."""

from dataclasses import dataclass
from datetime import datetime

from services.orchestrator.domain.plan import MemoryKind


@dataclass(frozen=True, kw_only=True)
class MemoryNote:
    """An entry of memory.

    Attributes:
        id: by which it can be deleted.
        created_at: aware, UTC; None where it was not told.
        turn_id: the turn that it is from; empty for what the person wrote themselves.
        subject: what it is about; a newer entry about the same replaces it.
        goal: the terms of a goal, as its serialised message.
    """

    kind: MemoryKind
    text: str
    id: str = ""
    created_at: datetime | None = None
    turn_id: str = ""
    subject: str = ""
    goal: bytes | None = None
