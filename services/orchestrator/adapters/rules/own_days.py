"""Questions of the person's own days by their words alone: how they were, how they will be, what goes with what."""

import re
from typing import Final

_KIN: Final = (
    "(?:big |little |older |younger )?(?:wife|husband|partner|girlfriend|boyfriend|brother|sister|mother|father|mum"
    "|mom|dad|son|daughter|friends?|buddy|mates?|colleagues?|co-?workers?|neighbou?r|flatmate|roommate)"
)
OF_OWN_DAYS: Final = re.compile(
    r"\bhow (?:long|many|much|often|far|loud|well|deep)\b(?: \w+){0,3}? (?:(?:do|did|am|was|will|have|had) i|i am)\b"
    r"(?! (?:need|have to|require|want|lose|lower|get (?:rid|better|fitter)))"
    r"|\b(?:how )?do i (?:sleep|walk|run|ride|move|burn|snore|recover) (?:\w+ ){0,2}(?:when|if|on|after|while)\b"
    r"|^\W*(?:(?:um|and|so|like|hey|ok|but)\W+)*"
    r"(?:(?:did|was|will) (?:i|my)|will it be (?:more|less|better)|was that because)\b"
    r"|\b(?:who|what \w+|where|how) (?:did|was|were) i\b|\bhas my \w+(?: \w+){0,2} been\b"
    r"|\bon (?:nights|days) (?:after|with|when|i)\b|[,;]\s*did i\b|\bwhat happened to my\b"
    r"|^\W*(?:(?:and|but|so|what about|how about)\W+)*since i (?:started|stopped|began|quit|moved|got|had)\b"
    r"|\bwho \w+ (?:more|less|longer|better|faster)\b.*\b(?:me or|or me|than me)\b"
    rf"|\b(?:compare|stack up)s? (?:with|to|against) my (?:{_KIN})\b",
    re.IGNORECASE,
)
"""It asks what somebody's own days were like, or will be: where that is not on record, nothing general answers it."""
TO_COME: Final = re.compile(
    r"\bwhat will my\b|\b(?:predict|forecast) my\b"
    r"|\bam i (?:gonna|going to)\b(?! (?:bed|sleep|work|school|the|gym|be (?:ok|okay|al+ ?right|fine))\b)(?!.*\bif\b)",
    re.IGNORECASE,
)
"""It asks for one that nobody has measured yet."""
GOES_TOGETHER: Final = re.compile(
    r"\b(?:go(?:es)? (?:together |along |hand in hand )?with|comes? with|correlat\w+ with)\b"
    r"(?!.*\b(?:in general|people|adults|everyone|stud(?:y|ies)|research)\b)",
    re.IGNORECASE,
)
"""It asks whether two quantities go together: of the person's own where both are on record."""
SET_APART: Final = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|hey|hi|amy)\W+)*(?:is|are|was|were|do|does|did|has|have|am) (?:i|my)\b"
    r"(?![^.?!]*\b(?:normal|ok|okay|fine|healthy|too|should|people|others|adults|because)\b)[^.?!]*"
    r"\b(?:higher|lower|more|less|fewer|better|worse|longer|shorter|faster|slower|earlier|later)\b[^.?!]*"
    r"\b(?:when|whenever|if|after|following|on|since)\b",
    re.IGNORECASE,
)
"""It asks whether somebody's own numbers are other on some days than on others."""
