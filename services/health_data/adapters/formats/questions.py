"""What people log in their vendor's words, as the tags of the journal."""

import re
from typing import Final

_MOST_CHARACTERS: Final = 80
_TAGS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (tag, re.compile(words, re.IGNORECASE))
    for tag, words in (
        ("late_meal", r"\blate[\s_-]*(?:meal|dinner|eating|snack)|(?:eat|ate|food|meal)\b.*\b(?:close to|before) bed"),
        ("alcohol", r"alcohol"),
        ("coffee", r"\bcoffee|\bcafé\b"),
        ("caffeine", r"caffein|cafeína"),
        ("travel", r"\btravel|\bjet[\s_-]?lag|\bviaj"),
        ("illness", r"\b(?:sick|ill|illness|fever|flu|cold or flu)\b|\benferm"),
        ("period", r"menstrua|\b(?:your|my|a) period\b|^period$"),
        ("medication", r"medicat|medicine|\bmedicamento"),
        ("meditation", r"meditat|meditación"),
        ("stress", r"\bstress|\bestrés"),
        ("sex", r"\bsex\b|sexual|masturbat"),
        ("nap", r"\bnaps?\b|\bnapped\b|\bsiesta"),
        ("water", r"\bhydrat|\bwater\b"),
    )
)
"""The first that a question holds counts; "caffeine" and not "coffee" is asked by most vendors."""
_NEGATED: Final = re.compile(r"\b(?:no|not|avoid\w*|without|skip\w*)\b|\bno(?:alcohol|caffeine|coffee)", re.IGNORECASE)
_OWN: Final = re.compile(r"[^\w]+")


def tag_of(words: str) -> str:
    """The usual tag of a question or of a vendor's label; else its own words, set apart by "_"; empty without any.

    What says that something was not there ("No caffeine") keeps its own words.
    """
    plain = words.replace("_", " ").strip()
    usual = next((tag for tag, pattern in _TAGS if pattern.search(plain)), "") if not _NEGATED.search(plain) else ""
    return usual or _OWN.sub("_", words.casefold()).strip("_")[:_MOST_CHARACTERS].rstrip("_")
