"""How a value is written for people, by its unit: "7 h 35 min", "14,043 steps", "23:05", "3 October 2024".

The orchestrator writes a draft's references by the same rules. A value that was computed is rounded by the step of its
format; one that a question states is written in full.
"""

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.domain.units import CLOCK, DATE, MINUTES_A_DAY

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_DECIMALS: Final[Mapping[str, int]] = MappingProxyType(
    {"count": 0, "steps": 0, "kcal": 0, "bpm": 1, "ms": 1, "%": 1, "breaths/min": 1}
)
"""The most decimals of a unit; all others have two."""
_UNIT_TEXT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "",
        "count": " steps",
        "%": "%",
        "degC": " °C",
        "count/bpm": " steps/bpm",
        "count/km": " steps/km",
        "kcal/count": " kcal/step",
    }
)
"""How a unit is written behind a number, where that is not a space and the unit."""
_METRES_A_MILE: Final = 1609.344
_PER_TIME: Final = re.compile(r"(?P<amount>.+)/(?P<time>day|week|month|year)")
PACES: Final = frozenset({"min/km", "min/mi"})
_LONGEST_PACE: Final = 100.0
"""In minutes; a slower one is written with decimals."""
_LATEST_DAY: Final = date.max.toordinal() - _EPOCH_ORDINAL
_EARLIEST_DAY: Final = 1 - _EPOCH_ORDINAL


def date_text(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def day_of(value: float) -> date:
    """The date that so many days after 1970-01-01 is; what no calendar has is its first or last day."""
    return date.fromordinal(round(min(max(value, _EARLIEST_DAY), _LATEST_DAY)) + _EPOCH_ORDINAL)


def weekday_of(value: float) -> str:
    return WEEKDAYS[day_of(value).weekday()]


def amount_text(value: float, unit: str) -> str:
    """A computed value in the format of its unit."""
    value += 0.0  # no "-0"
    if unit == DATE:
        return date_text(day_of(value))
    if unit == CLOCK:
        return "{:02}:{:02}".format(*divmod(round(value) % MINUTES_A_DAY, 60))
    if rate := _PER_TIME.fullmatch(unit):
        return f"{_amount(value, rate['amount'])} per {rate['time']}"
    return _amount(value, unit)


def _amount(value: float, unit: str) -> str:
    if unit == "min":
        return _minutes(value)
    if unit == "m":
        return _metres(value)
    if unit in PACES and abs(value) < _LONGEST_PACE:
        seconds = round(abs(value) * 60)
        return "{}{}:{:02} {}".format("-" if value < 0 and seconds else "", *divmod(seconds, 60), unit)
    return _with_unit(_number(value, _DECIMALS.get(unit, 2)), unit)


def _with_unit(number: str, unit: str) -> str:
    text = _UNIT_TEXT.get(unit, f" {unit}")
    return number + (text.removesuffix("s") if number in {"1", "-1"} and unit in {"count", "steps", "days"} else text)


def _minutes(value: float) -> str:
    """Hours and minutes from 60 minutes on, whole minutes below, with one decimal below ten."""
    if round(abs(value), 1) < 10:
        return f"{_number(value, 1)} min"
    whole = round(value)
    hours, minutes = divmod(abs(whole), 60)
    sign = "-" if whole < 0 else ""
    if not hours:
        return f"{whole} min"
    return f"{sign}{hours:,} h {minutes} min" if minutes else f"{sign}{hours:,} h"


def _metres(value: float) -> str:
    """Kilometres from 1,000 metres on, whole metres below, with one decimal below a hundred."""
    if round(abs(value)) >= 1000:
        return f"{_number(value / 1000, 2)} km"
    return f"{_number(value, 0 if abs(value) >= 100 else 1)} m"


def _number(value: float, decimals: int) -> str:
    """With at most so many decimals; a number that is not zero never reads as zero, but has two digits that count."""
    text = f"{value:,.{decimals}f}"
    if value and not float(text.replace(",", "")):
        return f"{value:.2g}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def stated_text(value: float, unit: str) -> str:
    """A value that a question states: in the format of its unit where that loses nothing, else with all digits."""
    whole = value == round(value)
    if unit == DATE:
        return date_text(day_of(value)) if whole else f"{value!r} days after 1 January 1970"
    if unit == CLOCK:
        return amount_text(value % MINUTES_A_DAY, CLOCK) if whole else f"{value!r} min after midnight"
    if unit == "min" and whole:
        return amount_text(value, unit)
    if unit == "m" and abs(value) >= 1000 and float(f"{value / 1000:.3f}") * 1000 == value:
        return f"{_number(value / 1000, 3)} km"
    miles = round(value / _METRES_A_MILE, 1)
    if unit == "m" and miles * _METRES_A_MILE == value != 0:
        return f"{_number(miles, 1)} mi"
    return _with_unit(f"{value:,.0f}" if whole and abs(value) < 1e15 else f"{value:,}", unit)


def ordinal_text(number: int) -> str:
    """As in "second", from the tenth on in digits: "11th"."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
    if number <= len(words):
        return words[number - 1]
    suffix = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def listed(parts: tuple[str, ...], *, joint: str = "and") -> str:
    """As in "a, b and c"; nothing of nothing."""
    *most, last = parts or ("",)
    return f"{', '.join(most)} {joint} {last}" if most else last
