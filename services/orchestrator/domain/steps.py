"""The nine steps of a turn and what each of them leaves behind as its checkpoint."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Fact, FindingKind, FindingSummary, Verdict
from services.orchestrator.domain.memory_requests import MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import NotingTask
from services.orchestrator.domain.numbers import references
from services.orchestrator.domain.pictures import Pictures
from services.orchestrator.domain.plan import Agent, ExtractedMemory, Vagueness
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
class EarlierTest:
    """A hypothesis that an earlier turn tested; what was not kept is None, 0 or empty.

    Attributes:
        place: in the how manieth turn that tested anything new it was first tested, from 1.
        level: up to which p-value it is validated, however often it is asked.
        verdict: when it was last asked, in the words of `claim`.
    """

    kind: FindingKind
    feature: str
    target: str
    lag_days: int
    p_value: float | None
    place: int = 0
    level: float | None = None
    verdict: Verdict | None = None
    claim: str = ""


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
    """What the first step found. Where danger is heard, and not faintly, nothing else is looked at.

    Attributes:
        memory_task: what the message asks of memory itself; None where it asks something else.
        noting_task: what the message tells that may be noted; None where it tells nothing of the kind.
    """

    heard: Heard = field(default_factory=Heard)
    vagueness: Vagueness = Vagueness.LOW
    memory: MemoryContext = field(default_factory=MemoryContext)
    memory_task: MemoryTask | None = None
    noting_task: NotingTask | None = None


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A finding as its agent stated it, to be handed to the validator unread: `payload` is its serialised message."""

    id: str
    payload: bytes


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What an agent wants computed before it speaks.

    Attributes:
        said_back: what that is, in plain words.
        questions: for data science, which alone opens them: its serialised messages.
        notes: the agent's own, handed back to it unread.
    """

    said_back: str = ""
    questions: tuple[bytes, ...] = ()
    notes: bytes = b""


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What came of what an agent wanted computed.

    Attributes:
        notes: its own, from `Wanted`.
        findings: with what the validator made of each; none of which nothing may be told.
    """

    notes: bytes
    findings: tuple[tuple[Finding, FindingSummary], ...]
    fact_sheet: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class AgentRun:
    """One run of one specialist.

    Attributes:
        wanted: of an agent that speaks last, what is to be computed before.
        proposals: numbers that it proposes and that nobody measured: they may be told with its answer.
        agreed: the goal that it agreed on with the person; None where it did not.
        follow_up: it was asked after the others had answered; where it fails, nothing changes.
    """

    answer: AgentAnswer
    findings: tuple[Finding, ...] = ()
    pictures: Pictures = field(default_factory=Pictures)
    wanted: Wanted = field(default_factory=Wanted)
    proposals: tuple[Fact, ...] = ()
    agreed: ExtractedMemory | None = None
    follow_up: bool = False


@dataclass(frozen=True, kw_only=True)
class MainRun:
    """The run of the main agent, and in routing order those that ran beside it."""

    main: AgentRun
    beside: tuple[AgentRun, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """What ran before an agent that speaks last: its first half, what it wanted computed, and who supports it."""

    main: AgentRun
    computed: tuple[AgentRun, ...] = ()
    supporting: tuple[AgentRun, ...] = ()

    @property
    def runs(self) -> tuple[AgentRun, ...]:
        return (*self.supporting, *self.computed, self.main)

    def told_beside(self, main: AgentRun) -> tuple[AgentRun, ...]:
        """Whose words may stand in the answer beside the main agent's.

        Where a coach fails that nobody supports, the few numbers it asked for speak for themselves; those of an
        investigator are too many.
        """
        failed = main.answer.status is AgentStatus.FAILED
        alone = failed and main.answer.agent is Agent.HEALTH_COACH and not self.supporting
        return self.computed if alone else self.supporting


@dataclass(frozen=True, kw_only=True)
class ProcessedFinding:
    """What memory keeps of every finding that was validated, whatever the verdict.

    Of what only code could compute it keeps nothing: that is no hypothesis which could be tested again.

    Attributes:
        kind: None where the finding is of none that is known.
        p_value: of its test; None where nothing was tested.
        place, level: as in `EarlierTest`.
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
    place: int = 0
    level: float | None = None


@dataclass(frozen=True, kw_only=True)
class Validation:
    """What the validator made of the turn's findings; all empty when there were none."""

    findings: tuple[FindingSummary, ...] = ()
    fact_sheet: tuple[Fact, ...] = ()
    tested: tuple[ProcessedFinding, ...] = ()

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


def may_be_told(wanted: Wanted, findings: Iterable[Finding], validation: Validation) -> Checked:
    """What may be told of what was computed: rejected findings only where their plain reading may be.

    Nothing that only code could compute: no goal and no briefing rests on a number that nobody computes again.
    """
    told = {
        found.id: found
        for found in validation.findings
        if (found.verdict is not Verdict.REJECTED or found.reading_keys) and not found.by_code
    }
    by_code = {found.id for found in validation.findings if found.by_code}
    return Checked(
        notes=wanted.notes,
        findings=tuple((finding, told[finding.id]) for finding in findings if finding.id in told),
        fact_sheet=tuple(fact for fact in validation.fact_sheet if fact.claim.rpartition(".")[0] not in by_code),
    )


def worth_keeping(validation: Validation, prepared: Prepared, main: AgentRun) -> Validation:
    """Without how things stood that an agent had computed for itself: nobody asked, and it will have changed.

    Without anything that it had computed where it could not tell of it: asked again, it looks at the same again.
    """
    own = {finding.id for run in prepared.computed for finding in run.findings}
    untold = own if main.answer.status is AgentStatus.FAILED else set[str]()
    return replace(
        validation,
        findings=tuple(
            found
            for found in validation.findings
            if found.id not in untold and (found.kind != "scalar" or found.id not in own)
        ),
        tested=tuple(tested for tested in validation.tested if tested.finding_id not in untold),
    )


def crosses(before_usd: float, after_usd: float, threshold_usd: float) -> bool:
    """Whether spending reached the threshold on the way from `before_usd` to `after_usd`."""
    return before_usd < threshold_usd <= after_usd


def data_failed(runs: Sequence[AgentRun]) -> bool:
    """Whether an analysis of the user's data was tried and broke, so that no number of it may be told.

    A follow-up that breaks takes nothing back of what was computed before it.
    """
    analyses = (run.answer for run in runs if run.answer.agent is Agent.DATA_SCIENCE and not run.follow_up)
    return any(answer.status is AgentStatus.FAILED for answer in analyses)


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


def with_effect(finding: FindingSummary, sheet: Sequence[Fact]) -> str:
    """The claim of a finding with the day, where it found one, and its effect; it may cite its numbers itself."""
    if references(finding.claim):
        return finding.claim
    on_sheet = {fact.claim for fact in sheet}
    found = (claim for claim in (f"{finding.id}.day", f"{finding.id}.effect") if claim in on_sheet)
    told = ", ".join(f"{{{{{claim}}}}}" for claim in found)
    return f"{finding.claim.rstrip('.')}: {told}." if told else ""
