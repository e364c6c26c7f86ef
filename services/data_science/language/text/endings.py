"""What is said behind or beside a question of how its answer is put, which is how it is put anyway."""

import re
from typing import Final

_HIGH: Final = r"(?:best|most|highest|longest|biggest|largest|top|furthest|fastest|greatest)"
_LOW: Final = r"(?:worst|least|lowest|shortest|fewest|smallest|bottom|slowest)"
_ENDS: Final = tuple(
    (re.compile(rf"(?: ,)?(?: the)? {own}(?: (?:1|one|ones|day|month|week|night))? (?:first|on top)$"), own, other)
    for own, other in ((_HIGH, _LOW), (_LOW, _HIGH))
)
_IN_ORDER: Final = re.compile(r"(?: ,)? in (?:descending |decreasing |the right |that )?order$")
_PUT_IN_ORDER: Final = re.compile(r"^(?:put|place|arrange|list|rank) (?P<what>.+) in order$")
_RANKED: Final = re.compile(r"^(?:rank|sort|order) ")
_COUNTED: Final = re.compile(rf"\b(?:\d+ (?:[a-z]+ )*?{_HIGH}|\d+ (?:[a-z]+ )*?{_LOW}|(?:top|bottom) \d+)\b")
_OR_NOT: Final = re.compile(r"^(?P<said>(?:do|did|does|is|are|am|was|were|have|has) .+?)(?: ,)? or not$")
_HOURS: Final = re.compile(r"(?P<said>\bhow (?:much|long) .+?)(?: ,)? in hours and minutes$")
_VERY: Final = re.compile(r"\b(?:very|absolute|absolutely|all time) (?=(?:\w+est|best|worst)\b)")
_BUT_THEN: Final = re.compile(
    r"\b(?P<and>and|but) (?:then|still) (?=(?:sleep|slept|walk|walked|take|took|burn|burned)\b)"
)
_BUT_ONLY: Final = re.compile(r"(?: ,)? but (?:only|just) (?=(?:for|on|in|during|over) )")
_LAST_TIME: Final = re.compile(
    r"^when (?P<be>was|is)? ?(?P<what>.+?) (?:was )?the last time "
    r"(?P<than>(?:above|below|over|under|more than|less than|higher than|lower than|at) )"
)
_MORNING: Final = re.compile(
    r"(?P<up>\b(?:get|got|wake|woke)(?: up)?\b.*) (?:on|in) (?:the )?morning of (?=(?:the )?(?:\d|[a-z]+ \d))"
)


def without_endings(said: str) -> str:
    """The question without "longest first", "in order", "or not", "in hours and minutes" and the like."""
    said = _OR_NOT.sub(r"\g<said>", said)
    said = _HOURS.sub(r"\g<said>", said)
    said = _BUT_ONLY.sub(" ", _VERY.sub("", said))
    said = _BUT_THEN.sub(r"\g<and> ", said)
    said = _MORNING.sub(r"\g<up> on ", said)
    said = _LAST_TIME.sub(r"when was \g<what> last \g<than>", said)
    return _unordered(said)


def _unordered(said: str) -> str:
    """A ranking is told from its end on; the other way round it is not what is asked."""
    for ending, own, other in _ENDS:
        shorter = ending.sub("", said)
        ranked = re.search(rf"\b{own}\b", shorter) or (own is _HIGH and _RANKED.match(shorter))
        if shorter != said and ranked and not re.search(rf"\b{other}\b", shorter):
            said = shorter
    put = _PUT_IN_ORDER.sub(r"\g<what>", said)
    shorter = _IN_ORDER.sub("", put)
    return shorter if _COUNTED.search(shorter) else said
