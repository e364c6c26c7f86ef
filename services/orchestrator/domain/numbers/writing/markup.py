"""Markdown that can only be read: it emphasises, lists and sets apart, and loads, links and runs nothing.

What comes from outside is made inert before it is quoted. This is for everything else: whatever a mind writes, the
answer is safe to render as it is.
"""

import re
import unicodedata
from typing import Final

from services.orchestrator.domain.numbers.reading.plain_text import LINK

_TAG: Final = re.compile(r"<+(?=[A-Za-z/!?])")
_OPENS_LINK: Final = re.compile(r"(?<=\])(?=[(\[:])")
_ADDRESS: Final = re.compile(r"(?<=\w)://+|\bwww\.", re.IGNORECASE)
"""What many programs make a link of although nothing marks it as one."""
_IMAGE: Final = re.compile(r"!+(?=\[)")
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


def passive(markdown: str) -> str:
    """The text without tags, images and links, and without control and invisible characters.

    Of a link and an image their text stays, of a tag its words; an address that stands bare is broken, as `inert` does.
    """
    if not markdown.isascii() or not markdown.isprintable():
        markdown = "".join(filter(_is_seen, markdown))
    told = LINK.sub(lambda found: found["text"], markdown) if "](" in markdown else markdown
    told = _ADDRESS.sub(lambda found: ": " if found[0].startswith(":") else "www ", told)
    return _IMAGE.sub("", _OPENS_LINK.sub(" ", _TAG.sub("", told)))


def _is_seen(character: str) -> bool:
    return character in "\n\t" or unicodedata.category(character) not in _UNSAFE
