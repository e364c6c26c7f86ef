"""What the agents and the validator found: the only things an answer may be written from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from services.orchestrator.domain.plan import Agent


class AgentStatus(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One number an answer may cite, with its provenance.

    Attributes:
        claim: "<finding id>.<number key>", or "user.1" and so on for numbers the user stated.
        source: "data_science", "user", "literature" ...
    """

    claim: str
    value: float
    unit: str | None
    source: str
    n: int | None
    window: str | None
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class FindingSummary:
    """A validated finding as synthesis sees it.

    Attributes:
        claim: one sentence; every number in it is a reference, `{{ds-001.effect}}`.
        reason: for conditional and rejected findings, why, in one plain sentence.
        reading_keys: for a scalar rejected only because it rests on too few days, the number keys that its plain
            reading stands for; the reading is on the fact sheet under `reading_id`. Empty otherwise.
    """

    id: str
    kind: Literal["association", "trend", "scalar"]
    claim: str
    feature: str
    target: str
    verdict: Verdict
    reason: str = ""
    mechanism: str = ""
    strategy: str = ""
    reading_keys: tuple[str, ...] = ()


def reading_id(finding_id: str) -> str:
    """The id under which the plain reading of a finding's data is on the fact sheet: `.value` and `.n`."""
    return f"reading-{finding_id}"


@dataclass(frozen=True, kw_only=True)
class AgentAnswer:
    """What one agent said.

    Attributes:
        draft: Markdown with every number of the agent's own as a reference to the fact sheet.
    """

    agent: Agent
    question: str
    status: AgentStatus
    draft: str


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Everything synthesis may use. `data_failed` means: no number but the user's own may appear."""

    main: AgentAnswer
    supporting: tuple[AgentAnswer, ...]
    reflection: tuple[AgentAnswer, ...]
    findings: tuple[FindingSummary, ...]
    fact_sheet: tuple[Fact, ...]
    data_failed: bool = False
    memory_summary: str = ""
