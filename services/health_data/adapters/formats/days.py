"""Several measurements of a day made into its one value, whatever order they come in."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date, datetime
from math import fsum
from typing import Final

from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_Measured = Mapping[datetime, tuple[float, Place]]


def _mean(measured: _Measured) -> float:
    return fsum(value for value, _ in measured.values()) / len(measured)


def _latest(measured: _Measured) -> float:
    return measured[max(measured)][0]


def _largest(measured: _Measured) -> float:
    return max(value for value, _ in measured.values())


_WAYS: Final[Mapping[str, Callable[[_Measured], float]]] = {"mean": _mean, "latest": _latest, "largest": _largest}


class Days:
    """Measurements by metric and day. Of two at the same moment the larger counts, so that none counts twice."""

    def __init__(self) -> None:
        self._measured: defaultdict[tuple[str, str, date], dict[datetime, tuple[float, Place]]] = defaultdict(dict)

    def mean(self, metric: str, when: datetime, value: float, at: Place) -> None:
        self._add("mean", metric, when, value, at)

    def latest(self, metric: str, when: datetime, value: float, at: Place) -> None:
        self._add("latest", metric, when, value, at)

    def largest(self, metric: str, day: date, value: float, at: Place) -> None:
        """A day's total, of which an earlier one may have been stated before the day was over."""
        self._add("largest", metric, datetime(day.year, day.month, day.day), value, at)  # noqa: DTZ001, local

    def _add(self, way: str, metric: str, when: datetime, value: float, at: Place) -> None:
        measured = self._measured[way, metric, when.date()]
        if when not in measured or measured[when][0] < value:
            measured[when] = (value, at)

    def tell(self, gathering: Gathering) -> None:
        for (way, metric, day), measured in self._measured.items():
            places = [at for _, at in measured.values()]
            first = measured[max(measured)][1] if way == "latest" else min(places, key=lambda at: (at.member, at.row))
            rows = len(places) if way == "mean" else 1
            gathering.daily(metric, day, _WAYS[way](measured), Place(first.member, first.row, rows))
