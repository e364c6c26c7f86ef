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
    """

    dangers: tuple[Danger, ...] = ()
    earlier: bool = False

    def __bool__(self) -> bool:
        return bool(self.dangers)


def in_order(dangers: frozenset[Danger]) -> tuple[Danger, ...]:
    return tuple(danger for danger in Danger if danger in dangers)


def together(one: Heard, other: Heard) -> Heard:
    """What either heard. It counts as said earlier only if both heard nothing in the newest message."""
    if not one or not other:
        return one or other
    return Heard(dangers=in_order(frozenset({*one.dangers, *other.dangers})), earlier=one.earlier and other.earlier)
