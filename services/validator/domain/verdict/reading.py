"""The plain reading of a scalar that rests on too few days: what the store says, and no more than that.

A number over five days is too little to call typical, so the gates reject it as a claim. It is still exactly what was
recorded. The validator computes it from what it read; a claim that says something else gets no reading.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from services.validator.domain.claims.finding import Finding, FindingKind, Interval, NamedNumber
from services.validator.domain.claims.sample import Sample
from services.validator.domain.gates.gate import Gate, GateReport, GateVerdict
from services.validator.domain.gates.reproduction import agrees, own_number

_SAID_ANYWAY: Final = frozenset({"effect", "n", "day"})


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the store says is asked about, and the number of values it rests on.

    Attributes:
        day: of a statistic that picks out one day, that day, since 1970-01-01.
        numbers: every other number of the finding that the stored values give, in the finding's unit; no interval, for
            that would say something of other days.
    """

    value: float
    n: int
    day: int | None = None
    numbers: tuple[NamedNumber, ...] = ()


def plain_reading(finding: Finding, report: GateReport, sample: Sample | None) -> Reading | None:
    """What the store says where a finding is not confirmed; None where there is nothing that could be read.

    Of a scalar that failed for too few days alone; of a change or a difference between groups also where it may be
    chance: what happened is told, whatever it means.
    """
    if finding.kind is None or sample is None:
        return None
    last = report.outcomes[-1] if report.outcomes else None
    if last is None:
        return None
    if sample.weighed_as(finding.kind) is FindingKind.SCALAR:
        if last.gate is not Gate.SAMPLE_SIZE or last.verdict is not GateVerdict.FAILED:
            return None
    elif finding.kind is not FindingKind.TREND:
        return None
    own, claimed = own_number("effect", sample), finding.effect
    if own is None or claimed is None or not agrees(claimed, own):
        return None
    day = own_number("day", sample)
    return Reading(
        value=own.value,
        n=sample.n,
        day=None if day is None else int(day.value),
        numbers=tuple(_agreeing(finding, sample)),
    )


def _agreeing(finding: Finding, sample: Sample) -> Iterator[NamedNumber]:
    """The validator's own numbers, of which several may be claimed alike but one is read."""
    told = set(_SAID_ANYWAY)
    for number in finding.numbers:
        if number.key in told or number.value is None or isinstance(number.value, Interval):
            continue
        own = own_number(number.key, sample)
        if own is not None and agrees(number.value, own):
            told.add(number.key)
            yield NamedNumber(key=number.key, value=own.value, unit=number.unit)
