"""Samsung Health's floors: of days, where it sums them up, else the climbs of the day together."""

from collections import defaultdict
from datetime import date
from typing import Final

from services.health_data.adapters.formats.samsung_health import rows
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_SEVERAL: Final = "floors_climbed: climbs that several devices counted, which cannot be added up"
_Counted = tuple[float, Place]
_Days = dict[date, _Counted]
_Climbs = dict[tuple[str, str], _Counted]


class Floors:
    """Takes the rows of both tables in any order; a climb stands by its device and its start."""

    def __init__(self) -> None:
        self._summed_up: _Days = {}
        self._climbs: defaultdict[date, _Climbs] = defaultdict(dict)

    def day(self, row: Row) -> None:
        """A day's total, of which an earlier one may have been stated before the day was over."""
        day, floors = rows.day_of(row), row.number("floor_count")
        if day is not None and floors is not None:
            self._summed_up[day] = max(self._summed_up.get(day, (floors, row.at)), (floors, row.at), key=lambda e: e[0])

    def climb(self, row: Row) -> None:
        when, floors = rows.local(row, "start_time"), row.number("floor")
        if when is None or floors is None:
            row.gathering.skip("floors_climbed: no start or no number", row.at)
            return
        self._climbs[when.date()][row.text("deviceuuid"), row.text("start_time")] = (floors, row.at)

    def tell(self, gathering: Gathering) -> None:
        for day, (floors, at) in self._summed_up.items():
            gathering.daily("floors_climbed", day, floors, at)
        for day, climbs in self._climbs.items():
            places = [at for _, at in climbs.values()]
            first = min(places, key=lambda at: (at.member, at.row))
            if day in self._summed_up:
                continue
            if len({device for device, _ in climbs}) > 1:
                gathering.skip(_SEVERAL, first)
            else:
                total = sum(floors for floors, _ in climbs.values())
                gathering.daily("floors_climbed", day, total, Place(first.member, first.row, len(places)))
