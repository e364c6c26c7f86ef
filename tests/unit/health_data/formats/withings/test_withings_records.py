"""What Withings' interface gives: small invented files, values worked out by hand."""

import json
from datetime import UTC, date, datetime

import pytest

from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.withings import WITHINGS
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp())  # type: ignore[arg-type, misc]


def group(when: int, *measures: tuple[int, int, int], attrib: int = 0, category: int = 1) -> dict[str, object]:
    stated = [{"type": kind, "value": value, "unit": unit} for kind, value, unit in measures]
    return {"grpid": when, "attrib": attrib, "date": when, "category": category, "measures": stated, "model": "Body+"}


def of(*files: object) -> ParsedFile:
    return gathered(WITHINGS, {f"{number}.json": json.dumps(each).encode() for number, each in enumerate(files)})


def values(parsed: ParsedFile) -> dict[str, dict[date, float]]:
    return {
        name: {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}
        for name, series in parsed.numbers.items()
    }


def test_measurements_are_of_the_day_where_the_person_was() -> None:
    groups = [
        group(at(2024, 3, 1, 6), (1, 80450, -3), (6, 21500, -3), (8, 17297, -3), (4, 1815, -3)),
        group(at(2024, 3, 1, 23, 30), (1, 812, -1)),
        group(at(2024, 3, 1, 8), (10, 120, 0), (9, 80, 0), (11, 61, 0)),
        group(at(2024, 3, 1, 20), (10, 130, 0), (9, 84, 0), (54, 97, 0)),
        group(at(2024, 3, 1, 21), (1, 50000, -3), attrib=1),
        group(at(2024, 3, 1, 22), (1, 70000, -3), category=2),
    ]
    parsed = of({"status": 0, "body": {"timezone": "Europe/Berlin", "measuregrps": groups}})
    first, second = date(2024, 3, 1), date(2024, 3, 2)
    assert values(parsed) == {
        "weight_kg": {first: 80.45, second: 81.2},
        "body_fat_percent": {first: 21.5},
        "systolic_blood_pressure": {first: 125},
        "diastolic_blood_pressure": {first: 82},
        "spo2": {first: 97},
    }
    assert (parsed.profile.height_cm, parsed.profile.devices) == (181.5, ("Body+",))
    assert {each.reason for each in parsed.skipped} == {
        "measurement: a goal, which was not measured",
        "measurement: it may be another person's",
    }


def test_measurements_without_a_zone_are_taken_as_stated_and_that_is_told() -> None:
    parsed = of([group(at(2024, 3, 1, 23, 30), (1, 80, 0))])
    assert values(parsed) == {"weight_kg": {date(2024, 3, 1): 80}}
    assert parsed.notes == ("Times that are stated in UTC alone were taken as stated.",)


def test_days_are_in_metres_and_all_their_kilocalories() -> None:
    day = {"date": "2024-03-01", "steps": 9000, "distance": 6420.5, "calories": 300.5, "totalcalories": 2400.25}
    earlier = {**day, "steps": 4000, "distance": 3000, "totalcalories": 1500, "hash_deviceid": None}
    parsed = of({"body": {"activities": [earlier, day]}})
    when = date(2024, 3, 1)
    assert values(parsed) == {
        "steps": {when: 9000},
        "distance_km": {when: 6.4205},
        "calories_kcal": {when: 2400.25},
    }


def test_a_night_is_of_the_day_it_ends_and_its_stages_are_in_seconds() -> None:
    data = {"lightsleepduration": 12000, "deepsleepduration": 6000, "remsleepduration": 5400, "wakeupduration": 600}
    night = {
        "timezone": "America/New_York",
        "startdate": at(2024, 3, 10, 4),
        "enddate": at(2024, 3, 10, 11),
        "date": "2024-03-10",
        "data": {**data, "sleep_score": 77, "rr_average": 15, "hr_average": 60},
    }
    parsed = of({"status": 0, "body": {"series": [night], "more": False}})
    woke = date(2024, 3, 10)
    assert values(parsed) == {
        "sleep_minutes": {woke: 390},
        "light_sleep_minutes": {woke: 200},
        "deep_sleep_minutes": {woke: 100},
        "rem_sleep_minutes": {woke: 90},
        "awake_minutes": {woke: 10},
        "sleep_score": {woke: 77},
        "respiratory_rate": {woke: 15},
    }
    # The clock was put forward that night.
    assert list(parsed.local_times["bed_time"].values()) == [datetime(2024, 3, 9, 23)]  # noqa: DTZ001, local
    assert list(parsed.local_times["wake_up_time"].values()) == [datetime(2024, 3, 10, 7)]  # noqa: DTZ001, local


def test_workouts_are_named_by_their_category() -> None:
    run = {
        "category": 2,
        "timezone": "Europe/Paris",
        "startdate": at(2024, 7, 1, 16),
        "enddate": at(2024, 7, 1, 16, 45),
        "hash_deviceid": None,
        "data": {"calories": 410, "manual_distance": 0, "distance": 8100, "hr_average": 0, "steps": 7000},
    }
    parsed = of({"body": {"series": [run, {**run, "category": 9999}]}})
    (kept,) = parsed.activities
    assert (kept.kind, kept.start, kept.duration_min) == ("Run", datetime(2024, 7, 1, 18), 45)  # noqa: DTZ001, local
    assert (kept.calories_kcal, kept.distance_m, kept.average_heart_rate, kept.steps) == (410, 8100, None, 7000)
    assert [each.reason for each in parsed.skipped] == ["workout: no start, or a kind that is not known"]


def test_a_file_that_is_cut_off_is_refused() -> None:
    whole = json.dumps({"body": {"measuregrps": [group(at(2024, 3, 1, 6), (1, 80, 0))]}}).encode()
    with pytest.raises(DamagedError):
        gathered(WITHINGS, {"weight.json": whole[:-9]})


@pytest.mark.parametrize(
    ("zone", "measure"),
    [
        ("Nowhere/Atall", {"type": 1, "value": 80, "unit": 0}),
        ("Europe/Berlin", {"type": 1, "value": 80, "unit": True}),
        ("Europe/Berlin", {"type": 1, "value": "80", "unit": 0}),
        ("Europe/Berlin", {"type": 1, "value": 80, "unit": 400}),
        ("Europe/Berlin", "80"),
    ],
)
def test_what_cannot_be_read_is_no_value_and_no_fault(zone: str, measure: object) -> None:
    strange = {"grpid": 1, "attrib": 0, "date": at(2024, 3, 1, 6), "category": 1, "measures": [measure]}
    parsed = of({"body": {"timezone": zone, "measuregrps": [strange, group(at(2024, 3, 2, 6), (1, 81, 0))]}})
    read = {} if zone == "Europe/Berlin" else {date(2024, 3, 1): 80.0}
    assert values(parsed)["weight_kg"] == {**read, date(2024, 3, 2): 81}
