"""What a finding may mean: from the literature where it knows the relation, and otherwise an honest nothing."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from services.validator.adapters.rules_mind.reading import OVERLAPS, basis_of_case, measured
from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates.gate import Gate
from services.validator.domain.review.critique import UNASSESSED, Assessment, Case, Novelty
from services.validator.domain.review.priors import Applied, Prior, Support, applied, is_clear_lever, published

_NOVELTY: Final = MappingProxyType(
    {
        Support.ESTABLISHED: Novelty.ESTABLISHED,
        Support.SUPPORTED: Novelty.SUPPORTED,
        Support.EMERGING: Novelty.EMERGING,
    }
)


def assessment_of(case: Case, priors: Sequence[Prior]) -> Assessment:
    """How the two overlap, if they do; the mechanism of the best prior that found the same sign; else nothing known."""
    overlap = basis_of_case(case).overlap
    if overlap is not None:
        return Assessment(mechanism=OVERLAPS[overlap], novelty=Novelty.ESTABLISHED)
    if case.finding.kind is FindingKind.SCALAR:
        mechanism = "A description of your own data; no mechanism is claimed."
        return Assessment(mechanism=mechanism, novelty=Novelty.USER_SPECIFIC)
    rho = measured(case, Gate.CONSTRUCT_VALIDITY, "rho")
    agreeing = [known for known in applied(case.finding, priors) if known.prior.direction.sign * rho > 0]
    return _from_literature(agreeing, rejected=case.report.verdict is Verdict.REJECTED) if agreeing else UNASSESSED


def _from_literature(agreeing: Sequence[Applied], *, rejected: bool) -> Assessment:
    """A prior of another lag explains the finding, but the finding at this lag is no more than emerging."""
    best = agreeing[0]
    levers = [known.prior for known in agreeing if is_clear_lever(known.prior)]
    lever = levers[0] if levers and not rejected else None
    used = [best.prior, *([lever] if lever and lever is not best.prior else [])]
    return Assessment(
        mechanism=best.prior.mechanism,
        novelty=_NOVELTY[best.prior.support] if best.same_lag else Novelty.EMERGING,
        strategy=lever.strategy if lever else None,
        citations=tuple(dict.fromkeys(prior.citation.short for prior in used)),
        literature=tuple(number for prior in used for number in published(prior)),
    )
