"""The nine steps of a turn and what each of them leaves behind as its checkpoint."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Fact, FindingKind, FindingSummary, Verdict
from services.orchestrator.domain.numbers import references
from services.orchestrator.domain.pictures import Pictures
from services.orchestrator.domain.plan import Agent, MemoryKind, Vagueness
from services.orchestrator.domain.safety import Heard
from services.orchestrator.domain.turn import ValidatorCounts

_TABLE: Final = re.compile(r"^(\|.*\|)\n\|(?: -+:? \|)+((?:\n\|.*\|)*)$", re.MULTILINE)


class Step(StrEnum):
    """In the order in which a turn runs them."""

    CLASSIFY_VAGUENESS = "classify_vagueness"
    ROUTE = "route"
    REPHRASE_PER_AGENT = "rephrase_per_agent"
    RUN_SUPPORTING_AGENTS = "run_supporting_agents"
    RUN_MAIN_AGENT = "run_main_agent"
    REFLECTION = "reflection"
    VALIDATION_GATES = "validation_gates"
    SYNTHESIS = "synthesis"
    MEMORY_EXTRACTION = "memory_extraction"


@dataclass(frozen=True, kw_only=True)
class MemoryNote:
    kind: MemoryKind
    text: str


@dataclass(frozen=True, kw_only=True)
class EarlierTest:
    """A hypothesis that an earlier turn tested; `p_value` is None where none was kept."""

    kind: FindingKind
    feature: str
    target: str
    lag_days: int
    p_value: float | None


@dataclass(frozen=True, kw_only=True)
class MemoryContext:
    """What is remembered of the user: Markdown for agents, and the same entries with their kinds for the Critic.

    Attributes:
        tested: what was tested before, each hypothesis once.
    """

    markdown: str = ""
    notes: tuple[MemoryNote, ...] = ()
    tested: tuple[EarlierTest, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What the first step found. Where danger is heard, and not faintly, nothing else is looked at."""

    heard: Heard = field(default_factory=Heard)
    vagueness: Vagueness = Vagueness.LOW
    memory: MemoryContext = field(default_factory=MemoryContext)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A finding as its agent stated it, to be handed to the validator unread: `payload` is its serialised message."""

    id: str
    payload: bytes


@dataclass(frozen=True, kw_only=True)
class AgentRun:
    """One run of one specialist. `cost_usd` is None when a price is unknown."""

    answer: AgentAnswer
    findings: tuple[Finding, ...] = ()
    cost_usd: float | None = 0.0
    pictures: Pictures = field(default_factory=Pictures)


@dataclass(frozen=True, kw_only=True)
class MainRun:
    """The run of the main agent, and in routing order those that ran beside it."""

    main: AgentRun
    beside: tuple[AgentRun, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ProcessedFinding:
    """What memory keeps of every finding that was validated, whatever the verdict.

    Attributes:
        kind: None where the finding is of none that is known.
        p_value: of its test; None where nothing was tested.
    """

    claim: str
    finding_id: str
    feature: str
    target: str
    verdict: Verdict
    effect: float | None
    kind: FindingKind | None = None
    lag_days: int = 0
    p_value: float | None = None


@dataclass(frozen=True, kw_only=True)
class Validation:
    """What the validator made of the turn's findings; all empty when there were none."""

    findings: tuple[FindingSummary, ...] = ()
    fact_sheet: tuple[Fact, ...] = ()
    tested: tuple[ProcessedFinding, ...] = ()
    cost_usd: float | None = 0.0

    @property
    def counts(self) -> ValidatorCounts:
        verdicts = [finding.verdict for finding in self.findings]
        return ValidatorCounts(
            total=len(verdicts),
            validated=verdicts.count(Verdict.VALIDATED),
            conditional=verdicts.count(Verdict.CONDITIONAL),
            rejected=verdicts.count(Verdict.REJECTED),
        )


@dataclass(frozen=True, kw_only=True)
class Written:
    """The answer, and the facts it may cite and did."""

    answer: str
    fact_sheet: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """When the last memory write ended: the end of the turn's duration."""

    at: datetime


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why a step, and with it the turn, failed: a public error code and what may be shown."""

    code: str
    message: str


def each_once(tests: Iterable[EarlierTest]) -> tuple[EarlierTest, ...]:
    """Of tests of the same thing the first: however often it is asked, a hypothesis is one."""
    first: dict[tuple[object, ...], EarlierTest] = {}
    for test in tests:
        first.setdefault((test.kind, test.feature, test.target, test.lag_days), test)
    return tuple(first.values())


def total_usd(costs: Sequence[float | None]) -> float | None:
    """The sum; None as soon as one price is unknown."""
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def crosses(before_usd: float, after_usd: float, threshold_usd: float) -> bool:
    """Whether spending reached the threshold on the way from `before_usd` to `after_usd`."""
    return before_usd < threshold_usd <= after_usd


def data_failed(runs: Sequence[AgentRun]) -> bool:
    """Whether an analysis of the user's data was tried and broke, so that no number of it may be told."""
    return any(run.answer.agent is Agent.DATA_SCIENCE and run.answer.status is AgentStatus.FAILED for run in runs)


def in_brief(text: str, *, limit: int = 160) -> str:
    """The beginning of a text on one line, at most `limit` characters; a table, which needs its lines, as its cells."""
    line = " ".join(_TABLE.sub(_cells_of, text).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _cells_of(table: re.Match[str]) -> str:
    return "; ".join(row.strip("| ").replace(" | ", ", ") for row in (table[1] + table[2]).splitlines())


def memory_summary(added: Sequence[tuple[str, int]]) -> str:
    """What a turn added to memory, by category: "+3 entries (1 insight, 1 goal, 1 history)"."""
    parts = [f"{count} {category}" for category, count in added if count]
    total = sum(count for _, count in added)
    entries = "entry" if total == 1 else "entries"
    return f"+{total} {entries} ({', '.join(parts)})" if parts else "+0 entries"


def with_effect(finding: FindingSummary) -> str:
    """The claim of a finding, with its effect unless it cites a number already."""
    if references(finding.claim):
        return finding.claim
    return f"{finding.claim.rstrip('.')}: {{{{{finding.id}.effect}}}}."
