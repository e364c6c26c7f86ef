"""A person's words as they are read, and what of them speaks of themselves, and of now."""

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


_SHORTENED: Final = re.compile(
    r"\b(?P<start>do|ca|wo|did|does|is|are|was|could|would|should|have|has)nt\b"
    r"|\b(?P<one>i)(?P<end>m|ve)\b|\b(?P<let>let|that|what)s\b",
    re.IGNORECASE,
)
"""Written without the apostrophe, as people do on a phone."""


def plain(text: str) -> str:
    """With straight apostrophes, and with those that were left out: "dont" is "don't"."""
    return _SHORTENED.sub(_with_apostrophe, text.replace("\u2019", "'"))


def _with_apostrophe(found: re.Match[str]) -> str:
    if found["start"]:
        return f"{found['start']}n't"
    return f"{found['one']}'{found['end']}" if found["one"] else f"{found['let']}'s"


def own_clauses(text: str) -> list[str]:
    """The clauses that speak of the person, as far as can be told."""
    clauses = _CLAUSE.split(plain(text))
    return [clause for clause in clauses if not (_SOMEBODY_ELSE.search(clause) or _NOT_SO.search(clause))]
