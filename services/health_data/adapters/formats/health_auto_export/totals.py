"""Totals of days out of their minutes, hours or samples, in memory that grows with days."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from services.health_data.adapters.formats.sums import plain_sum
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place


@dataclass(slots=True)
class _Total:
    """What has been added up of a day.

    Attributes:
        minutes: a bit for each minute that has a value.
        seconds: those of values that do not begin with a minute, which are single samples.
        last: the second of the day's last value, and that value.
        sources: what measured.
    """

    at: Place
    total: float = 0.0
    rows: int = 0
    minutes: int = 0
    seconds: set[int] = field(default_factory=set)
    last: tuple[int, float] = (-1, 0.0)
    sources: set[str] = field(default_factory=set)

    def add(self, second: int, value: float, source: str) -> None:
        """A value once; of the day's last one, which may have been stated before it was over, the larger counts."""
        if self._has(second):
            if second == self.last[0] and value > self.last[1]:
                self.total += value - self.last[1]
                self.last = (second, value)
            return
        if second % 60:
            self.seconds.add(second)
        else:
            self.minutes |= 1 << (second // 60)
        self.total += value
        self.rows += 1
        self.sources.add(source)
        self.last = max(self.last, (second, value))

    def _has(self, second: int) -> bool:
        return second in self.seconds if second % 60 else bool(self.minutes >> (second // 60) & 1)


class Totals:
    """Values by what they measure and by day."""

    def __init__(self) -> None:
        self._totals: dict[tuple[str, date], _Total] = {}

    def add(self, what: str, when: datetime, value: float, at: Place, *, source: str = "") -> None:
        key = (what, when.date())
        if key not in self._totals:
            self._totals[key] = _Total(at)
        self._totals[key].add(when.hour * 3600 + when.minute * 60 + when.second, value, source)

    def tell(self, gathering: Gathering) -> Iterator[tuple[str, date, float, Place]]:
        """The totals; of a day with single samples of several devices there is none, as they count the same steps."""
        for (what, day), each in self._totals.items():
            at = Place(each.at.member, each.at.row, each.rows)
            if each.seconds and len(each.sources) > 1:
                gathering.skip(
                    f"{what}: single samples of several devices, which overlap: export with 'Summarize Data' on", at
                )
            else:
                yield what, day, plain_sum(each.total), at
