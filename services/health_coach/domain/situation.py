"""A case as the mind sees it: what is coached on, and what may be recommended at all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from services.health_coach.domain.case import Case, Message
from services.health_coach.domain.limits import Limits, limits_in
from services.health_coach.domain.refusals import names_any, refused_words
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.topics import Topic, loosely_in, topics_in
from services.health_coach.domain.wishes import is_of_doing, names_something, wished, wishes_more_or_less

LEADS: Final = ("One step that could fit is to", "An easier version is to", "The next step would be to")
"""What a recommendation begins with; by it an earlier answer is known as one."""
AGREED: Final = "It's agreed"
_MOST_BACK: Final = 3
_MOST_TOPICS: Final = 2
_TURNS: Final = re.compile(
    r"\?|\b(?:i (?:also |really |now )?(?:want|need) to|i'd (?:also )?(?:like|rather)|i would (?:like|rather)"
    r"|help me|instead|rather"
    r"|actually|what about|let's (?:talk|do|work)|my goal|new goal|switch to)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Situation:
    """All that a mind is told.

    Attributes:
        today: the newest day on record that was asked about; else the day itself.
        limits: what the person cannot or will not do.
        allowed: the strategies that keep to the limits; nothing else is ever recommended.
        library: all of them, by which earlier recommendations are recognised; never a source of new ones.
    """

    case: Case
    today: date
    limits: Limits
    allowed: tuple[Strategy, ...]
    library: tuple[Strategy, ...]

    @property
    def topic(self) -> Topic:
        """What the conversation is about: the latest topic that the person named, else that of their goal."""
        return topics_of(self.case, self.library)[0]

    @property
    def offered(self) -> tuple[Strategy, ...]:
        """What was recommended before, oldest first."""
        return tuple(found for told in self.case.told if (found := offered_in(told, self.library)))

    @property
    def pending(self) -> str:
        """The answer whose recommendation is still open: one of the last three, if nothing was agreed on since."""
        for told in self.case.told[: -_MOST_BACK - 1 : -1]:
            if told.lstrip().startswith(AGREED):
                return ""
            if offered_in(told, self.library):
                return told
        return ""

    @property
    def just_offered(self) -> Strategy | None:
        """What is still open of what was recommended."""
        return offered_in(self.pending, self.library)


def situation_of(case: Case, *, today: date, library: Sequence[Strategy]) -> Situation:
    """The hard filter stands here: before any mind, and before any word."""
    said = tuple(case.own_words())
    limits = limits_in(said)
    refused = refused_words(said)
    allowed = tuple(
        each
        for each in library
        if limits.allow(each.tags) and each.makes_sense(said) and not names_any(each.text, refused)
    )
    return Situation(case=case, today=today, limits=limits, allowed=allowed, library=tuple(library))


def topics_of(case: Case, library: Sequence[Strategy]) -> tuple[Topic, ...]:
    """What the conversation is about, the latest topic first; of one that names none the topic of the person's goal."""
    named: list[Topic] = []
    told = ""
    for message in (*case.history, Message(case.message, by_person=True)):
        if not message.by_person:
            told = message.text
        elif (found := _said_in(message.text, told, is_first=not named)) is not None:
            named.append(found)
    if named:
        return tuple(dict.fromkeys(reversed(named)))[:_MOST_TOPICS]
    of_goals = _topic_of_goals(case, library)
    hinted = (topic for text in case.said for topic in loosely_in(text))
    return (next(hinted, of_goals) if of_goals is Topic.GENERAL else of_goals,)


def _said_in(text: str, told: str, *, is_first: bool) -> Topic | None:
    """The topic that a message sets: what they wish to do, though no other topic covers it, before all else it names.

    In an answer such a wish is a reason for what the conversation is about.
    """
    wish = wished(text)
    is_own = names_something(wish) and not (topics_in(wish) or loosely_in(wish))
    is_answer = told.rstrip().endswith("?") and not is_first
    if is_own and is_of_doing(wish) and not is_answer:
        return Topic.OWN
    if found := topics_in(text):
        return found[0] if _sets_topic(text, told, is_first=is_first) else None
    return Topic.OWN if is_own and not is_answer and wishes_more_or_less(wish) else None


def _sets_topic(text: str, told: str, *, is_first: bool) -> bool:
    """Whether what a message names is what it is about: an answer to a question names much in passing."""
    return is_first or not told.rstrip().endswith("?") or bool(_TURNS.search(text))


def _topic_of_goals(case: Case, library: Sequence[Strategy]) -> Topic:
    of_strategies = {strategy.id: strategy.topics[0] for strategy in library}
    for memory in reversed([each for each in case.memories if each.kind == "goal"]):
        if memory.goal and memory.goal.strategy_id in of_strategies:
            return of_strategies[memory.goal.strategy_id]
        counted = f" {memory.goal.behaviour} {memory.goal.metric.replace('_', ' ')}" if memory.goal else ""
        if found := topics_in(f"{memory.text}{counted}"):
            return found[0]
    return Topic.GENERAL


def offered_in(told: str, library: Sequence[Strategy]) -> Strategy | None:
    """The strategy that an answer recommends, by its text."""
    words = " ".join(told.split())
    return next((each for each in library for lead in LEADS if f"{lead} {each.text}" in words), None)
