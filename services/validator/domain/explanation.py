"""What a gate and a verdict come to, in one sentence for people who know no statistics."""

from services.validator.domain.critique import Critique
from services.validator.domain.finding import Finding, Verdict
from services.validator.domain.gate import GateOutcome, GateReport


def explain_gate(outcome: GateOutcome) -> str:
    """What this gate found."""
    return f"{outcome.gate.value} {outcome.verdict.value}"


def explain_verdict(finding: Finding, report: GateReport, critique: Critique, verdict: Verdict) -> str:
    """The verdict and the main reason for it."""
    del finding, report
    return f"{verdict.value}: {critique.reasoning}"
