"""The words of one person's questions: the lexicon, and what is on record of that person under its spoken names."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from services.data_science.domain.algebra import Grouping, Operator, Order, Statistic, Unit
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.language.chart.engine import Edge
from services.data_science.language.misplaced import is_misplaced
from services.data_science.language.phrases import Best, Kinds, Noun
from services.data_science.language.text.numerals import with_digits

_LEXICON: Final = Path(__file__).with_name("lexicon")
_PLAIN: Final = re.compile(r"[^\W_]+|%")
_WORD_COST: Final = 0.3
_LOOSE_COST: Final = 0.6
_LONGEST_PHRASE: Final = 9


@lru_cache(maxsize=1)
def lexicon() -> Mapping[str, Any]:
    return tomllib.loads((_LEXICON / "words.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def activities() -> Mapping[str, Any]:
    """What kinds of activities are called."""
    return tomllib.loads((_LEXICON / "activities.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def silent() -> frozenset[str]:
    """Words that change no meaning."""
    return frozenset(lexicon()["filler"]["words"].split())


@lru_cache(maxsize=1)
def filler() -> frozenset[str]:
    """Words that change no meaning, and light verbs, which say nothing beside what is measured."""
    return silent() | frozenset(lexicon()["light"]["words"].split())


def unrecorded(words: Sequence[str], recorded: frozenset[int] = frozenset()) -> str:
    """What is asked about that no record of any kind holds, as an answer calls it; empty where there is nothing.

    Args:
        words: of the question.
        recorded: the places of words that name what is on record; a phrase of nothing but those does not count.
    """
    for name, listed in lexicon()["unrecorded"].items():
        for phrase in map(str.split, _phrases(listed)):
            ends = range(len(phrase), len(words) + 1)
            places = (range(end - len(phrase), end) for end in ends if list(words[end - len(phrase) : end]) == phrase)
            if any(not recorded.issuperset(place) for place in places):
                return str(name)
    return ""


def beyond(words: Sequence[str]) -> str:
    """Why no record of anybody's own can answer it; empty where nothing says so."""
    return _first_named("beyond", words)


def _first_named(section: str, words: Sequence[str]) -> str:
    said = f" {' '.join(words)} "
    entries = lexicon()[section].items()
    return next((name for name, phrases in entries if any(f" {each} " in said for each in _phrases(phrases))), "")


@lru_cache(maxsize=1)
def habitual() -> frozenset[str]:
    """Words that ask for an average."""
    return frozenset(lexicon()["filler"]["habitual"].split())


@lru_cache(maxsize=1)
def hedges() -> frozenset[str]:
    """Words that are taken out of a sentence where they hedge it, before it is read."""
    return frozenset(lexicon()["filler"]["hedges"].split())


@lru_cache(maxsize=1)
def restating() -> frozenset[str]:
    """Words that say again what is meant anyway, where a rule has a place for them."""
    return frozenset(lexicon()["restating"]["words"].split())


@lru_cache(maxsize=1)
def restating_phrases() -> tuple[str, ...]:
    """Phrases of which one word says again what the others mean."""
    return tuple(_phrases(lexicon()["restating"]["phrases"]))


@lru_cache(maxsize=1)
def weighty() -> frozenset[str]:
    """Words without which a sentence asks something else."""
    return frozenset(lexicon()["weighty"]["words"].split())


@lru_cache(maxsize=1)
def weightless() -> tuple[tuple[str, ...], ...]:
    """Phrases in which such a word says again what is meant."""
    return tuple(tuple(each.split()) for each in _phrases(lexicon()["weighty"]["phrases"]))


@lru_cache(maxsize=1)
def verbal() -> frozenset[str]:
    """Words of what a quantity is called that are said as verbs, whose place in a sentence is not that of a name."""
    return frozenset(lexicon()["slots"]["verbal"].split())


@lru_cache(maxsize=1)
def no_slips() -> frozenset[str]:
    """Words that are right as they are, though close to one that means something."""
    return frozenset(lexicon()["no_slip"]["words"].split())


@lru_cache(maxsize=1)
def _filler_phrases() -> Mapping[str, Sequence[tuple[str, ...]]]:
    """Phrases that change no meaning, by their first word."""
    phrases: dict[str, list[tuple[str, ...]]] = {}
    for phrase in _phrases(lexicon()["filler"]["phrases"]):
        words = tuple(phrase.split())
        phrases.setdefault(words[0], []).append(words)
    return phrases


@lru_cache(maxsize=1)
def _skippable() -> frozenset[str]:
    return filler() | habitual()


def passed_over(words: Sequence[str]) -> list[bool]:
    """Of each word whether it may be passed over: where it changes no meaning, or is part of a phrase that does not.

    A record that is one's own, or that begins or ends a sentence, is an extreme.
    """
    skippable, phrases = _skippable(), _filler_phrases()
    skipped = [word in skippable and not (word == "record" and _is_extreme(words, at)) for at, word in enumerate(words)]
    for start, word in enumerate(words):
        for phrase in phrases.get(word, ()):
            if tuple(words[start : start + len(phrase)]) == phrase:
                skipped[start : start + len(phrase)] = [True] * len(phrase)
    return skipped


def _is_extreme(words: Sequence[str], at: int) -> bool:
    if at == 0 or words[at - 1] in _OWN_RECORD:
        return True
    return at == len(words) - 1 and words[at - 1] not in _RECORDING


@lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """A name as the words of a question are: lower case, without punctuation."""
    return " ".join(_PLAIN.findall(name.lower()))


def _phrases(said: str) -> Iterator[str]:
    for phrase in said.split(","):
        if words := phrase.split():
            yield " ".join(words)


@lru_cache(maxsize=1)
def _general() -> tuple[tuple[tuple[str, ...], str, Any, float], ...]:
    """Phrase, category, meaning and cost of every entry that is the same for everybody."""
    return tuple(
        (tuple(with_digits(phrase.split())), category, meaning, _WORD_COST)
        for section, category, meant in (
            ("statistic", "statistic", Statistic),
            ("adverb", "adverb", Statistic),
            ("best", "best", _best),
            ("operator", "operator", Operator),
            ("field_operator", "field_operator", _field_operator),
            ("reach", "reach", Operator),
            ("direction", "direction", int),
            ("trend", "trend", int),
            ("relation", "relation", str),
            ("group", "group", Grouping),
            ("per", "per", Unit),
            ("share", "share", str),
        )
        for name, said in lexicon()[section].items()
        for meaning in (meant(name),)
        for phrase in _phrases(said)
    )


def _best(name: str) -> Best:
    which, _, of = name.partition(" ")
    if which == "judged":
        return Best(order=Order.HIGHEST if of == "best" else Order.LOWEST, judged=True)
    if of == "clock":
        return Best(order=Order(which), clock=True)
    return Best(order=Order(which), fields=of)


def _field_operator(name: str) -> tuple[Operator, str]:
    sign, field = name.split()
    return Operator(sign), field


class Vocabulary:
    """Every phrase that means something in one person's questions.

    Args:
        catalogue: what is on record.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._entries: dict[tuple[str, ...], list[tuple[str, Any, float]]] = {}
        for phrase, category, meaning, cost in _general():
            self._add(phrase, category, meaning, cost)
        for said, noun, cost in self._nouns():
            self._add(tuple(said.split()), "noun", noun, cost)
        for said, kinds in self._kinds():
            self._add(tuple(said.split()), "kind", kinds, _WORD_COST)
        self._first = frozenset(phrase[0] for phrase in self._entries)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of every phrase."""
        return frozenset[str]().union(*self._entries)

    @cached_property
    def plurals(self) -> Mapping[frozenset[str], str]:
        """What activities of some kinds are called together, by the names of those kinds."""
        said = [kinds for _, kinds in self._kinds() if kinds.names and kinds.said.endswith("s")]
        return {kinds.names: kinds.said for kinds in reversed(said)}

    def edges(self, words: Sequence[str]) -> Iterator[Edge]:
        found = [
            Edge(start, end, category, meaning, cost)
            for start, word in enumerate(words)
            if word in self._first
            for end in range(start + 1, min(start + _LONGEST_PHRASE, len(words)) + 1)
            for category, meaning, cost in self._entries.get(tuple(words[start:end]), ())
        ]
        closed = [(each.start, each.end) for each in found if _is_closed(each, words)]
        for edge in found:
            if not is_misplaced(edge, words) and (
                edge.category == "direction"
                or not any(
                    start <= edge.start and edge.end <= end and (edge.start, edge.end) != (start, end)
                    for start, end in closed
                )
            ):
                yield edge

    def quantity(self, noun: Noun, *, of_activities: bool = False) -> Quantity | None:
        """What of the catalogue a noun stands for."""
        if noun.biomarker:
            return self.catalogue.biomarkers.get(noun.biomarker)
        if of_activities and noun.field:
            return self.catalogue.fields.get(noun.field)
        if noun.metric:
            return self.catalogue.metrics.get(noun.metric)
        return self.catalogue.fields.get(noun.field)

    def _add(self, phrase: tuple[str, ...], category: str, meaning: object, cost: float) -> None:
        entries = self._entries.setdefault(phrase, [])
        if (category, meaning, cost) not in entries:
            entries.append((category, meaning, cost))

    def _nouns(self) -> Iterator[tuple[str, Noun, float]]:
        """Every spoken name, with all that it may stand for."""
        catalogue = self.catalogue
        exact, loose = self._exact_names(), self._loose_names()
        for said, roles in exact.items():
            extra, note = loose.get(said, ({}, ""))
            yield said, replace(self._noun({**extra, **roles}, said), note=note), _WORD_COST
        if not any("walk" in plain(kind) for kind in catalogue.kinds) and "steps" in catalogue.metrics:
            for said in ("walk", "walked", "walking"):
                yield said, Noun(metric="steps", said="walking"), _LOOSE_COST
        for said, metric in _SHORT.items():
            if metric in catalogue.metrics:
                yield said, self._noun({"metric": metric}, said), _LOOSE_COST
        for said, like in _LIKE.items():
            if said not in exact and like in loose:
                roles, note = loose[like]
                yield said, replace(self._noun(roles, said), note=note), _LOOSE_COST
        for said, (roles, note) in loose.items():
            if said not in exact:
                yield said, replace(self._noun(roles, said), note=note), _LOOSE_COST

    def _exact_names(self) -> Mapping[str, Mapping[str, str]]:
        """The metric, field and biomarker, by role, that each exact name stands for; no light word is one ("got")."""
        exact: dict[str, dict[str, str]] = {}
        empty = frozenset(lexicon()["filler"]["words"].split())
        for role, name, quantity in self._quantities():
            for said in map(plain, (*quantity.spoken, quantity.noun, name)):
                if said not in empty:
                    exact.setdefault(said, {}).setdefault(role, name)
        return exact

    def _loose_names(self) -> Mapping[str, tuple[Mapping[str, str], str]]:
        """The same of each loose name, with the note that tells how it was taken."""
        loose: dict[str, tuple[dict[str, str], str]] = {}
        for role, name, quantity in self._quantities():
            for said, note in quantity.loose.items():
                loose.setdefault(plain(said), ({}, note))[0].setdefault(role, name)
        return loose

    def _quantities(self) -> Iterator[tuple[str, str, Quantity]]:
        """Each quantity on record, with its role and its name."""
        catalogue = self.catalogue
        for role, quantities in (
            ("metric", catalogue.metrics),
            ("field", catalogue.fields),
            ("biomarker", catalogue.biomarkers),
        ):
            for name, quantity in quantities.items():
                yield role, name, quantity

    def _noun(self, roles: Mapping[str, str], said: str) -> Noun:
        """What a name stands for; of what is only recorded of activities, that alone."""
        known = dict(roles)
        metric = known.get("metric", "")
        counterpart = _COUNTERPARTS.get(metric, "")
        if "field" not in known and counterpart in self.catalogue.fields:
            known["field"] = counterpart
        field = self.catalogue.fields.get(known.get("field", ""))
        if metric and not self.catalogue.metrics[metric].recorded and field is not None and field.recorded:
            del known["metric"]
        return Noun(**known, said=said)

    def _kinds(self) -> Iterator[tuple[str, Kinds]]:
        stored = self.catalogue.kinds
        general = activities()
        for entry in general["kind"]:
            belongs = {word.strip() for word in entry["stored"].split(",")}
            names = frozenset(kind for kind in stored if not belongs.isdisjoint(plain(kind).split()))
            for said in (*_phrases(entry["nouns"]), *_phrases(entry.get("verbs", ""))):
                yield said, Kinds(names=names or frozenset({entry["said"]}), said=entry["said"], recorded=bool(names))
        for said in (*_phrases(general["any"]["nouns"]), *_phrases(general["any"].get("verbs", ""))):
            yield said, Kinds(recorded=bool(stored))
        for kind in stored:
            own = plain(kind)
            for said in (own, f"{own}s", f"{own} workout", f"{own} workouts", f"{own} session", f"{own} sessions"):
                if own:
                    yield said, Kinds(names=frozenset({kind}), said=kind.lower(), recorded=True)


def _is_closed(edge: Edge, words: Sequence[str]) -> bool:
    """Whether its words mean nothing apart; those of "the maximum of" do where no amount follows."""
    if edge.category not in _CLOSED or edge.end - edge.start < _FEWEST_CLOSED:
        return False
    bounds = edge.category == "share" or words[edge.end - 1] != "of"
    return bounds or any(word[0].isdigit() for word in words[edge.end : edge.end + 1])


_OWN_RECORD: Final = frozenset({"a", "my", "the", "personal", "time", "is", "was", "new", "own"})
_RECORDING: Final = frozenset({"on", "of", "to", "i", "you", "did", "have", "any"})
_FEWEST_CLOSED: Final = 2
_CLOSED: Final = frozenset({"operator", "field_operator", "share"})
"""Categories whose phrases are read whole: the "least" of "at least" is no superlative."""
_COUNTERPARTS: Final[Mapping[str, str]] = {
    "steps": "steps",
    "calories_kcal": "calories_kcal",
    "active_zone_minutes": "active_zone_minutes",
    "distance_km": "distance_m",
}
"""What the daily metrics are called of one activity."""
_SHORT: Final[Mapping[str, str]] = {
    "deep": "deep_sleep_minutes",
    "light": "light_sleep_minutes",
    "resting bpm": "resting_heart_rate",
    "zzz": "sleep_minutes",
    "zzzs": "sleep_minutes",
    "sats": "spo2",
    "o2 sats": "spo2",
    "energy": "calories_kcal",
    "breaths per minute": "respiratory_rate",
    "breaths": "respiratory_rate",
    "breaths a minute": "respiratory_rate",
    "resting heartrate": "resting_heart_rate",
    "resting": "resting_heart_rate",
    "in bed by": "bed_time_clock",
    "skin": "skin_temperature",
    **dict.fromkeys(("ground", "ground covered"), "distance_km"),
    **dict.fromkeys(("stay up", "stayed up", "staying up", "get to sleep", "got to sleep"), "bed_time_clock"),
    **dict.fromkeys(("crash", "crashed", "crash out", "crashed out", "nod off", "nodded off"), "bed_time_clock"),
    **dict.fromkeys(("doze off", "dozed off", "drift off", "drifted off", "head to bed"), "bed_time_clock"),
    **dict.fromkeys(("headed to bed", "call it a night", "called it a night"), "bed_time_clock"),
    **dict.fromkeys(("roll out of bed", "rolled out of bed"), "wake_up_time_clock"),
    **dict.fromkeys(("up during the night", "up in the night", "awake during the night"), "awake_minutes"),
    **dict.fromkeys(("awake in the night", "tossing and turning", "toss and turn"), "awake_minutes"),
}
"""Names so short that they are only read where nothing else fits."""
_LIKE: Final[Mapping[str, str]] = dict.fromkeys(("active", "moved", "move", "moving", "on my feet"), "activity level")
"""Names that mean what a loose name of the catalogue means."""
UNITS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), "min"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "h"),
    **dict.fromkeys(("km", "kms", "k", "kilometer", "kilometers", "kilometre", "kilometres"), "km"),
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres"), "m"),
    **dict.fromkeys(("mi", "mile", "miles"), "mi"),
    **dict.fromkeys(("ft", "feet", "foot"), "ft"),
    **dict.fromkeys(("bpm", "beats", "beats per minute"), "bpm"),
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("kcal", "kcals", "cal", "cals", "calories", "calorie"), "kcal"),
    **dict.fromkeys(("kg", "kgs", "kilo", "kilos", "kilograms"), "kg"),
    **dict.fromkeys(("lb", "lbs", "pounds", "pound"), "lb"),
    **dict.fromkeys(("%", "percent", "pct"), "%"),
    **dict.fromkeys(("c", "degrees", "celsius", "degc"), "degC"),
    **dict.fromkeys(("points", "pts"), "points"),
    **dict.fromkeys(("steps",), "count"),
    **dict.fromkeys(("brpm", "breaths"), "breaths/min"),
    **dict.fromkeys(("kph", "kmh"), "km/h"),
    **dict.fromkeys(("mph",), "mph"),
    **dict.fromkeys(("am",), "am"),
    **dict.fromkeys(("pm",), "pm"),
}
