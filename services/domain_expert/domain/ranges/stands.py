"""What to say of a number at each place it can have: written beforehand, cited, and filled in with the number."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from services.domain_expert.domain.citing import Citable


class Place(StrEnum):
    """Where a number is, or why there is none.

    In a row's bounds, below or above them, or below by so little that it hardly matters; `UNJUDGED`: no row places it;
    `ASKED`: there is no number, what is usual is asked; `UNKNOWN`: the person asks about a number of their own that
    nobody has.
    """

    IN = "in"
    BELOW = "below"
    ABOVE = "above"
    JUST_BELOW = "just-below"
    UNJUDGED = "unjudged"
    ASKED = "asked"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Stand:
    """A verdict in words, for one quantity and place.

    Attributes:
        row: the row that places the number; empty where none does.
        say: a sentence or two that take a stand; "{value}" and "{range}" stand for the number and the row's bounds.
        more: what it means in practice; the same may stand in it. Also what follows.
        ask: when and whom to ask; empty where there is no reason to.
        said: `say` with the bounds in it, as a text that can be cited, by the sources that it rests on.
        meant: `more` and `ask` in the same way.
    """

    of: str
    place: Place
    row: str
    say: str
    more: str
    ask: str
    said: Citable
    meant: Citable


Stands: TypeAlias = Mapping[tuple[str, Place, str], Stand]
"""By quantity in lower case, place, and row."""
