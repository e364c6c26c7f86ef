"""What a validation yields as it goes, and what it comes to."""

from dataclasses import dataclass
from typing import TypeAlias

from services.validator.domain import gates
from services.validator.domain.critique import Assessment, Critique
from services.validator.domain.evidence import Evidence, gather
from services.validator.domain.finding import Finding, Verdict
from services.validator.domain.gate import GateInput, GateOutcome, GateReport
from services.validator.domain.reading import Reading
from services.validator.domain.selection import Sample, Store, Unreadable, read_sample


@dataclass(frozen=True, kw_only=True, eq=False)
class Examined:
    """What reading and gating a finding came to; `sample` and `evidence` are None if it could not be read."""

    report: GateReport
    sample: Sample | None = None
    evidence: Evidence | None = None


def unreadable(reason: str) -> Examined:
    """A finding that cannot be evaluated is rejected, and says why."""
    return Examined(
        report=GateReport(
            outcomes=(), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED, hard_rejection=reason
        )
    )


def examine(finding: Finding, store: Store) -> Examined:
    """Reads a finding's data by its selection and runs the gates on what was read."""
    sample = read_sample(finding, store)
    if isinstance(sample, Unreadable):
        return unreadable(sample.reason)
    if finding.kind is None:
        raise AssertionError(finding.id)
    given = GateInput(
        kind=finding.kind,
        feature=sample.feature,
        target=sample.target,
        effect=finding.effect,
        days=sample.days,
        contrast=sample.contrast,
    )
    return Examined(report=gates.evaluate(given), sample=sample, evidence=gather(finding, sample, store))


@dataclass(frozen=True, kw_only=True)
class ValidatedFinding:
    """A finding with everything that was decided about it.

    Attributes:
        finding: under the id the fact sheet uses.
        report: its gates, and why a hard gate or an error rejected it, if one did.
        n: observations read by its selection; None if it could not be read.
        assessment: None for rejected findings.
        reading: for a scalar that failed for too few days alone, what the store says.
    """

    finding: Finding
    verdict: Verdict
    report: GateReport
    critique: Critique
    explanation: str
    n: int | None = None
    assessment: Assessment | None = None
    reading: Reading | None = None


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One number the answer may cite: `claim` is "<finding id>.<number key>"."""

    claim: str
    value: float
    unit: str | None
    source: str
    n: int | None
    window: str | None
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class GateRan:
    """A gate has come to its outcome, whatever that is."""

    finding: Finding
    outcome: GateOutcome


@dataclass(frozen=True, kw_only=True)
class Critiqued:
    """The review is in, and with it the verdict; `explanation` is one sentence for people."""

    finding: Finding
    critique: Critique
    verdict: Verdict
    explanation: str


@dataclass(frozen=True, kw_only=True)
class Assessed:
    finding: Finding
    assessment: Assessment


@dataclass(frozen=True, kw_only=True)
class Completed:
    """The end: the findings in the order of the request, and every number of those not rejected."""

    findings: tuple[ValidatedFinding, ...]
    fact_sheet: tuple[Fact, ...]


ValidationEvent: TypeAlias = GateRan | Critiqued | Assessed | Completed
