"""Whether a question is put in English, as far as its small words tell."""

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

_FEWEST_FOREIGN: Final = 2


@lru_cache(maxsize=1)
def _small_words() -> tuple[frozenset[str], frozenset[str]]:
    """The English ones, and those of other languages that are not English, too."""
    lexicon = tomllib.loads(Path(__file__).with_name("english.toml").read_text("utf-8"))
    english = frozenset(lexicon["english"].split())
    return english, frozenset(lexicon["others"].split()) - english


def is_english(question: str) -> bool:
    """False for a question in another script, or with small words of other languages and fewer English ones."""
    letters = [char for char in question if char.isalpha()]
    if not letters:
        return True
    latin = sum("LATIN" in unicodedata.name(char, "") for char in letters)
    if latin * 2 < len(letters):
        return False
    words = re.findall(r"[^\W\d_]+", question.lower())
    english, foreign = (sum(word in small for word in words) for small in _small_words())
    return foreign < _FEWEST_FOREIGN or english >= foreign
