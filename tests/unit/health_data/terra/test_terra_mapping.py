"""What Terra's payloads come to: expected values are written by hand from the shapes that Terra publishes."""

import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.domain.records import Activity, Entry, LabResult, Profile, to_epoch_day
from services.health_data.domain.terra import days
from services.health_data.domain.terra.events import Account, Closed, Data, NoPayloadError, Nothing, Opened, event
from services.health_data.domain.terra.mapping import person, records
from tests.unit.health_data.terra.payloads import activity, daily, day, news, of, sleep

FIRST = to_epoch_day(date(2026, 7, 1))


def told(payload: bytes, zone: str = "") -> days.Told:
    said = event(payload)
    assert isinstance(said, Data)
    return days.told(records(said, ZoneInfo(zone) if zone else None))


def values(payload: bytes, zone: str = "") -> dict[tuple[str, int], float]:
    return {(metric, on - FIRST): value for (metric, on), (value, _) in told(payload, zone).values.items()}


def test_a_day_is_read_in_canonical_units_and_belongs_to_the_local_date() -> None:
    item = day(
        "2026-07-01",
        distance_data={"steps": 11894, "distance_meters": 9412.7, "floors_climbed": 12},
        calories_data={"total_burned_calories": 2450.8, "net_activity_calories": 800, "BMR_calories": 1650.8},
        heart_rate_data={
            "summary": {"resting_hr_bpm": 52, "avg_hrv_rmssd": 44.5, "avg_hrv_sdnn": 61, "avg_hr_bpm": 70}
        },
        oxygen_data={"avg_saturation_percentage": 96.5, "vo2max_ml_per_min_per_kg": 47.2},
        scores={"sleep": 81, "activity": 70},
        active_durations_data={"activity_seconds": 5340},
        stress_data={"avg_stress_level": 31},
    )
    assert values(of("daily", item)) == {
        ("steps", 0): 11894,
        ("distance_km", 0): pytest.approx(9.4127),
        ("floors_climbed", 0): 12,
        ("calories_kcal", 0): 2450.8,
        ("resting_heart_rate", 0): 52,
        ("heart_rate_variability", 0): 44.5,
        ("hrv_sdnn", 0): 61,
        ("spo2", 0): 96.5,
        ("vo2_max", 0): 47.2,
        ("sleep_score", 0): 81,
    }


def test_energy_of_activity_alone_is_no_total() -> None:
    assert values(of("daily", day("2026-07-01", calories_data={"net_activity_calories": 800}))) == {}


@pytest.mark.parametrize("steps", [None, "11894", True, -1, 200_001, float("nan"), 10**400, [1], {"a": 1}])
def test_what_is_no_such_number_is_left_out(steps: Any) -> None:
    assert values(of("daily", daily("2026-07-01", steps))) == {}


def test_a_night_belongs_to_the_date_on_which_it_ends() -> None:
    item = sleep("2026-06-30T23:12:00.000000+02:00", "2026-07-01T07:02:00.000000+02:00", 420)
    item |= {
        "heart_rate_data": {"summary": {"avg_hrv_rmssd": 51, "resting_hr_bpm": 49}},
        "respiration_data": {
            "breaths_data": {"avg_breaths_per_min": 14.2},
            "oxygen_saturation_data": {"avg_saturation_percentage": 95},
        },
        "scores": {"sleep": 84},
        "temperature_data": {"delta": 0.3},
    }
    assert values(of("sleep", item)) == {
        ("sleep_minutes", 0): 420,
        ("light_sleep_minutes", 0): 210,
        ("deep_sleep_minutes", 0): 105,
        ("rem_sleep_minutes", 0): 105,
        ("awake_minutes", 0): 25,
        ("heart_rate_variability", 0): 51,
        ("resting_heart_rate", 0): 49,
        ("respiratory_rate", 0): 14.2,
        ("spo2", 0): 95,
        ("sleep_score", 0): 84,
    }
    assert told(of("sleep", item)).moments == {
        ("bed_time", FIRST): datetime(2026, 6, 30, 23, 12),  # noqa: DTZ001, local
        ("wake_up_time", FIRST): datetime(2026, 7, 1, 7, 2),  # noqa: DTZ001, local
    }


def test_the_night_is_the_longest_sleep_and_a_nap_is_an_entry() -> None:
    early = sleep("2026-06-30T22:00:00+02:00", "2026-07-01T01:00:00+02:00", 170)
    late = sleep("2026-07-01T02:00:00+02:00", "2026-07-01T07:00:00+02:00", 290)
    nap = sleep("2026-07-01T13:00:00+02:00", "2026-07-01T22:00:00+02:00", 500, is_nap=True)
    said = told(of("sleep", early, late, nap))
    assert said.values["sleep_minutes", FIRST] == (290, 1)
    assert said.entries == {
        Entry(day=date(2026, 7, 1), at=datetime(2026, 7, 1, 13), tag="nap", amount=500, unit="min")  # noqa: DTZ001
    }


def test_a_night_without_stages_has_none() -> None:
    item = sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400)
    for stage in ("light", "deep", "REM"):
        item["sleep_durations_data"]["asleep"][f"duration_{stage}_sleep_state_seconds"] = 0
    assert values(of("sleep", item)) == {("sleep_minutes", 0): 400, ("awake_minutes", 0): 25}


def test_a_night_that_tells_stages_alone_was_slept_as_long_as_they_took() -> None:
    item = sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400)
    del item["sleep_durations_data"]["asleep"]["duration_asleep_state_seconds"]
    assert values(of("sleep", item))["sleep_minutes", 0] == 400


def test_times_that_are_utc_are_told_where_the_person_lives() -> None:
    item = sleep("2026-07-01T21:12:00+00:00", "2026-07-01T22:30:00+00:00", 70, timestamp_localization=0)
    assert ("sleep_minutes", 1) in values(of("sleep", item), "Europe/Berlin")
    assert ("sleep_minutes", 0) in values(of("sleep", item))
    item["metadata"]["timestamp_localization"] = 1
    assert ("sleep_minutes", 0) in values(of("sleep", item), "Europe/Berlin")


@pytest.mark.parametrize(
    ("start", "end", "on"),
    [
        ("2026-03-29T00:30:00+01:00", "2026-03-29T08:00:00+02:00", date(2026, 3, 29)),
        ("2026-10-24T23:30:00+02:00", "2026-10-25T07:00:00+01:00", date(2026, 10, 25)),
        ("2028-02-28T23:30:00-08:00", "2028-02-29T07:00:00-08:00", date(2028, 2, 29)),
        ("2026-05-01T22:00:00-04:00", "2026-05-02T12:00:00+02:00", date(2026, 5, 2)),
        ("2026-05-01T22:00:00", "2026-05-02T06:00:00", date(2026, 5, 2)),
    ],
)
def test_nights_across_clock_changes_zones_and_leap_days(start: str, end: str, on: date) -> None:
    assert told(of("sleep", sleep(start, end, 300))).values["sleep_minutes", to_epoch_day(on)] == (300, 1)


def test_measurements_of_a_day_are_averaged_and_go_before_the_average_of_the_provider() -> None:
    item = day(
        "2026-07-01",
        measurements_data={
            "measurements": [
                {"measurement_time": "2026-07-01T07:00:00+02:00", "weight_kg": 72.4, "bodyfat_percentage": 18},
                {"measurement_time": "2026-07-01T21:00:00+02:00", "weight_kg": 73.2},
                {"measurement_time": "2026-07-02T07:00:00+02:00", "weight_kg": 71.0},
            ],
            "day_avg_weight_kg": 99,
        },
        blood_pressure_data={
            "blood_pressure_samples": [
                {"timestamp": "2026-07-01T08:00:00+02:00", "systolic_bp": 118, "diastolic_bp": 76},
                {"timestamp": "2026-07-01T20:00:00+02:00", "systolic_bp": 124, "diastolic_bp": 80},
            ]
        },
        temperature_data={"day_avg_skin_temperature_celsius": 33.6, "body_temperature_samples": []},
        glucose_data={"day_avg_blood_glucose_mg_per_dL": 95},
    )
    assert values(of("body", item)) == {
        ("weight_kg", 0): pytest.approx(72.8),
        ("weight_kg", 1): 71,
        ("body_fat_percent", 0): 18,
        ("systolic_blood_pressure", 0): 121,
        ("diastolic_blood_pressure", 0): 78,
        ("skin_temperature", 0): 33.6,
    }


def test_oxygen_in_muscle_is_not_that_in_blood() -> None:
    samples = [
        {"timestamp": "2026-07-01T08:00:00Z", "percentage": 97, "type": 0},
        {"timestamp": "2026-07-01T09:00:00Z", "percentage": 60, "type": 1},
    ]
    oxygen = {"avg_saturation_percentage": 78.5, "saturation_samples": samples}
    assert values(of("body", day("2026-07-01", oxygen_data=oxygen))) == {("spo2", 0): 97}
    assert values(of("daily", day("2026-07-01", oxygen_data=oxygen))) == {}


def test_a_value_of_the_night_goes_before_that_of_the_day() -> None:
    night = sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400)
    night["heart_rate_data"] = {"summary": {"avg_hrv_rmssd": 51, "resting_hr_bpm": 49}}
    item = day("2026-07-01", heart_rate_data={"summary": {"avg_hrv_rmssd": 38, "resting_hr_bpm": 52}})
    both = [each for kind, one in (("sleep", night), ("daily", item)) for each in records(data(of(kind, one)), None)]
    for order in (both, both[::-1]):
        found = days.told(order).values
        assert found["heart_rate_variability", FIRST] == (51, 1)
        assert found["resting_heart_rate", FIRST] == (52, 1)


def data(payload: bytes) -> Data:
    said = event(payload)
    assert isinstance(said, Data)
    return said


def test_an_activity_has_local_times_a_kind_in_words_and_metric_units() -> None:
    run = activity("2026-07-01T07:04:11.000000+01:00", "2026-07-01T07:52:41.000000+01:00")
    ride = activity("2026-07-01T22:00:00-07:00", "2026-07-01T23:00:00-07:00", kind=15)
    start = datetime(2026, 7, 1, 7, 4, 11)  # noqa: DTZ001, local
    said = told(of("activity", run, ride)).activities
    assert said[start, "Running"] == Activity(
        start=start,
        end=datetime(2026, 7, 1, 7, 52, 41),  # noqa: DTZ001, local
        kind="Running",
        duration_min=48.5,
        distance_m=5100.5,
        steps=6000,
        elevation_gain_m=40,
        calories_kcal=380,
        average_heart_rate=141.5,
        speed_m_per_min=150,
    )
    assert (datetime(2026, 7, 1, 22), "Mountain Biking") in said  # noqa: DTZ001, local


@pytest.mark.parametrize("more", [{"upload_type": 4}, {"kind": 0}, {"kind": 3}])
def test_what_was_deleted_or_is_no_exercise_is_no_activity(more: dict[str, Any]) -> None:
    item = activity("2026-07-01T07:00:00Z", "2026-07-01T08:00:00Z", **more)
    assert told(of("activity", item)).activities == {}


def test_a_kind_without_a_number_has_the_name_that_the_person_gave() -> None:
    item = activity("2026-07-01T07:00:00Z", "2026-07-01T08:00:00Z", kind=9999, name="Roof gardening")
    assert [kind for _, kind in told(of("activity", item)).activities] == ["Roof gardening"]


def test_what_was_eaten_and_drunk_are_entries() -> None:
    summary = {"water_ml": 2300, "macros": {"alcohol_g": 14, "protein_g": 120}, "micros": {"caffeine_mg": 0}}
    assert told(of("nutrition", day("2026-07-01", summary=summary))).entries == {
        Entry(day=date(2026, 7, 1), tag="water", amount=2300, unit="ml"),
        Entry(day=date(2026, 7, 1), tag="alcohol", amount=14, unit="g"),
    }


def test_a_period_that_was_logged_is_an_entry_a_day_and_a_predicted_one_is_none() -> None:
    flow = [
        {"timestamp": "2026-07-01T08:00:00+02:00", "flow": 4},
        {"timestamp": "2026-07-02T08:00:00+02:00", "flow": 5},
        {"timestamp": "2026-07-03T08:00:00+02:00", "flow": 1},
    ]
    logged = day("2026-07-01", menstruation_data={"menstruation_flow": flow, "current_phase": 1})
    assert told(of("menstruation", logged)).entries == {
        Entry(day=date(2026, 7, 1), tag="period", note="heavy"),
        Entry(day=date(2026, 7, 2), tag="period"),
    }
    phase = day("2026-07-09", menstruation_data={"current_phase": 1, "is_predicted_cycle": False})
    assert told(of("menstruation", phase)).entries == {Entry(day=date(2026, 7, 9), tag="period")}
    phase["menstruation_data"]["is_predicted_cycle"] = True
    assert told(of("menstruation", phase)).entries == frozenset()


def test_tags_are_entries() -> None:
    tags = [{"timestamp": "2026-07-01T21:30:00+02:00", "tag_name": "Late Meal", "notes": "pasta"}]
    assert told(of("daily", day("2026-07-01", tag_data={"tags": tags}))).entries == {
        Entry(day=date(2026, 7, 1), at=datetime(2026, 7, 1, 21, 30), tag="late_meal", note="pasta")  # noqa: DTZ001
    }


def report(*results: dict[str, Any], reference: str | None = "anna") -> bytes:
    said = {"session_id": "77", "reference_id": reference, "report_date": "2026-06-30", "results": list(results)}
    return json.dumps({"type": "lab_report.completed", "event_id": "evt_1", "data": said}).encode()


def test_laboratory_results_wait_to_be_confirmed() -> None:
    numeric = {
        "source": {"name": "Haemoglobin", "value": "14.2", "units": "g/dL", "collection_date": "2026-06-29"},
        "biomarker": {"key": "hemoglobin", "display_name": "Hemoglobin", "loinc_code": "718-7"},
        "measurement": {"type": "numeric", "numeric": 14.2, "units": "g/dL"},
        "interpretation": {"flag": "normal"},
        "reference_ranges": [{"lower": 12, "upper": 16}],
    }
    bounded = {
        "source": {"name": "CRP", "value": "< 0.6", "units": "mg/L"},
        "biomarker": {"key": None},
        "measurement": {"type": "bounded", "bounded": {"operator": "lt", "value": 0.6}, "units": "mg/L"},
    }
    word = {
        "source": {"name": "Nitrite", "value": "negative"},
        "biomarker": {"key": None},
        "measurement": {"type": "qualitative", "qualitative": {"text": "negative"}},
    }
    labs = {each.printed_name: each for each in told(report(numeric, bounded, word)).labs}
    assert labs["Haemoglobin"] == LabResult(
        name="hemoglobin",
        printed_name="Haemoglobin",
        collected_at=datetime(2026, 6, 29, tzinfo=UTC),
        value=14.2,
        unit="g/dL",
        text="14.2",
        loinc="718-7",
        reference_low=12,
        reference_high=16,
        confirmed=False,
    )
    crp = labs["CRP"]
    assert (crp.value, crp.comparator, crp.text, crp.collected_at) == (
        0.6,
        "<",
        "< 0.6",
        datetime(2026, 6, 30, tzinfo=UTC),
    )
    assert (labs["Nitrite"].value, labs["Nitrite"].text, labs["Nitrite"].confirmed) == (None, "negative", False)


def test_a_person_has_a_sex_and_a_year_of_birth() -> None:
    athlete = {"sex": "Female", "date_of_birth": "1991-04-12", "first_name": "x", "email": "x@example.com"}
    assert person(data(of("athlete", athlete=athlete))) == Profile(sex="female", birth_year=1991)
    assert person(data(of("athlete", athlete={"sex": "unspecified", "date_of_birth": ""}))) == Profile()


def test_accounts_come_and_go() -> None:
    account = Account(account_id="a", source="garmin", reference="anna")
    assert event(news("auth", account="a")) == Opened(account=account)
    assert isinstance(event(news("auth", account="a", status="error")), Nothing)
    assert event(news("deauth", account="a")) == Closed(account=account)
    assert event(news("access_revoked", account="a")) == Closed(account=account)
    user = {"user_id": "b", "provider": "GARMIN", "reference_id": "anna"}
    again = {"type": "user_reauth", "status": "warning", "new_user": user, "old_user": {"user_id": "a"}}
    assert event(json.dumps(again).encode()) == Opened(
        account=Account(account_id="b", source="garmin", reference="anna"), instead_of="a"
    )


@pytest.mark.parametrize(
    ("provider", "source"),
    [
        ("FITBIT", "fitbit"),
        ("APPLE", "apple_health"),
        ("GOOGLE", "google_fit"),
        ("Some Vendor, Inc", "some_vendor_inc"),
    ],
)
def test_a_source_is_called_as_files_of_that_vendor_call_it(provider: str, source: str) -> None:
    assert data(of("daily", provider=provider)).account.source == source


@pytest.mark.parametrize("reference", ["", None, "a/b", "x" * 129, "anna\n", 7])
def test_a_reference_that_can_be_no_user_is_none(reference: Any) -> None:
    assert data(of("daily", reference=reference)).account.reference == ("anna" if reference == "anna\n" else "")


@pytest.mark.parametrize(
    "kind", ["healthcheck", "processing", "permission_change", "lab_report.failed", "planned_workout"]
)
def test_other_events_say_nothing(kind: str) -> None:
    assert isinstance(event(of(kind)), Nothing)


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"{", b"{}", b"null", b'{"type": 5}', b'{"type": "daily"}', b"\xff\xfe", b"[" * 100_000]
)
def test_what_is_no_payload_is_refused(payload: bytes) -> None:
    with pytest.raises(NoPayloadError):
        event(payload)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLACES = ["metadata", "distance_data", "heart_rate_data", "sleep_durations_data", "measurements_data", "tag_data",
          "blood_pressure_data", "oxygen_data", "menstruation_data", "summary", "scores", "results"]  # fmt: skip


@settings(max_examples=50)
@given(
    st.sampled_from(["daily", "sleep", "body", "activity", "menstruation", "nutrition", "lab_report"]),
    st.dictionaries(st.sampled_from(PLACES), ANYTHING),
    st.booleans(),
)
def test_any_shape_is_read_or_left_out(kind: str, item: dict[str, Any], dated: bool) -> None:  # noqa: FBT001
    if dated:
        item = {**sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400), **item, **day("2026-07-01")}
    said = Data(account=Account(account_id="a", source="oura", reference="anna"), kind=kind, items=[item])
    days.parsed("oura", days.told(records(said, None)))
