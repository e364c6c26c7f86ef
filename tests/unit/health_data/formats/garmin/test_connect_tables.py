"""What the website of Garmin Connect exports: lists of activities and reports, in several languages and units."""

import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.clock import local
from tests.unit.health_data.formats.support import gathered

ENGLISH = (
    "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Aerobic TE,Avg Run Cadence,Avg Stride Length,"
    "Total Ascent,Steps,Elapsed Time"
)
GERMAN = (
    "Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Aerober TE,Ø Schrittfrequenz (Laufen),"
    "Ø Schrittlänge,Anstieg gesamt,Schritte,Verstrichene Zeit"
)
FRENCH = (
    "Type d'activité,Date,Favori,Titre,Distance,Calories,Durée,Fréquence cardiaque moyenne,TE aérobie,"
    "Cadence de course moyenne,Longueur moyenne des foulées,Ascension totale,Pas,Temps écoulé"
)
SPANISH = (
    "Tipo de actividad,Fecha,Favorito,Título,Distancia,Calorías,Tiempo,Frecuencia cardiaca media,TE aeróbico,"
    "Cadencia de carrera media,Longitud media de zancada,Ascenso total,Pasos,Tiempo transcurrido"
)
POLISH = (
    "Typ aktywności,Data,Ulubiony,Tytuł,Dystans,Kalorie,Czas,Średnie tętno,Aerobowy TE,Średni rytm biegu,"
    "Średnia długość kroku,Całkowity wznios,Kroki,Upłynęło czasu"
)
SWEDISH = (
    "Aktivitetstyp,Datum,Favorit,Namn,Distans,Kalorier,Tid,Medelpuls,Aerobisk Training Effect,Medellöpkadens,"
    "Medelsteglängd,Total stigning,Steg,Total tid"
)
NORWEGIAN = (
    "Aktivitetstype,Dato,Favoritt,Tittel,Distanse,Totale kalorier,Tid,Gjennomsnittlig puls,Aerob treningseffekt,"
    "Gjennomsnittlig frekvens for løping,Gjennomsnittlig skrittlengde,Total stigning,Skritt,Medgått tid"
)
HUNGARIAN = (
    "Tevékenység típusa,Dátum,Kedvenc,Cím,Távolság,Kalóriaszám,Idő,Átlagos pulzusszám,Aerob TE,Átl. pedálütem,"
    "Átlagos lépéshossz,Teljes emelkedés,Lépések,Eltelt idő"
)
PORTUGUESE = (
    "Tipo de atividade,Data,Favorito,Título,Distância,Calorias,Tempo total,FC Média,TE aeróbico,"
    "Cadência de corrida média,Comprimento médio da passada,Subida total,Passos,Tempo transcorrido"
)
CHINESE = "活动类型,日期,我的最爱,标题,距离,热量消耗,时间,平均心率,有氧效果,平均步频,平均步长,累计爬升,步数,全程耗时"
JAPANESE = (
    "アクティビティタイプ,日付,お気に入り,タイトル,距離,カロリー,タイム,平均心拍数,有酸素TE,平均ピッチ,平均歩幅,"
    "総上昇量,ステップ,経過時間"
)


def runs(kind: str, distances: list[str], *, stride: str = "1.00") -> str:
    """Runs of an hour at 166 steps a minute: steps of a metre make 9.96 km of each."""
    return "".join(
        f'{kind},2026-05-{index + 1:02} 07:00:00,false,"A, B","{distance}","1,020","01:00:00","150","3.1","166",'
        f'"{stride}","100","9,960","01:01:30"\n'
        for index, distance in enumerate(distances)
    )


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        *((ENGLISH, "Running"), (GERMAN, "Laufen"), (FRENCH, "Course à pied"), (SPANISH, "Carrera")),
        *((POLISH, "Bieganie"), (SWEDISH, "Löpning"), (NORWEGIAN, "Løping"), (HUNGARIAN, "Futás")),
        *((PORTUGUESE, "Corrida"), (CHINESE, "跑步"), (JAPANESE, "ラン")),
    ],
)
def test_the_list_is_read_in_every_language(header: str, kind: str) -> None:
    content = f"{header}\n{runs(kind, ['9.96'] * 3)}".encode()
    parsed = gathered(GARMIN, {"Activities.csv": content})
    assert {each.kind for each in parsed.activities} == {"Running"}
    run = parsed.activities[0]
    assert (run.start, run.end) == (local(2026, 5, 1, 7), local(2026, 5, 1, 8, 1, 30))
    assert (run.duration_min, run.calories_kcal, run.average_heart_rate, run.steps) == (60.0, 1020.0, 150.0, 9960.0)
    assert run.distance_m == pytest.approx(9960.0)
    assert run.elevation_gain_m == 100.0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_list_is_read_in_every_encoding_and_delimiter(encoding: str, delimiter: str) -> None:
    text = f"{GERMAN}\n{runs('Laufen', ['9.96'] * 3)}"
    if delimiter == ";":
        text = "\n".join(";".join(next(csv.reader([line]))) for line in text.strip().split("\n"))
    parsed = gathered(GARMIN, {"Activities.csv": text.encode(encoding)})
    assert [each.distance_m for each in parsed.activities] == [pytest.approx(9960.0)] * 3


def test_miles_are_told_by_the_length_of_a_step_and_bring_feet() -> None:
    content = f"{ENGLISH}\n{runs('Running', ['6.19'] * 3)}".encode()
    parsed = gathered(GARMIN, {"Activities.csv": content})
    assert parsed.activities[0].distance_m == pytest.approx(6.19 * 1609.344)
    assert parsed.activities[0].elevation_gain_m == pytest.approx(30.48)
    assert any("miles" in note for note in parsed.notes)


def test_a_distance_whose_unit_nothing_shows_is_left_out_with_the_ascent() -> None:
    lines = "".join(
        f"Cycling,2026-05-0{day} 07:00:00,false,Ride,15.0,400,01:00:00,130,2.0,--,--,90,--,--\n" for day in (1, 2, 3)
    )
    parsed = gathered(GARMIN, {"Activities.csv": f"{ENGLISH}\n{lines}".encode()})
    assert [(each.distance_m, each.elevation_gain_m) for each in parsed.activities] == [(None, None)] * 3
    assert any("states no unit" in note for note in parsed.notes)


def test_the_distance_of_a_swim_is_left_out_and_dashes_are_nothing() -> None:
    swim = 'Pool Swim,2026-05-09 07:00:00,false,Swim,"1,200","450","00:43:20","--","3.2","--","--","--","--","--"\n'
    parsed = gathered(GARMIN, {"Activities.csv": f"{ENGLISH}\n{runs('Running', ['9.96'] * 3)}{swim}".encode()})
    last = parsed.activities[-1]
    assert (last.kind, last.distance_m, last.average_heart_rate, last.end) == ("Lap swimming", None, None, None)
    assert any("metres or yards" in skip.reason for skip in parsed.skipped)


def test_a_whole_number_that_nobody_moves_in_its_time_is_in_metres_or_yards_whatever_it_is_called() -> None:
    others = (
        'Simbassäng,2026-05-09 07:00:00,false,Sim,"750","450","00:23:20","--","3.2","--","--","--","--","--"\n'
        'Löpning,2026-05-10 07:00:00,false,Kort,"4","450","00:24:00","--","3.2","--","--","--","--","--"\n'
    )
    parsed = gathered(GARMIN, {"Activities.csv": f"{SWEDISH}\n{runs('Löpning', ['9.96'] * 3)}{others}".encode()})
    assert [each.distance_m for each in parsed.activities] == [9960.0, 9960.0, 9960.0, None, 4000.0]
    assert [skip.first_lines for skip in parsed.skipped] == [(5,)]


def test_runs_that_are_as_slow_as_walks_in_one_unit_and_long_of_step_in_the_other_settle_none() -> None:
    walks = "".join(
        f'Running,2026-05-{day:02} 07:00:00,false,A,"3.40","368","01:01:34","123","3.1","--","--","18","4,224","--"\n'
        for day in range(1, 5)
    )
    parsed = gathered(GARMIN, {"Activities.csv": f"{ENGLISH}\n{walks}".encode()})
    assert [each.distance_m for each in parsed.activities] == [None] * 4
    assert any("states no unit" in note for note in parsed.notes)


def test_dates_that_can_be_read_in_two_ways_are_left_out() -> None:
    line = runs("Running", ["9.96"]).replace("2026-05-01 07:00:00", "05/06/2026 07:00")
    parsed = gathered(GARMIN, {"Activities.csv": f"{ENGLISH}\n{line}".encode()})
    assert not parsed.activities
    assert "more than one way" in parsed.left_out[0][1]


@settings(max_examples=40, deadline=None)
@given(
    kilometres=st.lists(st.integers(300, 4000), min_size=3, max_size=8),
    miles=st.booleans(),
    mark=st.booleans(),
    lines=st.sampled_from(["\n", "\r\n"]),
    comma=st.booleans(),
    shuffled=st.randoms(),
)
def test_no_writing_of_the_list_gives_a_wrong_distance(
    kilometres: list[int], shuffled: object, lines: str, *, miles: bool, mark: bool, comma: bool
) -> None:
    """Runs of an hour and their distance in hundredths of the unit; a step is as long as it must be."""
    metres = [each / 100 * (1609.344 if miles else 1000.0) for each in kilometres]
    rows = []
    for index, (each, length) in enumerate(zip(kilometres, metres, strict=True)):
        row = runs("Running", [f"{each / 100:.2f}"], stride=f"{length / 9960:.4f}")
        rows.append(row.strip().replace("2026-05-01", f"2026-05-{index + 1:02}"))
    shuffled.shuffle(rows)  # type: ignore[attr-defined]
    text = "\n".join((ENGLISH, *rows, *rows)) + "\n"
    if comma:
        text = text.replace('"1,020"', '"1.020"').replace('"9,960"', '"9.960"')
        text = "\n".join(line if line == ENGLISH else _with_commas(line) for line in text.split("\n"))
    content = (b"\xef\xbb\xbf" if mark else b"") + text.replace("\n", lines).encode()
    parsed = gathered(GARMIN, {"Activities.csv": content})
    assert len(parsed.activities) == len(metres)
    for run, expected in zip(parsed.activities, metres, strict=True):
        assert run.distance_m is None or run.distance_m == pytest.approx(expected, rel=1e-6)
        assert run.calories_kcal == 1020.0


def _with_commas(line: str) -> str:
    """The numbers of a row with a decimal comma."""
    cells = line.split('"')
    quoted = [
        cell.replace(".", ",")
        if index % 2 and cell.replace(".", "").isdigit() and len(cell.split(".")[-1]) != 3
        else cell
        for index, cell in enumerate(cells)
    ]
    return '"'.join(quoted)


def values(parsed: ParsedFile) -> dict[str, dict[str, float]]:
    return {
        name: {from_epoch_day(day).isoformat(): float(value) for day, value in zip(each.days, each.values, strict=True)}
        for name, each in parsed.numbers.items()
    }


def test_the_report_of_sleep_is_read_by_day() -> None:
    content = (
        b"Sleep Score 4 Weeks,Score,Resting Heart Rate,Body Battery,Pulse Ox,Respiration,HRV Status,Quality,Duration,"
        b"Sleep Need,Bedtime,Wake Time\n"
        b'"Jun 26, 2026",76,52,"+35",97,15.5,48,Good,5h 8min,9h 0min,12:31 AM,6:04 AM\n'
        b"2026-06-27,--,--,--,--,--,--,--,--,--,--,--\n"
        b"2026-06-28,81,50,+40,96.5,14.2,49,Good,7h 55min,8h 0min,11:20 PM,7:30 AM\n"
        b"Jun 29,81,50,+40,96.5,14.2,49,Good,7h 55min,8h 0min,11:20 PM,7:30 AM\n"
        b"2026-06-30,0,0,0,0,0,--,Poor,7h 0min,8h 0min,11:20 PM,6:20 AM\n"
    )
    parsed = gathered(GARMIN, {"Sleep.csv": content})
    assert values(parsed) == {
        "sleep_minutes": {"2026-06-26": 308.0, "2026-06-28": 475.0, "2026-06-30": 420.0},
        "sleep_score": {"2026-06-26": 76.0, "2026-06-28": 81.0},
        "resting_heart_rate": {"2026-06-26": 52.0, "2026-06-28": 50.0},
        "respiratory_rate": {"2026-06-26": 15.5, "2026-06-28": 14.2},
        "spo2": {"2026-06-26": 97.0, "2026-06-28": 96.5},
    }
    assert list(parsed.local_times["bed_time"].values()) == [
        local(2026, 6, 26, 0, 31),
        local(2026, 6, 27, 23, 20),
        local(2026, 6, 29, 23, 20),
    ]
    assert any("year" in skip.reason for skip in parsed.skipped)


def test_weekly_averages_are_left_out_with_what_to_do() -> None:
    content = b"Date,Avg Duration,Avg Bedtime,Avg Wake Time\nJan 30 - Feb 5,6h 34min,1:34 AM,8:16 AM\n"
    steps = b",Actual Steps,Steps Goal,Goal\nAug 7-13,9000,8000,8000\n"
    parsed = gathered(GARMIN, {"Sleep.csv": content, "Steps.csv": steps})
    assert not parsed.numbers
    assert [name for name, why in parsed.left_out if "averages" in why] == ["Sleep.csv", "Steps.csv"]


def test_sums_of_weeks_are_left_out_though_each_stands_under_a_date() -> None:
    parsed = gathered(
        GARMIN,
        {
            "Steps.csv": b",Actual,Goal\n07/12/2026,55650,70000\n07/19/2026,62431,70000\n",
            "Calories.csv": b",Active Calories,Resting Calories,Total\n10/24/2024,950,15036,15986\n10/31/2024,1,2,3\n",
        },
    )
    assert not parsed.numbers
    assert [name for name, why in parsed.left_out if "weeks" in why] == ["Steps.csv", "Calories.csv"]


def test_energy_and_floors_are_read_and_stress_is_not_kept() -> None:
    parsed = gathered(
        GARMIN,
        {
            "Calories.csv": b',Active Calories,Resting Calories,Total\n2024-10-30,7,21,"2,850"\n2024-10-31,1,2,2100\n',
            "Floors.csv": b",Climbed Floors,Descended Floors\n2024-10-31,12,9\n",
            "Stress.csv": b"Date,Avg,Rest,Low,Medium Stress,High Stress\n2024-10-31,32,4h 26min,5h,1h 12min,14min\n",
        },
    )
    assert values(parsed) == {
        "calories_kcal": {"2024-10-30": 2850.0, "2024-10-31": 2100.0},
        "floors_climbed": {"2024-10-31": 12.0},
    }
    assert parsed.left_out == (("Stress.csv", "Levels of stress: not kept."),)


def test_steps_variability_resting_rate_and_weight_are_read() -> None:
    parsed = gathered(
        GARMIN,
        {
            "Steps.csv": b',Actual,Goal\n07/12/2026,"5,565",11790\n07/13/2026,12431,11790\n',
            "HRV Status.csv": b"Date,Overnight HRV,Baseline,7d Avg\n2026-07-12,42ms,35ms - 51ms,34ms\n",
            "Heart Rate.csv": b",Resting,High\n2026-07-12,52 bpm,130 bpm\n",
            "Weight.csv": (
                b"Time,Weight,Change,BMI,Body Fat,Skeletal Muscle Mass,Bone Mass,Body Water,\n"
                b'" Jul 12, 2026",\n9:46 AM,80.5 kg,0.5 kg,25.0,18.5 %,35.0 kg,3.5 kg,60.5 %,\n'
                b"8:40 AM,81.0 kg,0.3 kg,25.2,19.5 %,35.5 kg,3.5 kg,60.0 %,\n"
                b'" Jul 11, 2026",\n8:40 AM,200 lbs,--,--,--,--,--,--,\n7:00 AM,82,--,--,--,--,--,--,\n'
            ),
        },
    )
    found = values(parsed)
    assert found["steps"] == {"2026-07-12": 5565.0, "2026-07-13": 12431.0}
    assert found["heart_rate_variability"] == {"2026-07-12": 42.0}
    assert found["resting_heart_rate"] == {"2026-07-12": 52.0}
    assert found["weight_kg"] == {"2026-07-11": pytest.approx(90.718474), "2026-07-12": 80.5}
    assert found["body_fat_percent"] == {"2026-07-12": 18.5}


@pytest.mark.parametrize(
    "header", ["date,steps,distance", "Date,Score,Notes", "a,b", "Date,Activity Type,Distance", ",Actual,Goal", ""]
)
def test_tables_of_others_are_not_claimed(header: str) -> None:
    parsed = gathered(GARMIN, {"table.csv": f"{header}\n2026-01-01,1,2\n".encode()})
    assert not parsed.numbers
    assert not parsed.left_out
