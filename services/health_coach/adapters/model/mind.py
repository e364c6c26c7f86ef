"""The mind that asks a language model: the two gates and the words, within what the rules allow."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import structlog

from amy.llm.caller import Caller
from amy.llm.errors import ModelError
from amy.llm.models import Role
from services.health_coach.adapters.model import prompts
from services.health_coach.adapters.model.decisions import FinishDecision, GateDecision, Heard
from services.health_coach.adapters.model.shown import MOST_STRATEGIES
from services.health_coach.adapters.rules import hearing
from services.health_coach.adapters.rules.asking import MOST_ASKED, answered, first_unknown
from services.health_coach.adapters.rules.choosing import fitting
from services.health_coach.adapters.rules.deciding import answered_offer
from services.health_coach.domain.decisions import (
    Ask,
    Change,
    Decision,
    Decline,
    Explore,
    NothingFits,
    Recommend,
    Unknown,
)
from services.health_coach.domain.events import Reply
from services.health_coach.domain.offering import offer_of
from services.health_coach.domain.preparing import goals_on_file
from services.health_coach.domain.situation import Situation, offered_in
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.wording import broken_in, frame_of
from services.health_coach.ports import CoachMind

_TRIES: Final = 2
_CHANGES: Final[dict[Heard, Change]] = {
    "yes": Change.NONE,
    "none": Change.NONE,
    "easier": Change.EASIER,
    "harder": Change.HARDER,
    "other": Change.OTHER,
}
_log = structlog.get_logger("mind")


class ModelMind:
    """A `CoachMind` that asks a model, and follows the rules where none answers.

    What the person's words say plainly (yes, no, too much, how a goal goes) is heard by the rules; the model is asked
    where they hear nothing, chooses among steps that the limits allow, and never sets a number.

    Args:
        caller: asks the model.
        rules: decide and word what the model then says better.
    """

    def __init__(self, caller: Caller, rules: CoachMind) -> None:
        self._caller = caller
        self._rules = rules

    async def finishes(self, situation: Situation) -> bool:
        """Never at the first message, with a question, or where what was offered is still to be taken up."""
        message = situation.case.message
        if not situation.case.told or "?" in message or hearing.agrees(situation):
            return False
        try:
            prompt = prompts.render_finish_gate(situation)
            decided = await self._caller.decide(prompt, FinishDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("finish_gate", error.cause)
            return await self._rules.finishes(situation)
        return decided.decision == "FINISH"

    async def decide(self, situation: Situation, *, finished: bool) -> Decision:
        """By the rules where these are sure, or no model answers."""
        by_rules = await self._rules.decide(situation, finished=finished)
        if not _is_open(by_rules):
            return by_rules
        options = fitting(situation, situation.topic)[:MOST_STRATEGIES]
        asked = _asked(situation)
        try:
            prompt = prompts.render_recommend_gate(situation, options, asked=asked)
            decided = await self._caller.decide(prompt, GateDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("recommend_gate", error.cause)
            return by_rules
        if isinstance(by_rules, Explore):
            agrees, change = decided.answer == "yes", _CHANGES[decided.answer]
            return answered_offer(situation, agrees=agrees, change=change) or by_rules
        may_ask = asked < MOST_ASKED and not hearing.wants_no_question(situation.case.message)
        unknown = _unknown(decided, situation) if decided.verdict == "NOREC" and may_ask else None
        if unknown is not None:
            return Ask(topic=situation.topic, unknown=unknown)
        return _recommended(decided, situation, options)

    async def reply(self, situation: Situation, decision: Decision) -> Reply:
        """In the model's words as far as they keep the rules of a reply; else once again, then as the rules word it."""
        plain = await self._rules.reply(situation, decision)
        if isinstance(decision, Decline):
            return plain
        frame = frame_of(plain, situation, free_question=_may_word_question(decision, situation))
        problem = draft = ""
        try:
            for _ in range(_TRIES):
                prompt = prompts.render_coach(situation, decision, plain, frame, problem=problem, draft=draft)
                draft = " ".join((await self._caller.tell(prompt, role=Role.MAIN)).split())
                broken = broken_in(draft, plain, frame, situation) if draft else ("it is empty",)
                if not broken:
                    return replace(plain, draft=draft)
                problem = "; ".join(broken)
        except ModelError as error:
            _fell_back("coach", error.cause)
            return plain
        _fell_back("coach", "broken_rules")
        return plain


def _may_word_question(decision: Decision, situation: Situation) -> bool:
    """Whether no later turn has to know the question by its words.

    Beside an open step or a goal on file it does: an answer to the question would be taken for one to these.
    """
    match decision:
        case Recommend():
            return True
        case Ask():
            is_alone = situation.just_offered is None and not goals_on_file(situation.case)
            return is_alone and not _is_of_topic(decision)
        case _:
            return False


def _is_of_topic(decision: Ask) -> bool:
    return decision.unknown is Unknown.TOPIC


def _is_open(by_rules: Decision) -> bool:
    """Whether a model may see more than the rules do: what to ask or recommend, and what was said to a step."""
    match by_rules:
        case Ask():
            return not _is_of_topic(by_rules)
        case Recommend(change=Change.NONE):
            return True
        case Explore(asks_why=False, is_capped=False, goal=None, asks_whether_safe=False, suits=False):
            return True
        case _:
            return False


def _asked(situation: Situation) -> int:
    """How many questions were asked since a step was last offered, in whatever words."""
    count = 0
    for told in reversed(situation.case.told):
        if offered_in(told, situation.library):
            break
        count += told.rstrip().endswith("?")
    return count


def _unknown(decided: GateDecision, situation: Situation) -> Unknown | None:
    """What to ask for: what the model misses, unless that was asked before."""
    done = answered(situation.case)
    missing = None if decided.missing == "none" else Unknown(decided.missing)
    return missing if missing is not None and missing not in done else first_unknown(situation)


def _recommended(decided: GateDecision, situation: Situation, options: Sequence[Strategy]) -> Decision:
    """The step that the model chose among those allowed, with the goal that the person's own level allows."""
    if not options:
        return NothingFits(topic=situation.topic)
    strategy = next((each for each in options if each.id == decided.strategy), options[0])
    return Recommend(topic=situation.topic, offer=offer_of(strategy, situation.case, situation.today))


def _fell_back(purpose: str, cause: str) -> None:
    _log.warning("mind.fell_back", purpose=purpose, cause=cause)
