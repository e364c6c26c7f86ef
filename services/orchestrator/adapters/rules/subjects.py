"""What a text is about, by one name for whatever people call it."""

import re
from collections.abc import Iterable
from typing import Final

from services.orchestrator.adapters.rules import lexicon

_ALIKE: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r"hrv|variability|rmssd|sdnn", "variability of the heart rate"),
        (r"blood pressure|systolic|diastolic|hypertension", "blood pressure"),
        (r"heart ?beat|heart[- ]?rate|resting|rhr|pulse|\bhr\b", "heart rate"),
        (r"\bdeep\b", "sleep, deep"),
        (r"\brem\b", "sleep, rem"),
        (r"\blight[- ]sleep", "sleep, light"),
        (r"sleep|slept|asleep|awake|\bbed|\bwak|insomnia", "sleep"),
        (r"step", "steps"),
        (r"glucose|sugar", "glucose"),
        (r"a1c|diabet", "HbA1c"),
        (r"oxygen|spo2", "oxygen"),
        (r"breathing|respirat", "breathing"),
        (r"zone|azm|active minutes", "active minutes"),
        (r"vo2|cardio fitness", "VO2 max"),
        (r"calorie|energy", "calories"),
        (r"temperature", "temperature"),
        (r"stress", "stress"),
        (r"ldl", "cholesterol, LDL"),
        (r"hdl", "cholesterol, HDL"),
        (r"cholesterol", "cholesterol"),
        (r"h(?:a)?emoglobin", "haemoglobin"),
    )
)
_OF_NOTHING: Final = lexicon.words(
    r"""
    condition | disease | disorder | diagnos\w+ | doctor(?:'s)? | symptoms? | health | body | wellness | fitness
    | pain(?:ful)? | trauma | brain | muscles? | nutrients? | medications? | meds | medicines? | drugs? | pills?
    | dos(?:e|age)s? | supplements? | injur(?:y|ies|ed) | time | long | hours? | minutes?
    """
)
"""Words of health that name nothing in particular."""


def subjects_in(text: str) -> frozenset[str]:
    """The quantities, conditions and substances that a text names."""
    patterns = (lexicon.METRIC, lexicon.CLINICAL, lexicon.MEDICAL)
    found = {match.group().lower() for pattern in patterns for match in pattern.finditer(text)}
    return frozenset(_name_of(each) for each in found if not _OF_NOTHING.fullmatch(each))


def is_among(subject: str, named: Iterable[str]) -> bool:
    """Whether it is named, by itself or by a part of it: deep sleep is sleep, and not the other way round."""
    return any(name == subject or name.startswith(f"{subject}, ") for name in named)


def _name_of(word: str) -> str:
    return next((name for pattern, name in _ALIKE if pattern.search(word)), word.removesuffix("s"))
