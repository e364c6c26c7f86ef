"""What the rules read from a case, and how they name it."""

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from amy.text import quoted
from services.validator.domain.components import Overlap
from services.validator.domain.critique import Case
from services.validator.domain.finding import Activities, Selection, Source, Statistic
from services.validator.domain.gate import Gate

OVERLAPS: Final = MappingProxyType(
    {
        Overlap.SAME: "Both are computed from the same measurement, so they move together by construction.",
        Overlap.PART: "One is a part of the other, so they move together by construction.",
        Overlap.SHARES: "Both are shares of the same night, so when one rises the others have to fall.",
        Overlap.COMPOSITE: "One goes into how the other is computed, so some agreement is built in.",
        Overlap.INGREDIENT: "The same measurement goes into both, so some agreement is built in.",
    }
)
_NAMES: Final = MappingProxyType({"hrv_rhr_ratio": "ratio of heart rate variability to resting heart rate"})
_UNITS: Final = ("_minutes", "_km", "_kcal", "_kg")
_ROLLING: Final = MappingProxyType(
    {
        "_mean_30d": "monthly average of {}",
        "_sd_30d": "monthly ups and downs of {}",
        "_cv_30d": "monthly relative ups and downs of {}",
    }
)


def selection_of(case: Case) -> Selection:
    if case.finding.selection is None:
        raise AssertionError(case.finding.id)
    return case.finding.selection


def measured(case: Case, gate: Gate, key: str) -> float:
    """A gate's measurement; NaN if the gate did not run or the statistic is not defined."""
    outcome = case.report.outcome(gate)
    return outcome.number(key) if outcome else math.nan


def spoken(metric: str) -> str:
    """A metric or derived feature in words, without a digit."""
    for suffix, words in _ROLLING.items():
        if metric.endswith(suffix):
            return words.format(spoken(metric.removesuffix(suffix)))
    for unit in _UNITS:
        metric = metric.removesuffix(unit)
    return _NAMES.get(metric, metric.replace("_", " "))


def spoken_feature(selection: Selection) -> str:
    """The feature in words, without a digit: "distance of runs"."""
    return _spoken_series(selection.source, selection.feature, selection.activities)


def spoken_target(selection: Selection) -> str:
    return _spoken_series(selection.target_source, selection.target, selection.target_activities)


def _spoken_series(source: Source | None, name: str, activities: Activities | None) -> str:
    if source is Source.BIOMARKER:
        return quoted(name)
    if source is not Source.ACTIVITY:
        return spoken(name)
    kinds = activities.kinds if activities else ()
    # A kind is as the user's file had it: one that is not all words is not repeated, and no other is Amy's own word.
    are_words = all(kind.replace(" ", "").isalpha() for kind in kinds)
    of = f"{listed([quoted(kind.lower()) for kind in kinds])} activities" if kinds and are_words else "activities"
    if activities is not None and activities.per_day is Statistic.COUNT:
        return f"number of {of}"
    return f"{spoken(name.removesuffix('_min').removesuffix('_m').removesuffix('_m_per_min'))} of {of}"


def listed(words: Sequence[str]) -> str:
    """One, one and another, or one, another and a third."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
