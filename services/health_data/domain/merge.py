"""What of a file is new or changed, compared with what is stored."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from services.health_data.domain.records import DaySeries

_K = TypeVar("_K")
_V = TypeVar("_V")


def changed_days(stored: DaySeries, incoming: DaySeries) -> DaySeries:
    """The days of `incoming` that are not stored, or are stored with another value."""
    at = np.searchsorted(stored.days, incoming.days)
    within = at < len(stored.days)
    same = np.zeros(len(incoming.days), bool)
    at = at[within]
    same[within] = (stored.days[at] == incoming.days[within]) & (stored.values[at] == incoming.values[within])
    return DaySeries(incoming.days[~same], incoming.values[~same])


def changed_items(stored: Mapping[_K, _V], incoming: Mapping[_K, _V]) -> dict[_K, _V]:
    """The items of `incoming` that are not stored, or are stored with another value."""
    return {key: value for key, value in incoming.items() if stored.get(key) != value}
