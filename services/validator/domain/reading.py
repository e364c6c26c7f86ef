"""The plain reading of a scalar that rests on too few days: what the store says, and no more than that.

A number over five days is too little to call typical, so the gates reject it as a claim. It is still exactly what was
recorded. The validator computes it from what it read; a claim that says something else gets no reading.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from services.validator.domain.finding import Finding, FindingKind, Statistic
from services.validator.domain.gate import Gate, GateReport, GateVerdict
from services.validator.domain.selection import Floats, Sample

_RELATIVE_TOLERANCE: Final = 1e-9
_ABSOLUTE_TOLERANCE: Final = 1e-9

_READINGS: Final[Mapping[Statistic | None, Callable[[Floats], float]]] = MappingProxyType(
    {
        Statistic.MEAN: lambda values: float(values.mean()),
        Statistic.MEDIAN: lambda values: float(np.median(values)),
        Statistic.MIN: lambda values: float(values.min()),
        Statistic.MAX: lambda values: float(values.max()),
        Statistic.SUM: lambda values: float(values.sum()),
        Statistic.SD: lambda values: float(values.std(ddof=1)) if values.size > 1 else math.nan,
        Statistic.COUNT: lambda values: float(values.size),
        Statistic.LATEST: lambda values: float(values[-1]),
    }
)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The selected statistic of the stored values, and the number of days it rests on."""

    value: float
    n: int


def plain_reading(finding: Finding, report: GateReport, sample: Sample | None) -> Reading | None:
    """The reading of a scalar that failed for too few days alone; None for every other finding."""
    if finding.kind is not FindingKind.SCALAR or finding.selection is None or sample is None:
        return None
    last = report.outcomes[-1] if report.outcomes else None
    if last is None or last.gate is not Gate.SAMPLE_SIZE or last.verdict is not GateVerdict.FAILED:
        return None
    statistic = finding.selection.statistic
    values = sample.feature[np.isfinite(sample.feature)]
    if statistic not in _READINGS or (values.size == 0 and statistic is not Statistic.COUNT):
        return None
    value = _READINGS[statistic](values)
    claimed = finding.effect
    if claimed is None or not math.isclose(value, claimed, rel_tol=_RELATIVE_TOLERANCE, abs_tol=_ABSOLUTE_TOLERANCE):
        return None
    return Reading(value=value, n=int(values.size))
