"""Laboratory values by name. Letter case makes no other name: laboratories do not agree on it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from services.health_data.domain.records import Biomarker, LabResult
from services.health_data.domain.stored import BiomarkerHolding


def is_called(sample: Biomarker, name: str) -> bool:
    return sample.name.casefold() == name.casefold()


def by_name(samples: Iterable[Biomarker]) -> tuple[BiomarkerHolding, ...]:
    """What there is of each biomarker, spelt and measured in the unit of its newest sample; by name."""
    groups: dict[str, list[Biomarker]] = defaultdict(list)
    for sample in sorted(samples, key=_time_then_name):
        groups[sample.name.casefold()].append(sample)
    return tuple(
        BiomarkerHolding(
            name=group[-1].name,
            unit=group[-1].unit,
            samples=len(group),
            reference_low=any(sample.reference_low is not None for sample in group),
            reference_high=any(sample.reference_high is not None for sample in group),
        )
        for _, group in sorted(groups.items())
    )


def spelt_alike(samples: Iterable[Biomarker]) -> tuple[Biomarker, ...]:
    """The samples, ascending by time, each under the name that `by_name` gives it."""
    ordered = sorted(samples, key=_time_then_name)
    spelling = {holding.name.casefold(): holding.name for holding in by_name(ordered)}
    return tuple(replace(sample, name=spelling[sample.name.casefold()]) for sample in ordered)


def result_of(sample: Biomarker) -> LabResult:
    """A number of a plain table as a laboratory would state it."""
    return LabResult(
        name=sample.name,
        printed_name=sample.name,
        collected_at=sample.collected_at,
        value=sample.value,
        unit=sample.unit,
        text=f"{sample.value:g}" if float(f"{sample.value:g}") == sample.value else repr(sample.value),
        reference_low=sample.reference_low,
        reference_high=sample.reference_high,
    )


def _time_then_name(sample: Biomarker) -> tuple[datetime, str]:
    return sample.collected_at, sample.name
