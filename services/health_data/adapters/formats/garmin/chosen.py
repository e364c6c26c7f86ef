"""Of what several files say about one day, the one value that counts, whatever their order."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Final

from services.health_data.adapters.formats.answers import Answers
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001, told apart by the clock alone
_SAME_START: Final = (-1, 0, 1)
"""So many minutes apart the start of one activity may be stated by the watch and by Garmin Connect."""


class Rank(IntEnum):
    """Who is believed first, the last of these most."""

    WATCH = 0
    REPORT = 1
    HEALTH_STATUS = 2
    DAY = 3
    NIGHT = 4
    MEASURED = 5


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One activity as one file states it.

    Attributes:
        activity: its times are local.
        started: UTC without a zone; None where it is not stated.
        number: of Garmin's, which tells it from all others; empty where it is not stated.
        parent: the number of the activity that it is a part of.
    """

    activity: Activity
    at: Place
    rank: Rank
    started: datetime | None = None
    number: str = ""
    parent: str = ""

    @property
    def minutes(self) -> frozenset[tuple[str, int]]:
        """When it started, in whole minutes, by the clock of the person and by UTC."""
        local = ("local", _minute(self.activity.start))
        return frozenset((local, ("utc", _minute(self.started))) if self.started else (local,))


@dataclass
class Chosen:
    """Keeps the best of everything, and how far local time was from UTC on each day.

    Attributes:
        offsets: by local date, at its first and at its last moment.
        answers: what the person says of days.
    """

    gathering: Gathering
    offsets: dict[date, tuple[timedelta, timedelta]] = field(default_factory=dict)
    answers: Answers = field(default_factory=Answers)
    _values: dict[tuple[str, date], tuple[Rank, float, float, Place]] = field(default_factory=dict)
    _moments: dict[tuple[str, date], tuple[float, datetime, Place]] = field(default_factory=dict)
    _bouts: list[Bout] = field(default_factory=list)

    def value(self, metric: str, day: date, value: float, at: Place, *, rank: Rank, weight: float = 0) -> None:
        """A value of a day; of one rank that of most `weight` counts, such as the steps of the day when it was read."""
        new = (rank, weight, value, at)
        old = self._values.get((metric, day))
        if old is None or new[:3] > old[:3]:
            self._values[metric, day] = new

    def local_time(self, name: str, day: date, local: datetime, at: Place, *, weight: float) -> None:
        old = self._moments.get((name, day))
        if old is None or (weight, local) > old[:2]:
            self._moments[name, day] = (weight, local, at)

    def bout(self, bout: Bout) -> None:
        self._bouts.append(bout)

    def offset(self, started: datetime) -> timedelta | None:
        """How far local time was from UTC at a UTC time; None where that is not known."""
        for day in (started.date() - timedelta(days=1), started.date(), started.date() + timedelta(days=1)):
            first, last = self.offsets.get(day, (None, None))
            if first is not None and first == last and (started + first).date() == day:
                return first
        return None

    def tell(self) -> None:
        """Hands everything over."""
        for (metric, day), (_, _, value, at) in sorted(self._values.items(), key=lambda each: each[0]):
            self.gathering.daily(metric, day, value, at)
        for (name, day), (_, local, at) in sorted(self._moments.items(), key=lambda each: each[0]):
            self.gathering.moment(name, day, local, at)
        for bout in _once(self._bouts):
            self.gathering.activity(bout.activity, bout.at)
        self.answers.tell(self.gathering)


def _minute(moment: datetime) -> int:
    return int((moment - _EPOCH).total_seconds() // 60)


def _once(bouts: Sequence[Bout]) -> list[Bout]:
    """Each activity once, by who is believed first; one that others are parts of is left out."""
    kept: list[Bout] = []
    for rank in sorted({each.rank for each in bouts}, reverse=True):
        taken = {(clock, minute + apart) for each in kept for clock, minute in each.minutes for apart in _SAME_START}
        kept += [each for each in bouts if each.rank == rank and not _is_taken(each, taken)]
    parents = {each.parent for each in kept if each.parent}
    by_number = {each.number or str(index): each for index, each in enumerate(kept)}
    return [each for each in by_number.values() if not each.number or each.number not in parents]


def _is_taken(bout: Bout, taken: AbstractSet[tuple[str, int]]) -> bool:
    """Whether another states it; by UTC where both state that."""
    in_utc = {each for each in bout.minutes if each[0] == "utc"}
    return not taken.isdisjoint(in_utc or bout.minutes)
