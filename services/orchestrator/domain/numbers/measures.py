"""The words that make a bare integer a measurement: units, and the names of what is measured."""

import re
from typing import Final

_UNITS: Final = {
    "bpm": "bpm|beats",
    "ms": "ms|milliseconds?",
    "s": "s|secs?|seconds?",
    "min": "mins?|minutes?",
    "h": "h|hrs?|hours?",
    "day": "days?|nights?|mornings?|evenings?",
    "week": "weeks?",
    "month": "months?",
    "year": "years?",
    "steps": "steps?",
    "kcal": "kcals?|cals?|calories?|kilocalories",
    "km": "kms?|kilomet(?:er|re)s?",
    "m": "m|met(?:er|re)s?",
    "mi": "mi|miles?",
    "kg": "kgs?|kilos?|kilograms?",
    "lb": "lbs?|pounds?",
    "g": "g|grams?",
    "mg": "mg|milligrams?",
    "mg/dL": "mg/dl",
    "mmol/L": "mmol/l",
    "mmHg": "mmhg",
    "%": "%|percent|per cent|percentage",
    "°C": "°c|degc|celsius",
    "°F": "°f|degf|fahrenheit",
    "degree": "°|degrees?",
    "breaths": "breaths?/min|breaths?|rpm",
    "points": "points?|pts",
    "times": "times?",
    "kph": "kph|km/h|kmh",
    "mph": "mph|mi/h",
}
_UNIT: Final = re.compile("|".join(f"(?P<u{i}>{words})" for i, words in enumerate(_UNITS.values())), re.IGNORECASE)
_UNIT_NAMES: Final = tuple(_UNITS)

METRIC_NAME: Final = re.compile(
    r"""(?<![\w-])(?:
      resting\ (?:heart\ ?rates?|hr|pulse) | rhr | (?:hrv|heart[-\ ]rate\ variability) (?:/|\ to\ )rhr\ ratio
    | heart[-\ ]?rates? (?:\ variability)? | heart\ ?beats? | pulse | hrv? | rmssd | sdnn
    | step\ counts? | steps? | distances? | elevation(?:\ gain)? | speeds? | pace | floors
    | calories? (?:\ (?:burn(?:ed|t)?|expenditure|intake))? | energy\ (?:burn(?:ed|t)?|expenditure|intake)
    | (?:(?:fat[-\ ]?burn(?:ing)?|cardio|peak)\ )?(?:active\ )?zone\ minutes? | azms? | active\ minutes
    | activity\ levels?
    | (?:deep|rem|light|total)[-\ ]sleep (?:\ (?:minutes|hours|time|duration|percent(?:age)?|proportion))?
    | rem(?=\ |\W|$)
    | (?:minutes?|hours?|time|long)\ (?:\w+\ )?(?:asleep|awake|slept|of\ sleep)
    | awake\ (?:minutes|time|percent(?:age)?)
    | sleep(?:ing)?[-\ ](?:scores?|durations?|quality|time|lengths?|minutes|hours|stages?|efficiency)
    | sleep(?:ing)?[-\ ](?:consistency|patterns?|amount)
    | sleep(?:s|ing)? | slept | asleep | awake | bed[-\ ]?times? | wake[-\ ]?(?:up[-\ ]?)?times?
    | stress(?:\ management)?(?:\ (?:scores?|levels?))? | (?:recovery|readiness|strain)(?:\ scores?)?
    | (?:respiratory|respiration|breathing)\ rates? | respiration | spo2
    | (?:blood\ )?oxygen(?:\ (?:levels?|saturation))?
    | (?:skin|body|nightly)\ temperatures? | temperatures? | (?:body\ ?)?weights? | bmi | body\ fat
    | muscle\ mass
    | vo2(?:\ ?max)? | cardio\ fitness(?:\ index)? | blood\ pressure | systolic | diastolic
    | (?:blood\ )?(?:glucose|sugar) | hba1c | a1c | ldl | hdl | cholesterol | triglycerides | ferritin
    | vitamin\ d
    | tsh | crp | creatinine | haemoglobin | hemoglobin | testosterone | cortisol
    )(?![\w-])""",
    re.IGNORECASE | re.VERBOSE,
)
"""What people call the things that Amy stores or that a laboratory measures."""

MEASURE_WORD: Final = re.compile(
    r"\b(?:averag(?:e|es|ed|ing)|mean|medians?|minimum|maximum|lowest|highest|totals?|sum|standard deviation"
    r"|variability|correlation|correlat\w+|coefficient|rho|tau|baseline|ratio|scores?|bpm|ms|kcal|km|change[ds]?|difference)\b",
    re.IGNORECASE,
)
"""Words that say that a number in the same sentence is a measurement, whatever the metric is called."""


def unit_named(name: str) -> str | None:
    """The one name of a unit, however it is written; None for what is no unit ("count", "tips")."""
    found = _UNIT.fullmatch(name.strip())
    return _UNIT_NAMES[int(str(found.lastgroup)[1:])] if found else None


def metric_names(text: str) -> tuple[str, ...]:
    """The metrics a text names, in its own words and order."""
    return tuple(found.group() for found in METRIC_NAME.finditer(text))
