"""Health Auto Export's JSON and tables: small invented ones, values worked out by hand."""

import json
from datetime import date, datetime
from typing import Any

import pytest

from services.health_data.adapters.formats.health_auto_export import HEALTH_AUTO_EXPORT
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

DAY = date(2024, 3, 2)


def values(parsed: ParsedFile, metric: str) -> dict[date, float]:
    series = parsed.numbers[metric]
    return {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}


def metric(name: str, units: str, *data: dict[str, Any]) -> dict[str, Any]:
    # The values stand before the name here, as a sorted writer has them.
    return {"data": list(data), "name": name, "units": units}


def exported(*metrics: dict[str, Any], workouts: tuple[dict[str, Any], ...] = ()) -> dict[str, bytes]:
    return {"HealthAutoExport.json": json.dumps({"data": {"metrics": metrics, "workouts": workouts}}).encode()}


def read(*metrics: dict[str, Any], workouts: tuple[dict[str, Any], ...] = ()) -> ParsedFile:
    return gathered(HEALTH_AUTO_EXPORT, exported(*metrics, workouts=workouts))


def at(clock: str, qty: float, **more: object) -> dict[str, object]:
    return {"date": f"2024-03-02 {clock} +0100", "qty": qty, **more}


def test_minutes_are_added_up_and_measurements_are_averaged_in_the_unit_stated() -> None:
    parsed = read(
        metric("step_count", "count", at("10:00:00", 1200), at("18:00:00", 300.5), at("18:00:00", 300.5)),
        metric("walking_running_distance", "mi", at("10:00:00", 1), at("18:00:00", 2)),
        metric("flights_climbed", "count", at("10:00:00", 3)),
        metric("active_energy", "kJ", at("10:00:00", 2092)),
        metric("basal_energy_burned", "kcal", at("10:00:00", 1500)),
        metric("heart_rate_variability", "ms", at("02:00:00", 40), at("04:00:00", 50)),
        metric("resting_heart_rate", "bpm", at("00:00:00", 52)),
        metric("blood_oxygen_saturation", "%", at("02:00:00", 96), at("04:00:00", 98)),
        metric("weight_body_mass", "lb", at("20:00:00", 180), at("07:00:00", 181)),
        metric("blood_pressure", "mmHg", {"date": "2024-03-02 08:00:00 +0100", "systolic": 121, "diastolic": 79}),
        metric("dietary_caffeine", "mg", at("08:00:00", 80), at("15:00:00", 95)),
        metric("heart_rate", "bpm", {"date": "2024-03-02 10:00:00 +0100", "Avg": 70}),
    )
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "steps": {DAY: 1500.5},
        "distance_km": {DAY: pytest.approx(4.828032)},
        "floors_climbed": {DAY: 3},
        "calories_kcal": {DAY: pytest.approx(2000)},
        "hrv_sdnn": {DAY: 45},
        "resting_heart_rate": {DAY: 52},
        "spo2": {DAY: 97},
        "weight_kg": {DAY: pytest.approx(180 * 0.45359237)},
        "systolic_blood_pressure": {DAY: 121},
        "diastolic_blood_pressure": {DAY: 79},
    }
    assert dict(parsed.absent)["heart_rate_variability"] == "2 SDNN values, no rMSSD."
    assert [(each.tag, each.amount, each.unit) for each in parsed.entries] == [("caffeine", 175, "mg")]


def test_a_night_that_is_summed_up_and_a_nap_beside_it() -> None:
    night = {
        "date": "2024-03-02 00:00:00 +0100",
        "totalSleep": 7.5,
        "core": 4.5,
        "deep": 1.25,
        "rem": 1.75,
        "awake": 0.5,
        "sleepStart": "2024-03-01 23:00:00 +0100",
        "sleepEnd": "2024-03-02 07:00:00 +0100",
    }
    nap = {"sleepStart": "2024-03-02 14:00:00 +0100", "sleepEnd": "2024-03-02 15:30:00 +0100", "asleep": 1.5}
    parsed = read(metric("sleep_analysis", "hr", nap, night))
    assert {name: values(parsed, name)[DAY] for name in parsed.numbers} == {
        "sleep_minutes": 450,
        "light_sleep_minutes": 270,
        "deep_sleep_minutes": 75,
        "rem_sleep_minutes": 105,
        "awake_minutes": 30,
    }
    assert list(parsed.local_times["wake_up_time"].values()) == [datetime(2024, 3, 2, 7)]  # noqa: DTZ001, local


def test_stages_of_a_night_on_which_the_clock_is_changed_keep_the_time_that_passed() -> None:
    def stage(value: str, start: str, end: str) -> dict[str, str]:
        return {"value": value, "startDate": f"2024-{start}", "endDate": f"2024-{end}", "source": "Watch"}

    parsed = read(
        metric(
            "sleep_analysis",
            "hr",
            stage("Core", "03-31 03:30:00 +0200", "03-31 07:00:00 +0200"),
            stage("Deep", "03-31 01:00:00 +0100", "03-31 03:30:00 +0200"),
            stage("Awake", "03-31 00:45:00 +0100", "03-31 01:00:00 +0100"),
            stage("REM", "03-30 23:45:00 +0100", "03-31 00:45:00 +0100"),
            stage("In Bed", "03-30 23:00:00 +0100", "03-31 08:00:00 +0200"),
        )
    )
    assert {name: values(parsed, name)[date(2024, 3, 31)] for name in parsed.numbers} == {
        "sleep_minutes": 360,
        "light_sleep_minutes": 210,
        "deep_sleep_minutes": 90,
        "rem_sleep_minutes": 60,
        "awake_minutes": 15,
    }


def test_workouts_of_both_versions_say_the_same() -> None:
    of_version_2 = {
        "id": "a",
        "name": "Running",
        "start": "2024-03-02 10:00:00 +0100",
        "end": "2024-03-02 10:45:00 +0100",
        "duration": 2640,
        "distance": {"qty": 7.5, "units": "km"},
        "activeEnergyBurned": {"qty": 2092, "units": "kJ"},
        "heartRate": {"avg": {"qty": 151, "units": "bpm"}},
        "stepCount": [{"qty": 10, "units": "count"}],
        "elevationUp": {"qty": 100, "units": "ft"},
        "route": [{"latitude": 1, "longitude": 2}],
    }
    of_version_1 = {
        "name": "Running",
        "start": "2024-03-02 10:00:00 +0100",
        "end": "2024-03-02 10:45:00 +0100",
        "distance": {"qty": 7.5, "units": "km"},
        "activeEnergy": {"qty": 500, "units": "kcal"},
        "avgHeartRate": {"qty": 151, "units": "count/min"},
        "elevation": {"ascent": 30.48, "descent": 0, "units": "m"},
    }
    (second,) = read(workouts=(of_version_2,)).activities
    (first,) = read(workouts=(of_version_1,)).activities
    for workout in (first, second):
        assert (workout.kind, workout.distance_m, workout.average_heart_rate) == ("Running", 7500, 151)
        assert workout.calories_kcal == pytest.approx(500)
        assert workout.elevation_gain_m == pytest.approx(30.48)
    assert (first.duration_min, second.duration_min, second.steps) == (45, 44, None)


def test_decimals_add_up_as_decimals_do() -> None:
    parsed = read(metric("step_count", "count", at("10:00:00", 0.1), at("10:01:00", 0.2)))
    assert values(parsed, "steps") == {DAY: 0.3}


def test_single_samples_of_two_devices_are_not_added_up() -> None:
    parsed = read(
        metric("step_count", "count", at("10:00:07", 100, source="iPhone"), at("10:00:11", 110, source="Watch")),
    )
    assert "steps" not in parsed.numbers
    assert "several devices" in parsed.skipped[0].reason


def test_a_unit_that_is_not_known_is_skipped_with_the_reason() -> None:
    parsed = read(
        metric("walking_running_distance", "furlong", at("10:00:00", 3)),
        metric("active_energy", "kcal", at("10:00:00", 3)),
    )
    assert not parsed.numbers
    assert parsed.skipped[0].reason == "walking_running_distance: in furlong, which is not known"
    assert dict(parsed.absent)["calories_kcal"].startswith("Only active energy")


_COLUMNS = {
    "English": (
        *("Date/Time", "Step Count (steps)", "Resting Heart Rate (bpm)", "Heart Rate Variability (ms)"),
        *("Sleep Analysis [Total] (hr)", "Sleep Analysis [Deep] (hr)"),
    ),
    "Spanish": (
        *("Fecha/Hora", "Conteo de Pasos (pasos)", "Frecuencia Cardiaca en Reposo (bpm)"),
        *("Variabilidad de Frecuencia Cardíaca (ms)", "Análisis del Sueño [Total] (hr)"),
        "Análisis del Sueño [Profundo] (hr)",
    ),
    "Portuguese": (
        *("Data/Hora", "Contagem de Passos (passos)", "Frequência Cardíaca em Repouso (bpm)"),
        *("Variabilidade da Frequência Cardíaca (ms)", "Análise do Sono [Total] (hr)"),
        "Análise do Sono [Profundo] (hr)",
    ),
}


@pytest.mark.parametrize("language", _COLUMNS)
def test_a_table_of_days_in_any_of_its_languages(language: str) -> None:
    header = ",".join(_COLUMNS[language])
    row = "2024-03-02 00:00:00,7035,54,49.25,6.5,1.5"
    plain = gathered(HEALTH_AUTO_EXPORT, {"HealthAutoExport-2024.csv": f"{header}\n{row}\n".encode()})
    spreadsheet = f"\ufeff{header}\r\n{row}\r\n".replace(",", ";").replace(".", ",").encode()
    other = gathered(HEALTH_AUTO_EXPORT, {"HealthAutoExport-2024.csv": spreadsheet})
    for parsed in (plain, other):
        assert {name: values(parsed, name)[DAY] for name in parsed.numbers} == {
            "steps": 7035,
            "resting_heart_rate": 54,
            "hrv_sdnn": 49.25,
            "sleep_minutes": 390,
            "deep_sleep_minutes": 90,
        }


@pytest.mark.parametrize("mark", ["Apple Stand Hour (count)", "Heart Rate [Min] (count/min)"])
def test_a_table_that_was_renamed_is_known_by_what_apples_devices_alone_measure(mark: str) -> None:
    text = f"Date,{mark},Heart Rate Variability (ms),Step Count (count)\n2024-03-02 00:00:00,9,41.5,8000\n"
    parsed = gathered(HEALTH_AUTO_EXPORT, {"mine.csv": text.encode()})
    assert values(parsed, "hrv_sdnn") == {DAY: 41.5}
    assert values(parsed, "steps") == {DAY: 8000}
    assert "heart_rate_variability" not in parsed.numbers


def test_a_table_without_any_of_its_columns_is_not_claimed() -> None:
    text = "Date,Heart Rate Variability (ms),Step Count (count)\n2024-03-02,41.5,8000\n"
    assert not gathered(HEALTH_AUTO_EXPORT, {"mine.csv": text.encode()}).numbers


def test_a_table_of_minutes_has_sums_and_no_nights() -> None:
    header = "Date/Time,Step Count (count),Sleep Analysis [Total] (hr)\n"
    table = f"{header}2024-03-02 10:00:00,100,1\n2024-03-02 10:01:00,50,1\n"
    parsed = gathered(HEALTH_AUTO_EXPORT, {"HealthAutoExport-2024.csv": table.encode()})
    assert values(parsed, "steps") == {DAY: 150}
    assert "sleep_minutes" in dict(parsed.absent)


def test_a_table_of_workouts() -> None:
    table = (
        "Workout Type,Start,End,Duration,Active Energy (kJ),Avg. Heart Rate (count/min),Distance (mi),Step Count,\n"
        "Outdoor Run,2024-03-02 09:17,2024-03-02 09:50,00:32:15,2092,140,3,4000,\n"
    )
    (run,) = gathered(HEALTH_AUTO_EXPORT, {"Workouts-2024.csv": table.encode()}).activities
    assert (run.kind, run.start, run.duration_min) == ("Outdoor Run", datetime(2024, 3, 2, 9, 17), 32.25)  # noqa: DTZ001, local
    assert run.distance_m == pytest.approx(4828.032)
    assert run.calories_kcal == pytest.approx(500)
    assert (run.average_heart_rate, run.steps) == (140, 4000)


def test_what_is_no_value_does_not_move_the_others_to_another_metric() -> None:
    steps: dict[str, Any] = {"data": [None, at("10:00:00", 1200), [], 5], "name": "step_count", "units": "count"}
    parsed = read(steps, metric("flights_climbed", "count", at("10:00:00", 3)))
    assert (values(parsed, "steps"), values(parsed, "floors_climbed")) == ({DAY: 1200}, {DAY: 3})


def test_json_that_is_cut_off_is_refused() -> None:
    (content,) = exported(metric("step_count", "count", at("10:00:00", 1200))).values()
    with pytest.raises(DamagedError, match="export it again"):
        gathered(HEALTH_AUTO_EXPORT, {"HealthAutoExport.json": content[:-9]})
