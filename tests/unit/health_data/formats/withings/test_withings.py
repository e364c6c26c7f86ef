"""Withings' files: small invented ones, values worked out by hand."""

from datetime import date, datetime

import pytest

from services.health_data.adapters.formats.withings import WITHINGS
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

WEIGHT = (
    'Date,"Weight (kg)","Fat mass (kg)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments\n'
    '"2024-02-29 20:00:00",81.0,,,,,\n"2024-02-29 07:00:00",80.0,16.0,3.1,60,45,\n'
)
SLEEP = (
    'from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up","Duration to sleep (s)"\n'
    "2024-03-30T23:30:00+01:00,2024-03-31T07:30:00+02:00,12000,6000,5400,600,1,300\n"
    "2024-03-31T13:00:00+02:00,2024-03-31T14:00:00+02:00,3000,0,0,300,0,60\n"
)
ACTIVITIES = (
    'from,to,"from (manual)","to (manual)",Timezone,"Activity type",Data,GPS,Modified\n'
    '2024-03-01T10:00:00+01:00,2024-03-01T10:30:00+01:00,,,Europe/Berlin,Running,"{""calories"":250,""hr_average"":0,'
    '""steps"":4000,""distance"":5000}",,2024-03-01T11:00:00+01:00\n'
)


def values(parsed: ParsedFile, metric: str) -> dict[date, float]:
    series = parsed.numbers[metric]
    return {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}


def test_an_export_in_english() -> None:
    parsed = gathered(
        WITHINGS,
        {
            "weight.csv": WEIGHT.encode(),
            "sleep.csv": SLEEP.encode(),
            "height.csv": b'Date,"Height (m)",Comments\n"2024-01-01 10:00:00",1.815,\n',
            "bp.csv": b'Date,"Heart rate",Systolic,Diastolic,Comments\n"2024-03-01 08:00:00",60,120,80,\n'
            b'"2024-03-01 20:00:00",62,130,84,\n"2024-03-02 08:00:00",60,,,\n',
            "aggregates_steps.csv": b"date,value\n2024-03-01,5000\n2024-03-01,5563\n",
            "aggregates_distance.csv": b"date,value\n2024-03-01,4841.82\n",
            "aggregates_calories_earned.csv": b"date,value\n2024-03-01,300.5\n2024-03-02,100\n",
            "aggregates_calories_passive.csv": b"date,value\n2024-03-01,1700\n",
            "raw_spo2_auto_spo2.csv": b"start,duration,value\n2024-03-01T23:59:00+01:00,[60],[97]\n"
            b'2024-03-01T03:00:00+01:00,"[60]",[95]\n',
            "raw_tracker_hr.csv": b"start,duration,value\n2024-03-01T23:59:00+01:00,[60],[61]\n",
            "aggregates_elevation.csv": b"date,value\n2024-03-01,10\n",
        },
    )
    day, night = date(2024, 3, 1), date(2024, 3, 31)
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "steps": {day: 5563},
        "distance_km": {day: pytest.approx(4.84182)},
        "calories_kcal": {day: 2000.5},
        "sleep_minutes": {night: 390},
        "light_sleep_minutes": {night: 200},
        "deep_sleep_minutes": {night: 100},
        "rem_sleep_minutes": {night: 90},
        "awake_minutes": {night: 10},
        "spo2": {day: 96},
        "weight_kg": {date(2024, 2, 29): 81},
        "body_fat_percent": {date(2024, 2, 29): 20},
        "systolic_blood_pressure": {day: 125},
        "diastolic_blood_pressure": {day: 82},
    }
    assert parsed.local_times["wake_up_time"] == {19813: datetime(2024, 3, 31, 7, 30)}  # noqa: DTZ001, local
    assert parsed.profile.height_cm == 181.5
    assert {path for path, _ in parsed.left_out} == {"raw_tracker_hr.csv", "aggregates_elevation.csv"}


def test_pounds_and_feet_are_converted_as_the_columns_name_them() -> None:
    parsed = gathered(
        WITHINGS,
        {
            "weight.csv": WEIGHT.replace("(kg)", "(lb)").encode(),
            "height.csv": b'Date,"Height (in)",Comments\n"2024-01-01 10:00:00","5\' 10\'\'",\n',
        },
    )
    assert values(parsed, "weight_kg") == {date(2024, 2, 29): pytest.approx(81 * 0.45359237)}
    assert values(parsed, "body_fat_percent") == {date(2024, 2, 29): 20}
    assert parsed.profile.height_cm == 177.8


def test_the_columns_of_other_languages_are_found_by_their_names_or_by_where_they_stand() -> None:
    german = (
        'von,bis,"leicht (s)","tief (s)","rem (s)","wach (s)",Aufwachen\n'
        "2024-03-01T23:30:00+01:00,2024-03-02T07:30:00+01:00,12000,6000,5400,600,1\n"
    )
    unknown = german.replace("von,bis", "x,y").replace("leicht", "aa").replace("tief", "bb").replace("wach", "cc")
    for content in (german, unknown):
        parsed = gathered(WITHINGS, {"sleep.csv": content.encode()})
        assert values(parsed, "sleep_minutes") == {date(2024, 3, 2): 390}
        assert values(parsed, "deep_sleep_minutes") == {date(2024, 3, 2): 100}
    weight = (
        'Datum,"Gewicht (kg)","Fettmasse (kg)","Knochenmasse (kg)",Kommentare\n"2024-02-29 07:00:00",80.0,16.0,3.1,\n'
    )
    pressure = b'Date,Herzfrequenz,Systole,Diastole,Kommentare\n"2024-03-01 08:00:00",60,120,80,\n'
    parsed = gathered(WITHINGS, {"weight.csv": weight.encode(), "bp.csv": pressure})
    assert values(parsed, "weight_kg") == {date(2024, 2, 29): 80}
    assert values(parsed, "diastolic_blood_pressure") == {date(2024, 3, 1): 80}


def test_what_was_not_measured_is_absent_with_the_reason() -> None:
    without_rem = SLEEP.replace(",5400,", ",0,")
    parsed = gathered(
        WITHINGS,
        {"sleep.csv": without_rem.encode(), "aggregates_calories_earned.csv": b"date,value\n2024-03-01,300\n"},
    )
    assert "rem_sleep_minutes" not in parsed.numbers
    assert dict(parsed.absent) == {
        "rem_sleep_minutes": "0 s in all 2 sleeps: the device cannot tell it.",
        "calories_kcal": "The export does not state what was burnt at rest.",
    }


def test_an_activity_has_what_was_measured_of_it() -> None:
    (run,) = gathered(WITHINGS, {"activities.csv": ACTIVITIES.encode()}).activities
    assert (run.kind, run.start, run.duration_min) == ("Running", datetime(2024, 3, 1, 10), 30)  # noqa: DTZ001, local
    assert (run.distance_m, run.calories_kcal, run.steps, run.average_heart_rate) == (5000, 250, 4000, None)


def test_the_list_of_activities_of_another_vendor_is_not_claimed() -> None:
    content = "Tevékenység típusa,Dátum,Kedvenc,Cím,Távolság,Kalóriaszám,Idő\nFutás,2024-08-09 18:31:09,false,A,3,3,1\n"
    parsed = gathered(WITHINGS, {"Activities.csv": content.encode()})
    assert not parsed.activities
    assert not parsed.skipped


def test_a_file_that_was_given_alone_is_known_by_its_name_and_has_the_last_weight_of_a_day() -> None:
    rows = '"2014-04-26 7:39 PM","89.44",""\n"2014-04-26 2:52 PM","90.46",""\n"2014-04-26 9:35 AM","90.16",""\n'
    content = f'"Date","Weight (kg)","Comments"\n{rows}'.encode()
    parsed = gathered(WITHINGS, {"Withings - Weight Somebody - 20140427.csv": content})
    assert values(parsed, "weight_kg") == {date(2014, 4, 26): 89.44}
    assert gathered(WITHINGS, {"weight.csv": content}).numbers == {}
