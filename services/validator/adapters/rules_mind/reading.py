"""What the rules read from a case, and how they name it."""

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, assert_never

from amy.text import quoted
from services.validator.domain.algebra import ColumnArithmetic, Daily, Field, Periods, Rolling, Shifted, Step, Table
from services.validator.domain.claims.basis import Basis, series_of
from services.validator.domain.claims.finding import Finding
from services.validator.domain.gates.gate import Gate
from services.validator.domain.questions.choosing import kinds_in
from services.validator.domain.questions.components import Overlap
from services.validator.domain.questions.names import gathered
from services.validator.domain.questions.traversal import Series, source_of
from services.validator.domain.review.critique import Case

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
_NOTED: Final = "journal_"
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
    return _NAMES.get(metric, metric.removeprefix(_NOTED).replace("_", " "))


def spoken_feature(finding: Finding) -> str:
    """The feature in words, without a digit: "distance of runs"."""
    series = _series(finding)
    return spoken_series(series[0]) if series else "it"


def spoken_target(finding: Finding) -> str:
    series = _series(finding)
    return spoken_series(series[-1]) if series else "it"


def _series(finding: Finding) -> tuple[Series, ...]:
    return series_of(finding.question) if finding.question is not None else ()


def spoken_series(series: Series) -> str:
    """A series in words, without a digit but those of a laboratory's own name."""
    match series.column:
        case None:
            return "number"
        case Field(name=name):
            if isinstance(series.source, Periods):
                return spoken_series(gathered(series.source))
            return quoted(name) if series.source is Table.SAMPLES else spoken(_without_unit(name))
        case Daily(column=inner, rows=rows):
            of = _spoken_activities(tuple(sorted(kinds_in(rows))))
            return f"{spoken_series(Series(column=inner, source=source_of(rows)))} of {of}"
        case Shifted(column=inner) | Rolling(column=inner) | Step(column=inner) | ColumnArithmetic(left=inner):
            return spoken_series(Series(column=inner, source=series.source))
        case _:
            assert_never(series.column)


def _without_unit(name: str) -> str:
    return name.removesuffix("_min").removesuffix("_m").removesuffix("_m_per_min")


def _spoken_activities(kinds: Sequence[str]) -> str:
    # A kind is as the user's file had it: one that is not all words is not repeated, and no other is Amy's own word.
    are_words = all(kind.replace(" ", "").isalpha() for kind in kinds)
    return f"{listed([quoted(kind.lower()) for kind in kinds])} activities" if kinds and are_words else "activities"


def listed(words: Sequence[str]) -> str:
    """One, one and another, or one, another and a third."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
