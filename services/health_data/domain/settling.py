"""In which unit a column is whose name states none: decided by what its values come to beside the other columns.

Each unit that it could be in makes of the file's rows so many metres a step, metres a minute, or kilocalories a minute
or day. How far the median row of that lies from what is usual is the misfit of the unit, in standard deviations. A unit
is taken where it fits, and every other fits so much worse that it would be ten times less likely; else none is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final

import numpy as np

from services.health_data.domain.kinds import DAILY_ENERGY, ENERGY, STEP, Movement, Usual, movement_of
from services.health_data.domain.layouts import ActivityLayout, Candidate, DailyLayout, UnsettledColumn
from services.health_data.domain.records import ValueArray

MIN_ROWS: Final = 3
"""Fewer rows that can be compared show nothing."""
MOST_ROWS: Final = 100_000
"""So many rows are enough."""
_WORST_FIT: Final = 2.0
"""In standard deviations; what lies further out is not usual in this unit."""
_CLEARLY: Final = 2 * log(10)
"""By so much the squared misfits differ where one unit is ten times likelier than the other."""
_STEPS_IN_METRES: Final = (0.5, 1.3)
"""What a step of the median row must lie between."""
_AS_DISTANCE_OVER_TIME: Final = Usual(middle=1.0, spread=0.1)
_METRES: Final = {"distance_km": 1000.0}
_ORDER: Final = ("distance_km", "distance_m", "speed_m_per_min", "calories_kcal")
"""A distance that is settled helps to settle a speed."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Some of the rows that a unit is decided by.

    Attributes:
        columns: by canonical name; NaN where a cell is missing. Those that are not settled are as the file has them.
        minutes: how long each activity took; empty for days.
        kinds: of each activity; empty for days.
    """

    columns: Mapping[str, ValueArray]
    minutes: ValueArray
    kinds: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class _Comparison:
    """What the column is, row by row, as a multiple of what stands beside it.

    Attributes:
        ratios: in the column's own unit; NaN where a row shows nothing.
        usual: of each row, in the unit that is kept.
        said: with "{}" for the number, what it comes to in words.
        times: from the kept unit to that of the words.
        bounds: what the median must lie between.
    """

    ratios: ValueArray
    usual: Sequence[Usual | None]
    said: str
    times: float = 1.0
    bounds: tuple[float, float] = (0.0, np.inf)

    @property
    def rows(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        known = np.array([each is not None for each in self.usual], bool)
        return known & np.isfinite(self.ratios) & (self.ratios > 0)


def settled(layout: DailyLayout | ActivityLayout, evidence: Evidence) -> DailyLayout | ActivityLayout:
    """The layout with the columns whose unit the rows show, and a note on every one that states none."""
    columns = dict(evidence.columns)
    found, notes = [], []
    for column in sorted(layout.unsettled, key=lambda each: _ORDER.index(each.name)):
        comparisons = [
            each
            for each in _comparisons(column.name, replace(evidence, columns=columns))
            if np.count_nonzero(each.rows) >= MIN_ROWS
        ]
        chosen = _chosen(column, comparisons)
        if chosen is None:
            notes.append(column.unclear)
            columns.pop(column.name, None)
            continue
        found.append(chosen.column)
        columns[column.name] = columns[column.name] * _scale(chosen)
        makes = " and ".join(_made(each, chosen, column.name) for each in comparisons)
        notes.append(f"'{column.column}' states no unit and was taken for {chosen.said}, which makes {makes}.")
    return replace(layout, numbers=(*layout.numbers, *found), notes=(*layout.notes, *notes), unsettled=())


def _chosen(column: UnsettledColumn, comparisons: Sequence[_Comparison]) -> Candidate | None:
    """The unit that fits, if the next one fits clearly worse."""
    if not comparisons:
        return None
    misfits = {
        candidate: [_misfit(each, _scale(candidate, column.name)) for each in comparisons]
        for candidate in column.candidates
    }
    first, second = sorted(misfits, key=lambda each: sum(misfit**2 for misfit in misfits[each]))[:2]
    fits = all(
        abs(misfit) <= _WORST_FIT and each.bounds[0] <= _middle(each) * _scale(first, column.name) <= each.bounds[1]
        for misfit, each in zip(misfits[first], comparisons, strict=True)
    )
    apart = sum(misfit**2 for misfit in misfits[second]) - sum(misfit**2 for misfit in misfits[first])
    return first if fits and apart >= _CLEARLY else None


def _comparisons(name: str, evidence: Evidence) -> Iterator[_Comparison]:
    """What a column can be held against."""
    raw = evidence.columns.get(name)
    if raw is None:
        return
    steps, distance = evidence.columns.get("steps"), evidence.columns.get("distance_m")
    movements = [movement_of(kind) for kind in evidence.kinds]
    match name:
        case "distance_km" if steps is not None:
            yield _steps(raw, steps, [STEP] * len(raw))
        case "distance_m":
            if steps is not None:
                yield _steps(raw, steps, [each.step if each else None for each in movements])
            yield _speeds(_ratio(raw, evidence.minutes), movements)
        case "speed_m_per_min":
            if distance is not None:
                ratios = _ratio(raw, _ratio(distance, evidence.minutes))
                said = "{} times the speed that distance and duration give"
                yield _Comparison(ratios=ratios, usual=[_AS_DISTANCE_OVER_TIME] * len(raw), said=said)
            yield _speeds(raw, movements)
        case "calories_kcal" if evidence.kinds:
            usual = [each.energy if each else ENERGY for each in movements]
            yield _Comparison(ratios=_ratio(raw, evidence.minutes), usual=usual, said="{} kcal a minute")
        case "calories_kcal":
            yield _Comparison(ratios=raw, usual=[DAILY_ENERGY] * len(raw), said="{} kcal a day")


def _steps(raw: ValueArray, steps: ValueArray, usual: Sequence[Usual | None]) -> _Comparison:
    return _Comparison(ratios=_ratio(raw, steps), usual=usual, said="{} m a step", bounds=_STEPS_IN_METRES)


def _speeds(ratios: ValueArray, movements: Sequence[Movement | None]) -> _Comparison:
    usual = [each.speed if each else None for each in movements]
    return _Comparison(ratios=ratios, usual=usual, said="{} km/h", times=60 / 1000)


def _ratio(above: ValueArray, below: ValueArray) -> ValueArray:
    """Row by row; NaN where the lower is 0."""
    return above / np.where(below > 0, below, np.nan)


def _scale(candidate: Candidate, name: str = "") -> float:
    """What a value is multiplied with: into the unit that is kept, or, of a named distance, into metres."""
    return candidate.column.times / candidate.column.over * _METRES.get(name, 1.0)


def _misfit(comparison: _Comparison, scale: float) -> float:
    """How many standard deviations the median row lies from what is usual."""
    rows = comparison.rows
    usual = [each for each, shows in zip(comparison.usual, rows, strict=True) if shows and each is not None]
    middles, spreads = np.array([each.middle for each in usual]), np.array([each.spread for each in usual])
    return float(np.median(np.log(comparison.ratios[rows] * scale / middles) / spreads))


def _middle(comparison: _Comparison) -> float:
    return float(np.median(comparison.ratios[comparison.rows]))


def _made(comparison: _Comparison, chosen: Candidate, name: str) -> str:
    return comparison.said.format(f"{_middle(comparison) * _scale(chosen, name) * comparison.times:.3g}")
