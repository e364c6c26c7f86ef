"""A coaching turn: what is computed beforehand, what the mind decides, and the rules that hold for what is said."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final, assert_never

from amy.runtime.errors import InvalidFieldError
from amy.runtime.ledger import spent
from services.health_coach.domain.case import Case
from services.health_coach.domain.checking import broken_rules
from services.health_coach.domain.decisions import (
    Agree,
    Ask,
    Decision,
    Decline,
    Explore,
    Finish,
    FollowUp,
    NothingFits,
    Recommend,
)
from services.health_coach.domain.events import Completed, Event, Reply, Status, Thought
from services.health_coach.domain.preparing import Preparation, preparation
from services.health_coach.domain.situation import situation_of, topics_of
from services.health_coach.ports import Clock, CoachMind, HealthData, Library

_LONGEST_MESSAGE: Final = 4000
FAILED: Final = "I have no advice on that at the moment that I could stand behind."


class Coach:
    """Prepares and answers. It keeps nothing between turns."""

    def __init__(self, *, mind: CoachMind, data: HealthData, library: Library, today: Clock) -> None:
        self._mind = mind
        self._data = data
        self._library = tuple(library.strategies)
        self._today = today

    async def prepare(self, user_id: str, case: Case) -> Preparation:
        """The questions whose answers the coach wants to know.

        Raises:
            InvalidFieldError: no message, or one of more than 4,000 characters.
        """
        _require_message(case)
        prepared = preparation(case, topics_of(case, self._library), await self._data.describe(user_id))
        return replace(prepared, spent=spent())

    async def coach(self, case: Case) -> AsyncIterator[Event]:
        """Thoughts, then exactly one `Completed`.

        Raises:
            InvalidFieldError: no message, or one of more than 4,000 characters.
        """
        _require_message(case)
        newest = max((question.span.end for question in case.facts), default=self._today())
        situation = situation_of(case, today=newest, library=self._library)
        finished = await self._mind.finishes(situation)
        decision = await self._mind.decide(situation, finished=finished)
        yield Thought(delta=f"{_thought(decision)}\n")
        reply = await self._mind.reply(situation, decision)
        if broken_rules(reply, case):
            yield Completed(status=Status.FAILED, reply=Reply(draft=FAILED), spent=spent())
            return
        status = Status.DECLINED if isinstance(decision, Decline) else Status.ANSWERED
        yield Completed(status=status, reply=reply, spent=spent())


def _thought(decision: Decision) -> str:
    """What is done next, for who watches."""
    match decision:
        case Ask():
            said = "Something that matters is not known yet, so it is asked first."
        case Recommend():
            said = "Enough is known for one step that keeps to what the person can and likes to do."
        case Agree():
            said = "The person agreed, so the goal is written down."
        case FollowUp():
            said = "A goal is on file, so its last weeks come first."
        case Explore():
            said = "A step was just recommended, so no other is."
        case NothingFits():
            said = "No step is left that keeps to what the person can and likes to do."
        case Finish():
            said = "The conversation has come to its end."
        case Decline():
            said = "There is nothing to coach about."
        case _:
            assert_never(decision)
    return said


def _require_message(case: Case) -> None:
    if not 1 <= len(case.message.strip()) <= _LONGEST_MESSAGE:
        raise InvalidFieldError(f"message must have 1 to {_LONGEST_MESSAGE} characters.", field="message")
