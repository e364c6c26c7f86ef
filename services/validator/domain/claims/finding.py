"""A quantitative claim as an agent makes it: what it says, which question it answers, with which numbers.

Nothing here is trusted yet: the question may be of records that nobody has, and the numbers may be wrong.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from services.validator.domain.algebra import Question

OF_CERTAINTY: Final = frozenset(
    {"ci_low", "ci_high", "slope_per_week_low", "slope_per_week_high", "least", "most", "days_worth", "p"}
)
"""The numbers of how sure a finding of stored data is: the validator tells its own, whatever is claimed of them."""


class FindingKind(StrEnum):
    ASSOCIATION = "association"
    TREND = "trend"
    SCALAR = "scalar"


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


@dataclass(frozen=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class NamedNumber:
    key: str
    value: float | Interval | None
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One claim; `kind` and `question` are None where they were left out or are of a newer contract.

    Attributes:
        question: what the numbers answer, in the question language.
        by_code: whether it says of itself that it has no question because only code could compute its numbers.
    """

    id: str
    kind: FindingKind | None
    claim: str
    question: Question | None
    numbers: tuple[NamedNumber, ...] = ()
    source: str = ""
    by_code: bool = False

    @property
    def effect(self) -> float | None:
        """The claimed effect: the first scalar number with that name."""
        return next((n.value for n in self.numbers if n.key == "effect" and isinstance(n.value, float)), None)


def with_unique_ids(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in the same order, a repeated id suffixed with -2, -3 ..., so that no number is lost under another.

    An id that some finding already has is never given to a second one. References to its own numbers in the claim of
    a renamed finding follow the new id.
    """
    taken = {finding.id for finding in findings}
    seen: Counter[str] = Counter()
    unique: list[Finding] = []
    for finding in findings:
        seen[finding.id] += 1
        if seen[finding.id] == 1:
            unique.append(finding)
            continue
        fresh = f"{finding.id}-{seen[finding.id]}"
        while fresh in taken:
            seen[finding.id] += 1
            fresh = f"{finding.id}-{seen[finding.id]}"
        taken.add(fresh)
        claim = finding.claim.replace(f"{{{{{finding.id}.", f"{{{{{fresh}.")
        unique.append(replace(finding, id=fresh, claim=claim))
    return tuple(unique)
