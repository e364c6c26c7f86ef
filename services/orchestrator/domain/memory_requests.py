"""What a person asks of Amy's memory in conversation, and which entries that concerns."""

from dataclasses import dataclass
from enum import StrEnum

from services.orchestrator.domain.notes import MemoryNote


class MemoryAction(StrEnum):
    """What is asked: to tell what is remembered, to forget, or to put something right."""

    RECALL = "recall"
    FORGET_LAST = "forget_last"
    FORGET_ABOUT = "forget_about"
    FORGET_ALL = "forget_all"
    FORGET_ALL_CONFIRMED = "forget_all_confirmed"
    KEEP_ALL = "keep_all"
    CORRECT = "correct"


class MemoryAccess(StrEnum):
    """Whether memory can be used in this turn."""

    OPEN = "open"
    OFF = "off"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, kw_only=True)
class MemoryRequest:
    """What is asked.

    Attributes:
        about: what to tell or to forget, in the person's words, empty where that is all; or the corrected fact as kept.
    """

    action: MemoryAction
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class MemoryTask:
    """A request, settled: the same entries are deleted and told however often the turn goes on from here.

    Attributes:
        notes: what is to be told or forgotten, newest first.
        unclear: it may be any of the notes, so that none is forgotten before the person says which.
    """

    request: MemoryRequest
    access: MemoryAccess = MemoryAccess.OPEN
    notes: tuple[MemoryNote, ...] = ()
    unclear: bool = False

    @property
    def forgets(self) -> bool:
        """Whether something is deleted."""
        if self.access is not MemoryAccess.OPEN or self.unclear:
            return False
        action = self.request.action
        if action is MemoryAction.FORGET_ALL_CONFIRMED:
            return True
        return action in _FORGETTING and bool(self.notes)


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The notes that a person may mean; `surely` these, or one of them."""

    notes: tuple[MemoryNote, ...]
    surely: bool = True


_FORGETTING = frozenset({MemoryAction.FORGET_LAST, MemoryAction.FORGET_ABOUT})
