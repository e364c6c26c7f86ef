"""The plain reading of a scalar that rests on too few days: what the store says, and no more than that.

A number over five days is too little to call typical, so the gates reject it as a claim. It is still exactly what was
recorded. The validator computes it from what it read; a claim that says something else gets no reading.
"""

from dataclasses import dataclass

from services.validator.domain.finding import Finding, FindingKind
from services.validator.domain.gate import Gate, GateReport, GateVerdict
from services.validator.domain.recomputation import recompute
from services.validator.domain.reproduction import agrees
from services.validator.domain.selection import Sample


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The selected statistic of the stored values, and the number of days it rests on.

    Attributes:
        day: of a statistic that picks out one day, that day, since 1970-01-01.
    """

    value: float
    n: int
    day: int | None = None


def plain_reading(finding: Finding, report: GateReport, sample: Sample | None) -> Reading | None:
    """The reading of a scalar that failed for too few days alone; None for every other finding."""
    if finding.kind is not FindingKind.SCALAR or finding.selection is None or sample is None:
        return None
    last = report.outcomes[-1] if report.outcomes else None
    if last is None or last.gate is not Gate.SAMPLE_SIZE or last.verdict is not GateVerdict.FAILED:
        return None
    own, claimed = recompute("effect", finding.selection.statistic, sample), finding.effect
    if own is None or claimed is None or not agrees(claimed, own):
        return None
    day = recompute("day", finding.selection.statistic, sample)
    return Reading(value=own.value, n=sample.n, day=None if day is None else int(day.value))
