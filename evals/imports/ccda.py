"""What C-CDA documents say, computed with ElementTree alone: vital signs by day, results by code and time."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

_V3 = "{urn:hl7-org:v3}"
_TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"
_UNITS = {"kg": 1.0, "g": 0.001, "[lb_av]": 0.45359237, "lb": 0.45359237, "lbs": 0.45359237, "mm[Hg]": 1.0, "mmHg": 1.0}
_METRICS = {
    "29463-7": "weight_kg",
    "3141-9": "weight_kg",
    "8480-6": "systolic_blood_pressure",
    "8462-4": "diastolic_blood_pressure",
}


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """By metric and day; the folder holds one person's documents. Weights are the last of a day, others the mean."""
    readings: dict[str, dict[date, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for code, when, value in _quantities(folder):
        metric, factor = _METRICS.get(code), _UNITS.get(value.get("unit", ""))
        if metric and factor:
            day = date(int(when[:4]), int(when[4:6]), int(when[6:8]))
            readings[metric][day][when] = float(value.get("value", "")) * factor
    return {
        metric: {
            day: times[max(times)] if metric == "weight_kg" else sum(times.values()) / len(times)
            for day, times in days.items()
        }
        for metric, days in readings.items()
    }


def lab_truth(folder: Path) -> dict[tuple[str, str], float]:
    """The numbers of results by LOINC code and time as written."""
    return {
        (code, when): float(value.get("value", "")) for code, when, value in _quantities(folder) if code not in _METRICS
    }


def _quantities(folder: Path) -> Iterator[tuple[str, str, ET.Element]]:
    for path in sorted(folder.rglob("*.xml")):
        for observation in ET.parse(path).getroot().iter(f"{_V3}observation"):  # noqa: S314, files chosen by hand
            code, value = observation.find(f"{_V3}code"), observation.find(f"{_V3}value")
            time = observation.find(f"{_V3}effectiveTime")
            when = "" if time is None else time.get("value") or (time.find(f"{_V3}low") or time).get("value") or ""
            if code is None or value is None or len(when) < len("20240229") or value.get(_TYPE) != "PQ":
                continue
            if value.get("value") and code.get("code"):
                yield code.get("code", ""), when, value
