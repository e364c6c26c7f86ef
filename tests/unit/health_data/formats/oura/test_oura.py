"""Oura's tables and lists: small invented files, values worked out by hand."""

import json
from datetime import date, datetime

import pytest

from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.oura import OURA
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

SLEEP = (
    "id;day;bedtime_start;bedtime_end;total_sleep_duration;deep_sleep_duration;rem_sleep_duration;"
    "light_sleep_duration;awake_time;lowest_heart_rate;average_hrv;average_breath;type;heart_rate\n"
    "a;2024-03-02;2024-03-01T23:10:00.000+01:00;2024-03-02T07:10:00.000+01:00;27000;5400;6000;15600;1800;48;61;"
    '14.25;long_sleep;{"interval":300,"items":[60,58,null]}\n'
    "b;2024-03-02;2024-03-02T14:00:00.000+01:00;2024-03-02T14:40:00.000+01:00;2100;0;0;2100;300;55;50;14.5;late_nap;\n"
    "c;2024-03-03;2024-03-03T01:00:00.000+01:00;2024-03-03T01:20:00.000+01:00;60000;0;0;0;0;60;10;14.5;deleted;\n"
)
ACTIVITY = "id;day;steps;active_calories;total_calories;equivalent_walking_distance\nd;2024-02-29;9321;420;2411;7350\n"


def values(parsed: ParsedFile, metric: str) -> dict[date, float]:
    series = parsed.numbers[metric]
    return {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}


def test_the_accounts_export_is_read_in_seconds_and_metres() -> None:
    parsed = gathered(
        OURA,
        {
            "App Data/sleepmodel.csv": SLEEP.encode(),
            "App Data/dailyactivity.csv": ACTIVITY.encode(),
            "App Data/dailysleep.csv": b"id;contributors;day;score;timestamp\ne;{};2024-03-02;77;\n",
            "App Data/dailyspo2.csv": b'id;day;spo2_percentage\nf;2024-03-02;{"average": 97.25}\n',
            "App Data/dailyreadiness.csv": b"id;day;score;temperature_deviation\ng;2024-03-02;80;-0.2\n",
            "App Data/heartrate.csv": b"timestamp;bpm;source\n2024-03-02T01:00:00Z;55;rest\n",
            "App Data/vo2max.csv": b"id;day;timestamp;vo2_max\nh;2024-03-02;;41.5\n",
        },
    )
    night = date(2024, 3, 2)
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "steps": {date(2024, 2, 29): 9321},
        "distance_km": {date(2024, 2, 29): 7.35},
        "calories_kcal": {date(2024, 2, 29): 2411},
        "sleep_minutes": {night: 450},
        "deep_sleep_minutes": {night: 90},
        "rem_sleep_minutes": {night: 100},
        "light_sleep_minutes": {night: 260},
        "awake_minutes": {night: 30},
        "sleep_score": {night: 77},
        "resting_heart_rate": {night: 48},
        "heart_rate_variability": {night: 61},
        "respiratory_rate": {night: 14.25},
        "spo2": {night: 97.25},
        "vo2_max": {night: 41.5},
    }
    assert parsed.local_times["bed_time"] == {19784: datetime(2024, 3, 1, 23, 10)}  # noqa: DTZ001, local
    assert [(each.tag, each.day, each.amount, each.unit) for each in parsed.entries] == [("nap", night, 35, "min")]
    assert dict(parsed.absent)["skin_temperature"].startswith("Oura states deviations")
    assert dict(parsed.left_out) == {"App Data/heartrate.csv": "single heart rates: not kept"}
    places = parsed.places["sleep_minutes"]
    assert (parsed.members[places.members[0]], places.rows.tolist()) == ("App Data/sleepmodel.csv", [2])


def test_json_of_both_versions_says_the_same() -> None:
    of_version_2 = {
        "sleep": {
            "data": [
                {
                    "day": "2024-03-02",
                    "type": "long_sleep",
                    "bedtime_start": "2024-03-01T23:10:00+01:00",
                    "bedtime_end": "2024-03-02T07:10:00+01:00",
                    "total_sleep_duration": 27000,
                    "lowest_heart_rate": 48,
                    "average_hrv": 61,
                    "heart_rate": {"items": [60, None]},
                }
            ]
        },
        "daily_activity": [{"day": "2024-03-02", "steps": 100, "total_calories": 2000}],
    }
    of_version_1 = {
        "sleep": [
            {
                "summary_date": "2024-03-01",
                "is_longest": 1,
                "bedtime_start": "2024-03-01T23:10:00+01:00",
                "bedtime_end": "2024-03-02T07:10:00+01:00",
                "total": 27000,
                "rem": 6000,
                "deep": 5400,
                "hr_lowest": 48,
                "rmssd": 61,
            }
        ],
        "activity": [{"summary_date": "2024-03-02", "steps": 100, "cal_total": 2000}],
    }
    for content in (of_version_2, of_version_1):
        parsed = gathered(OURA, {"oura.json": json.dumps(content).encode()})
        found = {
            name: values(parsed, name) for name in ("sleep_minutes", "resting_heart_rate", "steps", "calories_kcal")
        }
        day = date(2024, 3, 2)
        assert found == {
            "sleep_minutes": {day: 450},
            "resting_heart_rate": {day: 48},
            "steps": {day: 100},
            "calories_kcal": {day: 2000},
        }
        assert values(parsed, "heart_rate_variability") == {day: 61}


def test_a_table_may_have_a_days_sleep_and_activity_in_one_row() -> None:
    text = (
        "day,steps,total_calories,equivalent_walking_distance,bedtime_start,bedtime_end,total_sleep_duration\n"
        "2021-09-04 00:00:00,274,1955,5778,,,\n"
        "2021-09-05 00:00:00,3593,1883,2410,2021-09-05 03:06:33,2021-09-05 12:51:33,31020\n"
    )
    parsed = gathered(OURA, {"oura_data.csv": text.encode()})
    first, second = date(2021, 9, 4), date(2021, 9, 5)
    assert values(parsed, "steps") == {first: 274, second: 3593}
    assert values(parsed, "calories_kcal") == {first: 1955, second: 1883}
    assert values(parsed, "sleep_minutes") == {second: 517}


def test_lists_within_a_list_are_found() -> None:
    day = {"summary_date": "2019-04-30", "steps": 7755, "cal_total": 2354, "daily_movement": 5523, "timezone": 120}
    parsed = gathered(OURA, {"oura.json": json.dumps([{"activity": [day], "sleep": []}]).encode()})
    assert values(parsed, "steps") == {date(2019, 4, 30): 7755}
    assert values(parsed, "distance_km") == {date(2019, 4, 30): 5.523}


def test_what_others_write_about_oura_is_left_out() -> None:
    day = {"date": "2026-08-21", "sleep_score": 91, "activity_score": None, "total_sleep_h": 8.65, "lowest_hr": 49}
    parsed = gathered(OURA, {"oura.json": json.dumps({"source": {"type": "notes"}, "days": [day]}).encode()})
    assert parsed.numbers == {}
    assert parsed.left_out == (("oura.json", "holds nothing that is kept"),)


def test_trends_are_in_seconds_or_in_hours_as_the_file_shows() -> None:
    header = (
        "date,Sleep Score,Total Sleep Duration,REM Sleep Duration,Lowest Resting Heart Rate,Readiness Score,Steps\n"
    )
    for asleep, rem in (("27000", "5400"), ("7.5", "1.5")):
        parsed = gathered(OURA, {"trends.csv": f"{header}2024-03-02,80,{asleep},{rem},47,81,5000\n".encode()})
        assert values(parsed, "sleep_minutes") == {date(2024, 3, 2): 450}
        assert values(parsed, "rem_sleep_minutes") == {date(2024, 3, 2): 90}
        assert values(parsed, "resting_heart_rate") == {date(2024, 3, 2): 47}
    unclear = gathered(OURA, {"trends.csv": f"{header}2024-03-02,80,450,90,47,81,5000\n".encode()})
    assert "sleep_minutes" not in unclear.numbers
    assert unclear.skipped[0].reason == "durations of sleep: in a unit that the file does not show"


def test_trends_with_bedtimes_are_no_table_of_sleeps() -> None:
    header = (
        "date,Sleep Score,Total Sleep Duration,Total Bedtime ,REM Sleep Duration,Bedtime Start,Bedtime End,"
        "Lowest Resting Heart Rate,Average HRV,Respiratory Rate,Total Burn,Steps,Equivalent Walking Distance,"
        "Readiness Score\n"
    )
    rows = (
        "2019-01-02,88,27000,29000,5400,2019-01-01T23:00:00+02:00,2019-01-02T07:10:00+02:00,51.0,42,14.5,2300,8000,"
        "6400,None\n"
        "2019-01-03,,,,,,,,,,2100,4000,3100,\n"
    )
    parsed = gathered(OURA, {"oura_trends.csv": (header + rows).encode()})
    first, second = date(2019, 1, 2), date(2019, 1, 3)
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "sleep_minutes": {first: 450},
        "rem_sleep_minutes": {first: 90},
        "sleep_score": {first: 88},
        "resting_heart_rate": {first: 51},
        "heart_rate_variability": {first: 42},
        "respiratory_rate": {first: 14.5},
        "calories_kcal": {first: 2300, second: 2100},
        "steps": {first: 8000, second: 4000},
        "distance_km": {first: 6.4, second: 3.1},
    }


def test_trends_whose_columns_all_have_other_names_are_told_as_left_out() -> None:
    parsed = gathered(OURA, {"oura_trends.csv": b"date,Restless Sleep,Restfulness Score,Mine\n2022-07-11,32,62,1\n"})
    assert parsed.numbers == {}
    assert parsed.left_out == (("oura_trends.csv", "holds nothing that is kept"),)


def test_workouts_sessions_and_tags_are_activities_and_entries() -> None:
    tags = (
        "id,tag_type_code,start_day,start_time,custom_name,comment\n"
        "a,tag_generic_alcohol,2024-03-02,2024-03-02T20:00:00+01:00,,two beers\n"
        "b,custom,2024-03-02,,Cold plunge,\nc,tag_generic_nocaffeine,2024-03-02,,,\n"
    )
    workouts = (
        "id,activity,calories,day,distance,end_datetime,intensity,start_datetime\n"
        "w,cross_training,210,2024-03-31,,2024-03-31T03:30:00+02:00,hard,2024-03-31T01:30:00+01:00\n"
    )
    parsed = gathered(
        OURA,
        {
            "oura/enhancedtag.csv": tags.encode(),
            "oura/workout.csv": workouts.encode(),
            "oura/session.csv": b"id,type,start_datetime,end_datetime\ns,meditation,2024-03-02T07:00:00+01:00,"
            b"2024-03-02T07:10:00+01:00\n",
        },
    )
    assert [(each.tag, each.amount, each.note) for each in parsed.entries] == [
        ("alcohol", None, "two beers"),
        ("cold_plunge", None, ""),
        ("meditation", 10, ""),
        ("nocaffeine", None, ""),
    ]
    (workout,) = parsed.activities
    assert (workout.kind, workout.calories_kcal, workout.duration_min) == ("Cross training", 210, 60)
    assert workout.start == datetime(2024, 3, 31, 1, 30)  # noqa: DTZ001, local


def test_a_file_that_is_cut_off_is_refused() -> None:
    for name, content in (
        ("oura.json", b'{"sleep": [{"day": "2024-'),
        ("App Data/sleepmodel.csv", SLEEP[:-60].encode()),
    ):
        with pytest.raises(DamagedError, match="export it again"):
            gathered(OURA, {name: content})
