"""What an export states and what cannot be is skipped, and the rest of it is kept."""

from math import inf, nan

import pytest

from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place
from tests.unit.health_data.formats.clock import local


@pytest.mark.parametrize("distance", [-1.0, 1_000_001.0, inf, nan])
def test_a_distance_that_cannot_be_is_skipped_and_the_activity_kept(distance: float) -> None:
    gathering = Gathering("someone")
    run = Activity(start=local(2026, 1, 1, 7), kind="Running", duration_min=30.0, distance_m=distance)
    gathering.activity(run, Place("a.csv", 2))
    parsed = gathering.parsed()
    assert parsed.activities == (Activity(start=local(2026, 1, 1, 7), kind="Running", duration_min=30.0),)
    assert [(skip.cells, skip.first_lines) for skip in parsed.skipped] == [(1, (2,))]
    assert parsed.skipped[0].reason.startswith("distance_m: outside")
