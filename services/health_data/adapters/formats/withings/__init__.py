"""Withings: weight, blood pressure, sleep, activities and days, as tables in any language and as JSON."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.days import Days
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Nights
from services.health_data.adapters.formats.tables import Row, table
from services.health_data.adapters.formats.withings import files
from services.health_data.adapters.formats.withings.records import Records, is_given_by_its_interface
from services.health_data.adapters.formats.withings.sleeps import Sleeps
from services.health_data.adapters.formats.withings.values import is_number, measured
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

Columns = Mapping[str, str]
_Energy = dict[date, tuple[float, Place]]

_KG: Final[Mapping[str, float]] = {"kg": 1.0, "lb": 0.45359237, "lbs": 0.45359237}
_CM: Final[Mapping[str, float]] = {"m": 100.0, "cm": 1.0, "in": 2.54}
_FEET_AND_INCHES: Final = re.compile(r"(?P<feet>\d+)'\s*(?:(?P<inches>\d+(?:\.\d+)?)(?:''|\"))?")
_TOTALS: Final[Mapping[str, tuple[str, float]]] = {
    "aggregates_steps": ("steps", 1.0),
    "aggregates_distance": ("distance_km", 1000.0),
}
_DATES: Final = ("date", "start")


class WithingsRoom:
    source = "withings"
    title = "Withings"

    def claims(self, member: Member) -> bool:
        return files.is_withings(member) or is_given_by_its_interface(member)

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        reading = _Reading(gathering)
        for member in members:
            stem = files.stem_of(member)
            if is_given_by_its_interface(member):
                reading.take_records(member)
            elif stem in files.READ:
                reading.take(stem, member)
            else:
                gathering.left_out(member.path, files.reason_to_leave_out(stem) or "not among what is kept")
        reading.tell()


class _Reading:
    """What the files of one export come to."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._days = Days()
        self._nights = Nights()
        self._sleeps = Sleeps(self._nights)
        self._energy: dict[str, _Energy] = {"active": {}, "passive": {}}
        self._records = Records(gathering, self._days, self._sleeps)
        self._height: tuple[str, float] | None = None
        self._readers: Mapping[str, tuple[str, Callable[[Row, Columns], None]]] = {
            "weight": ("weighings", self._weight),
            "height": ("heights", self._body_height),
            "bp": ("blood pressures", self._pressure),
            "oxy": ("blood oxygen values", self._oxygen),
            "manual_spo2": ("blood oxygen values", self._oxygen),
            "sleep": ("sleeps", lambda row, columns: self._sleeps.take(row, columns, self._gathering)),
            "activities": ("activities", self._activity),
        }

    def take(self, stem: str, member: Member) -> None:
        if stem in self._readers:
            columns = files.columns_of(stem, texts.header_of(member))
            found, reader = self._readers[stem]
            dates = [columns[each] for each in ("date", "from", "to", "from by hand", "to by hand") if each in columns]
            for row in table(member, self._gathering, dates=dates):
                self._gathering.found(found)
                reader(row, columns)
        else:
            for row in table(member, self._gathering, dates=_DATES):
                self._one_value(stem, row)

    def take_records(self, member: Member) -> None:
        if not self._records.take(texts.json_of(member), member.path):
            self._gathering.left_out(member.path, "holds nothing that is kept")

    def tell(self) -> None:
        self._records.tell()
        self._days.tell(self._gathering)
        self._sleeps.tell(self._gathering)
        self._nights.tell(self._gathering)
        active, passive = self._energy["active"], self._energy["passive"]
        for day in active.keys() & passive.keys():
            at = active[day][1]
            self._gathering.daily("calories_kcal", day, active[day][0] + passive[day][0], Place(at.member, at.row, 2))
        if active or passive:
            lacking = "what was burnt at rest" if active else "what activity burnt"
            self._gathering.absent("calories_kcal", f"The export does not state {lacking}.")
        if self._height is not None:
            self._gathering.person(height_cm=self._height[1])

    def _one_value(self, stem: str, row: Row) -> None:
        when = row.moment(*_DATES)
        if when is None:
            return
        self._gathering.recorded(when.date())
        if stem == "other":
            if row.text("type") == "VO2MAX" and (estimate := row.number("value")):
                self._gathering.found("VO2 max estimates")
                self._days.latest("vo2_max", when, estimate, row.at)
            return
        if stem == "raw_spo2_auto_spo2":
            self._gathering.found("blood oxygen values")
            for share in _list(row.text("value")):
                self._days.mean("spo2", when, share, row.at)
            return
        self._gathering.found("totals of days")
        value = row.number("value")
        if value is None:
            return
        if stem in _TOTALS:
            metric, over = _TOTALS[stem]
            self._days.largest(metric, when.date(), value / over, row.at)
        else:
            energy = self._energy["active" if stem.endswith("earned") else "passive"]
            energy[when.date()] = max(
                energy.get(when.date(), (value, row.at)), (value, row.at), key=lambda each: each[0]
            )

    def _weight(self, row: Row, columns: Columns) -> None:
        when, weight = row.moment(columns["date"]), row.number(columns["weight"])
        unit = files.unit_of(columns["weight"])
        if when is None or weight is None:
            return
        if unit not in _KG:
            self._gathering.skip(f"weight: in {unit or 'no unit'}, which is not known", row.at)
            return
        self._days.latest("weight_kg", when, weight * _KG[unit], row.at)
        fat = row.number(columns["fat"]) if "fat" in columns else None
        if fat and weight and files.unit_of(columns["fat"]) == unit:
            self._days.latest("body_fat_percent", when, 100 * fat / weight, row.at)

    def _body_height(self, row: Row, columns: Columns) -> None:
        cell, unit = row.text(columns["height"]), files.unit_of(columns["height"])
        feet = _FEET_AND_INCHES.fullmatch(cell)
        if feet:
            height = 30.48 * int(feet["feet"]) + 2.54 * float(feet["inches"] or 0)
        else:
            value = row.number(columns["height"])
            if value is None or unit not in _CM:
                return
            height = value * _CM[unit]
        stated = (row.text(columns["date"]), round(height, 2))
        self._height = max(self._height or stated, stated)

    def _pressure(self, row: Row, columns: Columns) -> None:
        when = row.moment(columns["date"])
        for column in ("systolic", "diastolic"):
            value = row.number(columns[column]) if column in columns else None
            if when is not None and value is not None:
                self._days.mean(f"{column}_blood_pressure", when, value, row.at)

    def _oxygen(self, row: Row, columns: Columns) -> None:
        when, value = row.moment(columns["date"]), row.number(columns["oxygen"])
        if when is not None and value is not None:
            self._days.mean("spo2", when, value, row.at)

    def _activity(self, row: Row, columns: Columns) -> None:
        by_hand = [columns[each] for each in ("from by hand", "to by hand") if each in columns]
        start = row.moment(*by_hand[:1], columns["from"])
        end = row.moment(*by_hand[1:], columns["to"])
        kind = row.text(columns["kind"]) if "kind" in columns else ""
        if start is None or not kind:
            self._gathering.skip("activity: no start or no kind", row.at)
            return
        data = _object(row.text(columns["data"])) if "data" in columns else {}
        minutes = row.minutes((*by_hand[:1], columns["from"]), (*by_hand[1:], columns["to"]))
        activity = Activity(
            start=start,
            end=end,
            kind=kind,
            duration_min=minutes,
            distance_m=measured(data, "manual_distance", "distance"),
            calories_kcal=measured(data, "manual_calories", "calories"),
            average_heart_rate=measured(data, "hr_average"),
            steps=measured(data, "steps"),
        )
        self._gathering.activity(activity, row.at)


def _list(cell: str) -> list[float]:
    """The numbers of a list in a cell; a number alone is a list of one."""
    try:
        stated = json.loads(cell or "[]")
    except ValueError:
        return []
    return [float(each) for each in (stated if isinstance(stated, list) else [stated]) if is_number(each)]


def _object(cell: str) -> Mapping[str, object]:
    try:
        stated = json.loads(cell or "{}")
    except ValueError:
        return {}
    return stated if isinstance(stated, dict) else {}


WITHINGS: Final = WithingsRoom()
"""The room of Withings."""
