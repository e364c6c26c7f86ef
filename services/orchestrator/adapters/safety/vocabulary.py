"""Reads the words of the safety check and their weights, from the files beside this module, and what texts mean."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from amy.meaning.encoder import Encoder, opened
from amy.meaning.weights import read_weights
from services.orchestrator.domain.safety.clues import Vocabulary
from services.orchestrator.domain.safety.dangers import Danger
from services.orchestrator.domain.safety.nearness import Known, nearness
from services.orchestrator.domain.safety.phrases import Phrases, compiled, words_of
from services.orchestrator.domain.safety.signs import Company, Sign
from services.orchestrator.domain.safety.spelling import Spelling
from services.orchestrator.domain.safety.vitals import Ages, Limit, Vital
from services.orchestrator.domain.safety.weighing import Floats, Weights

AS_WHOLE_NUMBERS: Final = 127
"""What the figures of known messages are multiplied by in the file, to be whole numbers."""
_SIGNS: Final = ("emergency", "self_harm", "eating", "violence")
_SHARED: Final = "words"
_VITALS: Final = "vitals"
_NO_AGE_LIMIT: Final = 200.0

_Table = Mapping[str, Any]
_Groups = Mapping[str, Sequence[str]]


def _loaded(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))


def encoder() -> Encoder:
    """What texts mean, as the rest of the system knows it."""
    return opened()


@cache
def known_messages() -> Known:
    """The messages that others are held against, as `evals.safety.fit` wrote them."""
    with np.load(Path(__file__).with_name("known_messages.npz"), allow_pickle=False) as held:
        in_danger, others = (held[side].astype(np.float32) / AS_WHOLE_NUMBERS for side in ("in_danger", "others"))
        return Known(onto=held["onto"], in_danger=in_danger, others=others)


def _meaning(text: str, *, known: Known) -> Floats:
    vectors = encoder().vectors([text])
    return np.concatenate([vectors[0], nearness(vectors, known)[0]])


@cache
def vocabulary() -> Vocabulary:
    """All words of the check.

    Raises:
        PhraseError: a phrase is not in the notation.
        KeyError: something is missing in a file.
    """
    shared, vitals, *signs = (_loaded(name) for name in (_SHARED, _VITALS, *_SIGNS))
    groups: dict[str, Sequence[str]] = {}
    for table in (shared, vitals, *signs):
        groups |= table.get("groups", {})
    companies = {name: _company(name, entry, groups) for name, entry in shared["company"].items()}
    defaults: _Table = shared["harmless"]
    return Vocabulary(
        spelling=_spelling(shared["spelling"], [shared, vitals, *signs]),
        idioms=compiled(shared["idioms"]["says"], groups),
        signs=tuple(_sign(entry, groups, companies, defaults) for table in signs for entry in table["sign"]),
        vitals=tuple(_vital(entry, groups, companies) for entry in vitals["vital"]),
        ages=_ages(vitals["ages"], groups),
        companies=tuple(companies.values()),
        beside={
            name: compiled(phrases, groups)
            for name, phrases in {
                **{name: entry["says"] for name, entry in shared["company"].items()},
                **shared["beside"],
            }.items()
        },
        over=compiled(shared["over"]["says"], groups),
        affirms=compiled(shared["affirms"]["says"], groups),
        meaning=partial(_meaning, known=known_messages()),
    )


@cache
def weights() -> Weights:
    """The weights of clues and of meanings, as `evals.safety.fit` wrote them.

    Raises:
        ValueError: the meanings they were fitted to are those of another encoder.
    """
    loaded = read_weights(Path(__file__).with_name("weights.json"))
    if loaded["encoder"] != encoder().sha256:
        raise ValueError("The safety check's weights are those of another encoder: run `evals.safety.fit --write`.")
    return Weights(
        bias=tuple(loaded["bias"]),
        of_clue={clue: tuple(row) for clue, row in loaded["of_clue"].items()},
        of_meaning=np.asarray(loaded["of_meaning"]),
        alarm=loaded["alarm"],
        alarm_with_sign=loaded["alarm_with_sign"],
    )


def _company(name: str, entry: _Table, groups: _Groups) -> Company:
    end = "$" if entry["scope"] == "before" else ""
    return Company(
        name=name,
        scope=entry["scope"],
        says=compiled(entry["says"], groups, end=end),
        unless=compiled(entry.get("unless", ()), groups),
    )


def _sign(entry: _Table, groups: _Groups, companies: Mapping[str, Company], defaults: _Table) -> Sign:
    return Sign(
        danger=Danger(entry["danger"]),
        about=entry["about"],
        says=compiled(entry["says"], groups),
        harmless=tuple(companies[name] for name in entry.get("harmless", defaults[entry["danger"]])),
        certain=entry.get("certain", False),
    )


def _vital(entry: _Table, groups: _Groups, companies: Mapping[str, Company]) -> Vital:
    return Vital(
        name=entry["name"],
        says=tuple(compiled([phrase], groups) for phrase in entry["says"]),
        lowest=entry["lowest"],
        highest=entry["highest"],
        limits=tuple(
            Limit(
                low=limit.get("low"),
                high=limit.get("high"),
                from_years=limit.get("from_years", 0.0),
                under_years=limit.get("under_years", _NO_AGE_LIMIT),
                needs=_or_none(limit.get("needs"), groups),
                harmless=tuple(companies[name] for name in limit.get("harmless", ())),
            )
            for limit in entry["limit"]
        ),
    )


def _or_none(phrases: Sequence[str] | None, groups: _Groups) -> Phrases | None:
    return compiled(phrases, groups) if phrases else None


def _ages(entry: _Table, groups: _Groups) -> Ages:
    return Ages(
        years=compiled(entry["years"], groups),
        months=compiled(entry["months"], groups),
        weeks=compiled(entry["weeks"], groups),
        days=compiled(entry["days"], groups),
        bare=compiled(entry["bare"], groups),
        implied=tuple((compiled(each["says"], groups), each["years"]) for each in entry["implied"]),
    )


@cache
def ordinary_words() -> frozenset[str]:
    """English words that are one letter away from a word of the signs and mean themselves: cooking is not choking."""
    return frozenset(Path(__file__).with_name("ordinary_words.txt").read_text("utf-8").split())


def _spelling(entry: _Table, tables: Sequence[_Table]) -> Spelling:
    return Spelling(
        known=words_of(_phrases(tables)),
        slips=entry["slips"],
        not_slips=ordinary_words(),
    )


def _phrases(value: object) -> list[str]:
    """Every phrase that stands anywhere under `says` or in a group."""
    match value:
        case {**table}:
            named = [_phrases(each) for key, each in table.items() if key not in ("spelling", "about", "source")]
            return [phrase for each in named for phrase in each]
        case [*items]:
            return [phrase for each in items for phrase in _phrases(each)]
        case str() if re.search(r"[a-z]", value):
            return [value]
        case _:
            return []
