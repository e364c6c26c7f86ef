"""The question as each agent is asked it."""

import re
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.reading import antecedent, plain_question, resolved_question
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.numbers.measures import metric_names
from services.orchestrator.domain.plan import Agent, Routing, SubQuestions

_NORM: Final = re.compile(
    r"\b(?:compared? (?:to|with) (?:other|people|someone|men|women|the average)|than (?:other|most|average)"
    r"|for my (?:age|sex|gender|height))\b",
    re.IGNORECASE,
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
    """One narrow, concrete computation, in the person's own words for metrics and windows.

    A question that computes is kept. One that asks for a meaning or for advice becomes the computation it rests on:
    the relation of its two metrics, or the average of its one metric. What asks for nothing is left as it is.
    """
    question = plain_question(resolved_question(conversation))
    asks_for_more = bool(lexicon.KNOWLEDGE.search(question) or lexicon.COACHING.search(question))
    if _computes(question) and not (asks_for_more and (not is_main or _NORM.search(question))):
        return question
    if _computes(question) and not lexicon.COACHING.search(question) and lexicon.CHANGE.search(question):
        return question
    subject = question if lexicon.METRIC.search(question) else antecedent(conversation)
    metrics = tuple(dict.fromkeys(name.lower() for name in metric_names(subject)))
    if not metrics or not (asks_for_more or lexicon.QUESTION.search(question)):
        return question
    window = lexicon.WINDOW.search(subject)
    when = _when(window.group().strip()) if window else ""
    if len(metrics) > 1 and lexicon.RELATION.search(subject):
        return f"Is my {_own_case(metrics[0], subject)} related to my {_own_case(metrics[1], subject)}{when}?"
    return f"What is my average {_own_case(metrics[0], subject)}{when}?"


def _computes(question: str) -> bool:
    return any(pattern.search(question) for pattern in (lexicon.STATISTIC, lexicon.CHANGE, lexicon.RELATION))


def _when(window: str) -> str:
    return f" over {window}" if window.lower().startswith("the ") else f" {window}"


def _own_case(metric: str, text: str) -> str:
    """The metric as the person wrote it: "HRV", not "hrv"."""
    start = text.lower().find(metric)
    return text[start : start + len(metric)]
