"""A quantitative claim as an agent makes it: what it says, of which data, with which numbers.

Nothing here is trusted yet: names, dates and filters are as the agent wrote them. `selection.read_sample` decides
whether they can be read.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias


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
class UnknownFilter:
    """A filter of a kind this service does not know: which days it keeps cannot be said."""


DayFilter: TypeAlias = ValueFilter | WeekdayFilter | UnknownFilter


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which stored numbers a finding speaks of.

    Attributes:
        feature: a daily metric or derived feature, by name.
        target: the second series of an association; empty otherwise.
        lag_days: the target is read this many days after the feature.
        window: applies to the feature's day, as the filters do.
        baseline_window: the earlier window of a difference of means.
        day_filters: all must hold.
        statistic: what `effect` is of the selected series; None where this contract has no name for it.
    """

    feature: str
    target: str = ""
    lag_days: int = 0
    window: Window | None = None
    baseline_window: Window | None = None
    day_filters: tuple[DayFilter, ...] = ()
    statistic: Statistic | None = None


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
    """One claim; `kind` and `selection` are None where the message left them out or is of a newer contract."""

    id: str
    kind: FindingKind | None
    claim: str
    selection: Selection | None
    numbers: tuple[NamedNumber, ...] = ()
    source: str = ""

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
