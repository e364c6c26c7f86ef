"""What a person tells of what no device records, and what is done with it: asked once, then kept."""

from dataclasses import dataclass
from enum import StrEnum

OFFER = "Shall I note {said}?"


class NotingAction(StrEnum):
    """What a message is about: something that may be noted, an order to note it, or whether a tag is always logged."""

    OFFER = "offer"
    KEEP = "keep"
    LEAVE = "leave"
    LOG = "log"
    LOG_NO_MORE = "log_no_more"


@dataclass(frozen=True, kw_only=True)
class NotingRequest:
    """What a message says, before it is known whether it can be noted.

    Attributes:
        text: the line to be noted, or what is logged, in the person's words.
        offered: what was offered to be noted, where the person has agreed to that.
    """

    action: NotingAction
    text: str = ""
    offered: str = ""


@dataclass(frozen=True, kw_only=True)
class Note:
    """An entry of the journal as health_data reads it; `at` is a local date, or date and time, ISO 8601."""

    at: str
    tag: str
    amount: float | None
    unit: str
    note: str


@dataclass(frozen=True, kw_only=True)
class ReadNotes:
    """What a line of the journal says.

    Attributes:
        said: the notes in plain words: "3 beers yesterday evening".
        whole: whether every word of it is accounted for.
        unclear: what is missing, a sentence for the person; empty where there are notes.
    """

    notes: tuple[Note, ...]
    said: str
    whole: bool
    unclear: str


@dataclass(frozen=True, kw_only=True)
class NotingTask:
    """A request, settled: the same is kept and told however often the turn goes on from here."""

    action: NotingAction
    notes: tuple[Note, ...] = ()
    said: str = ""
    unclear: str = ""
