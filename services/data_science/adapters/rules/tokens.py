"""From a question to words: lower case, contractions spelled out, numbers in digits, slips of the finger mended."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.numerals import with_digits

_TOKEN: Final = re.compile(
    r"\d{4}[-/]\d{2}[-/]\d{2}(?!\d)"
    r"|\d{1,2}[./]\d{1,2}[./]\d{4}(?!\d)"
    r"|(?<![\d:])\d{1,2}:\d{2}(?![\d:])"
    r"|(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?[a-z]*"
    r"|[<>]=?|[≤≥]"
    r"|[^\W\d_][^\W_]*(?:'[^\W\d_]+)?"
    r"|[%,]"
    r"|[^\s\w.;:!?'\"()\[\]/\u2013\u2014_-]"
    r"|\d+"
)
_NUMBER_AND_UNIT: Final = re.compile(r"(-?[\d,.]*\d)([a-z]+)")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_SYMBOLS: Final = MappingProxyType({"&": "and", "≤": "<=", "≥": ">="})
_SHORT: Final = MappingProxyType(
    {"whats": "what", "hows": "how", "im": "i", "ive": "i", "u": "you", "pls": "please"}
    | {
        "avrg": "average",
        "avge": "average",
        "teh": "the",
        "hte": "the",
        "adn": "and",
        "tak": "take",
        "lst": "last",
        "nite": "night",
        "wich": "which",
    }
)
_SPLIT: Final = MappingProxyType(
    {f"{word}nt": word for word in ("did", "does", "was", "were", "has", "have", "is", "are", "could", "would")}
    | {"dont": "do", "cannot": "can"}
)
"""Negations that are typed without an apostrophe."""
_MAX_SLIPS: Final = 4
"""A question with more unknown words than this is not misspelt; it is about something else."""


def tokens(question: str) -> tuple[str, ...]:
    """The words, numbers, commas and symbols of a question, in order; a symbol that is none of these stays a token."""
    plain = question.lower().replace("\u2019", "'").replace("\u2018", "'").replace("\u00a0", " ")
    plain = plain.replace("w/o ", "without ").replace("w/ ", "with ")
    return with_digits(tuple(part for token in _TOKEN.findall(plain) for part in _parts(token) if part))


def _parts(token: str) -> Iterator[str]:
    if token.endswith("n't") or token in _SPLIT:
        yield from (_SPLIT.get(token, token.removesuffix("n't")), "not")
        return
    if len(token) >= 8 and token[-1].isdigit() and re.search(r"[-./]", token) and token[0] != "-":
        yield _as_iso(token)
        return
    glued = _NUMBER_AND_UNIT.fullmatch(token)
    if glued is None:
        word = token.split("'", 1)[0]
        yield _SYMBOLS.get(word, _SHORT.get(word, word))
    elif glued[2] == "k":
        yield str(float(glued[1].replace(",", "")) * 1000).removesuffix(".0")
    elif glued[2] in _ORDINALS:
        yield token
    else:
        yield from (glued[1], glued[2])


def _as_iso(written: str) -> str:
    """A date in figures as an ISO date, if its order is beyond doubt: 13.02.2024, 2/13/2024; else as it was."""
    parts = re.split(r"[-./]", written)
    if len(parts) != 3:
        return written
    if len(parts[0]) == 4:
        return "-".join(parts)
    first, second, year = (int(part) for part in parts)
    dotted = "." in written
    if not dotted and first <= 12 and second <= 12 and first != second:
        return written
    day, month = (first, second) if dotted or first > 12 else (second, first)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return written


def mended(words: Iterable[str], meant: frozenset[str], known: frozenset[str]) -> tuple[str, ...]:
    """The words with each slip replaced by the one word that it can be a slip of.

    Args:
        words: those of a question.
        meant: the words that can have been meant.
        known: words that are right as they are: "mouth" is no slip of "month".
    """
    sequence = tuple(words)
    unknown = {word for word in sequence if word.isalpha() and word not in meant and word not in known}
    if not unknown or len(unknown) > _MAX_SLIPS:
        return sequence
    replaced = {word: _mended(word, meant) for word in unknown}
    return tuple(replaced.get(word, word) for word in sequence)


def _mended(word: str, vocabulary: frozenset[str]) -> str:
    """The known word that was meant: the nearest; of several the one that differs by a doubled letter ("slep")."""
    candidates = [known for known in vocabulary if _is_slip(word, known)]
    if len(candidates) > 1:
        fewest = min(_edits(word, known) for known in candidates)
        candidates = [known for known in candidates if _edits(word, known) == fewest]
    if len(candidates) > 1:
        candidates = [known for known in candidates if _undoubled(known) == _undoubled(word)] or [
            known for known in candidates if sorted(known) == sorted(word)
        ]
    return candidates[0] if len(candidates) == 1 else word


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _is_slip(typed: str, meant: str) -> bool:
    """Whether a slip or two make `typed` of `meant`.

    A slip is two letters swapped, one left out or one too many; in a word of seven letters or more also one wrong
    letter, in one of ten or more any two of these after the first two letters. The first letter is always right, but
    for a swap of the first two, so that "flower" is never "lower".
    """
    if min(len(typed), len(meant)) < 4 or abs(len(typed) - len(meant)) > 2:
        return False
    if typed[0] != meant[0]:
        return len(meant) >= 5 and typed[:2] == meant[1::-1] and typed[2:] == meant[2:]
    if len(meant) >= 10 and typed[:2] == meant[:2]:
        return _edits(typed, meant) <= 2
    if len(typed) == len(meant) and len(meant) < 7 and sorted(typed) != sorted(meant):
        return False
    return max(len(typed), len(meant), 5 * (len(typed) == len(meant))) >= 5 and _edits(typed, meant) == 1


def _edits(typed: str, meant: str) -> int:
    """How many letters were swapped with their neighbour, left out, added or mistaken."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(typed, start=1):
        before, row, above = row, [i, *[0] * len(meant)], before
        for j, other in enumerate(meant, start=1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == meant[j - 2] and typed[i - 2] == other:
                row[j] = min(row[j], above[j - 2] + 1)
    return row[-1]
