"""What FHIR Bundles say, computed with json alone: vital signs by day, and laboratory results by code and time."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

_POUND = 0.45359237
_METRICS = {
    "29463-7": "weight_kg",
    "8480-6": "systolic_blood_pressure",
    "8462-4": "diastolic_blood_pressure",
    "9279-1": "respiratory_rate",
    "59408-5": "spo2",
    "2708-6": "spo2",
}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """By metric and day; the folder holds one person's files. Weights are the last of a day, all others the mean."""
    readings: dict[str, dict[date, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for observation in _observations(folder):
        when = observation["effectiveDateTime"]
        for part in (observation, *observation.get("component", ())):
            metric = _METRICS.get(_code(part))
            if metric and "value" in part.get("valueQuantity", {}):
                readings[metric][date.fromisoformat(when[:10])][when] = _value(part["valueQuantity"])
    return {
        metric: {day: _of_day(metric, at_times) for day, at_times in days.items()} for metric, days in readings.items()
    }


def lab_truth(folder: Path) -> dict[tuple[str, datetime], float]:
    """The numbers of the laboratory by LOINC code and instant."""
    found = {}
    for observation in _observations(folder):
        categories = {each["code"] for concept in observation.get("category", ()) for each in concept["coding"]}
        if "laboratory" in categories and "valueQuantity" in observation:
            instant = datetime.fromisoformat(observation["effectiveDateTime"]).astimezone(UTC)
            found[_code(observation), instant] = observation["valueQuantity"]["value"]
    return found


def _observations(folder: Path) -> Iterator[dict[str, Any]]:
    """Of Bundles, single resources, and files of a resource a line."""
    for path in sorted(each for each in folder.rglob("*") if each.suffix in (".json", ".ndjson")):
        text = path.read_text("utf-8")
        tops = (
            [json.loads(line) for line in text.splitlines() if line] if path.suffix == ".ndjson" else [json.loads(text)]
        )
        for top in tops:
            for resource in [top, *(entry["resource"] for entry in top.get("entry", ()))]:
                valid = resource.get("status") not in ("cancelled", "entered-in-error")
                if resource["resourceType"] == "Observation" and "effectiveDateTime" in resource and valid:
                    yield resource


def _code(part: dict[str, Any]) -> str:
    codes = [str(each.get("code", "")) for each in part["code"].get("coding", ())]
    return codes[0] if codes else ""


def _value(quantity: dict[str, Any]) -> float:
    return float(quantity["value"]) * (_POUND if quantity.get("code") == "[lb_av]" else 1)


def _of_day(metric: str, at_times: dict[str, float]) -> float:
    if metric == "weight_kg":
        return at_times[max(at_times, key=datetime.fromisoformat)]
    return sum(at_times.values()) / len(at_times)
