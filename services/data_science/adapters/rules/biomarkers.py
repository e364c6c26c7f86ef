"""What laboratory values are called, and which of those on record are meant."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from amy.text import quoted
from services.data_science.adapters.rules.activities import plain
from services.data_science.adapters.rules.terms import Biomarker

_PLAIN_NAME: Final = re.compile(r"[^\W\d_]\w*(?:(?:[ -]|, | \(|\()[^\W\d_]\w*\)?)*")


def biomarker_phrases(recorded: tuple[str, ...]) -> dict[str, Biomarker]:
    """Every phrase for a laboratory value.

    Args:
        recorded: the names on record, as stored. Each is known by its own name, whatever it is.
    """
    phrases: dict[str, Biomarker] = {}
    for common, names in _lexicon().items():
        stored = _meant(names, recorded)
        for said in (plain(common), *names):
            phrases[said] = Biomarker(name=stored or common, said=common, on_record=bool(stored))
    return phrases | {
        plain(name): Biomarker(name=name, said=biomarker_said(name), on_record=True) for name in recorded if plain(name)
    }


def biomarker_said(name: str) -> str:
    """A laboratory value as it is spoken: one known here by its name, any other as the laboratory's own words, “Foo”.

    A name that begins with a digit, or has one alone, would read as a number beside what it stands by.
    """
    known = plain(name) in _known_names() and _PLAIN_NAME.fullmatch(name)
    return name if known else quoted(name)


@lru_cache(maxsize=1)
def _known_names() -> frozenset[str]:
    return frozenset({plain(name) for name in _lexicon()} | {name for names in _lexicon().values() for name in names})


@lru_cache(maxsize=1)
def _lexicon() -> Mapping[str, tuple[str, ...]]:
    loaded: dict[str, str] = tomllib.loads(Path(__file__).with_name("biomarkers.toml").read_text("utf-8"))
    return {name: tuple(" ".join(each.split()) for each in said.split(",")) for name, said in loaded.items()}


def _meant(names: tuple[str, ...], recorded: tuple[str, ...]) -> str:
    """The name on record that is one of `names`, or one of them and an addition ("Glucose, fasting"); else empty."""
    by_plain = {plain(name): name for name in recorded}
    exact = next((by_plain[name] for name in names if name in by_plain), "")
    longer = (
        stored
        for written, stored in by_plain.items()
        if "ratio" not in written and any(written.startswith(f"{name} ") for name in names)
    )
    return exact or next(longer, "")
