"""What the health coach needs from the world, and what it leaves to a mind."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from services.health_coach.domain.decisions import Decision
from services.health_coach.domain.events import Reply
from services.health_coach.domain.record import Record
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.strategy import Strategy


class CoachMind(Protocol):
    """The three decisions of a coaching turn. Rules and model adapters behave alike."""

    async def finishes(self, situation: Situation) -> bool:
        """Whether the person has ended the conversation: the finish gate."""

    async def decide(self, situation: Situation, *, finished: bool) -> Decision:
        """What to do next, of what the situation allows: the recommend gate.

        Where asking and recommending both fit, asking wins; what was just recommended is not recommended again.
        """

    async def reply(self, situation: Situation, decision: Decision) -> Reply:
        """The decision in words."""


class HealthData(Protocol):
    """What is on record of a person."""

    async def describe(self, user_id: str) -> Record | None:
        """None where nothing is.

        Raises:
            ServiceError: it cannot be told now.
        """


class Library(Protocol):
    """The strategies there are."""

    @property
    def strategies(self) -> Sequence[Strategy]: ...


class Clock(Protocol):
    def __call__(self) -> date:
        """Today, in UTC."""
