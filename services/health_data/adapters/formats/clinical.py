"""What clinical documents have in common, whichever way they are written: vital signs by LOINC code, and results."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Final

from services.health_data.domain.gathering import Gathering
from services.health_data.domain.laboratory.analytes import identified, is_code
from services.health_data.domain.laboratory.conversions import converted
from services.health_data.domain.laboratory.printed import Range, Result
from services.health_data.domain.records import LabResult, Place

_POUND: Final = 0.45359237
_INCH: Final = 2.54
_MASS: Final = MappingProxyType(
    {"kg": 1.0, "g": 0.001, "[lb_av]": _POUND, "lb": _POUND, "lbs": _POUND, "lb_av": _POUND, "[oz_av]": _POUND / 16}
)
_LENGTH: Final = MappingProxyType(
    {"cm": 1.0, "m": 100.0, "mm": 0.1, "[in_i]": _INCH, "[in_us]": 2.54000508, "in": _INCH, "in_i": _INCH}
)
_PRESSURE: Final = MappingProxyType({"mm[hg]": 1.0, "mmhg": 1.0, "kpa": 7.500617})
_SHARE: Final = MappingProxyType({"%": 1.0})
_RATE: Final = MappingProxyType(
    dict.fromkeys(("/min", "{breaths}/min", "1/min", "breaths/min", "bpm", "{beats}/min", "beats/min", "min-1"), 1.0)
)


@dataclass(frozen=True)
class VitalSign:
    """A vital sign that is kept.

    Attributes:
        metric: the daily metric, or "height_cm" of the profile.
        units: how many of the metric's unit one is, by unit in lower case without blanks.
        is_mean: whether several of one day are averaged; otherwise the last counts.
    """

    metric: str
    units: Mapping[str, float]
    is_mean: bool = True


HEIGHT: Final = "height_cm"
HEART_RATE: Final = "8867-4"
VITAL_SIGNS: Final[Mapping[str, VitalSign]] = MappingProxyType(
    {
        "29463-7": VitalSign("weight_kg", _MASS, is_mean=False),
        "3141-9": VitalSign("weight_kg", _MASS, is_mean=False),
        "8302-2": VitalSign(HEIGHT, _LENGTH, is_mean=False),
        "8480-6": VitalSign("systolic_blood_pressure", _PRESSURE),
        "8462-4": VitalSign("diastolic_blood_pressure", _PRESSURE),
        "9279-1": VitalSign("respiratory_rate", _RATE),
        "59408-5": VitalSign("spo2", _SHARE),
        "2708-6": VitalSign("spo2", _SHARE),
        "40443-4": VitalSign("resting_heart_rate", _RATE),
        "41982-0": VitalSign("body_fat_percent", _SHARE),
    }
)


@dataclass(frozen=True)
class Moment:
    """When something was measured.

    Attributes:
        at: aware; the midnight of UTC where only the day is stated.
        day: as stated.
        in_utc: whether it is stated in UTC, so that the day may be another where the person was.
    """

    at: datetime
    day: date
    in_utc: bool


def moment_of(text: str) -> Moment | None:
    """The moment that a text states in ISO 8601; None where it states no full date."""
    try:
        stated = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    at = stated if stated.tzinfo is not None else stated.replace(tzinfo=UTC)
    return Moment(at.astimezone(UTC), stated.date(), in_utc=stated.tzinfo is not None and not stated.utcoffset())


class Vitals:
    """Collects vital signs, and tells them by day when all are in. The same reading twice is one."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._days: dict[tuple[str, date], dict[datetime, tuple[float, Place]]] = defaultdict(dict)
        self._means: dict[str, bool] = {}
        self._heights: dict[datetime, float] = {}
        self._heart_rates = 0

    def add(self, code: str, value: float, unit: str, when: Moment, at: Place) -> bool:
        """Takes a reading; False where it is not a vital sign that is known."""
        if code == HEART_RATE:
            self._heart_rates += 1
            return True
        sign = VITAL_SIGNS.get(code)
        if sign is None:
            return False
        factor = sign.units.get("".join(unit.split()).casefold())
        if factor is None:
            self._gathering.skip(f"{sign.metric}: unit {unit!r} is not known", at)
        elif sign.metric == HEIGHT:
            self._heights[when.at] = value * factor
        else:
            self._means[sign.metric] = sign.is_mean
            self._days[sign.metric, when.day][when.at] = (float(f"{value * factor:.10g}"), at)
        if when.in_utc:
            self._gathering.note("Times are stated in UTC without the person's zone: days are those of UTC.")
        return True

    def tell(self) -> None:
        for (metric, day), readings in self._days.items():
            ordered = [readings[moment] for moment in sorted(readings)]
            values = [value for value, _ in ordered]
            told = sum(values) / len(values) if self._means[metric] else values[-1]
            place = ordered[0][1] if self._means[metric] else ordered[-1][1]
            rows = len(ordered) if self._means[metric] else 1
            self._gathering.daily(metric, day, told, Place(place.member, place.row, rows))
            self._gathering.found("vital signs", len(ordered))
        if self._heights:
            self._gathering.person(height_cm=self._heights[max(self._heights)])
        if self._heart_rates:
            self._gathering.absent(
                "resting_heart_rate", f"{self._heart_rates:,} heart rates of single moments, none called resting."
            )


def is_known(code: str) -> bool:
    """Whether a LOINC code is of a vital sign or a laboratory value that has a name here."""
    return code in VITAL_SIGNS or code == HEART_RATE or is_code(code)


def lab_result(
    printed_name: str,
    result: Result,
    *,
    unit: str,
    bounds: Range,
    collected_at: datetime,
    loinc: str = "",
    confirmed: bool = True,
) -> LabResult:
    """A result under its canonical name."""
    identity = identified(printed_name, unit_printed=unit, loinc=loinc)
    return LabResult(
        name=identity.name,
        printed_name=printed_name,
        loinc=identity.loinc,
        collected_at=collected_at,
        value=result.value,
        comparator=result.comparator,
        text=result.text,
        unit=unit,
        reference_low=bounds.low,
        reference_high=bounds.high,
        reference_text=bounds.text,
        confirmed=confirmed,
    )


def range_text(low: str, high: str) -> str:
    """A reference range as reports print it; an empty bound is none."""
    if low and high:
        return f"{low} - {high}"
    return f">={low}" if low else f"<={high}" if high else ""


def bound_in(value: float | None, unit: str, of_result: str) -> float | None:
    """A bound of a reference range in the result's unit; None where it is in another that does not convert."""
    return value if value is None or not unit or not of_result else converted(value, unit, of_result, analyte=None)
