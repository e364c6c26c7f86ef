"""Names and units that a file gives: what leaves the store of them is text that nothing can mistake for anything else.

A file's own spelling is stored as it is, so that importing it again changes nothing and no label is lost. Every record
that leaves the store passes through here, whenever it was imported: kinds of activities, names of laboratory values
and their units are cleaned, and a unit that could be read as something else is none.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from amy.text import inert
from services.health_data.domain.records import Activity, ActivityLog, Biomarker, HealthTables
from services.health_data.domain.stored import BiomarkerHolding, Holdings

LONGEST_LABEL: Final = 80
UNREADABLE: Final = "unnamed"
"""What a label of which nothing is left is called; only records from before unreadable labels were refused have one."""
_LONGEST_UNIT: Final = 20
_POWER_OF_TEN: Final = re.compile(r"10\s?\*+\s?(?=\d)")
_PART: Final = r"[A-Za-zµμ%°‰][A-Za-zµμ%°‰⁰¹²³⁴-⁹⁻.()-]{0,11}(?:(?<=m)[23])?"
_UNIT: Final = re.compile(
    rf"(?:10\^\d{{1,2}}/)?{_PART}(?:(?:/| per ){_PART}){{0,2}}|mm Hg|[A-Za-z]{{1,3}}/min/ ?1\.73 ?m[2²]"
)
_MEANT_OTHERWISE: Final = frozenset({"date", "clock", "moment", "count", "day", "days", "n"})
"""What Amy's own numbers have as a unit, by which they are told as a day, a time or a count."""


def label_of(raw: str) -> str:
    """A name as it may be spoken; empty if nothing of it is left that can be."""
    cleaned = inert(raw, limit=LONGEST_LABEL)
    return cleaned if any(character.isalnum() for character in cleaned) else ""


def unit_of(raw: str) -> str:
    """A unit as it may be written behind a number; empty for one that does not look like a unit."""
    written = inert(_POWER_OF_TEN.sub("10^", raw), limit=_LONGEST_UNIT)
    return written if _UNIT.fullmatch(written) and written.casefold() not in _MEANT_OTHERWISE else ""


def unusable(raw: str) -> bool:
    """Whether a label holds something, and nothing that can be read."""
    return bool(raw) and not label_of(raw)


def activity_told(activity: Activity) -> Activity:
    kind = label_of(activity.kind) or UNREADABLE
    return activity if kind == activity.kind else replace(activity, kind=kind)


def biomarker_told(sample: Biomarker) -> Biomarker:
    name, unit = label_of(sample.name) or UNREADABLE, unit_of(sample.unit)
    return sample if (name, unit) == (sample.name, sample.unit) else replace(sample, name=name, unit=unit)


def biomarkers_told(samples: Iterable[Biomarker]) -> tuple[Biomarker, ...]:
    return tuple(map(biomarker_told, samples))


def activities_told(log: ActivityLog) -> ActivityLog:
    return replace(log, activities=tuple(map(activity_told, log.activities)))


def tables_told(tables: HealthTables) -> HealthTables:
    return replace(
        tables,
        activities=tuple(map(activity_told, tables.activities)),
        biomarkers=biomarkers_told(tables.biomarkers),
    )


def holdings_told(holdings: Holdings) -> Holdings:
    """What is stored, under the names that may be spoken: what is spelt alike then is one."""
    kinds = dict.fromkeys(label_of(kind) or UNREADABLE for kind in holdings.activity_kinds)
    named: dict[str, BiomarkerHolding] = {}
    for each in holdings.biomarkers:
        name = label_of(each.name) or UNREADABLE
        before = named.get(name.casefold())
        named[name.casefold()] = BiomarkerHolding(
            name=name,
            unit=unit_of(each.unit),
            samples=each.samples + (before.samples if before else 0),
            reference_low=each.reference_low or (before is not None and before.reference_low),
            reference_high=each.reference_high or (before is not None and before.reference_high),
        )
    return replace(holdings, activity_kinds=tuple(kinds), biomarkers=tuple(named[key] for key in sorted(named)))
