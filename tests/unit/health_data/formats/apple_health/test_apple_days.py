"""One value a day out of an Apple export: units, sources, midnights."""

from datetime import date

import pytest

from tests.unit.health_data.formats.apple_health.exports import (
    APP,
    COPY,
    PHONE,
    QUANTITY,
    WATCH,
    days,
    device,
    element,
    read,
    record,
    steps,
)

FIRST = date(2024, 2, 29)
NEXT = date(2024, 3, 1)


def one(name: str, value: str, unit: str) -> str:
    return record(QUANTITY + name, "2024-02-29 08:00:00", "2024-02-29 08:00:00", value, unit=unit)


@pytest.mark.parametrize(
    ("name", "value", "unit", "metric", "expected"),
    [
        ("DistanceWalkingRunning", "2", "mi", "distance_km", 3.218688),
        ("DistanceWalkingRunning", "1500", "m", "distance_km", 1.5),
        ("DistanceWalkingRunning", "1.5", "km", "distance_km", 1.5),
        ("FlightsClimbed", "3", "count", "floors_climbed", 3),
        ("BodyMass", "150", "lb", "weight_kg", 68.0388555),
        ("BodyMass", "11", "st", "weight_kg", 69.85322498),
        ("BodyMass", "70500", "g", "weight_kg", 70.5),
        ("BodyFatPercentage", "0.184", "%", "body_fat_percent", 18.4),
        ("BodyFatPercentage", "18.4", "%", "body_fat_percent", 18.4),
        ("OxygenSaturation", "0.97", "%", "spo2", 97),
        ("OxygenSaturation", "1", "%", "spo2", 100),
        ("OxygenSaturation", "97", "%", "spo2", 97),
        ("AppleSleepingWristTemperature", "95", "degF", "skin_temperature", 35),
        ("AppleSleepingWristTemperature", "35.5", "degC", "skin_temperature", 35.5),
        ("VO2Max", "43.5", "mL/min·kg", "vo2_max", 43.5),
        ("VO2Max", "43.5", "mL/kg*min", "vo2_max", 43.5),
        ("RestingHeartRate", "52", "count/min", "resting_heart_rate", 52),
        ("RespiratoryRate", "14.5", "count/min", "respiratory_rate", 14.5),
        ("HeartRateVariabilitySDNN", "45.25", "ms", "hrv_sdnn", 45.25),
        ("BloodPressureSystolic", "120", "mmHg", "systolic_blood_pressure", 120),
        ("BloodPressureDiastolic", "80", "mmHg", "diastolic_blood_pressure", 80),
    ],
)
def test_a_value_is_told_in_our_unit(name: str, value: str, unit: str, metric: str, expected: float) -> None:
    assert days(read(one(name, value, unit)), metric) == {FIRST: expected}


@pytest.mark.parametrize(
    ("name", "value", "unit", "why"),
    [
        ("BodyMass", "150", "", "weights: the unit '' is not known"),
        ("BodyMass", "150", "jin", "weights: the unit 'jin' is not known"),
        ("BodyMass", "many", "kg", "weights: not a number"),
        ("BodyMass", "nan", "kg", "weights: outside 2 to 500 kg"),
        ("StepCount", "-5", "count", "step records: outside 0 to 200000 count"),
        ("OxygenSaturation", "0.2", "%", "blood oxygen values: outside 50 to 100 %"),
        ("AppleSleepingWristTemperature", "-0.35", "degC", "wrist temperatures: outside 10 to 45 degC"),
    ],
)
def test_a_value_that_cannot_be_is_left_out_with_the_reason(name: str, value: str, unit: str, why: str) -> None:
    parsed = read(one(name, value, unit))
    assert not parsed.numbers
    assert [(skip.reason, skip.cells) for skip in parsed.skipped] == [(why, 1)]


def test_the_line_of_a_value_is_told() -> None:
    parsed = read(steps("2024-02-29 08:00:00", "2024-02-29 08:10:00", "5"), one("BodyMass", "70", "kg"))
    # The declaration, seven lines of types, the root and the first record come before.
    assert parsed.places["weight_kg"].rows.tolist() == [11]
    assert parsed.members == ("apple_health_export/export.xml",)


def test_a_source_counts_only_where_none_before_it_measured() -> None:
    parsed = read(
        # The copy is over the phone, the phone partly over the watch, and the app fills in between.
        steps("2024-02-29 09:55:00", "2024-02-29 10:05:00", "999", COPY),
        steps("2024-02-29 10:05:00", "2024-02-29 10:25:00", "100", APP),
        steps("2024-02-29 09:50:00", "2024-02-29 10:10:00", "200", PHONE),
        steps("2024-02-29 10:00:00", "2024-02-29 10:10:00", "120", WATCH),
    )
    # Watch 120; of the phone the half before 10:00, 100; of the app 15 of 20 minutes, 75; of the copy nothing.
    assert days(parsed, "steps") == {FIRST: 295}
    (note,) = parsed.notes
    assert note.endswith(f"those of the first of these sources count: {WATCH}, then {PHONE}, then {APP}, then {COPY}.")
    assert parsed.places["steps"].counts.tolist() == [3]


@pytest.mark.parametrize(
    ("start", "end"),
    [("2024-02-29 23:59:59", "2024-02-29 23:59:59"), ("2024-02-29 00:00:00", "2024-02-29 23:59:59")],
)
def test_the_total_of_a_day_does_not_come_on_top_of_what_makes_it_up(start: str, end: str) -> None:
    total = steps(start, end, "5000", APP)
    parts = steps("2024-02-29 10:00:00", "2024-02-29 10:10:00", "1200", PHONE)
    assert days(read(total, parts), "steps") == {FIRST: 1200}
    assert days(read(total), "steps") == {FIRST: 5000}
    copied = steps("2024-02-29 10:00:00", "2024-02-29 10:10:00", "1200", COPY)
    assert days(read(total, copied), "steps") == {FIRST: 5000}


def test_a_watch_is_known_by_its_software_whatever_it_is_called() -> None:
    own = {"sourceVersion": "10.2", "device": device("Watch6,7", "10.2")}
    told = {"sourceVersion": "4711", "device": device("Watch6,7", "10.2")}
    start, end = "2024-02-29 10:00:00", "2024-02-29 10:10:00"
    parsed = read(
        record(QUANTITY + "StepCount", start, end, "50", unit="count", source="Zeiger", **own),
        record(QUANTITY + "StepCount", start, end, "80", unit="count", source=PHONE),
        record(QUANTITY + "StepCount", start, end, "90", unit="count", source="An app on the wrist", **told),
    )
    assert days(parsed, "steps") == {FIRST: 50}
    assert "Apple Watch (Watch6,7)" in parsed.profile.devices


def test_what_crosses_midnight_is_split_in_proportion() -> None:
    parsed = read(steps("2024-02-29 23:50:00", "2024-03-01 00:30:00", "400"))
    assert days(parsed, "steps") == {FIRST: 100, NEXT: 300}


def test_a_date_is_that_of_the_stated_offset() -> None:
    parsed = read(
        steps("2024-02-29 23:50:00 -0500", "2024-02-29 23:55:00 -0500", "10"),
        steps("2024-03-01 00:10:00 +0900", "2024-03-01 00:15:00 +0900", "20"),
    )
    assert days(parsed, "steps") == {FIRST: 10, NEXT: 20}
    (warning,) = parsed.warnings
    assert warning.startswith("Times are stated from UTC-05:00 to UTC+09:00: you travelled between time zones.")


def test_a_record_that_stands_there_twice_counts_once() -> None:
    line = steps("2024-02-29 10:00:00", "2024-02-29 10:10:00", "120")
    parsed = read(line, line, steps("2024-02-29 10:00:00", "2024-02-29 10:10:00", "30"))
    assert days(parsed, "steps") == {FIRST: 150}
    assert parsed.notes == ("Records that stand in the export again, and were not counted again: 1.",)


def test_a_day_has_the_mean_of_its_first_source() -> None:
    at = ("2024-02-29 08:00:00", "2024-02-29 08:00:00")
    rate = QUANTITY + "RestingHeartRate"
    parsed = read(
        record(rate, *at, "50", unit="count/min"),
        record(rate, "2024-02-29 09:00:00", "2024-02-29 09:00:00", "54", unit="count/min"),
        record(rate, *at, "90", unit="count/min", source=APP),
    )
    assert days(parsed, "resting_heart_rate") == {FIRST: 52}


def test_energy_is_the_total_of_days_with_both_parts() -> None:
    active, basal = QUANTITY + "ActiveEnergyBurned", QUANTITY + "BasalEnergyBurned"
    parsed = read(
        record(active, "2024-02-29 10:00:00", "2024-02-29 11:00:00", "418.4", unit="kJ"),
        record(basal, "2024-02-29 10:00:00", "2024-02-29 11:00:00", "70", unit="Cal"),
        record(active, "2024-03-01 10:00:00", "2024-03-01 11:00:00", "300", unit="kcal"),
    )
    assert days(parsed, "calories_kcal") == {FIRST: 170}
    assert parsed.notes == ("Days with active but no resting energy, whose total is not known: 1.",)


def test_active_energy_alone_is_no_total() -> None:
    active = QUANTITY + "ActiveEnergyBurned"
    parsed = read(record(active, "2024-02-29 10:00:00", "2024-02-29 11:00:00", "300", unit="kcal"))
    assert not parsed.numbers
    assert parsed.absent == (("calories_kcal", "Days with active energy: 1, none of them with resting energy."),)


def test_a_small_calorie_is_not_a_large_one() -> None:
    active, basal = QUANTITY + "ActiveEnergyBurned", QUANTITY + "BasalEnergyBurned"
    at = ("2024-02-29 10:00:00", "2024-02-29 11:00:00")
    parsed = read(record(active, *at, "5000", unit="cal"), record(basal, *at, "70", unit="kcal"))
    assert days(parsed, "calories_kcal") == {FIRST: 75}


def test_sdnn_is_not_taken_for_rmssd() -> None:
    beat = "<InstantaneousBeatsPerMinute bpm='62' time='8:20:37.80 AM'/>"
    beats = f"<HeartRateVariabilityMetadataList>{beat}</HeartRateVariabilityMetadataList>"
    sdnn = QUANTITY + "HeartRateVariabilitySDNN"
    parsed = read(record(sdnn, "2024-02-29 08:00:00", "2024-02-29 08:01:00", "45", unit="ms", inner=beats))
    assert days(parsed, "hrv_sdnn") == {FIRST: 45}
    assert parsed.absent == (("heart_rate_variability", "1 SDNN values, no rMSSD."),)


def test_heart_rates_and_exercise_time_are_not_taken_for_something_else() -> None:
    at = ("2024-02-29 08:00:00", "2024-02-29 08:01:00")
    parsed = read(
        record(QUANTITY + "HeartRate", *at, "61", unit="count/min"),
        record(QUANTITY + "HeartRate", *at, "62", unit="count/min"),
        record(QUANTITY + "AppleExerciseTime", *at, "1", unit="min"),
    )
    assert not parsed.numbers
    assert parsed.absent == (
        ("resting_heart_rate", "2 heart rates, no resting heart rate."),
        ("active_zone_minutes", "1 records of exercise time, which is no active zone minutes."),
    )


def test_a_new_watch_is_told() -> None:
    def worn(hardware: str, day: str) -> str:
        own = {"sourceVersion": "10.2", "device": device(hardware, "10.2")}
        return record(QUANTITY + "StepCount", f"{day} 10:00:00", f"{day} 10:10:00", "9", unit="count", **own)

    parsed = read(worn("Watch6,7", "2024-03-01"), worn("Watch4,4", "2024-02-28"))
    (warning,) = parsed.warnings
    assert warning.startswith("A new watch from 2024-03-01 on: Apple Watch (Watch6,7) after Apple Watch (Watch4,4).")


def test_an_old_short_name_is_known_too() -> None:
    parsed = read(record("StepCount", "2024-02-29 10:00:00", "2024-02-29 10:10:00", "9", unit="count"))
    assert days(parsed, "steps") == {FIRST: 9}


def test_an_export_of_ios_8_is_read() -> None:
    at = {"startDate": "20240229100000-0800", "endDate": "20240229110000-0800"}
    more = {"source": "AppleHealthDevice", "unit": "count", "value": "734", "recordCount": "11"}
    parsed = read(
        element("Me", HKCharacteristicTypeIdentifierDateOfBirth="", HKCharacteristicTypeIdentifierBiologicalSex="2"),
        element("Record", type=QUANTITY + "StepCount", **at, **more),
    )
    assert days(parsed, "steps") == {FIRST: 734}
    assert (parsed.profile.sex, parsed.profile.birth_year) == ("male", None)


@pytest.mark.parametrize("written", ["2024-02-29T10:00:00+01:00", "20240229100000+0100", "2024-02-29T09:00:00.500Z"])
def test_dates_of_other_writings_are_read(written: str) -> None:
    line = record(QUANTITY + "StepCount", written, written, "9", unit="count")
    assert days(read(line), "steps") == {FIRST: 9}


@pytest.mark.parametrize("written", ["2023-02-29 10:00:00", "2024-02-29 24:00:00", "yesterday", "1024-02-29 10:00:00"])
def test_a_date_that_does_not_exist_is_left_out(written: str) -> None:
    parsed = read(steps(written, written, "9"))
    assert not parsed.numbers
    assert [skip.reason for skip in parsed.skipped] == ["step records: no date that can be read"]
