"""Words by which somebody asks for a judgement, with the slips of a keyboard undone."""

import re
from typing import Final

from services.orchestrator.domain.safety.spelling import is_one_slip

_MEANT: Final = ("little", "enough", "normal", "healthy", "worry", "worried", "dangerous", "terrible")
_MEAN_THEMSELVES: Final = ("health",)
_SOUNDS: Final = {"enuff": "enough", "enuf": "enough", "nuff": "enough"}
_TOO: Final = re.compile(r"\bto(?= (?:low|high|much|little|many|few|short|long|fast|slow)\b)", re.IGNORECASE)
_WORD: Final = re.compile(r"[a-z]{4,}", re.IGNORECASE)


def well_spelt(text: str) -> str:
    """The text with each such word as it is meant: "too litle" asks the same as "too little"."""
    return _TOO.sub("too", _WORD.sub(lambda word: _meant(word[0]), text))


def _meant(typed: str) -> str:
    low = typed.lower()
    if low in _MEAN_THEMSELVES:
        return typed
    alike = (word for word in _MEANT if word[0] == low[0] and low != word and is_one_slip(low, word))
    return _SOUNDS.get(low) or next(alike, typed)
