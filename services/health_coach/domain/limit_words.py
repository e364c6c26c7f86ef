"""A kind of limit, and how people say that a part of them is hurt, or that something is not for them."""

from dataclasses import dataclass
from typing import Final

from services.health_coach.domain.tags import Tag

_HARMED: Final = (
    r"(?:(?:bad|bum|trick|wrecked|ruined|weak|injured|sore|hurt|broken|dodgy|painful"
    r"|torn|arthritic|operated|replaced) (?:\w+ ){{0,2}}{part}"
    r"|{part}\w* (?:\w+ ){{0,3}}(?:hurts?|aches?|pains?|injur\w+|surgery|operation|replace\w+|arthritis|problems?"
    r"|trouble|issues?|gives? out"
    r"|(?:is|are) (?:\w+ )?(?:bad|weak|shot|sore|wrecked|ruined|gone|swollen|stiff))"
    r"|(?:pain|injur\w*|arthritis|problems?|trouble|surgery) (?:\w+ ){{0,4}}{part}"
    r"|^\W*(?:(?:my|the|just|only|left|right|lower|both) ){{0,3}}{part}s?\W*$)"
)
ANY_AT_ALL: Final = r"\w*\b(?! (?:\w+ )?(?:enough|as (?:much|often|far)|regularly|more|much|often))"
"""The end of a word of which "not enough" is no refusal."""


def harmed(part: str) -> str:
    """Words by which a part of the body is told to be hurt."""
    return _HARMED.format(part=part)


_BEFORE: Final = (
    r"\b(?:loathe|detest|can't stand|(?:scared|afraid|terrified|frightened) of|cut out|gave up|off|dread"
    r"|never learn\w+ (?:to|how to))\b[^.!?]{{0,15}}\b(?:{thing})"
)
_AFTER: Final = (
    r"\b(?:{thing})\w*(?: \w+){{0,2}}? (?:(?:isn't|aren't|is not|are not|not) (?:\w+ )?(?:for me|my thing|my cup)"
    r"|bores?|scares?|upsets?|kills?|could kill|triggers?|disagrees? with"
    r"|makes? me (?:\w+ )?(?:anxious|ill|sick|worse|panic\w*|sad|nervous|uncomfortable|bloated|itch\w*)"
    r"|gives? me (?:\w+ )?(?:palpitations|headaches?|jitters|cramps|hives|rash|anxiety|migraines?|heartburn)"
    r"|(?:is|are|was|were) (?:\w+ )?(?:awful|terrible|torture|nightmare|hell|chaos|impossible|horrible|boring))"
)


def refused(thing: str) -> str:
    """Words by which something is told to be hated, feared, given up or badly borne."""
    return f"|{_BEFORE}|{_AFTER}".format(thing=thing)


@dataclass(frozen=True)
class Limit:
    """`pattern` finds it in what the person said; `called` says it back, after "I plan around"."""

    kind: str
    pattern: str
    excludes: frozenset[Tag]
    called: str
    needs_doctor: bool = False


def limit(kind: str, pattern: str, called: str, *excludes: Tag, thing: str = "", needs_doctor: bool = False) -> Limit:
    """Of a thing that can be hated or badly borne, the words for it, besides the pattern."""
    return Limit(kind, pattern + (refused(thing) if thing else ""), frozenset(excludes), called, needs_doctor)
