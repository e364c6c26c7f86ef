"""Health Auto Export's daily values by json alone, to hold an import against."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

_TOTALS = {"step_count": "steps", "walking_running_distance": "distance_km", "flights_climbed": "floors_climbed"}
_MEANS = {
    "resting_heart_rate": "resting_heart_rate",
    "heart_rate_variability": "hrv_sdnn",
    "respiratory_rate": "respiratory_rate",
    "blood_oxygen_saturation": "spo2",
}
_TIMES = {"mi": 1.609344, "m": 0.001}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Totals and means of days; each moment of a metric counts once."""
    moments: dict[str, dict[datetime, float]] = defaultdict(dict)
    for name, unit, value in _values(folder):
        if (name in _TOTALS or name in _MEANS) and "qty" in value:
            when = datetime.strptime(value["date"], "%Y-%m-%d %H:%M:%S %z").replace(tzinfo=None)
            moments[name][when] = float(value["qty"]) * _TIMES.get(unit, 1.0)
    found: dict[str, dict[date, float]] = {}
    for name, by_moment in moments.items():
        by_day: dict[date, list[float]] = defaultdict(list)
        for when, qty in by_moment.items():
            by_day[when.date()].append(qty)
        metric, way = (_TOTALS[name], sum) if name in _TOTALS else (_MEANS[name], fmean)
        found[metric] = {day: float(way(values)) for day, values in by_day.items()}
    return found


def _values(folder: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in sorted(folder.rglob("*.json")):
        for metric in json.loads(path.read_text())["data"].get("metrics", []):
            for value in metric["data"]:
                yield metric["name"], metric["units"], value
