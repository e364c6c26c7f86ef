"""What WHOOP's interface gives: small invented files, values worked out by hand."""

import json
from datetime import date, datetime

import pytest

from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

MINUTE = 60_000
STAGES = {
    "total_in_bed_time_milli": 470 * MINUTE,
    "total_awake_time_milli": 20 * MINUTE,
    "total_light_sleep_time_milli": 240 * MINUTE,
    "total_slow_wave_sleep_time_milli": 90 * MINUTE,
    "total_rem_sleep_time_milli": 120 * MINUTE,
}
NIGHT = {
    "id": "night",
    "cycle_id": 7,
    "start": "2024-03-02T04:30:00.000Z",
    "end": "2024-03-02T12:20:00.000Z",
    "timezone_offset": "-05:00",
    "nap": False,
    "score_state": "SCORED",
    "score": {"stage_summary": STAGES, "sleep_needed": {"baseline_milli": 1}, "respiratory_rate": 15.25},
}
RECOVERY = {
    "cycle_id": 7,
    "sleep_id": "night",
    "score_state": "SCORED",
    "score": {
        "recovery_score": 55,
        "resting_heart_rate": 52,
        "hrv_rmssd_milli": 61.5,
        "spo2_percentage": 96.5,
        "skin_temp_celsius": 33.5,
    },
}
CYCLE = {
    "id": 7,
    "start": "2024-03-02T04:30:00.000Z",
    "end": "2024-03-03T03:00:00.000Z",
    "timezone_offset": "-05:00",
    "score_state": "SCORED",
    "score": {"strain": 9.5, "kilojoule": 10460.0, "average_heart_rate": 70, "max_heart_rate": 150},
}
WOKE = date(2024, 3, 2)
OF_THE_NIGHT = {
    "sleep_minutes": {WOKE: 450},
    "light_sleep_minutes": {WOKE: 240},
    "deep_sleep_minutes": {WOKE: 90},
    "rem_sleep_minutes": {WOKE: 120},
    "awake_minutes": {WOKE: 20},
    "respiratory_rate": {WOKE: 15.25},
}
OF_THE_RECOVERY = {
    "resting_heart_rate": {WOKE: 52},
    "heart_rate_variability": {WOKE: 61.5},
    "spo2": {WOKE: 96.5},
    "skin_temperature": {WOKE: 33.5},
}


def of(*files: object) -> ParsedFile:
    return gathered(WHOOP, {f"whoop_{number}.json": json.dumps(each).encode() for number, each in enumerate(files)})


def values(parsed: ParsedFile) -> dict[str, dict[date, float]]:
    return {
        name: {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}
        for name, series in parsed.numbers.items()
    }


def test_what_a_recovery_and_a_cycle_say_counts_for_the_day_their_sleep_ends() -> None:
    together = of({"cycles": [CYCLE], "recovery": [RECOVERY], "sleep": [NIGHT]})
    apart = of({"records": [RECOVERY], "next_token": None}, [CYCLE], {"records": [NIGHT]})
    for parsed in (together, apart):
        assert values(parsed) == {**OF_THE_NIGHT, **OF_THE_RECOVERY, "calories_kcal": {WOKE: pytest.approx(2500)}}
        assert list(parsed.local_times["bed_time"].values()) == [datetime(2024, 3, 1, 23, 30)]  # noqa: DTZ001, local


def test_the_first_version_ties_a_sleep_to_its_cycle_by_the_recovery_alone() -> None:
    first = {name: value for name, value in NIGHT.items() if name != "cycle_id"}
    assert values(of([first], [RECOVERY], [CYCLE]))["calories_kcal"] == {WOKE: pytest.approx(2500)}


def test_a_cycle_without_a_sleep_counts_for_the_day_twelve_hours_after_its_start() -> None:
    open_one = {**CYCLE, "id": 8, "start": "2024-03-04T05:00:00.000Z", "end": None}
    parsed = of([CYCLE, open_one], [RECOVERY])
    assert values(parsed) == {**OF_THE_RECOVERY, "calories_kcal": {WOKE: pytest.approx(2500)}}
    assert [each.reason for each in parsed.skipped] == ["cycle: not over yet"]


def test_a_recovery_that_nothing_dates_is_left_out() -> None:
    parsed = of([RECOVERY])
    assert parsed.numbers == {}
    assert [each.reason for each in parsed.skipped] == ["recovery: neither its sleep nor its cycle is there, so no day"]


def test_a_nap_is_an_entry_and_a_sleep_that_is_not_scored_is_left_out() -> None:
    nap = {**NIGHT, "id": "nap", "nap": True, "start": "2024-03-02T19:00:00.000Z", "end": "2024-03-02T19:40:00.000Z"}
    pending = {**NIGHT, "id": "pending", "score_state": "PENDING_SCORE", "score": None}
    parsed = of({"sleep": [NIGHT, nap, pending], "cycles": [CYCLE]})
    assert values(parsed)["sleep_minutes"] == {WOKE: 450}
    assert [(each.tag, each.at, each.amount) for each in parsed.entries] == [
        ("nap", datetime(2024, 3, 2, 14), 450)  # noqa: DTZ001, local
    ]


def test_workouts_are_named_in_words_or_by_the_number_of_their_sport() -> None:
    run = {
        "id": 1,
        "start": "2024-03-02T17:00:00.000Z",
        "end": "2024-03-02T17:45:00.000Z",
        "timezone_offset": "+01:00",
        "sport_id": 0,
        "score_state": "SCORED",
        "score": {
            "kilojoule": 1255.2,
            "average_heart_rate": 141,
            "distance_meter": 8100.5,
            "altitude_gain_meter": 42.5,
        },
    }
    named = {**run, "start": "2024-03-03T17:00:00.000Z", "end": "2024-03-03T18:00:00.000Z", "sport_name": "ice_bath"}
    unknown = {**run, "start": "2024-03-04T17:00:00.000Z", "sport_id": 9999}
    parsed = of({"records": [run, named, unknown]})
    first, second = parsed.activities
    assert (first.kind, first.start, first.duration_min) == ("Running", datetime(2024, 3, 2, 18), 45)  # noqa: DTZ001
    assert first.calories_kcal == pytest.approx(300)
    assert (first.average_heart_rate, first.distance_m, first.elevation_gain_m) == (141, 8100.5, 42.5)
    assert second.kind == "Ice bath"
    assert [each.reason for each in parsed.skipped] == ["workout: no start, or a sport that is not known"]


def test_measurements_of_the_body_are_kept_of_the_person() -> None:
    parsed = of({"height_meter": 1.83, "weight_kilogram": 81.5, "max_heart_rate": 190})
    assert (parsed.profile.height_cm, parsed.profile.weight_kg) == (183, 81.5)


def test_a_file_that_is_cut_off_is_refused() -> None:
    whole = json.dumps({"records": [NIGHT]}).encode()
    with pytest.raises(DamagedError):
        gathered(WHOOP, {"sleep.json": whole[:-20]})


GERMAN = (
    "Startzeit des Zyklus,Zeitzone des Zyklus,Beginn des Schlafs,Beginn des Aufwachens,Schlafdauer (Min.),"
    "Dauer des Tiefschlafs (Min.),Dauer des REM-Schlafs (Min.),Dauer des Leichtschlafs (Min.),"
    "Dauer des Aufwachens (Min.),Atemfrequenz (Atemzüge/Min.),Nickerchen"
)
FRENCH = (
    "Heure de début du cycle,Fuseau horaire du cycle,Premiers signes de sommeil,Premiers signes de réveil,"
    "Durée du sommeil (min),Durée du sommeil profond (min),Durée du sommeil paradoxal (min),"
    "Durée du sommeil léger (min),Temps d'éveil (min),Fréquence respiratoire (tr/min),Sieste"
)
ITALIAN = (
    "Ora di inizio ciclo,Fuso orario ciclo,Inizio del sonno,Inizio del risveglio,Durata del sonno (min),"
    "Durata profondo (SWS) (min),Durata REM (min),Durata del sonno leggero (min),Durata del risveglio (min),"
    "Frequenza respiratoria (rpm),Riposo breve"
)
PORTUGUESE = (
    "Hora de início do ciclo,Fuso horário do ciclo,Início do sono,Início da vigília,Duração do sono (min),"
    "Duração profundo (Sono) (min),Duração REM (min),Duração do sono leve (min),Duração de vigília (min),"
    "Frequência respiratória (rpm),Sesta"
)


@pytest.mark.parametrize(
    ("header", "nap"), [(GERMAN, "false"), (FRENCH, "non"), (ITALIAN, "false"), (PORTUGUESE, "false")]
)
def test_tables_are_read_in_the_language_of_the_account(header: str, nap: str) -> None:
    row = f"2024-03-01 23:30:00,UTC+01:00,2024-03-01 23:30:00,2024-03-02 07:20:00,450,90,120,240,20,15.25,{nap}"
    assert values(gathered(WHOOP, {"a.csv": f"{header}\n{row}\n".encode()})) == OF_THE_NIGHT
