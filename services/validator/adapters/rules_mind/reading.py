"""What the rules read from a case, and how they name it."""

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, assert_never

from amy.text import quoted
from services.validator.domain.algebra import Column, ColumnArithmetic, Daily, Field, Rolling, Shifted, Step
from services.validator.domain.basis import Basis
from services.validator.domain.components import Overlap
from services.validator.domain.critique import Case
from services.validator.domain.finding import Activities, Finding, Source, Statistic
from services.validator.domain.gate import Gate
from services.validator.domain.questions.basis import columns_of
from services.validator.domain.questions.choosing import kinds_in

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


def basis_of_case(case: Case) -> Basis:
    """How the values of the case's finding are chosen."""
    return case.sample.basis


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


def spoken_feature(finding: Finding) -> str:
    """The feature in words, without a digit: "distance of runs"."""
    columns = columns_of(finding.question) if finding.question is not None else ()
    if columns:
        return spoken_column(columns[0])
    selection = finding.selection
    if selection is None:
        return "it"
    return _spoken_series(selection.source, selection.feature, selection.activities)


def spoken_target(finding: Finding) -> str:
    columns = columns_of(finding.question) if finding.question is not None else ()
    if columns:
        return spoken_column(columns[-1])
    selection = finding.selection
    if selection is None:
        return "it"
    return _spoken_series(selection.target_source, selection.target, selection.target_activities)


def spoken_column(column: Column) -> str:
    """A column in words, without a digit."""
    match column:
        case Field(name=name):
            return spoken(_without_unit(name))
        case Daily(column=inner, rows=rows) if inner is not None:
            return f"{spoken_column(inner)} of {_spoken_activities(tuple(sorted(kinds_in(rows))))}"
        case Shifted(column=inner) | Rolling(column=inner) | Step(column=inner):
            return spoken_column(inner)
        case ColumnArithmetic(left=left):
            return spoken_column(left)
        case Daily(rows=rows):
            return f"number of {_spoken_activities(tuple(sorted(kinds_in(rows))))}"
        case _:
            assert_never(column)


def _without_unit(name: str) -> str:
    return name.removesuffix("_min").removesuffix("_m").removesuffix("_m_per_min")


def _spoken_activities(kinds: Sequence[str]) -> str:
    # A kind is as the user's file had it: one that is not all words is not repeated, and no other is Amy's own word.
    are_words = all(kind.replace(" ", "").isalpha() for kind in kinds)
    return f"{listed([quoted(kind.lower()) for kind in kinds])} activities" if kinds and are_words else "activities"


def _spoken_series(source: Source | None, name: str, activities: Activities | None) -> str:
    if source is Source.BIOMARKER:
        return quoted(name)
    if source is not Source.ACTIVITY:
        return spoken(name)
    of = _spoken_activities(activities.kinds if activities else ())
    if activities is not None and activities.per_day is Statistic.COUNT:
        return f"number of {of}"
    return f"{spoken(_without_unit(name))} of {of}"


def listed(words: Sequence[str]) -> str:
    """One, one and another, or one, another and a third."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
