"""A person's records as files of vendors: the importers read back what was written, and what was not is beside it."""

import csv
import io
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime

import pytest

from evals.vendors import fitbit, garmin, laboratory, whoop
from evals.vendors.comparing import compare
from evals.vendors.person import Bout, Person, Result, Written, night_of
from evals.vendors.tables import rest_of
from services.health_data.adapters.formats.fhir import FHIR
from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.lab_csv import LAB_CSV
from services.health_data.adapters.formats.room import Room
from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

LEAP_DAY, MARCH, LATER = date(2024, 2, 29), date(2024, 3, 1), date(2024, 3, 2)
COLLECTED = datetime(2024, 3, 1, 8, 10, tzinfo=UTC)
DAILY: Mapping[str, Mapping[date, float]] = {
    "steps": {LEAP_DAY: 10470.85, MARCH: 0.0, LATER: 23.0},
    "calories_kcal": {LEAP_DAY: 2100.0},
    "sleep_minutes": {LEAP_DAY: 401.5, MARCH: 380.0},
    "deep_sleep_minutes": {LEAP_DAY: 61.25},
    "heart_rate_variability": {LEAP_DAY: 42.5, LATER: 0.0},
    "active_zone_minutes": {LEAP_DAY: 12.5, MARCH: 30.0},
    "fatburn_active_zone_minutes": {LEAP_DAY: 5.5, MARCH: 10.0},
    "cardio_active_zone_minutes": {LEAP_DAY: 7.0},
    "deep_sleep_percent": {LEAP_DAY: 15.0},
}
Writer = Callable[[Person], Written]


def local(text: str) -> datetime:
    return datetime.fromisoformat(text)


def person() -> Person:
    """Three days; the night of the leap day began before midnight, that of the first of March has no times."""
    bed, wake = local("2024-02-29 23:10:05"), local("2024-03-01 06:30:20")
    return Person(
        daily=DAILY,
        nights={LEAP_DAY: night_of(LEAP_DAY, bed, wake)},
        clocks={"bed_time": {LEAP_DAY: bed}, "wake_up_time": {LEAP_DAY: wake}},
        days=frozenset((LEAP_DAY, MARCH, LATER)),
        bouts=[
            Bout(
                start=local("2024-02-29 00:30"),
                end=local("2024-02-29 01:00"),
                kind="Run",
                numbers={"duration_min": 28.5, "steps": 2681.0, "active_zone_minutes": 9.0, "speed_m_per_min": 150.0},
            )
        ],
        results=[
            Result(name="LDL cholesterol", value=142, unit="mg/dL", collected_at=COLLECTED, low=None, high=130),
            Result(name="HbA1c", value=5.9, unit="%", collected_at=COLLECTED, low=4, high=5.6),
        ],
        profile={"height_cm": "170", "sex": "female"},
    )


def read(room: Room, written: Written) -> ParsedFile:
    return gathered(room, written.files)


def values(parsed: ParsedFile) -> dict[str, dict[date, float]]:
    return {
        name: dict(zip(map(from_epoch_day, series.days.tolist()), series.values.tolist(), strict=True))
        for name, series in parsed.numbers.items()
    }


def test_fitbit_states_steps_energy_nights_and_zones_that_add_up() -> None:
    found = values(read(FITBIT, fitbit.write(person())))

    assert found["steps"] == pytest.approx({LEAP_DAY: 10470.85, MARCH: 0.0, LATER: 23.0})
    assert found["calories_kcal"] == pytest.approx({LEAP_DAY: 2100.0})
    assert found["sleep_minutes"] == {LEAP_DAY: 401.5}
    assert found["heart_rate_variability"] == {LEAP_DAY: 42.5}
    assert found["active_zone_minutes"] == pytest.approx({LEAP_DAY: 12.5})
    assert found["fatburn_active_zone_minutes"] == pytest.approx({LEAP_DAY: 5.5})


def test_fitbit_states_an_activity_by_local_time_and_no_speed() -> None:
    (run,) = read(FITBIT, fitbit.write(person())).activities

    assert (run.start, run.end) == (local("2024-02-29 00:30"), local("2024-02-29 01:00"))
    assert (run.kind, run.duration_min, run.steps, run.active_zone_minutes) == ("Run", 28.5, 2681.0, 9.0)
    assert run.speed_m_per_min is None


def test_garmin_states_nights_without_times_and_energy_beside_steps() -> None:
    found = values(read(GARMIN, garmin.write(person())))

    assert found["steps"] == {LEAP_DAY: 10470.85, MARCH: 0.0, LATER: 23.0}
    assert found["calories_kcal"] == {LEAP_DAY: 2100.0}
    assert found["sleep_minutes"] == {LEAP_DAY: 401.5, MARCH: 380.0}
    assert found["deep_sleep_minutes"] == {LEAP_DAY: 61.25}
    assert "active_zone_minutes" not in found


def test_whoop_states_the_nights_whose_times_are_known() -> None:
    found = values(read(WHOOP, whoop.write(person())))

    assert found["sleep_minutes"] == {LEAP_DAY: 401.5}
    assert found["calories_kcal"] == {LEAP_DAY: 2100.0}
    assert "steps" not in found


@pytest.mark.parametrize(("room", "write"), [(FITBIT, fitbit.write), (GARMIN, garmin.write), (WHOOP, whoop.write)])
def test_a_night_ends_on_its_day_at_the_recorded_times(room: Room, write: Writer) -> None:
    times = read(room, write(person())).local_times

    assert list(times["wake_up_time"].values()) == [local("2024-02-29 06:30:20")]
    assert list(times["bed_time"].values()) == [local("2024-02-28 23:10:05")]


@pytest.mark.parametrize(("room", "write"), [(FITBIT, fitbit.write), (GARMIN, garmin.write), (WHOOP, whoop.write)])
def test_each_daily_value_is_read_from_the_vendor_or_is_beside_it(room: Room, write: Writer) -> None:
    written = write(person())
    found = {(metric, day) for metric, by_day in values(read(room, written)).items() for day in by_day}
    rows = csv.DictReader(io.StringIO(rest_of(person(), written)["rest_daily.csv"].decode()))
    beside = {(name, date.fromisoformat(row["date"])) for row in rows for name in DAILY if row.get(name)}

    assert found | beside == {(metric, day) for metric, by_day in DAILY.items() for day in by_day}
    assert not found & beside
    assert found == written.daily


def test_activities_stay_beside_a_vendor_that_cannot_state_them() -> None:
    rest = rest_of(person(), whoop.write(person()))

    (row,) = csv.DictReader(io.StringIO(rest["rest_activities.csv"].decode()))
    assert (row["start"], row["kind"], row["speed_m_per_min"]) == ("2024-02-29 00:30:00", "Run", "150.0")
    assert "rest_activities.csv" not in rest_of(person(), fitbit.write(person()))


@pytest.mark.parametrize(
    ("room", "write"), [(FHIR, laboratory.write_fhir), (LAB_CSV, laboratory.write_table)], ids=["fhir", "lab_csv"]
)
def test_laboratory_results_keep_value_unit_time_and_range(room: Room, write: Writer) -> None:
    results = {each.printed_name: each for each in read(room, write(person())).lab_results}

    ldl, hba1c = results["LDL cholesterol"], results["HbA1c"]
    assert (ldl.value, ldl.unit, ldl.reference_low, ldl.reference_high) == (142, "mg/dL", None, 130)
    assert (hba1c.value, hba1c.unit, hba1c.reference_low, hba1c.reference_high) == (5.9, "%", 4, 5.6)
    assert ldl.collected_at == COLLECTED


def test_a_night_after_midnight_begins_on_the_day_that_it_ends_on() -> None:
    night = night_of(MARCH, local("2024-03-02 01:13"), local("2024-03-02 09:33"))

    assert (night.bed, night.wake) == (local("2024-03-01 01:13"), local("2024-03-01 09:33"))


def test_another_value_differs_even_where_the_vendor_cannot_state_it() -> None:
    speed = "activities: speed_m_per_min"
    told = compare(
        {"steps": {"a": 1.0, "b": 2.0}, speed: {"a": 0.0, "b": 9.0, "c": 5.0}},
        {"steps": {"a": 1.0 + 1e-14, "c": 3.0}, speed: {"b": 8.0}},
        {speed},
    )

    assert told.equal == 1
    assert told.unstated == {speed: 2}
    assert told.differ == {
        "steps": ["b 2.0 became nothing", "c nothing became 3.0"],
        speed: ["b 9.0 became 8.0"],
    }


def test_a_value_that_the_vendor_could_state_is_missed() -> None:
    assert compare({"activities: distance_m": {"a": 0.0, "b": 7.0}}, {}).differ == {
        "activities: distance_m": ["b 7.0 became nothing"]
    }
