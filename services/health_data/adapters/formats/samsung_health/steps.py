"""Samsung Health's steps of days, which are stated by each device and, beside that, for all together."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from services.health_data.adapters.formats.samsung_health import rows
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_TOGETHER: Final = "-2"
"""The source of what Samsung Health has put together from all devices."""
_ALL_DEVICES: Final = "VfS0qUERdZ"
"""The device that Samsung Health calls "Combined", in every account."""


class _Stated(NamedTuple):
    """What one row says; of several from the same device, the one that was changed last counts."""

    changed: str
    steps: float
    metres: float
    at: Place


class Steps:
    """Takes the rows of one table."""

    def __init__(self) -> None:
        self._by_day: defaultdict[date, dict[tuple[str, str], _Stated]] = defaultdict(dict)

    def take(self, row: Row, gathering: Gathering) -> None:
        day, steps = rows.day_of(row), row.number("count", "step_count")
        if day is None or steps is None:
            gathering.skip("steps: no date or no number", row.at)
            return
        gathering.recorded(day)
        device, source = row.text("deviceuuid"), row.text("source_type")
        whose = (_TOGETHER, "") if device == _ALL_DEVICES or source == _TOGETHER else (source, device)
        metres = row.number("distance")
        stated = _Stated(row.text("update_time"), steps, -1.0 if metres is None else metres, row.at)
        self._by_day[day][whose] = max(self._by_day[day].get(whose, stated), stated, key=lambda each: each[:3])

    def days(self) -> frozenset[date]:
        return frozenset(self._by_day)

    def tell(self, gathering: Gathering, *, without: frozenset[date] = frozenset()) -> frozenset[date]:
        """Tells the days but those that another table has told, and says which."""
        told = set()
        for day, stated in self._by_day.items():
            if day in without:
                continue
            together = [each for (source, _), each in stated.items() if source == _TOGETHER]
            chosen = _the_one(together or list(stated.values()))
            if chosen is None:
                at = min((each.at for each in stated.values()), key=lambda at: at.row)
                gathering.skip("steps: stated by several devices and not for all together", at)
                continue
            told.add(day)
            gathering.daily("steps", day, chosen.steps, chosen.at)
            if chosen.metres >= 0:
                gathering.daily("distance_km", day, chosen.metres / 1000, chosen.at)
        return frozenset(told)


def _the_one(stated: Sequence[_Stated]) -> _Stated | None:
    """The row that counts; None where several differ."""
    values = {(each.steps, each.metres) for each in stated}
    return stated[0] if len(values) == 1 else None
