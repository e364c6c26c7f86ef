"""Withings' files: what each is, and where in it the columns are that its account's language has renamed."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import Member

READ: Final = (
    *("weight", "height", "bp", "sleep", "activities", "other", "oxy", "manual_spo2", "raw_spo2_auto_spo2"),
    *("aggregates_steps", "aggregates_distance", "aggregates_calories_earned", "aggregates_calories_passive"),
)
LEFT_OUT: Final[tuple[tuple[str, str], ...]] = (
    (r"raw_.*", "single measurements: not kept"),
    (r"aggregates_elevation", "climbing whose unit is not stated: not kept"),
    (r"aggregates_.*", "sums of single measurements: not kept"),
    (r"body_temperature|pwv|signal|note|glucose|cdi|vfc|other_measurements.*", "not among what is kept"),
    (r"account|user|trackers?|sleep_goals?|.*goal.*|friends|events", "the account and its settings: not kept"),
)
_WORDS: Final[Mapping[str, str]] = {
    "date": r"date|datum|fecha|data|日付",
    "from": r"from|von|de|desde|da|van|fra|från",
    "to": r"to|bis|à|a|hasta|al|tot|til|till",
    "light": r"(?:light|leicht|léger|ligero|leggero|licht|leve|let|lätt)\b.*\(s\)",
    "deep": r"(?:deep|tief|profond|profundo|profondo|diep|dyb|djup)\b.*\(s\)",
    "rem": r"(?:rem|paradoxal|mor)\b.*\(s\)",
    "awake": r"(?:awake|wach|éveillé|despierto|sveglio|wakker|acordado|vågen|vaken)\b.*\(s\)",
    "weight": r"(?:weight|gewicht|poids|peso|vægt|vikt|waga)\s*\((?P<unit>\w+)\)",
    "fat": r"(?:fat mass|fettmasse|masse grasse|masa grasa|massa grassa|vetmassa|massa gorda)\s*\((?P<unit>\w+)\)",
    "height": r"(?:height|gr(?:ö|oe)(?:ss|ß)e|taille|altura|altezza|lengte|estatura)\s*\((?P<unit>\w+)\)",
    "systolic": r"s[iy]st.*",
    "diastolic": r"di[aá]st.*",
    "oxygen": r".*\(%\)",
    "kind": r"activity type|aktivitätstyp|type d.activité|tipo de actividad|tipo di attività|activiteitstype",
    "data": r"data|daten|données|datos|dati|gegevens|dados",
    "zone": r"timezone|time zone|zeitzone|fuseau horaire|zona horaria|fuso orario|tijdzone",
    "from by hand": r"(?:from|von|de|desde|da|van) \(.*\)",
    "to by hand": r"(?:to|bis|à|a|hasta|al|tot) \(.*\)",
}
"""The columns by their names in the languages that are known; of others, those that stand where they always do."""
_OF_SINGLE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("weight", "gewicht", "poids", "peso"), "weight"),
    **dict.fromkeys(("blood pressure", "blutdruck", "tension"), "bp"),
    **dict.fromkeys(("height", "taille"), "height"),
}
_SINGLE: Final = re.compile(rf"withings\s*[-_ ]\s*({'|'.join(_OF_SINGLE)})\b.*\.csv$")
"""The names of files that the account once gave one by one, the person's name behind them."""
_WHERE: Final[Mapping[str, Mapping[str, int]]] = {
    "weight": {"date": 0, "weight": 1, "fat": 2},
    "height": {"date": 0, "height": 1},
    "bp": {"date": 0, "systolic": 2, "diastolic": 3},
    "sleep": {"from": 0, "to": 1, "light": 2, "deep": 3, "rem": 4, "awake": 5},
    "activities": {"from": 0, "to": 1, "from by hand": 2, "to by hand": 3, "zone": 4, "kind": 5, "data": 6},
    "oxy": {"date": 0, "oxygen": 1},
    "manual_spo2": {"date": 0, "oxygen": 1},
}
_UNIT: Final = re.compile(r".*\((?P<unit>[^)]+)\)")
_OTHERS_UNIT: Final[Mapping[str, str]] = {"light": "s", "deep": "s", "rem": "s", "awake": "s"}


def stem_of(member: Member) -> str:
    """What a file is, by its name, without the number of a copy: "aggregates_steps"; "Withings - Weight Ann" is one."""
    single = _SINGLE.match(member.name.lower())
    if single:
        return _OF_SINGLE[single[1]]
    return re.sub(r"\s*\(\d+\)$", "", member.name.lower().removesuffix(".csv")).replace("-", "_")


def reason_to_leave_out(stem: str) -> str:
    return next((why for pattern, why in LEFT_OUT if re.fullmatch(pattern, stem)), "")


def is_withings(member: Member) -> bool:
    """Whether a file is one of Withings': by its name, and by a header that goes with it."""
    if not member.name.lower().endswith(".csv"):
        return False
    stem = stem_of(member)
    header = tuple(name.lower() for name in texts.header_of(member))
    if stem in _WHERE:
        its_name = bool(_SINGLE.match(member.name.lower()))
        return bool(columns_of(stem, header)) and (its_name or _is_exports(stem, header))
    if stem == "other":
        return header == ("type", "date", "value")
    if stem.startswith(("raw_", "aggregates_")):
        return header[:1] == ("start",) or len(header) == 2
    return "withings" in member.path.lower() and bool(reason_to_leave_out(stem))


def _is_exports(stem: str, header: Sequence[str]) -> bool:
    """Whether the header has what only Withings' has: several columns in seconds, units in brackets, a cell of JSON."""
    looks: Mapping[str, Callable[[], bool]] = {
        "sleep": lambda: sum("(s)" in name for name in header) >= 4,
        "bp": lambda: len(header) >= 4,
        "activities": lambda: len(header) >= 7 and all("(" in name for name in header[2:4]),
        "weight": lambda: sum("(" in name for name in header) >= 3,
        "height": lambda: len(header) == 3,
    }
    return looks.get(stem, lambda: True)()


def columns_of(stem: str, header: Sequence[str]) -> Mapping[str, str]:
    """The header's names of the columns that are read; empty where one of the two first is missing."""
    lower = [name.lower().strip() for name in header]
    found: dict[str, str] = {}
    for column, position in _WHERE[stem].items():
        named = [name for name in lower if re.fullmatch(_WORDS[column], name)]
        if named:
            found[column] = named[0]
        elif position < len(lower) and lower[position] not in found.values() and _may_be(column, lower[position]):
            found[column] = lower[position]
    first = list(_WHERE[stem])[:2]
    return found if all(column in found for column in first) else {}


def unit_of(name: str) -> str:
    """The unit that stands in brackets in a column's name: "kg"."""
    match = _UNIT.fullmatch(name)
    return match["unit"] if match else ""


def _may_be(column: str, name: str) -> bool:
    """Whether a column of an unknown language can be the one that stands there; its unit must say so."""
    if column in _OTHERS_UNIT:
        return unit_of(name) == _OTHERS_UNIT[column]
    if column in ("weight", "fat"):
        return unit_of(name) in ("kg", "lb", "lbs")
    if column == "height":
        return unit_of(name) in ("m", "cm", "in", "ft")
    return column not in ("systolic", "diastolic", "oxygen")
