"""What activities are called, and which of the kinds on record are meant."""

import re
import tomllib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from amy.text import quoted
from services.data_science.adapters.rules.terms import Activity

_COUNTABLE: Final = frozenset(
    {"workout", "run", "ride", "walk", "swim", "hike", "class", "match", "game", "session", "jog", "sprint", "lesson"}
)
_MOST_WORDS: Final = 4
_SMALL_WORDS: Final = frozenset({"a", "the", "my", "of", "in", "use"})
_FURTHER_WORDS: Final = frozenset(
    {"outdoor", "outdoors", "indoor", "indoors", "pool", "open", "water", "trail", "road", "mountain", "virtual"}
    | {"core", "stretching", "meditation", "sledding", "skating", "surfing", "paddling", "kayaking", "sailing"}
    | {"traditional", "functional", "mixed", "cardio", "warmup", "cooldown", "structured", "generic", "other", "free"}
)
"""Words of kinds as trackers name them; like those of the lexicon they say nothing of a person."""
ANY: Final = "activities"
"""What activities of any kind are called."""


def activity_phrases(kinds: tuple[str, ...]) -> dict[str, Activity]:
    """Every phrase for activities.

    Args:
        kinds: those on record, as stored. Each is known by its own name, whatever it is.
    """
    phrases: dict[str, Activity] = {}
    lexicon = _lexicon()
    for entry in lexicon["kind"]:
        meant = tuple(kind for kind in kinds if _belongs(kind, entry))
        for verb, said in _phrases_of(entry):
            phrases[said] = Activity(kinds=meant, said=entry["said"], on_record=bool(meant), verb=verb)
    for kind in (each for each in kinds if plain(each)):
        named = _named(kind, kinds, lexicon)
        for said in _own_names(kind):
            known = phrases.get(said)
            verb = said.startswith("i ") or (known is not None and known.verb)
            if known is None or kind not in known.kinds:
                phrases[said] = replace(named, verb=verb)
    for verb, said in _phrases_of(lexicon["any"]):
        phrases[said] = Activity(kinds=(), said=ANY, verb=verb)
    return phrases


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("activities.toml").read_text("utf-8"))


def narrowed(activity: Activity, where: str) -> Activity | None:
    """Those kinds that say in their name that they are "outdoor" or "indoor"; None where none does."""
    kinds = tuple(kind for kind in activity.kinds if where in plain(kind).split())
    return replace(activity, kinds=kinds, said=f"{where} {activity.said}") if kinds else None


def _phrases_of(entry: dict[str, str]) -> list[tuple[bool, str]]:
    return [
        (verb, " ".join(phrase.split()))
        for verb, key in ((False, "nouns"), (True, "verbs"))
        for phrase in entry.get(key, "").split(",")
        if phrase.strip()
    ]


def plain(name: str) -> str:
    """A name as the words of a question are: lower case, without punctuation."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def _belongs(kind: str, entry: dict[str, str]) -> bool:
    return not {word.strip() for word in entry["stored"].split(",")}.isdisjoint(plain(kind).split())


def _named(kind: str, kinds: tuple[str, ...], lexicon: dict[str, Any]) -> Activity:
    """The kind itself; as people call it, unless other kinds on record are called so, too."""
    alike = [entry for entry in lexicon["kind"] if [each for each in kinds if _belongs(each, entry)] == [kind]]
    own = plain(kind)
    words = own.split()
    if alike and _is_known(kind) and len(words) <= len(alike[0]["said"].split()):
        return Activity(kinds=(kind,), said=alike[0]["said"])
    if not _is_known(kind):
        return Activity(kinds=(kind,), said=f"{quoted(kind)} workouts")
    plural = f"{own}{'es' if own.endswith(('s', 'ch')) else 's'}" if words[-1] in _COUNTABLE else f"{own} workouts"
    return Activity(kinds=(kind,), said=plural)


def kind_said(kind: str) -> str:
    """A kind as it is spoken: a name made of words known here as it is, any other as the person's own, “Kitesurf”."""
    return kind if _is_known(kind) else quoted(kind)


def _is_known(kind: str) -> bool:
    words = kind.lower().split()
    return 0 < len(words) <= _MOST_WORDS and _known_words().issuperset(words)


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    """The words that names of kinds are made of; none of them says anything about a person."""
    lexicon = _lexicon()
    entries = [*lexicon["kind"], lexicon["any"]]
    phrases = ",".join(entry.get(key, "") for entry in entries for key in ("nouns", "stored")).replace(",", " ")
    return frozenset(phrases.split()) - _SMALL_WORDS | _FURTHER_WORDS


def _own_names(kind: str) -> tuple[str, ...]:
    own = plain(kind)
    return (own, f"{own}s", f"i {own}")
