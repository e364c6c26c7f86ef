"""Which laboratory results count, and in which unit: one for each name."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from services.health_data.domain.labels import unit_of
from services.health_data.domain.laboratory import units
from services.health_data.domain.laboratory.analytes import named
from services.health_data.domain.laboratory.conversions import converted
from services.health_data.domain.records import Biomarker, LabResult

_NO_UNIT: Final = "without unit"
_SAME: Final = 1e-3
"""Two statements of one import are of one sample if they differ by less than this share: units are converted."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One result as one import states it.

    Attributes:
        import_id: rises with time; empty of what the person states, which goes before all imports.
    """

    import_id: str
    result: LabResult


@dataclass(frozen=True, slots=True)
class _Sample:
    statement: Statement
    told: Biomarker


def counting(statements: Iterable[Statement]) -> Sequence[Biomarker]:
    """The exact numbers that count, by name and time.

    Those of one name, letter case aside, and those that are known to be the same under other names, are told in the
    unit of the newest of them, which is spelt so that it can be written behind a number. What cannot be converted into
    it is told apart, under name and unit. Of one name and time the newest import counts; where one import has several
    values there, each is told as it is printed.
    """
    groups: dict[str, list[Statement]] = defaultdict(list)
    for each in statements:
        result = each.result
        if result.confirmed and result.value is not None and not result.comparator:
            analyte = named(result.name)
            groups[(analyte.name if analyte else result.name).casefold()].append(each)
    told: dict[tuple[str, datetime], Biomarker] = {}
    for _, group in sorted(groups.items()):
        for sample in _of_name(sorted(group, key=_by_time)):
            told[sample.name, sample.collected_at] = sample
    return [told[key] for key in sorted(told)]


def _by_time(each: Statement) -> tuple[datetime, bool, str]:
    return each.result.collected_at, not each.import_id, each.import_id


def _of_name(group: Sequence[Statement]) -> Iterable[Biomarker]:
    """The samples of what is the same, under the newest name where there are several; all but the first unit by it."""
    newest, is_first = group[-1].result.name, True
    if any(each.result.name.casefold() != newest.casefold() for each in group):
        group = [replace(each, result=replace(each.result, name=newest)) for each in group]
    while group:
        unit = group[-1].result.unit
        alike, others = [], []
        for each in group:
            told = _told(each.result, unit)
            if told is None:
                others.append(each)
            else:
                alike.append(_Sample(each, told))
        spoken = unit if unit_of(unit) else units.spoken(unit)
        for sample in _one_a_time(alike):
            name = sample.name if is_first else f"{sample.name} ({spoken or _NO_UNIT})"
            is_so_told = sample.name == name and sample.unit == spoken
            yield sample if is_so_told else replace(sample, name=name, unit=spoken)
        group, is_first = others, False


def _told(result: LabResult, unit: str) -> Biomarker | None:
    stated = (result.value, result.reference_low, result.reference_high)
    if result.unit == unit:
        value, low, high = stated
    else:
        analyte = named(result.name)
        value, low, high = (
            None if each is None else converted(each, result.unit, unit, analyte=analyte) for each in stated
        )
    if value is None:
        return None
    return Biomarker(
        name=result.name,
        value=value,
        unit=unit,
        collected_at=result.collected_at,
        reference_low=low,
        reference_high=high,
    )


def _one_a_time(samples: Sequence[_Sample]) -> Iterable[Biomarker]:
    at_once: dict[datetime, list[_Sample]] = defaultdict(list)
    for each in samples:
        at_once[each.told.collected_at].append(each)
    for several in at_once.values():
        newest = several[-1]
        rivals = [each for each in several if each.statement.import_id == newest.statement.import_id]
        printed = {each.statement.result.printed_name.casefold() for each in rivals}
        if len(printed) > 1 and not all(_is_same(each.told.value, newest.told.value) for each in rivals):
            yield from (replace(each.told, name=each.statement.result.printed_name) for each in rivals)
        else:
            yield newest.told


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(abs(one), abs(other))
