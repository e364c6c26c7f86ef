"""What a prompt shows of a case: statistics and words, never records; each list and each text has an end."""

from collections.abc import Iterable, Sequence
from typing import Final

from services.validator.domain.claims.finding import Finding, Interval, NamedNumber
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.gates.gate import DetailValue, GateOutcome
from services.validator.domain.review.critique import Case, Concern, MemoryNote
from services.validator.domain.review.priors import Applied, Direction
from services.validator.domain.verdict.explanation import explain_gate

LONGEST_CLAIM: Final = 600
LONGEST_TEXT: Final = 300
MOST_NUMBERS: Final = 24
MOST_NOTES: Final = 12
MOST_PRIORS: Final = 8
NONE: Final = "(none)"


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def finding(case: Case) -> str:
    """The claim, what it rests on, and its numbers by their claims."""
    claimed, basis = case.finding, case.sample.basis
    about = [cut(each, LONGEST_TEXT) for each in (basis.feature, basis.target) if each]
    lag = f"; the second is read {basis.lag_days} days after the first" if basis.lag_days else ""
    lines = [
        f"{claimed.id}, {claimed.kind.value if claimed.kind else 'of no kind'}: {cut(claimed.claim, LONGEST_CLAIM)}",
        f"about: {' and '.join(about) or 'it'}{lag}",
        f"windows: {cut('; '.join(basis.windows), LONGEST_TEXT) or 'everything on record'}",
        f"rests on {case.sample.n} {basis.noun} with a value of {case.sample.chosen} asked about",
        f"worth after the gates: {case.report.verdict.value}",
        *(_number(claimed, each) for each in claimed.numbers[:MOST_NUMBERS]),
    ]
    return "\n".join(lines)


def gates(case: Case) -> str:
    return _listed(_gate(case, each) for each in case.report.outcomes)


def concerns(measured: Sequence[Concern]) -> str:
    return _listed(f"{each.category.value} ({each.severity.value}): {each.detail}" for each in measured)


def priors(known: Sequence[Applied]) -> str:
    return _listed(_prior(each) for each in known[:MOST_PRIORS])


def memory(notes: Sequence[MemoryNote]) -> str:
    return _listed(f"{cut(each.kind, LONGEST_TEXT)}: {cut(each.text, LONGEST_TEXT)}" for each in notes[:MOST_NOTES])


def _number(claimed: Finding, number: NamedNumber) -> str:
    match number.value:
        case None:
            said = "not stated"
        case Interval(low=low, high=high):
            said = f"{low:g} to {high:g}"
        case scalar:
            said = f"{scalar:g}"
    return f"- {claimed.id}.{cut(number.key, LONGEST_TEXT)} = {said} {number.unit}".rstrip()


def _gate(case: Case, outcome: GateOutcome) -> str:
    basis = basis_of(case.finding)
    measured = ", ".join(f"{key} {_measured(value)}" for key, value in outcome.detail.items() if key != "applicable")
    sentence = explain_gate(outcome, case.finding.kind, basis)
    return f"{outcome.gate.value} {outcome.verdict.value}: {sentence}{f' ({measured})' if measured else ''}"


def _measured(value: DetailValue) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _prior(known: Applied) -> str:
    prior = known.prior
    way = "rise and fall together" if prior.direction is Direction.POSITIVE else "move in opposite directions"
    said = [
        f"{prior.id}: {prior.feature} and {prior.target} {way}",
        f"{prior.support.value}, {'within people' if prior.within_person else 'between people'}, {prior.population}",
        f"{'the same lag' if known.same_lag else 'another lag'}",
        f"mechanism: {prior.mechanism}",
    ]
    said += [f"step: {prior.strategy}"] if prior.strategy else []
    return "; ".join([*said, prior.citation.short])


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or NONE
