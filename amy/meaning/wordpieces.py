"""Texts cut into pieces of words that a vocabulary holds (WordPiece: Wu et al., arXiv:1609.08144, section 4.1)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

INSIDE: Final = "##"
"""Begins a piece that does not begin a word."""
_MOST_CHARACTERS: Final = 4000
_LONGEST_WORD: Final = 40
_WORD: Final = re.compile(r"[a-z]+|[0-9]+")


def words(text: str) -> list[str]:
    """Runs of letters and of digits, in lower case and without accents."""
    plain = unicodedata.normalize("NFD", text[:_MOST_CHARACTERS].lower())
    return _WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)))


def pieces(word: str, vocabulary: Mapping[str, int]) -> tuple[int, ...]:
    """The places in the vocabulary of the longest pieces that make up a word, from its beginning on.

    Empty where some part of the word is in no piece: then nothing is known of it.
    """
    if len(word) > _LONGEST_WORD:
        return ()
    found = tuple(_pieces(word, vocabulary))
    return found if -1 not in found else ()


def _pieces(word: str, vocabulary: Mapping[str, int]) -> Iterator[int]:
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = f"{INSIDE if start else ''}{word[start:end]}"
            if piece in vocabulary:
                yield vocabulary[piece]
                start = end
                break
        else:
            yield -1
            return
