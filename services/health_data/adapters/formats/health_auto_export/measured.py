"""Where the values of JSON and tables come together, each under the app's name for it and in the unit stated."""

from collections import Counter
from datetime import date, datetime
from typing import Final

from services.health_data.adapters.formats.days import Days
from services.health_data.adapters.formats.health_auto_export import names
from services.health_data.adapters.formats.health_auto_export.sleeps import Stages
from services.health_data.adapters.formats.health_auto_export.totals import Totals
from services.health_data.adapters.formats.nights import Nights
from services.health_data.adapters.formats.sums import plain_sum
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_FAHRENHEIT: Final = frozenset({"degf", "°f"})


class Measured:
    """Takes values in any order; `tell` tells what they come to.

    Attributes:
        gathering: told what is skipped on the way.
        nights: takes sleeps that are summed up.
        stages: takes sleeps stage by stage.
    """

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.nights = Nights()
        self.stages = Stages()
        self._days = Days()
        self._totals = Totals()
        self._logged: dict[str, tuple[str, str]] = {}
        self._height: tuple[datetime, float] | None = None
        self._counts: Counter[str] = Counter()

    def is_known(self, name: str) -> bool:
        return name in names.MEASURES or name in names.LOGGED

    def add(self, name: str, unit: str, when: datetime, value: float, at: Place, *, source: str = "") -> None:
        """One value of a metric that is known; in a unit that is not, it is skipped."""
        if name in names.LOGGED:
            logged = names.LOGGED[name]
            if unit not in logged.units:
                self.gathering.skip(f"{name}: in {unit or 'no unit'}, which is not known", at)
                return
            what = f"{logged.tag} {unit}"
            self._logged[what] = (logged.tag, "" if unit == "count" else unit)
            self._totals.add(what, when, value, at, source=source)
            return
        measure = names.MEASURES[name]
        if measure.metric == "skin_temperature" and unit in _FAHRENHEIT:
            unit, value = "degc", (value - 32) / 1.8
        if unit not in measure.units:
            self.gathering.skip(f"{name}: in {unit or 'no unit'}, which is not known", at)
            return
        value *= measure.units[unit]
        self._counts[measure.metric] += 1
        if measure.metric == names.HEIGHT:
            self._height = max(self._height or (when, value), (when, value))
        elif measure.way == "total":
            self._totals.add(measure.metric, when, value, at, source=source)
        elif measure.way == "mean":
            self._days.mean(measure.metric, when, value, at)
        else:
            self._days.latest(measure.metric, when, value, at)

    def tell(self) -> None:
        self._days.tell(self.gathering)
        self.stages.tell(self.nights)
        self.nights.tell(self.gathering)
        energy: dict[str, dict[date, tuple[float, Place]]] = {names.ACTIVE_ENERGY: {}, names.BASAL_ENERGY: {}}
        for what, day, total, at in self._totals.tell(self.gathering):
            if what in energy:
                energy[what][day] = (total, at)
            elif what in self._logged:
                tag, unit = self._logged[what]
                self.gathering.entry(Entry(day=day, tag=tag, amount=total, unit=unit), at)
            else:
                self.gathering.daily(what, day, total, at)
        self._tell_energy(energy[names.ACTIVE_ENERGY], energy[names.BASAL_ENERGY])
        if self._counts["hrv_sdnn"]:
            self.gathering.absent("heart_rate_variability", f"{self._counts['hrv_sdnn']:,} SDNN values, no rMSSD.")
        if self._height is not None:
            self.gathering.person(height_cm=round(self._height[1], 2))

    def _tell_energy(self, active: dict[date, tuple[float, Place]], basal: dict[date, tuple[float, Place]]) -> None:
        for day in active.keys() & basal.keys():
            at = active[day][1]
            rows = at.rows + basal[day][1].rows
            whole = plain_sum(active[day][0] + basal[day][0])
            self.gathering.daily("calories_kcal", day, whole, Place(at.member, at.row, rows))
        if active and not basal:
            self.gathering.absent("calories_kcal", "Only active energy was exported, not what is burnt at rest.")
        if basal and not active:
            self.gathering.absent("calories_kcal", "Only resting energy was exported, not what activity burns.")
