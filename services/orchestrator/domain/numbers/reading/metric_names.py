"""What people call the things that are measured."""

import re
from typing import Final

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


def metric_names(text: str) -> tuple[str, ...]:
    """The metrics a text names, in its own words and order."""
    return tuple(found.group() for found in METRIC_NAME.finditer(text))
