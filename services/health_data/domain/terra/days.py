"""What the records of some days come to: one value a metric and day, bouts of exercise, entries, laboratory results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from statistics import fmean
from typing import Final

from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.laboratory.analytes import identified
from services.health_data.domain.records import (
    Activity,
    Entry,
    LabResult,
    ParsedFile,
    Place,
    from_epoch_day,
)
from services.health_data.domain.terra.mapping import MEASURED_AT
from services.health_data.domain.terra.nodes import moment, node, number, text
from services.health_data.domain.terra.records import Record, values_of
from services.health_data.domain.terra.table import ASLEEP, BODY, DAILY, MEASURED, NUTRITION, SLEEP

LAYOUT: Final = "terra"
MEMBER: Final = "Terra"
"""Where a value stands that was delivered: in no file."""
_RANKS: Final = {
    "daily": {each.metric: each.rank for each in DAILY},
    "sleep": {each.metric: each.rank for each in SLEEP},
    "body": {each.metric: each.rank for each in (*BODY, *MEASURED)},
}
_UNITS: Final = {each.tag: each.unit for each in NUTRITION}
_LONGEST: Final = timedelta(minutes=STORED_FIELD["duration_min"].high)
_ON_RECORD: Final = frozenset(("daily", "sleep", "body"))


@dataclass(frozen=True, kw_only=True)
class Told:
    """What is stated, by what tells it from all else of the source.

    Attributes:
        values: by metric and epoch day: the value, and of how many measurements it was made.
        moments: local times by name and epoch day.
        days: on record.
        activities: by start and kind.
        entries: by what they are.
        labs: by report and result.
    """

    values: Mapping[tuple[str, int], tuple[float, int]] = field(default_factory=dict)
    moments: Mapping[tuple[str, int], datetime] = field(default_factory=dict)
    days: frozenset[int] = frozenset()
    activities: Mapping[tuple[datetime, str], Activity] = field(default_factory=dict)
    entries: frozenset[Entry] = frozenset()
    labs: frozenset[LabResult] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Difference:
    """From what was told to what is told now.

    Attributes:
        told: new, or another than before.
        gone: no longer told.
    """

    told: Told
    gone: Told

    def __bool__(self) -> bool:
        return self.told != Told() or self.gone != Told()


def told(records: Iterable[Record]) -> Told:
    """What the records come to; they are all there are of their days.

    Of the sleeps that end on a day the night is the longest that is no nap; naps are entries.
    """
    by_kind: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_kind[record.kind].append(record)
    nights = dict(_nights(by_kind["sleep"]))
    ranked: dict[tuple[str, int], tuple[int, float, int]] = {}
    candidates = (
        *(_stated("daily", each, values_of(each)) for each in by_kind["daily"]),
        *(_stated("sleep", each, node(each.told["values"])) for each in nights.values()),
        *(_stated("body", each, values_of(each)) for each in by_kind["body"]),
    )
    for key, offered in (each for stated in candidates for each in stated):
        if key not in ranked or offered[0] < ranked[key][0]:
            ranked[key] = offered
    bouts = [bout for each in by_kind["activity"] for bout in _bout(each)]
    return Told(
        values={key: (value, count) for key, (_, value, count) in ranked.items()},
        moments={
            (name, day): _time(night.told[said])
            for day, night in nights.items()
            for name, said in (("bed_time", "start"), ("wake_up_time", "end"))
        },
        days=frozenset(each.epoch_day for kind in _ON_RECORD for each in by_kind[kind]),
        activities={(each.start, each.kind): each for each in bouts},
        entries=frozenset(_entries(by_kind)),
        labs=frozenset(result for each in by_kind["lab_report"] for result in _results(each)),
    )


def difference(before: Told, now: Told) -> Difference:
    """What has to be written and what deleted so that what was told becomes what is told."""
    return Difference(
        told=Told(
            values={key: each for key, each in now.values.items() if before.values.get(key) != each},
            moments={key: each for key, each in now.moments.items() if before.moments.get(key) != each},
            days=now.days - before.days,
            activities={key: each for key, each in now.activities.items() if before.activities.get(key) != each},
            entries=now.entries - before.entries,
            labs=now.labs - before.labs,
        ),
        gone=Told(
            values={key: each for key, each in before.values.items() if key not in now.values},
            moments={key: each for key, each in before.moments.items() if key not in now.moments},
            days=before.days - now.days,
            activities={key: each for key, each in before.activities.items() if key not in now.activities},
            entries=before.entries - now.entries,
            labs=before.labs - now.labs,
        ),
    )


def parsed(source: str, said: Told) -> ParsedFile:
    """As what a reader finds in a file."""
    gathering = Gathering(source, layout=LAYOUT)
    for (metric, day), (value, count) in said.values.items():
        gathering.daily(metric, from_epoch_day(day), value, Place(MEMBER, 0, count))
    for (name, day), at in said.moments.items():
        gathering.moment(name, from_epoch_day(day), at, Place(MEMBER))
    for day in said.days:
        gathering.recorded(from_epoch_day(day))
    for activity in said.activities.values():
        gathering.activity(activity, Place(MEMBER))
    for entry in said.entries:
        gathering.entry(entry, Place(MEMBER))
    for result in said.labs:
        gathering.lab_result(result, Place(MEMBER))
    return gathering.parsed()


def _stated(
    kind: str, record: Record, values: Mapping[str, object]
) -> Iterator[tuple[tuple[str, int], tuple[int, float, int]]]:
    """By metric and day: the rank, the value, and of how many measurements. A mean goes before a stated average."""
    single: dict[str, float] = {}
    measured: dict[str, list[float]] = defaultdict(list)
    for name, said in values.items():
        metric, _, taken = name.partition(MEASURED_AT)
        value = number(said)
        assert value is not None
        if taken:
            measured[metric].append(value)
        else:
            single[metric] = value
    for metric, value in single.items():
        if metric not in measured:
            yield (metric, record.epoch_day), (_RANKS[kind][metric], value, 1)
    for metric, several in measured.items():
        yield (metric, record.epoch_day), (_RANKS[kind][metric], fmean(several), len(several))


def _nights(sleeps: Sequence[Record]) -> Iterator[tuple[int, Record]]:
    by_day: dict[int, list[Record]] = defaultdict(list)
    for each in sleeps:
        if each.told["nap"] is not True:
            by_day[each.epoch_day].append(each)
    for day, nights in by_day.items():
        yield day, max(nights, key=_length)


def _length(sleep: Record) -> tuple[bool, float, timedelta, str]:
    """A sleep that the provider calls no nap goes before one of which it says nothing; then the longer one."""
    asleep = number(node(sleep.told["values"]).get(ASLEEP)) or 0.0
    in_bed = _time(sleep.told["end"]) - _time(sleep.told["start"])
    return sleep.told["nap"] is False, asleep, in_bed, sleep.record_id


def _bout(record: Record) -> Iterator[Activity]:
    if not record.told:
        return
    start, end = _time(record.told["start"]), record.told["end"]
    until = None if end is None else _time(end)
    values = {name: number(value) for name, value in node(record.told["values"]).items()}
    if until is not None and start < until <= start + _LONGEST:
        values["duration_min"] = (until - start).total_seconds() / 60
    yield Activity(start=start, end=until, kind=text(record.told["kind"]), **values)


def _entries(by_kind: Mapping[str, Sequence[Record]]) -> Iterator[Entry]:
    for sleep in by_kind["sleep"]:
        if sleep.told["nap"] is True:
            minutes = number(node(sleep.told["values"]).get(ASLEEP))
            unit = "" if minutes is None else "min"
            day, start = from_epoch_day(sleep.epoch_day), _time(sleep.told["start"])
            yield Entry(day=day, at=start, tag="nap", amount=minutes, unit=unit)
    for consumed in by_kind["nutrition"]:
        for tag, said in values_of(consumed).items():
            if amount := number(said):
                yield Entry(day=from_epoch_day(consumed.epoch_day), tag=tag, amount=amount, unit=_UNITS[tag])
    for cycle in by_kind["menstruation"]:
        for on, strength in _rows(cycle.told["flow"]):
            yield Entry(day=date.fromisoformat(on), tag="period", note=strength)
    for tags in by_kind["tags"]:
        for at, tag, notes in _rows(tags.told["tags"]):
            yield Entry(day=_time(at).date(), at=_time(at), tag=tag, note=notes)


def _results(record: Record) -> Iterator[LabResult]:
    """Read off a document by a machine: none counts before the person has confirmed it."""
    results = record.told["results"]
    assert isinstance(results, list)
    for each in map(node, results):
        taken, name = moment(each["taken"]), text(each["name"]) or text(each["printed"])
        value, bound = number(each["value"]), number(each["bound"])
        said = text(each["text"]) or ("" if value is None else f"{value:g}")
        if taken is None or not name or (value is None and bound is None and not said):
            continue
        unit = text(each["unit"])
        known = identified(name, unit_printed=unit, loinc=text(each["loinc"]))
        yield LabResult(
            name=known.name,
            printed_name=text(each["printed"]) or name,
            collected_at=taken.replace(tzinfo=UTC),
            value=bound if value is None else value,
            comparator=text(each["comparator"]) if value is None else "",
            text=said or f"{text(each['comparator'])} {bound:g}",
            unit=unit,
            loinc=known.loinc,
            reference_low=number(each["low"]),
            reference_high=number(each["high"]),
            reference_text=text(each["range"]),
            confirmed=False,
        )


def _rows(said: object) -> Iterator[tuple[str, ...]]:
    assert isinstance(said, list)
    for row in said:
        yield tuple(map(text, row))


def _time(said: object) -> datetime:
    assert isinstance(said, str)
    return datetime.fromisoformat(said)
