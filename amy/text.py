"""Text from outside: what a file, a memory or a person says, made safe to stand in anything that Amy writes.

Such text is text, never a template, markup or an instruction. `inert` is the one place that makes it so; what it gives
is written in an alphabet that lacks every character that could open a reference, a tag, a link, a heading, a table, a
formula or a terminal sequence, so that no place where it is used later has to escape it.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5")
_BLANK: Final = frozenset("\u2800\u3164\uffa0\ufffc\ufffd")
"""Letters and signs without a shape or with nothing but room, which their category does not tell."""
_VARIANTS: Final = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_DROPPED: Final = frozenset({"Cf", "Me"})
"""Invisible formatting, marks of reading direction, and marks that enclose a letter."""
_SPACED: Final = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Controls, and what Unicode has not assigned or leaves to private use: what stands around them stays apart."""
_MARKUP: Final = frozenset("{}[]<>|\\`*~#$_")
"""What opens a reference, a link, a tag, a table, code, emphasis, a heading or a formula."""
_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\uff02\u301d\u301e\u275d\u275e')
_MOST_MARKS: Final = 3
"""Combining marks on one letter; more of them run over the lines around."""
_ADDRESS: Final = re.compile(r"(?::\s*/\s*/+)|www\.", re.IGNORECASE)
_CUT_ADDRESS: Final = re.compile(r"www\Z", re.IGNORECASE)
"""What the sign of an omission would make the beginning of an address again, where programs read it as three dots."""
_FORMULA: Final = "=+-@"
_LONGEST_SPOKEN: Final = 60


def inert(text: str, *, limit: int) -> str:
    """The words of a text on one line, in at most `limit` characters, without anything that could act.

    Left out are invisible characters, marks of reading direction and the start of a formula. What opens markup in
    Markdown or HTML, control characters and line breaks become spaces, double quotation marks single ones, "&" a word.
    Addresses are broken so that nothing makes a link of them. The same again changes nothing.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: limit * 8]):
        shown = _shown(character)
        marks = marks + 1 if unicodedata.category(character) == "Mn" else 0
        if marks <= _MOST_MARKS:
            kept.append(shown)
    line = unicodedata.normalize("NFC", "".join(kept))
    line = _ADDRESS.sub(lambda found: ": " if found.group().startswith(":") else "www ", line)
    words = " ".join(line.replace("@", " at ").split())
    while words[:1] and words[0] in _FORMULA + " ":
        words = words[1:]
    return words if len(words) <= limit else _CUT_ADDRESS.sub("", words[: limit - 1].rstrip()).rstrip() + "…"


def quoted(text: str, *, limit: int = _LONGEST_SPOKEN) -> str:
    """The text as somebody else's words, in quotation marks that it cannot close: “Walk”; of nothing “…”."""
    return f"“{inert(text, limit=limit) or '…'}”"


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    """What stands for one character; also of one that only looks like markup, which some programs make the same."""
    category = unicodedata.category(character)
    if character in _UNSEEN or _VARIANTS.match(character) or category in _DROPPED:
        return ""
    if character.isspace() or character in _BLANK or character in _MARKUP or category in _SPACED:
        return " "
    if character == "&":
        return " and "
    if character in _QUOTES:
        return "'"
    return " " if any(each in _MARKUP for each in unicodedata.normalize("NFKC", character)) else character
