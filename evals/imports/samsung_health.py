"""Samsung Health's daily values by pandas alone, to hold an import against."""

from datetime import date
from pathlib import Path

import pandas as pd

_STAGES = {
    40001: "awake_minutes",
    40002: "light_sleep_minutes",
    40003: "deep_sleep_minutes",
    40004: "rem_sleep_minutes",
}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Steps of all devices together, energy, and nights by the stages of their longest session."""
    found: dict[str, dict[date, float]] = {}
    steps = _table(folder, "com.samsung.shealth.step_daily_trend")
    if steps is not None:
        both = steps[steps["source_type"] == -2].sort_values("update_time").drop_duplicates("day_time", keep="last")
        days = _days(both["day_time"])
        found["steps"] = dict(zip(days, both["count"].astype(float), strict=True))
        found["distance_km"] = dict(zip(days, both["distance"] / 1000, strict=True))
    pedometer = _table(folder, "com.samsung.shealth.tracker.pedometer_day_summary")
    if steps is None and pedometer is not None:
        both = pedometer[pedometer["source_info"].notna()]
        days = _days(both["day_time"])
        found["steps"] = dict(zip(days, both["step_count"].astype(float), strict=True))
        found["distance_km"] = dict(zip(days, both["distance"] / 1000, strict=True))
    energy = _table(folder, "com.samsung.shealth.calories_burned.details")
    if energy is not None:
        parts = [name for name in ("rest_calorie", "active_calorie", "tef_calorie") if name in energy]
        totals = energy[parts].fillna(0).sum(axis=1)
        found["calories_kcal"] = {}
        for day, total in sorted(zip(_days(energy["day_time"]), totals, strict=True)):
            found["calories_kcal"][day] = float(total)
    return found | _body(folder) | _nights(folder)


def _body(folder: Path) -> dict[str, dict[date, float]]:
    """The last weighing of a local day, and its floors."""
    found: dict[str, dict[date, float]] = {}
    weights = _table(folder, "com.samsung.health.weight")
    if weights is not None:
        weights = _at_home(weights)
        weights["day"] = (pd.to_datetime(weights["start_time"]) + _shift(weights)).dt.date
        for column, metric in (("weight", "weight_kg"), ("body_fat", "body_fat_percent")):
            kept = weights.dropna(subset=[column]).sort_values("start_time").drop_duplicates("day", keep="last")
            found[metric] = dict(zip(kept["day"], kept[column].astype(float), strict=True))
    floors = _table(folder, "com.samsung.shealth.tracker.floors_day_summary")
    if floors is not None:
        found["floors_climbed"] = dict(zip(_days(floors["day_time"]), floors["floor_count"].astype(float), strict=True))
    climbs = _table(folder, "com.samsung.health.floors_climbed")
    if floors is None and climbs is not None:
        days = (pd.to_datetime(climbs["start_time"]) + _shift(climbs)).dt.date
        sums = climbs.groupby(days)["floor"].sum().astype(float)
        found["floors_climbed"] = dict(zip(sums.index, sums, strict=True))
    return {metric: days for metric, days in found.items() if days}


def _at_home(table: pd.DataFrame) -> pd.DataFrame:
    """Of the data viewer's tables, whose times are the phone's, the rows of about the phone's offset."""
    if table["time_offset"].dtype.kind not in "iuf":
        return table
    home = table["time_offset"].mode()[0]
    near: pd.DataFrame = table[(table["time_offset"] - home).abs() <= 3_600_000]
    return near.assign(time_offset="UTC+0000")


def _shift(table: pd.DataFrame) -> "pd.Series[pd.Timedelta]":
    return pd.to_timedelta(table["time_offset"].str.replace(r"UTC([+-]\d\d)(\d\d)", r"\1:\2:00", regex=True))


def _table(folder: Path, name: str) -> pd.DataFrame | None:
    """A table by the line above its header, whatever its file is called."""
    paths = [path for path in sorted(folder.rglob("*.csv")) if _about(path).strip().split(",")[0] == name]
    if not paths:
        return None
    table = pd.concat([pd.read_csv(path, skiprows=1, index_col=False, encoding="utf-8-sig") for path in paths])
    return table.rename(columns=lambda column: column.rsplit(".", 1)[-1])


def _about(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as lines:
        return lines.readline()


def _days(times: "pd.Series[int]") -> list[date]:
    moments = pd.to_datetime(times, unit="ms") if times.dtype.kind in "iuf" else pd.to_datetime(times)
    return [(moment + pd.Timedelta(hours=12)).date() for moment in moments]


def _nights(folder: Path) -> dict[str, dict[date, float]]:
    sessions = _table(folder, "com.samsung.shealth.sleep")
    stages = _table(folder, "com.samsung.health.sleep_stage")
    if sessions is None or stages is None:
        return {}
    stages["minutes"] = (
        pd.to_datetime(stages["end_time"]) - pd.to_datetime(stages["start_time"])
    ).dt.total_seconds() / 60
    by_stage = stages.pivot_table(index="sleep_id", columns="stage", values="minutes", aggfunc="sum")
    sessions["day"] = (pd.to_datetime(sessions["end_time"]) + _shift(sessions)).dt.date
    nights = sessions.merge(by_stage, left_on="datauuid", right_index=True)
    asleep = [stage for stage in (40002, 40003, 40004) if stage in nights]
    nights["asleep"] = nights[asleep].sum(axis=1)
    nights = nights.sort_values("asleep").drop_duplicates("day", keep="last")
    found = {
        name: {day: float(value) for day, value in zip(nights["day"], nights[stage], strict=True) if pd.notna(value)}
        for stage, name in _STAGES.items()
        if stage in nights
    }
    scored = nights[nights["sleep_score"] > 0] if "sleep_score" in nights else nights[:0]
    found["sleep_score"] = dict(zip(scored["day"], scored.get("sleep_score", []), strict=True))
    return found | {"sleep_minutes": dict(zip(nights["day"], nights["asleep"], strict=True))}
