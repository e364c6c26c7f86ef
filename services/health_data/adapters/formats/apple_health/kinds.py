"""What is read of an export, by Apple's names without their prefix. A new type is one entry here."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from services.health_data.adapters.formats.apple_health.units import (
    CELSIUS,
    CENTIMETRES,
    COUNT,
    KILOCALORIES,
    KILOGRAMS,
    KILOMETRES,
    MERCURY,
    MILLIGRAMS,
    MILLILITRES,
    MILLISECONDS,
    OXYGEN_UPTAKE,
    PER_MINUTE,
    PERCENT,
    Units,
)

PREFIXES: Final = (
    "HKQuantityTypeIdentifier",
    "HKCategoryTypeIdentifier",
    "HKWorkoutActivityType",
    "HKCharacteristicTypeIdentifier",
)
ACTIVE: Final = "active_energy"
BASAL: Final = "basal_energy"
HEIGHT: Final = "height_cm"


@dataclass(frozen=True, kw_only=True)
class Sampled:
    """A quantity of which many values make one of a day.

    Attributes:
        name: the metric, or one of `ACTIVE`, `BASAL` and `HEIGHT`.
        units: what it may be stated in.
        found: what the report calls its records.
        adds_up: whether a day has the sum, of all sources without what overlaps; otherwise the mean, of one source.
        ends_night: whether the local date is that of its end, which is that of the wake-up; otherwise of its start.
        is_share: whether 0 to 1 stands for 0 to 100%: HealthKit writes 0.97 %, others 97 %.
    """

    name: str
    units: Units
    found: str
    adds_up: bool = False
    ends_night: bool = False
    is_share: bool = False


@dataclass(frozen=True, kw_only=True)
class Noted:
    """What becomes an entry of the journal.

    Attributes:
        units: None of what has no amount.
        unit: of the entry.
    """

    tag: str
    found: str
    units: Units | None = None
    unit: str = ""


SAMPLED: Final[Mapping[str, Sampled]] = {
    "StepCount": Sampled(name="steps", units=COUNT, found="step records", adds_up=True),
    "DistanceWalkingRunning": Sampled(name="distance_km", units=KILOMETRES, found="distance records", adds_up=True),
    "FlightsClimbed": Sampled(name="floors_climbed", units=COUNT, found="records of floors climbed", adds_up=True),
    "ActiveEnergyBurned": Sampled(name=ACTIVE, units=KILOCALORIES, found="active energy records", adds_up=True),
    "BasalEnergyBurned": Sampled(name=BASAL, units=KILOCALORIES, found="resting energy records", adds_up=True),
    "RestingHeartRate": Sampled(name="resting_heart_rate", units=PER_MINUTE, found="resting heart rates"),
    "HeartRateVariabilitySDNN": Sampled(name="hrv_sdnn", units=MILLISECONDS, found="SDNN values"),
    "RespiratoryRate": Sampled(name="respiratory_rate", units=PER_MINUTE, found="respiratory rates"),
    "OxygenSaturation": Sampled(name="spo2", units=PERCENT, found="blood oxygen values", is_share=True),
    "BodyMass": Sampled(name="weight_kg", units=KILOGRAMS, found="weights"),
    "BodyFatPercentage": Sampled(name="body_fat_percent", units=PERCENT, found="body fat percentages", is_share=True),
    "VO2Max": Sampled(name="vo2_max", units=OXYGEN_UPTAKE, found="VO2 max values"),
    "BloodPressureSystolic": Sampled(name="systolic_blood_pressure", units=MERCURY, found="systolic blood pressures"),
    "BloodPressureDiastolic": Sampled(
        name="diastolic_blood_pressure", units=MERCURY, found="diastolic blood pressures"
    ),
    "AppleSleepingWristTemperature": Sampled(
        name="skin_temperature", units=CELSIUS, found="wrist temperatures", ends_night=True
    ),
    "Height": Sampled(name=HEIGHT, units=CENTIMETRES, found="heights"),
}

INSTEAD: Final[Mapping[str, tuple[str, str]]] = {
    "HeartRate": ("resting_heart_rate", "heart rates, no resting heart rate"),
    "AppleExerciseTime": ("active_zone_minutes", "records of exercise time, which is no active zone minutes"),
}
"""What is only counted: the metric that somebody would look for there, and what there is in its place."""

SLEEP: Final = "SleepAnalysis"
PERIOD: Final = "MenstrualFlow"
MEDITATION: Final = "MindfulSession"
NOTED: Final[Mapping[str, Noted]] = {
    PERIOD: Noted(tag="period", found="days of a period"),
    MEDITATION: Noted(tag="meditation", found="mindful sessions", unit="min"),
    "SexualActivity": Noted(tag="sex", found="records of sexual activity"),
    "NumberOfAlcoholicBeverages": Noted(tag="alcohol", found="records of alcohol", units=COUNT, unit="drinks"),
    "DietaryCaffeine": Noted(tag="caffeine", found="records of caffeine", units=MILLIGRAMS, unit="mg"),
    "DietaryWater": Noted(tag="water", found="records of water", units=MILLILITRES, unit="ml"),
}

SYMPTOM: Final = "symptom"
_SYMPTOM_TYPES: Final = (
    *("AbdominalCramps", "Acne", "AppetiteChanges", "BladderIncontinence", "Bloating", "BreastPain"),
    *("ChestTightnessOrPain", "Chills", "Constipation", "Coughing", "Diarrhea", "Dizziness", "DrySkin", "Fainting"),
    *("Fatigue", "Fever", "GeneralizedBodyAche", "HairLoss", "Headache", "Heartburn", "HotFlashes", "LossOfSmell"),
    *("LossOfTaste", "LowerBackPain", "MemoryLapse", "MoodChanges", "Nausea", "NightSweats", "PelvicPain"),
    *("RapidPoundingOrFlutteringHeartbeat", "RunnyNose", "ShortnessOfBreath", "SinusCongestion", "SkippedHeartbeat"),
    *("SleepChanges", "SoreThroat", "VaginalDryness", "Vomiting", "Wheezing", "IntermenstrualBleeding"),
)


def spaced(name: str) -> str:
    """Apple's name in plain words: "TraditionalStrengthTraining" is "Traditional strength training"."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return words[:1].upper() + " ".join(word if word.isupper() else word.lower() for word in words.split())[1:]


SYMPTOMS: Final = {name: spaced(name) for name in _SYMPTOM_TYPES}

NOT_PRESENT: Final = frozenset({"1", "severitynotpresent", "presencenotpresent", "appetitechangesnochange"})
"""The values by which a symptom is said not to be there."""
SEVERITIES: Final = {
    **dict.fromkeys(("severitymild", "2"), "mild"),
    **dict.fromkeys(("severitymoderate", "3"), "moderate"),
    **dict.fromkeys(("severitysevere", "4"), "severe"),
    "appetitechangesdecreased": "decreased",
    "appetitechangesincreased": "increased",
}
NUMBERS_ARE_OTHER: Final = frozenset({"AppetiteChanges", "MoodChanges", "SleepChanges", "IntermenstrualBleeding"})
"""The symptoms whose numbers stand for something else than how severe it is."""
NO_FLOW: Final = frozenset({"5", "menstrualflownone", "vaginalbleedingnone"})
FLOWS: Final = {
    flow: word
    for word, number in (("light", "2"), ("medium", "3"), ("heavy", "4"))
    for flow in (number, f"menstrualflow{word}", f"vaginalbleeding{word}")
}


class Stage(IntEnum):
    """What a moment of the night is. Of two that are stated for one moment, the lower number counts."""

    DEEP = 0
    REM = 1
    CORE = 2
    ASLEEP = 3
    AWAKE = 4
    IN_BED = 5


STAGES: Final[Mapping[str, Stage]] = {
    **dict.fromkeys(("0", "inbed"), Stage.IN_BED),
    **dict.fromkeys(("1", "asleep", "asleepunspecified"), Stage.ASLEEP),
    **dict.fromkeys(("2", "awake"), Stage.AWAKE),
    **dict.fromkeys(("3", "asleepcore", "core"), Stage.CORE),
    **dict.fromkeys(("4", "asleepdeep", "deep"), Stage.DEEP),
    **dict.fromkeys(("5", "asleeprem", "rem"), Stage.REM),
}
"""By the value without its prefix, in lower case; numbers are those of old exports."""


def plain(value: str) -> str:
    """A value of a category without its prefix, in lower case."""
    return value.strip().removeprefix("HKCategoryValue").removeprefix("SleepAnalysis").casefold()
