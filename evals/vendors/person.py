"""What is on record of a person, as the export of everything holds it, and what a vendor's files carry of it."""

import json
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

_CLOCKS: Final = ("bed_time", "wake_up_time")
_RECORDED: Final = "recorded_day"
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Night:
    """Local times; it ends on the day that it is recorded for, as vendors write it."""

    bed: datetime
    wake: datetime


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One activity; `numbers` by canonical field, in its unit."""

    start: datetime
    end: datetime | None
    kind: str
    numbers: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Result:
    """One laboratory result as it was stated; the bounds are in its unit."""

    name: str
    value: float
    unit: str
    collected_at: datetime
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class Person:
    """Everything of a person that an evaluation asks about.

    Attributes:
        daily: by canonical metric and day, in its unit.
        nights: by day, of those nights whose beginning and end are both known.
        clocks: "bed_time" and "wake_up_time" by day, as recorded.
        days: every day that has a row, be it empty.
    """

    daily: Mapping[str, Mapping[date, float]]
    nights: Mapping[date, Night]
    clocks: Mapping[str, Mapping[date, datetime]]
    days: frozenset[date]
    bouts: Sequence[Bout]
    results: Sequence[Result]
    profile: Mapping[str, str]

    @property
    def nights_that_follow(self) -> int:
        """How many nights are recorded for the date that they begin on: vendors date a night by its end."""
        return sum(wake.date() > day for day, wake in self.clocks["wake_up_time"].items())

    def on(self, day: date, metric: str) -> float | None:
        return self.daily.get(metric, {}).get(day)


@dataclass
class Written:
    """Files of one vendor, and what of the person's records is in them.

    Attributes:
        files: by path within the archive.
        daily: metric and day.
        clocks: days whose beginning and end of the night are in it.
        bouts: whether the activities are.
        cannot: what the activities and the profile then lack, named as `comparing.on_record` does.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    daily: set[tuple[str, date]] = field(default_factory=set)
    clocks: set[date] = field(default_factory=set)
    bouts: bool = False
    cannot: frozenset[str] = frozenset()

    def take(self, person: Person, metric: str, days: Sequence[date]) -> Iterator[tuple[date, float]]:
        """The values of the metric on these days, which are in the files from now on."""
        for day in days:
            value = person.on(day, metric)
            if value is not None:
                self.daily.add((metric, day))
                yield day, value


def night_of(day: date, bed: datetime, wake: datetime) -> Night:
    """The night that ends on a day, by its times of day: canonical tables differ in which date they put beside them."""
    ends = datetime.combine(day, wake.time())
    begins = datetime.combine(day, bed.time())
    return Night(bed=begins if begins < ends else begins - _DAY, wake=ends)


def person_in(export: Path) -> Person:
    """Out of the export of everything that there is of a person, as lines of JSON."""
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with zipfile.ZipFile(export) as archive:
        for name in archive.namelist():
            if name.endswith(".jsonl"):
                lines[name.removesuffix(".jsonl")] = [json.loads(each) for each in archive.read(name).splitlines()]
    daily: dict[str, dict[date, float]] = defaultdict(dict)
    clocks: dict[str, dict[date, datetime]] = {name: {} for name in _CLOCKS}
    days = set()
    for line in lines["daily"]:
        day = date.fromisoformat(line["date"])
        days.add(day)
        if line["metric"] in clocks:
            clocks[line["metric"]][day] = datetime.fromisoformat(line["value"])
        elif line["metric"] != _RECORDED and line["counts"]:
            daily[line["metric"]][day] = line["value"]
    bed, wake = (clocks[name] for name in _CLOCKS)
    return Person(
        daily=daily,
        nights={day: night_of(day, bed[day], wake[day]) for day in sorted(bed.keys() & wake.keys())},
        clocks=clocks,
        days=frozenset(days),
        bouts=[_bout(line) for line in lines["activity"]],
        results=[_result(line) for line in lines["lab_result"] if "value" in line],
        profile={line["field"]: str(line["value"]) for line in lines["profile"]},
    )


_NOT_NUMBERS: Final = frozenset({"row"})


def _bout(line: Mapping[str, Any]) -> Bout:
    return Bout(
        start=datetime.fromisoformat(line["start"]),
        end=datetime.fromisoformat(line["end"]) if "end" in line else None,
        kind=line["kind"],
        numbers={name: value for name, value in line.items() if isinstance(value, float) and name not in _NOT_NUMBERS},
    )


def _result(line: Mapping[str, Any]) -> Result:
    return Result(
        name=line["printed_name"],
        value=line["value"],
        unit=line.get("unit", ""),
        collected_at=datetime.fromisoformat(line["collected_at"]),
        low=line.get("reference_low"),
        high=line.get("reference_high"),
    )
