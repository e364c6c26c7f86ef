"""Which strategy comes next, of those that the limits allow."""

from collections.abc import Sequence

from services.health_coach.adapters.rules.asking import answers_to
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.likes import likes_in, wanted_clauses
from services.health_coach.domain.offering import own_level
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.strategy import OnLevel, Strategy
from services.health_coach.domain.topics import Topic, topics_in

_HABITS = frozenset({Topic.ALCOHOL, Topic.CAFFEINE})
"""Nobody is told to change a habit that they never spoke of."""
_OF_GENERAL = (Topic.STEPS, Topic.SLEEP)
_LIKED = 3
_OWN = 2
_FITTING = 3
_OWN_TOPIC = 2
_WATCHING = frozenset({"BCIO:007024", "BCIO:007025"})
"""Techniques that look at what one does: a step that does something comes before one that begins with watching."""
_OF_WATCHING = 3


def next_strategy(situation: Situation, topic: Topic) -> Strategy | None:
    """The one that fits best what the person said, and was not recommended before; None where none is left."""
    return next(iter(fitting(situation, topic)), None)


def fitting(situation: Situation, topic: Topic) -> Sequence[Strategy]:
    """Those that were not recommended before, the one that fits best what the person said first."""
    wanted = _OF_GENERAL if topic is Topic.GENERAL else (topic,)
    said = tuple(situation.case.own_words())
    spoken_of = {topic for text in said for topic in topics_in(text)}
    offered = {strategy.id for strategy in situation.offered}
    left = [
        strategy
        for strategy in situation.allowed
        if strategy.id not in offered and set(wanted) & set(strategy.topics) and _suits_level(strategy, situation)
        if spoken_of.issuperset(_HABITS.intersection(strategy.topics))
    ]
    liked = answers_to(Unknown.ACTIONS, situation.case)
    likes = likes_in(said, liked)
    words, own = wanted_clauses(said), wanted_clauses(liked)

    def fit(strategy: Strategy) -> int:
        """What they say they like counts more; to begin with, nothing is watched, and nothing unmeasured."""
        fitting = strategy.words_said(words) + _OWN * strategy.words_said(own) + strategy.only_if_fits
        only_watches = _OF_WATCHING * (strategy.technique_ids[0] in _WATCHING)
        return (
            _FITTING * (fitting - only_watches - _is_unmeasured(strategy, situation))
            + _LIKED * len(likes & strategy.tags)
            + _OWN_TOPIC * (strategy.topics[0] in wanted)
        )

    return sorted(left, key=fit, reverse=True)


def _is_unmeasured(strategy: Strategy, situation: Situation) -> bool:
    """Whether its goal is on a number that is not known, though others are."""
    facts = situation.case.facts
    return bool(facts) and isinstance(strategy.aim, OnLevel) and own_level(facts, strategy.aim.metric) is None


def _suits_level(strategy: Strategy, situation: Situation) -> bool:
    levels = ((bound, own_level(situation.case.facts, bound.metric)) for bound in strategy.when)
    return all(own is None or bound.allows(own[1].value) for bound, own in levels)
