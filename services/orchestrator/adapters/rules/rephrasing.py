"""The question as each agent is asked it."""

import re
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.reading import antecedent, data_question, resolved_question
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.numbers.reading.metric_names import metric_names
from services.orchestrator.domain.plan import Agent, Routing, SubQuestions

_OPEN: Final = re.compile(
    r"^\W*(?:(?:so|and|but)\s)?(?:how(?:['\u2019]s| is| are| was| were| (?:has|have) .* been)|tell me about|what about"
    r"|(?:do|did|have|am) i (?=.*\benough\b))",
    re.IGNORECASE,
)
"""Asks about something, and not for anything in particular."""
_VALUE: Final = re.compile(r"^\W*what(?:['\u2019]s| is| are| was| were) my\b", re.IGNORECASE)
_USUAL_FOR_OTHERS: Final = re.compile(
    r"\b(?:normal|typical|usual|average|common|standard|high|low) for (?:a \w+ (?:of )?)?my (?:age|sex|gender)\b",
    re.IGNORECASE,
)
_SAYS_LITTLE: Final = re.compile(
    r"\b(?:lately|recently|doing|going|been|like|overall|in general|enough|getting|the|quality)\b", re.IGNORECASE
)


def rephrase(conversation: Conversation, routing: Routing) -> SubQuestions:
    """One question per agent of the routing."""
    return SubQuestions(
        main=_question_for(routing.main, conversation, is_main=True),
        supporting={agent: _question_for(agent, conversation, is_main=False) for agent in routing.supporting},
    )


def _question_for(agent: Agent | None, conversation: Conversation, *, is_main: bool) -> str:
    if agent is Agent.DATA_SCIENCE:
        return _computation(conversation, is_main=is_main)
    if agent is Agent.HEALTH_COACH:
        return conversation.question
    return f"{antecedent(conversation)} {resolved_question(conversation)}".strip()


def _computation(conversation: Conversation, *, is_main: bool) -> str:
    """What is asked of the data, whole and in the person's own words.

    A question that asks for a meaning or for advice becomes the computation it rests on: the relation of its two
    metrics, or the average of its one metric, beside that of others where it asks what is usual for them. So does one
    that is open: "How is my sleep?"
    """
    whole = resolved_question(conversation)
    question = data_question(whole)
    asks_for_advice = bool(lexicon.COACHING.search(whole))
    if lexicon.OTHERS.search(question) and not asks_for_advice:
        return question
    computes = _computes(question)
    if computes and (is_main or (lexicon.CHANGE.search(question) and not asks_for_advice)):
        return question
    asks_for_more = asks_for_advice or bool(lexicon.KNOWLEDGE.search(question))
    if not asks_for_more and not _is_open(question) and not antecedent(conversation):
        return question
    subject = question if lexicon.METRIC.search(question) else antecedent(conversation)
    metrics = tuple(dict.fromkeys(name.lower() for name in metric_names(subject)))
    if not metrics:
        return question
    window = lexicon.WINDOW.search(subject)
    when = _when(window.group().strip()) if window else ""
    if len(metrics) > 1 and lexicon.RELATION.search(subject):
        return f"Is my {_own_case(metrics[0], subject)} related to my {_own_case(metrics[1], subject)}{when}?"
    others = ", and how does it compare to other people my age" if _USUAL_FOR_OTHERS.search(question) else ""
    return f"What is my average {_own_case(metrics[0], subject)}{when}{others}?"


def _is_open(question: str) -> bool:
    """Whether it asks about one metric without saying what of it."""
    opened = _OPEN.match(question)
    if opened is None or len(set(metric_names(question))) != 1 or lexicon.ACTIVITY.search(question):
        return False
    rest = question[opened.end() :]
    for pattern in (lexicon.METRIC, lexicon.WINDOW, lexicon.POSSESSIVE, _SAYS_LITTLE):
        rest = pattern.sub(" ", rest)
    return not re.search(r"\w", rest)


def _computes(question: str) -> bool:
    computing = (lexicon.STATISTIC, lexicon.CHANGE, lexicon.RELATION, _VALUE)
    return any(pattern.search(question) for pattern in computing)


def _when(window: str) -> str:
    return f" over {window}" if window.lower().startswith("the ") else f" {window}"


def _own_case(metric: str, text: str) -> str:
    """The metric as the person wrote it: "HRV", not "hrv"."""
    start = text.lower().find(metric)
    return text[start : start + len(metric)]
