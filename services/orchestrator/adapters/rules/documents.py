"""Whether a message asks what a document of the person's own says: only the domain expert has read it."""

import re
from typing import Final

_OF: Final = (
    r"(?:(?:my|the|this|that|his|her|our) (?:[\w'\u2019-]+ ){0,4}?|(?:[\w.]+['\u2019]s|mri|ct|lab|x-?ray|blood) )"
)
_DOCUMENT: Final = (
    r"(?:letters?|documents?|docs?|reports?|notes?|files?|plan|(?:lab|laboratory|doctor['\u2019]s) comments?|comments?"
    r"|discharge summary|findings)"
)
_SAYS: Final = (
    r"(?:says?|said|mentions?|mentioned|states?|stated|writes?|wrote|written|recommends?|recommended|advises?|advised"
    r"|finds?|found|shows?|showed|contains?|includes?|tells?|told|suggests?|suggested|asks?|asked|reads?|lists?|listed)"
)
_WHO: Final = (
    r"(?:(?:my|the) (?:doctor|gp|physician|cardiologist|specialist|consultant|endocrinologist|neurologist|physio\w*"
    r"|trainer|coach|nurse|dietitian|surgeon|lab|laboratory|clinic|hospital)|dr\.? \w+|doctor \w+)"
)
_ASKS: Final = (
    r"(?:^|[.,;:!?]\s?)\W{0,3}(?:(?:so|and|but|ok|okay|hey|hi|hello|amy|please|can you|could you)\W{1,3}){0,4}"
    r"(?:what(?:['\u2019]?s)?|when(?:['\u2019]?s)?|where|who|which|how|why|is|are|am|was|were|has|have|do|does|did|can"
    r"|could|should|may|must|tell|show|find|look)\b(?! (?:can|could|should) i do\b)"
)
"""A clause begins to ask."""
_NO_MEANING: Final = r"(?:(?!\b(?:mean|differen|explain))[^.?!,;]){0,300}?"
_POINTING: Final = re.compile(
    rf"{_ASKS}[^.?!,;]{{0,300}}?\b{_OF}{_DOCUMENT}\b(?:[^.?!,;]{{0,60}}?\b)?{_SAYS}\b"
    rf"|{_ASKS}{_NO_MEANING}\b(?:in|from) {_OF}{_DOCUMENT}\b(?![^.?!]{{0,200}}\bmean)"
    rf"|{_ASKS}[^.?!,;]{{0,300}}?\b(?:according to|as per) (?:{_OF}{_DOCUMENT}\b|{_WHO}\b)"
    rf"|^\W{{0,3}}according to (?:{_OF}{_DOCUMENT}\b|{_WHO}\b)[^.?!]{{0,300}}"
    r"\b(?:what|when|where|who|which|how|is|are|do|does|can|may|should)\b"
    rf"|\bsumm?ar\w+ (?:of )?{_OF}{_DOCUMENT}\b"
    rf"|\b(?:what|when|which|how \w+|where|why) (?:did|does|has|have) {_WHO} (?:[^.?!,;]{{0,40}}?\b)?{_SAYS}\b",
    re.IGNORECASE,
)


def asks_of_documents(question: str) -> bool:
    """Whether it asks what a letter, a report, a plan or a doctor says."""
    return bool(_POINTING.search(question))
