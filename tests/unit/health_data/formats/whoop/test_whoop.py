"""WHOOP's four tables: small invented files, values worked out by hand."""

from datetime import date, datetime

from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

CYCLES = (
    "Cycle start time,Cycle end time,Cycle timezone,Resting heart rate (bpm),Heart rate variability (ms),"
    "Skin temp (celsius),Blood oxygen %,Day Strain,Energy burned (cal),Sleep onset,Wake onset,"
    "Respiratory rate (rpm),Asleep duration (min),Deep (SWS) duration (min)\n"
    "2024-11-10 23:10:52,2024-11-12 01:57:16,UTC-05:00,64,59,34.1,95.5,9,2074,"
    "2024-11-10 23:10:52,2024-11-11 02:35:09,15.5,172,40\n"
    "2024-11-09 23:50:00,2024-11-10 23:10:52,UTC-05:00,,,,,3,1800,,,,,\n"
)
SLEEPS = (
    "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap\n"
    "2024-11-10 23:10:52,2024-11-12 01:57:16,UTC-05:00,2024-11-10 23:10:52,2024-11-11 02:35:09,172,false\n"
    "2024-11-10 23:10:52,2024-11-12 01:57:16,UTC-05:00,2024-11-11 14:00:00,2024-11-11 14:40:00,33,true\n"
)
WORKOUTS = (
    "Cycle start time,Workout start time,Workout end time,Duration (min),Activity name,Energy burned (cal),"
    "Average HR (bpm),Distance (meters),Altitude gain (meters)\n"
    "2024-11-10 23:10:52,2024-11-11 17:00:00,2024-11-11 17:31:00,30,Running,301,148,5012.5,31\n"
)
JOURNAL_HEADER = "Cycle start time,Cycle end time,Cycle timezone,Question text,Answered yes,Notes\n"
CYCLE = "2024-11-11 00:30:00,,UTC-05:00"


def values(parsed: ParsedFile, metric: str) -> dict[date, float]:
    series = parsed.numbers[metric]
    return {from_epoch_day(day): value for day, value in zip(series.days, series.values.tolist(), strict=True)}


def test_a_cycle_counts_for_the_day_its_wearer_woke() -> None:
    parsed = gathered(WHOOP, {"physiological_cycles.csv": CYCLES.encode(), "sleeps.csv": SLEEPS.encode()})
    night, sleepless = date(2024, 11, 11), date(2024, 11, 10)
    assert {name: values(parsed, name) for name in parsed.numbers} == {
        "calories_kcal": {sleepless: 1800, night: 2074},
        "sleep_minutes": {night: 172},
        "deep_sleep_minutes": {night: 40},
        "resting_heart_rate": {night: 64},
        "heart_rate_variability": {night: 59},
        "respiratory_rate": {night: 15.5},
        "spo2": {night: 95.5},
        "skin_temperature": {night: 34.1},
    }
    assert list(parsed.local_times["bed_time"].values()) == [datetime(2024, 11, 10, 23, 10, 52)]  # noqa: DTZ001, local
    assert [(each.tag, each.at, each.amount) for each in parsed.entries] == [
        ("nap", datetime(2024, 11, 11, 14), 33)  # noqa: DTZ001, local
    ]
    assert "'Energy burned (cal)' holds kilocalories." in parsed.notes


def test_workouts_are_activities_in_kilocalories_and_metres() -> None:
    (run,) = gathered(WHOOP, {"workouts.csv": WORKOUTS.encode()}).activities
    assert (run.kind, run.start, run.duration_min) == ("Running", datetime(2024, 11, 11, 17), 30)  # noqa: DTZ001, local
    assert (run.calories_kcal, run.average_heart_rate, run.distance_m, run.elevation_gain_m) == (301, 148, 5012.5, 31)


def test_an_answer_is_about_the_day_before_the_night_and_a_no_says_that_there_was_none() -> None:
    journal = JOURNAL_HEADER + "".join(
        f"{CYCLE},{question},{answer},{notes}\n"
        for question, answer, notes in (
            ("Have any alcoholic drinks?", "true", "two"),
            ("Have any caffeine? ", "false", ""),
            ("Took prescription medication?", "false", ""),
            ("Took pain medication?", "true", ""),
            ("Read in bed?", "true", ""),
            ("Avoid alcohol?", "true", ""),
        )
    )
    parsed = gathered(WHOOP, {"journal_entries.csv": journal.encode()})
    assert {(each.tag, each.day, each.amount, each.note) for each in parsed.entries} == {
        ("alcohol", date(2024, 11, 10), None, "two"),
        ("caffeine", date(2024, 11, 10), 0, ""),
        ("medication", date(2024, 11, 10), None, ""),
        ("read_in_bed", date(2024, 11, 10), None, ""),
        ("avoid_alcohol", date(2024, 11, 10), None, ""),
    }


def test_the_tables_of_a_spanish_account_are_read_too() -> None:
    cycles = (
        "Hora de inicio del ciclo,Hora de finalización del ciclo,Zona horaria del ciclo,"
        "Frecuencia cardíaca en reposo (lpm),Esfuerzo del día,Energía quemada (cal),Inicio del sueño,"
        "Inicio de la vigilia,Duración del sueño (min)\n"
        "2024-11-10 23:10:52,,UTC+01:00,64,9,2074,2024-11-10 23:10:52,2024-11-11 02:35:09,172\n"
    )
    journal = (
        "Hora de inicio del ciclo,Hora de finalización del ciclo,Zona horaria del ciclo,Texto de la pregunta,"
        '"Respondió ""Sí""",Notas\n2024-11-10 23:10:52,,UTC+01:00,¿Consumiste alcohol?,true,\n'
    )
    parsed = gathered(WHOOP, {"ciclos.csv": cycles.encode(), "journal_entries.csv": journal.encode()})
    assert (values(parsed, "sleep_minutes"), values(parsed, "resting_heart_rate")) == (
        {date(2024, 11, 11): 172},
        {date(2024, 11, 11): 64},
    )
    assert [(each.tag, each.day) for each in parsed.entries] == [("alcohol", date(2024, 11, 10))]


def test_dates_that_a_spreadsheet_has_rewritten_are_read_by_the_whole_column() -> None:
    rewritten = CYCLES.replace("2024-11-10 23:10:52", "11/10/2024 23:10").replace(
        "2024-11-11 02:35:09", "11/11/2024 2:35"
    )
    rewritten = rewritten.replace("2024-11-09 23:50:00", "11/09/2024 23:50") + (
        "11/13/2024 23:00,,UTC-05:00,60,50,34,95,8,2000,11/13/2024 23:00,11/14/2024 6:00,15,400,90\n"
    )
    parsed = gathered(WHOOP, {"physiological_cycles.csv": rewritten.encode()})
    assert values(parsed, "sleep_minutes") == {date(2024, 11, 11): 172, date(2024, 11, 14): 400}
    assert any("were read as month/day/year" in note for note in parsed.notes)


def test_the_energy_of_a_cycle_without_sleep_counts_beside_a_sleep_of_another_table() -> None:
    sleeps = SLEEPS.replace("2024-11-10 23:10:52,2024-11-11 02:35:09", "2024-11-10 01:00:00,2024-11-10 06:00:00")
    parsed = gathered(WHOOP, {"physiological_cycles.csv": CYCLES.encode(), "sleeps.csv": sleeps.encode()})
    assert values(parsed, "calories_kcal") == {date(2024, 11, 10): 1800, date(2024, 11, 11): 2074}
    assert values(parsed, "sleep_minutes") == {date(2024, 11, 10): 172, date(2024, 11, 11): 172}
