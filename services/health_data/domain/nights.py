"""Whose night a day's sleep is: of the night that begins on the date, or of the one that ends on it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from services.health_data.domain.records import from_epoch_day

_NOON: Final = 12


def nights_follow(bed_times: Mapping[int, datetime], wake_up_times: Mapping[int, datetime]) -> bool:
    """Whether the night of a date is the one that begins on it, by what most dates show; False where none shows it.

    A wake-up on the next date shows that the night follows, one on the date itself that it went before. Where no
    wake-up times are on record, a bed time after noon of the date, or on the next one, shows that the night follows.

    Args:
        bed_times: local times by epoch day.
        wake_up_times: likewise.
    """
    after = [moment.date() > from_epoch_day(day) for day, moment in wake_up_times.items()] or [
        (moment.date(), moment.hour) >= (from_epoch_day(day), _NOON) for day, moment in bed_times.items()
    ]
    return 2 * sum(after) > len(after)
