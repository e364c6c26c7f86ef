"""What one can be coached on, the words people use for it, and what of it is on record."""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from services.health_coach.domain.own_words import plain


class Topic(StrEnum):
    """`OWN` is a wish that names something else than the others; `GENERAL` is one for health that names nothing."""

    SLEEP = "sleep"
    BEDTIME = "bedtime"
    STEPS = "steps"
    TRAINING = "training"
    RECOVERY = "recovery"
    STRESS = "stress"
    HEART = "heart"
    WEIGHT = "weight"
    EATING = "eating"
    ALCOHOL = "alcohol"
    CAFFEINE = "caffeine"
    OWN = "own"
    GENERAL = "general"


WORKOUTS: Final = "workouts"
"""The activities on record, which are no daily metric."""
UNITS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "steps": "count",
        "sleep_minutes": "min",
        "bed_time_clock": "clock",
        "active_zone_minutes": "min",
        "resting_heart_rate": "bpm",
        "heart_rate_variability": "ms",
        "stress_management_score": "points",
        "weight_kg": "kg",
    }
)
"""Of the daily metrics that are coached on, the units they are stored in."""
MEASURES: Final[Mapping[Topic, tuple[str, ...]]] = MappingProxyType(
    {
        Topic.SLEEP: ("sleep_minutes", "bed_time_clock"),
        Topic.BEDTIME: ("bed_time_clock", "sleep_minutes"),
        Topic.STEPS: ("steps", "active_zone_minutes"),
        Topic.TRAINING: (WORKOUTS, "active_zone_minutes", "steps"),
        Topic.RECOVERY: ("resting_heart_rate", "heart_rate_variability", "sleep_minutes"),
        Topic.STRESS: ("stress_management_score", "sleep_minutes", "steps"),
        Topic.HEART: ("resting_heart_rate", "heart_rate_variability", "steps", WORKOUTS),
        Topic.WEIGHT: ("weight_kg", "steps", "sleep_minutes"),
        Topic.EATING: (),
        Topic.ALCOHOL: ("sleep_minutes", "resting_heart_rate"),
        Topic.CAFFEINE: ("sleep_minutes", "bed_time_clock"),
        Topic.OWN: (),
        Topic.GENERAL: ("steps", "sleep_minutes"),
    }
)
"""Daily metrics and `WORKOUTS`, the one that tells most first."""
_WORDS: Final[Mapping[Topic, str]] = MappingProxyType(
    {
        Topic.CAFFEINE: r"caffein|coffee|espresso|energy drink",
        Topic.ALCOHOL: r"alcohol|drink(?:ing)? less"
        r"(?! (?:\w+ )?(?:coffee|tea|soda|cola|coke|caffein|energy|juice|milk)\w*)"
        r"|wine|beer|booze|sober|nightcap",
        Topic.BEDTIME: r"bed ?times?|(?:to|into) bed (?:\w+ ){0,2}(?:earlier|late|later|regular)"
        r"|to bed (?:at|by|before)"
        r"|sleep (?:schedule|rhythm|routine)|regular sleep|sleep regular|night owl|body clock|circadian|earlier night"
        r"|in bed (?:at|by|before|earlier)|\bbed earlier|stay(?:ing)? up late",
        Topic.WEIGHT: r"weight|kilos?\b|pounds?\b|lbs?\b|\bfat\b|\bkgs?\b|lose (?:\d+|some|a few)|slim|bmi"
        r"|belly|overweight",
        Topic.SLEEP: r"sleep|insomni|asleep|nights?\b|\bnap|wak(?:e|ing) up|rested|deep sleep|\brem\b|snor|tired"
        r"|fatigue"
        r"|wind(?:ing)? down",
        Topic.STEPS: r"\bsteps?\b(?! (?:by|up|back)\b| (?:can|could|should|do|to) (?:i |we )?(?:make|take)\b)"
        r"|walk(?! me through)|distance|\bmiles?\b|sedentary|sitting|inactive"
        r"|(?:be|get|become|being|stay|keep|staying|keeping) (?:\w+ )?active"
        r"|more active|mov(?:e|ing) more|(?:keep|get|stay) moving|\bmovement\b|\bsit (?:all|too|so|for)\b"
        r"|activity|couch"
        r"|stairs|outside|outdoors|fresh air|daylight|sunlight",
        Topic.RECOVERY: r"recover|overtrain|sore|rest days?|\bdo(?:ing)? less\b|train(?:ing)? less|less training"
        r"|too much training|getting slower",
        Topic.STRESS: r"stress|anxi|overwhelm|relax|burn(?:t|ed)? ?out|calm|tension|tense|worr(?:y|ied|ies)"
        r"|unwind|mindful"
        r"|meditat|panic|breathing (?:exercis|techni)|deep breath",
        Topic.HEART: r"heart|hrv|\brhr\b|pulse|blood pressure|cholesterol|\bldl\b|cardiovascular",
        Topic.TRAINING: r"train|work ?outs?|exercis|fit(?:ness|ter)?\b|gym|strength|muscle|\brun(?:ning)?\b"
        r"|jog|marathon"
        r"|\babs\b|push-?ups?|plank|lifting"
        r"|\d+ ?k\b(?! (?:steps|a day))|stretch|yoga|hik(?:e|ing)|danc(?:e|ing)"
        r"|cycl|swim|sport|cardio|vo2|stronger|stamina|out of breath|breathless|endurance|active zone",
        Topic.EATING: r"\beat|diet|food|meal|nutrition|vegetable|snack|sugar|fibre|fiber|protein|breakfast|dinner|cook",
    }
)
_PATTERNS: Final = tuple((topic, re.compile(words, re.IGNORECASE)) for topic, words in _WORDS.items())
_SPECIFIC: Final = frozenset({Topic.CAFFEINE, Topic.ALCOHOL, Topic.BEDTIME})
"""Named beside another topic, they are what is meant."""


_CLAUSE: Final = re.compile(
    r"(?<=[.!?;])\s+|\n+|,?\s+but\s+|,\s+(?=(?:i|i'm|my|just|please|how|what)\b)", re.IGNORECASE
)
_WISH: Final = re.compile(
    r"\?|\b(?:i (?:also |really |now )?(?:want|need|wish)|i'?d (?:also )?(?:like|love)|i would (?:like|love)|help"
    r"|tell me|give me|improve"
    r"|better|work on|goal|how (?:can|do|should|could)|what (?:can|should|could)|advice|tips?)\b",
    re.IGNORECASE,
)


_AIMED_AT: Final = re.compile(
    r"\bfor (?:my )?(?:a )?(?:better|optimal|good|deeper|more) (?P<aim>[\w ]+)", re.IGNORECASE
)


def topics_in(text: str) -> tuple[Topic, ...]:
    """The topics that a text names, what is wished for before what is said besides, and first what it is to serve."""
    clauses = _CLAUSE.split(plain(text))
    wished = " ".join(clause for clause in clauses if _WISH.search(clause))
    aimed_at = " ".join(found["aim"] for found in _AIMED_AT.finditer(wished))
    return tuple(dict.fromkeys((*_named(aimed_at), *_named(wished), *_named(text))))


def _named(text: str) -> tuple[Topic, ...]:
    found = [
        (topic not in _SPECIFIC, match.start(), topic) for topic, words in _PATTERNS if (match := words.search(text))
    ]
    return tuple(topic for *_, topic in sorted(found, key=lambda each: each[:2]))


_LOOSELY: Final = tuple(
    (topic, re.compile(words, re.IGNORECASE))
    for topic, words in (
        (Topic.ALCOHOL, r"drink(?:ing)? (?:too much|every|a bit less)|\bpints?\b|whisk|vodka|hangover"),
        (Topic.EATING, r"hungry|crav|sweets|chocolate|crisps|fruit|\bveg\b|lunch|portion|takeaway|salt|hydrat"),
        (
            Topic.TRAINING,
            r"balance|steadier|flexib|mobility|posture|climb|\brow|tennis|football|\bski|shape|strong|weak",
        ),
        (Topic.SLEEP, r"energy|exhausted|knackered|drained|worn out|sluggish|slump|snooz|alarm|lie awake"),
        (
            Topic.STRESS,
            r"switch off|wound up|nervous|pressure|overwork|workload|mood|temper|irritab|snappy|focus|concentrat",
        ),
        (Topic.STEPS, r"\bdog\b|garden|stand(?:ing)? more|desk|lazy|sofa|screen|on my phone"),
        (Topic.WEIGHT, r"waist|tummy|gained|jeans|trousers"),
    )
)


def loosely_in(text: str) -> tuple[Topic, ...]:
    """The topics that words hint at which name none: for a conversation that names no topic at all."""
    return tuple(topic for topic, words in _LOOSELY if words.search(plain(text)))
