"""The fact sheet: every number an answer may cite, each with its provenance."""

import math
from collections.abc import Iterator, Sequence

from services.validator.domain.finding import Finding, Interval, NamedNumber, Verdict
from services.validator.domain.footing import basis_of
from services.validator.domain.questions.stated import stated_in
from services.validator.domain.validation import Fact, ValidatedFinding


def build_fact_sheet(validated: Sequence[ValidatedFinding]) -> tuple[Fact, ...]:
    """Every finite number of every finding that was not rejected, in the findings' order.

    An interval becomes `<key>_low` and `<key>_high`. A claim names one number: if a finding names two alike, the first
    holds. `n` is what was read, never what was claimed.
    """
    facts: dict[str, Fact] = {}
    for item in validated:
        if item.verdict is Verdict.REJECTED:
            continue
        for number in item.finding.numbers:
            for key, value in _scalars(number):
                claim = f"{item.finding.id}.{key}"
                fact = Fact(
                    claim=claim,
                    value=value,
                    unit=number.unit or None,
                    source=item.finding.source,
                    n=item.n,
                    window=window_label(item.finding),
                    verdict=item.verdict,
                )
                facts.setdefault(claim, fact)
    return tuple(facts.values())


def _scalars(number: NamedNumber) -> Iterator[tuple[str, float]]:
    match number.value:
        case Interval(low=low, high=high):
            named = [(f"{number.key}_low", low), (f"{number.key}_high", high)]
        case None:
            named = []
        case scalar:
            named = [(number.key, scalar)]
    return ((key, value) for key, value in named if math.isfinite(value))


def window_label(finding: Finding) -> str | None:
    """The window as a person would say it; of a difference of means both, the later one first, if they differ."""
    if finding.question is not None:
        return stated_in(finding.question) or None
    basis = basis_of(finding)
    return None if basis is None else " vs ".join(basis.windows) or None
