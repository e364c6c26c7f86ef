"""Nights and naps out of the records of sleep.

A sleep is a run of records of one source that follow one another with gaps of less than three hours. Its minutes are
those of the time that is covered: time that several records state counts once, as what comes first in `Stage`. It ends
with its last moment asleep, and belongs to the local date of that; it begins with its first record, in bed or asleep.

Of the sources that have a sleep ending on a date, one counts: one that tells stages before one that does not, and of
those the one with most time asleep in a single sleep; but none that has less than half of what another one has, which
saw a nap where that one saw the night. Its longest sleep is the night, the others are naps.

The local time is that of the zone that a record states, and of its offset where it states none: an export writes all
offsets as they were when it was made.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from services.health_data.adapters.formats.apple_health.kinds import Stage
from services.health_data.adapters.formats.apple_health.moments import Moment, offset_in, zone_of
from services.health_data.adapters.formats.apple_health.rows import Table
from services.health_data.adapters.formats.apple_health.sources import Kind
from services.health_data.adapters.formats.apple_health.spans import NOTHING

_GAP: int = 3 * 3600
_STAGED = (Stage.DEEP, Stage.REM, Stage.CORE)
_ASLEEP = (*_STAGED, Stage.ASLEEP)


@dataclass(frozen=True, kw_only=True)
class Sleep:
    """One sleep of one source.

    Attributes:
        minutes: of each stage that the source tells of, 0 where this sleep has none of it.
        member, line: where its first record stands.
    """

    source: int
    start: datetime
    end: datetime
    minutes: Mapping[Stage, float]
    member: int
    line: int
    records: int

    @property
    def asleep(self) -> float:
        return sum(self.minutes.get(stage, 0.0) for stage in _ASLEEP)

    @property
    def staged(self) -> bool:
        return any(self.minutes.get(stage) for stage in _STAGED)


@dataclass(frozen=True)
class Night:
    main: Sleep
    naps: list[Sleep] = field(default_factory=list)


def nights(rows: Table, zones: list[str], kinds: Mapping[int, Kind], names: list[str]) -> list[Night]:
    """The night of each date that has one, ascending."""
    by_day: dict[int, dict[int, list[Sleep]]] = defaultdict(lambda: defaultdict(list))
    for sleep in _sleeps(rows, zones):
        by_day[sleep.end.toordinal()][sleep.source].append(sleep)
    return [_night(by_day[day].values(), kinds, names) for day in sorted(by_day)]


def _night(by_source: Iterable[list[Sleep]], kinds: Mapping[int, Kind], names: list[str]) -> Night:
    mains = [(min(sleeps, key=lambda each: (-each.asleep, each.start)), sleeps) for sleeps in by_source]
    most = max(main.asleep for main, _ in mains)
    main, sleeps = min(
        (each for each in mains if each[0].asleep * 2 >= most),
        key=lambda each: (not each[0].staged, -each[0].asleep, kinds[each[0].source], names[each[0].source]),
    )
    return Night(main, [each for each in sleeps if each is not main])


def _sleeps(rows: Table, zones: list[str]) -> Iterator[Sleep]:
    for source in np.unique(rows["source"]).tolist():
        own = rows[rows["source"] == source]
        own = own[np.lexsort([own["line"], own["member"], own["end"], own["start"]])]
        told = [Stage(stage) for stage in np.unique(own["stage"]).tolist()]
        reached = np.maximum.accumulate(own["end"])
        breaks = np.flatnonzero(own["start"][1:] - reached[:-1] >= _GAP) + 1
        for run in np.split(own, breaks):
            asleep = run[run["stage"] <= Stage.ASLEEP]
            if len(asleep):
                yield _sleep(run, asleep[np.argmax(asleep["end"])], source, told, zones)


def _sleep(run: Table, last: np.void, source: int, told: list[Stage], zones: list[str]) -> Sleep:
    covered = NOTHING
    minutes = {}
    for stage in sorted(told):
        own = run[run["stage"] == stage]
        wider = covered.and_also(own["start"], own["end"])
        minutes[stage] = (wider.total - covered.total) / 60
        covered = wider
    first = np.lexsort([run["line"], run["member"]])[0]
    return Sleep(
        source=source,
        start=local_time(int(run["start"][0]), int(run["start_offset"][0]), zones[run["zone"][0]]),
        end=local_time(int(last["end"]), int(last["end_offset"]), zones[last["zone"]]),
        minutes=minutes,
        member=int(run["member"][first]),
        line=int(run["line"][first]),
        records=len(run),
    )


def local_time(utc: int, offset: int, zone: str) -> datetime:
    """What the clock showed: in a zone, or by an offset where the zone is empty or unknown."""
    known = zone_of(zone) if zone else None
    return Moment(utc, offset if known is None else offset_in(known, utc)).local
