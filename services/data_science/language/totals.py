"""Which amounts are too large for one day, so that they can only be meant of several days together."""

from types import MappingProxyType
from typing import Final

from services.data_science.language.phrases import Amount, Noun

_MOST_IN_A_DAY: Final = MappingProxyType(
    {
        "steps": 40_000.0,
        "distance_km": 42.0,
        "calories_kcal": 8_000.0,
        "active_zone_minutes": 100.0,
        "sleep_minutes": 16.0,
    }
)
"""In the unit in which people say it. Of active zone minutes people's goals are 150 a week and a few dozen a day."""


def is_total(amount: Amount, noun: Noun) -> bool:
    """Whether an amount can only be meant of several days together."""
    most = _MOST_IN_A_DAY.get(noun.metric)
    if most is None:
        return False
    if noun.metric == "sleep_minutes" and (amount.unit == "min" or noun.unit == "min"):
        most *= 60
    return amount.value > most
