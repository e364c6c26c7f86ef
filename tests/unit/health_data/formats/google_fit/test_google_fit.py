"""What is read out of the folder "Fit" of Google Takeout, value by value."""

import json
from datetime import date, datetime
from typing import Any

import pytest

from services.health_data.adapters.formats.google_fit import GOOGLE_FIT
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

FIT = "Takeout/Fit"
DAY = date(2024, 3, 5)
HEADER = (
    "Date,Move Minutes count,Calories (kcal),Distance (m),Heart Points,Step count,Average weight (kg),Max weight (kg)"
)
QUARTERS = "Start time,End time,Calories (kcal),Distance (m),Step count,Average weight (kg)"


def days(parsed: ParsedFile, metric: str) -> dict[date, float]:
    found = parsed.numbers.get(metric)
    if found is None:
        return {}
    return {from_epoch_day(day): float(value) for day, value in zip(found.days, found.values, strict=True)}


def a_table(*rows: str, header: str = HEADER) -> bytes:
    return "\n".join((header, *rows, "")).encode()


def a_session(kind: str, start: str, end: str, **more: Any) -> bytes:
    return json.dumps({"fitnessActivity": kind, "startTime": start, "endTime": end} | more).encode()


def segments(*parts: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"fitnessActivity": kind, "startTime": start, "endTime": end} for kind, start, end in parts]


def test_the_table_of_all_days_has_steps_distance_energy_and_weight() -> None:
    table = a_table("2024-03-05,80,1837.1,3710.5,6.0,5803,70.5,71", "2024-03-06,,1650.2,,,,,")
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/Daily activity metrics/Daily activity metrics.csv": table})
    assert {name: days(parsed, name)[DAY] for name in parsed.numbers} == {
        "steps": 5803,
        "distance_km": pytest.approx(3.7105),
        "calories_kcal": 1837.1,
        "weight_kg": 70.5,
    }
    assert days(parsed, "calories_kcal")[date(2024, 3, 6)] == 1650.2
    assert parsed.places["steps"].rows.tolist() == [2]
    assert ("active_zone_minutes", "Heart Points are no active zone minutes.") in parsed.absent


def test_energy_of_movement_alone_is_not_that_of_the_day() -> None:
    table = a_table(*(f"2024-03-{day:02d},5,{100 + day},,,4000,," for day in range(1, 12)))
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/Daily activity metrics.csv": table})
    assert "calories_kcal" not in parsed.numbers
    assert "calories_kcal" in dict(parsed.absent)
    assert len(days(parsed, "steps")) == 11


def test_a_day_with_less_than_half_the_usual_energy_is_not_whole() -> None:
    table = a_table("2024-03-04,,1900,,,1,,", "2024-03-05,,850,,,2,,", "2024-03-06,,1800,,,3,,")
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/Daily activity metrics.csv": table})
    assert list(days(parsed, "calories_kcal")) == [date(2024, 3, 4), date(2024, 3, 6)]


@pytest.mark.parametrize(
    "header",
    [
        "Fecha,Recuento de pasos,Calorías (kcal),Distancia (m),Peso medio (kg),Peso máximo (kg)",
        "Дата,Число шагов,Калории (ккал),Дистанция (м),Средний вес (кг),Макс. вес (кг)",
        "날짜,걸음 수,칼로리(kcal),거리(m),평균 몸무게(kg),최대 몸무게(kg)",
        "Datum,Schrittanzahl,Kalorien (kcal),Distanz (m),Durchschnittliches Gewicht (kg),Maximales Gewicht (kg)",
    ],
)
def test_columns_in_other_languages_are_told_by_their_units_and_words(header: str) -> None:
    table = a_table("2024-03-05,8817,1900,5000,77.5,78", header=header)
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/daily.csv": table})
    assert {name: days(parsed, name)[DAY] for name in parsed.numbers} == {
        "steps": 8817,
        "distance_km": 5,
        "calories_kcal": 1900,
        "weight_kg": 77.5,
    }


def test_a_table_that_was_saved_in_another_country_keeps_its_values() -> None:
    header = HEADER.replace(",", ";")
    rows = (f"{day}.03.2024;5;1.900,5;3.710,5;;5.803;70,5;" for day in (12, 13, 14))
    parsed = gathered(
        GOOGLE_FIT, {f"{FIT}/Daily activity metrics.csv": b"\xef\xbb\xbf" + a_table(*rows, header=header)}
    )
    assert days(parsed, "steps")[date(2024, 3, 12)] == 5803
    assert days(parsed, "distance_km")[date(2024, 3, 12)] == pytest.approx(3.7105)
    assert days(parsed, "weight_kg")[date(2024, 3, 14)] == 70.5


def quarters(steps: int, energy: float = 20.0) -> bytes:
    """A day in India with all its quarters of an hour, one of them twice."""
    starts = [f"{hour:02d}:{minute:02d}:00.000+05:30" for hour in range(24) for minute in (0, 15, 30, 45)]
    rows = [f"{start},x,{energy},10,{steps},{'70' if start < '12' else ''}" for start in starts]
    return a_table(*rows, rows[7], header=QUARTERS)


def test_the_quarters_of_a_day_are_added_up() -> None:
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/Daily activity metrics/2024-03-05.csv": quarters(10)})
    assert {name: days(parsed, name)[DAY] for name in parsed.numbers} == {
        "steps": 960,
        "distance_km": pytest.approx(0.96),
        "calories_kcal": 1920,
        "weight_kg": 70,
    }
    assert parsed.places["steps"].counts.tolist() == [96]


def test_a_day_that_is_in_the_table_of_all_days_counts_once() -> None:
    files = {
        f"{FIT}/Daily activity metrics/Daily activity metrics.csv": a_table("2024-03-05,80,1837,3710,6,5803,,"),
        f"{FIT}/Daily activity metrics/2024-03-05.csv": quarters(10),
        f"{FIT}/Daily activity metrics/2024-03-06.csv": quarters(11),
    }
    assert days(gathered(GOOGLE_FIT, files), "steps") == {DAY: 5803, date(2024, 3, 6): 1056}


def test_a_night_with_segments_is_what_was_slept_in_local_time() -> None:
    parts = segments(
        ("sleep.light", "2024-03-04T22:00:00Z", "2024-03-05T01:00:00Z"),
        ("sleep.awake", "2024-03-05T01:00:00Z", "2024-03-05T01:30:00Z"),
        ("sleep.deep", "2024-03-05T01:30:00Z", "2024-03-05T03:00:00Z"),
        ("sleep.rem", "2024-03-05T03:00:00Z", "2024-03-05T04:00:00Z"),
        ("sleep.rem", "2024-03-05T03:00:00Z", "2024-03-05T04:00:00Z"),
    )
    night = a_session("sleep", "2024-03-04T22:00:00Z", "2024-03-05T04:00:00Z", duration="21600s", segment=parts)
    parsed = gathered(GOOGLE_FIT, {f"{FIT}/All Sessions/2024-03-04T17_00_00-05_00_SLEEP.json": night})
    # In New York it is still the evening of the 4th, and the morning of neither.
    assert {name: days(parsed, name) for name in parsed.numbers} == {
        "sleep_minutes": {date(2024, 3, 4): 330},
        "awake_minutes": {date(2024, 3, 4): 30},
        "light_sleep_minutes": {date(2024, 3, 4): 180},
        "deep_sleep_minutes": {date(2024, 3, 4): 90},
        "rem_sleep_minutes": {date(2024, 3, 4): 60},
    }
    assert list(parsed.local_times["bed_time"].values()) == [datetime.fromisoformat("2024-03-04T17:00:00")]


@pytest.mark.parametrize("parts", [[], segments(("sleep", "2024-03-04T22:00:00Z", "2024-03-05T06:00:00Z"))])
def test_a_session_without_segments_tells_the_time_in_bed_alone(parts: list[dict[str, str]]) -> None:
    night = a_session("sleep", "2024-03-04T22:00:00Z", "2024-03-05T06:00:00Z", segment=parts)
    parsed = gathered(GOOGLE_FIT, {"2024-03-04T22_00_00Z_SLEEP.json": night})
    assert not parsed.numbers
    assert parsed.absent[0] == (
        "sleep_minutes",
        "1 sleep sessions tell the time in bed, and not how much of it was slept.",
    )
    assert list(parsed.local_times["wake_up_time"].values()) == [datetime.fromisoformat("2024-03-05T06:00:00")]


def test_sessions_are_activities_with_what_they_add_up_to() -> None:
    sums = [
        {"metricName": "com.google.calories.expended", "floatValue": 210.5},
        {"metricName": "com.google.step_count.delta", "intValue": 4000},
        {"metricName": "com.google.distance.delta", "floatValue": 3100.0},
    ]
    run = a_session(
        "running.treadmill", "2024-03-05T06:00:00Z", "2024-03-05T06:40:00Z", duration="1800s", aggregate=sums
    )
    files = {
        f"{FIT}/All Sessions/2024-03-05T11_30_00+05_30_RUNNING.json": run,
        f"{FIT}/All Sessions/2024-03-05T12_30_00+05_30_STILL.json": a_session(
            "still", "2024-03-05T07:00:00Z", "2024-03-05T07:40:00Z"
        ),
    }
    (activity,) = gathered(GOOGLE_FIT, files).activities
    assert activity.start == datetime.fromisoformat("2024-03-05T11:30:00")
    assert (activity.kind, activity.duration_min) == ("Running (treadmill)", 30)
    assert (activity.calories_kcal, activity.steps, activity.distance_m) == (210.5, 4000, 3100)


def test_sessions_without_an_offset_are_in_that_of_the_days_table_else_in_utc() -> None:
    walk = a_session("walking", "2024-03-05T06:00:00Z", "2024-03-05T06:40:00Z")
    with_day = gathered(GOOGLE_FIT, {"walk.json": walk, f"{FIT}/2024-03-05.csv": quarters(1)})
    assert with_day.activities[0].start == datetime.fromisoformat("2024-03-05T11:30:00")
    alone = gathered(GOOGLE_FIT, {"walk.json": walk})
    assert alone.activities[0].start == datetime.fromisoformat("2024-03-05T06:00:00")
    assert any("days are those of UTC" in note for note in alone.notes)


def test_what_is_not_kept_is_told_with_its_reason() -> None:
    files = {
        f"{FIT}/All Data/derived_steps.json": b'{"Data Source": "derived:x", "Data Points": []}',
        f"{FIT}/Activities/2024-03-05.tcx": b"<TrainingCenterDatabase/>",
    }
    assert [why for _, why in gathered(GOOGLE_FIT, files).left_out] == [
        "single data points: the daily table has what is kept of them",
        "tracks of activities: the sessions have what is kept of them",
    ]


def test_tables_of_others_are_not_claimed() -> None:
    files = {"mine.csv": b"Date,Distance (m),Calories (kcal)\n2024-03-05,1000,2000\n", "x.json": b'{"a": 1}'}
    parsed = gathered(GOOGLE_FIT, files)
    assert not parsed.members
    assert not parsed.left_out
