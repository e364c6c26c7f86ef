"""What WHOOP calls the columns of its four tables, in each language of an account that is known."""

from collections.abc import Mapping
from typing import Final

Names = tuple[str, ...]

CYCLE_START: Final[Names] = ("Cycle start time", "Hora de inicio del ciclo")
BED: Final[Names] = ("Sleep onset", "Inicio del sueño")
WAKE: Final[Names] = ("Wake onset", "Inicio de la vigilia")
NAP: Final[Names] = ("Nap", "Siesta")
OF_A_SLEEP: Final[Mapping[str, Names]] = {
    "sleep_minutes": ("Asleep duration (min)", "Duración del sueño (min)"),
    "deep_sleep_minutes": ("Deep (SWS) duration (min)", "Duración de sueño profundo (SWS) (min)"),
    "rem_sleep_minutes": ("REM duration (min)", "Duración de sueño REM (min)"),
    "light_sleep_minutes": ("Light sleep duration (min)", "Duración de sueño ligero (min)"),
    "awake_minutes": ("Awake duration (min)", "Tempo despierto/a (min)", "Tiempo despierto/a (min)"),
    "respiratory_rate": ("Respiratory rate (rpm)", "Frecuencia respiratoria (rpm)"),
}
OF_A_RECOVERY: Final[Mapping[str, Names]] = {
    "resting_heart_rate": ("Resting heart rate (bpm)", "Frecuencia cardíaca en reposo (lpm)"),
    "heart_rate_variability": ("Heart rate variability (ms)", "Variabilidad de la frecuencia cardíaca (ms)"),
    "spo2": ("Blood oxygen %", "Oxígeno en sangre %"),
    "skin_temperature": ("Skin temp (celsius)", "Temp. cutánea (grados centígrados)"),
}
ENERGY: Final[Names] = ("Energy burned (cal)", "Energía quemada (cal)")
"""In kilocalories, whatever its name says."""
DAY_STRAIN: Final[Names] = ("Day Strain", "Esfuerzo del día")

WORKOUT_START: Final[Names] = ("Workout start time", "Hora de inicio del entrenamiento")
WORKOUT_END: Final[Names] = ("Workout end time", "Hora de finalización del entrenamiento")
ACTIVITY: Final[Names] = ("Activity name", "Nombre de la actividad")
OF_A_WORKOUT: Final[Mapping[str, Names]] = {
    "duration_min": ("Duration (min)", "Duración (min)"),
    "calories_kcal": ENERGY,
    "average_heart_rate": ("Average HR (bpm)", "FC promedio (lpm)"),
    "distance_m": ("Distance (meters)", "Distancia (metros)"),
    "elevation_gain_m": ("Altitude gain (meters)", "Ganancia de altitud (metros)"),
}

QUESTION: Final[Names] = ("Question text", "Texto de la pregunta")
ANSWER: Final[Names] = ("Answered yes", "Answered yes/no", 'Respondió "Sí"')
NOTES: Final[Names] = ("Notes", "Notas")

SIGNATURES: Final[Mapping[str, tuple[Names, ...]]] = {
    "cycles": (CYCLE_START, WAKE, DAY_STRAIN),
    "sleeps": (CYCLE_START, WAKE, NAP),
    "workouts": (WORKOUT_START, ACTIVITY),
    "journal": (QUESTION, ANSWER),
}
"""By which columns each table is known, the first that fits."""
