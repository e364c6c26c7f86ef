"""Who should answer: the six documented patterns, read off the words of the question."""

import re
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.reading import antecedent, resolved_question
from services.orchestrator.adapters.rules.vagueness import classify
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.orchestrator.domain.numbers.reading.metric_names import metric_names
from services.orchestrator.domain.plan import Agent, RawRouting, Vagueness

_DS, _DE, _HC = Agent.DATA_SCIENCE.value, Agent.DOMAIN_EXPERT.value, Agent.HEALTH_COACH.value

FALLBACK: Final = RawRouting(main_agent="", workflow="Conversation; no agent is needed.")
KNOWLEDGE: Final = RawRouting(main_agent=_DE, workflow="Look up general knowledge.")
DATA: Final = RawRouting(main_agent=_DS, workflow="Compute the answer from the user's data.")
DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_DE, supporting_agents=(_DS,), workflow="Compute the user's numbers, then interpret them."
)
ADVICE: Final = RawRouting(main_agent=_HC, workflow="Coach from what the user says.")
ADVICE_ON_DATA: Final = RawRouting(
    main_agent=_HC, supporting_agents=(_DS,), workflow="Compute the user's numbers, then coach on them."
)
ADVICE_ON_DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_HC,
    supporting_agents=(_DS, _DE),
    workflow="Compute the user's numbers, add clinical context, then coach on both.",
)

_MY_ACTIVITY: Final = re.compile(
    rf"\bmy (?:(?!ideal\b|perfect\b)\w+ ){{0,3}}{lexicon.ACTIVITY.pattern}"
    r"|\b(?:did i|i did|have i|am i|i have (?:done|engaged|participated|been))\b",
    re.IGNORECASE,
)
# Whether two metrics go together is a question to the data; how they do is one to a textbook.
_ASKS_WHETHER: Final = re.compile(r"\W*(?:does|do|did|is|are)\b", re.IGNORECASE)
_MY_LAB: Final = re.compile(
    rf"\bmy (?:\w+ )?{lexicon.CLINICAL.pattern} (?:of|at|is|was|level|result|value)", re.IGNORECASE
)
_OWN_WHEN_OF_SELF: Final = re.compile(f"{lexicon.OTHERS.pattern}|{lexicon.LABS.pattern}", re.IGNORECASE)
_CONVERSATIONAL: Final = (
    lexicon.GREETING,
    lexicon.THANKS,
    lexicon.ACKNOWLEDGEMENT,
    lexicon.FAREWELL,
    lexicon.ABOUT_AMY,
    lexicon.ABOUT_MEMORY,
)
_HEALTH: Final = (lexicon.METRIC, lexicon.ACTIVITY, lexicon.TIMES_OF_DAY, lexicon.LABS, lexicon.MEDICAL)


def route(conversation: Conversation) -> RawRouting:
    """The pattern that the words of the question call for; the fallback for anything that is no health question."""
    question = resolved_question(conversation)
    if _is_conversational(question) or classify(question) is Vagueness.HIGH:
        return FALLBACK
    subject = f"{question} {antecedent(conversation)}"
    own = is_about_own_data(subject)
    if not lexicon.QUESTION.search(question) and lexicon.TELLING.match(question) and not asks_for_advice(question):
        return FALLBACK
    if asks_for_advice(question):
        return _advice(subject, own=own)
    if not lexicon.QUESTION.search(question) and not own:
        return FALLBACK
    if own:
        return DATA_AND_KNOWLEDGE if _needs_knowledge(question) else DATA
    return KNOWLEDGE if is_health_topic(subject) else FALLBACK


def is_about_own_data(text: str) -> bool:
    """Whether a text is about the person's own data, even just a bit: what the documented forcing rule asks."""
    if lexicon.OWN_DATA.search(text):
        return True
    beside_metrics = lexicon.METRIC.sub(" ", text)
    selects = bool(lexicon.WINDOW.search(text) or lexicon.STATISTIC.search(beside_metrics))
    speaks_of_self = bool(lexicon.POSSESSIVE.search(text))
    if speaks_of_self and _OWN_WHEN_OF_SELF.search(text):
        return True
    if _ASKS_WHETHER.match(text) and lexicon.RELATION.search(text) and len(set(metric_names(text.lower()))) > 1:
        return not lexicon.POPULATION.search(text)
    if lexicon.METRIC.search(text):
        return speaks_of_self or (not lexicon.POPULATION.search(text) and (selects or bool(claims_in(text))))
    if lexicon.ACTIVITY.search(text) or lexicon.TIMES_OF_DAY.search(text):
        return selects or bool(_MY_ACTIVITY.search(text))
    return bool(_MY_LAB.search(text))


def _advice(subject: str, *, own: bool) -> RawRouting:
    if own:
        return ADVICE_ON_DATA_AND_KNOWLEDGE if lexicon.CLINICAL.search(subject) else ADVICE_ON_DATA
    return ADVICE if is_health_topic(subject) or lexicon.WELLNESS.search(subject) else FALLBACK


def _is_conversational(question: str) -> bool:
    if lexicon.DEVICE.search(question):
        return True
    return not lexicon.METRIC.search(question) and any(pattern.search(question) for pattern in _CONVERSATIONAL)


def _needs_knowledge(question: str) -> bool:
    """It asks for a norm, a meaning or a cause; or about a condition, and for nothing that could be computed.

    A value of a laboratory is no condition.
    """
    computes = (lexicon.STATISTIC, lexicon.CHANGE, lexicon.RELATION)
    about_condition = bool(lexicon.CLINICAL.search(lexicon.LABS.sub(" ", question)))
    return bool(lexicon.KNOWLEDGE.search(question)) or (
        about_condition and not any(pattern.search(question) for pattern in computes)
    )


def asks_for_advice(question: str) -> bool:
    return bool(lexicon.COACHING.search(question))


def is_health_topic(text: str) -> bool:
    return any(pattern.search(text) for pattern in _HEALTH)
