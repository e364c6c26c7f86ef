"""Deliveries of data providers, and what becomes of them."""

import hashlib
from dataclasses import dataclass
from enum import Enum, auto

from services.health_data.domain.terra.events import Event


class Outcome(Enum):
    STORED = auto()
    """Kept, and what it says is stored."""
    REPEATED = auto()
    """The same bytes were taken before."""
    PARKED = auto()
    """Kept until it is known whose it is."""
    IGNORED = auto()
    """Nothing that is stored."""


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What became of a delivery, and in words why."""

    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """One delivery.

    Attributes:
        payload: as it was sent.
        event: what it says.
        user_id: whom it is about where it does not say; empty leaves it to the payload.
    """

    provider: str
    payload: bytes
    event: Event
    user_id: str = ""

    @property
    def delivery_id(self) -> str:
        """By which it is known again: the SHA-256 of its bytes."""
        return hashlib.sha256(self.payload).hexdigest()
