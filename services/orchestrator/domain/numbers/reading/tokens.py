"""What a number in a text can be read as."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias


@dataclass(frozen=True)
class Quantity:
    """A value, with the unit beside it by its one name; None without one. An `exact` one is no rounding of another."""

    value: float
    unit: str | None = None
    exact: bool = False


@dataclass(frozen=True, kw_only=True)
class Within:
    """A value that is only said to lie between two: "over eight thousand", "the sixties". `value` is the one named."""

    value: float
    low: float
    high: float
    unit: str | None = None


@dataclass(frozen=True, kw_only=True)
class CalendarDate:
    """A date as far as it is given: "12 March" has no year, "2026" nothing else. Monday is weekday 0."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None

    def covers(self, other: "CalendarDate") -> bool:
        """Whether everything the other one says is said here too; a weekday must not be another than this day's."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        own = self._known_weekday()
        right_weekday = own is None or other.weekday in (None, own)
        return right_weekday and all(said is None or said == own for own, said in pairs)

    @property
    def has_wrong_weekday(self) -> bool:
        """Whether the weekday that is said is not the one of the whole date."""
        return self.weekday not in (None, self._known_weekday())

    def _known_weekday(self) -> int | None:
        """The weekday of a whole date, else the one that was said with it."""
        if self.year is None or self.month is None or self.day is None:
            return self.weekday
        try:
            return date(self.year, self.month, self.day).weekday()
        except ValueError:
            return self.weekday


@dataclass(frozen=True, kw_only=True)
class ClockTime:
    """A time of day. Without am or pm, one before 13:00 may be in either half of the day."""

    minute_of_day: int
    either_half: bool = False

    def is_at(self, other: "ClockTime") -> bool:
        apart = abs(self.minute_of_day - other.minute_of_day) % (24 * 60)
        return apart == 0 or (apart == 12 * 60 and (self.either_half or other.either_half))


Moment: TypeAlias = CalendarDate | ClockTime
Reading: TypeAlias = Quantity | Within | CalendarDate | ClockTime


@dataclass(frozen=True, kw_only=True)
class NumberToken:
    """A number as it stands in a text.

    Attributes:
        bare: written as a plain integer in digits, without decimals, percent, exponent or "k".
        readings: what it can mean; to be traced as one of them is enough.
        parts: the numbers it is made of, where it can also be read as all of them: "7 hours and 45 minutes".
        in_words: written in letters.
        ordinal: a rank: "3rd", "ninetieth".
        signed: written with a plus or a minus, which claims the direction too.
    """

    text: str
    start: int
    end: int
    bare: bool
    readings: tuple[Reading, ...]
    parts: tuple["NumberToken", ...] = ()
    in_words: bool = False
    ordinal: bool = False
    signed: bool = False

    @property
    def value(self) -> float:
        """The size of its first reading; of a date the day, else the month, else the year; of a time its hours."""
        match self.readings[0]:
            case Quantity(value=value) | Within(value=value):
                return value
            case ClockTime(minute_of_day=minute):
                return minute / 60
            case CalendarDate(year=year, month=month, day=day):
                return float(day or month or year or 0)

    @property
    def unit(self) -> str | None:
        first = self.readings[0]
        return first.unit if isinstance(first, Quantity | Within) else None

    @property
    def moment(self) -> Moment | None:
        """The date or time it is, if that is its first reading."""
        first = self.readings[0]
        return None if isinstance(first, Quantity | Within) else first
