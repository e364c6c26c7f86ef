"""The recommend gate by rules: asks while something that matters is unknown, recommends once, then adapts."""

import re
from typing import Final

from services.health_coach.adapters.rules import hearing
from services.health_coach.adapters.rules.asking import MOST_ASKED, asked_in, asked_since_offer, first_unknown
from services.health_coach.adapters.rules.choosing import fitting, next_strategy
from services.health_coach.adapters.rules.telling import (
    GOAL_LEADS,
    HELPED,
    HOW_GONE,
    IN_THE_WAY,
    KEEP,
    WAYS,
    WHAT_FITS,
)
from services.health_coach.domain.decisions import (
    Agree,
    Ask,
    Change,
    Decision,
    Decline,
    Explore,
    Finish,
    FollowUp,
    NothingFits,
    Offer,
    Recommend,
    Unknown,
)
from services.health_coach.domain.goals import DAYS, Goal
from services.health_coach.domain.likes import asked_about, likes_in
from services.health_coach.domain.offering import (
    changed,
    offer_at,
    offer_of,
    offer_on_days,
    offer_workouts,
    on_fewer_days,
)
from services.health_coach.domain.preparing import goals_on_file
from services.health_coach.domain.progress import standing
from services.health_coach.domain.situation import AGREED, Situation
from services.health_coach.domain.strategy import OnWorkouts, Strategy
from services.health_coach.domain.topics import Topic, topics_in
from services.health_coach.domain.wording import GOAL_OPENS

_TOLD_GOAL: Final = re.compile(
    rf"(?:{'|'.join(GOAL_LEADS)}|It's agreed: .*Your goal is) (?P<told>[^.?!]*(?:\.\d[^.?!]*)*)"
)
_CLOCK: Final = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>\d\d)")
_HOURS: Final = re.compile(r"(?P<hours>\d+) h(?: (?P<minutes>\d+) min)?|(?P<only>\d+) min")
_DAYS_A_WEEK: Final = re.compile(r" days? a week")
_NUMBER: Final = re.compile(r"\d[\d,]*")
_NOON: Final = 720


def decide(situation: Situation, *, finished: bool) -> Decision:
    # A question that was asked since has taken the place of what was offered.
    just = None if asked_in(situation.case.last_told) else situation.just_offered
    if finished:
        return Finish(topic=situation.topic, strategy=just)
    if just is not None:
        after = _after_offer(situation, just)
        if after is not None:
            return after
    if (chosen := _chosen(situation)) is not None:
        return Recommend(topic=situation.topic, offer=_offered(situation, chosen))
    if (follow := _after_agreement(situation) or _after_follow_up(situation) or _follow_up(situation)) is not None:
        return follow
    return _gate(situation) if _is_coachable(situation) else Decline()


def _gate(situation: Situation) -> Decision:
    """Asks for the first thing that matters and is unknown; recommends when nothing is, or enough was asked."""
    case = situation.case
    unknown = first_unknown(situation)
    asked = asked_since_offer(situation)
    if unknown is Unknown.TOPIC:
        return Ask(topic=Topic.GENERAL, unknown=unknown)
    if situation.offered and next_strategy(situation, situation.topic) is None:
        return NothingFits(topic=situation.topic)
    must_not_ask = hearing.wants_no_question(case.message) or (asked and hearing.asks_for_step(case.message))
    if unknown is not None and asked < MOST_ASKED and not must_not_ask:
        return Ask(topic=situation.topic, unknown=unknown)
    return recommend(situation, situation.topic)


def recommend(situation: Situation, topic: Topic, change: Change = Change.NONE) -> Recommend | NothingFits:
    strategy = next_strategy(situation, topic)
    if strategy is None:
        return NothingFits(topic=topic)
    return Recommend(topic=topic, offer=_offered(situation, strategy), change=change)


def _offered(situation: Situation, strategy: Strategy) -> Offer:
    """A step with its goal, on no more days than the person said they have."""
    offer = offer_of(strategy, situation.case, situation.today)
    most = hearing.most_days(situation.case.said)
    if most is not None and 0 < most < offer.goal.days_per_week:
        return on_fewer_days(offer, most, situation.case, situation.today)
    return offer


def _chosen(situation: Situation) -> Strategy | None:
    """The step that the person takes by its place among those that were told as ways."""
    told = situation.case.last_told
    ways = [each for lead in WAYS for each in situation.allowed if f"{lead} {each.text}" in told]
    place = hearing.place_chosen(situation.case.message)
    return ways[place] if ways and place is not None and place < len(ways) else None


def answered_offer(situation: Situation, *, agrees: bool, change: Change) -> Decision | None:
    """What follows where the person takes an open step or would have it otherwise; None where none is open."""
    just = situation.just_offered
    if just is None:
        return None
    topic = _topic_of_offer(situation, just)
    is_allowed = just in situation.allowed
    if agrees and is_allowed:
        return Agree(topic=topic, offer=told_offer(situation, just))
    wanted = change if is_allowed else Change.OTHER
    return None if change is Change.NONE else _changed(situation, just, topic, wanted)


def _taken_or_left_out(situation: Situation, just: Strategy, topic: Topic) -> Decision | None:
    """What follows where the person agrees, or asks about what their limits rule out."""
    if (agreed := _agreed_on(situation, just)) is not None:
        return Agree(topic=topic, offer=agreed)
    if limit := _rules_out(situation):
        return Explore(topic=topic, strategy=just, left_out_for=limit)
    return None


def _after_offer(situation: Situation, just: Strategy) -> Decision | None:
    """What follows on a recommendation; None where the person speaks of another topic."""
    message = situation.case.message
    topic = _topic_of_offer(situation, just)
    is_allowed = just in situation.allowed
    if is_allowed and (settled := _taken_or_left_out(situation, just, topic)) is not None:
        return settled
    if (instead := _asked_for(situation, topic)) is not None:
        return Recommend(topic=topic, offer=offer_of(instead, situation.case, situation.today), change=Change.OTHER)
    if is_allowed and (fewer := _on_days_left(situation, just)) is not None:
        return Recommend(topic=topic, offer=fewer, change=Change.EASIER)
    change = hearing.change_wanted(message) if is_allowed else Change.OTHER
    if change is Change.NONE and hearing.asks_for_step(message):
        change = Change.OTHER
    if change is not Change.NONE:
        return _changed(situation, just, topic, change)
    named = topics_in(message)
    suits = _suits(situation, just)
    if named and not suits and not set(named) & set(just.topics):
        return None
    return _explored(situation, just, topic, suits=suits)


def _rules_out(situation: Situation) -> str:
    """The limit that rules out what the person asks about in place of what was offered."""
    asked = asked_about(situation.case.message)
    return next((limit.called for limit in situation.limits.found if limit.excludes & asked), "")


def _asked_for(situation: Situation, topic: Topic) -> Strategy | None:
    """A step of the kind that the person asks about in place of what was offered."""
    asked = asked_about(situation.case.message)
    return next((each for each in fitting(situation, topic) if asked & each.tags), None)


def _agreed_on(situation: Situation, just: Strategy) -> Offer | None:
    """What the person says yes to: the offer as told, on fewer days where they name fewer; None without a yes."""
    message = situation.case.message
    offer = told_offer(situation, just)
    wanted = hearing.days_wanted(message)
    if (
        wanted is not None
        and 0 < wanted < offer.goal.days_per_week
        and "?" not in message
        and hearing.begins_yes(message)
    ):
        return on_fewer_days(offer, wanted, situation.case, situation.today)
    return offer if hearing.agrees(situation) else None


def _on_days_left(situation: Situation, just: Strategy) -> Offer | None:
    """The open step on the days that the person says are left for it; None where they name none, or as many."""
    offer = told_offer(situation, just)
    most = hearing.most_days([situation.case.message])
    if most is None or not 0 < most < offer.goal.days_per_week or "?" in situation.case.message:
        return None
    return on_fewer_days(offer, most, situation.case, situation.today)


def _explored(situation: Situation, just: Strategy, topic: Topic, *, suits: bool) -> Decision:
    """Stays with the step, unless what would have to be different was asked and is not understood."""
    message = situation.case.message
    if suits:
        return Explore(topic=topic, strategy=just, goal=told_offer(situation, just).goal, suits=True)
    if any(told.rstrip().endswith(WHAT_FITS) for told in situation.case.told) and "?" not in message:
        return recommend(situation, topic, Change.OTHER)
    return Explore(
        topic=topic,
        strategy=just,
        asks_why=hearing.asks_why(message),
        goal=told_offer(situation, just).goal if hearing.asks_how_much(message) else None,
        asks_whether_safe=hearing.asks_whether_safe(message),
    )


def _changed(situation: Situation, strategy: Strategy, topic: Topic, change: Change) -> Decision:
    """The step as the person would have it: nearer, further, or another."""
    if change is not Change.OTHER:
        revised = changed(told_offer(situation, strategy), change, situation.case, situation.today)
        if revised is not None:
            return Recommend(topic=topic, offer=revised, change=change)
        if change is Change.HARDER:
            return Explore(topic=topic, strategy=strategy, is_capped=True)
    return recommend(situation, topic, Change.OTHER)


def _suits(situation: Situation, just: Strategy) -> bool:
    """Whether the person says when a step would suit them, or what they like that it has."""
    message = situation.case.message
    return hearing.says_when(message) or bool(likes_in([message]) & just.tags)


def _after_agreement(situation: Situation) -> Decision | None:
    """What follows where what was just agreed on is to be different after all."""
    message = situation.case.message
    if situation.case.last_told.endswith(KEEP) and hearing.begins_yes(message) and situation.offered:
        return Finish(topic=situation.topic)
    if not situation.case.last_told.lstrip().startswith(AGREED) or not situation.offered:
        return None
    strategy = situation.offered[-1]
    topic = _topic_of_offer(situation, strategy)
    offer = told_offer(situation, strategy)
    wanted = hearing.days_wanted(message)
    if wanted is not None and 0 < wanted < offer.goal.days_per_week and strategy in situation.allowed:
        fewer = on_fewer_days(offer, wanted, situation.case, situation.today)
        return Recommend(topic=topic, offer=fewer, change=Change.EASIER)
    change = hearing.change_wanted(message)
    if change is Change.NONE:
        return Explore(topic=topic, strategy=strategy, asks_why=True) if hearing.asks_why(message) else None
    asked_for = change if strategy in situation.allowed else Change.OTHER
    return _changed(situation, strategy, topic, asked_for)


def _topic_of_offer(situation: Situation, strategy: Strategy) -> Topic:
    """What the person had in mind when the strategy was recommended."""
    named = (topic for text in reversed(situation.case.said) for topic in topics_in(text))
    return next((topic for topic in named if topic in strategy.topics), strategy.topics[0])


def told_offer(situation: Situation, strategy: Strategy) -> Offer:
    """The offer as it was told: with the number that the person read; computed anew where it cannot be read."""
    case, today = situation.case, situation.today
    anew = offer_of(strategy, case, today)
    found = _TOLD_GOAL.search(situation.pending or case.last_told)
    told = found["told"] if found else ""
    if _DAYS_A_WEEK.search(told) and (number := _NUMBER.search(told)):
        days = int(number.group().replace(",", ""))
        by_workouts = isinstance(strategy.aim, OnWorkouts) and anew.goal.baseline_question is not None
        return offer_workouts(strategy, days, case, today) if by_workouts else offer_on_days(strategy, days, today)
    target = _told_target(told, anew.goal.unit)
    if target is None or anew.goal.unit == DAYS:
        return anew
    return offer_at(strategy, anew.goal.metric, target, case, today)


def _told_target(told: str, unit: str) -> float | None:
    if unit == "clock" and (found := _CLOCK.search(told)):
        minutes = int(found["hours"]) * 60 + int(found["minutes"])
        return float(minutes if minutes >= _NOON else minutes + 1440)
    if unit == "min" and (found := _HOURS.search(told)):
        return float(found["only"] or int(found["hours"]) * 60 + int(found["minutes"] or 0))
    if unit == "count" and (found := _NUMBER.search(told)):
        return float(found.group().replace(",", ""))
    return None


def _after_follow_up(situation: Situation) -> Decision | None:
    """What follows where the person said why a goal on file was hard or easy: less of it, or an end."""
    told = situation.case.last_told
    goals = goals_on_file(situation.case)
    if not goals or not told.startswith(GOAL_OPENS):
        return None
    goal = goals[-1]
    topic = topic_of_goal(goal, situation)
    if told.rstrip().endswith(HELPED):
        return Finish(topic=topic)
    message = situation.case.message
    if told.rstrip().endswith(HOW_GONE) and ("?" in message or hearing.says_how_it_went(message)):
        return None if "?" in message else _follow_up_on(goal, situation)
    strategy = next((each for each in situation.allowed if each.id == goal.strategy_id), None)
    if not told.rstrip().endswith((IN_THE_WAY, HOW_GONE)) or strategy is None:
        return None
    revised = changed(Offer(strategy=strategy, goal=goal), Change.EASIER, situation.case, situation.today)
    if revised is not None:
        return Recommend(topic=topic, offer=revised, change=Change.EASIER)
    return recommend(situation, topic, Change.OTHER)


def _follow_up(situation: Situation) -> FollowUp | None:
    """Of a goal on file, where the person asks how it goes, speaks of its topic or names none."""
    case = situation.case
    goals = goals_on_file(case)
    if not goals or asked_in(case.last_told) is not None:
        return None
    named = topics_in(case.message)
    goal = next((each for each in reversed(goals) if topic_of_goal(each, situation) in named), None)
    is_of_something_else = named or "?" in case.message
    if goal is None and is_of_something_else and not hearing.asks_for_progress(case.message):
        return None
    return _follow_up_on(goal or goals[-1], situation)


def _follow_up_on(goal: Goal, situation: Situation) -> FollowUp:
    """Easier or further where the last weeks ask for it; else by what the person says of how it went."""
    case = situation.case
    topic = topic_of_goal(goal, situation)
    stands = standing(goal, case)
    strategy = next((each for each in situation.allowed if each.id == goal.strategy_id), None)
    if stands.asks_for is Change.NONE or strategy is None:
        managed = hearing.times_managed(case.message)
        return FollowUp(topic=topic, goal=goal, managed=managed, went_well=hearing.went_well(case.message))
    revised = changed(Offer(strategy=strategy, goal=goal), stands.asks_for, case, situation.today)
    return FollowUp(topic=topic, goal=goal, revised=revised, change=stands.asks_for)


def topic_of_goal(goal: Goal, situation: Situation) -> Topic:
    strategy = next((each for each in situation.library if each.id == goal.strategy_id), None)
    if strategy is not None:
        return strategy.topics[0]
    return next(iter(topics_in(f"{goal.behaviour} {goal.metric.replace('_', ' ')}")), Topic.GENERAL)


def _is_coachable(situation: Situation) -> bool:
    case = situation.case
    in_conversation = any(asked_in(told) for told in case.told) or bool(situation.offered)
    return in_conversation or situation.topic is not Topic.GENERAL or hearing.wishes(case.message)
