"""What the public samples of Garmin say, computed without the importer: tables by pandas, FIT files by fitdecode."""

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

import fitdecode
import pandas as pd

Truth = dict[str, dict[date, float]]

_DAYS: Final = {
    "steps": ("totalSteps", 1.0),
    "distance_km": ("totalDistanceMeters", 1 / 1000),
    "calories_kcal": ("totalKilocalories", 1.0),
    "resting_heart_rate": ("restingHeartRate", 1.0),
    "floors_climbed": ("floorsAscended", 1.0),
    "spo2": ("averageSpo2", 1.0),
}
_FLAT_DAYS: Final = {
    "steps": ("steps", 1.0),
    "distance_km": ("distance_m", 1 / 1000),
    "calories_kcal": ("total_kcal", 1.0),
    "resting_heart_rate": ("resting_hr", 1.0),
    "floors_climbed": ("floors_ascended_m", 1 / 3.048),
}
_FLAT_NIGHTS: Final = {
    "deep_sleep_minutes": ("sleep_deep_sec", 1 / 60),
    "light_sleep_minutes": ("sleep_light_sec", 1 / 60),
    "rem_sleep_minutes": ("sleep_rem_sec", 1 / 60),
    "awake_minutes": ("sleep_awake_sec", 1 / 60),
    "sleep_score": ("sleep_score_overall", 1.0),
    "respiratory_rate": ("avg_sleep_respiration", 1.0),
}
_ACCOUNT_DAYS: Final = _DAYS | {
    "floors_climbed": ("floorsAscendedInMeters", 1 / 3.048),
    "spo2": ("averageSpo2Value", 1.0),
}
_ACCOUNT_NIGHTS: Final = {
    "deep_sleep_minutes": ("deepSleepSeconds", 1 / 60),
    "light_sleep_minutes": ("lightSleepSeconds", 1 / 60),
    "rem_sleep_minutes": ("remSleepSeconds", 1 / 60),
    "awake_minutes": ("awakeSleepSeconds", 1 / 60),
    "respiratory_rate": ("averageRespiration", 1.0),
    "sleep_score": ("sleepScores.overallScore", 1.0),
    "spo2": ("spo2SleepSummary.averageSPO2", 1.0),
}
_REPORT_NIGHTS: Final = {
    "sleep_score": ("Score", 1.0),
    "resting_heart_rate": ("Resting Heart Rate", 1.0),
    "spo2": ("Pulse Ox", 1.0),
    "respiratory_rate": ("Respiration", 1.0),
}
_NEVER_ZERO: Final = {"sleep_score", "spo2", "respiratory_rate", "resting_heart_rate", "heart_rate_variability"}
_MINUTES_A_DAY: Final = 1440
_RESTING: Final = "allMetrics_metricsMap_WELLNESS_RESTING_HEART_RATE"


def truth(folder: Path) -> Truth:
    """By metric and local date, every value that the files of a folder state."""
    found: Truth = defaultdict(dict)
    _account(folder, found)
    tables = [table for path in sorted(folder.rglob("*.csv")) if (table := _read(path)) is not None]
    for table in tables:
        _table(table, found)
    for table in tables:
        for text in table.get(_RESTING, pd.Series(dtype=str)).dropna():
            for each in json.loads(text):
                if each["value"]:
                    found["resting_heart_rate"][date.fromisoformat(each["calendarDate"])] = each["value"]
    for path in sorted({*folder.rglob("*.fit"), *folder.rglob("*.FIT")}):
        _recording(path, found)
    return dict(found)


def _read(path: Path) -> pd.DataFrame | None:
    """None of a table with titles between its lines, as those of weeks are."""
    try:
        return pd.read_csv(path, low_memory=False, index_col=False)
    except pd.errors.ParserError:
        return None


def _account(folder: Path, found: Truth) -> None:
    """The export of an account: days, nights, weights that were measured, and estimates of running."""
    days = _records(folder, "UDSFile*.json")
    if len(days):
        rest = days["totalSteps"].isna() & ~(days["activeKilocalories"] > 0)
        _columns(
            days.assign(totalKilocalories=days["totalKilocalories"].mask(rest)), "calendarDate", _ACCOUNT_DAYS, found
        )
    nights = _records(folder, "*sleepData.json")
    if len(nights):
        stages = [name for name, _ in _ACCOUNT_NIGHTS.values() if name in nights and name.endswith("SleepSeconds")]
        asleep = nights[[name for name in stages if name != "awakeSleepSeconds"]].sum(axis=1)
        worn = ~nights["sleepWindowConfirmationType"].isin(["OFF_WRIST", "UNCONFIRMED"])
        kept = nights.assign(asleep=asleep)[worn & (asleep > 0)]
        _columns(kept, "calendarDate", _ACCOUNT_NIGHTS | {"sleep_minutes": ("asleep", 1 / 60)}, found)
    body = _records(folder, "*userBioMetrics.json")
    if "weight.weight" in body:
        weights = body[body["weight.sourceType"] != "USER_SETTING"].sort_values("weight.timestampGMT")
        _columns(weights, "metaData.calendarDate", {"weight_kg": ("weight.weight", 1 / 1000)}, found)


def _records(folder: Path, pattern: str) -> pd.DataFrame:
    return pd.json_normalize(
        [each for path in sorted(folder.rglob(pattern)) for each in json.loads(path.read_text("utf-8"))]
    )


def _table(table: pd.DataFrame, found: Truth) -> None:
    if {"Score", "Duration", "Bedtime", "Wake Time"} <= set(table.columns):
        nights = table.assign(
            Date=pd.to_datetime(table["Date"]).dt.strftime("%Y-%m-%d"),
            Duration=table["Duration"]
            .str.extract(r"(\d+)h (\d+)min")
            .astype(float)
            .mul([60, 1])
            .sum(axis=1, min_count=2),
        ).dropna(subset=["Duration"])
        _columns(nights, "Date", _REPORT_NIGHTS | {"sleep_minutes": ("Duration", 1.0)}, found)
    if {"totalSteps", "totalKilocalories"} <= set(table.columns):
        _columns(table, "calendarDate", _DAYS, found)
    if "sleep_deep_sec" in table.columns:
        _columns(table, "date", _FLAT_DAYS, found)
        _flat_nights(table, found)
    if "hrvSummary_lastNightAvg" in table.columns:
        columns = {"heart_rate_variability": ("hrvSummary_lastNightAvg", 1.0)}
        _columns(table, "hrvSummary_calendarDate", columns, found)
    if "samplePk" in table.columns:
        weights = table[table["sourceType"] != "USER_SETTING"].sort_values("timestampGMT")
        _columns(weights, "calendarDate", {"weight_kg": ("weight", 1 / 1000)}, found)
        _columns(weights[weights["bodyFat"] > 0], "calendarDate", {"body_fat_percent": ("bodyFat", 1.0)}, found)
    if {"overall", "restlessness"} <= set(table.columns):
        scores = table.assign(score=table["overall"].map(_score))
        _columns(scores, "date", {"sleep_score": ("score", 1.0)}, found)


def _columns(table: pd.DataFrame, day: str, columns: dict[str, tuple[str, float]], found: Truth) -> None:
    for metric, (column, times) in columns.items():
        if column in table.columns:
            for text, value in zip(table[day], pd.to_numeric(table[column], errors="coerce"), strict=True):
                if pd.notna(value) and not (value == 0 and metric in _NEVER_ZERO):
                    found[metric][date.fromisoformat(str(text)[:10])] = float(value) * times


def _flat_nights(table: pd.DataFrame, found: Truth) -> None:
    asleep = table[["sleep_deep_sec", "sleep_light_sec", "sleep_rem_sec"]].sum(axis=1)
    nights = table.assign(asleep=asleep)[asleep > 0]
    _columns(nights, "date", _FLAT_NIGHTS | {"sleep_minutes": ("asleep", 1 / 60)}, found)
    _columns(table[table["health_hrv_value"] > 0], "date", {"heart_rate_variability": ("health_hrv_value", 1.0)}, found)


def _score(text: str) -> float | None:
    value = ast.literal_eval(text).get("value")
    return None if value is None else float(value)


def _recording(path: Path, found: Truth) -> None:
    """The whole days of a watch as it sums them up itself, and the weights of scales of one person."""
    try:
        messages = list(_messages(path))
    except (fitdecode.FitError, ValueError, KeyError, AssertionError):
        return
    offset = next((_offset(each) for each in messages if each.name in ("monitoring_info", "activity")), timedelta())
    steps: dict[date, float] = defaultdict(float)
    people = {each.get_value("local_id", fallback=None) for each in messages if each.name == "user_profile"}
    for each in messages:
        when = each.get_value("timestamp", fallback=None)
        if each.name == "monitoring" and each.get_value("duration_min", fallback=0) == _MINUTES_A_DAY:
            steps[(when + offset - timedelta(seconds=1)).date()] += each.get_value("steps", fallback=0)
        if each.name == "weight_scale" and len(people) <= 1:
            day = (when + offset).date()
            found["weight_kg"][day] = each.get_value("weight")
            found["body_fat_percent"][day] = each.get_value("percent_fat")
    found["steps"].update(steps)


def _offset(message: fitdecode.FitDataMessage) -> timedelta:
    local, utc = (message.get_value(name, fallback=None) for name in ("local_timestamp", "timestamp"))
    return local - utc if isinstance(local, datetime) and isinstance(utc, datetime) else timedelta()


def _messages(path: Path) -> Iterator[fitdecode.FitDataMessage]:
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.RAISE) as frames:
        yield from (each for each in frames if isinstance(each, fitdecode.FitDataMessage))
