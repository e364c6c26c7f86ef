"""The kinds of danger that a person may be in, and what was heard of them."""

from dataclasses import dataclass
from enum import StrEnum


class Danger(StrEnum):
    """In the order in which help is told: what cannot wait a minute comes first."""

    EMERGENCY = "emergency"
    SELF_HARM = "self_harm"
    VIOLENCE = "violence"
    EATING = "eating"


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What a conversation says of danger.

    Attributes:
        dangers: each once, in the order of `Danger`; empty where nothing was heard.
        earlier: it was said before the newest message, which itself speaks of something else.
        faint: words alone speak of it and not loudly, or a sign does and the words around it speak against. If all that
            was written is a question about the person's data, it is answered, with help below the answer.
    """

    dangers: tuple[Danger, ...] = ()
    earlier: bool = False
    faint: bool = False

    def __bool__(self) -> bool:
        return bool(self.dangers)


def in_order(dangers: frozenset[Danger]) -> tuple[Danger, ...]:
    return tuple(danger for danger in Danger if danger in dangers)


def together(one: Heard, other: Heard) -> Heard:
    """What either heard. It counts as said earlier, or as faint, only if both heard it so."""
    if not one or not other:
        return one or other
    return Heard(
        dangers=in_order(frozenset({*one.dangers, *other.dangers})),
        earlier=one.earlier and other.earlier,
        faint=one.faint and other.faint,
    )
