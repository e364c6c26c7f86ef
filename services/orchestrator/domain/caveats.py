"""What is said below an answer, whoever wrote it: what to take with care, and what is judged anew."""

from collections.abc import Sequence
from typing import Final

from services.orchestrator.domain.evidence import Evidence, Fact

_MOST_NAMED: Final = 3


def caveat(evidence: Evidence, told: str, *, cited: Sequence[str], derived: Sequence[Fact]) -> str:
    """Why to take with care what the answer cites and only code could compute, its numbers as references.

    Empty where it cites nothing of that, or says so itself. Numbers that others are computed from may not stand in the
    answer, so they are not named.

    Args:
        evidence: what it was written from.
        told: the answer.
        cited: the claims that it rests on, those that others are computed from included.
        derived: the numbers that it computed from others.
    """
    by_code = evidence.by_code
    named = [claim for claim in cited if claim in by_code]
    reasons = dict.fromkeys(by_code[claim].reason.rstrip(".") for claim in named)
    behind = {claim for fact in derived if fact.derivation for claim in fact.derivation.operands}
    unsaid = [reason for reason in reasons if reason and reason.casefold() not in told.casefold()]
    if not unsaid:
        return ""
    figures = " and ".join(f"{{{{{claim}}}}}" for claim in named)
    if len(named) > _MOST_NAMED or not behind.isdisjoint(named):
        figures = "these figures"
    because = " ".join(f"{reason[0].lower()}{reason[1:]}." for reason in unsaid)
    return f"Take {figures} with care: {because}"


def changes(evidence: Evidence) -> str:
    """Which verdicts are others than when the person last asked, and why; empty where none is."""
    sentences = dict.fromkeys(finding.changed for finding in evidence.findings if finding.changed)
    return " ".join([*sentences][:_MOST_NAMED])
