"""Each layout on a snippet: what is recognised, converted, kept and left out."""

from datetime import UTC, date, datetime

import pytest

from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.layouts import LAYOUTS, ActivityLayout, BiomarkerLayout, DailyLayout, recognise
from services.health_data.domain.metrics import LOCAL_TIMES, METRIC, PROFILE_FIELDS
from services.health_data.domain.records import Activity, Biomarker, ParsedFile, Profile, to_epoch_day
from tests.unit.health_data.support import parse_good


def value(parsed: ParsedFile, metric: str, day: date) -> float:
    series = parsed.numbers[metric]
    return float(series.values[series.days.tolist().index(to_epoch_day(day))])


def test_a_canonical_daily_file_is_taken_as_it_stands() -> None:
    parsed = parse_good(
        "date,steps,resting_heart_rate,bed_time,sex,age_years\n"
        "2024-01-01,5000,58.5,2023-12-31T23:10:00,F,41\n"
        "2024-01-03,,57,,female,41\n"
    )
    assert (parsed.layout, parsed.rows_read, parsed.subject) == ("canonical_daily", 2, "")
    assert value(parsed, "resting_heart_rate", date(2024, 1, 1)) == 58.5
    assert parsed.numbers["steps"].days.tolist() == [to_epoch_day(date(2024, 1, 1))]
    assert parsed.local_times == {"bed_time": {19723: datetime(2023, 12, 31, 23, 10)}}  # noqa: DTZ001, local
    assert parsed.profile == Profile(age_years=41, sex="female")
    assert parsed.skipped == ()


def test_canonical_activities_come_in_metres_and_metres_a_minute() -> None:
    parsed = parse_good(
        "start,end,kind,duration_min,distance_km,calories_kcal,average_heart_rate,elevation_gain_m,steps,"
        "active_zone_minutes,speed_kmh\n"
        "2024-01-02 07:00:00,2024-01-02 07:30:00,Run,30,5.3,310,148,20,4500,60,10.6\n"
        "2024-01-01 18:00,,Walk,,,,,,,,\n"
    )
    assert parsed.layout == "canonical_activities"
    assert parsed.activities == (
        Activity(start=datetime(2024, 1, 1, 18), kind="Walk"),  # noqa: DTZ001, local
        Activity(
            start=datetime(2024, 1, 2, 7),  # noqa: DTZ001, local
            end=datetime(2024, 1, 2, 7, 30),  # noqa: DTZ001, local
            kind="Run",
            duration_min=30,
            distance_m=5300,
            calories_kcal=310,
            average_heart_rate=148,
            elevation_gain_m=20,
            steps=4500,
            active_zone_minutes=60,
            speed_m_per_min=10600 / 60,
        ),
    )


def test_canonical_biomarkers_keep_instant_unit_and_range() -> None:
    parsed = parse_good(
        "name,value,unit,collected_at,reference_low,reference_high\n"
        "LDL,120,mg/dL,2024-03-01T08:00:00+02:00,,130\n"
        "Ferritin,30,ng/mL,2024-03-02,15,150\n"
        "Ferritin,<5,ng/mL,2024-04-02,15,150\n"
        "Ferritin,,ng/mL,2024-05-02,15,150\n"
    )
    assert parsed.biomarkers == (
        Biomarker(
            name="LDL",
            value=120,
            unit="mg/dL",
            collected_at=datetime(2024, 3, 1, 6, tzinfo=UTC),
            reference_high=130,
        ),
        Biomarker(
            name="Ferritin",
            value=30,
            unit="ng/mL",
            collected_at=datetime(2024, 3, 2, tzinfo=UTC),
            reference_low=15,
            reference_high=150,
        ),
    )
    assert {skip.reason for skip in parsed.skipped} == {"value: not a number", "value: empty"}


def test_phia_summary_fills_days_and_profile() -> None:
    parsed = parse_good(
        "pseudo_id2,datetime,age,gender,weight_kg,resting_heart_rate,sleep_minutes,bed_time,wake_up_time,"
        "deep_sleep_percent,height_cm\n"
        "9,2023-10-02,44,Male,51,55.08,499.81,2023-10-03 01:13:19,2023-10-03 09:33:07,7.4,153\n"
    )
    assert (parsed.layout, parsed.subject) == ("phia_summary", "9")
    assert parsed.profile == Profile(age_years=44, sex="male", height_cm=153, weight_kg=51)
    assert value(parsed, "deep_sleep_percent", date(2023, 10, 2)) == 7.4
    assert parsed.local_times["wake_up_time"] == {
        to_epoch_day(date(2023, 10, 2)): datetime(2023, 10, 3, 9, 33, 7)  # noqa: DTZ001, local
    }


def test_phia_exercise_keeps_the_files_own_numbers_and_says_so() -> None:
    parsed = parse_good(
        "pseudo_id2,date,duration,activityName,startTime,endTime,averageHeartRate,elevationGain,distance,calories,"
        "steps,activeZoneMinutes,speed\n"
        "9,2023-10-02,25.18,Run,2023-10-02 06:46:00,2023-10-02 07:12:00,108,103.24,20455.19,189,2681,1,812.25\n"
    )
    assert parsed.layout == "phia_exercise"
    (run,) = parsed.activities
    assert (run.distance_m, run.speed_m_per_min, run.elevation_gain_m) == (20455.19, 812.25, 103.24)
    assert any("own numbers were kept" in note for note in parsed.notes)


LIFESNAPS = (
    "id,date,nightly_temperature,rmssd,spo2,full_sleep_breathing_rate,stress_score,calories,distance,resting_hr,"
    "minutesAsleep,minutesAwake,sleep_deep_ratio,steps,gender\n"
)


def test_lifesnaps_is_converted_and_its_zeros_are_understood() -> None:
    parsed = parse_good(
        LIFESNAPS + "a,2021-05-24,33.5,0.0,95.1,14.2,75,2000.5,6517.5,62.1,400,50,1.1,8833,MALE\n"
        "a,2021-05-25,33.1,41.5,,0.0,0.0,1900,0,0,0,10,,0,MALE\n"
    )
    first, second = date(2021, 5, 24), date(2021, 5, 25)
    assert value(parsed, "distance_km", first) == 6.5175
    assert value(parsed, "heart_rate_variability", first) == 0
    assert value(parsed, "sleep_minutes", second) == 0
    assert value(parsed, "steps", second) == 0
    assert parsed.numbers["stress_management_score"].days.tolist() == [to_epoch_day(first)]
    assert {(skip.reason, skip.first_lines) for skip in parsed.skipped} == {
        ("full_sleep_breathing_rate: 0 means no reading in this layout", (3,)),
        ("stress_score: 0 means no reading in this layout", (3,)),
        ("resting_hr: outside 20 to 220 bpm", (3,)),
    }
    assert "1 days have heart_rate_variability 0 ms, kept as recorded." in parsed.notes
    assert any("no sleep stage minutes" in note for note in parsed.notes)
    assert not {"deep_sleep_minutes", "active_zone_minutes"} & parsed.numbers.keys()


def test_fitabase_activity_reads_month_first_dates_and_kilometres() -> None:
    parsed = parse_good(
        "Id,ActivityDate,TotalSteps,TotalDistance,VeryActiveMinutes,Calories\n"
        "1,04/12/2016,13162,8.5,25,1985\n1,4/13/2016,10735,6.97,21,1797\n1,05/01/2016,1,0.5,0,1500\n"
        "1,05/02/2016,2,0.5,0,1500\n"
    )
    assert value(parsed, "distance_km", date(2016, 4, 12)) == 8.5
    assert value(parsed, "steps", date(2016, 5, 1)) == 1
    assert any("no active zone minutes" in note for note in parsed.notes)


def test_fitabase_sleep_reads_two_date_formats_in_one_column() -> None:
    parsed = parse_good(
        "Id,SleepDay,TotalSleepRecords,TotalMinutesAsleep,TotalTimeInBed\n"
        "1,12/04/2016 12:00 AM,1,327,346\n1,4/13/2016 12:00:00 AM,2,384,407\n"
        "1,4/30/2016 12:00:00 AM,1,404,450\n1,01/05/2016 12:00 AM,1,369,396\n"
    )
    days = [date(2016, 4, 12), date(2016, 4, 13), date(2016, 4, 30), date(2016, 5, 1)]
    assert parsed.numbers["sleep_minutes"].days.tolist() == [to_epoch_day(day) for day in days]
    assert sum("were read as" in note for note in parsed.notes) == 2


def test_letter_case_of_the_header_does_not_matter() -> None:
    assert parse_good("Date, STEPS \n2024-01-01,7\n").numbers["steps"].values.tolist() == [7]


def test_columns_that_mean_nothing_here_are_named() -> None:
    parsed = parse_good("date,steps,mood\n2024-01-01,7,=2+2\n")
    assert "Columns that were not read: mood." in parsed.notes


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_column_leads_to_a_name_that_exists(layout: object) -> None:
    match layout:
        case DailyLayout():
            assert {column.name for column in layout.numbers} <= METRIC.keys()
            assert {column.name for column in layout.profile_numbers} <= PROFILE_FIELDS.keys()
            assert {column.name for column in layout.local_times} <= set(LOCAL_TIMES)
        case ActivityLayout():
            assert {column.name for column in layout.numbers} <= STORED_FIELD.keys()
        case other:
            assert isinstance(other, BiomarkerLayout)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_layout_is_recognised_by_its_signature(layout: DailyLayout) -> None:
    extra = ("steps",) if layout.name == "canonical_daily" else ()
    assert recognise((*layout.signature, *extra)) is layout
    assert recognise(layout.signature[1:]) is None
