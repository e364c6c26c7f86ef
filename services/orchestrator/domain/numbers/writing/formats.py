"""How a fact is written for people: "7 h 35 min", "14,043 steps", "3 October 2024", "5:42 min/km"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.evidence import CLOCK, DATE, Fact
from services.orchestrator.domain.numbers.reading.units import unit_named
from services.orchestrator.domain.numbers.writing.days_and_clocks import day_of, minute_of_day

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_CORRELATION_KEYS: Final = ("effect", "ci_low", "ci_high")
_UNIT_TEXT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "count": " steps",
        "%": "%",
        "degC": " °C",
        "count/bpm": " steps/bpm",
        "count/km": " steps/km",
        "kcal/count": " kcal/step",
    }
)
"""How a unit is written behind a number, where that is not a space and the unit."""
_DECIMALS: Final[Mapping[str, int]] = MappingProxyType(
    {"steps": 0, "kcal": 0, "bpm": 1, "ms": 1, "%": 1, "breaths/min": 1, "points": 1}
)
"""The most decimals of a unit; all others have two."""
_MOST_DECIMALS: Final = 2
_PER_TIME: Final = re.compile(r"(?P<amount>.+)/(?P<time>day|week|month|year)")
_PACES: Final = frozenset({"min/km", "min/mi"})
_LONGEST_PACE: Final = 100.0
"""In minutes; a slower one is written as a number with decimals."""

_IN_FULL: Final = "metres"
"""The unit of a height, which is told in metres however many they are."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """A fact as it is written, and what exactly that says.

    Attributes:
        text: the number with its unit, without the time that it is a rate of.
        per: that time: " per week".
        number: the number alone, for a text that names the unit itself.
        value: what the text says after rounding, in `unit`.
        woven: whether the unit is a part of the text or another one than the fact has, so that it cannot be left off.
    """

    text: str
    number: str
    value: float
    unit: str | None
    per: str = ""
    woven: bool = False


def written(fact: Fact) -> Written:
    """The fact in the format of its unit: a day, a time of day, a duration, a length, a pace or a plain number."""
    value = fact.value + 0.0  # no "-0"
    if fact.unit == DATE:
        day = day_of(value)
        return _moment(f"{day.day} {MONTHS[day.month - 1]} {day.year}", fact)
    if fact.unit == CLOCK:
        return _moment("{:02}:{:02}".format(*divmod(minute_of_day(value), 60)), fact)
    key = fact.claim.rpartition(".")[2]
    if fact.unit is None:
        is_correlation = key in _CORRELATION_KEYS and abs(value) <= 1
        number = f"{value:.2f}".replace("-0.00", "0.00") if is_correlation else _number(value, _MOST_DECIMALS)
        return Written(text=number, number=number, value=_value(number), unit=None)
    rate = _PER_TIME.fullmatch(fact.unit)
    if rate is None:
        return _amount(value, fact.unit)
    return replace(_amount(value, rate["amount"]), per=f" per {rate['time']}")


def _moment(text: str, fact: Fact) -> Written:
    return Written(text=text, number=text, value=fact.value, unit=fact.unit)


def _amount(value: float, unit: str) -> Written:
    name = unit_named(unit) if "/" not in unit else unit
    if name == "min":
        return _minutes(value)
    if name == "m":
        return _metres(value, in_full=unit == _IN_FULL)
    if name in _PACES and abs(value) < _LONGEST_PACE:
        return _pace(value, unit)
    number = _number(value, _DECIMALS.get(name or unit, _MOST_DECIMALS))
    unit_text = _UNIT_TEXT.get(unit, f" {unit}")
    if number in ("1", "-1") and name == "steps":
        unit_text = unit_text.removesuffix("s")
    return Written(text=number + unit_text, number=number, value=_value(number), unit=unit)


def _minutes(value: float) -> Written:
    """Hours and minutes from 60 minutes on, whole minutes below, with one decimal below ten."""
    if round(abs(value), 1) < 10:
        number = _number(value, 1)
        return Written(text=f"{number} min", number=number, value=_value(number), unit="min")
    whole = round(value)
    hours, minutes = divmod(abs(whole), 60)
    if not hours:
        return Written(text=f"{whole} min", number=f"{whole}", value=float(whole), unit="min")
    text = f"{hours:,} h {minutes} min" if minutes else f"{hours:,} h"
    sign = "-" if whole < 0 else ""
    return Written(text=sign + text, number=f"{whole:,}", value=float(whole), unit="min", woven=True)


def _metres(value: float, *, in_full: bool) -> Written:
    """Kilometres from 1,000 metres on where they are not wanted in full, whole metres below, one decimal below 100."""
    if round(abs(value)) >= 1000 and not in_full:
        number = _number(value / 1000, 2)
        return Written(text=f"{number} km", number=f"{value:,.0f}", value=_value(number), unit="km", woven=True)
    number = _number(value, 0 if abs(value) >= 100 else 1)
    return Written(text=f"{number} m", number=number, value=_value(number), unit="m")


def _pace(value: float, unit: str) -> Written:
    seconds = round(abs(value) * 60)
    sign = "-" if value < 0 and seconds else ""
    number = "{}{}:{:02}".format(sign, *divmod(seconds, 60))
    return Written(text=f"{number} {unit}", number=number, value=(-1 if sign else 1) * seconds / 60, unit=unit)


def _number(value: float, decimals: int) -> str:
    """With at most so many decimals; a number that is not zero never reads as zero, but has two digits that count."""
    text = f"{value:,.{decimals}f}"
    if value and not _value(text):
        return f"{value:.2g}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _value(number: str) -> float:
    return float(number.replace(",", ""))
