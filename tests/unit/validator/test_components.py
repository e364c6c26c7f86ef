"""Which series share what they measure."""

import itertools

import pytest

from services.health_data.domain.metrics import METRIC
from services.validator.domain.questions.components import Overlap, overlap_of

PERCENTS = ("deep_sleep_percent", "rem_sleep_percent", "light_sleep_percent", "awake_percent")
STAGES = ("deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes")
ZONES = ("fatburn_active_zone_minutes", "cardio_active_zone_minutes", "peak_active_zone_minutes")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("hrv_rhr_ratio", "heart_rate_variability", Overlap.SAME),
        ("cardio_fitness_index", "steps", Overlap.SAME),
        ("cardio_fitness_index", "hrv_rhr_ratio", Overlap.SAME),
        ("steps_mean_30d", "steps", Overlap.SAME),
        ("steps_sd_30d", "steps_cv_30d", Overlap.SAME),
        ("deep_sleep_percent", "deep_sleep_minutes", Overlap.SAME),
        ("deep_sleep_minutes", "sleep_minutes", Overlap.PART),
        ("sleep_minutes_mean_30d", "rem_sleep_percent", Overlap.PART),
        ("peak_active_zone_minutes", "active_zone_minutes", Overlap.PART),
        ("distance_km", "steps", Overlap.COMPOSITE),
        ("sleep_score", "deep_sleep_minutes", Overlap.COMPOSITE),
        ("resting_heart_rate", "sleep_minutes", None),
        ("sleep_score", "light_sleep_minutes", Overlap.COMPOSITE),
        ("sleep_efficiency", "sleep_minutes", Overlap.COMPOSITE),
        ("sleep_efficiency", "deep_sleep_minutes", Overlap.COMPOSITE),
        ("sleep_efficiency", "awake_percent", Overlap.COMPOSITE),
        ("sleep_efficiency", "sleep_score", Overlap.INGREDIENT),
        ("sleep_efficiency", "resting_heart_rate", None),
        ("calories_kcal", "steps", Overlap.COMPOSITE),
        ("calories_kcal", "peak_active_zone_minutes", Overlap.COMPOSITE),
        ("cardio_fitness_index", "distance_km", Overlap.COMPOSITE),
        ("deep_sleep_percent", "rem_sleep_minutes", Overlap.COMPOSITE),
        ("awake_percent", "sleep_minutes", Overlap.COMPOSITE),
        ("deep_sleep_percent", "awake_percent", Overlap.SHARES),
        ("deep_sleep_percent_mean_30d", "rem_sleep_percent", Overlap.SHARES),
        ("distance_km", "calories_kcal", Overlap.INGREDIENT),
        ("sleep_score", "stress_management_score", Overlap.INGREDIENT),
        ("deep_sleep_minutes", "rem_sleep_minutes", None),
        ("steps", "active_zone_minutes", None),
    ],
)
def test_series_that_share_what_they_measure_are_known(a: str, b: str, expected: Overlap | None) -> None:
    assert overlap_of(a, b) is overlap_of(b, a) is expected


def test_what_is_measured_by_itself_overlaps_with_nothing() -> None:
    for alone in ("respiratory_rate", "spo2", "skin_temperature"):
        assert {overlap_of(alone, other) for other in METRIC if other != alone} == {None}


def test_every_share_of_a_night_overlaps_with_every_measurement_of_it() -> None:
    night = {*PERCENTS, *STAGES, "sleep_minutes", "awake_minutes", "sleep_score", "stress_management_score"}
    assert night <= set(METRIC)
    for share, other in itertools.product(PERCENTS, night):
        assert overlap_of(share, other) is not None


def test_every_zone_overlaps_with_what_activity_goes_into() -> None:
    assert set(ZONES) <= set(METRIC)
    for zone, whole in itertools.product(ZONES, ("active_zone_minutes", "calories_kcal", "stress_management_score")):
        assert overlap_of(zone, whole) in {Overlap.PART, Overlap.COMPOSITE}
    assert overlap_of(ZONES[0], ZONES[1]) is None


def test_a_ratio_overlaps_with_its_operands_and_what_they_go_into() -> None:
    related = {metric for metric in METRIC if overlap_of("cardio_fitness_index", metric) is not None}
    assert related == {
        "steps",
        "resting_heart_rate",
        "distance_km",
        "calories_kcal",
        "sleep_score",
        "stress_management_score",
    }
