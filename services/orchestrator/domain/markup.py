"""Markdown that can only be read: it emphasises, lists and sets apart, and loads, links and runs nothing.

What comes from outside is made inert before it is quoted. This is for everything else: whatever a mind writes, the
answer is safe to render as it is.
"""

import re
import unicodedata
from typing import Final

_TAG: Final = re.compile(r"<(?=[A-Za-z/!?])")
_LINK: Final = re.compile(r"(?<=\])(?=[(\[:])")
_IMAGE: Final = re.compile(r"!(?=\[)")
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


def passive(markdown: str) -> str:
    """The text without tags, images and links, which stay as words, and without control and invisible characters."""
    if not markdown.isascii() or not markdown.isprintable():
        markdown = "".join(filter(_is_seen, markdown))
    return _IMAGE.sub("", _LINK.sub(" ", _TAG.sub("", markdown)))


def _is_seen(character: str) -> bool:
    return character in "\n\t" or unicodedata.category(character) not in _UNSAFE
