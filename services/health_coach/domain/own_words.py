"""What of a person's words speaks of themselves, and of now."""

import re
from typing import Final

_CLAUSE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|,?\s+but\s+|,\s+(?=(?:i|i'm|i've|my|we)\s)", re.IGNORECASE)
_SOMEBODY_ELSE: Final = re.compile(
    r"family history|runs in (?:my|the) family|\bmy (?:wife|husband|partner|boyfriend|girlfriend|mother|father"
    r"|mom|mum|dad|son|daughter|brother|sister"
    r"|friend|boss"
    r"|colleague|grandm\w+|grandf\w+|neighbou?r)(?:'s)? (?:is|was|has|had|can't|doesn't|hates|does)\b",
    re.IGNORECASE,
)
_NOT_SO: Final = re.compile(
    r"\b(?:not|\bno longer|never been|isn't|am not|i'm not|stopped being) (?:a |an |strictly )?(?:vegan|vegetarian"
    r"|pregnant"
    r"|diabetic|asthmatic|blind)|\b(?:is|are|feels?) (?:completely |all |totally )?(?:fine|healed|good|great|ok"
    r"|okay|better)"
    r" (?:now|again)",
    re.IGNORECASE,
)


def own_clauses(text: str) -> list[str]:
    """The clauses that speak of the person, as far as can be told."""
    clauses = _CLAUSE.split(text.replace("\u2019", "'"))
    return [clause for clause in clauses if not (_SOMEBODY_ELSE.search(clause) or _NOT_SO.search(clause))]
