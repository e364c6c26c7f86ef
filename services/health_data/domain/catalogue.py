"""All that a person can be told a number of: what it is called, whether it is on record, what is believed of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from services.health_data.domain.activity_fields import ACTIVITY_FIELDS, START_CLOCK
from services.health_data.domain.features import FEATURES, MIN_DAYS
from services.health_data.domain.kinds import plausible_by_kind
from services.health_data.domain.lab_names import words_of_labs, words_of_others
from services.health_data.domain.metrics import METRICS
from services.health_data.domain.quantities import NO_LOOSE_NAMES, Plausible, Words, loosely
from services.health_data.domain.stored import BiomarkerHolding, Holdings


@dataclass(frozen=True, kw_only=True)
class Known:
    """A daily series or a field of an activity, stored or not.

    Attributes:
        derived: whether it follows from others instead of being stored.
        inputs: of a derived series, what it follows from.
        rolling: whether it needs values on `MIN_DAYS` days.
        recorded: whether there is a value; of a derived series, whether there are values of all its inputs.
        why_absent: of what is not recorded, why imports have no values of it; empty where none told.
        plausible_by_kind: of a field of an activity, by kind.
    """

    name: str
    unit: str
    words: Words
    plausible: Plausible | None = None
    derived: bool = False
    inputs: tuple[str, ...] = ()
    rolling: bool = False
    recorded: bool = False
    why_absent: str = ""
    plausible_by_kind: Mapping[str, Plausible] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class KnownBiomarker:
    """A laboratory value, on record or only known by name."""

    holding: BiomarkerHolding
    words: Words


KNOWN_SERIES: Final = (
    *(Known(name=each.name, unit=each.unit, words=each.words, plausible=each.plausible) for each in METRICS),
    *(
        Known(
            name=each.name,
            unit=each.unit,
            words=each.words,
            plausible=each.plausible,
            derived=True,
            inputs=each.inputs,
            rolling=each.name.endswith("_30d"),
        )
        for each in FEATURES
    ),
)
"""Every name a series can be asked for, canonical order, metrics first."""


def series_known(holdings: Holdings) -> tuple[Known, ...]:
    """Every series, and whether it is on record; a loose name that several have belongs to one of them."""
    days = {each.name: each.days_with_value for each in holdings.metrics}
    known = _with_stand_ins([_told(each, holdings, recorded=_is_recorded(each, days)) for each in KNOWN_SERIES])
    owners = _owners(known)
    return tuple(replace(each, words=_with_own_names(each, owners)) for each in known)


def fields_known(holdings: Holdings) -> tuple[Known, ...]:
    """Every field of an activity, and whether an activity on record has it."""
    by_kind = plausible_by_kind(holdings.activity_kinds)
    return tuple(
        Known(
            name=each.name,
            unit=each.unit,
            words=each.words,
            plausible=each.plausible,
            recorded=each.name in holdings.activity_fields or (each is START_CLOCK and holdings.activities > 0),
            plausible_by_kind=by_kind.get(each.name, {}),
        )
        for each in ACTIVITY_FIELDS
    )


def biomarkers_known(holdings: Holdings) -> tuple[KnownBiomarker, ...]:
    """Every laboratory value on record, under the name it is stored by."""
    words = words_of_labs(each.name for each in holdings.biomarkers)
    return tuple(KnownBiomarker(holding=each, words=words[each.name]) for each in holdings.biomarkers)


def other_biomarkers(holdings: Holdings) -> tuple[KnownBiomarker, ...]:
    """Those that people have a name for and that are not on record."""
    words = words_of_others(each.name for each in holdings.biomarkers)
    return tuple(
        KnownBiomarker(holding=BiomarkerHolding(name=name, unit="", samples=0), words=each)
        for name, each in words.items()
    )


def _told(known: Known, holdings: Holdings, *, recorded: bool) -> Known:
    return replace(known, recorded=recorded, why_absent="" if recorded else holdings.absent.get(known.name, ""))


def _is_recorded(known: Known, days: Mapping[str, int]) -> bool:
    if not known.derived or known.name in days:
        return known.name in days
    return all(days.get(name, 0) >= (MIN_DAYS if known.rolling else 1) for name in known.inputs)


def _with_stand_ins(known: Sequence[Known]) -> Sequence[Known]:
    """What is not recorded gives its names to what stands in for it, if that is recorded."""
    by_name = {each.name: each for each in known}
    changed = dict(by_name)
    for each in known:
        absent = by_name.get(each.words.stands_in_for)
        if absent is None or absent.recorded or not each.recorded:
            continue
        names = (*absent.words.spoken, *absent.words.loose)
        loose = {**each.words.loose, **loosely(each.words.instead, *names)}
        changed[each.name] = replace(each, words=replace(each.words, loose=loose))
        changed[absent.name] = replace(absent, words=replace(absent.words, spoken=(absent.words.spoken[0] + " rmssd",)))
    return list(changed.values())


def _owners(known: Iterable[Known]) -> Mapping[str, str]:
    """Whose each loose name is: of a recorded series before others, of one that yields to none before others."""
    owners: dict[str, str] = {}
    ordered: Sequence[Known] = sorted(known, key=lambda each: (not each.recorded, bool(each.words.yields_to)))
    for each in ordered:
        for said in each.words.loose:
            owners.setdefault(said, each.name)
    return owners


def _with_own_names(known: Known, owners: Mapping[str, str]) -> Words:
    own = {said: sentence for said, sentence in known.words.loose.items() if owners[said] == known.name}
    return replace(known.words, loose=own or NO_LOOSE_NAMES)
