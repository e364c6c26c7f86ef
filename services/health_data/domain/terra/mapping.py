"""Terra's payloads as records: read by the table, in canonical units, only what can be."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Final

from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.dates import is_dated
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.quantities import Quantity
from services.health_data.domain.records import Profile, to_epoch_day
from services.health_data.domain.terra.events import Data
from services.health_data.domain.terra.kinds import KINDS, NO_EXERCISE, UNKNOWN
from services.health_data.domain.terra.nodes import at, local, moment, node, nodes, number, sortable, text
from services.health_data.domain.terra.records import Record, in_parts
from services.health_data.domain.terra.table import (
    ACTIVITY,
    ASLEEP,
    BODY,
    DAILY,
    DELETED,
    FLOW,
    IN_UTC,
    MEASURED,
    NUTRITION,
    PENDING,
    PERIOD,
    SATURATION_SAMPLES,
    SLEEP,
    SMO2,
    STAGES,
    TENTATIVE,
    Samples,
    Value,
)

_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_LONGEST_TAG: Final = 40
MEASURED_AT: Final = "|"
"""Between a metric and when it was measured; nothing follows in a day's average of the provider."""
_SETTLED: Final = "settled"
"""Sorts behind the empty version of what may still change."""
Item = Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class _Span:
    """When a record begins and ends: local times, and the instant of its end as a text that sorts."""

    start: datetime
    end: datetime | None
    version: str

    @property
    def day(self) -> int:
        return to_epoch_day(self.start.date())


def records(data: Data, zone: tzinfo | None) -> Sequence[Record]:
    """What is kept of the records of a payload.

    Args:
        data: as delivered.
        zone: the person's, for times that are stated as UTC; None leaves them so.
    """
    read = _READERS.get(data.kind)
    return [] if read is None else [each for item in data.items for each in read(item, zone)]


def person(data: Data) -> Profile:
    """What a payload says of the person as such."""
    if data.kind != "athlete" or not data.items:
        return Profile()
    said = data.items[0]
    born = moment(said.get("date_of_birth"))
    sex = text(said.get("sex")).lower() or text(said.get("gender")).lower()
    return Profile(
        sex=sex if sex in ("female", "male") else None,
        birth_year=born.year if born is not None and is_dated(born.date()) else None,
    )


def zone_matters(data: Data) -> bool:
    """Whether times are stated as UTC."""
    return any(at(item, "metadata.timestamp_localization") == IN_UTC for item in data.items)


def _daily(item: Item, zone: tzinfo | None) -> Iterator[Record]:
    span = _span(item, None)
    if span is None:
        return
    values = _values(item, DAILY, METRIC)
    if _has_muscle(item):
        values.pop("spo2", None)
    yield in_parts(
        kind="daily",
        record_id=span.start.date().isoformat(),
        epoch_day=span.day,
        version=span.version,
        values=values,
    )
    tags = [
        [local(taken, _shown(item, zone)).isoformat(), _tag(each), text(each.get("notes"))]
        for each in nodes(at(item, "tag_data.tags"))
        if _tag(each) and (taken := moment(each.get("timestamp"))) is not None
    ]
    if tags:
        yield _of_day("tags", span, {"tags": tags})


def _body(item: Item, zone: tzinfo | None) -> Iterator[Record]:
    span = _span(item, None)
    if span is None:
        return
    by_day: dict[date, dict[str, float]] = {span.start.date(): _values(item, BODY, METRIC)}
    for samples in MEASURED:
        average = _number(at(item, samples.average), METRIC[samples.metric])
        if average is not None and not (samples.path == SATURATION_SAMPLES and _has_muscle(item)):
            by_day[span.start.date()][f"{samples.metric}{MEASURED_AT}"] = average
        for taken, value in _measured(item, samples):
            measured = by_day.setdefault(local(taken, _shown(item, zone)).date(), {})
            measured[f"{samples.metric}{MEASURED_AT}{sortable(taken)}"] = value
    for day, values in by_day.items():
        if not values:
            continue
        yield in_parts(
            kind="body",
            record_id=day.isoformat(),
            epoch_day=to_epoch_day(day),
            version=span.version,
            values=values,
        )


def _measured(item: Item, samples: Samples) -> Iterator[tuple[datetime, float]]:
    for each in nodes(at(item, samples.path)):
        taken = moment(each.get(samples.time))
        value = _number(each.get(samples.value), METRIC[samples.metric])
        is_other = samples.other is not None and each.get(samples.other[0]) == samples.other[1]
        if taken is not None and is_dated(taken.date()) and value is not None and not is_other:
            yield taken, value


def _nutrition(item: Item, _zone: tzinfo | None) -> Iterator[Record]:
    span = _span(item, None)
    if span is None:
        return
    values = {each.tag: number(at(item, each.path)) for each in NUTRITION}
    yield in_parts(
        kind="nutrition",
        record_id=span.start.date().isoformat(),
        epoch_day=span.day,
        version=span.version,
        values={tag: value for tag, value in values.items() if value is not None and value >= 0},
    )


def _sleep(item: Item, zone: tzinfo | None) -> Iterator[Record]:
    span = _span(item, zone)
    if span is None or span.end is None or span.end <= span.start:
        return
    values = _values(item, SLEEP, METRIC)
    stages = [values.get(stage) for stage in STAGES]
    if not values.get(ASLEEP) and all(stages):
        values[ASLEEP] = sum(stage for stage in stages if stage is not None)
    if not any(stages):
        for stage in STAGES:
            values.pop(stage, None)
    if not values.get(ASLEEP):
        values.pop(ASLEEP, None)
    is_nap = at(item, "metadata.is_nap")
    yield Record(
        kind="sleep",
        record_id=_id(item, span),
        epoch_day=to_epoch_day(span.end.date()),
        version="" if at(item, "metadata.upload_type") == TENTATIVE else _SETTLED,
        told={
            "start": span.start.isoformat(),
            "end": span.end.isoformat(),
            "nap": is_nap if isinstance(is_nap, bool) else None,
            "values": values,
        },
    )


def _activity(item: Item, zone: tzinfo | None) -> Iterator[Record]:
    span = _span(item, zone)
    if span is None:
        return
    upload, kind = at(item, "metadata.upload_type"), at(item, "metadata.type")
    told: dict[str, object] = {}
    if upload != DELETED and kind not in NO_EXERCISE:
        name = text(at(item, "metadata.name"), longest=80) or UNKNOWN
        told = {
            "start": span.start.isoformat(),
            "end": None if span.end is None else span.end.isoformat(),
            "kind": KINDS.get(int(kind), name) if isinstance(kind, int | float) else name,
            "values": _values(item, ACTIVITY, STORED_FIELD),
        }
    yield Record(
        kind="activity",
        record_id=_id(item, span),
        epoch_day=span.day,
        version="" if upload == PENDING else _SETTLED,
        told=told,
    )


def _menstruation(item: Item, zone: tzinfo | None) -> Iterator[Record]:
    """What was logged, not what is predicted."""
    span = _span(item, None)
    said = node(item.get("menstruation_data"))
    if span is None or said.get("is_predicted_cycle") is True:
        return
    flow: list[object] = []
    for each in nodes(said.get("menstruation_flow")):
        strength, taken = number(each.get("flow")), moment(each.get("timestamp"))
        if strength is not None and strength in FLOW and taken is not None:
            flow.append([local(taken, _shown(item, zone)).date().isoformat(), FLOW[int(strength)]])
    if not flow and said.get("current_phase") == PERIOD:
        flow.append([span.start.date().isoformat(), ""])
    yield _of_day("menstruation", span, {"flow": flow})


def _report(item: Item, _zone: tzinfo | None) -> Iterator[Record]:
    session, results = text(item.get("session_id")), nodes(item.get("results"))
    stated = [moment(_taken(each, item)) for each in results]
    days = [each.date() for each in stated if each is not None and is_dated(each.date())]
    if session and days:
        told = {"results": [_result(each, item) for each in results]}
        yield Record(kind="lab_report", record_id=session, epoch_day=to_epoch_day(min(days)), version="", told=told)


def _result(each: Item, report: Item) -> Mapping[str, object]:
    bounds = next(iter(nodes(each.get("reference_ranges"))), node(at(each, "interpretation.applied_range")))
    operator = text(at(each, "measurement.bounded.operator"))
    return {
        "taken": _taken(each, report),
        "name": text(at(each, "biomarker.display_name")),
        "printed": text(at(each, "source.name")),
        "loinc": text(at(each, "biomarker.loinc_code")),
        "value": number(at(each, "measurement.numeric")),
        "bound": number(at(each, "measurement.bounded.value")),
        "comparator": {"lt": "<", "gt": ">", "lte": "<=", "gte": ">="}.get(operator, ""),
        "text": text(at(each, "source.value")) or text(at(each, "measurement.qualitative.text")),
        "unit": text(at(each, "measurement.units")) or text(at(each, "source.units")),
        "low": number(bounds.get("lower")),
        "high": number(bounds.get("upper")),
        "range": text(at(each, "source.reference_text")),
    }


def _taken(each: Item, report: Item) -> str:
    """When the sample was taken, as an ISO 8601 text; the date on the report where that is not told."""
    day = text(at(each, "source.collection_date"))
    clock = text(at(each, "source.collection_time"))
    if not day:
        day, clock = text(report.get("report_date")), text(report.get("report_time"))
    return f"{day}T{clock}" if clock else day


def _values(item: Item, table: Sequence[Value], known: Mapping[str, Quantity]) -> dict[str, float]:
    values = {each.metric: _number(at(item, each.path), known[each.metric], each.times, each.over) for each in table}
    return {metric: value for metric, value in values.items() if value is not None}


def _number(said: object, quantity: Quantity, times: float = 1, over: float = 1) -> float | None:
    """A value that can be; a 0 that mostly says nothing is none."""
    stated = number(said)
    if stated is None or (stated == 0 and (quantity.zero_is_suspect or quantity.name == "calories_kcal")):
        return None
    value = stated * times / over
    return value if quantity.low <= value <= quantity.high else None


def _span(item: Item, zone: tzinfo | None) -> _Span | None:
    """None without a start, or with one that is no date people live at."""
    start, end = moment(at(item, "metadata.start_time")), moment(at(item, "metadata.end_time"))
    shown = _shown(item, zone)
    if start is None or not is_dated(start.date()) or (end is not None and not is_dated(end.date())):
        return None
    return _Span(
        start=local(start, shown), end=None if end is None else local(end, shown), version=sortable(end or start)
    )


def _of_day(kind: str, span: _Span, told: Mapping[str, object]) -> Record:
    return Record(
        kind=kind, record_id=span.start.date().isoformat(), epoch_day=span.day, version=span.version, told=told
    )


def _id(item: Item, span: _Span) -> str:
    """The provider's own, else the start: a session has one of its own."""
    stated = at(item, "metadata.summary_id")
    named = str(stated) if isinstance(stated, int) else text(stated)
    return named or span.start.isoformat()


def _has_muscle(item: Item) -> bool:
    """Whether the saturation is of muscle, in part or as a whole: an average then says nothing of blood."""
    kind, muscle = SMO2
    return any(each.get(kind) == muscle for each in nodes(at(item, SATURATION_SAMPLES)))


def _tag(each: Item) -> str:
    """As journals have it: small letters, words set apart by "_"."""
    return _NOT_LETTERS.sub("_", text(each.get("tag_name")).lower()).strip("_")[:_LONGEST_TAG]


def _shown(item: Item, zone: tzinfo | None) -> tzinfo | None:
    """In which zone the times of a record are to be told; None: as they are stated."""
    return zone if at(item, "metadata.timestamp_localization") == IN_UTC else None


_READERS: Final[Mapping[str, Callable[[Item, tzinfo | None], Iterator[Record]]]] = {
    "daily": _daily,
    "body": _body,
    "nutrition": _nutrition,
    "sleep": _sleep,
    "activity": _activity,
    "menstruation": _menstruation,
    "lab_report": _report,
}
