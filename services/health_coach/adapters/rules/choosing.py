"""Which strategy comes next, of those that the limits allow."""

from services.health_coach.domain.likes import likes_in
from services.health_coach.domain.offering import own_level
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.topics import Topic

_OF_GENERAL = (Topic.STEPS, Topic.SLEEP)
_LIKED = 2
_FITTING = 3


def next_strategy(situation: Situation, topic: Topic) -> Strategy | None:
    """The one that fits best what the person said, and was not recommended before; None where none is left."""
    wanted = _OF_GENERAL if topic is Topic.GENERAL else (topic,)
    offered = {strategy.id for strategy in situation.offered}
    left = [
        strategy
        for strategy in situation.allowed
        if strategy.id not in offered and set(wanted) & set(strategy.topics) and _suits_level(strategy, situation)
    ]
    said = tuple(situation.case.own_words())
    likes = likes_in(said)

    def fit(strategy: Strategy) -> int:
        fitting = strategy.words_said(said) + strategy.only_if_fits
        return _FITTING * fitting + _LIKED * bool(likes & strategy.tags) + (strategy.topics[0] in wanted)

    return max(left, key=fit, default=None)


def _suits_level(strategy: Strategy, situation: Situation) -> bool:
    levels = ((bound, own_level(situation.case.facts, bound.metric)) for bound in strategy.when)
    return all(own is None or bound.allows(own[1].value) for bound, own in levels)
