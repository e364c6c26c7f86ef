"""What two series of activities have in common, so that they go together by how they are made."""

import pytest

from services.validator.domain.questions.components import Overlap, overlap_in
from services.validator.domain.claims.finding import Activities, Selection, Source, Statistic
from tests.unit.validator.builders import window

A_DAY = Activities(kinds=("Run",), per_day=Statistic.SUM)
WALKS = Activities(kinds=("Walk",), per_day=Statistic.SUM)


def related(activities: Activities, field: str, target: str, other: Activities | None = None) -> Selection:
    return Selection(
        window=window(0, 119),
        statistic=Statistic.SPEARMAN,
        source=Source.ACTIVITY,
        feature=field,
        activities=activities,
        target=target,
        target_source=Source.ACTIVITY if other else Source.DAY,
        target_activities=other,
    )


@pytest.mark.parametrize(
    ("selection", "overlap"),
    [
        (related(A_DAY, "steps", "steps"), Overlap.PART),
        (related(A_DAY, "distance_m", "distance_km"), Overlap.PART),
        (related(A_DAY, "distance_m", "steps"), Overlap.COMPOSITE),
        (related(A_DAY, "duration_min", "sleep_minutes"), None),
        (related(A_DAY, "duration_min", "duration_min", A_DAY), Overlap.SAME),
        (related(A_DAY, "duration_min", "elevation_gain_m", A_DAY), Overlap.INGREDIENT),
        (related(A_DAY, "duration_min", "duration_min", WALKS), None),
        (related(A_DAY, "duration_min", "", Activities(per_day=Statistic.COUNT)), Overlap.INGREDIENT),
    ],
)
def test_series_of_activities_overlap_as_what_they_are_part_of(selection: Selection, overlap: Overlap | None) -> None:
    assert overlap_in(selection) is overlap
