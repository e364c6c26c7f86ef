"""Steps, distance, climb and calories by the minute, put together by day.

A minute counts once, however many files state it. Memory grows with days: 1,440 bytes a day and metric.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import inf
from typing import Final, TypeAlias

from services.health_data.adapters.formats.fitbit.json_records import number, records
from services.health_data.adapters.formats.fitbit.stamps import Clock, moment
from services.health_data.adapters.formats.fitbit.units import kilometres_per_unit
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.sums import plain_sum
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_MINUTES: Final = 1440
_FULL_DAY: Final = 1380
"""As many minutes as the shortest day has, on which clocks are put forward."""
_FEET_A_FLOOR: Final = 10
_QUARTERS: Final = 4
_OF_AN_HOUR: Final = {f"{minute:02d}": minute for minute in range(60)}

Days: TypeAlias = dict[date, tuple[float, int, Place]]
"""The value of each day, how many minutes it was made of, and where they stand."""


@dataclass(slots=True)
class Sum:
    """What the minutes of a day in one file come to.

    Attributes:
        row: the number of the first of them in the file.
    """

    row: int
    total: float = 0.0
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class _Hour:
    """An hour as written, and the local days of its quarters.

    Attributes:
        seen: the minutes of its day as written that have been counted.
        minute: its first, of the day as written.
    """

    seen: bytearray
    minute: int
    local_days: tuple[date, ...]


class MinuteSeries:
    """One metric, by file and day."""

    def __init__(self, local: Callable[[datetime], datetime]) -> None:
        self._local = local
        self._seen: dict[date, bytearray] = defaultdict(lambda: bytearray(_MINUTES))
        self._hours: dict[str, _Hour | None] = {}
        self.sums: dict[str, dict[date, Sum]] = {}

    def read(self, member: Member, gathering: Gathering) -> None:
        sums, hours = self.sums.setdefault(member.path, {}), self._hours
        for row, record in records(member):
            text, value = str(record.get("dateTime")), number(record.get("value"))
            start, within = text[:-6], text[-5:-3]
            hour = hours[start] if start in hours else self._hour(start)
            if hour is None or value is None or within not in _OF_AN_HOUR or not 0 <= value < inf:
                gathering.skip("a minute without a time or a number", Place(member.path, row))
                continue
            minute = hour.minute + _OF_AN_HOUR[within]
            if hour.seen[minute]:
                continue
            hour.seen[minute] = 1
            day = hour.local_days[_OF_AN_HOUR[within] * _QUARTERS // 60]
            found = sums.get(day)
            if found is None:
                found = sums[day] = Sum(row)
            found.total += value
            found.minutes += 1

    def by_day(self, scale: Mapping[str, float | None]) -> Days:
        """Files without a scale are left out."""
        days: Days = {}
        for path, sums in self.sums.items():
            times = scale.get(path)
            for day, found in sums.items() if times is not None else ():
                total, minutes, at = days.get(day, (0.0, 0, Place(path, found.row)))
                minutes += found.minutes
                days[day] = (total + found.total * (times or 0.0), minutes, Place(at.member, at.row, minutes))
        return days

    def _hour(self, text: str) -> _Hour | None:
        """Of a time without its minutes and seconds."""
        at = moment(f"{text}:00:00")
        self._hours[text] = None if at is None or at.tzinfo else self._quartered(at)
        return self._hours[text]

    def _quartered(self, at: datetime) -> _Hour:
        quarters = (at + timedelta(minutes=15 * each) for each in range(_QUARTERS))
        return _Hour(self._seen[at.date()], at.hour * 60, tuple(self._local(each).date() for each in quarters))


def read_minutes(members: Sequence[Member], gathering: Gathering, clock: Clock) -> dict[str, dict[date, float]]:
    """The files steps-, distance-, altitude- and calories-<date>.json; returns what they hold by metric and day."""
    read = {name: MinuteSeries(clock.local) for name in ("steps", "distance", "altitude")}
    read["calories"] = MinuteSeries(lambda local: local)
    for member in members:
        read[next(name for name in read if member.name.lower().startswith(name))].read(member, gathering)
    if any(read[name].sums for name in ("steps", "distance", "altitude")):
        gathering.note(clock.note)
    steps = read["steps"].by_day(dict.fromkeys(read["steps"].sums, 1.0))
    days = {
        "steps": steps,
        "distance_km": _distance(read["distance"], {day: found[0] for day, found in steps.items()}, gathering),
        "floors_climbed": _floors(read["altitude"], gathering),
        "calories_kcal": _calories(read["calories"], gathering),
    }
    for metric, by_day in days.items():
        for day, (value, _, at) in by_day.items():
            gathering.daily(metric, day, plain_sum(value), at)
    for name, series in read.items():
        count = sum(found.minutes for sums in series.sums.values() for found in sums.values())
        if count:
            gathering.found(f"minutes of {name}", count)
    return {metric: {day: found[0] for day, found in by_day.items()} for metric, by_day in days.items()}


def _distance(series: MinuteSeries, steps: Mapping[date, float], gathering: Gathering) -> Days:
    units = {
        path: kilometres_per_unit({day: found.total for day, found in sums.items()}, steps, gathering)
        for path, sums in series.sums.items()
    }
    for path, unit in units.items():
        if unit is None:
            gathering.left_out(path, "distances that state no unit, with too few steps beside them to tell it")
    return series.by_day(units)


def _floors(series: MinuteSeries, gathering: Gathering) -> Days:
    """A floor is ten feet of climb, and the climb is a multiple of it."""
    clear = {
        path: all(found.total % _FEET_A_FLOOR == 0 for found in sums.values()) for path, sums in series.sums.items()
    }
    for path, is_clear in clear.items():
        if not is_clear:
            gathering.left_out(path, "climbs that are no multiples of a floor of ten feet: the unit is not stated")
    return series.by_day({path: 1 / _FEET_A_FLOOR for path in clear if clear[path]})


def _calories(series: MinuteSeries, gathering: Gathering) -> Days:
    """They are counted at rest too: a day that lacks minutes lacks energy."""
    full: Days = {}
    for day, found in series.by_day(dict.fromkeys(series.sums, 1.0)).items():
        if found[1] >= _FULL_DAY:
            full[day] = found
        else:
            gathering.skip("calories_kcal: not all minutes of the day are there", found[2])
    return full
