"""How a text is cut so that it can be watched as it is thought."""

import re
from collections.abc import Iterator
from typing import Final

_WORDS_PER_PIECE: Final = 4


def pieces(text: str) -> Iterator[str]:
    """A few words at a time; joined again, they are the text."""
    words = re.findall(r"\s*\S+\s*", text)
    for start in range(0, len(words), _WORDS_PER_PIECE):
        yield "".join(words[start : start + _WORDS_PER_PIECE])
