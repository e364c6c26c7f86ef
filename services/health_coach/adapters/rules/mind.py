"""A `CoachMind` of rules."""

from services.health_coach.adapters.rules.deciding import decide
from services.health_coach.adapters.rules.hearing import ends
from services.health_coach.adapters.rules.replying import reply
from services.health_coach.domain.decisions import Decision
from services.health_coach.domain.events import Reply
from services.health_coach.domain.situation import Situation


class RulesMind:
    async def finishes(self, situation: Situation) -> bool:
        return ends(situation)

    async def decide(self, situation: Situation, *, finished: bool) -> Decision:
        return decide(situation, finished=finished)

    async def reply(self, situation: Situation, decision: Decision) -> Reply:
        return reply(situation, decision)
