"""The archive of a Polar Flow account in both of its generations, and the table of one session."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.polar import POLAR
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.clock import local
from tests.unit.health_data.formats.support import gathered

UUID = "0a1b2c3d-0000-4000-8000-000000000000"
PERSON = {"birthday": "1985-01-01", "sex": "MALE", "height, cm": 181.0, "weight, kg": 77.5, "restingHeartRate": 55}


def values(parsed: ParsedFile) -> dict[str, dict[str, float]]:
    return {
        name: {from_epoch_day(day).isoformat(): float(value) for day, value in zip(each.days, each.values, strict=True)}
        for name, each in parsed.numbers.items()
    }


def read(**files: object) -> ParsedFile:
    """Files by the beginning of their names, the rest of which Polar adds."""
    return gathered(
        POLAR, {f"{name.replace('__', '-')}-{UUID}.json": json.dumps(each).encode() for name, each in files.items()}
    )


def day(date: str, **more: object) -> dict[str, Any]:
    return {"exportVersion": "1.6", "date": date, "physicalInformation": PERSON, **more}


def sleep(night: str, start: str, end: str, asleep: str, **phases: str) -> dict[str, Any]:
    return {
        "night": night,
        "evaluation": {
            "sleepType": "SLEEP_PLUS_STAGES",
            "asleepDuration": asleep,
            "interruptions": {"totalDuration": "PT30M"},
            **({"phaseDurations": phases} if phases else {}),
        },
        "sleepResult": {
            "hypnogram": {"sleepStart": start, "sleepEnd": end, "sleepStartOffset": 0, "sleepEndOffset": 0}
        },
    }


def test_a_day_is_read_by_its_summary_or_by_its_minutes() -> None:
    summary = {"stepCount": 8000, "stepsDistance": 6000.5, "calories": 2500, "startTime": "00:00:00"}
    minutes = [{"localTime": "08:00:00", "value": 60}, {"localTime": "08:01:00", "value": 40}]
    parsed = read(
        activity__2024__02__29=day("2024-02-29", summary=summary, samples={"steps": minutes}),
        activity__2024__03__01=day("2024-03-01", samples={"steps": [*minutes, minutes[0]]}),
        activity__2024__03__02=day("2024-03-02", samples={}),
        activity__2024__03__03=day("2024-03-03", samples={"steps": [{"value": 100}, {"value": 200}]}),
    )
    assert values(parsed) == {
        "steps": {"2024-02-29": 8000.0, "2024-03-01": 100.0, "2024-03-03": 300.0},
        "distance_km": {"2024-02-29": 6.0005},
        "calories_kcal": {"2024-02-29": 2500.0},
    }
    assert len(parsed.recorded_days) == 4
    profile = parsed.profile
    assert (profile.sex, profile.birth_year, profile.height_cm, profile.weight_kg) == ("male", 1985, 181.0, 77.5)
    assert "resting_heart_rate" in dict(parsed.absent)


def test_a_distance_that_cannot_be_in_metres_is_left_out() -> None:
    parsed = read(activity__2024__02__29=day("2024-02-29", summary={"stepCount": 8000, "stepsDistance": 6.0}))
    assert "distance_km" not in parsed.numbers
    assert any("metres" in skip.reason for skip in parsed.skipped)


def test_a_night_belongs_to_the_day_of_its_end_by_the_clock_of_the_person() -> None:
    result = sleep(
        "2026-01-05",
        "2026-01-05T22:30:00.000+09:00",
        "2026-01-06T06:30:00.000+09:00",
        "PT7H30M",
        wake="PT30M",
        rem="PT1H30M",
        light="PT4H30M",
        deep="PT1H30M",
    )
    parsed = read(
        sleep_result_42=[result],
        sleep_score_42=[{"night": "2026-01-05", "sleepScoreResult": {"sleepScore": 82.0}}],
        nightly_recovery_42=[{"night": "2026-01-05", "meanNightlyRecoveryRmssd": 42, "meanNightlyRecoveryRri": 900}],
        nightly_recovery_blob_42=[{"hrvData": {"samples": [37, 41]}}],
    )
    found = {"sleep_minutes": 450.0, "deep_sleep_minutes": 90.0, "rem_sleep_minutes": 90.0, "awake_minutes": 30.0}
    found |= {"light_sleep_minutes": 270.0, "sleep_score": 82.0, "heart_rate_variability": 42.0}
    assert values(parsed) == {name: {"2026-01-06": value} for name, value in found.items()}
    assert list(parsed.local_times["bed_time"].values()) == [local(2026, 1, 5, 22, 30)]
    assert list(parsed.local_times["wake_up_time"].values()) == [local(2026, 1, 6, 6, 30)]
    assert [name for name, _ in parsed.left_out] == [f"nightly_recovery_blob_42-{UUID}.json"]


def test_of_two_sleeps_that_end_on_a_day_the_longest_counts() -> None:
    parsed = read(
        sleep_result_42=[
            sleep("2026-01-06", "2026-01-05T23:00:00+01:00", "2026-01-06T06:00:00+01:00", "PT6H30M"),
            sleep("2026-01-07", "2026-01-06T14:00:00+01:00", "2026-01-06T15:30:00+01:00", "PT1H20M"),
        ]
    )
    assert values(parsed)["sleep_minutes"] == {"2026-01-06": 390.0}


def test_sessions_of_both_generations_are_read_in_their_units() -> None:
    old = {
        "exportVersion": "1.3",
        "startTime": "2019-06-20T11:17:03.000",
        "stopTime": "2019-06-20T11:47:11.000",
        "duration": "PT1808.5S",
        "distance": 4480.0,
        "averageHeartRate": 156,
        "kiloCalories": 435,
        "exercises": [{"sport": "TRAIL_RUNNING", "ascent": 43.0, "startTime": "2019-06-20T11:17:03.000"}],
    }
    new = {
        "identifier": {"id": "a"},
        "startTime": "2026-01-04T06:15:00",
        "stopTime": "2026-01-04T07:16:00",
        "durationMillis": 3_600_000,
        "distanceMeters": 10_000,
        "calories": 600,
        "hrAvg": 142,
        "sport": {"id": "1"},
        "product": {"modelName": "Polar Vantage V3"},
        "exercises": [{"startTime": "2026-01-04T06:15:00", "sport": {"id": "1"}}],
    }
    parsed = read(training__session__2019__06__20__1=old, training__session_2026__01__04T06__15__00_42=new)
    first, second = parsed.activities
    assert (first.kind, first.distance_m, first.calories_kcal) == ("Trail running", 4480.0, 435.0)
    assert (first.average_heart_rate, first.elevation_gain_m) == (156.0, 43.0)
    assert first.duration_min == pytest.approx(1808.5 / 60)
    assert (second.kind, second.start, second.end) == ("Running", local(2026, 1, 4, 6, 15), local(2026, 1, 4, 7, 16))
    assert (second.duration_min, second.distance_m, second.calories_kcal) == (60.0, 10000.0, 600.0)
    assert parsed.profile.devices == ("Polar Vantage V3",)


def test_a_session_of_several_sports_is_several_activities() -> None:
    parts = [
        {"startTime": "2026-01-06T07:30:00", "durationMillis": 1_800_000, "distanceMeters": 3500, "sport": {"id": "1"}},
        {"startTime": "2026-01-06T08:00:00", "durationMillis": 900_000, "distanceMeters": 9000, "sport": {"id": "99"}},
    ]
    whole = {
        "startTime": "2026-01-06T07:30:00",
        "durationMillis": 2_700_000,
        "distanceMeters": 12500,
        "exercises": parts,
    }
    parsed = read(training__session_2026_42=whole)
    assert [(each.kind, each.distance_m) for each in parsed.activities] == [("Running", 3500.0), ("Exercise", 9000.0)]
    assert any("number" in note for note in parsed.notes)


TABLE = (
    "Name,Sport,Date,Start time,Duration,Total distance (km),Average heart rate (bpm),Calories,Ascent (m),\n"
    "A. Person,RUNNING,{date},11:17:03,00:30:09,4.48,156,435,43,\n"
    "Sample rate,Time,HR (bpm),\n1,00:00:00,95,\n1,00:00:01,96,\n"
)


def test_the_table_of_a_session_is_read_where_its_date_can_be_told() -> None:
    parsed = gathered(
        POLAR,
        {
            "a.csv": TABLE.format(date="20-06-2018").encode(),
            "A_Person_2018-07-06_11-17-03.CSV": TABLE.format(date="06-07-2018").replace("(km)", "(mi)").encode(),
        },
    )
    first, second = parsed.activities
    assert (first.start, first.duration_min) == (local(2018, 6, 20, 11, 17, 3), 30.15)
    assert (first.kind, first.average_heart_rate, first.elevation_gain_m) == ("Running", 156.0, 43.0)
    assert first.distance_m == pytest.approx(4480.0)
    assert second.start == local(2018, 7, 6, 11, 17, 3)
    assert second.distance_m == pytest.approx(4.48 * 1609.344)


def test_a_date_that_can_be_read_in_two_ways_is_left_out() -> None:
    parsed = gathered(POLAR, {"a.csv": TABLE.format(date="05-06-2018").encode()})
    assert not parsed.activities
    assert "two ways" in parsed.left_out[0][1]


def test_files_of_others_are_not_claimed() -> None:
    parsed = gathered(POLAR, {"activity-2024.json": b'{"activityId": 1}', "Sleep.csv": b"Date,Score\n2026-01-01,5\n"})
    assert not parsed.found
    assert not parsed.left_out


@settings(max_examples=40, deadline=None)
@given(
    asleep=st.lists(st.integers(60, 700), min_size=1, max_size=6),
    hours=st.integers(-11, 13),
    shuffled=st.randoms(),
)
def test_nights_in_any_order_and_twice_state_the_same(asleep: list[int], hours: int, shuffled: Any) -> None:
    nights = [
        sleep(
            f"2024-02-{25 + index:02}",
            f"2024-02-{25 + index:02}T00:30:00{hours:+03}:00",
            f"2024-02-{25 + index:02}T12:30:00{hours:+03}:00",
            f"PT{each // 60}H{each % 60}M",
        )
        for index, each in enumerate(asleep[:5])
    ]
    again = [*nights, *nights]
    shuffled.shuffle(again)
    parsed = read(sleep_result_42=again)
    expected = {f"2024-02-{25 + index:02}": float(each) for index, each in enumerate(asleep[:5])}
    assert values(parsed)["sleep_minutes"] == expected


@settings(max_examples=30, deadline=None)
@given(cut=st.integers(1, 150))
def test_a_file_that_is_cut_off_is_refused(cut: int) -> None:
    content = json.dumps(day("2024-02-29", summary={"stepCount": 8000})).encode()
    with pytest.raises(DamagedError):
        gathered(POLAR, {f"activity-2024-02-29-{UUID}.json": content[:-cut]})
