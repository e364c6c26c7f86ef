"""The coaching reply by rules, in a facilitative style: what was heard, one number, at most one step, one question."""

import re
from dataclasses import dataclass, field
from typing import Final, assert_never

from services.health_coach.adapters.rules.asking import answered, asked_in, question
from services.health_coach.adapters.rules.choosing import fitting
from services.health_coach.adapters.rules.hearing import asks_for_ways, asks_whether_to, thanks
from services.health_coach.adapters.rules.reflecting import aim, reflection, said_back, says_back
from services.health_coach.adapters.rules.telling import (
    GOAL_LEADS,
    HELPED,
    HOW_GONE,
    IN_THE_WAY,
    KEEP,
    WAYS,
    WHAT_FITS,
    anchor,
    from_now,
    goal_phrase,
    proposals,
    reference,
    standing_words,
    where_it_stands,
)
from services.health_coach.domain.checking import MOST_WORDS
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
from services.health_coach.domain.events import Proposal, Reply
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import goals_on_file
from services.health_coach.domain.progress import standing
from services.health_coach.domain.situation import AGREED, LEADS, Situation
from services.health_coach.domain.strategy import Source, Strategy
from services.health_coach.domain.tags import Tag
from services.health_coach.domain.topics import Topic
from services.health_coach.domain.wording import GOAL_OPENS

NOTHING_TO_COACH: Final = (
    "I can coach you on sleep, movement, training, stress, weight and food. Which of these would you like to work on?"
)
_SOUNDS: Final = "How does that sound to you?"
_SUITS: Final = "Would that suit you better?"
_EPOCH: Final = 719_163
_MOVING: Final = frozenset({Topic.STEPS, Topic.TRAINING})
_OPENINGS: Final = {
    Change.NONE: (LEADS[0], ""),
    Change.OTHER: (LEADS[0], "Then we leave that one aside."),
    Change.EASIER: (LEADS[1], "Smaller is fine, as long as it lasts."),
    Change.HARDER: (LEADS[2], "There is room for a little more."),
}
_ANOTHER: Final = "All right, another one."
_RESIZED: Final = frozenset({Change.EASIER, Change.HARDER})
_AS_FOUND: Final = "It is what helped many people in studies [1]; the next weeks show whether it helps you."
"""Why a step should help, for whoever has just read how it does."""
_MOST_STANDINGS: Final = 2
_OWN_NUMBER: Final = re.compile(r"\{\{(?!goal-)")


@dataclass
class _Draft:
    """A reply under way."""

    situation: Situation
    sentences: list[str] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    technique_ids: list[str] = field(default_factory=list)

    def say(self, *sentences: str) -> None:
        self.sentences += filter(None, sentences)

    def add(self, *sentences: str) -> None:
        """Says what is left out, the last first, where the reply would be too long."""
        self.say(*sentences)
        self.spare += filter(None, sentences)

    def stand(self, goals: tuple[Goal, ...]) -> None:
        """Opens with where the person stands."""
        for goal in goals:
            claim = self.next_claim()
            self.proposals += proposals(goal, claim)
            self.say(standing_words(standing(goal, self.situation.case), claim))

    def next_claim(self) -> str:
        """Each goal has a number of its own: "goal-1.target"."""
        return f"goal-{sum(each.claim.endswith('.target') for each in self.proposals) + 1}.target"

    def offer(self, change: Change, offer: Offer) -> None:
        """Tells a step and its goal; how a step helps is not told again where only its goal is another."""
        case = self.situation.case
        lead, _ = _OPENINGS[change]
        goal_lead = (
            GOAL_LEADS[2]
            if change in _RESIZED
            else next(each for each in GOAL_LEADS[:2] if each not in case.last_told or each == GOAL_LEADS[1])
        )
        claim = self.next_claim()
        self.proposals += proposals(offer.goal, claim, offer.capped_by)
        self.technique_ids += offer.strategy.technique_ids
        self.say(f"{lead} {offer.strategy.text}.")
        if change not in _RESIZED and offer.strategy.how_it_helps.rstrip(".") not in case.last_told:
            self.sources.append(offer.strategy.source)
            self.say(f"{offer.strategy.how_it_helps.rstrip('.')} [{len(self.sources)}].")
        self.say(f"{goal_lead} {goal_phrase(offer.goal, claim)}{from_now(offer.goal, case)}.")

    def done(self, *, agreed: Goal | None = None, recommended: bool = False, finished: bool = False) -> Reply:
        while self.spare and len(" ".join(self.sentences).split()) > MOST_WORDS:
            self.sentences.remove(self.spare.pop())
        return Reply(
            draft=" ".join(self.sentences),
            proposals=tuple(self.proposals),
            agreed=agreed,
            recommended=recommended,
            finished=finished,
            technique_ids=tuple(dict.fromkeys(self.technique_ids)),
            sources=tuple(self.sources),
        )


def reply(situation: Situation, decision: Decision) -> Reply:
    """The decision in words."""
    draft = _Draft(situation=situation)
    match decision:
        case Ask():
            said = _asked(draft, decision)
        case Recommend():
            said = _recommended(draft, situation, decision)
        case Agree(offer=offer):
            said = _agreed(draft, offer)
        case FollowUp():
            said = _followed_up(draft, decision)
        case Explore():
            said = _explored(draft, situation, decision)
        case NothingFits(topic=topic):
            said = _nothing_fits(draft, topic)
        case Finish(strategy=strategy):
            said = _finished(draft, situation, strategy)
        case Decline():
            draft.say(NOTHING_TO_COACH)
            said = draft.done()
        case _:
            assert_never(decision)
    return said


def _asked(draft: _Draft, decision: Ask) -> Reply:
    _stand(draft, draft.situation)
    if asks_whether_to(draft.situation.case.message) and (stands := where_it_stands(draft.situation, decision.topic)):
        draft.say(*stands)
    else:
        _hear(draft, decision.topic)
        _ways(draft, decision)
    draft.say(question(decision.unknown, decision.topic, draft.situation.case.said))
    return draft.done()


def _hear(draft: _Draft, topic: Topic) -> None:
    """Says back what was heard. Where a conversation begins, or nothing can be said back, with a number of theirs."""
    situation = draft.situation
    heard = reflection(situation, topic)
    heard = "Thank you for telling me." if heard in situation.case.last_told else heard
    draft.say(heard)
    is_under_way = any(asked_in(told) for told in situation.case.told) or bool(situation.offered)
    if not (is_under_way and says_back(heard, situation.case.message)):
        draft.say(_anchor(draft, topic) if says_back(heard, situation.case.message) else _own(draft, topic))


def _ways(draft: _Draft, decision: Ask) -> None:
    """What helps many people, for whoever begins with a question; none of it is recommended to this person yet.

    Somebody with an illness is told none: what helps many may harm them. Of the heart none is told
    either: the number that is wanted may be one of the blood.
    """
    situation = draft.situation
    is_first = not situation.case.told and decision.unknown is not Unknown.TOPIC and decision.topic is not Topic.HEART
    if not is_first or situation.limits.needs_doctor or not asks_for_ways(situation.case.message):
        return
    of_the_topic = (each for each in fitting(situation, decision.topic) if each.topics[0] is decision.topic)
    for lead, strategy in zip(WAYS, of_the_topic, strict=False):
        draft.sources.append(strategy.source)
        draft.say(f"{lead} {strategy.text}.")
        draft.add(f"{strategy.how_it_helps.rstrip('.')} [{len(draft.sources)}].")


def _nothing_fits(draft: _Draft, topic: Topic) -> Reply:
    _stand(draft, draft.situation)
    _hear(draft, topic)
    draft.say("I have no other step on this that fits what you told me.")
    limit = next((each for each in draft.situation.limits.found if each.needs_doctor), None)
    draft.say(f"Talk to your doctor about {limit.called}." if limit else "", _open_question(draft.situation))
    return draft.done()


def _stand(draft: _Draft, situation: Situation) -> None:
    """Once a conversation: whoever was told does not need to hear it with every answer."""
    if any(GOAL_OPENS in told for told in situation.case.told):
        return
    draft.stand(goals_on_file(situation.case)[-_MOST_STANDINGS:])


def _anchor(draft: _Draft, topic: Topic) -> str:
    """A number of the person's own, unless one was told above."""
    return "" if _OWN_NUMBER.search(" ".join(draft.sentences)) else anchor(draft.situation, topic)


def _own(draft: _Draft, topic: Topic) -> str:
    """What is the person's own: a number, else what they said they want."""
    return _anchor(draft, topic) or ("" if _OWN_NUMBER.search(" ".join(draft.sentences)) else aim(draft.situation))


def _recommended(draft: _Draft, situation: Situation, decision: Recommend) -> Reply:
    _, opening = _OPENINGS[decision.change]
    opening = _ANOTHER if opening and opening in situation.case.last_told else opening
    _stand(draft, situation)
    if opening and not reflection(situation, decision.topic).startswith("I plan around"):
        draft.say(opening)
        if not from_now(decision.offer.goal, situation.case):
            draft.say(_own(draft, decision.topic))
    else:
        _hear(draft, decision.topic)
    draft.offer(decision.change, decision.offer)
    doctor = _doctor_first(situation, decision.offer.strategy)
    draft.say("" if decision.change in _RESIZED and doctor in situation.case.last_told else doctor)
    draft.say(_SOUNDS if decision.change is Change.NONE else _SUITS)
    return draft.done(recommended=True)


def _doctor_first(situation: Situation, strategy: Strategy) -> str:
    """Said where the person told of something with which a doctor should know of more effort."""
    limits = [each for each in situation.limits.found if each.needs_doctor]
    if Topic.ALCOHOL in strategy.topics:
        called = next((each.called for each in limits if Tag.ALCOHOL in each.excludes), "")
        return f"Talk to your doctor about {called} first." if called else ""
    if not limits or strategy.topics[0] not in _MOVING:
        return ""
    return f"Because of {limits[0].called}, ask your doctor before you do more than that."


def _agreed(draft: _Draft, offer: Offer) -> Reply:
    goal = offer.goal
    claim = draft.next_claim()
    draft.proposals += proposals(goal, claim, offer.capped_by)
    draft.say(f"{AGREED}: you {offer.strategy.text}.")
    draft.say(aim(draft.situation) if offer.strategy.topics[0] is Topic.OWN else "")
    start = from_now(goal, draft.situation.case) or ", counted from today"
    draft.say(f"Your goal is {goal_phrase(goal, claim)}{start}.")
    if goal.review_on is not None:
        review = claim.replace(".target", ".review")
        draft.proposals.append(Proposal(claim=review, value=float(goal.review_on.toordinal() - _EPOCH), unit="date"))
        draft.say(f"Keep to it until {reference(review)}; then we look at it again.")
    draft.say("If a day goes wrong, just go on with the next.")
    draft.technique_ids += offer.strategy.technique_ids
    return draft.done(agreed=goal, finished=True)


def _followed_up(draft: _Draft, decision: FollowUp) -> Reply:
    draft.stand((decision.goal,))
    weeks = standing(decision.goal, draft.situation.case).weeks
    if decision.revised is not None:
        draft.say(
            "You have kept that up for weeks."
            if decision.change is Change.HARDER
            else "That was a lot to ask of these weeks, so let's make it easier."
        )
        draft.offer(decision.change, decision.revised)
        draft.say(_SOUNDS)
        return draft.done(recommended=True)
    draft.technique_ids += decision.goal.technique_ids
    if weeks:
        draft.say(*(("You got there.", HELPED) if weeks[0].met else (f"Weeks like that happen; {IN_THE_WAY}",)))
    elif decision.managed is not None and decision.goal.days_per_week:
        got_there = decision.managed >= decision.goal.days_per_week
        draft.say(f"By your own count {'you got there' if got_there else 'it was less than that'}.")
        draft.say(HELPED if got_there else f"Weeks like that happen; {IN_THE_WAY}")
    else:
        draft.say(*(("That is good to hear.", HELPED) if decision.went_well else (HOW_GONE,)))
    return draft.done()


def _explored(draft: _Draft, situation: Situation, decision: Explore) -> Reply:
    strategy = decision.strategy
    _stand(draft, situation)
    if decision.suits and decision.goal is not None:
        claim = draft.next_claim()
        draft.proposals += proposals(decision.goal, claim)
        draft.say(f"{said}: that goes well with it." if (said := said_back(situation)) else "That goes well with it.")
        draft.say(f"The goal stays {goal_phrase(decision.goal, claim)}.", _own(draft, decision.topic))
        draft.say("Shall we agree on that?")
    elif decision.left_out_for:
        draft.say(f"I'd leave that out, to plan around {decision.left_out_for}.", _own(draft, decision.topic))
        draft.say("Shall we stay with the step before it?")
    elif decision.asks_why:
        draft.sources.append(strategy.source)
        helps = strategy.how_it_helps.rstrip(".")
        helps = _AS_FOUND if helps in situation.case.last_told else f"{helps} [1]."
        draft.say(_own(draft, decision.topic), helps)
        is_agreed = situation.case.last_told.lstrip().startswith(AGREED)
        draft.say(KEEP if is_agreed else "Would you like to try it?")
    elif decision.goal is not None:
        claim = draft.next_claim()
        draft.proposals += proposals(decision.goal, claim)
        draft.say(f"I had {goal_phrase(decision.goal, claim)} in mind.", _own(draft, decision.topic))
        draft.say("Would that be right for you?")
    elif decision.asks_whether_safe:
        draft.say(_own(draft, decision.topic), "It is meant to be gentle.")
        draft.say("If something hurts, or you are unsure, ask your doctor before you begin.")
        draft.say("Would you like to begin gently with it?")
    elif decision.is_capped:
        draft.say(_own(draft, decision.topic), "More than that would be a leap from where you are now.")
        draft.say("Once it holds, we go further.", "Would that work for a start?")
    else:
        _hear(draft, decision.topic)
        is_asked = any(WHAT_FITS in told for told in situation.case.told)
        draft.say("Shall we try it as it is?" if is_asked else WHAT_FITS)
    draft.technique_ids += strategy.technique_ids
    return draft.done()


def _finished(draft: _Draft, situation: Situation, strategy: Strategy | None) -> Reply:
    """A short goodbye, with what was agreed on or, where nothing was, what was offered."""
    case = situation.case
    draft.say("You're welcome." if thanks(case.message) else "That is worth keeping.")
    _stand(draft, situation)
    if any(told.lstrip().startswith(AGREED) for told in case.told) and (goals := goals_on_file(case)):
        claim = draft.next_claim()
        draft.proposals += proposals(goals[-1], claim)
        draft.say(f"Good luck with your goal: {goal_phrase(goals[-1], claim)}.")
    elif strategy is not None:
        draft.say(f"If you want to begin with something small: {strategy.text}.")
    draft.say("I'm here whenever you want to go on.")
    return draft.done(finished=True)


def _open_question(situation: Situation) -> str:
    if Unknown.ACTIONS not in answered(situation.case):
        return question(Unknown.ACTIONS, situation.topic)
    return "What else would you like to look at together?"
