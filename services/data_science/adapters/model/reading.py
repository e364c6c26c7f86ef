"""What the model made of a message: expressions that are typed and sensible, or code, or nothing of data science's."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf import json_format

from amy.api.query.v1 import query_pb2 as query_pb
from services.data_science.adapters.model.decisions import PlanDecision
from services.data_science.adapters.rules import without_numbers
from services.data_science.domain.algebra import All, Norm, Question, ReferenceBound
from services.data_science.domain.analysis import AnyPart, CodePart, Part
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import words
from services.data_science.domain.interpretation import Topic
from services.data_science.domain.traversal import nodes
from services.data_science.domain.well_typed import problem_of
from services.data_science.language.believing import believable
from services.data_science.language.saying import say
from services.data_science.wire import QUESTIONS

MOST_EXPRESSIONS: Final = 6
_LONGEST_EXPRESSION: Final = 8000
_LONGEST_SENTENCE: Final = 300
_LONGEST_APPROACH: Final = 1500
_NESTED: Final = 100
_REASONS: Final = {
    Topic.NOTHING_ASKED: "There is no question in that.",
    Topic.NOT_RECORDED: "I can't tell: that is not on record.",
    Topic.NOT_COMPUTABLE: "I can't compute that from your records.",
    Topic.KNOWLEDGE: "Your records alone don't say that.",
    Topic.ADVICE: "Your records alone give no advice.",
    Topic.CONVERSATION: "There is nothing in that to compute.",
    Topic.OTHER_LANGUAGE: "I understand English only for now.",
}
_NOT_UNDERSTOOD: Final = "I'm not sure what you are asking for."


@dataclass(frozen=True, kw_only=True)
class Read:
    """How a message was read.

    Attributes:
        parts: what is computed, what code is written for last; none where nothing is.
        unread: what is left out or, without parts, why nothing is computed: one sentence for the person.
        topic: what the message is about where nothing is computed.
    """

    parts: tuple[AnyPart, ...]
    unread: str
    topic: Topic | None = None


def read(decided: PlanDecision, catalogue: Catalogue) -> Read:
    """The decision as domain values.

    Raises:
        ValueError: it cannot be used; the text says why, for the model to mend.
    """
    questions = _questions(decided.expressions, catalogue)
    parts: list[AnyPart] = [
        Part(question=each, said=say(each, catalogue), believable=believable(each, catalogue)) for each in questions
    ]
    if decided.needs_code:
        parts.append(_code_part(decided))
    if decided.topic and parts:
        raise ValueError("topic: it is only for a message of which nothing is computed")
    if not decided.topic and not parts:
        raise ValueError("topic: it may not be empty where nothing is computed")
    unread = without_numbers(_told(decided.unread, _LONGEST_SENTENCE))
    if parts:
        return Read(parts=tuple(parts), unread=unread)
    topic = Topic(decided.topic)
    return Read(parts=(), unread=unread or _REASONS.get(topic, _NOT_UNDERSTOOD), topic=topic)


def _questions(expressions: Sequence[str], catalogue: Catalogue) -> Sequence[Question]:
    """Each once, in their order."""
    if len(expressions) > MOST_EXPRESSIONS:
        raise ValueError(f"expressions: there are more than {MOST_EXPRESSIONS}")
    found: list[Question] = []
    for number, text in enumerate(expressions, start=1):
        try:
            question = _parsed(text)
        except (ValueError, json_format.ParseError, RecursionError) as error:
            raise ValueError(f"expression {number} is none of the language: {error}") from None
        if problem := problem_of(question, catalogue) or _baseless(question):
            raise ValueError(f"expression {number} makes no sense: {problem}")
        found.append(question)
    return tuple(dict.fromkeys(found))


def _parsed(text: str) -> Question:
    """The expression, its labels without what would set a reference."""
    if len(text) > _LONGEST_EXPRESSION:
        raise ValueError("it is too long")
    plain = words(json.dumps(json.loads(text), ensure_ascii=False))
    return QUESTIONS.decode(json_format.Parse(plain, query_pb.Question(), max_recursion_depth=_NESTED))


def _baseless(question: Question) -> str | None:
    """What is wrong with a question of nothing but numbers that somebody said: its answer would look computed."""
    rests = any(isinstance(each, All | Norm | ReferenceBound) for each in nodes(question))
    return None if rests else "it rests on nothing that is on record"


def _code_part(decided: PlanDecision) -> CodePart:
    said, approach = _told(decided.said_back, _LONGEST_SENTENCE), _told(decided.approach, _LONGEST_APPROACH)
    if not said or not approach:
        raise ValueError("needs_code: said_back says what is computed, and approach how")
    return CodePart(said=said.rstrip("."), approach=approach)


def _told(text: str, most: int) -> str:
    return words(text).strip()[:most]
