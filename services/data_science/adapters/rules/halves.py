"""A question that goes on to ask for advice or for a meaning: what of it is computed, and what is said of the rest."""

import re
from collections.abc import Iterator
from typing import Final

from amy.text import quoted

_JOINT: Final = re.compile(
    r"\s*(?:[,;\u2013\u2014]|[.?!](?=\s))?\s+(?:and|but|so|or|also)\b\s*(?:also\s+|so\s+)?|\s*[;,]\s+|[.?!]\s+",
    re.IGNORECASE,
)
_ADVICE: Final = re.compile(
    r"\b(?:should|shall|ought|must|advice|advise|recommend\w*|suggest\w*|tips?"
    r"|(?:can|could|might|what do|how do) i (?:do|change|improve|get|make|sleep|lower|raise)|need to)\b",
    re.IGNORECASE,
)
_MEANING: Final = re.compile(
    r"\b(?:why|how come|normal|healthy|unhealthy|good|bad|ok|okay|fine|typical|safe|dangerous|concern\w*|worr\w+|mean"
    r"|means|cause[sd]?|reason|explain|too (?:high|low|much|little|short|long)|enough|alarming|risky|ideal|optimal)\b",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"(?:when|whenever|if|after|on (?:days|nights)|(?:every|each) time)\b"
    r"(?! (?:did|do|does|was|were|is|are|am|have|has|had|will)\b)",
    re.IGNORECASE,
)
"""What says of which days the rest is asked, and asks nothing itself: "when I've done more than 15,000 steps"."""
_MOST_TRIED: Final = 4
_LONGEST_REST: Final = 60


def halves(question: str) -> Iterator[tuple[str, str]]:
    """What may be computed, and the sentence about the rest, the longest first half first."""
    tried = 0
    for joint in reversed(list(_JOINT.finditer(question))):
        first, rest = question[: joint.start()].strip(), question[joint.end() :].strip(" ?.!")
        left_out = _left_out(rest)
        if first and left_out and tried < _MOST_TRIED and not _CONDITION.match(first):
            tried += 1
            yield first, left_out


def _left_out(rest: str) -> str:
    said = quoted(rest, limit=_LONGEST_REST)
    if _ADVICE.search(rest):
        return f"I leave out {said}, because I can't give advice."
    if _MEANING.search(rest):
        return f"I leave out {said}, because your own data doesn't tell."
    return ""
