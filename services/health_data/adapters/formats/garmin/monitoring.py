"""The days that a watch counts itself: each kind of movement on its own, from local midnight on."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final

from services.health_data.adapters.formats.garmin.chosen import Chosen, Rank
from services.health_data.adapters.formats.garmin.messages import Message
from services.health_data.domain.records import Place

_EPOCH: Final = datetime(1989, 12, 31)  # noqa: DTZ001, FIT counts from here, and local time has no zone
_ON_FOOT: Final = ("walking", "running")
_LATE: Final = time(23, 0)
"""A last day that is told up to here is taken for a whole one."""
_ROLLOVER: Final = 0xFFFF


@dataclass
class _Day:
    """What one device counted on one day, by kind of movement; `until` is the last moment that it tells of."""

    steps: dict[str, float] = field(default_factory=dict)
    metres: dict[str, float] = field(default_factory=dict)
    until: datetime = _EPOCH
    at: Place = field(default_factory=lambda: Place(""))
    messages: int = 0


@dataclass
class Monitoring:
    """Puts the days together from the files they are spread over."""

    _days: dict[tuple[object, date], _Day] = field(default_factory=lambda: defaultdict(_Day))

    def add(self, messages: Iterable[Message], path: str, offset: timedelta | None) -> bool:
        """Whether a file holds any of it; without its offset from UTC nothing can be told to a day."""
        now, found = 0, False
        device: object = None
        for message in messages:
            if message.name == "file_id":
                device = message.value("serial_number")
            if message.name not in ("monitoring", "monitoring_info"):
                continue
            now = _now(message, now)
            if message.name == "monitoring" and offset is not None and now:
                self._count(message, device, _EPOCH + timedelta(seconds=now) + offset, path)
            found = True
        return found

    def _count(self, message: Message, device: object, local: datetime, path: str) -> None:
        # What is counted at midnight is about the day that ends then.
        day = self._days[device, (local - timedelta(seconds=1)).date()]
        day.until = max(day.until, local)
        kind = str(message.value("activity_type"))
        steps = message.value("steps")
        if steps is None and kind in _ON_FOOT:
            steps = message.frame.get_raw_value("cycles", fallback=None)
        for counts, value in ((day.steps, steps), (day.metres, message.value("distance"))):
            if isinstance(value, int | float) and kind in _ON_FOOT:
                counts[kind] = max(counts.get(kind, 0.0), float(value))
                day.messages += 1
                if not day.at.member:
                    day.at = Place(path, message.number)

    def tell(self, chosen: Chosen) -> None:
        """Hands the days over, of several devices on one day the one that counted most; not one that is cut off."""
        last = {device: max(day for other, day in self._days if other == device) for device, _ in self._days}
        for (device, on), day in self._days.items():
            at = Place(day.at.member, day.at.row, max(day.messages, 1))
            if day.until < datetime.combine(on, _LATE) and on == last[device]:
                chosen.gathering.skip(f"steps: the record of the last day ends before {_LATE:%H:%M}", at)
                continue
            chosen.gathering.found("days of the watch")
            if day.steps:
                steps = sum(day.steps.values())
                chosen.value("steps", on, steps, at, rank=Rank.WATCH)
                if day.metres.keys() == day.steps.keys():
                    metres = sum(day.metres.values())
                    chosen.value("distance_km", on, metres / 1000, at, rank=Rank.WATCH, weight=steps)


def _now(message: Message, before: int) -> int:
    """The FIT time of a message: stated in full, or by its last 16 bits after the one before."""
    stated = message.frame.get_raw_value("timestamp", fallback=None)
    if stated is not None:
        return int(stated)
    short = message.frame.get_raw_value("timestamp_16", fallback=None)
    return before if short is None else before + ((int(short) - before) & _ROLLOVER)
