"""What the model decides, as it answers."""

from typing import Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.validator.domain.review.critique import ConcernCategory, Decision, Novelty, Severity

_MOST_CONCERNS: Final = 12


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ConcernDecision(_Decision):
    category: ConcernCategory
    detail: str = Field(min_length=1)
    severity: Severity


class CriticDecision(_Decision):
    """What is not accepted says why."""

    decision: Decision
    concerns: tuple[ConcernDecision, ...] = Field(max_length=_MOST_CONCERNS)
    rationale: str

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if self.decision is not Decision.ACCEPT and not self.concerns:
            raise ValueError("what is not accepted needs a concern")
        return self


class AssessmentDecision(_Decision):
    """`citations` are ids of priors."""

    mechanism: str = Field(min_length=1)
    novelty: Novelty
    strategy: str | None
    citations: tuple[str, ...]
