"""What a person wishes for, in their own words: that which they want to do, and whether it says anything of its own."""

import re
from typing import Final

from services.health_coach.domain.own_words import plain

_STATED: Final = re.compile(
    r"\b(?:how (?:can|do|could|should|would) i|help me(?: to)?|i(?:'d| would) (?:really )?(?:like|love) to"
    r"|\bwould (?:really )?(?:like|love) to"
    r"|(?<!n't )(?<!not )(?:really )?(?:want to|wanna)|i need to"
    r"|(?:i(?:'m| am) |^\W*)trying to|my goal is to|i wish i could|i should(?![^.!\n]*\?))"
    r" (?!(?:know|tell|find out|check|see (?:what|if|how|whether|my|the))\b)(?P<what>[^.,;:?!\n]+)",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"\s+(?:because|but|so that|so i(?:'m|'ll| can| am)?|since|although|though|and (?:i|my)|what|how|can you|could you"
    r"|based on|using|from my)\b.*",
    re.IGNORECASE,
)
_FILLER: Final = re.compile(
    r"^(?:(?:really|probably|maybe|just|also|finally|definitely|please)\s+)+|\s+(?:too|please|pls|lol)$", re.IGNORECASE
)
"""What stands about a wish, and is none of it."""
_OF_A_THING: Final = re.compile(
    r"\b(?:i(?:'d| would) (?:really )?(?:like|love)|i (?:really )?(?:want|need))"
    r" (?P<what>(?:more|less|fewer|better|some)\b[^.,;:?!\n]+)",
    re.IGNORECASE,
)
_DOING: Final = re.compile(
    r"(?:^|[.!?]\s+)\W*(?P<what>\w{2,}ing\b[^.,;:?!\n]*?) would (?:\w+ )?(?:be|help|do)\b", re.IGNORECASE
)
_LAPSED: Final = re.compile(
    r"\bi (?:\w+ly )?(?:never|hardly|barely|don't|no longer) (?!want\b|like\b|have\b|know\b|care\b|need\b)"
    r"(?P<what>\w+(?: \w+){0,3}?) (?:any ?more|enough|these days)\b",
    re.IGNORECASE,
)
"""What somebody does too little of, who seldom says that they wish to."""
_BARE: Final = re.compile(
    r"^\W*(?:(?:hi|hey|hello|amy|please|pls|just|maybe|to|ok|so)\W+)*+(?P<what>(?!(?:i|i'm|i've|i'd|my|it|it's|we|you|what"
    r"|how|why|when|where|who|which|show|tell|give|is|are|am|do|does|did|can|could|should|no|not|yes)\b)[^.,;:?!\n]+)",
    re.IGNORECASE,
)
_OF_CHANGE: Final = re.compile(
    r"\b(?:more|less|fewer|better|again|regularly|daily|earlier|often|every (?:day|night|week|morning|evening))\b"
    r"|^(?:quit|stop|lose|learn|give up|cut)\b",
    re.IGNORECASE,
)
_MORE_OR_LESS: Final = re.compile(r"\b(?:more|less|fewer|better|\w{3,}er)\b", re.IGNORECASE)
_OF_NOTHING_NAMED: Final = re.compile(r"\b(?:this|it|that|these|those|them|something)\W*$", re.IGNORECASE)
"""A wish whose object is said before it."""
_LONGEST_BARE: Final = 7
_STATE: Final = re.compile(r"(?:be|feel|get|become|have|stay|keep|look|not)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d]{3,}")
_SAID_BY_ANYBODY: Final = (
    "able about again all and any anything back best better can care change coach coached coaching day days doing"
    " each earlier every everything feel few fewer for from general get getting goal goals good great habit habits"
    " have health healthier healthy help how improve improving into just keep kind less life lifestyle like live"
    " living look make making maybe more most much myself need new not often one our out over overall person plan"
    " please pls progress really regularly set shape smart some something start step stop take than that the them"
    " then these thing things this through time today towards trying use want way ways weeks well wellbeing what"
    " when will with work working would year you your yourself advice tips motivated motivation try better"
    " but know where begin its been being long longer"
)
OF_ANYBODY: Final = frozenset(_SAID_BY_ANYBODY.split())
"""Words that a wish may be made of and yet name nothing."""


def wished(text: str) -> str:
    """What somebody wants to do, as they said it, after "to"; empty where they said no wish."""
    found = _bare(plain(text))
    return stated(text) or (_trimmed(found["what"]) if found else "")


def names_something(wish: str) -> bool:
    """Whether a wish says more than that something should be better."""
    if _OF_NOTHING_NAMED.search(wish):
        return False
    return any(word not in OF_ANYBODY for word in map(str.lower, _WORD.findall(wish)))


def is_of_doing(wish: str) -> bool:
    """Whether it is something that one does, and not how one would like to be."""
    return bool(wish) and not _STATE.match(wish)


def wishes_more_or_less(wish: str) -> bool:
    """Whether it says what there is to be more or less of."""
    return bool(_MORE_OR_LESS.search(wish))


def stated(text: str) -> str:
    """As `wished`, where they said it with a word for wishing; it then follows "you'd like to"."""
    found = _STATED.search(plain(text)) or _LAPSED.search(plain(text))
    return _trimmed(found["what"]) if found else ""


def _bare(said: str) -> re.Match[str] | None:
    """A wish for a thing, or without a word for wishing: "more time for friends", "read more", "floss every day"."""
    for pattern in (_OF_A_THING, _DOING):
        if (of_a_thing := pattern.search(said)) is not None:
            return of_a_thing
    found = _BARE.match(said)
    if found is None or len(found["what"].split()) > _LONGEST_BARE or not _OF_CHANGE.search(found["what"]):
        return None
    return found


def _trimmed(what: str) -> str:
    return _FILLER.sub("", _FILLER.sub("", _CUT.sub("", what).strip())).strip()
