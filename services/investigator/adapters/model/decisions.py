"""What the model decides, as it answers."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from services.investigator.domain.hypotheses import Kind

_MOST: Final = 60


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Choice(_Decision):
    """A candidate by its `id`, or with an empty one a relation of two metrics."""

    id: str
    kind: Kind
    feature: str
    target: str
    lag_days: int
    rationale: str


class HypothesesDecision(_Decision):
    hypotheses: tuple[Choice, ...] = Field(max_length=_MOST)
