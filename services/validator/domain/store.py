"""A user's records, as far as findings need them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import numpy as np

from services.validator.domain.finding import Activities, ActivityBound, Comparison, Statistic
from services.validator.domain.samples import SampleLog
from services.validator.domain.series import DailySeries, Days, Events, Floats, Mask

OPERATORS: Final[Mapping[Comparison | None, np.ufunc]] = MappingProxyType(
    {
        Comparison.LESS: np.less,
        Comparison.LESS_OR_EQUAL: np.less_equal,
        Comparison.GREATER: np.greater,
        Comparison.GREATER_OR_EQUAL: np.greater_equal,
        Comparison.EQUAL: np.equal,
    }
)
PER_DAY: Final = frozenset({Statistic.SUM, Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.COUNT})
_GATHERED: Final[Mapping[Statistic | None, np.ufunc]] = MappingProxyType(
    {Statistic.SUM: np.add, Statistic.MEAN: np.add, Statistic.MIN: np.minimum, Statistic.MAX: np.maximum}
)


@dataclass(frozen=True, kw_only=True)
class Norm:
    """Mean and standard deviation of a metric between people of the user's sex and age."""

    mean: float
    sd: float


@dataclass(frozen=True, kw_only=True, eq=False)
class ActivityLog:
    """Every activity, in the order they were started.

    Attributes:
        days: shape (n,), ascending: local dates of the start.
        kinds: of each, case folded.
        fields: by name, shape (n,); NaN where an activity has not got it.
        recorded: every day on record, ascending and unique: on any other it is unknown whether there was an activity.
    """

    days: Days
    kinds: tuple[str, ...]
    fields: Mapping[str, Floats]
    recorded: Days

    @classmethod
    def of(
        cls, days: Sequence[int], kinds: Sequence[str], fields: Sequence[Mapping[str, float]], recorded: Sequence[int]
    ) -> "ActivityLog":
        """Of activities in the order they were started; a day with an activity is on record."""
        order = sorted(range(len(days)), key=lambda at: days[at])
        names = {name for each in fields for name in each}
        return cls(
            days=np.array([days[at] for at in order], np.int64),
            kinds=tuple(kinds[at].casefold() for at in order),
            fields={name: np.array([fields[at].get(name, np.nan) for at in order], np.float64) for name in names},
            recorded=np.unique(np.array([*recorded, *days], np.int64)),
        )

    def meant(self, activities: Activities | None) -> Mask:
        """Which of them are meant: shape (n,)."""
        chosen = np.ones(self.days.size, np.bool_)
        if activities is None:
            return chosen
        if activities.kinds:
            kinds = {kind.casefold() for kind in activities.kinds}
            chosen &= np.array([kind in kinds for kind in self.kinds], np.bool_)
        for bound in activities.bounds:
            chosen &= self._within(bound)
        return chosen

    def events(self, name: str) -> Events:
        """A field of each; where they are only counted, 1 each."""
        return Events(days=self.days, values=self._values(name) if name else np.ones(self.days.size))

    def days_with(self, activities: Activities | None) -> Days:
        """The days with at least one such activity, ascending."""
        return np.unique(self.days[self.meant(activities)])

    def daily(self, name: str, activities: Activities) -> DailySeries:
        """What the activities of a day become: those that have the field; a day on record without any has a count of 0.

        Args:
            name: the field, empty where activities are only counted.
            activities: with `per_day`.
        """
        there = self.meant(activities)
        if name:
            there &= np.isfinite(self._values(name))
        days, first, counts = np.unique(self.days[there], return_index=True, return_counts=True)
        if activities.per_day is Statistic.COUNT:
            totals = np.zeros(self.recorded.size)
            totals[np.searchsorted(self.recorded, days)] = counts
            return DailySeries(days=self.recorded, values=totals)
        values = self.events(name).values[there]
        if not days.size:
            return DailySeries(days=days, values=values)
        gathered = _GATHERED[activities.per_day].reduceat(values, first)
        if activities.per_day is Statistic.MEAN:
            gathered = gathered / counts
        return DailySeries(days=days, values=gathered)

    def _values(self, name: str) -> Floats:
        return self.fields.get(name, np.full(self.days.size, np.nan))

    def _within(self, bound: ActivityBound) -> Mask:
        # NaN compares as false with everything, so an activity without the field is not kept.
        return np.asarray(OPERATORS[bound.comparison](self._values(bound.field), bound.value), np.bool_)


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What of a user's records findings rest on.

    Attributes:
        metrics: daily metrics and derived features, by name.
        activities: whether activities, or days with and without them.
        biomarkers: laboratory values, by name.
        norms: metrics that are held against other people, by name.
        samples: whether the samples of all biomarkers, with their units and the laboratory's own limits.
    """

    metrics: frozenset[str] = frozenset()
    activities: bool = False
    biomarkers: frozenset[str] = frozenset()
    norms: frozenset[str] = frozenset()
    samples: bool = False

    def __or__(self, other: "Needs") -> "Needs":
        return Needs(
            metrics=self.metrics | other.metrics,
            activities=self.activities or other.activities,
            biomarkers=self.biomarkers | other.biomarkers,
            norms=self.norms | other.norms,
            samples=self.samples or other.samples,
        )


@dataclass(frozen=True, kw_only=True)
class Store:
    """A user's records over all days, as far as they were read.

    Attributes:
        daily: by name; a name that is absent is no metric.
        activities: None where they were not read.
        biomarkers: the samples of each laboratory value; a name that is absent has none.
        norms: by metric; a name that is absent has none that fits the user.
        samples: of all biomarkers; None where they were not read.
    """

    daily: Mapping[str, DailySeries] = field(default_factory=dict)
    activities: ActivityLog | None = None
    biomarkers: Mapping[str, Events] = field(default_factory=dict)
    norms: Mapping[str, Norm] = field(default_factory=dict)
    samples: SampleLog | None = None

    @property
    def log(self) -> ActivityLog:
        """The activities, of a store of which they were asked."""
        if self.activities is None:
            raise AssertionError
        return self.activities

    def only(self, needs: Needs) -> "Store":
        """No more than what is needed of it."""
        return Store(
            daily={name: self.daily[name] for name in needs.metrics & self.daily.keys()},
            activities=self.activities if needs.activities else None,
            biomarkers={name: self.biomarkers[name] for name in needs.biomarkers & self.biomarkers.keys()},
            norms={name: self.norms[name] for name in needs.norms & self.norms.keys()},
            samples=self.samples if needs.samples else None,
        )

    def lacking(self, needs: Needs) -> str:
        """What is needed and not there, in plain words; empty if nothing is."""
        if unknown := sorted(needs.metrics - self.daily.keys()):
            return f'no metric is called "{unknown[0]}"'
        if unknown := sorted(needs.biomarkers - self.biomarkers.keys()):
            return f'there is no laboratory value called "{unknown[0]}"'
        if unknown := sorted(needs.norms - self.norms.keys()):
            return f'what is typical of other people is not known of "{unknown[0]}"'
        return "no activities were read" if needs.activities and self.activities is None else ""
