"""What the model decides, as it answers."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlanDecision(_Decision):
    """How a message is read. An expression is the JSON of `amy.api.query.v1.Question`: no schema can recurse."""

    expressions: tuple[str, ...]
    said_back: str
    unread: str
    topic: Literal[
        "",
        "nothing_asked",
        "not_understood",
        "not_recorded",
        "not_computable",
        "knowledge",
        "advice",
        "conversation",
        "other_language",
    ]
    needs_code: bool
    approach: str


class CodeDecision(_Decision):
    code: str = Field(min_length=1)


class NumberDecision(_Decision):
    """A number by the name under which the code returned it."""

    name: str
    unit: str


class FindingDecision(_Decision):
    claim: str = Field(min_length=1)
    numbers: tuple[NumberDecision, ...] = Field(min_length=1)


class FindingsDecision(_Decision):
    findings: tuple[FindingDecision, ...] = Field(min_length=1)


class SummaryDecision(_Decision):
    text: str = Field(min_length=1)
