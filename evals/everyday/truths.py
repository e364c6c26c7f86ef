"""What can be true of an everyday question, in the few kinds of thing that a person asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pandas as pd

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEK_PARTS = ("weekday", "weekend")
KINDS = ("Outdoor Bike", "Aerobic Workout", "Treadmill", "Run")


@dataclass(frozen=True, kw_only=True)
class Number:
    """An amount.

    Attributes:
        unit: "min" for a duration, "%" for a share, "count" for how many, else the metric's ("steps", "bpm"); empty
            where any fits.
        is_change: its sign may be told in words ("12 % less").
    """

    value: float
    unit: str = ""
    is_change: bool = False


@dataclass(frozen=True, kw_only=True)
class OnDay:
    day: pd.Timestamp


@dataclass(frozen=True, kw_only=True)
class InMonth:
    """A calendar month, told by its name or by its first day."""

    month: pd.Timestamp


@dataclass(frozen=True, kw_only=True)
class AtClock:
    """Minutes after midnight; the night goes on beyond 1440."""

    minutes: float


@dataclass(frozen=True, kw_only=True)
class YesNo:
    yes: bool


@dataclass(frozen=True, kw_only=True)
class Name:
    """One of a family of names: a weekday, weekdays or weekends, a kind of activity."""

    name: str
    family: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listed:
    """Several things, all of them and nothing beside them, in this order unless it does not matter."""

    items: tuple["Single", ...]
    in_order: bool = True


@dataclass(frozen=True, kw_only=True)
class Declined:
    """The records cannot answer it, and the answer says so."""


Single: TypeAlias = Number | OnDay | InMonth | AtClock | YesNo | Name
Truth: TypeAlias = Single | Listed | Declined
Truths: TypeAlias = Truth | tuple[Truth, ...]
"""Several where a question can fairly be read in several ways."""


def steps(value: float) -> Number:
    return Number(value=float(value), unit="steps")


def bpm(value: float) -> Number:
    return Number(value=float(value), unit="bpm")


def ms(value: float) -> Number:
    return Number(value=float(value), unit="ms")


def mins(value: float) -> Number:
    return Number(value=float(value), unit="min")


def kcal(value: float) -> Number:
    return Number(value=float(value), unit="kcal")


def percent(value: float) -> Number:
    return Number(value=float(value), unit="%")


def share(holds: pd.Series) -> Number:
    """In percent of the rows given."""
    return percent(100 * float(holds.mean()))


def count(value: float) -> Number:
    return Number(value=float(value), unit="count")


def plain(value: float) -> Number:
    """A number of any unit."""
    return Number(value=float(value))


def change(value: float, unit: str = "") -> Number:
    """A difference whose direction may be told in words."""
    return Number(value=float(value), unit=unit, is_change=True)


def clock(minutes: float) -> AtClock:
    return AtClock(minutes=float(minutes))


def on(day: object) -> OnDay:
    return OnDay(day=pd.Timestamp(str(day)))


def month(day: object) -> InMonth:
    return InMonth(month=pd.Timestamp(str(day)))


def yes(holds: object) -> YesNo:
    return YesNo(yes=bool(holds))


def weekday(day: pd.Timestamp | int) -> Name:
    number = day.dayofweek if isinstance(day, pd.Timestamp) else day
    return Name(name=WEEKDAYS[number], family=WEEKDAYS)


def kind(name: str) -> Name:
    return Name(name=name, family=KINDS)


def either(name: str, *others: str) -> Name:
    return Name(name=name, family=(name, *others))


def listed(items: Sequence[Single], *, in_order: bool = True) -> Listed:
    return Listed(items=tuple(items), in_order=in_order)


def more(one: Number, other: Number) -> tuple[Truth, ...]:
    """Whether the first is more than the second: yes or no, or both numbers, or by how much."""
    by = change(one.value - other.value, one.unit)
    return (yes(one.value > other.value), listed((one, other), in_order=False), by)
