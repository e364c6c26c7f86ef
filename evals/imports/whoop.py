"""WHOOP's daily values by pandas alone, to hold an import against."""

from datetime import date
from pathlib import Path

import pandas as pd

_COLUMNS = {
    "sleep_minutes": "Asleep duration (min)",
    "deep_sleep_minutes": "Deep (SWS) duration (min)",
    "rem_sleep_minutes": "REM duration (min)",
    "light_sleep_minutes": "Light sleep duration (min)",
    "awake_minutes": "Awake duration (min)",
    "respiratory_rate": "Respiratory rate (rpm)",
    "resting_heart_rate": "Resting heart rate (bpm)",
    "heart_rate_variability": "Heart rate variability (ms)",
    "spo2": "Blood oxygen %",
    "skin_temperature": "Skin temp (celsius)",
    "calories_kcal": "Energy burned (cal)",
}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Each metric by the date of waking; of two cycles on a date, the one with more sleep."""
    cycles = pd.concat([pd.read_csv(path) for path in sorted(folder.rglob("physiological_cycles.csv"))])
    woke = pd.to_datetime(cycles["Wake onset"])
    started = pd.to_datetime(cycles["Cycle start time"]) + pd.Timedelta(hours=12)
    cycles["day"] = woke.fillna(started).dt.date
    cycles["asleep"] = cycles["Asleep duration (min)"].fillna(-1)
    cycles["moment"] = woke.fillna(pd.Timestamp.min)
    kept = cycles.sort_values(["asleep", "moment"]).drop_duplicates("day", keep="last")
    return {
        metric: {day: float(value) for day, value in zip(kept["day"], kept[column], strict=True) if pd.notna(value)}
        for metric, column in _COLUMNS.items()
        if kept[column].notna().any()
    }
