"""What WHOOP calls the columns of its four tables: in English, Spanish, German, French, Italian and Portuguese."""

from collections.abc import Mapping
from typing import Final

Names = tuple[str, ...]

CYCLE_START: Final[Names] = (
    *("Cycle start time", "Hora de inicio del ciclo", "Startzeit des Zyklus", "Heure de début du cycle"),
    *("Ora di inizio ciclo", "Hora de início do ciclo"),
)
BED: Final[Names] = (
    *("Sleep onset", "Inicio del sueño", "Beginn des Schlafs", "Premiers signes de sommeil", "Inizio del sonno"),
    "Início do sono",
)
WAKE: Final[Names] = (
    *("Wake onset", "Inicio de la vigilia", "Beginn des Aufwachens", "Premiers signes de réveil"),
    *("Inizio del risveglio", "Início da vigília"),
)
NAP: Final[Names] = ("Nap", "Siesta", "Nickerchen", "Sieste", "Riposo breve", "Sesta")
OF_A_SLEEP: Final[Mapping[str, Names]] = {
    "sleep_minutes": (
        *("Asleep duration (min)", "Duración del sueño (min)", "Schlafdauer (Min.)", "Durée du sommeil (min)"),
        *("Durata del sonno (min)", "Duração do sono (min)"),
    ),
    "deep_sleep_minutes": (
        *("Deep (SWS) duration (min)", "Duración de sueño profundo (SWS) (min)", "Dauer des Tiefschlafs (Min.)"),
        *("Durée du sommeil profond (min)", "Durata profondo (SWS) (min)", "Duração profundo (Sono) (min)"),
    ),
    "rem_sleep_minutes": (
        *("REM duration (min)", "Duración de sueño REM (min)", "Dauer des REM-Schlafs (Min.)"),
        *("Durée du sommeil paradoxal (min)", "Durata REM (min)", "Duração REM (min)"),
    ),
    "light_sleep_minutes": (
        *("Light sleep duration (min)", "Duración de sueño ligero (min)", "Dauer des Leichtschlafs (Min.)"),
        *("Durée du sommeil léger (min)", "Durata del sonno leggero (min)", "Duração do sono leve (min)"),
    ),
    "awake_minutes": (
        *("Awake duration (min)", "Tempo despierto/a (min)", "Tiempo despierto/a (min)"),
        *("Dauer des Aufwachens (Min.)", "Temps d'éveil (min)", "Temps d’éveil (min)"),  # noqa: RUF001, as written
        *("Durata del risveglio (min)", "Duração de vigília (min)"),
    ),
    "respiratory_rate": (
        *("Respiratory rate (rpm)", "Frecuencia respiratoria (rpm)", "Atemfrequenz (Atemzüge/Min.)"),
        *("Fréquence respiratoire (tr/min)", "Frequenza respiratoria (rpm)", "Frequência respiratória (rpm)"),
    ),
}
OF_A_RECOVERY: Final[Mapping[str, Names]] = {
    "resting_heart_rate": (
        *("Resting heart rate (bpm)", "Frecuencia cardíaca en reposo (lpm)"),
        *("Ruheherzfrequenz (Schläge pro Minute)", "Fréquence cardiaque au repos (bpm)"),
        *("Frequenza cardiaca a riposo (bpm)", "Frequência cardíaca em repouso (bpm)"),
    ),
    "heart_rate_variability": (
        *("Heart rate variability (ms)", "Variabilidad de la frecuencia cardíaca (ms)"),
        *("Herzfrequenzvariabilität (ms)", "Variabilité de la fréquence cardiaque (ms)"),
        *("Variabilità della frequenza cardiaca (ms)", "Variabilidade da frequência cardíaca (ms)"),
    ),
    "spo2": (
        *("Blood oxygen %", "Oxígeno en sangre %", "Blutsauerstoff %", "Niveau d'oxygène %"),
        *("Niveau d’oxygène %", "Ossigeno nel sangue %", "% de oxigênio no sangue"),  # noqa: RUF001, as written
    ),
    "skin_temperature": (
        *("Skin temp (celsius)", "Temp. cutánea (grados centígrados)", "Hauttemperatur (Celsius)"),
        *("Température cutanée (Celsius)", "Temp. cutanea (C)", "Temp. da pele (celsius)"),
    ),
}
ENERGY: Final[Names] = (
    *("Energy burned (cal)", "Energía quemada (cal)", "Verbrannte Energie (cal)", "Dépense énergétique (cal.)"),
    *("Energia bruciata (cal)", "Energia queimada (cal)"),
)
"""In kilocalories, whatever its name says."""
DAY_STRAIN: Final[Names] = (
    *("Day Strain", "Esfuerzo del día", "Tagesbelastung", "Effort du jour", "Sforzo giornaliero", "Esforço diário"),
)

WORKOUT_START: Final[Names] = (
    *("Workout start time", "Hora de inicio del entrenamiento", "Startzeit des Trainings"),
    *("Heure de début de l'entraînement", "Heure de début de l’entraînement"),  # noqa: RUF001, as written
    *("Heure de début de l'entrainement", "Heure de début de l’entrainement"),  # noqa: RUF001, as written
    *("Ora di inizio allenamento", "Hora de início do treino"),
)
WORKOUT_END: Final[Names] = (
    *("Workout end time", "Hora de finalización del entrenamiento", "Endzeit des Trainings"),
    *("Heure de fin de l'entraînement", "Heure de fin de l’entraînement"),  # noqa: RUF001, as written
    *("Heure de fin de l'entrainement", "Heure de fin de l’entrainement"),  # noqa: RUF001, as written
    *("Ora di fine allenamento", "Hora de fim do treino"),
)
ACTIVITY: Final[Names] = (
    *("Activity name", "Nombre de la actividad", "Name der Aktivität", "Nom de l'activité"),
    *("Nom de l’activité", "Nome attività", "Nome da atividade"),  # noqa: RUF001, as written
)
OF_A_WORKOUT: Final[Mapping[str, Names]] = {
    "duration_min": (
        "Duration (min)",
        "Duración (min)",
        "Dauer (Min.)",
        "Durée (min)",
        "Durata (min)",
        "Duração (min)",
    ),
    "calories_kcal": ENERGY,
    "average_heart_rate": (
        *("Average HR (bpm)", "FC promedio (lpm)", "Durchschnittliche HF (Schläge pro Minute)"),
        *("FC moyenne (bpm)", "FC media (bpm)", "FC média (bpm)"),
    ),
    "distance_m": ("Distance (meters)", "Distancia (metros)"),
    "elevation_gain_m": ("Altitude gain (meters)", "Ganancia de altitud (metros)"),
}

QUESTION: Final[Names] = ("Question text", "Texto de la pregunta", "Fragetext", "Testo domanda", "Texto de pergunta")
ANSWER: Final[Names] = (
    *("Answered yes", "Answered yes/no", 'Respondió "Sí"', "Beantwortet mit Ja", "Risposta affermativa"),
    "Respondeu sim",
)
NOTES: Final[Names] = ("Notes", "Notas", "Anmerkungen", "Note")
YES: Final = frozenset({"true", "yes", "1", "sí", "verdadero", "ja", "oui", "sì", "sim"})
NO: Final = frozenset({"false", "no", "0", "falso", "nein", "non", "não"})

SIGNATURES: Final[Mapping[str, tuple[Names, ...]]] = {
    "cycles": (CYCLE_START, WAKE, DAY_STRAIN),
    "sleeps": (CYCLE_START, WAKE, NAP),
    "workouts": (WORKOUT_START, ACTIVITY),
    "journal": (QUESTION, ANSWER),
}
"""By which columns each table is known, the first that fits."""
