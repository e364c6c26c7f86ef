"""No number reaches a user unless it can be traced: references are rendered, everything else is checked."""

from services.orchestrator.domain.numbers.answer_writer import AnswerWriter, Clean, Sentence, Unverified
from services.orchestrator.domain.numbers.checking.tracing import (
    NumberIssue,
    citation_facts,
    fact_check_documented,
    user_facts,
)
from services.orchestrator.domain.numbers.writing.rendering import fact_text, references, renamed

__all__ = [
    "AnswerWriter",
    "Clean",
    "NumberIssue",
    "Sentence",
    "Unverified",
    "citation_facts",
    "fact_check_documented",
    "fact_text",
    "references",
    "renamed",
    "user_facts",
]
