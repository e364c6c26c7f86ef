"""No number reaches a user unless it can be traced: references are rendered, everything else is checked."""

from services.orchestrator.domain.numbers.rendering import fact_text, references, renamed
from services.orchestrator.domain.numbers.tracing import NumberIssue, fact_check_documented, user_facts
from services.orchestrator.domain.numbers.writer import AnswerWriter, Clean, Sentence, Unverified

__all__ = [
    "AnswerWriter",
    "Clean",
    "NumberIssue",
    "Sentence",
    "Unverified",
    "fact_check_documented",
    "fact_text",
    "references",
    "renamed",
    "user_facts",
]
