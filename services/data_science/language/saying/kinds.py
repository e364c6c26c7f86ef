"""What activities of some kinds are called: "runs", "runs and bike rides", activities of a kind named “Kitesurf”."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from amy.text import quoted
from services.data_science.language.saying.amounts import listed

_NOUNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "run": "run",
        "running": "run",
        "jog": "jog",
        "jogging": "jog",
        "walk": "walk",
        "walking": "walk",
        "hike": "hike",
        "hiking": "hike",
        "bike": "bike ride",
        "biking": "bike ride",
        "cycling": "bike ride",
        "ride": "ride",
        "swim": "swim",
        "swimming": "swim",
        "workout": "workout",
        "yoga": "yoga session",
        "pilates": "pilates session",
        "spinning": "spinning session",
        "tennis": "tennis match",
        "rowing": "rowing session",
        "elliptical": "elliptical workout",
        "treadmill": "treadmill workout",
        "weights": "weights workout",
        "sport": "sport session",
        "interval": "interval workout",
        "hiit": "HIIT workout",
        "dancing": "dancing session",
        "climbing": "climbing session",
        "golf": "golf game",
        "soccer": "soccer match",
        "football": "football match",
        "basketball": "basketball game",
        "meditation": "meditation session",
        "stretching": "stretching session",
    }
)
"""By the last word of a kind's name, what one of them is called. Names of other words are quoted."""
_BEFORE: Final = frozenset(
    {"outdoor", "indoor", "trail", "road", "mountain", "treadmill", "pool", "power", "aerobic", "interval", "open"}
    | {"water", "virtual", "nordic", "circuit", "strength", "functional", "core"}
)


def _noun(kind: str) -> str:
    """What one activity of the kind is called; empty where its name has a word that is not known here."""
    *before, last = kind.casefold().split() or [""]
    return " ".join((*before, _NOUNS[last])) if last in _NOUNS and _BEFORE.issuperset(before) else ""


def kind_noun(kind: str) -> str:
    """One activity of a kind in a sentence: "run"; of a name that is not known here the name in quotation marks."""
    return _noun(kind) or quoted(kind)


def kinds_said(names: frozenset[str], recorded: tuple[str, ...]) -> tuple[str, str] | None:
    """What one and several of these activities are called; None where only their names can tell them apart.

    A noun stands for all kinds on record that it fits: "runs" for "Run" and "Running" together, and not for one alone.
    """
    wanted = frozenset(name.casefold() for name in names)
    nouns = {name: _noun(name) for name in wanted}
    covered = {kind.casefold() for kind in recorded if _noun(kind) in nouns.values()} or wanted
    if not all(nouns.values()) or covered != wanted or not wanted.issubset({kind.casefold() for kind in recorded}):
        return None
    ones = tuple(sorted(set(nouns.values())))
    return listed(ones, joint="or"), listed(tuple(plural(each) for each in ones))


def plural(noun: str) -> str:
    return f"{noun}{'es' if noun.endswith(('s', 'ch')) else 's'}"


def names_said(names: frozenset[str]) -> str:
    """The names of kinds as they are stored, each in quotation marks."""
    return listed(tuple(quoted(name) for name in sorted(name.casefold() for name in names)), joint="or")
