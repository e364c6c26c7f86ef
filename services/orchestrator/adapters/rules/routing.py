"""Who should answer: what can be computed is data science's, the rest goes by the words of the question."""

import re
from dataclasses import replace
from typing import Final, assert_never

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.vagueness import classify
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.plan import Agent, RawRouting, Vagueness
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Topic, Understood

_DS, _DE, _HC = Agent.DATA_SCIENCE.value, Agent.DOMAIN_EXPERT.value, Agent.HEALTH_COACH.value

NO_KNOWLEDGE: Final = "I can't answer general questions about health, only questions about your own data."
NO_JUDGEMENT: Final = "I can't judge whether that is good or normal, but I can tell you your own numbers."
NO_ADVICE: Final = "I can't give advice, but I can tell you what your own data says."

FALLBACK: Final = RawRouting(main_agent="", workflow="Conversation; no agent is needed.")
KNOWLEDGE: Final = RawRouting(main_agent=_DE, workflow="Look up general knowledge.", reply=NO_KNOWLEDGE)
DATA: Final = RawRouting(main_agent=_DS, workflow="Compute the answer from the user's data.")
DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_DE, supporting_agents=(_DS,), workflow="Compute the user's numbers, then interpret them."
)
ADVICE: Final = RawRouting(main_agent=_HC, workflow="Coach from what the user says.", reply=NO_ADVICE)
ADVICE_ON_DATA: Final = RawRouting(
    main_agent=_HC, supporting_agents=(_DS,), workflow="Compute the user's numbers, then coach on them."
)
ADVICE_ON_DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_HC,
    supporting_agents=(_DS, _DE),
    workflow="Compute the user's numbers, add clinical context, then coach on both.",
)

_CONVERSATIONAL: Final = (
    lexicon.GREETING,
    lexicon.THANKS,
    lexicon.ACKNOWLEDGEMENT,
    lexicon.FAREWELL,
)
"""Each is all of a message."""
_ABOUT_AMY: Final = (lexicon.ABOUT_AMY, lexicon.ABOUT_MEMORY, lexicon.DEVICE)
_ASKS: Final = re.compile(
    r"\?|\b(?:how|what|which|when|where|who|why|did|does|was|were|should|show|tell|compare|plot|list)\b",
    re.IGNORECASE,
)
_ASKS_FOR_JUDGEMENT: Final = re.compile(
    r"^\W*(?:is|are|was|were|am|do|does|did)\b.*\b(?:normal|good|bad|ok|okay|fine|healthy|enough"
    r"|too (?:high|low|much|little|many|few|short|long|fast|slow|late|early))\b",
    re.IGNORECASE,
)
_WHAT_IS: Final = re.compile(r"\W*what(?:['\u2019]s| is| are)\s+(?:an? |the )?(?P<what>.+?)\W*", re.IGNORECASE)


def route(conversation: Conversation, available: frozenset[Agent], understood: Understood | None) -> RawRouting:
    """Small talk goes to nobody, what is computed to data science, the rest to whom its words call for.

    Of a question that is computed in part the answer says which part is left out, so that an agent who could answer
    that part is asked only if it is installed.
    """
    question = conversation.question
    if any(pattern.search(question) for pattern in _CONVERSATIONAL) or _only_tells(question):
        return FALLBACK
    if _asks_what_a_thing_is(question):
        return KNOWLEDGE
    match understood:
        case Computable():
            return DATA
        case Partly():
            return _with_more(question, available)
        case NotMine():
            return _not_computed(question, understood)
        case None:
            return _by_words(question)
        case _:
            assert_never(understood)


def _with_more(question: str, available: frozenset[Agent]) -> RawRouting:
    if asks_for_advice(question) and Agent.HEALTH_COACH in available:
        return _advice_on_data(question)
    if lexicon.KNOWLEDGE.search(question) and Agent.DOMAIN_EXPERT in available:
        return DATA_AND_KNOWLEDGE
    return DATA


def _not_computed(question: str, understood: NotMine) -> RawRouting:
    if _is_conversation(question) or understood.topic in {Topic.NOTHING_ASKED, Topic.CONVERSATION}:
        return FALLBACK
    if understood.topic is Topic.OTHER_LANGUAGE:
        return _said(understood.reason)
    if understood.topic is Topic.ADVICE or asks_for_advice(question):
        return ADVICE
    own = lexicon.POSSESSIVE.search(question)
    if understood.topic is Topic.KNOWLEDGE or (not own and is_about_health(question)):
        return KNOWLEDGE
    if understood.topic is Topic.NOT_UNDERSTOOD and _ASKS_FOR_JUDGEMENT.search(question):
        return replace(KNOWLEDGE, reply=NO_JUDGEMENT)
    return _said(f"{understood.reason} {understood.nearest}".strip())


def _by_words(question: str) -> RawRouting:
    """Where nobody has said what can be computed: advice and knowledge as they are asked for, all else is data's."""
    if _is_conversation(question):
        return FALLBACK
    own = lexicon.POSSESSIVE.search(question)
    if asks_for_advice(question):
        return _advice_on_data(question) if own else ADVICE
    if lexicon.KNOWLEDGE.search(question):
        return DATA_AND_KNOWLEDGE if own else KNOWLEDGE
    return DATA


def _said(reply: str) -> RawRouting:
    return RawRouting(main_agent="", workflow="Nothing can be computed; say why.", reply=reply)


def _is_conversation(question: str) -> bool:
    """Whether it is about Amy or a device, or looks for anything at all."""
    return any(pattern.search(question) for pattern in _ABOUT_AMY) or classify(question) is Vagueness.HIGH


def _asks_what_a_thing_is(question: str) -> bool:
    """Whether it asks "What is heart rate variability?": no number of the person's."""
    asked = _WHAT_IS.fullmatch(question)
    return asked is not None and any(pattern.fullmatch(asked["what"]) for pattern in (lexicon.METRIC, lexicon.CLINICAL))


def _only_tells(question: str) -> bool:
    return not _ASKS.search(question) and bool(extract(question))


def _advice_on_data(question: str) -> RawRouting:
    return ADVICE_ON_DATA_AND_KNOWLEDGE if lexicon.CLINICAL.search(question) else ADVICE_ON_DATA


def asks_for_advice(question: str) -> bool:
    return bool(lexicon.COACHING.search(question))


def is_about_health(question: str) -> bool:
    """Whether it is about health in general; the name of something measured alone asks for one's own numbers."""
    return bool(lexicon.KNOWLEDGE.search(question) or lexicon.MEDICAL.search(question))


def is_health_topic(text: str) -> bool:
    return bool(lexicon.METRIC.search(text) or lexicon.MEDICAL.search(text))
