"""What a validation yields as it goes, and what it comes to."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from amy.spending import Spent
from services.validator.domain.claims.by_code import ONCE, is_by_code, problem_of_numbers
from services.validator.domain.claims.finding import Finding, FindingKind, Interval, Verdict
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates import documented, second_layer
from services.validator.domain.gates.gate import GateInput, GateOutcome, GateReport
from services.validator.domain.gates.reproduction import reproduce
from services.validator.domain.questions.inputs import DailyInput
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import Assessment, Critique
from services.validator.domain.review.evidence import Evidence, gather
from services.validator.domain.verdict.certainty import Certainty, certainty_of
from services.validator.domain.verdict.reading import Reading


@dataclass(frozen=True, kw_only=True, eq=False)
class Examined:
    """What reading and gating a finding came to.

    Attributes:
        sample: None if there was nothing to read; `evidence` likewise.
        certainty: None also without the second layer, and of numbers that have none.
    """

    report: GateReport
    sample: Sample | None = None
    evidence: Evidence | None = None
    certainty: Certainty | None = None


def unreadable(reason: str) -> Examined:
    """A finding that cannot be evaluated is rejected, and says why."""
    return Examined(
        report=GateReport(
            outcomes=(), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED, hard_rejection=reason
        )
    )


def unweighed(reason: str) -> Examined:
    """A finding whose numbers may be told, with care, although no gate can weigh them."""
    return Examined(
        report=GateReport(
            outcomes=(), verdict=Verdict.CONDITIONAL, documented_verdict=Verdict.CONDITIONAL, unweighed=reason
        )
    )


def examine(finding: Finding, store: Store, *, layered: bool = True) -> Examined:
    """Reads a finding's data by its question and runs the gates on what was read.

    Where only code could compute its numbers there is nothing to read, and no gate runs.

    Args:
        finding: the claim.
        store: what was read of what it needs.
        layered: whether the second layer runs; all of it but `multiplicity`, which needs the other findings.
    """
    if is_by_code(finding):
        problem = problem_of_numbers(finding)
        return unreadable(problem) if problem else unweighed(ONCE)
    sample = read_sample(finding, store)
    if isinstance(sample, Unreadable):
        return unreadable(sample.reason)
    if finding.kind is None:
        raise AssertionError(finding.id)
    certainty = certainty_of(sample) if layered else None
    given = _given(finding, finding.kind, sample, certainty)
    report = documented.evaluate(given)
    if layered and not report.hard_rejection:
        report = second_layer.extended(report, given, reproduce(finding, sample))
    return Examined(report=report, sample=sample, evidence=gather(finding, sample), certainty=certainty)


def _given(finding: Finding, kind: FindingKind, sample: Sample, certainty: Certainty | None) -> GateInput:
    """What the gates weigh of a finding, in the order in which its values neighbour each other."""
    basis = sample.basis
    return GateInput(
        kind=sample.weighed_as(kind),
        feature=sample.feature,
        target=sample.target,
        effect=finding.effect,
        days=sample.days,
        contrast=sample.contrast,
        claimed_width=_claimed_width(finding),
        own_interval=None if certainty is None else certainty.interval,
        noun=basis.noun,
        noise_unit=_noise_unit(sample),
        places=None if sample.is_daily else np.arange(sample.n),
        is_searched=basis.is_searched,
        beside_weekday=not basis.by_weekday,
        beside_line=not basis.in_time,
    )


def _noise_unit(sample: Sample) -> float:
    """What a unit of the values is in units of the effect: 0 of a count, for what is counted has no ups and downs."""
    basis = sample.basis
    if basis.is_fact:
        return 0.0
    if basis.is_in_percent_of_mean:
        mean = float(sample.feature.mean()) if sample.n else 0.0
        return 100 / mean if mean > 0 else 1.0
    return 1.0


def _claimed_width(finding: Finding) -> float | None:
    """From end to end of the interval that a finding claims, whole or as its two ends, if it does."""
    intervals = (n.value for n in finding.numbers if n.key == "ci" and isinstance(n.value, Interval))
    ends = {n.key: n.value for n in finding.numbers if isinstance(n.value, float)}
    of_ends = ends["ci_high"] - ends["ci_low"] if {"ci_low", "ci_high"} <= ends.keys() else None
    return next((interval.high - interval.low for interval in intervals), of_ends)


@dataclass(frozen=True, kw_only=True)
class ValidatedFinding:
    """A finding with everything that was decided about it.

    Attributes:
        finding: under the id the fact sheet uses.
        report: its gates, and why a hard gate or an error rejected it, if one did.
        n: observations read by its question; None if it could not be read.
        assessment: None for findings that were rejected, or that nothing could weigh.
        reading: what happened, as the store says it, where too few days or chance let no claim stand.
        changed: that the verdict is another than when it was last asked, and why; empty where it is not.
        certainty: None for findings that were rejected, and of numbers that have none.
    """

    finding: Finding
    verdict: Verdict
    report: GateReport
    critique: Critique
    explanation: str
    n: int | None = None
    assessment: Assessment | None = None
    reading: Reading | None = None
    changed: str = ""
    certainty: Certainty | None = None


class Counted(StrEnum):
    """What a number without a unit counts: days, activities, periods, or anything else that has a value."""

    DAYS = "days"
    ACTIVITIES = "activities"
    VALUES = "values"
    WEEKS = "weeks"
    MONTHS = "months"
    YEARS = "years"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One number the answer may cite: `claim` is "<finding id>.<number key>".

    Attributes:
        window: the windows, dates and amounts that the question states: an answer may repeat their numbers.
        counts: what it counts; None of what has a unit or counts nothing.
        inputs: the daily values that its question reads.
    """

    claim: str
    value: float
    unit: str | None
    source: str
    n: int | None
    window: str | None
    verdict: Verdict
    counts: Counted | None = None
    inputs: tuple[DailyInput, ...] = ()


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
    spent: Spent = field(default_factory=Spent)


ValidationEvent: TypeAlias = GateRan | Critiqued | Assessed | Completed
