"""What stands in quotation marks: somebody else's words, which say nothing in Amy's name.

A label of a file, a memory or a piece of the question is told as “Walk”. Whatever it holds, it stays inside its marks:
it is text, it ends no sentence, it lends its numbers to nothing outside, and of its own numbers only those are told
that the user has said or that a document of the user's own states. In place of any other stands “…”.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from amy.text import inert
from services.orchestrator.domain.numbers.checking.claims import numbers_stated_in
from services.orchestrator.domain.numbers.checking.tracing import Known, trace
from services.orchestrator.domain.numbers.reading.non_numbers import HIDDEN
from services.orchestrator.domain.numbers.reading.plain_text import visible

LONGEST_QUOTE: Final = 600
_QUOTE: Final = re.compile(r"“(?P<words>(?:(?!\{\{)[^“”\n])*)”")
_PLACE: Final = f"“{HIDDEN}”"
_LEFT_OUT: Final = "…"
_MOST_PASSES: Final = 4


@dataclass(frozen=True)
class Unquoted:
    """A text with what it quotes set aside: in each place of `text` stands one of `quotes`, in order."""

    text: str
    quotes: tuple[str, ...]

    def put_back(self, text: str) -> str:
        """The text, which has the same places, with the quotes in them."""
        quotes = iter(self.quotes)
        return re.sub(_PLACE, lambda _: f"“{next(quotes, _LEFT_OUT)}”", text)


def unquoted(text: str, said: Sequence[Known]) -> Unquoted:
    """Sets aside what a text quotes, made inert; a quote with a reference in it is Amy's own wording, and stays.

    Args:
        text: Markdown with references.
        said: the numbers that the user has said, or a document of the user's own; near them is not enough.
    """
    text = text.replace(HIDDEN, "")
    quotes = tuple(_told(found["words"], said) for found in _QUOTE.finditer(text))
    return Unquoted(text=_QUOTE.sub(_PLACE, text), quotes=quotes)


def quoted_numbers(quoted: Unquoted, known: Sequence[Known]) -> tuple[Known, ...]:
    """What the numbers in quotes come from, of those that are known."""
    tokens = (token for quote in quoted.quotes for token in numbers_stated_in(quote))
    return tuple(found for token in tokens if (found := trace(token, known)) is not None)


def _told(words: str, said: Sequence[Known]) -> str:
    """The words as a reader sees them, without the numbers that the user has not said."""
    told = inert(words, limit=LONGEST_QUOTE)
    for _ in range(_MOST_PASSES):
        seen = visible("".join(map(_apart, told)))
        foreign = [token for token in numbers_stated_in(seen) if trace(token, said) is None]
        if not foreign:
            return told or _LEFT_OUT
        for token in reversed(foreign):
            seen = seen[: token.start] + _LEFT_OUT + seen[token.end :]
        told = inert(seen, limit=LONGEST_QUOTE)
    return _LEFT_OUT


def _apart(character: str) -> str:
    """A numeral that is read as several digits, apart from the digits around it: "1Ⅷ" is no 18."""
    return f" {character} " if unicodedata.category(character) in {"Nl", "No"} else character
