"""A user's records, as far as findings need them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from services.validator.domain.records.samples import SampleLog
from services.validator.domain.records.series import DailySeries, Days, Floats


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


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What of a user's records findings rest on.

    Attributes:
        metrics: daily metrics and derived features, by name.
        activities: whether activities, or days with and without them.
        norms: metrics that are held against other people, by name.
        samples: whether the samples of all biomarkers, with their units and the laboratory's own limits.
    """

    metrics: frozenset[str] = frozenset()
    activities: bool = False
    norms: frozenset[str] = frozenset()
    samples: bool = False

    def __or__(self, other: "Needs") -> "Needs":
        return Needs(
            metrics=self.metrics | other.metrics,
            activities=self.activities or other.activities,
            norms=self.norms | other.norms,
            samples=self.samples or other.samples,
        )


@dataclass(frozen=True, kw_only=True)
class Store:
    """A user's records over all days, as far as they were read.

    Attributes:
        daily: by name; a name that is absent is no metric.
        activities: None where they were not read.
        norms: by metric; a name that is absent has none that fits the user.
        samples: of all biomarkers; None where they were not read.
    """

    daily: Mapping[str, DailySeries] = field(default_factory=dict)
    activities: ActivityLog | None = None
    norms: Mapping[str, Norm] = field(default_factory=dict)
    samples: SampleLog | None = None

    def only(self, needs: Needs) -> "Store":
        """No more than what is needed of it."""
        return Store(
            daily={name: self.daily[name] for name in needs.metrics & self.daily.keys()},
            activities=self.activities if needs.activities else None,
            norms={name: self.norms[name] for name in needs.norms & self.norms.keys()},
            samples=self.samples if needs.samples else None,
        )
