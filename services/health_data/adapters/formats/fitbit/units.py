"""In which unit Fitbit states distances and weights, which no file says: decided by what stands beside them."""

from collections.abc import Mapping
from datetime import date
from math import sqrt
from typing import Final

import numpy as np

from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import Candidate, DailyLayout, NumberColumn, UnsettledColumn
from services.health_data.domain.settling import Evidence, settled

KG_PER_POUND: Final = 0.45359237
_DISTANCE: Final = "distance_km"
_UNITS: Final = {
    "centimetres": (1.0, 100_000.0),
    "metres": (1.0, 1000.0),
    "kilometres": (1.0, 1.0),
    "miles": (1.609344, 1.0),
}
_DISTANCES: Final = UnsettledColumn(
    column="distance",
    name=_DISTANCE,
    candidates=tuple(
        Candidate(said=said, column=NumberColumn(column="distance", name=_DISTANCE, times=times, over=over))
        for said, (times, over) in _UNITS.items()
    ),
    unclear="The distances state no unit, and too few days with steps are beside them to tell it.",
)
_SAME_HEIGHT: Final = 0.04
"""Heights of the profile and of a body mass index differ by rounding and by growth."""
_SHORT, _TALL, _CERTAINLY_METRIC, _CERTAINLY_POUNDS = 1.40, 2.15, 1.95, 2.08
"""Heights in metres. Of the two units one makes a height 1.48 times that of the other, and mostly only one of them is a
grown person's; 1.95 to 2.08 m in kilograms is 1.31 to 1.40 m in pounds and shows neither."""


def kilometres_per_unit(raw: Mapping[date, float], steps: Mapping[date, float], gathering: Gathering) -> float | None:
    """How many kilometres one of a file's units is, by the metres a step that it makes; None where it is not clear.

    Args:
        raw: distances by day, as stated.
        steps: by day.
        gathering: told of the unit, or that there is none.
    """
    days = [day for day, value in raw.items() if value > 0 and steps.get(day, 0) > 0]
    layout = settled(
        DailyLayout(name=_DISTANCE, signature=(), date="", numbers=(), unsettled=(_DISTANCES,)),
        Evidence(
            columns={
                _DISTANCE: np.array([raw[day] for day in days], np.float64),
                "steps": np.array([steps[day] for day in days], np.float64),
            },
            minutes=np.empty(0),
            kinds=(),
        ),
    )
    if not layout.numbers:
        gathering.absent(_DISTANCE, _DISTANCES.unclear)
        return None
    said = next(each.said for each in _DISTANCES.candidates if each.column == layout.numbers[0])
    gathering.note(f"Distances state no unit and were taken for {said}, as only so do the steps have a usual length.")
    return layout.numbers[0].times / layout.numbers[0].over


def kilograms_per_unit(weight: float, bmi: float, height_cm: float | None) -> float | None:
    """1 of a weight in kilograms, 0.45 of one in pounds, by the height that it makes with its body mass index.

    Args:
        weight: as stated.
        bmi: in kg/m².
        height_cm: that of the profile; None where there is none.

    Returns:
        None where the height shows neither.
    """
    if weight <= 0 or bmi <= 0:
        return None
    metric, pounds = sqrt(weight / bmi), sqrt(weight * KG_PER_POUND / bmi)
    if height_cm is not None:
        near = {each: abs(each * 100 / height_cm - 1) for each in (metric, pounds)}
        best = min(near, key=near.__getitem__)
        return None if near[best] > _SAME_HEIGHT else (1.0 if best == metric else KG_PER_POUND)
    if _SHORT <= metric < _CERTAINLY_METRIC:
        return 1.0
    return KG_PER_POUND if metric > _CERTAINLY_POUNDS and _SHORT <= pounds <= _TALL else None
