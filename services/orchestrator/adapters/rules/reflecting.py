"""Whether something is left to ask when the agents have answered: a part of the question, a number, a disagreement."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.orchestrator.adapters.rules.asked import asked
from services.orchestrator.adapters.rules.disagreeing import at_odds
from services.orchestrator.adapters.rules.documents import asks_of_documents
from services.orchestrator.adapters.rules.lexicon import words
from services.orchestrator.adapters.rules.parting import parts_of
from services.orchestrator.adapters.rules.phrases import people_words
from services.orchestrator.adapters.rules.specialists import (
    WHICH_AIMS,
    answers_the_coach,
    asks_for_aims,
    asks_to_know,
    is_for_the_coach,
)
from services.orchestrator.adapters.rules.subjects import is_among, subjects_in
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus
from services.orchestrator.domain.numbers.reading.metric_names import metric_names
from services.orchestrator.domain.numbers.writing.sentences import split_sentences
from services.orchestrator.domain.plan import Agent, Reflection

_DS, _DE = Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT
_HOW_IT_STANDS: Final = "What were my average sleep duration and active zone time over the last 30 days?"
"""Beside aims for health; a coach tells the steps."""
_FOR_THE_COACH: Final = "{{hc-"
"""How a draft cites what was computed for a coach to look at."""
_LEAD: Final = re.compile(r"^\W*(?:(?:and|but|also|plus|so|then|btw|by the way)\b\W*)+", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"(?:what|how|which|when|where|why|who|is|are|am|was|were|do|does|did|can|could|has|have|should|show|tell|give"
    r"|explain|compare)\b",
    re.IGNORECASE,
)
_JUDGES: Final = words(
    r"""
    normal | ordinary | fine | healthy | common | harmless | enough | good | elevated | limits? | ranges? | advised
    | recommended | above | below | within | worry | optimal | (?:is|are) (?:a little |clearly )?(?:high|low)
    """
)
"""Words by which a number is judged."""
_DAILY: Final = frozenset(
    {
        *("heart rate", "variability of the heart rate", "sleep", "sleep, deep", "sleep, rem", "sleep, light", "steps"),
        *(
            "oxygen",
            "breathing",
            "active minutes",
            "VO2 max",
            "calories",
            "temperature",
            "stress",
            "distance",
            "weight",
        ),
    }
)
"""What is recorded by the day; all else comes from a laboratory or is seldom measured."""


class _Kind(Enum):
    OWN = "own"
    JUDGED = "judged"
    KNOWN = "known"


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A part of the question that names what it is about."""

    text: str
    subjects: frozenset[str]
    kind: _Kind


def reflect(conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
    """Who is asked what once more: at most one question each, none where the analysis broke or of documents.

    A part that nobody answered comes before a number that was missing, and that before a disagreement.
    """
    if asks_of_documents(conversation.question):
        return Reflection(questions={})
    if any(answer.agent is _DS and answer.status is AgentStatus.FAILED for answer in answers):
        return Reflection(questions={})
    given = [answer for answer in answers if answer.status is AgentStatus.ANSWERED and answer.draft]
    questions: dict[Agent, str] = {}
    asked_again = (*_left_out(conversation, answers, given), *_needed(given), *_disputed(given))
    for agent, text in (*_passed_over(conversation, answers), *asked_again):
        questions.setdefault(agent, text)
    return Reflection(questions=questions)


def _left_out(
    conversation: Conversation, answers: Sequence[AgentAnswer], given: Sequence[AgentAnswer]
) -> Iterator[tuple[Agent, str]]:
    """The parts that no answer covers, for whom they are; not once more what somebody was asked by itself."""
    tried = {(answer.agent, _plain(answer.question)) for answer in answers}
    coached = any(answer.agent is Agent.HEALTH_COACH for answer in answers)
    for part in _parts(conversation, coached=coached):
        agent = _DS if part.kind is _Kind.OWN else _DE
        if _is_covered(part, given) or (agent, _plain(part.text)) in tried:
            continue
        yield agent, part.text
        if part.kind is _Kind.JUDGED and not any(_tells_number(part.subjects, answer) for answer in given):
            yield _DS, _question_for(metric_names(part.text)[0])


def _parts(conversation: Conversation, *, coached: bool) -> Iterator[_Part]:
    """Those that ask for something by name; what to do is left to a coach where there is one."""
    for text in parts_of(conversation.question):
        bare = _LEAD.sub("", text)
        subjects = subjects_in(bare)
        wants = asked(Conversation(messages=(Message(role="user", content=bare),)), names_own=False)
        if not subjects or not _ASKS.match(bare) or (wants.advice and coached):
            continue
        beyond = wants.reason or wants.meaning or wants.advice or wants.symptom or (wants.general and not wants.own)
        kind = _Kind.KNOWN if beyond or not wants.own else _Kind.JUDGED if wants.judgement else _Kind.OWN
        yield _Part(text=bare, subjects=subjects, kind=kind)


def _is_covered(part: _Part, given: Sequence[AgentAnswer]) -> bool:
    match part.kind:
        case _Kind.OWN:
            return any(_tells_number(part.subjects, answer) for answer in given)
        case _Kind.JUDGED:
            return any(_judges(part.subjects, answer.draft) for answer in given)
        case _Kind.KNOWN:
            return any(answer.agent is not _DS and _names(part.subjects, answer.draft) for answer in given)


def _tells_number(subjects: frozenset[str], answer: AgentAnswer) -> bool:
    """Whether a paragraph with a number of the person's names them all."""
    told = "\n".join(paragraph for paragraph in answer.draft.split("\n\n") if "{{" in paragraph)
    return _names(subjects, told)


def _judges(subjects: frozenset[str], draft: str) -> bool:
    return any(_JUDGES.search(sentence) and _names(subjects, sentence) for sentence in split_sentences(draft))


def _names(subjects: frozenset[str], text: str) -> bool:
    named = subjects_in(text)
    return all(is_among(subject, named) for subject in subjects)


def _passed_over(conversation: Conversation, answers: Sequence[AgentAnswer]) -> Iterator[tuple[Agent, str]]:
    """What somebody asks who is coached, for the expert: what is known is told before the coach asks back.

    Whoever only names a wish is asked about it, unless they want advice on what the coach does not look at. Not while
    somebody answers the coach: what they say then is no question of their own.
    """
    is_coached = any(answer.agent is Agent.HEALTH_COACH for answer in answers)
    is_told = any(answer.agent is _DE for answer in answers)
    if not is_coached or is_told or answers_the_coach(conversation):
        return
    if asks_for_aims(conversation.question) and not conversation.history:
        yield from ((_DE, WHICH_AIMS), (_DS, _HOW_IT_STANDS))
        return
    asks = asks_to_know(conversation.question) and not is_for_the_coach(conversation, None)
    if asks or _is_not_looked_at(conversation, answers):
        yield _DE, conversation.question


def _is_not_looked_at(conversation: Conversation, answers: Sequence[AgentAnswer]) -> bool:
    """Whether it asks for advice on something of which the coach has looked at no number."""
    said = [message for message in conversation.history if message.role == "user"]
    named = subjects_in(conversation.question) or subjects_in(said[-1].content if said else "")
    subjects = frozenset(subject.partition(", ")[0] for subject in named)
    looked_at = [answer for answer in answers if answer.agent is _DS and _FOR_THE_COACH in answer.draft]
    is_told = any(_tells_number(subjects, each) for each in looked_at)
    return bool(subjects) and asked(conversation, names_own=True).advice and not is_told


def _needed(given: Sequence[AgentAnswer]) -> Iterator[tuple[Agent, str]]:
    """The number that an agent would have judged, and its question once more, to be answered with it."""
    for answer in given:
        for need in answer.needs[:1]:
            if not any(_tells_number(subjects_in(people_words(need)), other) for other in given):
                yield _DS, _question_for(people_words(need))
            yield answer.agent, answer.question


def _question_for(name: str) -> str:
    is_daily = not _DAILY.isdisjoint(subjects_in(name))
    return f"What was my average {name} over the last 30 days?" if is_daily else f"What is my latest {name}?"


def _disputed(given: Sequence[AgentAnswer]) -> Iterator[tuple[Agent, str]]:
    """Where the expert judges otherwise than the person's own numbers were read, it is asked again, and told those."""
    if at_odds(given):
        yield from ((answer.agent, answer.question) for answer in given if answer.agent is _DE)


def _plain(text: str) -> str:
    return " ".join(_LEAD.sub("", text).lower().split()).strip(" ?.!,")
