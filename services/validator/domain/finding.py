"""A quantitative claim as an agent makes it: what it says, of which data, with which numbers.

Nothing here is trusted yet: names, dates and filters are as the agent wrote them. `selection.read_sample` decides
whether they can be read.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from services.validator.domain.algebra import Question


class FindingKind(StrEnum):
    ASSOCIATION = "association"
    TREND = "trend"
    SCALAR = "scalar"


class Statistic(StrEnum):
    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    SUM = "sum"
    SD = "sd"
    COUNT = "count"
    LATEST = "latest"
    SPEARMAN = "spearman"
    DIFFERENCE_OF_MEANS = "difference_of_means"
    LINEAR_CHANGE = "linear_change"
    FIRST = "first"
    CHANGE = "change"
    COUNT_DAYS = "count_days"
    RANGE = "range"
    CV = "cv"
    SHARE = "share"
    LONGEST_STREAK = "longest_streak"
    CURRENT_STREAK = "current_streak"
    TOTAL_PER = "total_per"
    COUNT_PER = "count_per"
    OUTLIERS = "outliers"
    POPULATION_DIFFERENCE = "population_difference"
    CHANGE_POINT = "change_point"


OF_CONDITIONS: Final = frozenset({Statistic.SHARE, Statistic.LONGEST_STREAK, Statistic.CURRENT_STREAK})
"""What is computed from the days on which conditions hold, and not from values."""
FACTS: Final = OF_CONDITIONS | {Statistic.COUNT, Statistic.COUNT_DAYS, Statistic.COUNT_PER, Statistic.OUTLIERS}
"""Facts of the record, in other units than its values: they estimate nothing, and what is counted does not vary."""


class Source(StrEnum):
    """Which of a person's records a series is read from."""

    DAY = "day"
    ACTIVITY = "activity"
    BIOMARKER = "biomarker"


class Comparison(StrEnum):
    LESS = "less"
    LESS_OR_EQUAL = "less_or_equal"
    GREATER = "greater"
    GREATER_OR_EQUAL = "greater_or_equal"
    EQUAL = "equal"


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


@dataclass(frozen=True, kw_only=True)
class Window:
    """An inclusive span of local dates, as ISO 8601 text."""

    start_date: str
    end_date: str
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class ValueFilter:
    """Keeps the days on which `metric` compares as said with `value`; a day without the metric is not kept."""

    metric: str
    comparison: Comparison | None
    value: float


@dataclass(frozen=True, kw_only=True)
class WeekdayFilter:
    """Keeps the listed days of the week, ISO 8601: 1 = Monday ... 7 = Sunday."""

    iso_weekdays: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class MonthFilter:
    """Keeps the days of the listed months of any year: 1 = January ... 12 = December."""

    months: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ActivityBound:
    """Keeps the activities whose field compares as said with `value`; one without the field is not kept."""

    field: str
    comparison: Comparison | None
    value: float


@dataclass(frozen=True, kw_only=True)
class Activities:
    """Which activities are meant.

    Attributes:
        kinds: letter case aside; empty means any.
        bounds: all must hold.
        per_day: where they serve as a daily series, what those of a day become: SUM, MEAN, MIN, MAX or COUNT.
    """

    kinds: tuple[str, ...] = ()
    bounds: tuple[ActivityBound, ...] = ()
    per_day: Statistic | None = None


@dataclass(frozen=True, kw_only=True)
class ActivityFilter:
    """Keeps the days with at least one such activity; with `absent`, the days on record without one."""

    activities: Activities | None = None
    absent: bool = False


@dataclass(frozen=True, kw_only=True)
class UnknownFilter:
    """A filter of a kind this service does not know: which days it keeps cannot be said."""


DayFilter: TypeAlias = ValueFilter | WeekdayFilter | MonthFilter | ActivityFilter | UnknownFilter


class End(StrEnum):
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, kw_only=True)
class Pick:
    """The first or last values in order of time, chosen before values that are missing are left out."""

    end: End | None
    count: int


@dataclass(frozen=True, kw_only=True)
class Group:
    """The group that a difference of means subtracts; nothing of the other group's choice applies to it."""

    window: Window | None = None
    day_filters: tuple[DayFilter, ...] = ()
    activities: Activities | None = None
    pick: Pick | None = None


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which stored numbers a finding speaks of.

    Attributes:
        feature: a daily metric or derived feature, a field of an activity ("" where activities are only counted), or a
            laboratory value, by name.
        target: the second series of an association; empty otherwise.
        lag_days: the target is read this many days after the feature.
        window: applies to the feature's day, as the filters do.
        baseline_window: the earlier window of a difference of means that has the same filters.
        day_filters: all must hold.
        statistic: what `effect` is of the selected series; None where this contract has no name for it.
        source: where the feature is read from, None where this contract has no name for it; `target_source` likewise.
        activities: which ones, if the feature is of activities; None means any.
        target_activities: likewise of the target.
        pick: applies after the filters.
        conditions: of a share or a streak, what must hold on a day.
        per_days: of a rate, the days it is per.
        baseline: of a difference of means, the group that is subtracted, where it differs in more than its window.
    """

    feature: str
    target: str = ""
    lag_days: int = 0
    window: Window | None = None
    baseline_window: Window | None = None
    day_filters: tuple[DayFilter, ...] = ()
    statistic: Statistic | None = None
    source: Source | None = Source.DAY
    activities: Activities | None = None
    target_source: Source | None = Source.DAY
    target_activities: Activities | None = None
    pick: Pick | None = None
    conditions: tuple[DayFilter, ...] = ()
    per_days: float = 0.0
    baseline: Group | None = None

    @property
    def is_daily(self) -> bool:
        """Whether the feature is a daily series: one value a day at most, and days without one can be told."""
        return self.source is Source.DAY or (self.source is Source.ACTIVITY and is_per_day(self.activities))

    @property
    def is_bare(self) -> bool:
        """Whether nothing is measured: days or activities only count, and have a day."""
        return not self.feature and not is_per_day(self.activities)

    @property
    def noun(self) -> str:
        """What the selected values are one each of, a plural."""
        if self.is_daily or self.statistic in OF_CONDITIONS:
            return "days"
        return "activities" if self.source is Source.ACTIVITY else "samples"

    @property
    def groups(self) -> tuple[Group, ...]:
        """The selected group; of a difference of means also the one that is subtracted, last."""
        own = Group(window=self.window, day_filters=self.day_filters, activities=self.activities, pick=self.pick)
        if self.baseline is not None:
            return own, self.baseline
        return (own,) if self.baseline_window is None else (own, replace(own, window=self.baseline_window))


def is_per_day(activities: Activities | None) -> bool:
    """Whether the activities serve as a daily series."""
    return activities is not None and activities.per_day is not None


@dataclass(frozen=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class NamedNumber:
    key: str
    value: float | Interval | None
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One claim; `kind`, `selection` and `question` are None where they were left out or are of a newer contract.

    Attributes:
        question: what the numbers answer, in the question language; where it is None, `selection` alone says so.
    """

    id: str
    kind: FindingKind | None
    claim: str
    selection: Selection | None
    numbers: tuple[NamedNumber, ...] = ()
    source: str = ""
    question: Question | None = None

    @property
    def effect(self) -> float | None:
        """The claimed effect: the first scalar number with that name."""
        return next((n.value for n in self.numbers if n.key == "effect" and isinstance(n.value, float)), None)


def with_unique_ids(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in the same order, a repeated id suffixed with -2, -3 ..., so that no number is lost under another.

    An id that some finding already has is never given to a second one. References to its own numbers in the claim of
    a renamed finding follow the new id.
    """
    taken = {finding.id for finding in findings}
    seen: Counter[str] = Counter()
    unique: list[Finding] = []
    for finding in findings:
        seen[finding.id] += 1
        if seen[finding.id] == 1:
            unique.append(finding)
            continue
        fresh = f"{finding.id}-{seen[finding.id]}"
        while fresh in taken:
            seen[finding.id] += 1
            fresh = f"{finding.id}-{seen[finding.id]}"
        taken.add(fresh)
        claim = finding.claim.replace(f"{{{{{finding.id}.", f"{{{{{fresh}.")
        unique.append(replace(finding, id=fresh, claim=claim))
    return tuple(unique)
