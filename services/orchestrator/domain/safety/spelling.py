"""A message as plain words: lower case, without apostrophes, with the spellings of phones and of evasion undone."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

SENTENCE_ENDS: Final = (".", "?")
_APOSTROPHES: Final = re.compile("[\u2018\u2019\u02bc`\u00b4']")
_PIECE: Final = re.compile(
    r"\d+(?:[.,]\d+)+|\.{2,}|\u2026|[.!\n]+|\?+|[^\W_]*\*+[^\W_]*(?:\*+[^\W_]*)*|[^\W_]*(?:[@$!][^\W_]+)+|[^\W_]+|[,;:()/%\u2013\u2014]|\s-+\s"
)
_STRETCHED: Final = re.compile(r"([^\W\d_])\1{2,}")
_SPELT_OUT: Final = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .\-]){3,}[^\W\d_](?![^\W_])")
_DIGITS_AS_LETTERS: Final = str.maketrans("013457@$!", "oieastasi")
_NUMBER: Final = re.compile(r"(?P<digits>\d+(?:[.,]\d+)*)(?P<unit>[^\W\d_]*)$")
_CORRECTED_FROM: Final = 7


@dataclass(frozen=True)
class Spelling:
    """What is known of words.

    Attributes:
        known: every word that some sign looks for.
        slips: what people type, and the word or words that they mean.
        not_slips: words that are one letter away from a known one and mean themselves.
    """

    known: frozenset[str]
    slips: Mapping[str, str] = field(default_factory=dict)
    not_slips: frozenset[str] = frozenset()

    def plain(self, text: str) -> str:
        """The words of a text between single blanks, sentences ended by "." or "?", pauses and decimal points as ",".

        Begins with the end of a sentence, so that every sentence has one before it.
        """
        return " ".join(("", ".", *self._tokens(text), ".", ""))

    def _tokens(self, text: str) -> list[str]:
        decomposed = unicodedata.normalize("NFKD", text.casefold())
        visible = "".join(
            char
            for char in decomposed
            if unicodedata.category(char) not in ("Mn", "Cf", "Cc", "Me") or char in "\n\t\r"
        )
        joined = _SPELT_OUT.sub(lambda found: re.sub(r"[ .\-]", "", found.group()), _APOSTROPHES.sub("", visible))
        tokens: list[str] = []
        for typed in _PIECE.findall(joined):
            if typed[0] in "?!":
                tokens.append("?" if typed[0] == "?" else ".")
            elif typed[0] == "\u2026" or typed.startswith(".."):
                tokens.append(",")
            elif typed[0] in ".\n":
                tokens.append(".")
            elif not any(char.isalnum() for char in typed):
                tokens.append(typed if typed in "/%" else ",")
            else:
                tokens += self._word(typed).split()
        return tokens

    def _word(self, typed: str) -> str:
        if typed in self.slips:
            return self.slips[typed]
        if typed in self.known:
            return typed
        if counted := _NUMBER.match(typed):
            return f"{counted['digits'].replace('.', ',')} {counted['unit']}"
        guesses = (_STRETCHED.sub(r"\1", typed), _STRETCHED.sub(r"\1\1", typed), _as_letters(typed))
        meant = next((guess for guess in guesses if guess in self.known or guess in self.slips), None)
        if meant is not None:
            return self.slips.get(meant, meant)
        if "*" in typed:
            return self._uncensored(typed)
        return self._corrected(typed) if len(typed) >= _CORRECTED_FROM and typed not in self.not_slips else typed

    def _uncensored(self, typed: str) -> str:
        hidden = re.compile("".join("." if char == "*" else re.escape(char) for char in typed))
        return next((word for word in sorted(self.known) if hidden.fullmatch(word)), typed.replace("*", ""))

    def _corrected(self, typed: str) -> str:
        """The known word that is one slip away: a letter too many, too few, wrong, or swapped with the next."""
        lengths = (len(typed) - 1, len(typed), len(typed) + 1)
        alike = (word for length in lengths for word in self._by_start.get((typed[0], length), ()))
        near = [word for word in alike if is_one_slip(typed, word)]
        return near[0] if len(near) == 1 else typed

    @cached_property
    def _by_start(self) -> Mapping[tuple[str, int], tuple[str, ...]]:
        """The known words that are long enough to be meant, by first letter and length."""
        found: dict[tuple[str, int], list[str]] = {}
        for word in sorted(self.known):
            if len(word) >= _CORRECTED_FROM - 1:
                found.setdefault((word[0], len(word)), []).append(word)
        return {key: tuple(words) for key, words in found.items()}


def _as_letters(typed: str) -> str:
    """A word with digits and signs for letters ("k1ll"), in letters; a number stays one."""
    return typed.translate(_DIGITS_AS_LETTERS) if any(char.isalpha() for char in typed) else typed


def is_one_slip(typed: str, meant: str) -> bool:
    """Whether a letter too many, too few, wrong, or swapped with the next sets the two apart."""
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    end = 0
    while end < min(len(typed), len(meant)) - start and typed[-1 - end] == meant[-1 - end]:
        end += 1
    wrong, right = typed[start : len(typed) - end], meant[start : len(meant) - end]
    return max(len(wrong), len(right)) <= 1 or (len(wrong) == 2 and wrong == right[::-1])
