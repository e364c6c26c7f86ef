"""What is on record of a person, as far as it is looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

_ESTIMATED: Final = "calories_kcal"
"""What a device reports of days on which nobody wore it: what a body burns at rest, by age and weight."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """A daily metric; a day without a value is left out.

    Attributes:
        metric: its name on record.
        noun: what people call it: "sleep duration".
        values: by the local date, in the unit it is stored in.
    """

    metric: str
    noun: str
    values: Mapping[date, float]


@dataclass(frozen=True, kw_only=True)
class Activity:
    """One activity.

    Attributes:
        day: the local date of its start.
        kind: as stored.
    """

    day: date
    kind: str


class Side(StrEnum):
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, kw_only=True)
class LabValue:
    """The newest sample of a laboratory value, with the laboratory's own limits.

    Attributes:
        name: as stored.
        noun: what people call it; of a name that nobody knows, the name in quotation marks.
    """

    name: str
    noun: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def side(self) -> Side | None:
        """On which side it is outside the laboratory's range; None where it is not."""
        if self.low is not None and self.value < self.low:
            return Side.LOW
        return Side.HIGH if self.high is not None and self.value > self.high else None


@dataclass(frozen=True, kw_only=True)
class Records:
    """Everything that is looked at.

    Attributes:
        first: the oldest day on record, laboratory samples aside where there are others.
        today: the newest one, which "today" means.
        nouns: what people call each metric that can be on record.
        series: of the metrics that are.
        sampled: the days of the oldest and the newest laboratory sample; None without any.
    """

    first: date
    today: date
    nouns: Mapping[str, str]
    series: Mapping[str, Series]
    activities: tuple[Activity, ...] = ()
    labs: tuple[LabValue, ...] = ()
    sampled: tuple[date, date] | None = None


def as_worn(records: Records) -> Records:
    """Without the calories of days on which nothing else was measured: the device lay in a drawer.

    The newest day is then the newest one with anything on record. Where there is nothing but calories, they stay.
    """
    others = [each for each in records.series.values() if each.metric != _ESTIMATED]
    estimated = records.series.get(_ESTIMATED)
    if estimated is None or not others:
        return records
    days = {day for each in others for day in each.values} | {each.day for each in records.activities}
    worn = {day: value for day, value in estimated.values.items() if day in days}
    if len(worn) == len(estimated.values):
        return records
    series = {**records.series, _ESTIMATED: replace(estimated, values=worn)}
    if not worn:
        del series[_ESTIMATED]
    return replace(records, series=series, today=max(days), first=min(days))
