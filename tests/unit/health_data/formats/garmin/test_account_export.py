"""The archive of an account, and the same records as the interfaces of Garmin Connect state them."""

import csv
import io
import json
import zipfile
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.clock import local
from tests.unit.health_data.formats.garmin.fit_writer import activity
from tests.unit.health_data.formats.support import gathered

WELLNESS = "DI_CONNECT/DI-Connect-Wellness/"
DAYS = "DI_CONNECT/DI-Connect-Aggregator/UDSFile_2024-02-20_2024-05-30.json"
NIGHTS = WELLNESS + "2024-02-20_2024-05-30_1_sleepData.json"


def uds(day: date, steps: int | None, *, hours: int = 1, later: int | None = None, **more: object) -> dict[str, Any]:
    """A day that begins `hours` ahead of UTC, and ends `later`."""
    begins = datetime.combine(day, datetime.min.time())
    ends = begins + timedelta(days=1)
    later = hours if later is None else later
    return {
        "userProfilePK": 1,
        "calendarDate": day.isoformat(),
        "totalSteps": steps,
        "wellnessStartTimeGmt": (begins - timedelta(hours=hours)).isoformat() + ".0",
        "wellnessStartTimeLocal": begins.isoformat() + ".0",
        "wellnessEndTimeGmt": (ends - timedelta(hours=later)).isoformat() + ".0",
        "wellnessEndTimeLocal": ends.isoformat() + ".0",
        **more,
    }


def night(day: str, start: str, end: str, deep: int, light: int, rem: int, **more: object) -> dict[str, Any]:
    return {
        "calendarDate": day,
        "sleepStartTimestampGMT": start,
        "sleepEndTimestampGMT": end,
        "sleepWindowConfirmationType": "ENHANCED_CONFIRMED_FINAL",
        "deepSleepSeconds": deep,
        "lightSleepSeconds": light,
        "remSleepSeconds": rem,
        "awakeSleepSeconds": 600,
        **more,
    }


def values(parsed: ParsedFile, metric: str) -> dict[str, float]:
    series = parsed.numbers.get(metric)
    if series is None:
        return {}
    return {
        from_epoch_day(day).isoformat(): round(float(value), 6)
        for day, value in zip(series.days, series.values, strict=True)
    }


def files(**named: object) -> dict[str, bytes]:
    return {name: json.dumps(content).encode() for name, content in named.items()}


LEAP = uds(
    date(2024, 2, 29),
    9000,
    totalDistanceMeters=7200,
    totalKilocalories=2400.0,
    activeKilocalories=500.0,
    restingHeartRate=52,
    currentDayRestingHeartRate=61,
    floorsAscendedInMeters=30.48,
    averageSpo2Value=95.0,
)
LEAP_NIGHT = night(
    "2024-02-29",
    "2024-02-28T22:30:00.0",
    "2024-02-29T05:45:00.0",
    5400,
    14400,
    5100,
    averageRespiration=13.5,
    sleepScores={"overallScore": 81},
    spo2SleepSummary={"averageSPO2": 93.0},
)


def test_a_day_and_its_night_are_read_in_their_units_and_by_the_clock_of_the_person() -> None:
    parsed = gathered(GARMIN, {NIGHTS: json.dumps([LEAP_NIGHT]).encode(), DAYS: json.dumps([LEAP]).encode()})
    found = {name: values(parsed, name) for name in parsed.numbers}
    expected = {
        "steps": 9000.0,
        "distance_km": 7.2,
        "calories_kcal": 2400.0,
        "floors_climbed": 10.0,
        "resting_heart_rate": 52.0,
        "sleep_minutes": 415.0,
        "deep_sleep_minutes": 90.0,
        "light_sleep_minutes": 240.0,
        "rem_sleep_minutes": 85.0,
        "awake_minutes": 10.0,
        "sleep_score": 81.0,
        "respiratory_rate": 13.5,
        "spo2": 93.0,
    }
    assert found == {name: {"2024-02-29": value} for name, value in expected.items()}
    times = {name: list(moments.values()) for name, moments in parsed.local_times.items()}
    assert times == {"bed_time": [local(2024, 2, 28, 23, 30)], "wake_up_time": [local(2024, 2, 29, 6, 45)]}
    assert dict(parsed.absent).keys() >= {"active_zone_minutes", "skin_temperature"}


def test_the_times_of_a_night_on_which_the_clock_was_changed_are_left_out() -> None:
    day = uds(date(2024, 3, 31), 5000, hours=1, later=2)
    sleep = night("2024-03-31", "2024-03-30T22:30:00.0", "2024-03-31T05:45:00.0", 5400, 14400, 5100)
    parsed = gathered(GARMIN, {DAYS: json.dumps([day]).encode(), NIGHTS: json.dumps([sleep]).encode()})
    assert values(parsed, "sleep_minutes") == {"2024-03-31": 415.0}
    assert not parsed.local_times
    assert any("time zone" in skip.reason for skip in parsed.skipped)


def test_a_night_without_the_watch_and_a_day_without_it_state_nothing() -> None:
    off = night("2024-03-02", "2024-03-01T22:00:00.0", "2024-03-02T06:00:00.0", 0, 0, 0)
    off["sleepWindowConfirmationType"] = "OFF_WRIST"
    bare = uds(date(2024, 3, 2), None, totalKilocalories=2100.0)
    parsed = gathered(GARMIN, {DAYS: json.dumps([bare]).encode(), NIGHTS: json.dumps([off]).encode()})
    assert not parsed.numbers
    assert [from_epoch_day(day).isoformat() for day in parsed.recorded_days] == ["2024-03-02"]


EXPORTED = {
    "activityId": 7,
    "activityType": "trail_running",
    "beginTimestamp": 1709226000000,
    "startTimeGmt": 1.709226e12,
    "startTimeLocal": 1.7092296e12,
    "duration": 1800000.0,
    "elapsedDuration": 1860000.0,
    "distance": 512300.0,
    "elevationGain": 4200.0,
    "avgHr": 151.0,
    "calories": 1717.9082,
    "steps": 5100.0,
}


def test_an_exported_activity_is_in_milliseconds_centimetres_and_kilojoules() -> None:
    content = json.dumps([{"summarizedActivitiesExport": [EXPORTED]}]).encode()
    (run,) = gathered(GARMIN, {"DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json": content}).activities
    assert (run.start, run.end) == (local(2024, 2, 29, 18), local(2024, 2, 29, 18, 31))
    assert (run.kind, run.duration_min, run.distance_m, run.elevation_gain_m) == ("Trail running", 30.0, 5123.0, 42.0)
    assert run.calories_kcal == pytest.approx(410.0)
    assert (run.average_heart_rate, run.steps) == (151.0, 5100.0)


def test_an_activity_in_the_summaries_and_in_its_own_recording_counts_once() -> None:
    nested = io.BytesIO()
    with zipfile.ZipFile(nested, "w") as archive:
        archive.writestr("1.fit", activity(local(2024, 2, 29, 17, 0, 20), 1, timer=1800_000, distance=512_000))
        archive.writestr("2.fit", activity(local(2024, 3, 1, 17), 1, timer=600_000, distance=100_000))
    content = json.dumps([{"summarizedActivitiesExport": [EXPORTED]}]).encode()
    parsed = gathered(
        GARMIN,
        {
            "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip": nested.getvalue(),
            "DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json": content,
        },
    )
    assert [(each.start, each.distance_m) for each in parsed.activities] == [
        (local(2024, 2, 29, 18), 5123.0),
        (local(2024, 3, 1, 18), 1000.0),
    ]


def test_an_activity_of_parts_is_told_by_its_parts() -> None:
    parts = [
        {**EXPORTED, "activityId": number, "parentId": 1, "startTimeLocal": 1.7092296e12 + number * 1e6}
        for number in (2, 3)
    ]
    whole = {**EXPORTED, "activityId": 1, "activityType": "multi_sport"}
    content = json.dumps([{"summarizedActivitiesExport": [whole, *parts]}]).encode()
    parsed = gathered(GARMIN, {"DI_CONNECT/a_summarizedActivities.json": content})
    assert [each.kind for each in parsed.activities] == ["Trail running", "Trail running"]


def test_the_person_the_weights_and_the_drinks_are_read() -> None:
    bio = [
        {"metaData": {"calendarDate": "2024-03-01T08:00:00.0"}, "height": 171.5},
        _weight("2024-03-01T08:00:00.0", 70_500, "INDEX_SCALE"),
        _weight("2024-03-01T07:00:00.0", 71_000, "INDEX_SCALE"),
        _weight("2024-03-02T07:00:00.0", 65_000, "USER_SETTING"),
        {"metaData": {"calendarDate": "2024-03-03T00:00:00.0"}, "vo2MaxRunning": 48.0},
    ]
    drinks = [{"calendarDate": "2024-03-01", "timestampLocal": "2024-03-01T12:00:00.0", "valueInML": 250.0}]
    parsed = gathered(
        GARMIN,
        {
            "DI_CONNECT/DI-Connect-User/user_profile.json": b'{"gender":"FEMALE","birthDate":"1990-06-15"}',
            WELLNESS + "1_userBioMetrics.json": json.dumps(bio).encode(),
            "DI_CONNECT/DI-Connect-Aggregator/HydrationLogFile_a.json": json.dumps(drinks).encode(),
        },
    )
    assert (parsed.profile.sex, parsed.profile.birth_year, parsed.profile.height_cm) == ("female", 1990, 171.5)
    assert values(parsed, "weight_kg") == {"2024-03-01": 70.5}
    assert values(parsed, "vo2_max") == {"2024-03-03": 48.0}
    assert [(each.tag, each.amount, each.unit, each.at) for each in parsed.entries] == [
        ("water", 250.0, "ml", local(2024, 3, 1, 12))
    ]


def _weight(when: str, grams: int, source: str) -> dict[str, Any]:
    return {"metaData": {"calendarDate": when}, "weight": {"weight": grams, "sourceType": source, "timestampGMT": when}}


def test_health_status_gives_the_variability_and_no_resting_heart_rate() -> None:
    metrics = [
        {"type": "HRV", "value": 55.0},
        {"type": "HR", "value": 58.0},
        {"type": "SKIN_TEMP_C", "value": 0.4},
        {"type": "SPO2", "value": 0.0},
    ]
    content = [{"calendarDate": "2024-03-01", "metrics": metrics}]
    parsed = gathered(GARMIN, {WELLNESS + "a_healthStatusData.json": json.dumps(content).encode()})
    assert {name: values(parsed, name) for name in parsed.numbers} == {"heart_rate_variability": {"2024-03-01": 55.0}}


API_NIGHT = {
    "dailySleepDTO": {
        **night("2024-03-01", "", "", 3600, 14400, 5400),
        "sleepTimeSeconds": 23400,
        "napTimeSeconds": 1200,
        "sleepStartTimestampLocal": 1709248200000,
        "sleepEndTimestampLocal": 1709274600000,
        "sleepScores": {"overall": {"value": 77}},
        "averageSpO2Value": 94.0,
        "averageRespirationValue": 14.0,
    },
    "avgOvernightHrv": 51.0,
}


def test_a_night_of_the_interface_is_read_by_its_local_times() -> None:
    parsed = gathered(GARMIN, {"sleep/2024-03-01.json": json.dumps(API_NIGHT).encode()})
    found = {name: list(values(parsed, name).values()) for name in parsed.numbers}
    assert found["sleep_minutes"] == [390.0]
    assert (found["sleep_score"], found["spo2"], found["respiratory_rate"]) == ([77.0], [94.0], [14.0])
    assert found["heart_rate_variability"] == [51.0]
    assert [list(each.values()) for each in parsed.local_times.values()] == [
        [local(2024, 2, 29, 23, 10)],
        [local(2024, 3, 1, 6, 30)],
    ]
    assert [(each.tag, each.amount) for each in parsed.entries] == [("nap", 20.0)]


def test_tables_of_the_interface_are_read_as_its_records_are() -> None:
    tables = {
        "daily_summaries.csv": [
            {
                "calendarDate": "2024-03-01",
                "totalSteps": "8100",
                "totalKilocalories": "2300.0",
                "restingHeartRate": "51",
            }
        ],
        "hrv.csv": [{"hrvSummary_calendarDate": "2024-03-01", "date": "2024-03-01", "hrvSummary_lastNightAvg": "62"}],
        "resting_heart_rate.csv": [
            {
                "date": "2024-03-02",
                "allMetrics_metricsMap_WELLNESS_RESTING_HEART_RATE": json.dumps(
                    [{"value": 50.0, "calendarDate": "2024-03-02"}]
                ),
            }
        ],
        "body_composition.csv": [
            {"samplePk": "1", "calendarDate": "2024-03-01", "weight": "80500.0", "bodyFat": "21.5"}
        ],
        "activities.csv": [
            {
                "activityId": "5",
                "startTimeLocal": "2024-03-01 07:00:00",
                "startTimeGMT": "2024-03-01 06:00:00",
                "activityType_typeKey": "lap_swimming",
                "duration": "1800.0",
                "distance": "1000.0",
                "calories": "300.0",
                "averageHR": "120.0",
            }
        ],
    }
    parsed = gathered(GARMIN, {name: _table(rows) for name, rows in tables.items()})
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "steps": {"2024-03-01": 8100.0},
        "calories_kcal": {"2024-03-01": 2300.0},
        "resting_heart_rate": {"2024-03-01": 51.0, "2024-03-02": 50.0},
        "heart_rate_variability": {"2024-03-01": 62.0},
        "weight_kg": {"2024-03-01": 80.5},
        "body_fat_percent": {"2024-03-01": 21.5},
    }
    (swim,) = parsed.activities
    assert (swim.kind, swim.distance_m, swim.duration_min, swim.calories_kcal) == ("Lap swimming", 1000.0, 30.0, 300.0)
    assert swim.start == local(2024, 3, 1, 7)


def test_answers_of_the_lifestyle_log_are_entries_of_the_journal() -> None:
    answers = [
        {"behaviourName": name, "status": status, "calendarDate": [2025, 12, day]}
        for name, status, day in (
            ("Traveling/Vacation", "YES", 15),
            ("Illness", "NO", 15),
            ("Morning Caffeine", "YES", 16),
            ("Late Caffeine", "NO", 16),
            ("Light Exercise", "YES", 16),
            ("Illness", "MAYBE", 16),
        )
    ]
    tracked = [{"behaviourName": "Illness", "startDate": [2025, 12, 8]}]
    content = json.dumps([{"dailyLogList": answers, "trackedBehaviourList": tracked}]).encode()
    parsed = gathered(GARMIN, {"DI_CONNECT/DI-Connect-Wellness/1_LifestyleLogging.json": content})
    assert {(each.day, each.tag, each.amount) for each in parsed.entries} == {
        (date(2025, 12, 15), "travel", None),
        (date(2025, 12, 15), "illness", 0.0),
        (date(2025, 12, 16), "caffeine", None),
        (date(2025, 12, 16), "light_exercise", None),
    }
    assert ("answers of the lifestyle log", 5) in parsed.found


def test_a_day_without_a_device_has_no_energy_whether_its_steps_are_null_or_missing() -> None:
    null = uds(date(2024, 3, 1), None, totalKilocalories=2210.0)
    missing = uds(date(2024, 3, 2), None, totalKilocalories=2210.0, activeKilocalories=0.0)
    del missing["totalSteps"]
    parsed = gathered(GARMIN, {DAYS: json.dumps([null, missing]).encode()})
    assert not values(parsed, "calories_kcal")


def test_a_list_of_activities_of_the_interface_and_an_old_hrv_summary_are_read() -> None:
    run = {
        "activityId": 1,
        "activityType": {"typeKey": "running"},
        "startTimeGMT": "2026-01-15 06:00:00",
        "startTimeLocal": "2026-01-15 07:00:00",
        "duration": 3600.0,
        "distance": 10000.0,
    }
    hrv = {"hrvSummary": {"calendarDate": "2026-01-15", "weeklyAvg": 62, "lastNight": 65, "lastNight5MinHigh": 88}}
    parsed = gathered(GARMIN, {"activities.json": json.dumps([run]).encode(), "hrv.json": json.dumps(hrv).encode()})
    (found,) = parsed.activities
    assert (found.kind, found.start, found.distance_m) == ("Running", local(2026, 1, 15, 7), 10000.0)
    assert values(parsed, "heart_rate_variability") == {"2026-01-15": 65.0}


def _table(rows: list[dict[str, str]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


@settings(max_examples=40, deadline=None)
@given(
    steps=st.lists(st.integers(0, 60_000), min_size=1, max_size=12),
    shuffled=st.randoms(),
    hours=st.integers(-11, 13),
    mark=st.booleans(),
)
def test_days_in_any_order_and_twice_state_the_same(steps: list[int], shuffled: Any, hours: int, *, mark: bool) -> None:
    first = date(2024, 2, 25)
    records = [uds(first + timedelta(days=index), each, hours=hours) for index, each in enumerate(steps)]
    again = [*records, *records]
    shuffled.shuffle(again)
    content = (b"\xef\xbb\xbf" if mark else b"") + json.dumps(again).encode()
    parsed = gathered(GARMIN, {DAYS: content})
    expected = {(first + timedelta(days=index)).isoformat(): float(each) for index, each in enumerate(steps)}
    assert values(parsed, "steps") == expected


@settings(max_examples=40, deadline=None)
@given(cut=st.integers(1, 400))
def test_an_export_that_is_cut_off_is_refused_as_a_whole(cut: int) -> None:
    content = json.dumps([LEAP, LEAP]).encode()
    with pytest.raises(DamagedError):
        gathered(GARMIN, {DAYS: content[:-cut]})
