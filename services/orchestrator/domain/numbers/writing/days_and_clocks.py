"""Facts that are a day or a time of day: what of the calendar or the clock their value stands for."""

from datetime import date
from typing import Final

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_MINUTES_A_DAY: Final = 24 * 60


def day_of(value: float) -> date:
    """The day so many days after 1970-01-01, within what a calendar holds."""
    return date.fromordinal(min(max(round(value) + _EPOCH_ORDINAL, 1), date.max.toordinal()))


def minute_of_day(value: float) -> int:
    """The time so many minutes after a midnight, as minutes after the last one: 0 to 1439."""
    return round(value) % _MINUTES_A_DAY
