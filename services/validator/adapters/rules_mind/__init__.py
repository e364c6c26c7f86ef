"""The Critic and the Assessment by rules: every concern follows from something measured, nothing is guessed.

What each threshold means is said in `docs/validation.md`.
"""

from collections.abc import Sequence

from services.validator.adapters.rules_mind.assessing import assessment_of
from services.validator.adapters.rules_mind.concerns import concerns_of
from services.validator.adapters.rules_mind.reading import basis_of_case
from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.questions.components import Overlap
from services.validator.domain.review.critique import (
    Assessment,
    Case,
    Concern,
    Critique,
    Decision,
    Severity,
    mildest_decision,
)
from services.validator.domain.review.priors import Prior


class RulesMind:
    """A `ValidatorMind` that is deterministic, offline and free.

    Args:
        priors: what is known from the literature.
    """

    def __init__(self, priors: Sequence[Prior] = ()) -> None:
        self._priors = tuple(priors)

    async def critique(self, case: Case) -> Critique:
        concerns = tuple(concerns_of(case, self._priors))
        return Critique(decision=_decide(case, concerns), reasoning=_reasoning(case, concerns), concerns=concerns)

    async def assess(self, case: Case) -> Assessment:
        return assessment_of(case, self._priors)


def _decide(case: Case, concerns: Sequence[Concern]) -> Decision:
    """What the gates rejected, and what is true by construction, is rejected; otherwise the severities decide."""
    basis = basis_of_case(case)
    is_circular = basis.overlap is Overlap.SAME
    if is_circular or case.report.verdict is Verdict.REJECTED:
        return Decision.REJECT
    return mildest_decision(concerns)


def _reasoning(case: Case, concerns: Sequence[Concern]) -> str:
    basis = basis_of_case(case)
    across = f"{case.sample.n} {'daily readings' if basis.noun == 'days' else basis.noun}"
    match case.finding.kind:
        case FindingKind.ASSOCIATION:
            summary = f"Observed together on {case.sample.n} days, not a causal claim."
        case FindingKind.TREND:
            what = "difference" if basis.is_between_groups else "change"
            summary = f"A {what} across {across}, not a causal claim."
        case _:
            summary = f"Descriptive summary across {across}, not a causal claim."
    grave = (concern.detail for concern in concerns if concern.severity is not Severity.LOW)
    return " ".join((summary, *grave))
