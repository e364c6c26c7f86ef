"""What the agents and the validator found: the only things an answer may be written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from services.orchestrator.domain.plan import Agent

DATE: Final = "date"
"""The unit of a fact that is a day: its value counts days since 1970-01-01."""
CLOCK: Final = "clock"
"""The unit of a fact that is a time of day: minutes after midnight; 1,440 and more is after the next one."""
MOMENT: Final = "moment"
"""The unit of a date or time in the user's words, which are the window: it may be repeated, and has no value."""


class AgentStatus(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


FindingKind: TypeAlias = Literal["association", "trend", "scalar"]
Counted: TypeAlias = Literal["day", "activities", "values", "week", "month", "year"]
"""What a number without a unit can count: days, activities, values of a laboratory."""


class Operation(StrEnum):
    """Arithmetic that an answer may declare: the first operand over, minus, or in percent of the second."""

    RATIO = "ratio"
    DIFFERENCE = "difference"
    PERCENT_CHANGE = "percent_change"


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """Arithmetic on facts of the same sheet. `operands` are their claims, in order."""

    operation: Operation
    operands: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class FactInput:
    """A daily series, or a stretch of it: ISO 8601 local dates, empty without a bound."""

    metric: str
    start_date: str = ""
    end_date: str = ""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One number an answer may cite, with its provenance.

    Attributes:
        claim: "<finding id>.<number key>"; "user.1" and so on for numbers the user stated, "derived.1" and so on for
            those computed from other facts.
        source: "data_science", "validator", "user", "literature", "document", "derived" ...
        derivation: how a derived number came about; None for all others.
        citation: where a number of the literature or of a document is from; None for all others.
        counts: of a number without a unit, what it counts; None where that is not known, or it counts nothing.
        inputs: the daily values that it was computed from; none of what names no daily metric.
    """

    claim: str
    value: float
    unit: str | None
    source: str
    n: int | None
    window: str | None
    verdict: Verdict
    derivation: Derivation | None = None
    citation: str | None = None
    counts: Counted | None = None
    inputs: tuple[FactInput, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FindingSummary:
    """A validated finding as synthesis sees it.

    Attributes:
        claim: one sentence; every number in it is a reference, `{{ds-001.effect}}`.
        reason: for conditional and rejected findings, why, in one plain sentence.
        reading_keys: where what happened may be told although nothing was confirmed, the number keys that the
            reading of the store stands for; the reading is on the fact sheet under `reading_id`. Empty otherwise.
        compares: it is about the difference between two groups or windows.
        of_one_day: what is compared is a single day or record, of which chance says nothing: it is just how it was.
        citations: who has published that the two go together this way, the most relevant first.
        literature: published numbers that may be told beside the finding.
        range: between which ends the effect lies in general, in one sentence whose numbers are references; empty where
            that is not known. `basis` likewise is what this rests on.
        by_code: its numbers came out of code that was written for the question, and nothing has computed them again.
        changed: that the verdict is another than when it was last asked, and why, in one sentence; empty otherwise.
    """

    id: str
    kind: FindingKind
    claim: str
    feature: str
    target: str
    verdict: Verdict
    reason: str = ""
    mechanism: str = ""
    strategy: str = ""
    reading_keys: tuple[str, ...] = ()
    compares: bool = False
    of_one_day: bool = False
    citations: tuple[str, ...] = ()
    literature: tuple[Fact, ...] = ()
    range: str = ""
    basis: str = ""
    by_code: bool = False
    changed: str = ""


def reading_id(finding_id: str) -> str:
    """The id under which the plain reading of a finding's data is on the fact sheet.

    Its keys: `.value`, `.n` and, if it picks one out, `.day`.
    """
    return f"reading-{finding_id}"


@dataclass(frozen=True, kw_only=True)
class Citation:
    """Where something that an agent says is from.

    Attributes:
        publisher: who published it, and when.
        doi: without a resolver; empty where it has none.
        text: what the agent found there; every number of its draft that is from there is in here.
        document_id: of one of the user's own documents; empty for what is published.
    """

    title: str
    publisher: str
    url: str
    doi: str
    text: str
    document_id: str = ""


@dataclass(frozen=True, kw_only=True)
class AgentAnswer:
    """What one agent said.

    Attributes:
        draft: Markdown with every number of the person's data as a reference to the fact sheet. "[2]" behind a claim
            is the second of its citations.
        needs: the metrics and laboratory values of which it would have judged the person's number, and was told none.
    """

    agent: Agent
    question: str
    status: AgentStatus
    draft: str
    citations: tuple[Citation, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Everything synthesis may use. `data_failed` means: no number but the user's own may appear.

    `missing` is the agent that the question asks for besides and that is not installed. `instead` is said where the
    main agent has nothing to say, `remark` behind its answer. `own_in_support` means: the person's own numbers were
    computed for the main agent to use where they belong, and nobody asked for them by themselves. `all_computed` means:
    the numbers are all that was asked, so that nothing is missing where nobody else has anything to say.
    """

    main: AgentAnswer
    supporting: tuple[AgentAnswer, ...]
    reflection: tuple[AgentAnswer, ...]
    findings: tuple[FindingSummary, ...]
    fact_sheet: tuple[Fact, ...]
    data_failed: bool = False
    memory_summary: str = ""
    missing: Agent | None = None
    instead: str = ""
    remark: str = ""
    own_in_support: bool = False
    all_computed: bool = False

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The sources that "[1]", "[2]" ... stand for: those of the first agent that has any."""
        answers = (self.main, *self.supporting, *self.reflection)
        return next((answer.citations for answer in answers if answer.citations), ())

    @property
    def by_code(self) -> Mapping[str, FindingSummary]:
        """Of each fact that only code could compute the finding it is of, by the fact's claim."""
        found = {finding.id: finding for finding in self.findings if finding.by_code}
        ids = {fact.claim: fact.claim.rpartition(".")[0] for fact in self.fact_sheet}
        return {claim: found[finding] for claim, finding in ids.items() if finding in found}

    @property
    def literature(self) -> tuple[Fact, ...]:
        """The published numbers beside the findings that hold, each once: on the sheet only when they are cited."""
        told = (finding for finding in self.findings if finding.verdict is not Verdict.REJECTED)
        return tuple({fact.claim: fact for finding in told for fact in finding.literature}.values())


def renewed(answers: Sequence[AgentAnswer], follow_ups: Sequence[AgentAnswer]) -> tuple[AgentAnswer, ...]:
    """The answers, each in place of which the same agent answered the same question again when it knew more."""
    again = {(answer.agent, answer.question): answer for answer in _given(follow_ups)}
    return tuple(again.get((answer.agent, answer.question), answer) for answer in answers)


def added(answers: Sequence[AgentAnswer], follow_ups: Sequence[AgentAnswer]) -> tuple[AgentAnswer, ...]:
    """What follow-ups answered besides: nothing of those that answered nothing."""
    asked = {(answer.agent, answer.question) for answer in answers}
    return tuple(answer for answer in _given(follow_ups) if (answer.agent, answer.question) not in asked)


def _given(follow_ups: Sequence[AgentAnswer]) -> list[AgentAnswer]:
    return [answer for answer in follow_ups if answer.status is AgentStatus.ANSWERED]


def without_data(evidence: Evidence) -> Evidence:
    """The evidence of a turn whose analysis broke, without anything that was computed from the user's data.

    Nobody can tell a number that came before the break from one that is right.
    """

    def unsaid(answer: AgentAnswer) -> AgentAnswer:
        return replace(answer, draft="") if answer.agent is Agent.DATA_SCIENCE else answer

    return replace(
        evidence,
        main=unsaid(evidence.main),
        supporting=tuple(map(unsaid, evidence.supporting)),
        reflection=tuple(map(unsaid, evidence.reflection)),
        findings=(),
        fact_sheet=(),
    )
