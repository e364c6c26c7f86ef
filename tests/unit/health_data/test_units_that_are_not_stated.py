"""A column that states no unit: the unit that the other columns show is taken and said, and none is guessed at."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from services.health_data.domain.records import ParsedFile
from tests.unit.health_data.support import parse_good

METRES = {"km": 1000.0, "m": 1.0, "mi": 1609.344}


def days(values: Sequence[tuple[float, float]], *, column: str = "Distance") -> ParsedFile:
    """Of each day the value and the steps."""
    rows = "".join(f"2024-01-{day:02d},{value},{steps}\n" for day, (value, steps) in enumerate(values, start=1))
    return parse_good(f"Date,{column},Steps\n{rows}")


def activities(rows: Sequence[str], *, columns: str) -> ParsedFile:
    cells = "".join(f"2024-01-{day:02d} 07:00,{row}\n" for day, row in enumerate(rows, start=1))
    return parse_good(f"Start,Kind,{columns}\n{cells}")


@pytest.mark.parametrize("unit", METRES)
def test_the_distance_of_days_is_in_the_unit_that_makes_a_step_of_it(unit: str) -> None:
    parsed = days([(steps * 0.7 / METRES[unit], steps) for steps in (4000, 9000, 12000)])
    assert parsed.numbers["distance_km"].values.tolist() == pytest.approx([2.8, 6.3, 8.4], rel=1e-3)
    assert f"'Distance' states no unit and was taken for {unit}, which makes 0.7 m a step." in parsed.notes
    assert not any("were not read" in note for note in parsed.notes)


@pytest.mark.parametrize(
    ("metres_a_step", "why"),
    [(0.55, "km and miles both make a step"), (0.1, "no unit makes a step"), (7.3, "tenths of a metre")],
)
def test_where_no_unit_fits_clearly_better_the_column_is_left_out_and_its_unit_asked_for(
    metres_a_step: float, why: str
) -> None:
    parsed = days([(steps * metres_a_step / 1000, steps) for steps in (4000, 9000, 12000)])
    assert parsed.numbers.keys() == {"steps"}, why
    assert any("call it 'distance (km)' or 'distance (mi)'" in note for note in parsed.notes)
    assert "Columns that were not read: Distance." in parsed.notes
    assert not any("taken for" in note for note in parsed.notes)


def test_two_rows_show_nothing() -> None:
    assert "distance_km" not in days([(2.8, 4000), (6.3, 9000)]).numbers
    assert "distance_km" not in days([(2.8, 4000), (6.3, 9000), (0, 12000), (5, 0)]).numbers


def test_the_middle_of_the_file_decides_and_not_a_row_that_is_wrong() -> None:
    parsed = days([(2.8, 4000), (6.3, 9000), (8.4, 12000), (9000, 12000), (7, 10000)])
    assert any("taken for km" in note for note in parsed.notes)
    assert {skip.reason for skip in parsed.skipped} == {"Distance: outside 0 to 300 km"}


def test_a_stated_unit_is_never_overruled() -> None:
    parsed = days([(2800, 4000), (6300, 9000), (8400, 12000)], column="Distance (mi)")
    assert "distance_km" not in parsed.numbers
    canonical = days([(2.8, 4000), (6.3, 9000), (8.4, 12000)], column="distance_km")
    assert canonical.numbers["distance_km"].values.tolist() == [2.8, 6.3, 8.4]


def test_a_column_beside_another_of_the_same_is_not_looked_into() -> None:
    rows = "".join(f"2024-01-0{day},7,11265,10000\n" for day in (1, 2, 3))
    parsed = parse_good(f"Date,Distance (km),Distance,Steps\n{rows}")
    assert parsed.numbers["distance_km"].values.tolist() == [7, 7, 7]
    assert any("it states no unit" in note for note in parsed.notes)


@pytest.mark.parametrize(("unit", "metres"), METRES.items())
def test_the_distance_of_runs_is_told_by_their_steps_and_their_speed(unit: str, metres: float) -> None:
    rows = [f"Run,30,{5000 / metres},5100", f"Run,60,{9800 / metres},9900", f"Walk,45,{3600 / metres},5000"]
    parsed = activities(rows, columns="Duration (min),Distance,Steps")
    assert [each.distance_m for each in parsed.activities] == pytest.approx([5000, 9800, 3600])
    assert any(f"taken for {unit}, which makes 0.98 m a step and 9.8 km/h" in note for note in parsed.notes)


def test_a_run_that_could_be_kilometres_or_miles_is_left_out() -> None:
    parsed = activities(["Run,30,3.5"] * 3, columns="Duration (min),Distance")
    assert [each.distance_m for each in parsed.activities] == [None] * 3
    assert [each.duration_min for each in parsed.activities] == [30] * 3
    assert any("call it 'distance (m)' or 'distance (km)' or 'distance (mi)'" in note for note in parsed.notes)


def test_rides_show_metres_and_yoga_shows_nothing() -> None:
    rides = activities(["Ride,60,20500"] * 3, columns="Duration (min),Distance")
    assert rides.activities[0].distance_m == 20500
    yoga = activities(["Yoga,60,20500"] * 3, columns="Duration (min),Distance")
    assert yoga.activities[0].distance_m is None


def test_without_a_duration_the_end_tells_how_long_it_took() -> None:
    rows = "".join(f"2024-01-0{day} 07:00,2024-01-0{day} 07:30,Run,5\n" for day in (1, 2, 3))
    parsed = parse_good(f"Start,End,Kind,Distance\n{rows}")
    assert parsed.activities[0].distance_m == 5000


@pytest.mark.parametrize(("unit", "speed"), [("m/min", 166.7), ("km/h", 10.0), ("mph", 6.214), ("m/s", 2.778)])
def test_a_speed_is_held_against_distance_and_duration(unit: str, speed: float) -> None:
    parsed = activities([f"Run,30,5,{speed}"] * 3, columns="Duration (min),Distance (km),Speed")
    assert parsed.activities[0].speed_m_per_min == pytest.approx(166.7, rel=1e-3)
    assert any(f"'Speed' states no unit and was taken for {unit}, which makes 1 times" in each for each in parsed.notes)


def test_a_distance_that_was_settled_settles_the_speed() -> None:
    parsed = activities(["Run,30,10,5"] * 3, columns="Duration (min),Speed,Distance")
    assert parsed.activities[0].distance_m == 5000
    assert parsed.activities[0].speed_m_per_min == pytest.approx(166.67, rel=1e-3)


def test_a_speed_that_no_legs_have_shows_no_unit() -> None:
    parsed = activities(["Run,25.18,20455,812"] * 3, columns="Duration (min),Distance,Speed")
    assert (parsed.activities[0].distance_m, parsed.activities[0].speed_m_per_min) == (None, None)
    assert sum("it states no unit" in note for note in parsed.notes) == 2


@pytest.mark.parametrize(("value", "unit"), [(2200, "kcal"), (9500, "kj")])
def test_the_energy_of_days_is_in_the_unit_that_a_body_can_need(value: float, unit: str) -> None:
    parsed = days([(value, 9000), (value * 1.1, 9000), (value * 0.9, 9000)], column="Energy")
    assert any(f"taken for {unit}, which makes" in note for note in parsed.notes)
    assert float(np.median(parsed.numbers["calories_kcal"].values)) == pytest.approx(2250, rel=0.03)


@pytest.mark.parametrize(("value", "unit"), [(330, "kcal"), (1380, "kj")])
def test_the_energy_of_runs_is_in_the_unit_that_legs_can_give(value: float, unit: str) -> None:
    parsed = activities([f"Run,30,{value}"] * 3, columns="Duration (min),Energy")
    assert any(f"taken for {unit}, which makes 11 kcal a minute" in note for note in parsed.notes)
    assert parsed.activities[0].calories_kcal == pytest.approx(330, rel=0.01)


@given(
    st.sampled_from(sorted(METRES)),
    st.lists(st.tuples(st.floats(0.3, 1.6), st.integers(500, 30_000)), min_size=3, max_size=12),
)
def test_no_column_is_ever_taken_for_another_unit(unit: str, walked: list[tuple[float, int]]) -> None:
    """Whatever the wearer's step, within what is known of people the unit is the right one, or none."""
    middle = float(np.median([step for step, _ in walked]))
    assume(0.6 <= middle <= 0.9)
    parsed = days([(round(step * steps / METRES[unit], 4), steps) for step, steps in walked])
    taken = [note for note in parsed.notes if "taken for" in note]
    assert all(f"taken for {unit}," in note for note in taken)


@pytest.mark.parametrize("kind", ["Run", "Outdoor Bike", "Treadmill", "swimming"])
def test_a_way_of_more_than_five_minutes_is_not_zero(kind: str) -> None:
    rows = [f"{kind},20,0,0", f"{kind},4,0,0", f"{kind},20,2000,100", "Yoga,20,0,0"]
    parsed = activities(rows, columns="duration_min,distance_m,speed_m_per_min")
    assert [each.distance_m for each in parsed.activities] == [None, 0, 2000, 0]
    assert [each.speed_m_per_min for each in parsed.activities] == [None, 0, 100, 0]
    assert {(skip.reason, skip.first_lines) for skip in parsed.skipped} == {
        ("distance_m: 0 after more than 5 minutes on the move means no reading", (2,)),
        ("speed_m_per_min: 0 after more than 5 minutes on the move means no reading", (2,)),
    }


def test_the_end_tells_how_long_a_way_of_zero_took() -> None:
    parsed = parse_good("start,end,kind,distance_km\n2024-01-01 07:00,2024-01-01 07:20,Run,0\n")
    assert parsed.activities[0].distance_m is None
    assert [skip.cells for skip in parsed.skipped] == [1]


def test_the_exercise_file_that_keeps_its_own_numbers_keeps_its_zeros() -> None:
    parsed = parse_good(
        "pseudo_id2,date,duration,activityName,startTime,endTime,averageHeartRate,elevationGain,distance,calories,"
        "steps,activeZoneMinutes,speed\n"
        "9,2023-10-02,41.92,Outdoor Bike,2023-10-02 06:46:00,2023-10-02 07:28:00,108,30.48,0.0,189,0,1,0.0\n"
    )
    assert (parsed.activities[0].distance_m, parsed.activities[0].speed_m_per_min) == (0, 0)


def test_an_implausible_value_is_kept() -> None:
    parsed = activities(["Treadmill,30,431.7"], columns="duration_min,speed_m_per_min")
    assert math.isclose(parsed.activities[0].speed_m_per_min or 0, 431.7)
    assert not parsed.skipped
