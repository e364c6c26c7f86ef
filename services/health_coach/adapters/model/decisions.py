"""What the model decides, as it answers."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Missing = Literal["why", "meaning", "constraints", "actions", "none"]
Heard = Literal["yes", "easier", "harder", "other", "none"]


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FinishDecision(_Decision):
    decision: Literal["FINISH", "CONTINUE"]


class GateDecision(_Decision):
    """Whether to recommend, what to ask for or which step to take, and what was said to an open step."""

    verdict: Literal["YESREC", "NOREC"]
    missing: Missing
    strategy: str
    answer: Heard
