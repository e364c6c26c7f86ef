"""What is read out of account exports and Takeouts, value by value."""

import json
from datetime import date, datetime, timedelta

import pytest

from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import Activity, from_epoch_day
from tests.unit.health_data.formats.fitbit.exports import (
    PROFILE,
    ROOT,
    a_log,
    days,
    local,
    logs,
    reasons,
    series,
    us,
)
from tests.unit.health_data.formats.support import gathered

MARCH = date(2024, 3, 5)
NOON = local("2024-03-05T12:00")


def test_steps_in_utc_are_counted_on_the_local_day() -> None:
    # 02:00 UTC is 21:00 of the day before in New York, 06:00 is 01:00.
    steps = series([(local("2024-03-06T02:00"), 100), (local("2024-03-06T06:00"), 20), (local("2024-03-06T06:01"), 3)])
    parsed = gathered(
        FITBIT, {f"{ROOT}/steps-2024-03-05.json": steps, "Takeout/Fitbit/Your Profile/Profile.csv": PROFILE}
    )
    assert days(parsed, "steps") == {MARCH: 100, date(2024, 3, 6): 23}
    assert parsed.places["steps"].counts.tolist() == [1, 2]
    assert parsed.places["steps"].rows.tolist() == [1, 2]
    assert any("America/New_York" in note for note in parsed.notes)


def test_without_a_profile_the_files_of_the_heart_rate_show_when_a_local_day_begins() -> None:
    files = {f"{ROOT}/steps-2024-03-05.json": series([(local("2024-03-05T13:00"), 7), (local("2024-03-05T14:30"), 9)])}
    for day in (4, 5, 6):
        first = local(f"2024-03-{day - 1:02d}T14:00:07")
        beats = [{"dateTime": us(first), "value": {"bpm": 61, "confidence": 2}}]
        files[f"{ROOT}/heart_rate-2024-03-{day:02d}.json"] = json.dumps(beats).encode()
    parsed = gathered(FITBIT, files)
    assert days(parsed, "steps") == {MARCH: 7, date(2024, 3, 6): 9}
    assert parsed.left_out[0][0].endswith("and 2 more")


def test_with_no_zone_at_all_days_are_those_of_utc_and_the_report_says_so() -> None:
    parsed = gathered(FITBIT, {"steps-2024-03-05.json": series([(local("2024-03-05T23:59"), 7)])})
    assert days(parsed, "steps") == {MARCH: 7}
    assert any("days are those of UTC" in note for note in parsed.notes)


@pytest.mark.parametrize(("per_km", "said"), [(100_000, "centimetres"), (1000, "metres"), (1, "kilometres")])
def test_distances_are_in_the_unit_that_makes_a_step_of_them(per_km: int, said: str) -> None:
    at = [local(f"2024-03-{day:02d}T12:00") for day in (5, 6, 7)]
    files = {
        "steps-2024-03-05.json": series((each, 4000) for each in at),
        "distance-2024-03-05.json": series((each, 2.8 * per_km) for each in at),
    }
    parsed = gathered(FITBIT, files)
    assert list(days(parsed, "distance_km").values()) == pytest.approx([2.8] * 3)
    assert any(said in note for note in parsed.notes)


def test_distances_without_steps_are_left_out_with_a_reason() -> None:
    parsed = gathered(FITBIT, {"distance-2024-03-05.json": series([(NOON, 4180)])})
    assert not days(parsed, "distance_km")
    assert parsed.absent[0][0] == "distance_km"
    assert parsed.left_out[0][0] == "distance-2024-03-05.json"


def test_decimals_by_the_minute_add_up_as_decimals_do() -> None:
    midnight = local("2024-03-05T00:00")
    minutes = [(midnight + timedelta(minutes=each), 1.1) for each in range(1440)]
    parsed = gathered(FITBIT, {f"{ROOT}/calories-2024-03-05.json": series(minutes), "Fitbit/Profile.csv": PROFILE})
    assert sum(value for _, value in minutes) != 1584
    assert days(parsed, "calories_kcal") == {MARCH: 1584}


def test_calories_are_local_and_count_for_whole_days_alone() -> None:
    midnight = local("2024-03-05T00:00")
    minutes = [(midnight + timedelta(minutes=each), 1.25) for each in range(1440 + 700)]
    parsed = gathered(FITBIT, {f"{ROOT}/calories-2024-03-05.json": series(minutes), "Fitbit/Profile.csv": PROFILE})
    assert days(parsed, "calories_kcal") == {MARCH: pytest.approx(1800)}
    assert reasons(parsed) == ["calories_kcal: not all minutes of the day are there"]


def test_climb_is_told_in_floors_of_ten_feet() -> None:
    parsed = gathered(FITBIT, {"altitude-2024-03-05.json": series([(NOON, 10), (NOON + timedelta(minutes=9), 20)])})
    assert days(parsed, "floors_climbed") == {MARCH: 3}


def test_a_resting_heart_rate_of_0_is_no_reading() -> None:
    rest = [
        {"dateTime": "03/05/24 00:00:00", "value": {"date": "03/05/24", "value": 58.4, "error": 6.2}},
        {"dateTime": "03/06/24 00:00:00", "value": {"date": None, "value": 0.0, "error": 0.0}},
    ]
    parsed = gathered(FITBIT, {"resting_heart_rate-2024-01-01.json": json.dumps(rest).encode()})
    assert days(parsed, "resting_heart_rate") == {MARCH: 58.4}


def test_the_night_is_the_main_sleep_and_naps_are_entries() -> None:
    nap = a_log("2024-03-05T16:00:00", 50, mainSleep=False, type="classic")
    nap["startTime"] = "2024-03-05T15:00:00.000"
    files = {
        f"{ROOT}/sleep-2024-02-22.json": logs(nap, a_log("2024-03-05T06:30:00", 420), a_log("2024-03-05T06:30:00", 420))
    }
    parsed = gathered(FITBIT, files)
    assert {name: days(parsed, name)[MARCH] for name in parsed.numbers} == {
        "sleep_minutes": 420,
        "awake_minutes": 60,
        "deep_sleep_minutes": 80,
        "rem_sleep_minutes": 90,
        "light_sleep_minutes": 250,
    }
    (when,) = parsed.local_times["wake_up_time"].items()
    assert (from_epoch_day(when[0]), when[1]) == (MARCH, local("2024-03-05T06:30"))
    assert [(each.tag, each.amount, each.unit) for each in parsed.entries] == [("nap", 50, "min")]


def test_classic_logs_have_no_stages() -> None:
    summary = {"asleep": {"minutes": 400}, "restless": {"minutes": 20}, "awake": {"minutes": 5}}
    log = a_log("2024-03-05T06:30:00", 400, type="classic", minutesAwake=25, levels={"summary": summary})
    parsed = gathered(FITBIT, {"sleep-2024-02-22.json": logs(log)})
    assert set(parsed.numbers) == {"sleep_minutes", "awake_minutes"}


def test_a_sleep_score_counts_for_the_night_whose_log_it_names() -> None:
    night, nap = a_log("2024-03-05T06:30:00", 420), a_log("2024-03-05T16:00:00", 60, mainSleep=False)
    scores = (
        "sleep_log_entry_id,timestamp,overall_score,restlessness\n"
        f"{nap['logId']},2024-03-05T16:00:00Z,40,0.1\n{night['logId']},2024-03-05T06:30:00Z,83,0.1\n"
        "77,2024-03-07T06:30:00Z,71,0.2\n78,2024-03-08T06:30:00Z,,0.2\n"
    )
    parsed = gathered(
        FITBIT, {"sleep-2024-03-01.json": logs(night, nap), "Sleep Score/sleep_score.csv": scores.encode()}
    )
    assert days(parsed, "sleep_score") == {MARCH: 83, date(2024, 3, 7): 71}


def test_the_newer_tables_of_sleep_are_local_by_their_offsets() -> None:
    sleeps = (
        "sleep_id,sleep_type,minutes_asleep,minutes_awake,start_utc_offset,sleep_start,end_utc_offset,sleep_end\n"
        "1,STAGES,410,40,+05:30,2024-03-04T17:30:00Z,+05:30,2024-03-05T01:00:00Z\n"
    )
    stages = (
        "sleep_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end\n"
        "1,DEEP,+05:30,2024-03-04T18:00:00Z,+05:30,2024-03-04T19:15:00Z\n"
        "1,AWAKE,+05:30,2024-03-04T19:15:00Z,+05:30,2024-03-04T19:20:00Z\n"
    )
    folder = "Takeout/Google Health/Health Fitness Data_GoogleData"
    files = {f"{folder}/UserSleeps_1.csv": sleeps.encode(), f"{folder}/UserSleepStages_1.csv": stages.encode()}
    parsed = gathered(FITBIT, files)
    assert days(parsed, "sleep_minutes") == {MARCH: 410}
    assert days(parsed, "deep_sleep_minutes") == {MARCH: 75}
    assert list(parsed.local_times["bed_time"].values()) == [local("2024-03-04T23:00")]


def test_scores_of_the_newer_tables_are_those_of_their_sleeps() -> None:
    sleeps = (
        "sleep_id,minutes_asleep,minutes_awake,start_utc_offset,sleep_start,end_utc_offset,sleep_end\n"
        "1,410,40,+05:30,2024-03-04T17:30:00Z,+05:30,2024-03-05T01:00:00Z\n"
        "2,60,0,+05:30,2024-03-05T08:00:00Z,+05:30,2024-03-05T09:00:00Z\n"
    )
    scores = (
        "sleep_id,sleep_score_id,score_utc_offset,score_time,overall_score,duration_score\n"
        "2,12,+05:30,2024-03-05T09:00:00Z,60.5,-1\n"
        "1,11,+05:30,2024-03-05T01:00:00Z,85.18,-1\n"
        "3,13,+05:30,2024-03-06T01:00:00Z,70.1,-1\n"
    )
    files = {"UserSleeps_2024-03-01.csv": sleeps.encode(), "UserSleepScores_2024-03-01.csv": scores.encode()}
    assert days(gathered(FITBIT, files), "sleep_score") == {MARCH: 85.18}
    shown = b"sleep_log_entry_id,timestamp,overall_score\n9,2024-03-05T06:30:00Z,85\n"
    assert days(gathered(FITBIT, files | {"sleep_score.csv": shown}), "sleep_score") == {MARCH: 85}


def test_exercises_of_the_newer_tables_are_local_in_metres_and_not_those_of_the_json_files_again() -> None:
    table = (
        b"exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories,tracker_total_steps,"
        b"tracker_total_distance_mm,tracker_avg_heart_rate,manually_logged_total_calories,deletion_reason\n"
        b"1,2024-03-04T20:00:00Z,2024-03-04T20:30:00Z,+05:30,Outdoor Run,300,4200,5000000,149,0,\n"
        b"1,2024-03-04T20:00:00Z,2024-03-04T20:30:00Z,+05:30,Outdoor Run,300,4200,5000000,149,0,\n"
        b"2,2024-03-06T06:00:00Z,2024-03-06T07:00:00Z,-08:00,Yoga,0,0,0,-1,120,\n"
        b"3,2024-03-07T06:00:00Z,2024-03-07T07:00:00Z,-08:00,Bike,0,0,0,-1,0,USER\n"
    )
    run, yoga = gathered(FITBIT, {"UserExercises_2024-03-01.csv": table}).activities
    assert (run.kind, run.start, run.end) == ("Outdoor Run", local("2024-03-05T01:30"), local("2024-03-05T02:00"))
    assert (run.duration_min, run.distance_m, run.calories_kcal, run.steps, run.average_heart_rate) == (
        *(30.0, 5000.0),
        *(300.0, 4200.0, 149.0),
    )
    assert (yoga.start, yoga.distance_m, yoga.calories_kcal) == (local("2024-03-05T22:00"), None, 120.0)
    logged = b"""[{"logId": 7, "activityName": "Run", "activityTypeId": 1, "startTime": "03/05/24 01:30:00",
        "duration": 1800000}]"""
    both = gathered(FITBIT, {"UserExercises_2024-03-01.csv": table, "exercise-0.json": logged})
    assert [each.kind for each in both.activities] == ["Run"]


@pytest.mark.parametrize(
    ("name", "table", "metric", "value"),
    [
        (
            "Daily Heart Rate Variability Summary - 2024-03-(5).csv",
            "timestamp,rmssd,nremhr,entropy\n2024-03-05T00:00:00,42.256,60.24,2.392\n",
            "heart_rate_variability",
            42.256,
        ),
        (
            "Daily Respiratory Rate Summary - 2024-03-05.csv",
            "timestamp,daily_respiratory_rate\n2024-03-05T00:00:00,15.4\n",
            "respiratory_rate",
            15.4,
        ),
        (
            "Daily SpO2 - 2024-01-11-2024-04-11.csv",
            "timestamp,average_value,lower_bound,upper_bound\n2024-03-05T00:00:00Z,96.5,93.0,99.9\n",
            "spo2",
            96.5,
        ),
        (
            "Computed Temperature - 2024-03-01.csv",
            (
                "type,sleep_start,sleep_end,temperature_samples,nightly_temperature\n"
                "IDT,2024-03-05T13:00,2024-03-05T14:00,60,30.0\nIDT,2024-03-04T23:15,2024-03-05T07:05,530,33.42\n"
            ),
            "skin_temperature",
            33.42,
        ),
        (
            "Stress Score.csv",
            (
                "DATE,UPDATED_AT,STRESS_SCORE,STATUS,CALCULATION_FAILED\n2024-03-04T00:00:00,x,0,NO_DATA,true\n"
                "2024-03-05T00:00:00,x,79,READY,false\n"
            ),
            "stress_management_score",
            79,
        ),
        (
            "daily_resting_heart_rate.csv",
            (
                "timestamp,beats per minute,data source\n2024-03-05T00:00:00Z,61.5,Fitbit App\n"
                "2024-03-05T22:01:13Z,51.0,Apple Health Health Kit\n"
            ),
            "resting_heart_rate",
            61.5,
        ),
        (
            "daily_heart_rate_variability.csv",
            (
                "timestamp,average heart rate variability milliseconds,data source\n2024-03-05T00:00:00Z,40,App\n"
                "2024-03-06T00:00:00Z,0.0,App\n"
            ),
            "heart_rate_variability",
            40,
        ),
        (
            "daily_oxygen_saturation.csv",
            "timestamp,average percentage,lower bound percentage,data source\n2024-03-05T12:00:00Z,94.8,93.2,App\n",
            "spo2",
            94.8,
        ),
    ],
)
def test_daily_tables_keep_the_date_that_is_written(name: str, table: str, metric: str, value: float) -> None:
    parsed = gathered(FITBIT, {f"Takeout/Fitbit/{name}": table.encode(), "Takeout/Fitbit/Profile.csv": PROFILE})
    assert days(parsed, metric) == {MARCH: value}


def test_active_zone_minutes_are_added_up_by_day_and_zone() -> None:
    table = (
        "date_time,heart_zone_id,total_minutes\n2024-03-05T09:07,FAT_BURN,1\n2024-03-05T09:08,CARDIO,2\n"
        "2024-03-05T09:08,CARDIO,2\n2024-03-05T09:09,PEAK,2\n"
    )
    parsed = gathered(FITBIT, {"Active Zone Minutes (AZM)/Active Zone Minutes - 2024-03-01.csv": table.encode()})
    assert {name: days(parsed, name)[MARCH] for name in parsed.numbers} == {
        "active_zone_minutes": 5,
        "fatburn_active_zone_minutes": 1,
        "cardio_active_zone_minutes": 2,
        "peak_active_zone_minutes": 2,
    }


def test_active_zone_minutes_are_whole_without_a_last_line_end_and_a_day_that_misses_one_has_no_sum() -> None:
    minutes = "".join(f"2024-03-05T09:{minute:02},CARDIO,2\n" for minute in range(6))
    name, header = "Active Zone Minutes - 2024-03-01.csv", "date_time,heart_zone_id,total_minutes\n"
    whole = gathered(FITBIT, {name: f"{header}{minutes}".removesuffix("\n").encode()})
    assert days(whole, "active_zone_minutes") == {MARCH: 12}
    cut = gathered(FITBIT, {name: f"{header}{minutes}2024-03-06T09:00,CARDIO,2\n2024-03-06T09:01,CARDIO,".encode()})
    assert days(cut, "active_zone_minutes") == {MARCH: 12}
    few = gathered(FITBIT, {name: f"{header}2024-03-06T09:00,CARDIO,2\n2024-03-06T09:01,CARDIO,2".encode()})
    assert not few.numbers


def test_zone_minutes_that_are_never_doubled_are_not_taken_for_active_zone_minutes() -> None:
    table = b"date_time,heart_zone_id,total_minutes\n2024-03-05T09:07,CARDIO,1\n2024-03-05T09:08,CARDIO,1\n"
    parsed = gathered(FITBIT, {"Active Zone Minutes - 2024-03-01.csv": table})
    assert not parsed.numbers
    assert parsed.absent[0][0] == "active_zone_minutes"


def test_the_newer_tables_count_days_of_one_device_only() -> None:
    steps = (
        "timestamp,steps,data source\n2024-03-05T12:00:00Z,34,Pixel Watch\n2024-03-05T12:01:00Z,66,Pixel Watch\n"
        "2024-03-05T12:00:18.008Z,30,Phone Health Connect\n2024-03-06T12:00:00Z,10,Pixel Watch\n"
        "2024-03-06T12:00:00Z,12,MobileTrack\n"
    )
    parsed = gathered(FITBIT, {"Physical Activity_GoogleData/steps_2024-03-01.csv": steps.encode()})
    assert days(parsed, "steps") == {MARCH: 100}
    assert "steps: days that several devices counted, which cannot be added up" in reasons(parsed)


def test_the_json_files_go_before_the_newer_tables() -> None:
    table = b"timestamp,steps,data source\n2024-03-05T12:00:00Z,34,Pixel Watch\n2024-03-06T12:00:00Z,5,Pixel Watch\n"
    files = {"steps-2024-03-05.json": series([(NOON, 40)]), "steps_2024-03-01.csv": table}
    assert days(gathered(FITBIT, files), "steps") == {MARCH: 40, date(2024, 3, 6): 5}


def a_weighing(weight: float, bmi: float) -> dict[str, bytes]:
    record = {"logId": 1, "weight": weight, "bmi": bmi, "date": "03/05/24", "time": "07:00:00", "fat": 21.5}
    return {"weight-2024-03-01.json": json.dumps([record]).encode()}


@pytest.mark.parametrize(("weight", "bmi", "kg"), [(176.3, 24.69, 79.968), (80.0, 24.69, 80.0)])
def test_the_body_mass_index_shows_whether_a_weight_is_in_pounds(weight: float, bmi: float, kg: float) -> None:
    parsed = gathered(FITBIT, a_weighing(weight, bmi))
    assert days(parsed, "weight_kg") == {MARCH: pytest.approx(kg, rel=1e-4)}
    assert days(parsed, "body_fat_percent") == {MARCH: 21.5}


def test_a_weight_that_makes_another_height_than_the_profile_says_is_skipped() -> None:
    # 1.94 m in kilograms, 1.30 m in pounds; the profile says 1.70 m.
    assert not days(gathered(FITBIT, a_weighing(150.0, 40.0) | {"Fitbit/Profile.csv": PROFILE}), "weight_kg")


def test_a_weight_whose_unit_nothing_shows_is_skipped() -> None:
    record = [{"logId": 1, "weight": 180, "date": "03/05/24", "time": "07:00:00"}]
    parsed = gathered(FITBIT, {"weight-2024-03-01.json": json.dumps(record).encode()})
    assert not parsed.numbers
    assert reasons(parsed) == ["weight_kg: no unit is stated, and no body mass index shows it"]


def test_weights_in_grams_count_on_the_local_day_the_last_of_a_day() -> None:
    table = "timestamp,weight grams,data source\n2024-03-06T02:11:30Z,65300,App\n2024-03-05T12:00:00Z,64900,App\n"
    parsed = gathered(FITBIT, {"weight.csv": table.encode(), "Fitbit/Profile.csv": PROFILE})
    assert days(parsed, "weight_kg") == {MARCH: 65.3}


def test_exercises_begin_in_utc_and_have_their_units() -> None:
    record = {
        "logId": 5,
        "activityName": "Run",
        "activityTypeId": 90009,
        "startTime": "03/05/24 23:07:21",
        "activeDuration": 1_800_000,
        "duration": 2_400_000,
        "calories": 300,
        "averageHeartRate": 150,
        "steps": 4800,
        "distance": 3.0,
        "distanceUnit": "Mile",
        "elevationGain": 45.72,
        "activeZoneMinutes": {"totalMinutes": 55},
    }
    parsed = gathered(FITBIT, {"exercise-0.json": json.dumps([record, record]).encode(), "Fitbit/Profile.csv": PROFILE})
    assert list(parsed.activities) == [
        Activity(
            start=local("2024-03-05T18:07:21"),
            end=local("2024-03-05T18:47:21"),
            kind="Run",
            duration_min=30,
            distance_m=pytest.approx(4828.032),  # type: ignore[arg-type]
            calories_kcal=300,
            average_heart_rate=150,
            elevation_gain_m=45.72,
            steps=4800,
            active_zone_minutes=55,
        )
    ]


def test_the_profile_says_who_the_person_is() -> None:
    files = {
        "Fitbit/Your Profile/Profile.csv": PROFILE,
        "Fitbit/Paired Devices/Trackers.csv": b"tracker_id,device_type\n1,MobileTrack\n2,Charge 5\n",
    }
    profile = gathered(FITBIT, files).profile
    assert (profile.sex, profile.birth_year, profile.height_cm) == ("female", 1990, 170)
    assert (profile.time_zone, profile.devices) == ("America/New_York", ("Charge 5",))


def test_periods_that_were_entered_and_meditation_become_entries() -> None:
    cycles = (
        "id,cycle_start_date,period_start_date,period_end_date,period_source\n"
        "1,2024-03-05,2024-03-05,2024-03-07,Manual\n2,2024-04-02,2024-04-02,2024-04-05,Computed\n"
    )
    sessions = "session_id,start_date_time,end_date_time\n1,2024-03-05T09:00:00+01:00,2024-03-05T09:05:00+01:00\n"
    files = {"menstrual_health_cycles.csv": cycles.encode(), "Mindfulness Sessions.csv": sessions.encode()}
    entries = gathered(FITBIT, files).entries
    assert [each.day.day for each in entries if each.tag == "period"] == [5, 6, 7]
    assert [(each.at, each.amount) for each in entries if each.tag == "meditation"] == [(local("2024-03-05T09:00"), 5)]


def test_what_is_not_kept_is_told_with_its_reason() -> None:
    files = {
        "Fitbit/estimated_oxygen_variation-2024-03-05.csv": b"timestamp,Infrared to Red Signal Ratio\n",
        "Fitbit/Social/badge.json": b"[]",
    }
    parsed = gathered(FITBIT, files)
    assert [member for member, _ in parsed.left_out] == list(files)
    assert parsed.absent == (("spo2", "Only the variation of the oxygen signal is there, no saturation."),)


@pytest.mark.parametrize("name", ["steps-2024-03-05.json", "sleep-2024-03-05.json", "exercise-0.json"])
def test_a_file_that_is_cut_off_stops_the_import(name: str) -> None:
    content = {
        "steps-2024-03-05.json": series([(NOON, 100)]),
        "sleep-2024-03-05.json": logs(a_log("2024-03-05T06:30:00", 420)),
        "exercise-0.json": b'[{"activityName": "Run", "activityTypeId": 1}]',
    }[name]
    with pytest.raises(DamagedError, match="export it again"):
        gathered(FITBIT, {name: content[:-1]})


def test_tables_of_others_are_not_claimed() -> None:
    plain = b"date,steps,calories burned\n2024-03-05,1000,2000\n"
    assert not gathered(FITBIT, {"my data.csv": plain, "weight.csv": b"date,weight_kg\n2024-03-05,70\n"}).members


def test_a_large_file_is_gone_through_without_holding_it() -> None:
    first = datetime.fromisoformat("2024-01-01T00:00")
    content = series((first + timedelta(minutes=each), 1) for each in range(180_000))
    assert len(content) > 8 * 1024**2
    found = days(gathered(FITBIT, {"steps.json": b"\xef\xbb\xbf" + content}), "steps")
    assert (len(found), found[date(2024, 1, 1)], sum(found.values())) == (125, 1440, 180_000)
    with pytest.raises(DamagedError):
        gathered(FITBIT, {"steps.json": content[:-3]})
    with pytest.raises(DamagedError, match="no list"):
        gathered(FITBIT, {"steps.json": b'{"dateTime": ' + content + b"}"})
