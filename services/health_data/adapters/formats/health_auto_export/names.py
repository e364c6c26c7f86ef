"""What Health Auto Export calls its metrics, in JSON and in the tables of several languages, and in which units."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ACTIVE_ENERGY: Final = "active energy"
BASAL_ENERGY: Final = "basal energy"
HEIGHT: Final = "height"

_COUNT: Final = dict.fromkeys(("count", "counts", "steps", "pasos", "passos", "schritte", "floors", ""), 1.0)
_KM: Final = {"km": 1.0, "mi": 1.609344, "m": 0.001, "yd": 0.0009144, "ft": 0.0003048}
_KCAL: Final = {"kcal": 1.0, "kj": 1 / 4.184}
_PER_MINUTE: Final = dict.fromkeys(("bpm", "count/min", "counts/min", "contagem/min", "lpm", "brpm"), 1.0)
_KG: Final = {"kg": 1.0, "lb": 0.45359237, "lbs": 0.45359237, "st": 6.35029318, "g": 0.001}
_CM: Final = {"cm": 1.0, "m": 100.0, "in": 2.54, "ft": 30.48}
_PER_CENT: Final = {"%": 1.0}


@dataclass(frozen=True)
class Measure:
    """A metric of the app.

    Attributes:
        metric: the canonical metric, a part of one, or what is kept elsewhere.
        way: "total", "mean" or "latest" of a day.
        units: what one of each unit is in the canonical one.
    """

    metric: str
    way: str
    units: Mapping[str, float]


@dataclass(frozen=True)
class Logged:
    """What a person enters by hand: an entry of the journal a day, in the unit stated, which is one of these."""

    tag: str
    units: frozenset[str]


_MEASURES: Final[tuple[tuple[str, Measure], ...]] = (
    ("step_count conteo_de_pasos contagem_de_passos schrittzahlung schrittzahl", Measure("steps", "total", _COUNT)),
    (
        "walking_running_distance distancia_de_caminata_carrera distancia_caminhando_correndo",
        Measure("distance_km", "total", _KM),
    ),
    ("flights_climbed pisos_subidos", Measure("floors_climbed", "total", _COUNT)),
    ("active_energy energia_activa energia_ativa aktive_energie", Measure(ACTIVE_ENERGY, "total", _KCAL)),
    (
        "basal_energy_burned resting_energy energia_en_reposo energia_em_repouso ruheenergie",
        Measure(BASAL_ENERGY, "total", _KCAL),
    ),
    (
        "resting_heart_rate frecuencia_cardiaca_en_reposo frequencia_cardiaca_em_repouso ruhepuls",
        Measure("resting_heart_rate", "mean", _PER_MINUTE),
    ),
    (
        "heart_rate_variability variabilidad_de_frecuencia_cardiaca variabilidade_da_frequencia_cardiaca",
        Measure("hrv_sdnn", "mean", {"ms": 1.0}),
    ),
    ("herzfrequenzvariabilitat", Measure("hrv_sdnn", "mean", {"ms": 1.0})),
    ("respiratory_rate taxa_respiratoria frecuencia_respiratoria", Measure("respiratory_rate", "mean", _PER_MINUTE)),
    (
        "blood_oxygen_saturation oxygen_saturation saturacion_de_oxigeno_en_sangre",
        Measure("spo2", "mean", _PER_CENT),
    ),
    (
        "vo2_max",
        Measure("vo2_max", "latest", {"ml/(kg·min)": 1.0, "ml/kg/min": 1.0, "ml/min·kg": 1.0, "ml/kg·min": 1.0}),
    ),
    ("weight_body_mass weight body_mass peso gewicht", Measure("weight_kg", "latest", _KG)),
    ("body_fat_percentage porcentaje_de_grasa_corporal", Measure("body_fat_percent", "latest", _PER_CENT)),
    ("apple_sleeping_wrist_temperature", Measure("skin_temperature", "mean", {"degc": 1.0, "°c": 1.0})),
    ("blood_pressure_systolic blutdruck_systolisch", Measure("systolic_blood_pressure", "mean", {"mmhg": 1.0})),
    ("blood_pressure_diastolic blutdruck_diastolisch", Measure("diastolic_blood_pressure", "mean", {"mmhg": 1.0})),
    ("height altura", Measure(HEIGHT, "latest", _CM)),
)
MEASURES: Final[Mapping[str, Measure]] = {name: each for names, each in _MEASURES for name in names.split()}

LOGGED: Final[Mapping[str, Logged]] = {
    "mindful_minutes": Logged("meditation", frozenset({"min"})),
    "dietary_caffeine": Logged("caffeine", frozenset({"mg"})),
    "caffeine": Logged("caffeine", frozenset({"mg"})),
    "alcohol_consumption": Logged("alcohol", frozenset({"count", ""})),
    "number_of_alcoholic_beverages": Logged("alcohol", frozenset({"count", ""})),
    "dietary_water": Logged("water", frozenset({"ml", "l", "fl_oz_us"})),
    "water": Logged("water", frozenset({"ml", "l", "fl_oz_us"})),
}

SLEEP: Final = frozenset({"sleep_analysis", "analisis_del_sueno", "analise_do_sono", "schlafanalyse"})
STAGES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("total", "gesamt"), "total"),
    **dict.fromkeys(("asleep", "unspecified", "adormecido", "dormido", "schlafend"), "asleep"),
    **dict.fromkeys(("core", "nucleo", "kern", "esencial"), "core"),
    **dict.fromkeys(("deep", "profundo", "tief"), "deep"),
    "rem": "rem",
    **dict.fromkeys(("awake", "despierto", "acordado", "wach"), "awake"),
}
MINUTES: Final[Mapping[str, float]] = {"hr": 60.0, "h": 60.0, "hours": 60.0, "min": 1.0}

DATE_COLUMNS: Final = frozenset({"date_time", "fecha_hora", "data_hora", "datum_uhrzeit", "date_heure"})

ITS_OWN: Final = frozenset(
    {
        *("apple_exercise_time", "apple_move_time", "apple_stand_hour", "apple_stand_time"),
        *("apple_sleeping_wrist_temperature", "environmental_audio_exposure", "headphone_audio_exposure"),
        *("walking_heart_rate_average", "walking_step_length", "walking_asymmetry_percentage", "physical_effort"),
    }
)
"""Metrics that Apple's devices alone measure, as the app calls them."""

_COLUMN: Final = re.compile(r"(?P<name>[^\[(]+?)\s*(?:\[(?P<part>[^\]]+)\])?\s*(?:\((?P<unit>.+)\))?\s*")


@dataclass(frozen=True)
class Column:
    """The name of a column, taken apart: "Sleep Analysis [Deep] (hr)".

    Attributes:
        name, part: in plain letters; `part` is empty where there is none.
        unit: lower case, without blanks.
    """

    name: str
    part: str
    unit: str


def plain(text: str) -> str:
    """A name in lower case and plain letters, words set apart by "_"."""
    letters = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "_", letters.casefold()).strip("_")


def unit_of(text: str) -> str:
    return "".join(text.casefold().split())


def column_of(header: str) -> Column:
    match = _COLUMN.fullmatch(header.strip())
    if match is None:
        return Column(plain(header), "", "")
    return Column(plain(match["name"]), plain(match["part"] or ""), unit_of(match["unit"] or ""))
