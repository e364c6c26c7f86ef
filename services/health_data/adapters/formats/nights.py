"""Which of the sleeps that end on a day is its night, and what becomes of the others."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_NO_NIGHT: Final = "not called a night by its vendor"
_ANOTHER: Final = "another one that ended on the same day is the night"


@dataclass(frozen=True, kw_only=True)
class Sleep:
    """One sleep, as its vendor states it.

    Attributes:
        day: the local date of its wake-up.
        at: where it stands.
        asleep_min: minutes asleep; None where they are not stated.
        values: by canonical metric, what it states of a night.
        bed, wake: local date and time.
        nap: called a nap by the vendor.
        main: called the day's main sleep by the vendor; of a vendor that calls some so, no other is a night.
    """

    day: date
    at: Place
    asleep_min: float | None
    values: Mapping[str, float] = field(default_factory=dict)
    bed: datetime | None = None
    wake: datetime | None = None
    nap: bool = False
    main: bool = False


class Nights:
    """Takes sleeps in any order, each as often as it likes, and tells the nights and the naps."""

    def __init__(self) -> None:
        self._sleeps: dict[tuple[object, ...], Sleep] = {}

    def add(self, sleep: Sleep) -> None:
        """A sleep; of the same one, stated twice, all values count."""
        timed = sleep.bed is not None or sleep.wake is not None
        key = (sleep.day, sleep.nap, sleep.bed, sleep.wake, None if timed else sleep.asleep_min)
        known = self._sleeps.get(key)
        if known is not None:
            sleep = replace(sleep, values={**known.values, **sleep.values}, main=sleep.main or known.main, at=known.at)
        self._sleeps[key] = sleep

    def tell(self, gathering: Gathering) -> None:
        by_day: defaultdict[date, list[Sleep]] = defaultdict(list)
        for sleep in self._sleeps.values():
            if sleep.nap:
                _tell_nap(sleep, gathering)
            else:
                by_day[sleep.day].append(sleep)
        are_called_main = any(sleep.main for sleep in self._sleeps.values())
        for sleeps in by_day.values():
            night = max((sleep for sleep in sleeps if sleep.main or not are_called_main), key=_rank, default=None)
            if night is not None:
                _tell_night(night, gathering)
            for sleep in sleeps:
                if sleep is not night:
                    gathering.skip(f"sleep: {_NO_NIGHT if night is None else _ANOTHER}", sleep.at)


def _rank(sleep: Sleep) -> tuple[float, datetime]:
    moment = sleep.wake or sleep.bed or datetime.min  # noqa: DTZ901, local time has no zone
    return -1.0 if sleep.asleep_min is None else sleep.asleep_min, moment


def _tell_night(sleep: Sleep, gathering: Gathering) -> None:
    gathering.recorded(sleep.day)
    for metric, value in sleep.values.items():
        gathering.daily(metric, sleep.day, value, sleep.at)
    if sleep.bed is not None:
        gathering.moment("bed_time", sleep.day, sleep.bed, sleep.at)
    if sleep.wake is not None:
        gathering.moment("wake_up_time", sleep.day, sleep.wake, sleep.at)


def _tell_nap(sleep: Sleep, gathering: Gathering) -> None:
    day = sleep.day if sleep.bed is None else sleep.bed.date()
    unit = "" if sleep.asleep_min is None else "min"
    gathering.entry(Entry(day=day, at=sleep.bed, tag="nap", amount=sleep.asleep_min, unit=unit), sleep.at)
