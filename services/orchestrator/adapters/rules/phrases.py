"""Putting pieces of text together, and naming things as people do."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from services.orchestrator.domain.numbers.writing.sentences import ends_sentence

_NAMES: Final = {
    "": "activities",
    "steps": "steps",
    "distance_km": "distance",
    "calories_kcal": "calories burned",
    "sleep_minutes": "time asleep",
    "deep_sleep_minutes": "deep sleep",
    "rem_sleep_minutes": "REM sleep",
    "light_sleep_minutes": "light sleep",
    "awake_minutes": "time awake",
    "deep_sleep_percent": "share of deep sleep",
    "rem_sleep_percent": "share of REM sleep",
    "light_sleep_percent": "share of light sleep",
    "awake_percent": "share of time awake",
    "stress_management_score": "stress management score",
    "spo2": "blood oxygen",
    "weight_kg": "weight",
    "body_fat_percent": "body fat",
    "vo2_max": "maximal oxygen uptake",
    "duration_min": "duration",
    "distance_m": "distance",
    "elevation_gain_m": "elevation gain",
    "speed_m_per_min": "speed",
    "bed_time_clock": "bedtime",
    "wake_up_time_clock": "wake-up time",
    "bed_time": "bedtime",
    "wake_up_time": "wake-up time",
    "hrv_rhr_ratio": "ratio of heart rate variability to resting heart rate",
}
_NOTED: Final = "journal_"
"""What the series of something that the person notes begins with."""
_ROLLING: Final = re.compile(r"(?P<metric>.+)_(?P<statistic>mean|sd|cv)_30d")
_ROLLING_WORDS: Final = {"mean": "thirty-day average", "sd": "thirty-day spread", "cv": "thirty-day variability"}


def people_words(metric: str) -> str:
    """A stored metric or derived feature as people call it: "time asleep" for `sleep_minutes`."""
    rolling = _ROLLING.fullmatch(metric)
    if rolling:
        return f"{_ROLLING_WORDS[rolling['statistic']]} of {people_words(rolling['metric'])}"
    said = metric.removeprefix(_NOTED)
    letters = "".join(" " if letter.isnumeric() or letter in "_{}" else letter for letter in said)
    return _NAMES.get(metric, " ".join(letters.split()) or "that")


def listed(names: Sequence[str]) -> str:
    """As in "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def authors(citation: str) -> str:
    """Whom a citation "Authors (year). Title." names, as in "Kim" or "Kim et al."; empty where that is not plain."""
    named = citation.partition("(")[0].rstrip(" ,")
    first, *others = re.split(r",(?!\s*[A-Z]\.)|;|\s*&\s*|\sand\s|\set\sal\b", named)
    surname = re.sub(r"(?:,?\s(?:[A-Z]\.?[\s-]?)+)$", "", first.strip(" .,"))
    if not surname or re.search(r"[\d{}()\[\]]", surname):
        return ""
    return f"{surname} et al." if others else surname


def plain_sentence(text: str) -> str:
    """A text as one line with a full stop; empty if it holds a digit or a reference, which nothing vouches for."""
    line = " ".join(text.split()).rstrip()
    if not line or re.search(r"\d|\{\{|\}\}", line):
        return ""
    line = line[0].upper() + line[1:]
    return line if ends_sentence(line) else line.rstrip(" .,;:") + "."


def continued(sentence: str) -> str:
    """A sentence as it stands behind a colon; a first word that is no plain word keeps its capital."""
    return sentence[0].lower() + sentence[1:] if sentence[1:2].islower() else sentence


def joined(parts: Iterable[str], *, space: str = "\n\n") -> str:
    """The parts with `space` between them, or an empty line after a part that ends no sentence or is a block."""
    text = ""
    for part in parts:
        if not part:
            continue
        runs_on = ends_sentence(text) and not re.match(r"\s*(?:[-*+•>|#]|\d+[.)])\s", text.rpartition("\n")[2])
        text = text + (space if runs_on else "\n\n") + part if text else part
    return text
