"""Weight and body fat, by the scale and by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from services.health_data.adapters.formats.fitbit.json_records import number, records
from services.health_data.adapters.formats.fitbit.stamps import Clock, wall
from services.health_data.adapters.formats.fitbit.tables import cell_number, table
from services.health_data.adapters.formats.fitbit.units import kilograms_per_unit
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_GRAMS: Final = "weight grams"
_FAT: Final = "body fat percentage"
_UNCLEAR: Final = "weight_kg: no unit is stated, and no body mass index shows it"


@dataclass(frozen=True)
class Weighing:
    """Weight in the unit of the account; `unit` in kilograms, None where the body mass index does not show it."""

    when: datetime
    weight: float
    unit: float | None
    fat: float | None
    at: Place


class LatestOfDay:
    """Keeps the last value of each day, whatever order they come in."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._latest: dict[tuple[str, date], datetime] = {}

    def take(self, metric: str, when: datetime, value: float, at: Place) -> None:
        key = (metric, when.date())
        if key not in self._latest or when >= self._latest[key]:
            self._latest[key] = when
            self._gathering.daily(metric, when.date(), value, at)


def read_body(members: Sequence[Member], gathering: Gathering, clock: Clock, height_cm: float | None) -> None:
    """weight-<date>.json, whose dates are local, and before and after them the tables weight and body_fat, in UTC."""
    weighings = [each for member in members for each in _weighings(member, gathering, height_cm)]
    shown = {each.unit for each in weighings if each.unit is not None}
    common = shown.pop() if len(shown) == 1 else None
    latest = LatestOfDay(gathering)
    days = set()
    for each in weighings:
        unit = each.unit or common
        if unit is None:
            gathering.skip(_UNCLEAR, each.at)
        else:
            days.add(each.when.date())
            latest.take("weight_kg", each.when, each.weight * unit, each.at)
        if each.fat:
            latest.take("body_fat_percent", each.when, each.fat, each.at)
    if weighings:
        gathering.found("weighings", len(weighings))
    if any(each.unit not in (None, 1.0) for each in weighings):
        gathering.note("Weights were taken for pounds, as only so do they make a person's height with their BMI.")
    known = (min(days), max(days)) if days else None
    for member in members:
        if member.name.lower().endswith(".csv"):
            _read_table(member, gathering, clock, latest, known)


def _weighings(member: Member, gathering: Gathering, height_cm: float | None) -> Iterator[Weighing]:
    if not member.name.lower().endswith(".json"):
        return
    for row, record in records(member):
        at, weight = Place(member.path, row), number(record.get("weight"))
        when = wall(f"{record.get('date', '')} {record.get('time', '')}".strip())
        if when is None or not weight:
            gathering.skip("weight_kg: no date or no number", at)
            continue
        unit = kilograms_per_unit(weight, number(record.get("bmi")) or 0.0, height_cm)
        yield Weighing(when, weight, unit, number(record.get("fat")), at)


def _read_table(
    member: Member, gathering: Gathering, clock: Clock, latest: LatestOfDay, known: tuple[date, date] | None
) -> None:
    for line, row in table(member):
        at, when = Place(member.path, line), clock.at(row.get("timestamp"))
        grams, fat = cell_number(row.get(_GRAMS)), cell_number(row.get(_FAT))
        if when is None or not (grams or fat):
            gathering.skip("weight or body fat: no time or no number", at)
            continue
        gathering.found("weighings")
        if known is not None and known[0] <= when.date() <= known[1]:
            continue
        gathering.note(clock.note)
        if grams:
            latest.take("weight_kg", when, grams / 1000, at)
        if fat:
            latest.take("body_fat_percent", when, fat, at)
