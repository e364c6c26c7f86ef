"""What Apple Health exports hold, day by day, computed with ElementTree second by second, apart from the importer.

Slow and plain: each second of a day is given to the first source that has a record of it. Times are taken as they are
written; nights need nothing of the clock but the date of the wake-up.
"""

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

UNITS = dict.fromkeys(("count", "", "%", "count/min", "ms", "mmHg", "kg", "km", "kcal", "Cal", "degC"), 1.0) | {
    "g": 0.001, "lb": 0.45359237, "st": 6.35029318, "m": 0.001, "mi": 1.609344, "kJ": 1 / 4.184, "cal": 0.001,
} | dict.fromkeys(("mL/min·kg", "mL/kg·min", "ml/kg/min", "mL/kg*min"), 1.0)  # fmt: skip
SUMS = {
    "StepCount": "steps",
    "DistanceWalkingRunning": "distance_km",
    "FlightsClimbed": "floors_climbed",
    "ActiveEnergyBurned": "active",
    "BasalEnergyBurned": "basal",
}
MEANS = {
    "RestingHeartRate": ("resting_heart_rate", 20, 220),
    "HeartRateVariabilitySDNN": ("hrv_sdnn", 0, 500),
    "RespiratoryRate": ("respiratory_rate", 3, 60),
    "OxygenSaturation": ("spo2", 50, 100),
    "BodyMass": ("weight_kg", 2, 500),
    "BodyFatPercentage": ("body_fat_percent", 1, 80),
    "VO2Max": ("vo2_max", 5, 100),
    "BloodPressureSystolic": ("systolic_blood_pressure", 40, 300),
    "BloodPressureDiastolic": ("diastolic_blood_pressure", 20, 200),
}
STAGES = {"AsleepDeep": "deep", "AsleepREM": "rem", "AsleepCore": "light", "Awake": "awake", "InBed": "bed"}
NUMBERS = {"0": "bed", "1": "asleep", "2": "awake", "3": "light", "4": "deep", "5": "rem"}
ORDER = ("deep", "rem", "light", "asleep", "awake")
HALF_A_DAY = timedelta(hours=12)
Days = dict[date, float]
Record = dict[str, str]


def truth(folder: Path) -> dict[str, dict[date, float]]:
    """Metric, day and value of all exports in a folder together."""
    records: dict[tuple[str, ...], Record] = {}
    for content in _exports(folder):
        for _, element in ET.iterparse(io.BytesIO(content)):  # noqa: S314, chosen samples
            if element.tag == "Record" and element.get("startDate", "")[:4].isdigit():
                found = {**element.attrib, **{each.get("key", ""): each.get("value", "") for each in element}}
                identity = ("type", "sourceName", "startDate", "endDate", "value")
                found.setdefault("sourceName", found.get("source", ""))
                records.setdefault(tuple(found.get(name, "") for name in identity), found)
    by_type: dict[str, list[Record]] = defaultdict(list)
    for found in records.values():
        by_type[re.sub(r"^HK(Quantity|Category)TypeIdentifier", "", found["type"])].append(found)
    told: dict[str, Days] = {metric: _sums(by_type[name]) for name, metric in SUMS.items()}
    told |= {metric: _means(by_type[name], low, high) for name, (metric, low, high) in MEANS.items()}
    active, basal = told.pop("active"), told.pop("basal")
    told["calories_kcal"] = {day: active[day] + basal[day] for day in active.keys() & basal.keys()}
    return {metric: days for metric, days in (told | _nights(by_type["SleepAnalysis"])).items() if days}


def _exports(folder: Path) -> Iterator[bytes]:
    contents = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                contents += [archive.read(name) for name in archive.namelist() if name.endswith(".xml")]
        elif path.suffix == ".xml":
            contents.append(path.read_bytes())
    for content in contents:
        if b"<HealthData" in content[:20_000]:
            yield re.sub(rb"<!DOCTYPE HealthData.*?\]>", b"", content, count=1, flags=re.DOTALL)


def _time(text: str) -> datetime:
    """As exports of today write it, or those of iOS 8."""
    if text[4] == "-":
        return datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z")
    return datetime.strptime(text, "%Y%m%d%H%M%S%z")


def _rank(found: Record) -> int:
    """0 for a watch, 1 for a phone, 2 for an app."""
    device, name = found.get("device", ""), found.get("sourceName", "")
    software = re.search(r"software:([^,>]*)", device)
    own = software is not None and software[1] == found.get("sourceVersion")
    if re.search(r"\bwatch\b", name, re.IGNORECASE) or (own and "Watch" in device):
        return 0
    return 1 if re.search(r"\b(i?phone)\b", name, re.IGNORECASE) or (own and "iPhone" in device) else 2


def _sources(records: list[Record]) -> list[str]:
    ranks: dict[str, int] = {}
    counts: dict[str, int] = defaultdict(int)
    for found in records:
        name = found["sourceName"]
        ranks[name] = min(_rank(found), ranks.get(name, 9))
        counts[name] += 1
    return sorted(ranks, key=lambda name: (ranks[name], -counts[name], name))


def _sums(records: list[Record]) -> Days:
    totals: Days = defaultdict(float)
    taken: set[int] = set()
    told: set[date] = set()
    closed: set[date] = set()
    for source in _sources(records):
        mine: set[int] = set()
        on: set[date] = set()
        whole: set[date] = set()
        for found in (each for each in records if each["sourceName"] == source):
            start, end = _time(found["startDate"]), _time(found["endDate"])
            value, seconds = float(found["value"]) * UNITS[found.get("unit", "")], int((end - start).total_seconds())
            is_total = seconds == 0 or end - start >= HALF_A_DAY
            if seconds == 0:
                on.add(start.date())
                whole.add(start.date())
                totals[start.date()] += 0 if start.date() in told | closed else value
            first = int(start.timestamp())
            for second in range(seconds):
                day = (start + timedelta(seconds=second)).date()
                on.add(day)
                if is_total:
                    whole.add(day)
                if first + second not in taken and day not in closed and not (is_total and day in told):
                    totals[day] += value / seconds
                mine.add(first + second)
        taken |= mine
        told |= on
        closed |= whole
    return dict(totals)


def _means(records: list[Record], low: float, high: float) -> Days:
    by_day: dict[date, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for found in records:
        value = float(found["value"]) * UNITS[found.get("unit", "")]
        value *= 100 if found.get("unit") == "%" and value <= 1 else 1
        if low <= value <= high:
            by_day[_time(found["startDate"]).date()][found["sourceName"]].append(value)
    order = _sources(records)
    return {day: fmean(values[min(values, key=order.index)]) for day, values in by_day.items()}


def _nights(records: list[Record]) -> dict[str, Days]:
    sleeps: dict[date, list[tuple[bool, float, dict[str, float]]]] = defaultdict(list)
    for source in {each["sourceName"] for each in records}:
        own = sorted(
            ((_time(each["startDate"]), _time(each["endDate"]), _stage(each["value"]), each) for each in records
             if each["sourceName"] == source), key=lambda each: each[:2],
        )  # fmt: skip
        own = [each for each in own if timedelta() < each[1] - each[0] <= timedelta(days=1)]
        kinds = {each[2] for each in own}
        runs: list[list[tuple[datetime, datetime, str, Record]]] = []
        for each in own:
            if not runs or each[0] - max(other[1] for other in runs[-1]) >= timedelta(hours=3):
                runs.append([])
            runs[-1].append(each)
        for run in runs:
            asleep = [each for each in run if each[2] in ORDER[:4]]
            if asleep:
                seconds = _seconds(run)
                minutes = {stage: list(seconds.values()).count(stage) / 60 for stage in ORDER if stage in kinds}
                total = sum(minutes.get(stage, 0) for stage in ORDER[:4])
                last = max(asleep, key=lambda each: each[1])
                staged = any(minutes.get(stage) for stage in ORDER[:3])
                zone = last[3].get("HKTimeZone")
                woke = last[1].astimezone(ZoneInfo(zone)) if zone else last[1]
                sleeps[woke.date()].append((staged, total, minutes))
    told: dict[str, Days] = defaultdict(dict)
    for day, found in sleeps.items():
        longest = max(total for _, total, _ in found)
        staged, total, minutes = max((each for each in found if each[1] * 2 >= longest), key=lambda each: each[:2])
        told["sleep_minutes"][day] = total
        for stage in ("deep", "rem", "light", "awake"):
            if stage in minutes and (staged or stage == "awake"):
                told["awake_minutes" if stage == "awake" else f"{stage}_sleep_minutes"][day] = minutes[stage]
    return told


def _seconds(run: list[tuple[datetime, datetime, str, Record]]) -> dict[int, str]:
    """The stage of each second, the first of `ORDER` that is told of it."""
    seconds: dict[int, str] = {}
    for stage in reversed(ORDER):
        for start, end, what, _ in run:
            if what == stage:
                seconds.update(dict.fromkeys(range(int(start.timestamp()), int(end.timestamp())), stage))
    return seconds


def _stage(value: str) -> str:
    name = value.removeprefix("HKCategoryValueSleepAnalysis")
    return NUMBERS.get(name) or STAGES.get(name, "asleep")
