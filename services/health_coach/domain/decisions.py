"""What a coach may do next: the gate decides one of these, and the reply words it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from services.health_coach.domain.goals import Goal
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.topics import Topic


class Unknown(StrEnum):
    """What has to be known before a recommendation fits."""

    TOPIC = "topic"
    WHY = "why"
    MEANING = "meaning"
    CONSTRAINTS = "constraints"
    ACTIONS = "actions"


class Change(StrEnum):
    """Why another recommendation follows one."""

    NONE = "none"
    EASIER = "easier"
    HARDER = "harder"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A strategy with its goal; `capped_by` is the claim of the person's own level, empty where none caps."""

    strategy: Strategy
    goal: Goal
    capped_by: str = ""


@dataclass(frozen=True, kw_only=True)
class Ask:
    topic: Topic
    unknown: Unknown


@dataclass(frozen=True, kw_only=True)
class Recommend:
    topic: Topic
    offer: Offer
    change: Change = Change.NONE


@dataclass(frozen=True, kw_only=True)
class Agree:
    """The person said yes to what was offered."""

    topic: Topic
    offer: Offer


@dataclass(frozen=True, kw_only=True)
class FollowUp:
    """Speaks of a goal on file.

    Attributes:
        revised: the same goal, nearer or further, where the last weeks ask for it.
        managed: on how many days of a week the person says they did it.
        went_well: whether they say that it went well.
    """

    topic: Topic
    goal: Goal
    revised: Offer | None = None
    change: Change = Change.NONE
    managed: int | None = None
    went_well: bool = False


@dataclass(frozen=True, kw_only=True)
class Explore:
    """Stays with what was just offered, which is not offered again.

    Attributes:
        asks_why: the person asks why it should help.
        is_capped: they want more than their own level allows.
        goal: what it came to, where they ask how much or how often, or say when it would suit them.
        suits: whether they say when it would suit them, or what they like that goes with it.
        asks_whether_safe: they ask whether it is safe.
        left_out_for: the limit, as it is said back, that rules out what they ask about instead; empty without one.
    """

    topic: Topic
    strategy: Strategy
    asks_why: bool = False
    is_capped: bool = False
    goal: Goal | None = None
    asks_whether_safe: bool = False
    suits: bool = False
    left_out_for: str = ""


@dataclass(frozen=True, kw_only=True)
class NothingFits:
    """Everything the library has is ruled out or was offered."""

    topic: Topic


@dataclass(frozen=True, kw_only=True)
class Finish:
    topic: Topic
    strategy: Strategy | None = None


@dataclass(frozen=True)
class Decline:
    """There is nothing to coach about."""


Decision: TypeAlias = Ask | Recommend | Agree | FollowUp | Explore | NothingFits | Finish | Decline
