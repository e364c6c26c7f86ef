"""Columns called as people call them: capitals, plain words, units in brackets. What is unclear is said."""

import pytest

from services.health_data.domain.activity_fields import STORED_FIELDS
from services.health_data.domain.headers import UNITS
from services.health_data.domain.metrics import METRICS, PROFILE_FIELDS
from services.health_data.domain.records import NotUnderstood
from tests.unit.health_data.support import parse_any, parse_good


@pytest.mark.parametrize(
    ("column", "cell", "metric", "value"),
    [
        ("Steps", "7", "steps", 7),
        ("Step Count", "7", "steps", 7),
        ("Distance (km)", "5", "distance_km", 5),
        ("Distance (mi)", "5", "distance_km", 8.04672),
        ("distance_mi", "5", "distance_km", 8.04672),
        ("Distance [m]", "5000", "distance_km", 5),
        ("Weight (kg)", "80", "weight_kg", 80),
        ("Weight (lbs)", "176", "weight_kg", 79.83225712),
        ("weight lb", "176", "weight_kg", 79.83225712),
        ("Sleep (hours)", "7.5", "sleep_minutes", 450),
        ("Sleep Duration (min)", "450", "sleep_minutes", 450),
        ("Deep Sleep (min)", "60", "deep_sleep_minutes", 60),
        ("Deep Sleep (%)", "15", "deep_sleep_percent", 15),
        ("Calories", "2000", "calories_kcal", 2000),
        ("Calories [kcal]", "2000", "calories_kcal", 2000),
        ("Calories (kJ)", "8368", "calories_kcal", 2000),
        ("Resting Heart Rate (bpm)", "58", "resting_heart_rate", 58),
        ("Resting HR", "58", "resting_heart_rate", 58),
        ("HRV (ms)", "45", "heart_rate_variability", 45),
        ("SpO2 (%)", "97", "spo2", 97),
        ("Skin temp (°F)", "95", "skin_temperature", 35),
        ("Sleep Score", "80", "sleep_score", 80),
    ],
)
def test_a_column_in_plain_words_is_read_in_the_unit_it_states(
    column: str, cell: str, metric: str, value: float
) -> None:
    parsed = parse_good(f"Date,{column},Active Zone Minutes\n2024-01-01,{cell},9\n")
    read = {name: series.values.tolist() for name, series in parsed.numbers.items() if name != "active_zone_minutes"}
    assert read == {metric: [pytest.approx(value)]}


def test_a_conversion_is_said() -> None:
    parsed = parse_good("Date,Weight (lbs),Distance (km)\n2024-01-01,176,5\n")
    assert "'Weight (lbs)' was converted to kg." in parsed.notes
    assert not any("Distance" in note for note in parsed.notes)


@pytest.mark.parametrize(
    ("column", "says"),
    [
        ("Weight", "it states no unit: call it 'weight (kg)' or 'weight (lb)' or 'weight (st)'"),
        ("Distance", "it states no unit: call it 'distance (km)' or 'distance (mi)' or 'distance (m)'"),
        ("Sleep", "call it 'sleep (min)' or 'sleep (h)'"),
        ("Deep sleep", "'deep sleep (%)'"),
        ("Weight (arrobas)", "its unit 'arrobas' is not known"),
        ("Calories (cal)", "its unit 'cal' is not known: call it 'calories (kcal)'"),
    ],
)
def test_a_column_whose_unit_is_unclear_is_not_guessed_at(column: str, says: str) -> None:
    alone = parse_any(f"Date,{column}\n2024-01-01,80\n")
    assert isinstance(alone, NotUnderstood)
    assert says in alone.explanation
    beside_others = parse_good(f"Date,{column},Steps\n2024-01-01,80,7\n")
    assert beside_others.numbers.keys() == {"steps"}
    assert any(says in note for note in beside_others.notes)


def test_names_that_are_taken_for_something_say_so() -> None:
    notes = parse_good("Date,HRV,Calories\n2024-01-01,45,2000\n").notes
    assert any("rMSSD" in note for note in notes)
    assert any("kilocalories" in note for note in notes)


def test_two_columns_for_one_metric_are_refused() -> None:
    parsed = parse_any("Date,Distance (km),Distance (mi)\n2024-01-01,5,3.1\n")
    assert isinstance(parsed, NotUnderstood)
    assert "'Distance (km)' and 'Distance (mi)'" in parsed.explanation


def test_activities_are_read_in_plain_words_too() -> None:
    parsed = parse_good(
        "Start,Kind,Duration (h),Distance (mi),Avg HR,Elevation Gain (ft),Speed (mph),calories\n"
        "2024-01-01 07:00,Run,0.5,3,150,100,6,300\n"
    )
    (run,) = parsed.activities
    assert (run.duration_min, run.average_heart_rate, run.calories_kcal) == (30, 150, 300)
    assert run.distance_m == pytest.approx(4828.032)
    assert run.elevation_gain_m == pytest.approx(30.48)
    assert run.speed_m_per_min == pytest.approx(160.9344)


def test_every_unit_that_is_kept_can_be_stated() -> None:
    for quantity in (*METRICS, *STORED_FIELDS, *PROFILE_FIELDS.values()):
        assert (UNITS[quantity.unit][0].times, UNITS[quantity.unit][0].over) == (1, 1), quantity.name


def test_a_list_of_activities_is_not_taken_for_days() -> None:
    parsed = parse_any("Date,Sport,Calories\n2024-01-01,Run,300\n2024-01-01,Walk,100\n")
    assert isinstance(parsed, NotUnderstood)
    assert "list of activities" in parsed.explanation
