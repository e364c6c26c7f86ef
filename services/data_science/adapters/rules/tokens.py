"""From a question to words: lower case, no punctuation, contractions spelled out, slips of the finger mended."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

_TOKEN: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}"
    r"|(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?[a-z]*"
    r"|[<>]=?|[≤≥]"
    r"|[^\W\d_]+\d*(?:'[^\W\d_]+)?"
    r"|%"
    r"|[^\s\w.,;:!?'\"()\[\]/\u2013\u2014_-]"
    r"|\d+"
)
_NUMBER_AND_UNIT: Final = re.compile(r"(-?[\d,.]*\d)([a-z]+)")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_SYMBOLS: Final = {"&": "and", "≤": "<=", "≥": ">="}
_MAX_SLIPS: Final = 4
"""A question with more unknown words than this is not misspelt; it is about something else."""


def tokens(question: str) -> tuple[str, ...]:
    """The words, numbers and symbols of a question, in order; a symbol that is no punctuation stays a token."""
    plain = question.lower().replace("\u2019", "'").replace("\u2018", "'").replace("\u00a0", " ")
    return tuple(part for token in _TOKEN.findall(plain) for part in _parts(token) if part)


def _parts(token: str) -> Iterator[str]:
    if token.endswith("n't"):
        yield from (token.removesuffix("n't"), "not")
        return
    glued = _NUMBER_AND_UNIT.fullmatch(token)
    if glued is None:
        word = token.split("'", 1)[0]
        yield _SYMBOLS.get(word, word)
    elif glued[2] == "k":
        yield str(float(glued[1].replace(",", "")) * 1000)
    elif glued[2] in _ORDINALS:
        yield token
    else:
        yield from (glued[1], glued[2])


def mended(words: Iterable[str], vocabulary: frozenset[str]) -> tuple[str, ...]:
    """The words with each slip replaced by the one known word that it can be a slip of."""
    sequence = tuple(words)
    unknown = [word for word in sequence if word.isalpha() and word not in vocabulary]
    if not unknown or len(unknown) > _MAX_SLIPS:
        return sequence
    replaced = {word: _mended(word, vocabulary) for word in unknown}
    return tuple(replaced.get(word, word) for word in sequence)


def _mended(word: str, vocabulary: frozenset[str]) -> str:
    """The known word that was meant; where several could be, the one that differs by a doubled letter ("slep")."""
    candidates = [known for known in vocabulary if _is_slip(word, known)]
    if len(candidates) > 1:
        candidates = [known for known in candidates if _undoubled(known) == _undoubled(word)]
    return candidates[0] if len(candidates) == 1 else word


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _is_slip(typed: str, meant: str) -> bool:
    """Whether one slip makes `typed` of `meant`.

    A slip is two letters swapped, one left out or one too many; in a word of seven letters or more also one wrong
    letter. The first letter is always right, so that "flower" is never "lower".
    """
    if typed[0] != meant[0] or min(len(typed), len(meant)) < 4 or abs(len(typed) - len(meant)) > 1:
        return False
    if len(typed) == len(meant):
        differing = [index for index in range(len(typed)) if typed[index] != meant[index]]
        if len(differing) == 1:
            return len(meant) >= 7
        return (
            len(differing) == 2
            and differing[1] == differing[0] + 1
            and typed[differing[0]] == meant[differing[1]]
            and typed[differing[1]] == meant[differing[0]]
        )
    longer, shorter = sorted((typed, meant), key=len, reverse=True)
    return len(longer) >= 5 and any(longer[:index] + longer[index + 1 :] == shorter for index in range(len(longer)))
