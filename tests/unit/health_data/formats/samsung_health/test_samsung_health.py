"""Samsung Health's tables: small invented ones, values worked out by hand."""

import json
from datetime import UTC, date, datetime

from services.health_data.adapters.formats.samsung_health import SAMSUNG_HEALTH
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

STAMP = "20240305120000"


def table(name: str, *lines: str) -> dict[str, bytes]:
    text = "\n".join((f"{name},7006011,6", *(f"{line}," for line in lines), ""))
    return {f"samsunghealth/{name}.{STAMP}.csv": f"\ufeff{text}".encode()}


def midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def values(parsed: ParsedFile, metric: str) -> dict[date, float]:
    series = parsed.numbers[metric]
    return {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}


SLEEP = table(
    "com.samsung.shealth.sleep",
    "sleep_score,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,"
    "com.samsung.health.sleep.time_offset,com.samsung.health.sleep.datauuid,combined_id",
    "82,2024-03-01 22:30:00.000,2024-03-02 06:00:00.000,UTC+0200,night,",
    "60,2024-03-02 12:00:00.000,2024-03-02 12:40:00.000,UTC+0200,nap,",
)
STAGES = table(
    "com.samsung.health.sleep_stage",
    "start_time,end_time,stage,sleep_id,time_offset",
    "2024-03-01 22:30:00.000,2024-03-02 02:30:00.000,40002,night,UTC+0200",
    "2024-03-02 02:30:00.000,2024-03-02 04:00:00.000,40003,night,UTC+0200",
    "2024-03-02 04:00:00.000,2024-03-02 04:15:00.000,40001,night,UTC+0200",
    "2024-03-02 04:15:00.000,2024-03-02 06:00:00.000,40004,night,UTC+0200",
    "2024-03-02 12:00:00.000,2024-03-02 12:40:00.000,40002,nap,UTC+0200",
)


def test_a_night_is_the_session_with_its_stages_in_local_time() -> None:
    parsed = gathered(SAMSUNG_HEALTH, SLEEP | STAGES)
    night = date(2024, 3, 2)
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "sleep_minutes": {night: 435},
        "light_sleep_minutes": {night: 240},
        "deep_sleep_minutes": {night: 90},
        "rem_sleep_minutes": {night: 105},
        "awake_minutes": {night: 15},
        "sleep_score": {night: 82},
    }
    assert parsed.local_times == {
        "bed_time": {19784: datetime(2024, 3, 2, 0, 30)},  # noqa: DTZ001, local
        "wake_up_time": {19784: datetime(2024, 3, 2, 8)},  # noqa: DTZ001, local
    }


def test_a_session_without_stages_states_no_time_asleep() -> None:
    parsed = gathered(SAMSUNG_HEALTH, SLEEP)
    assert "sleep_minutes" not in parsed.numbers
    assert "time in bed" in dict(parsed.absent)["sleep_minutes"]


def test_sessions_that_belong_together_are_one_night() -> None:
    sleep = table(
        "com.samsung.shealth.sleep",
        "start_time,end_time,time_offset,datauuid,combined_id",
        "2024-03-01 22:00:00.000,2024-03-02 01:00:00.000,UTC+0000,a,both",
        "2024-03-02 02:00:00.000,2024-03-02 06:00:00.000,UTC+0000,b,both",
    )
    stages = table(
        "com.samsung.health.sleep_stage",
        "start_time,end_time,stage,sleep_id",
        "2024-03-01 22:00:00.000,2024-03-02 01:00:00.000,40002,a",
        "2024-03-02 02:00:00.000,2024-03-02 06:00:00.000,40003,b",
    )
    parsed = gathered(SAMSUNG_HEALTH, sleep | stages)
    assert values(parsed, "sleep_minutes") == {date(2024, 3, 2): 420}
    assert list(parsed.local_times["bed_time"].values()) == [datetime(2024, 3, 1, 22)]  # noqa: DTZ001, local


def test_steps_are_those_of_all_devices_together() -> None:
    leap, next_day, third = date(2024, 2, 29), date(2024, 3, 1), date(2024, 3, 2)
    trend = table(
        "com.samsung.shealth.step_daily_trend",
        "update_time,source_type,count,distance,calorie,deviceuuid,day_time",
        f"2024-03-01 06:00:00.000,-2,8000,6000,300,all,{midnight(leap)}",
        f"2024-02-29 12:00:00.000,-2,4000,3000,150,all,{midnight(leap)}",
        f"2024-03-01 06:00:00.000,0,5000,4000,200,phone,{midnight(leap)}",
        f"2024-03-01 06:00:00.000,0,5100,4000,200,phone,{midnight(next_day)}",
        f"2024-03-01 06:00:00.000,1,7000,5000,200,watch,{midnight(next_day)}",
        f"2024-03-01 06:00:00.000,0,1234,900,200,phone,{midnight(third)}",
    )
    pedometer = table(
        "com.samsung.shealth.tracker.pedometer_day_summary",
        "step_count,distance,day_time,deviceuuid,update_time",
        f"9999,9999,{midnight(leap)},phone,2024-03-01 06:00:00.000",
    )
    calories = table(
        "com.samsung.shealth.calories_burned.details",
        "com.samsung.shealth.calories_burned.rest_calorie,com.samsung.shealth.calories_burned.active_calorie,"
        "com.samsung.shealth.calories_burned.day_time",
        f"1631.5,420.5,{midnight(leap)}",
    )
    parsed = gathered(SAMSUNG_HEALTH, trend | pedometer | calories)
    assert values(parsed, "steps") == {leap: 8000, third: 1234}
    assert values(parsed, "distance_km") == {leap: 6, third: 0.9}
    assert values(parsed, "calories_kcal") == {leap: 2052}
    assert parsed.skipped[0].reason == "steps: stated by several devices and not for all together"


def test_what_was_measured_and_done() -> None:
    weight = table(
        "com.samsung.health.weight",
        "weight,height,body_fat,start_time,time_offset",
        "71.5,178,18.5,2024-03-01 23:30:00.000,UTC+0100",
    )
    oxygen = table(
        "com.samsung.shealth.tracker.oxygen_saturation",
        "com.samsung.health.oxygen_saturation.spo2,com.samsung.health.oxygen_saturation.start_time,"
        "com.samsung.health.oxygen_saturation.time_offset",
        "97,2024-03-02 02:00:00.000,UTC-0500",
        "95,2024-03-02 03:00:00.000,UTC-0500",
    )
    exercise = table(
        "com.samsung.shealth.exercise",
        "title,com.samsung.health.exercise.start_time,com.samsung.health.exercise.end_time,"
        "com.samsung.health.exercise.time_offset,com.samsung.health.exercise.exercise_type,"
        "com.samsung.health.exercise.duration,com.samsung.health.exercise.distance,"
        "com.samsung.health.exercise.calorie,com.samsung.health.exercise.mean_heart_rate",
        ",2024-03-01 16:00:00.250,2024-03-01 16:30:00.000,UTC+0530,1002,1800000,5012.5,300.5,151",
    )
    variability = table(
        "com.samsung.health.hrv", "binning_data,start_time,time_offset", "n.binning_data.json,,UTC+0200"
    )
    stretches = [
        {
            "start_time": midnight(date(2024, 3, 2)),
            "end_time": midnight(date(2024, 3, 2)) + 300_000,
            "rmssd": value,
            "sdnn": 60,
        }
        for value in (40.0, 50.0)
    ]
    stretches[1]["end_time"] += 300_000
    files = {
        "samsunghealth/jsons/com.samsung.health.hrv/n/n.binning_data.json": json.dumps(stretches).encode(),
        "samsunghealth/jsons/com.samsung.shealth.stress/s/s.binning_data.json": b"[]",
    }
    parsed = gathered(SAMSUNG_HEALTH, weight | oxygen | exercise | variability | files)
    assert values(parsed, "weight_kg") == {date(2024, 3, 2): 71.5}
    assert values(parsed, "body_fat_percent") == {date(2024, 3, 2): 18.5}
    assert values(parsed, "spo2") == {date(2024, 3, 1): 96}
    assert values(parsed, "heart_rate_variability") == {date(2024, 3, 2): 45}
    assert values(parsed, "hrv_sdnn") == {date(2024, 3, 2): 60}
    assert parsed.profile.height_cm == 178
    (run,) = parsed.activities
    assert (run.kind, run.start, run.duration_min) == ("Running", datetime(2024, 3, 1, 21, 30), 30)  # noqa: DTZ001, local
    assert (run.distance_m, run.calories_kcal, run.average_heart_rate) == (5012.5, 300.5, 151)


def test_a_table_is_known_by_its_first_line_whatever_its_file_is_called() -> None:
    (content,) = table(
        "com.samsung.health.water_intake", "start_time,amount,time_offset", "2024-03-01 22:30:00.000,250.0,UTC+0200"
    ).values()
    (drink,) = gathered(SAMSUNG_HEALTH, {"Water Intake.csv": content}).entries
    assert (drink.tag, drink.day, drink.amount, drink.unit) == ("water", date(2024, 3, 2), 250, "ml")


def test_steps_of_the_device_called_combined_are_those_of_all_devices() -> None:
    day = midnight(date(2024, 3, 1))
    pedometer = table(
        "com.samsung.shealth.tracker.pedometer_day_summary",
        "step_count,source_info,distance,deviceuuid,day_time,update_time",
        f"4197,,3146.75,phone,{day},2024-03-01 22:00:00.000",
        f"5418,,3644.775,watch,{day},2024-03-02 20:00:00.000",
        f"6354,a.source_info.json,4512.035,VfS0qUERdZ,{day},2024-03-01 20:00:00.000",
    )
    parsed = gathered(SAMSUNG_HEALTH, pedometer)
    assert values(parsed, "steps") == {date(2024, 3, 1): 6354}
    assert values(parsed, "distance_km") == {date(2024, 3, 1): 4.512035}


def test_floors_are_those_of_the_day_else_the_climbs_that_one_device_counted() -> None:
    days = table(
        "com.samsung.shealth.tracker.floors_day_summary",
        "floor_count,day_time",
        f"9,{midnight(date(2024, 3, 1))}",
    )
    climbs = table(
        "com.samsung.health.floors_climbed",
        "start_time,floor,time_offset,deviceuuid",
        "2024-03-01 10:00:00.000,2.0,UTC+0200,watch",
        "2024-03-01 22:30:00.000,1.0,UTC+0200,watch",
        "2024-03-02 10:00:00.000,3.0,UTC+0200,watch",
        "2024-03-02 10:00:00.000,3.0,UTC+0200,watch",
        "2024-03-03 10:00:00.000,3.0,UTC+0200,watch",
        "2024-03-03 10:00:01.000,3.0,UTC+0200,phone",
    )
    parsed = gathered(SAMSUNG_HEALTH, days | climbs)
    assert values(parsed, "floors_climbed") == {date(2024, 3, 1): 9, date(2024, 3, 2): 4}
    assert [skip.reason for skip in parsed.skipped] == [
        "floors_climbed: climbs that several devices counted, which cannot be added up"
    ]


def test_times_of_the_data_viewer_are_those_of_its_phone() -> None:
    content = (
        "com.samsung.health.weight\ntime_offset,weight,start_time\n"
        "-18000000,80.5,2024-03-09 01:30:00.000\n-14400000,81,2024-03-10 02:00:00.000\n"
        "-18000000,82,2024-03-11 02:00:00.000\n28800000,83,2024-03-12 02:00:00.000\n"
    )
    parsed = gathered(SAMSUNG_HEALTH, {"com.samsung.health.weight.201909262148.csv": content.encode()})
    assert values(parsed, "weight_kg") == {date(2024, 3, 9): 80.5, date(2024, 3, 10): 81, date(2024, 3, 11): 82}
    assert [skip.first_lines for skip in parsed.skipped] == [(6,)]
    assert any("clock of the phone" in note for note in parsed.notes)
