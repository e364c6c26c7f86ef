"""Which names somebody may have meant by one that there is not."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

_AT_MOST: Final = 3
_ALIKE: Final = 0.6


def near(said: str, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """At most three names, the nearest first.

    Args:
        said: by the person.
        names: each with the words that people use for it.
    """
    meant = _plain(said)
    by_words = {_plain(each): name for name, words in names.items() for each in (*words, name)}
    holding = [name for words, name in by_words.items() if meant and meant in words.split()]
    close = [by_words[each] for each in get_close_matches(meant, by_words, n=2 * _AT_MOST, cutoff=_ALIKE)]
    return tuple(dict.fromkeys([*close, *holding]))[:_AT_MOST]


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())
