"""WHOOP's daily values by pandas and json alone, to hold an import against."""

import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

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
_STAGES = {
    "light_sleep_minutes": "total_light_sleep_time_milli",
    "deep_sleep_minutes": "total_slow_wave_sleep_time_milli",
    "rem_sleep_minutes": "total_rem_sleep_time_milli",
}
_RECOVERY = {
    "resting_heart_rate": "resting_heart_rate",
    "heart_rate_variability": "hrv_rmssd_milli",
    "spo2": "spo2_percentage",
    "skin_temperature": "skin_temp_celsius",
}
Truth = dict[str, dict[date, float]]


def truth(folder: Path) -> Truth:
    """Each metric by the date of waking; of two cycles on a date, the one with more sleep."""
    tables = [pd.read_csv(path) for path in sorted(folder.rglob("*.csv"))]
    cycles = [table for table in tables if "Day Strain" in table.columns]
    return _of_tables(pd.concat(cycles)) if cycles else _of_records(folder)


def _of_tables(cycles: pd.DataFrame) -> Truth:
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


def _of_records(folder: Path) -> Truth:
    """What the interface gives, of files that call their lists cycles, recovery and sleep."""
    found: Truth = {}
    lists = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.json"))]
    sleeps = {each["id"]: each for content in lists for each in content.get("sleep", ()) if _is_night(each)}
    longest: dict[date, tuple[float, str]] = {}
    for sleep in sleeps.values():
        day = _local(sleep, "end").date()
        longest[day] = max(longest.get(day, (-1.0, "")), (sum(_minutes(sleep).values()), sleep["id"]))
    night_of = {sleeps[kept]["cycle_id"]: day for day, (_, kept) in longest.items()}
    for day, (asleep, kept) in longest.items():
        score = sleeps[kept]["score"]
        told = {**_minutes(sleeps[kept]), "sleep_minutes": asleep, "respiratory_rate": score["respiratory_rate"]}
        told["awake_minutes"] = score["stage_summary"]["total_awake_time_milli"] / 60000
        _put(found, day, told)
    for content in lists:
        for each in content.get("recovery", ()):
            if each["cycle_id"] in night_of and "score" in each:
                _put(found, night_of[each["cycle_id"]], {name: each["score"][key] for name, key in _RECOVERY.items()})
        of_nights = {each["cycle_id"] for each in sleeps.values()}
        for cycle in sorted(content.get("cycles", ()), key=lambda each: (each["id"] in of_nights, each["start"])):
            day = night_of.get(cycle["id"]) or (_local(cycle, "start") + timedelta(hours=12)).date()
            if cycle.get("end") and (cycle["id"] in night_of or cycle["id"] not in of_nights):
                _put(found, day, {"calories_kcal": cycle.get("score", cycle)["kilojoule"] / 4.184})
    return found


def _is_night(sleep: dict[str, Any]) -> bool:
    return "score" in sleep and not sleep["nap"] and bool(sleep["score"])


def _minutes(sleep: dict[str, Any]) -> dict[str, float]:
    return {metric: sleep["score"]["stage_summary"][name] / 60000 for metric, name in _STAGES.items()}


def _local(record: dict[str, Any], name: str) -> datetime:
    """By the offset that the record states; in UTC where it states none."""
    offset = record.get("timezone_offset") or "+00:00"
    hours, minutes = (int(part) for part in offset[1:].split(":"))
    shift = timedelta(hours=hours, minutes=minutes)
    moment = datetime.fromisoformat(record[name]).replace(tzinfo=None)
    return moment - shift if offset[0] == "-" else moment + shift


def _put(found: Truth, day: date, told: dict[str, Any]) -> None:
    for metric, value in told.items():
        if value is not None:
            found.setdefault(metric, {})[day] = float(value)
