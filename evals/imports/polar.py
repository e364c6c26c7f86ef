"""What samples of Polar Flow's archive say, computed without the importer. None was found in public."""

import json
import re
from collections import defaultdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

Truth = dict[str, dict[date, float]]


def truth(folder: Path) -> Truth:
    """By metric and local date, every value that the files of a folder state."""
    found: Truth = defaultdict(dict)
    for path in folder.rglob("activity-*.json"):
        content = json.loads(path.read_text("utf-8"))
        summary = content.get("summary") or {}
        names = {"steps": ("stepCount", 1), "calories_kcal": ("calories", 1), "distance_km": ("stepsDistance", 1000)}
        for metric, (name, over) in names.items():
            if summary.get(name) is not None:
                found[metric][date.fromisoformat(content["date"])] = summary[name] / over
    ends = {}
    for night in _all(folder, "sleep_result*.json"):
        evaluation = night["evaluation"]
        day = datetime.fromisoformat(night["sleepResult"]["hypnogram"]["sleepEnd"]).date()
        ends[night["night"]] = day
        asleep = _minutes(evaluation["asleepDuration"])
        if asleep >= found["sleep_minutes"].get(day, 0):
            found["sleep_minutes"][day] = asleep
            for name in ("deep", "light", "rem"):
                if name in evaluation.get("phaseDurations", {}):
                    found[f"{name}_sleep_minutes"][day] = _minutes(evaluation["phaseDurations"][name])
    for night in _all(folder, "nightly_recovery_[0-9]*.json"):
        if night.get("meanNightlyRecoveryRmssd"):
            day = ends.get(night["night"], date.fromisoformat(night["night"]))
            found["heart_rate_variability"][day] = night["meanNightlyRecoveryRmssd"]
    return dict(found)


def _all(folder: Path, pattern: str) -> list[dict[str, Any]]:
    return [each for path in sorted(folder.rglob(pattern)) for each in json.loads(path.read_text("utf-8"))]


def _minutes(text: str) -> float:
    parts = {unit: float(value) for value, unit in re.findall(r"([\d.]+)([HMS])", text)}
    return parts.get("H", 0) * 60 + parts.get("M", 0) + parts.get("S", 0) / 60
